//! The plan that a store lets guess: its runs, sorted into cells.

use super::super::{Record, Spec, Studied, Subject};
use super::budget::BudgetEntry;
use super::calibration::Calibration;
use super::cells::{Campaign, Cell};
use super::seeds::Seeds;
use super::written::{Measure, Plan};
use marquetry::search::Parameters;
use marquetry::{edge, tokens};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

impl Campaign {
    /// A campaign of exactly these runs, called after their store.
    #[must_use]
    pub fn of_runs(store: &str, runs: &[Record]) -> Self {
        let mut cells: Vec<Cell> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for run in runs {
            let spec = Spec { seed: 0, ..run.spec.clone() };
            let place = *places.entry(spec.job()).or_insert_with(|| {
                cells.push(cell(run, spec));
                cells.len() - 1
            });
            if !cells[place].seeds.contains(&run.spec.seed) {
                cells[place].seeds.push(run.spec.seed);
            }
        }
        cells.iter_mut().for_each(|cell| cell.seeds.sort_unstable());
        tell_apart(&mut cells);
        Self { plan: plan(store), cells, missing: Vec::new(), quick: false }
    }
}

fn cell(run: &Record, spec: Spec) -> Cell {
    Cell {
        puzzle: run.puzzle_name.clone(),
        algorithm: setting(&spec),
        spec,
        seeds: Vec::new(),
        subject: None,
        stands_for: None,
        outside: false,
    }
}

/// Gives cells of the same labels others: the puzzle's id, the budget, in the end a number.
fn tell_apart(cells: &mut [Cell]) {
    let mut names: HashMap<String, HashSet<String>> = HashMap::new();
    for cell in &*cells {
        names.entry(cell.puzzle.clone()).or_default().insert(cell.spec.puzzle.clone());
    }
    for cell in &mut *cells {
        if names.get(&cell.puzzle).is_some_and(|ids| ids.len() > 1) {
            let id = cell.spec.puzzle.get(..6).unwrap_or(&cell.spec.puzzle);
            cell.puzzle = format!("{} {id}", cell.puzzle);
        }
    }
    let label = |cell: &Cell| (cell.puzzle.clone(), cell.algorithm.clone());
    let mut counts: HashMap<(String, String), usize> = HashMap::new();
    cells.iter().for_each(|cell| *counts.entry(label(cell)).or_default() += 1);
    let mut taken = HashSet::new();
    for cell in &mut *cells {
        if counts.get(&label(cell)).is_some_and(|&count| count > 1) {
            cell.algorithm = format!("{}, {}", cell.algorithm, cell.spec.limits());
        }
        let wish = cell.algorithm.clone();
        let mut number = 2;
        while !taken.insert(label(cell)) {
            cell.algorithm = format!("{wish} ({number})");
            number += 1;
        }
    }
}

fn plan(store: &str) -> Plan {
    Plan {
        name: "store".to_owned(),
        title: format!("The runs of {store}"),
        source: None,
        note: None,
        compare: true,
        measure: Measure::Score,
        seeds: Seeds(Vec::new()),
        threads: 1,
        budget: BudgetEntry::default(),
        at: Vec::new(),
        quick: None,
        puzzles: Vec::new(),
        algorithms: Vec::new(),
        papers: Vec::new(),
        tests: Vec::new(),
        claims: Vec::new(),
        figures: Vec::new(),
        hash: None,
        calibration: Calibration::default(),
    }
}

/// The algorithm, and those of its parameters that are not as usual.
#[must_use]
pub fn setting(spec: &Spec) -> String {
    let name = &spec.algorithm;
    let is_tokens = matches!(Subject::restore(&spec.puzzle, None), Ok(Some(_)));
    let usual = if is_tokens { usual::<tokens::Puzzle>(name) } else { usual::<edge::Puzzle>(name) };
    // An algorithm this program does not know is told with all there is.
    let usual = usual.unwrap_or_default();
    let unusual = spec.parameters.iter().filter(|(key, value)| usual.get(*key) != Some(value));
    let words = unusual.map(|(key, value)| match value {
        Value::String(text) => format!(" {key}={text}"),
        value => format!(" {key}={value}"),
    });
    std::iter::once(name.clone()).chain(words).collect()
}

fn usual<P: Studied>(name: &str) -> Option<Parameters> {
    let told = P::entry(name).ok()?.parameters(Parameters::new()).ok()?;
    told.as_object().cloned()
}
