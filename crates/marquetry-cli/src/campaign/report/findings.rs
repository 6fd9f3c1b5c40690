//! What the runs of a plan came to, cell by cell.

use super::super::{Campaign, Cell, Improvement, Measure, Record};
use crate::statistics::{Summary, bootstrap_mean, ert, mean, wilson};
use marquetry::search::Curve;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The confidence of every interval.
pub const LEVEL: f64 = 0.95;

/// The runs of a plan.
#[derive(Debug)]
pub struct Findings<'a> {
    /// The plan.
    pub campaign: &'a Campaign,
    /// Cells that have runs, in the plan's order.
    pub cells: Vec<Finding<'a>>,
    /// Runs that are still to be made.
    pub missing: usize,
    /// Where each cell is, by its labels.
    places: HashMap<(&'a str, &'a str), usize>,
}

/// The runs of a cell.
#[derive(Debug)]
pub struct Finding<'a> {
    /// The cell.
    pub cell: &'a Cell,
    /// Its runs by seed, those that failed left out.
    pub runs: Vec<Rc<Record>>,
    /// How many failed.
    pub failed: usize,
    /// Their scores.
    pub scores: Option<Summary>,
    /// Where the mean score may lie.
    pub interval: Option<(f64, f64)>,
}

impl<'a> Findings<'a> {
    /// Sorts runs into the cells of a plan.
    pub fn new(campaign: &'a Campaign, records: Vec<Record>) -> Self {
        let by_job: HashMap<String, Rc<Record>> =
            records.into_iter().map(|record| (record.job.clone(), Rc::new(record))).collect();
        let (mut cells, mut missing, mut places) = (Vec::new(), 0, HashMap::new());
        for cell in &campaign.cells {
            let mut runs = Vec::with_capacity(cell.seeds.len());
            runs.extend(cell.jobs().filter_map(|(job, _)| by_job.get(&job).map(Rc::clone)));
            // A stand-in is neither shown nor missed where there are runs of what it stands for.
            if cell.stands_for.is_some() && places.contains_key(&(cell.planned(), &*cell.algorithm))
            {
                continue;
            }
            if !runs.is_empty() || cell.subject.is_some() {
                missing += cell.seeds.len() - runs.len();
            }
            if !runs.is_empty() {
                places.insert((&*cell.puzzle, &*cell.algorithm), cells.len());
                cells.push(Finding::new(cell, runs));
            }
        }
        Self { campaign, cells, missing, places }
    }

    /// The runs of an algorithm on a puzzle, by their labels.
    pub fn cell(&self, puzzle: &str, algorithm: &str) -> Option<&Finding<'a>> {
        self.cells.get(*self.places.get(&(puzzle, algorithm))?)
    }

    /// The labels of the algorithms, in the plan's order.
    pub fn algorithms(&self) -> Vec<&'a str> {
        unique(self.cells.iter().map(Finding::algorithm))
    }

    /// The labels of the puzzles, in the plan's order.
    pub fn puzzles(&self) -> Vec<&'a str> {
        unique(self.cells.iter().map(Finding::puzzle))
    }

    /// The cells of a puzzle.
    pub fn of_puzzle(&self, label: &str) -> Vec<&Finding<'a>> {
        self.cells.iter().filter(|finding| finding.puzzle() == label).collect()
    }

    /// Whether goals are worth a column: someone reached one, or the plan asks.
    pub fn has_goals(&self) -> bool {
        let goal = |finding: &Finding| finding.solved() > 0 || finding.cell.spec.target.is_some();
        self.campaign.plan.measure == Measure::Success || self.cells.iter().any(goal)
    }
}

impl<'a> Finding<'a> {
    fn new(cell: &'a Cell, mut runs: Vec<Rc<Record>>) -> Self {
        let all = runs.len();
        runs.retain(|run| !run.failed());
        let scores: Vec<f64> = runs.iter().map(|run| f64::from(run.score)).collect();
        Self {
            cell,
            failed: all - runs.len(),
            scores: Summary::of(&scores),
            interval: bootstrap_mean(&scores, LEVEL, 1),
            runs,
        }
    }

