//! Figures over all puzzles: a bar for every algorithm on each, and the paper's number beside it.

use super::super::{Chosen, Drawn, Paper, Shown};
use super::document::Figure;
use super::figures::figure;
use super::findings::{Finding, Findings};
use super::paper::line_of;
use crate::plots::{self, Bars};

impl Shown {
    /// The axis.
    fn name(self) -> &'static str {
        match self {
            Self::Evaluations => "evaluations",
            Self::Success => "success (%)",
            Self::Seconds => "seconds",
        }
    }

    fn ours(self, findings: &Findings, finding: &Finding) -> Option<f64> {
        match self {
            Self::Evaluations => finding.evaluations_counted(findings.campaign.plan.measure),
            Self::Success => Some(finding.success().0),
            Self::Seconds => finding.seconds(),
        }
    }

    fn said(self, paper: &Paper) -> Option<f64> {
        match self {
            Self::Evaluations => paper.evaluations,
            Self::Success => paper.success,
            Self::Seconds => paper.seconds,
        }
    }
}

/// The bars that the plan asks for.
pub fn figures(findings: &Findings) -> Vec<Figure> {
    let bars = |chosen: &Chosen| match chosen.drawn() {
        Drawn::Bars(shown) => Some(draw(findings, chosen, shown)),
        _ => None,
    };
    findings.campaign.plan.figures.iter().filter_map(bars).collect()
}

fn draw(findings: &Findings, chosen: &Chosen, shown: Shown) -> Figure {
    let puzzles: Vec<&str> = findings
        .puzzles()
        .into_iter()
        .filter(|puzzle| chosen.algorithms.iter().any(|a| findings.cell(puzzle, a).is_some()))
        .collect();
    let series: Vec<Bars> = chosen
        .algorithms
        .iter()
        .map(|label| {
            let cells = puzzles.iter().map(|puzzle| findings.cell(puzzle, label));
            let (ours, paper) = cells
                .map(|cell| {
                    let ours = cell.and_then(|cell| shown.ours(findings, cell));
                    let line = cell.and_then(|cell| line_of(findings, cell));
                    let said = line.and_then(|line| shown.said(line));
                    (ours.unwrap_or(f64::NAN), said.unwrap_or(f64::NAN))
                })
                .unzip();
            Bars { label, ours, paper }
        })
        .collect();
    let svg = plots::bars(&chosen.title, shown.name(), &puzzles, &series);
    let caption = format!("{}. Bars are ours, marks the paper's.", chosen.title);
    figure("bars", &chosen.title, caption, svg)
}
