//! How gauges went over others: the curves that a plan asks for, in numbers and as figures.

use super::super::{Chosen, Drawn};
use super::document::{Passage, Table, column};
use super::findings::{Finding, Findings};
use super::tables::{dash, show};
use crate::plots::{self, Trend};
use crate::statistics::mean;
use marquetry::search::Curve;

/// The places of a curve that are tabled, besides its beginning.
const PLACES: u64 = 5;

/// The curves of the runs of one algorithm.
type Line<'f, 'a> = (&'f Finding<'a>, Vec<&'f Curve>);

/// The curves of the runs of some algorithms on one puzzle.
pub struct Drawing<'f, 'a> {
    /// Which figure of the plan it is.
    pub number: usize,
    /// What it shows.
    pub title: String,
    of: &'f str,
    over: &'f str,
    lines: Vec<Line<'f, 'a>>,
}

impl<'f, 'a> Drawing<'f, 'a> {
    /// Every figure of the plan that draws curves on a puzzle whose runs have kept them.
    pub fn all(findings: &'f Findings<'a>, puzzle: &str) -> Vec<Self> {
        let chosen = findings.campaign.plan.figures.iter().enumerate();
        chosen.filter_map(|(i, chosen)| Self::new(findings, puzzle, i + 1, chosen)).collect()
    }

    fn new(
        findings: &'f Findings<'a>,
        puzzle: &str,
        number: usize,
        chosen: &'f Chosen,
    ) -> Option<Self> {
        let Drawn::Curve { of, over } = chosen.drawn() else { return None };
        let cells = findings.cells.iter().filter(|finding| finding.puzzle() == puzzle);
        let line = |finding: &'f Finding<'a>| {
            let wanted = chosen.algorithms.iter().any(|label| label == finding.algorithm());
            let curves = finding.curves(of, over);
            (wanted && !curves.is_empty()).then_some((finding, curves))
        };
        let lines: Vec<_> = cells.filter_map(line).collect();
        let title = format!("{}, {puzzle}", chosen.title);
        (!lines.is_empty()).then_some(Self { number, title, of, over, lines })
    }

    /// What it shows, in words.
    pub fn caption(&self) -> String {
        format!("{}: mean and quartiles of {} over {}.", self.title, self.of, self.over)
    }

    /// The picture.
    pub fn svg(&self) -> String {
        let runs = |curves: &Vec<&Curve>| -> Vec<Vec<(f64, f64)>> {
            let points = |curve: &&Curve| curve.points.iter().map(|p| (p.0 as f64, p.1)).collect();
            curves.iter().map(points).collect()
        };
        let runs: Vec<_> = self.lines.iter().map(|(_, curves)| runs(curves)).collect();
        let lines = self.lines.iter().zip(&runs);
        let trends: Vec<Trend> =
            lines.map(|((f, _), runs)| Trend { label: f.algorithm(), runs }).collect();
        plots::trend(&self.title, self.over, self.of, &trends)
    }

    /// Means at a few places, as far as every run got, and how often a run fell.
    fn table(&self) -> Table {
        let ends = self.lines.iter().flat_map(|(_, curves)| curves.iter().filter_map(|c| c.end()));
        let end = ends.max().unwrap_or(0);
        let mut columns = vec![column("algorithm", |line: &Line| line.0.algorithm().to_owned())];
        for place in 0..=PLACES {
            let at = u128::from(end) * u128::from(place) / u128::from(PLACES);
            let at = u64::try_from(at).unwrap_or(end);
            columns.push(column(format!("{} {at}", self.over), move |(_, curves): &Line| {
                show(mean_at(curves, at), 3)
            }));
        }
        columns
            .push(column("at the end", |(_, curves): &Line| show(mean_until(curves, u64::MAX), 3)));
        columns.push(column("falls of a run", |(_, curves): &Line| {
            let falls: Vec<f64> = curves.iter().map(|curve| curve.falls() as f64).collect();
            mean(&falls).map_or_else(dash, |falls| format!("{falls:.1}"))
        }));
        Table::new(&format!("{}: mean {}", self.title, self.of), &columns, &self.lines)
    }
}

/// The mean at a place that one of them reaches; a run that has ended keeps its last value.
fn mean_at(curves: &[&Curve], at: u64) -> Option<f64> {
    let reached = curves.iter().any(|curve| curve.end().is_some_and(|end| at <= end));
    reached.then(|| mean_until(curves, at)).flatten()
}

fn mean_until(curves: &[&Curve], at: u64) -> Option<f64> {
    let value = |curve: &&Curve| curve.value(at.min(curve.end()?));
    let values: Option<Vec<f64>> = curves.iter().map(value).collect();
    mean(&values?)
}

/// The curves in numbers.
pub fn section(findings: &Findings) -> Vec<Passage> {
    let drawings = findings.puzzles().into_iter().flat_map(|p| Drawing::all(findings, p));
    let tables: Vec<Passage> = drawings.map(|drawing| Passage::Table(drawing.table())).collect();
    if tables.is_empty() {
        return Vec::new();
    }
    let words = "Means over the runs; a run that has ended keeps its last value until the last of its \
        algorithm's has. A fall is a change for the worse. Of more than a thousand changes of a run every second, \
        fourth, ... place is kept.";
    let head = Passage::Heading(2, "Curves".to_owned());
    std::iter::once(head).chain(tables).chain([Passage::Text(words.to_owned())]).collect()
}
