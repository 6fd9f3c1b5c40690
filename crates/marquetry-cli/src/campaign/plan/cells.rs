//! A plan expanded: cells of runs that differ only in their seed.

use super::super::{Spec, Studied, Subject};
use super::budget::BudgetEntry;
use super::puzzles::{Found, Missing, PuzzleEntry};
use super::written::{AlgorithmEntry, Paper, Plan};
use anyhow::{Context, Result, bail};
use marquetry::edge;
use marquetry::search::Parameters;
use serde_json::Value;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// The most runs of a campaign.
const MOST_RUNS: usize = 1_000_000;
/// The most settings of one grid.
const MOST_SETTINGS: usize = 10_000;

/// A plan ready to be run.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The plan.
    pub plan: Plan,
    /// Its cells, puzzle by puzzle.
    pub cells: Vec<Cell>,
    /// Puzzles that are not there.
    pub missing: Vec<Missing>,
    /// Whether it is the quick version.
    pub quick: bool,
}

/// Runs that differ only in their seed.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What tables call the puzzle.
    pub puzzle: String,
    /// What tables call the algorithm.
    pub algorithm: String,
    /// What is run, with seed 0.
    pub spec: Spec,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// The puzzle, unless it is missing and only runs of others can be shown.
    pub subject: Option<Arc<Subject>>,
    /// The label of the puzzle this one stands in for.
    pub stands_for: Option<String>,
    /// Whether the algorithm is a method of someone's own, which the catalogue does not have.
    pub outside: bool,
}

impl Cell {
    /// A cell outside of any plan, without seeds.
    ///
    /// # Errors
    /// If the algorithm or a parameter is unknown, or the algorithm cannot search the puzzle.
    pub fn lone(
        subject: Arc<Subject>,
        algorithm: &str,
        given: &Parameters,
        work: Option<u64>,
        time: Option<Duration>,
    ) -> Result<Self> {
        let spec = Spec {
            puzzle: subject.id(),
            algorithm: algorithm.to_owned(),
            parameters: subject.parameters(algorithm, given)?,
            seed: 0,
            threads: 1,
            work_limit: work,
            time_s: time.map(|time| time.as_secs_f64()),
            target: None,
        };
        let (puzzle, algorithm) = (subject.name(), algorithm.to_owned());
        let (seeds, subject, stands_for) = (Vec::new(), Some(subject), None);
        Ok(Self { puzzle, algorithm, spec, seeds, subject, stands_for, outside: false })
    }

    /// The label of the puzzle in the plan, whichever is run.
    #[must_use]
    pub fn planned(&self) -> &str {
        self.stands_for.as_ref().unwrap_or(&self.puzzle)
    }

    /// What is run with a seed.
    #[must_use]
    pub fn spec_of(&self, seed: u64) -> Spec {
        Spec { seed, ..self.spec.clone() }
    }

    /// Its jobs: name and seed.
    pub fn jobs(&self) -> impl Iterator<Item = (String, u64)> {
        self.seeds.iter().map(|&seed| (self.spec_of(seed).job(), seed))
    }
}

impl Campaign {
    /// Expands a plan and makes sure that every job can be run.
    ///
    /// # Errors
    /// If a puzzle, algorithm or parameter is unknown or a grid is bad; the message says which.
    pub fn new(plan: Plan, quick: bool) -> Result<Self> {
        let context = format!("plan {}", plan.name);
        let name = plan.name.clone();
        let (campaign, uncalibrated) = Self::expand(plan, quick).with_context(|| context)?;
        if let Some(cell) = uncalibrated.first() {
            let (algorithm, puzzle) = (&cell.algorithm, &cell.puzzle);
            bail!(
                "plan {name}: {algorithm} on {puzzle} is not calibrated yet; `marquetry campaign calibrate` \
                 measures what is missing"
            );
        }
        Ok(campaign)
    }

