//! A plan as it is written.

use super::budget::{BudgetEntry, durations};
use super::calibration::Calibration;
use super::puzzles::PuzzleEntry;
use super::seeds::Seeds;
use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use marquetry::search::{Parameters, plain_types};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

include!("built_in.rs");

/// The plans that need no file, by name.
pub fn plans() -> impl Iterator<Item = &'static str> {
    BUILT_IN.iter().map(|(name, _)| *name)
}

/// A plan as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The table of a paper it repeats.
    pub source: Option<String>,
    /// What was read into it, for those who read its report.
    pub note: Option<String>,
    /// Whether algorithms are tested against each other: not where they do different things.
    #[serde(default = "yes")]
    pub compare: bool,
    /// Which number is compared with the paper's.
    #[serde(default)]
    pub measure: Measure,
    pub(super) seeds: Seeds,
    #[serde(default = "one")]
    pub(super) threads: u16,
    #[serde(default)]
    pub(super) budget: BudgetEntry,
    /// The work that was measured for budgets that ask for it.
    #[serde(skip)]
    pub calibration: Calibration,
    /// Earlier times whose scores are told, too.
    #[serde(default, deserialize_with = "durations")]
    pub at: Vec<Duration>,
    /// What `--quick` changes.
    pub(super) quick: Option<Quick>,
    #[serde(rename = "puzzle")]
    pub(super) puzzles: Vec<PuzzleEntry>,
    #[serde(rename = "algorithm")]
    pub(super) algorithms: Vec<AlgorithmEntry>,
    /// Lines of the paper's table.
    #[serde(default, rename = "paper")]
    pub papers: Vec<Paper>,
    /// Tests the paper made.
    #[serde(default, rename = "test")]
    pub tests: Vec<Test>,
    /// What the paper says of two algorithms.
    #[serde(default, rename = "claim")]
    pub claims: Vec<Claim>,
    /// Figures of some algorithms, instead of one of all for every puzzle.
    #[serde(default, rename = "figure")]
    pub figures: Vec<Chosen>,
    /// A hash of its text, where it has one.
    #[serde(skip)]
    pub hash: Option<String>,
}

fn yes() -> bool {
    true
}

fn one() -> u16 {
    1
}

/// The number a verdict compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// The mean score.
    #[default]
    Score,
    /// The share of runs that reach the goal, and the evaluations they need.
    Success,
    /// The mean time.
    Time,
}

impl Measure {
    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Success => "success",
            Self::Time => "time",
        }
    }
}

/// What `--quick` changes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Quick {
    pub(super) seeds: Option<Seeds>,
    /// Of every budget.
    pub(super) share: Option<f64>,
}

/// An algorithm with its parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AlgorithmEntry {
    pub(super) with: String,
    pub(super) label: Option<String>,
    /// Whether it is a method of someone's own: its runs are made elsewhere and added to the store, so
    /// that they are reported beside ours.
    #[serde(default)]
    pub(super) outside: bool,
    #[serde(default)]
    pub(super) set: Parameters,
    #[serde(default)]
    pub(super) grid: BTreeMap<String, Vec<Value>>,
    pub(super) puzzles: Option<Vec<String>>,
    #[serde(default)]
    pub(super) budget: BudgetEntry,
    pub(super) seeds: Option<Seeds>,
}

/// A line of a paper's table.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Paper {
    /// The label of the puzzle.
    pub puzzle: String,
    /// The label of the algorithm.
    pub algorithm: String,
    pub best: Option<f64>,
    pub mean: Option<f64>,
    pub sd: Option<f64>,
    pub median: Option<f64>,
    /// The mean of a run.
    pub evaluations: Option<f64>,
    /// In percent.
    pub success: Option<f64>,
    pub seconds: Option<f64>,
    pub runs: Option<u32>,
    /// The means of what the algorithm counts itself, by its names.
    #[serde(default)]
    pub counts: BTreeMap<String, f64>,
    /// What else is to be said of it.
    pub note: Option<String>,
}

impl Paper {
    fn numbers(&self) -> impl Iterator<Item = f64> {
        let Self { best, mean, sd, median, evaluations, success, seconds, .. } = self;
        let own = [best, mean, sd, median, evaluations, success, seconds];
        own.into_iter().copied().flatten().chain(self.counts.values().copied())
    }
}

/// A figure that shows some of the algorithms.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a figure with a title and algorithms")]
pub struct Chosen {
    /// What it shows.
    pub title: String,
    /// The labels of the algorithms.
    pub algorithms: Vec<String>,
    /// What is drawn, if it is not the score.
    of: Option<String>,
    /// What it is drawn over.
    over: Option<String>,
    /// The number that bars show over all puzzles.
    bars: Option<Shown>,
}

/// What bars show of a cell, and of the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// The mean evaluations, of the runs that succeed where successes are compared.
    Evaluations,
    /// The share of runs that succeed, in percent.
    Success,
    /// The mean seconds.
    Seconds,
}

/// What a figure draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn<'a> {
    /// The score over steps and time, one figure for every puzzle.
    Score,
    /// A gauge over another as the runs kept it, one figure for every puzzle.
    Curve {
        /// The gauge.
        of: &'a str,
        /// The gauge along the curve.
        over: &'a str,
    },
    /// The time a success takes over the size of the puzzle, one figure for all.
    TimeOverSize,
    /// A bar for every algorithm on each puzzle, one figure for all.
    Bars(Shown),
}

