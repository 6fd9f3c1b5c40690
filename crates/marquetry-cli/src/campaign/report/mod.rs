//! Reports: everything a store says about a plan, as Markdown, HTML and LaTeX.

mod bars;
mod compare;
mod curves;
mod document;
mod figures;
mod findings;
mod paper;
mod setup;
mod sizes;
mod tables;

pub use document::{Document, Figure, Passage, Table};
pub use findings::{Finding, Findings};
pub use paper::Standing;
pub use setup::{WHAT_WAS_RUN, caution};

use super::{Campaign, Record};

/// The report of a plan on these runs, with or without figures.
#[must_use]
pub fn report(campaign: &Campaign, records: Vec<Record>, figures: bool) -> Document {
    let findings = Findings::new(campaign, records);
    let mut passages = vec![Passage::Heading(1, campaign.plan.title.clone())];
    passages.extend(tables::head(&findings).into_iter().map(Passage::Text));
    passages.extend(setup::section(&findings));
    passages.extend(paper::section(&findings));
    passages.extend(tables::results(&findings));
    passages.extend(sizes::section(&findings));
    passages.extend(curves::section(&findings));
    passages.extend(compare::section(&findings));
    if figures {
        passages.extend(figures::section(&findings));
    }
    let mut document = Document { title: campaign.plan.title.clone(), passages };
    document.tell_figures_apart();
    document
}
