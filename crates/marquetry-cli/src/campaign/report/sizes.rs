//! The time a success takes over the size of the puzzle, in numbers and as a figure.

use super::super::{Chosen, Drawn};
use super::document::{Passage, Table, column};
use super::findings::{Finding, Findings};
use super::paper::line_of;
use super::tables::{dash, short_seconds};
use crate::plots::{self, Points};
use crate::statistics::mean;
use std::collections::BTreeMap;

/// What the paper's own line is called.
const PAPER: &str = "the paper";

/// A name with its seconds by the number of cells.
type Line<'f> = (&'f str, BTreeMap<usize, f64>);

/// Seconds to a success by the number of cells, one line for each algorithm and one for the paper.
pub struct Sizes<'f> {
    /// What it shows.
    pub title: &'f str,
    lines: Vec<Line<'f>>,
}

impl<'f> Sizes<'f> {
    /// Every figure of the plan that draws the time over the size.
    pub fn all(findings: &'f Findings) -> Vec<Self> {
        let chosen = findings.campaign.plan.figures.iter();
        chosen.filter_map(|chosen| Self::new(findings, chosen)).collect()
    }

    fn new(findings: &'f Findings, chosen: &'f Chosen) -> Option<Self> {
        if chosen.drawn() != Drawn::TimeOverSize {
            return None;
        }
        let of = |label: &str| -> Vec<&Finding> {
            findings.cells.iter().filter(|finding| finding.algorithm() == label).collect()
        };
        let mut lines = Vec::new();
        for label in &chosen.algorithms {
            lines.push((label.as_str(), ours(&of(label))));
        }
        let all: Vec<&Finding> = chosen.algorithms.iter().flat_map(|label| of(label)).collect();
        lines.push((PAPER, said(findings, &all)));
        lines.retain(|(_, seconds)| !seconds.is_empty());
        (!lines.is_empty()).then_some(Self { title: &chosen.title, lines })
    }

    /// The picture.
    pub fn svg(&self) -> String {
        let points = |seconds: &BTreeMap<usize, f64>| -> Vec<(f64, f64)> {
            seconds.iter().map(|(&cells, &seconds)| (cells as f64, seconds)).collect()
        };
        let all: Vec<_> = self.lines.iter().map(|(_, seconds)| points(seconds)).collect();
        let lines = self.lines.iter().zip(&all);
        let series: Vec<Points> =
            lines.map(|((label, _), points)| Points { label, points }).collect();
        plots::points(self.title, "cells", "seconds to a success", &series)
    }

    fn table(&self) -> Table {
        let mut sizes: Vec<usize> =
            self.lines.iter().flat_map(|(_, seconds)| seconds.keys().copied()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut columns = vec![column("algorithm", |line: &Line| line.0.to_owned())];
        for cells in sizes {
            columns.push(column(format!("{cells} cells"), move |(_, seconds): &Line| {
                seconds.get(&cells).copied().map_or_else(dash, short_seconds)
            }));
        }
        Table::new(&format!("{}: seconds to a success", self.title), &columns, &self.lines)
    }
}

/// What successes cost on the puzzles of each size, all of one size counting alike.
fn ours(cells: &[&Finding]) -> BTreeMap<usize, f64> {
    by_size(cells, Finding::expected_seconds)
}

/// What the paper says they took.
fn said(findings: &Findings, cells: &[&Finding]) -> BTreeMap<usize, f64> {
    by_size(cells, |finding| line_of(findings, finding)?.seconds)
}

/// The means of a number of seconds by size; a size of which one puzzle has none has none.
fn by_size<'f>(
    cells: &[&Finding<'f>],
    seconds: impl Fn(&Finding<'f>) -> Option<f64>,
) -> BTreeMap<usize, f64> {
    let mut sizes: BTreeMap<usize, Vec<Option<f64>>> = BTreeMap::new();
    for finding in cells {
        let size = finding.cell.subject.as_ref().map(|subject| subject.cells());
        sizes.entry(size.unwrap_or(0)).or_default().push(seconds(finding));
    }
    sizes.remove(&0);
    let each = sizes.into_iter().filter_map(|(size, seconds)| {
        let seconds: Option<Vec<f64>> = seconds.into_iter().collect();
        Some((size, mean(&seconds?)?))
    });
    each.collect()
}

/// The figures in numbers.
pub fn section(findings: &Findings) -> Vec<Passage> {
    let sizes = Sizes::all(findings);
    sizes.iter().map(|sizes| Passage::Table(sizes.table())).collect()
}