    /// The cells of a plan whose work is still to be measured, with the time as their budget.
    ///
    /// # Errors
    /// As for [`Campaign::new`].
    pub fn uncalibrated(plan: &Plan, quick: bool) -> Result<Vec<Cell>> {
        let context = format!("plan {}", plan.name);
        let (_, cells) = Self::expand(plan.clone(), quick).with_context(|| context)?;
        Ok(cells.into_iter().filter(|cell| cell.subject.is_some() && !cell.outside).collect())
    }

    fn expand(plan: Plan, quick: bool) -> Result<(Self, Vec<Cell>)> {
        if plan.puzzles.is_empty() || plan.algorithms.is_empty() {
            bail!("expected at least one puzzle and one algorithm");
        }
        let labels: Vec<String> = plan.puzzles.iter().map(PuzzleEntry::label).collect();
        let mut settings = Vec::new();
        for entry in &plan.algorithms {
            let known = |label: &&String| !labels.contains(label);
            if let Some(unknown) = entry.puzzles.iter().flatten().find(known) {
                bail!("algorithm {}: no puzzle is labelled {unknown:?}", entry.name());
            }
            let given = entry.settings().with_context(|| format!("algorithm {}", entry.name()))?;
            settings.push((entry, given));
        }
        let (mut cells, mut missing, mut runs) = (Vec::new(), Vec::new(), 0);
        let mut uncalibrated: Vec<Cell> = Vec::new();
        for (entry, label) in plan.puzzles.iter().zip(&labels) {
            let (found, lacking) = entry.find()?;
            missing.extend(lacking);
            for puzzle in &found {
                for (algorithm, given) in &settings {
                    if algorithm.puzzles.as_ref().is_some_and(|only| !only.contains(label)) {
                        continue;
                    }
                    let budget = algorithm.budget.or(entry.budget).or(plan.budget);
                    for (name, parameters) in given {
                        let cell = plan.cell(puzzle, algorithm, name, parameters, budget, quick);
                        let mut cell =
                            cell.with_context(|| format!("{name} on {}", puzzle.label))?;
                        if !plan.calibrate(&mut cell, budget, quick)? {
                            uncalibrated.push(cell.clone());
                        }
                        runs += cell.seeds.len();
                        if runs > MOST_RUNS {
                            bail!("more than {MOST_RUNS} runs");
                        }
                        cells.push(cell);
                    }
                }
            }
        }
        let campaign = Self { plan, cells, missing, quick };
        campaign.check()?;
        Ok((campaign, uncalibrated))
    }

    /// How many runs it has, those of missing puzzles not counted.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.playable().map(|cell| cell.seeds.len()).sum()
    }

    /// The cells that can be run.
    pub fn playable(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().filter(|cell| cell.subject.is_some() && !cell.outside)
    }

    fn check(&self) -> Result<()> {
        let mut known = HashSet::new();
        if let Some(twice) = self.cells.iter().find(|c| !known.insert((&c.puzzle, &c.algorithm))) {
            bail!("two algorithms are labelled {} on puzzle {}", twice.algorithm, twice.puzzle);
        }
        if self.cells.is_empty() {
            bail!("no algorithm has a puzzle");
        }
        let labels = |line: &&Paper| {
            let of = |cell: &Cell| cell.planned() == line.puzzle;
            !self.cells.iter().any(|cell| cell.algorithm == line.algorithm && of(cell))
        };
        if let Some(line) = self.plan.papers.iter().find(labels) {
            bail!(
                "a line of the paper is of {} on {}, which is not run",
                line.algorithm,
                line.puzzle
            );
        }
        let tested = self.plan.tests.iter().flat_map(|test| [&test.first, &test.second]);
        let claimed = self.plan.claims.iter().flat_map(|claim| [&claim.better, &claim.worse]);
        let drawn = self.plan.figures.iter().flat_map(|figure| &figure.algorithms);
        let run = |label: &String| self.cells.iter().any(|cell| cell.algorithm == *label);
        if let Some(label) = tested.chain(claimed).chain(drawn).find(|label| !run(label)) {
            bail!("a test, claim or figure is of {label}, which is not run");
        }
        Ok(())
    }
}