impl Drawn<'_> {
    /// Whether there is one for every puzzle, which then needs none of all algorithms.
    #[must_use]
    pub fn by_puzzle(self) -> bool {
        matches!(self, Self::Score | Self::Curve { .. })
    }
}

impl Chosen {
    /// What it draws.
    #[must_use]
    pub fn drawn(&self) -> Drawn<'_> {
        match (self.bars, self.of.as_deref(), self.over.as_deref()) {
            (Some(shown), _, _) => Drawn::Bars(shown),
            (None, Some("time"), Some("size")) => Drawn::TimeOverSize,
            (None, Some(of), Some(over)) => Drawn::Curve { of, over },
            (None, _, _) => Drawn::Score,
        }
    }
}

/// A Wilcoxon signed-rank test of two algorithms over the mean evaluations of the puzzles.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The label of an algorithm.
    pub first: String,
    /// The label of the other.
    pub second: String,
    /// What the paper says came out.
    pub p: f64,
}

/// A claim of a paper: one algorithm is better than another.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The label of the better one.
    pub better: String,
    /// The label of the worse one.
    pub worse: String,
    /// Where it stands.
    pub source: String,
    /// What is compared, greater being better, if it is not the plan's measure: something the algorithms count
    /// themselves, as it is at the end of a run.
    pub by: Option<String>,
}

impl Plan {
    /// A plan to begin with, which says what its keys mean.
    pub const TEMPLATE: &str = include_str!("template.toml");

    /// The plan of a name or a file.
    ///
    /// # Errors
    /// If there is none, or it cannot be understood.
    pub fn load(spec: &str) -> Result<Self> {
        let built_in = BUILT_IN.iter().find(|(name, _)| *name == spec);
        match built_in {
            Some((_, text)) => Self::parse(text, spec),
            None if spec == "-" || Path::new(spec).exists() => {
                let text = String::from_utf8(output::read_input(spec)?)
                    .with_context(|| format!("{spec} is not text"))?;
                let mut plan = Self::parse(&text, spec)?;
                if spec != "-" {
                    plan.calibration = Calibration::beside(Path::new(spec))?;
                }
                Ok(plan)
            }
            None => {
                let known: Vec<&str> = plans().collect();
                bail!("no plan {spec:?}, expected a file or one of {}", known.join(", "))
            }
        }
    }

    /// The plan of a text that came from there.
    ///
    /// # Errors
    /// If it cannot be understood.
    pub fn parse(text: &str, from: &str) -> Result<Self> {
        let mut plan: Self = toml::from_str(text).map_err(|error| {
            let line = error
                .span()
                .map_or(1, |span| 1 + text.get(..span.start).unwrap_or("").matches('\n').count());
            anyhow!("{from}, line {line}: {}", plain_types(&error.message().replace('\n', " ")))
        })?;
        let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if plan.name.is_empty() || !plan.name.chars().all(letter) {
            bail!("{from}: the name {:?} is not made of small letters, digits and -", plan.name);
        }
        plan.check().with_context(|| from.to_owned())?;
        // The same plan on any system, whatever ends its lines.
        let text = text.replace("\r\n", "\n");
        plan.hash = Some(blake3::hash(text.as_bytes()).to_hex()[..16].to_owned());
        Ok(plan)
    }

    /// Words and numbers that no table could show.
    fn check(&self) -> Result<()> {
        let labels = self.algorithms.iter().filter_map(|entry| entry.label.as_ref());
        let puzzles: Vec<String> = self.puzzles.iter().map(PuzzleEntry::label).collect();
        for words in labels.chain(&puzzles).chain([&self.title]).chain(&self.source) {
            if words.trim().is_empty() || words.chars().any(char::is_control) {
                bail!("expected words in one line for a title or label, found {words:?}");
            }
        }
        if let Some(twice) = (1..puzzles.len()).find(|&i| puzzles[..i].contains(&puzzles[i])) {
            bail!("two puzzles are labelled {:?}", puzzles[twice]);
        }
        if self.threads == 0 {
            bail!("a run needs a thread");
        }
        let share = self.quick.as_ref().and_then(|quick| quick.share).unwrap_or(1.0);
        if !(share > 0.0 && share <= 1.0) {
            bail!("expected a share of the budget between 0 and 1, found {share}");
        }
        if let Some(half) = self.figures.iter().find(|f| f.of.is_some() != f.over.is_some()) {
            bail!("the figure {:?} needs both of and over, or neither", half.title);
        }
        if let Some(both) = self.figures.iter().find(|f| f.bars.is_some() && f.of.is_some()) {
            bail!("the figure {:?} is of bars or of a curve, not both", both.title);
        }
        self.papers.iter().enumerate().try_for_each(|(place, line)| {
            let Paper { puzzle, algorithm, .. } = line;
            let same = |other: &Paper| other.puzzle == *puzzle && other.algorithm == *algorithm;
            if self.papers[..place].iter().any(same) {
                bail!("two lines of the paper are of {algorithm} on {puzzle}");
            }
            match line.numbers().find(|number| !(*number >= 0.0 && number.is_finite())) {
                Some(number) => bail!("a line of the paper says {number}"),
                None => Ok(()),
            }
        })
    }

    /// Whether there is a quick version.
    #[must_use]
    pub fn has_quick(&self) -> bool {
        self.quick.is_some()
    }

    /// What the paper says of a cell.
    #[must_use]
    pub fn paper(&self, puzzle: &str, algorithm: &str) -> Option<&Paper> {
        self.papers.iter().find(|line| line.puzzle == puzzle && line.algorithm == algorithm)
    }
}