    /// What tables call the puzzle.
    pub fn puzzle(&self) -> &'a str {
        &self.cell.puzzle
    }

    /// What tables call the algorithm.
    pub fn algorithm(&self) -> &'a str {
        &self.cell.algorithm
    }

    /// Runs that reached their goal.
    pub fn solved(&self) -> usize {
        self.runs.iter().filter(|run| run.solved()).count()
    }

    /// Runs the clock ended before their steps were made.
    pub fn timed_out(&self) -> usize {
        self.runs.iter().filter(|run| run.timed_out()).count()
    }

    /// The share that reached its goal, in percent, and where it may lie. Failed runs count.
    pub fn success(&self) -> (f64, (f64, f64)) {
        let all = self.runs.len() + self.failed;
        let (low, high) = wilson(self.solved(), all, LEVEL);
        (100.0 * self.solved() as f64 / all.max(1) as f64, (100.0 * low, 100.0 * high))
    }

    /// The mean evaluations of all runs.
    pub fn evaluations(&self) -> Option<f64> {
        mean(&self.of(|run| run.evaluations as f64))
    }

    /// The mean evaluations of the runs that reached their goal.
    pub fn evaluations_solved(&self) -> Option<f64> {
        let solved = self.runs.iter().filter(|run| run.solved());
        mean(&solved.map(|run| run.evaluations as f64).collect::<Vec<_>>())
    }

    /// The mean evaluations of the runs that a paper with this measure counts.
    pub fn evaluations_counted(&self, measure: Measure) -> Option<f64> {
        match measure {
            Measure::Success => self.evaluations_solved(),
            Measure::Score | Measure::Time => self.evaluations(),
        }
    }

    /// The mean time: of the processor where it is known, else of the clock.
    pub fn seconds(&self) -> Option<f64> {
        mean(&self.of(seconds))
    }

    /// The mean time of the processor, where that of every run is known.
    pub fn cpu_seconds(&self) -> Option<f64> {
        let times: Option<Vec<f64>> = self.runs.iter().map(|run| run.cpu_s).collect();
        mean(&times?)
    }

    /// The mean time of the clock.
    pub fn wall_seconds(&self) -> Option<f64> {
        mean(&self.of(|run| run.wall_s))
    }

    /// The evaluations a success costs, failures included.
    pub fn expected_evaluations(&self) -> Option<f64> {
        let spent = |run: &Record| (run.evaluations as f64, run.solved());
        ert(&self.runs.iter().map(|run| spent(run)).collect::<Vec<_>>())
    }

    /// The seconds a success costs, failures included.
    pub fn expected_seconds(&self) -> Option<f64> {
        ert(&self.runs.iter().map(|run| (seconds(run), run.solved())).collect::<Vec<_>>())
    }

    /// The mean of something an algorithm counts itself.
    pub fn count(&self, name: &str) -> Option<f64> {
        mean(&self.counts(name)?)
    }

    /// Something an algorithm counts itself, of every run.
    pub fn counts(&self, name: &str) -> Option<Vec<f64>> {
        self.runs.iter().map(|run| run.counts.get(name).copied()).collect()
    }

    /// How a gauge went over another in the runs that kept it.
    pub fn curves(&self, of: &str, over: &str) -> Vec<&Curve> {
        let all = self.runs.iter().flat_map(|run| &run.curves);
        all.filter(|curve| curve.of == of && curve.over == over).collect()
    }

    /// A number of every run.
    pub fn of(&self, what: impl Fn(&Record) -> f64) -> Vec<f64> {
        self.runs.iter().map(|run| what(run)).collect()
    }

    /// The number by which algorithms are compared, greater being better.
    pub fn merits(&self, measure: Measure) -> Vec<f64> {
        self.of(|run| match measure {
            Measure::Score => f64::from(run.score),
            Measure::Success if run.solved() => -(run.evaluations as f64),
            Measure::Time if run.solved() => -seconds(run),
            Measure::Success | Measure::Time => f64::NEG_INFINITY,
        })
    }

    /// One number for all runs, greater being better: what a success costs where that is compared.
    pub fn merit(&self, measure: Measure) -> f64 {
        let cost = match measure {
            Measure::Score => return self.scores.as_ref().map_or(0.0, |scores| scores.mean),
            Measure::Success => self.expected_evaluations(),
            Measure::Time => self.expected_seconds(),
        };
        cost.map_or(f64::NEG_INFINITY, |cost| -cost)
    }

    /// What each run spent until it had this score; infinite if it never had.
    pub fn costs_to(&self, target: u32, cost: impl Fn(&Improvement) -> f64) -> Vec<f64> {
        self.of(|run| {
            let reached = run.trace.iter().find(|at| at.score >= target);
            reached.map_or(f64::INFINITY, &cost)
        })
    }
}

/// Each label once, in the order of their first.
fn unique<'a>(labels: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    labels.filter(|label| seen.insert(*label)).collect()
}

/// The processor's time where it is known, else the clock's.
fn seconds(run: &Record) -> f64 {
    run.cpu_s.unwrap_or(run.wall_s)
}
