//! A plan for those who do not write one: one algorithm on some puzzles.

use super::budget::BudgetEntry;
use super::calibration::Calibration;
use super::puzzles::PuzzleEntry;
use super::seeds::Seeds;
use super::written::{AlgorithmEntry, Measure, Plan};
use crate::load::ClueSource;
use marquetry::search::{Budget, Parameters};
use std::collections::BTreeMap;
use std::time::Duration;

/// One algorithm on some puzzles.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The puzzles: files, links or names on the shelf.
    pub puzzles: Vec<String>,
    /// Where their clues come from.
    pub clues: ClueSource,
    /// The algorithm.
    pub algorithm: String,
    /// The parameters that are not at their defaults.
    pub parameters: Parameters,
    /// The seeds.
    pub seeds: Seeds,
    /// The limits of each run.
    pub budget: Budget,
    /// Threads of each run.
    pub threads: u16,
    /// Earlier times whose scores are told, too.
    pub at: Vec<Duration>,
}

impl From<Measurement> for Plan {
    fn from(measurement: Measurement) -> Self {
        let Measurement { puzzles, clues, algorithm, parameters, seeds, budget, threads, at } =
            measurement;
        let Budget { work, time, target } = budget;
        Self {
            name: "measure".to_owned(),
            title: format!("What {algorithm} reaches"),
            source: None,
            note: None,
            compare: true,
            measure: Measure::Score,
            seeds,
            threads,
            budget: BudgetEntry { work, time, target, calibrate: None },
            calibration: Calibration::default(),
            at,
            quick: None,
            puzzles: puzzles.into_iter().map(|spec| PuzzleEntry::named(spec, &clues)).collect(),
            algorithms: vec![AlgorithmEntry {
                with: algorithm,
                label: None,
                outside: false,
                set: parameters,
                grid: BTreeMap::new(),
                puzzles: None,
                budget: BudgetEntry::default(),
                seeds: None,
            }],
            papers: Vec::new(),
            tests: Vec::new(),
            claims: Vec::new(),
            figures: Vec::new(),
            hash: None,
        }
    }
}
