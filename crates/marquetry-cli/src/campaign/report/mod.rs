//! Reports: everything a store says about a plan, as Markdown, HTML and LaTeX.

mod compare;
mod document;
mod figures;
mod findings;
mod paper;
mod tables;

pub use document::{Block, Document, Figure, Table};
pub use findings::{Finding, Findings};
pub use paper::Standing;

use super::{Campaign, Record};

/// The report of a plan on these runs, with or without figures.
#[must_use]
pub fn report(campaign: &Campaign, records: Vec<Record>, figures: bool) -> Document {
    let findings = Findings::new(campaign, records);
    let mut blocks = vec![Block::Heading(1, campaign.plan.title.clone())];
    blocks.extend(tables::head(&findings).into_iter().map(Block::Text));
    blocks.extend(paper::section(&findings));
    blocks.extend(tables::results(&findings));
    blocks.extend(compare::section(&findings));
    if figures {
        blocks.extend(figures::section(&findings));
    }
    blocks.push(Block::Text(tables::provenance(&findings)));
    let mut document = Document { title: campaign.plan.title.clone(), blocks };
    document.tell_figures_apart();
    document
}
