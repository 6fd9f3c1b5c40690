//! Algorithms against each other: on each puzzle, and over all of them.

use super::super::Measure;
use super::document::{Passage, Table, column};
use super::findings::{Finding, Findings};
use crate::statistics::{
    Effect, Friedman, MannWhitney, Method, friedman, holm, mann_whitney, runs_needed, wilcoxon,
};

/// More runs than this are not worth a number.
const MOST_NEEDED: u64 = 10_000;

/// What counts as significant.
pub const ALPHA: f64 = 0.05;
/// Up to so many algorithms every two are compared; of more, the best with each other one.
const ALL_PAIRS: usize = 4;
/// The most algorithms that are ranked over all puzzles.
const MOST_RANKED: usize = 50;

/// The tests between algorithms.
pub fn section(findings: &Findings) -> Vec<Passage> {
    let measure = findings.campaign.plan.measure;
    if !findings.campaign.plan.compare {
        return Vec::new();
    }
    let (table, hopeless) = by_puzzle(findings, measure);
    let over_all = over_puzzles(findings, measure);
    if table.rows.is_empty() && over_all.is_empty() {
        return Vec::new();
    }
    let mut passages = vec![Passage::Heading(2, "Algorithms compared".to_owned())];
    if !table.rows.is_empty() {
        passages.push(Passage::Table(table));
        passages.push(Passage::Text(
            "Mann-Whitney tests of the runs, two-sided, adjusted after Holm for all pairs on a puzzle; of more \
             than four algorithms the best is shown with each other one. A12 is the chance that a run of the \
             first is better than one of the second. Where no difference was shown, the last column says how many \
             runs of each algorithm would show one of this size four times of five (Noether 1987)."
                .to_owned(),
        ));
    }
    if hopeless > 0 {
        passages.push(Passage::Text(format!(
            "{hopeless} of these tests have so few runs that, adjusted, no outcome could have reached {ALPHA}."
        )));
    }
    passages.extend(over_all);
    passages
}

/// Two algorithms on one puzzle.
struct Tested<'f, 'a> {
    puzzle: &'a str,
    first: &'f Finding<'a>,
    second: &'f Finding<'a>,
    test: MannWhitney,
    /// The p of the test, adjusted for all pairs on the puzzle.
    adjusted: f64,
    /// Whether so few runs could not have told anything.
    in_vain: bool,
    /// Pairs that are tested on the puzzle.
    family: usize,
}

impl Tested<'_, '_> {
    /// Runs of each algorithm with which such a test would show a difference like this one four times of
    /// five, where it did not.
    fn needed(&self) -> String {
        if self.adjusted <= ALPHA {
            return super::tables::dash();
        }
        match runs_needed(self.test.a12, ALPHA / self.family.max(1) as f64) {
            Some(runs) if runs <= MOST_NEEDED => runs.to_string(),
            Some(_) => format!("over {MOST_NEEDED}"),
            None => super::tables::dash(),
        }
    }

    fn says(&self) -> &'static str {
        match (self.adjusted <= ALPHA, self.in_vain) {
            (true, _) if self.test.a12 > 0.5 => "first better",
            (true, _) => "second better",
            (false, true) => "too few runs",
            (false, false) => "no difference shown",
        }
    }
}

/// The tests on every puzzle, and how many of them could not have told anything.
fn by_puzzle(findings: &Findings, measure: Measure) -> (Table, usize) {
    let mut lines = Vec::new();
    for puzzle in findings.puzzles() {
        let cells = findings.of_puzzle(puzzle);
        let mut tests: Vec<(&Finding, &Finding, MannWhitney)> = Vec::new();
        for (first, second) in pairs(&cells, measure) {
            let test = mann_whitney(&first.merits(measure), &second.merits(measure));
            tests.extend(test.map(|test| (first, second, test)));
        }
        // The best was chosen by the same runs: it counts as tested like every other pair.
        let family = cells.len() * (cells.len() - 1) / 2;
        let mut p: Vec<f64> = tests.iter().map(|(.., test)| test.p).collect();
        p.resize(family.max(p.len()), 1.0);
        for ((first, second, test), adjusted) in tests.into_iter().zip(holm(&p)) {
            let in_vain = test.floor * family as f64 > ALPHA;
            lines.push(Tested { puzzle, first, second, test, adjusted, in_vain, family });
        }
    }
    let hopeless = lines.iter().filter(|line| line.in_vain).count();
    let columns = [
        column("puzzle", |line: &Tested| line.puzzle.to_owned()),
        column("first", |line: &Tested| line.first.algorithm().to_owned()),
        column("second", |line: &Tested| line.second.algorithm().to_owned()),
        column("A12", |line: &Tested| format!("{:.2}", line.test.a12)),
        column("effect", |line: &Tested| effect(line.test.effect).to_owned()),
        column("p", |line: &Tested| p_value(line.test.p, line.test.method)),
        column("p, Holm", |line: &Tested| p_value(line.adjusted, Method::Exact)),
        column("says", |line: &Tested| line.says().to_owned()),
        column("runs for 80 %", |line: &Tested| line.needed()),
    ];
    (Table::new("Two algorithms on one puzzle", &columns, &lines), hopeless)
}

fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Negligible => "negligible",
        Effect::Small => "small",
        Effect::Medium => "medium",
        Effect::Large => "large",
    }
}

/// A p with as many digits as mean something.
pub fn p_value(p: f64, method: Method) -> String {
    let shown = if p < 1e-4 { format!("{p:.1e}") } else { format!("{p:.4}") };
    match method {
        Method::Exact => shown,
        Method::Asymptotic => format!("{shown} (approximate)"),
    }
}

fn pairs<'f, 'a>(
    cells: &[&'f Finding<'a>],
    measure: Measure,
) -> Vec<(&'f Finding<'a>, &'f Finding<'a>)> {
    if cells.len() <= ALL_PAIRS {
        let of = |(i, first): (usize, &&'f Finding<'a>)| {
            let first = *first;
            cells[i + 1..].iter().map(move |second| (first, *second)).collect::<Vec<_>>()
        };
        return cells.iter().enumerate().flat_map(of).collect();
    }
    let merit = |finding: &Finding| finding.merit(measure);
    let best = cells
        .iter()
        .enumerate()
        .max_by(|(i, a), (j, b)| merit(a).total_cmp(&merit(b)).then(j.cmp(i)));
    let Some((place, best)) = best else { return Vec::new() };
    let others = cells.iter().enumerate().filter(|(i, _)| *i != place);
    others.map(|(_, other)| (*best, *other)).collect()
}

/// What every algorithm comes to on every puzzle, a row a puzzle. An algorithm that was run on a part
/// of the puzzles only cannot be ranked with the others.
fn blocks_of<'a>(findings: &Findings<'a>, measure: Measure) -> (Vec<&'a str>, Vec<Vec<f64>>) {
    let puzzles = findings.puzzles();
    let mut labels = findings.algorithms();
    labels.retain(|label| puzzles.iter().all(|puzzle| findings.cell(puzzle, label).is_some()));
    if labels.len() > MOST_RANKED {
        return (Vec::new(), Vec::new());
    }
    let merit = |puzzle: &str, label: &str| findings.cell(puzzle, label).map(|f| f.merit(measure));
    let row = |puzzle: &&str| labels.iter().map(|label| merit(puzzle, label)).collect();
    let rows = puzzles.iter().filter_map(row).collect();
    (labels, rows)
}

/// Friedman's test over the puzzles, if there are enough of both.
pub fn ranking<'a>(findings: &Findings<'a>) -> Option<(Vec<&'a str>, Friedman)> {
    let (labels, rows) = blocks_of(findings, findings.campaign.plan.measure);
    if rows.len() < 2 {
        return None;
    }
    Some((labels, friedman(&rows).ok()?))
}

fn over_puzzles(findings: &Findings, measure: Measure) -> Vec<Passage> {
    let (labels, rows) = blocks_of(findings, measure);
    if let (&[first, second], [_, _, ..]) = (&labels[..], &rows[..]) {
        let pairs: Vec<(f64, f64)> = rows.iter().map(|row| (row[0], row[1])).collect();
        return vec![Passage::Text(two(first, second, &pairs))];
    }
    let Some((labels, test)) = ranking(findings) else { return Vec::new() };
    let mut said = format!(
        "Friedman's test over {} puzzles: chi-square {:.2}, p = {}.",
        test.blocks,
        test.statistic,
        p_value(test.p, Method::Asymptotic)
    );
    if test.floor > ALPHA {
        said += &format!(
            " So few puzzles cannot reach {ALPHA} whatever comes out: {:.3} is the least.",
            test.floor
        );
    }
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|&a, &b| test.ranks[a].total_cmp(&test.ranks[b]));
    let columns = [
        column("algorithm", |&i: &usize| labels[i].to_owned()),
        column("mean rank", |&i: &usize| format!("{:.2}", test.ranks[i])),
    ];
    let table = Table::new("Algorithms over all puzzles", &columns, &order);
    let mut passages = vec![Passage::Text(said), Passage::Table(table)];
    let found: Vec<String> = test
        .pairs
        .iter()
        .filter(|pair| pair.holm <= ALPHA)
        .map(|pair| {
            let (a, b) = if pair.z > 0.0 { (pair.a, pair.b) } else { (pair.b, pair.a) };
            format!("{} over {} (p = {})", labels[a], labels[b], p_value(pair.holm, Method::Exact))
        })
        .collect();
    passages.push(Passage::Text(match found.is_empty() {
        true => "Post hoc, adjusted after Holm: no two algorithms are told apart.".to_owned(),
        false => format!("Post hoc, adjusted after Holm: {}.", found.join("; ")),
    }));
    passages
}

/// Two algorithms over all puzzles.
fn two(first: &str, second: &str, pairs: &[(f64, f64)]) -> String {
    let head = format!("{first} against {second} over {} puzzles", pairs.len());
    match wilcoxon(pairs) {
        None => format!("{head}: their means are the same everywhere."),
        Some(test) => {
            let hopeless = match test.floor > ALPHA {
                true => format!(
                    "; so few puzzles cannot reach {ALPHA} whatever comes out: {:.3} is the least",
                    test.floor
                ),
                false => String::new(),
            };
            format!(
                "{head}: Wilcoxon signed-rank test of the means, p = {}{hopeless}.",
                p_value(test.p, test.method)
            )
        }
    }
}