impl Plan {
    /// Gives a cell the work that was measured for it; whether it needs none or has it. One that was not
    /// measured has the time to measure in as its budget.
    fn calibrate(&self, cell: &mut Cell, budget: BudgetEntry, quick: bool) -> Result<bool> {
        let Some(time) = budget.calibrate else { return Ok(true) };
        if budget.work.is_some() {
            bail!("{}: both evaluations and calibrate say how much work", cell.algorithm);
        }
        let share = self.quick.as_ref().filter(|_| quick).and_then(|quick| quick.share);
        let time_s = Some(time.as_secs_f64() * share.unwrap_or(1.0));
        let timed = Spec { work_limit: None, time_s, target: None, ..cell.spec.clone() };
        let measured = self.calibration.evaluations(&timed.job());
        match measured {
            Some(_) => cell.spec.work_limit = measured,
            None => cell.spec = timed,
        }
        Ok(measured.is_some())
    }

    fn cell(
        &self,
        puzzle: &Found,
        entry: &AlgorithmEntry,
        label: &str,
        given: &Parameters,
        budget: BudgetEntry,
        quick: bool,
    ) -> Result<Cell> {
        let parameters = match puzzle.subject.as_deref() {
            _ if entry.outside => given.clone(),
            Some(subject) => subject.parameters(&entry.with, given)?,
            None => edge::Puzzle::entry(&entry.with)?.recorded(given.clone())?,
        };
        let quick = self.quick.as_ref().filter(|_| quick);
        let share = quick.and_then(|quick| quick.share).unwrap_or(1.0);
        let seeds = quick.and_then(|quick| quick.seeds.as_ref());
        let seeds = seeds.or(entry.seeds.as_ref()).unwrap_or(&self.seeds);
        if budget.work.is_none() && budget.time.is_none() && budget.calibrate.is_none() {
            bail!("no budget: expected evaluations or a time");
        }
        let nothing = |time: Option<Duration>| time.is_some_and(|time| time.is_zero());
        if budget.work == Some(0) || nothing(budget.time) || nothing(budget.calibrate) {
            bail!("a budget of nothing");
        }
        let spec = Spec {
            puzzle: puzzle.id.clone(),
            algorithm: entry.with.clone(),
            parameters,
            seed: 0,
            threads: self.threads,
            work_limit: budget.work.map(|all| (all as f64 * share).ceil() as u64),
            time_s: budget.time.map(|all| all.as_secs_f64() * share),
            target: budget.target,
        };
        Ok(Cell {
            puzzle: puzzle.label.clone(),
            algorithm: label.to_owned(),
            spec,
            seeds: seeds.0.clone(),
            subject: puzzle.subject.clone(),
            stands_for: puzzle.stands_for.clone(),
            outside: entry.outside,
        })
    }
}

impl AlgorithmEntry {
    fn name(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.with)
    }

    /// Every setting of the grid, with its label.
    fn settings(&self) -> Result<Vec<(String, Parameters)>> {
        let mut settings = vec![(self.name().to_owned(), self.set.clone())];
        for (key, values) in &self.grid {
            if values.is_empty() {
                bail!("the grid has no value for {key}");
            }
            if self.set.contains_key(key) {
                bail!("{key} is both set and in the grid");
            }
            if settings.len() * values.len() > MOST_SETTINGS {
                bail!("the grid has more than {MOST_SETTINGS} settings");
            }
            let one = |(label, set): &(String, Parameters), value: &Value| {
                let shown = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
                let mut set = set.clone();
                set.insert(key.clone(), value.clone());
                (format!("{label} {key}={shown}"), set)
            };
            settings = settings
                .iter()
                .flat_map(|setting| values.iter().map(move |value| one(setting, value)))
                .collect();
        }
        // TOML has no null: this is how a float that is no number arrives.
        let null = settings.iter().flat_map(|(_, set)| set).find(|(_, value)| value.is_null());
        match null {
            Some((key, _)) => bail!("{key} is not a number"),
            None => Ok(settings),
        }
    }
}
