//! What a count has found so far, and how it is written down.

use super::eye::Eye;
use super::route::{Candidate, Route, look_of};
use super::tree_walk::Path;
use super::{Block, Exact};
use crate::edge::{Board, Puzzle};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Sums over finished parts of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tally {
    /// Pieces laid.
    pub(super) nodes: u64,
    /// Solutions that look different.
    pub(super) looks: u64,
    /// Twelfths of solutions that differ by more than a turn of the whole board: one that is the
    /// same as two others counts a third.
    pub(super) twelfths: u64,
    /// Fillings of a block with numbered pieces.
    pub(super) fillings: u64,
}

impl Tally {
    pub(super) fn add(&mut self, other: Self) {
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.looks = self.looks.saturating_add(other.looks);
        self.twelfths = self.twelfths.saturating_add(other.twelfths);
        self.fillings = self.fillings.saturating_add(other.fillings);
    }
}

/// Counts solutions as they are found.
pub(super) struct Counting<'a> {
    plan: &'a Route,
    eye: Option<Eye<'a>>,
    block: bool,
}

impl<'a> Counting<'a> {
    /// `fixed` says that symmetry leaves one of all turned versions anyway.
    pub(super) fn new(puzzle: &'a Puzzle, plan: &'a Route, block: bool, fixed: bool) -> Self {
        Self { plan, eye: (!block && !fixed).then(|| Eye::new(puzzle)), block }
    }

    pub(super) fn see(&self, laid: &[Candidate], tally: &mut Tally) {
        tally.looks += 1;
        tally.twelfths += match &self.eye {
            Some(eye) => 12 / u64::from(eye.same(&self.plan.board(laid))),
            None => 12,
        };
        if self.block {
            tally.fillings = tally.fillings.saturating_add(self.fillings(laid));
        }
    }

    /// In how many ways numbered pieces can fill a block so that it looks like this.
    fn fillings(&self, laid: &[Candidate]) -> u64 {
        let mut used = vec![0; self.plan.looks.len()];
        let ways = |candidate: &Candidate| {
            let number = usize::from(look_of(candidate));
            let look = &self.plan.looks[number];
            let left = look.copies.len() as u64 - used[number];
            used[number] += 1;
            left * u64::from(4 / look.turns)
        };
        laid.iter().map(ways).fold(1, u64::saturating_mul)
    }
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Found {
    pub(super) board: Board,
    /// The tally of its job when it was found.
    pub(super) tally: Tally,
}

/// A job that was begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Begun {
    pub(super) job: usize,
    /// Candidates laid, as numbers.
    laid: Vec<u64>,
    done: u32,
    /// Whether nothing is left of it.
    pub(super) finished: bool,
    pub(super) tally: Tally,
    /// Boards found and not yet told.
    pub(super) untold: Vec<Found>,
}

impl Begun {
    pub(super) fn new(job: usize) -> Self {
        let tally = Tally::default();
        Self { job, laid: Vec::new(), done: 0, finished: false, tally, untold: Vec::new() }
    }

    pub(super) fn path(&self) -> Path {
        let laid = self.laid.iter().map(|number| number.to_le_bytes()).collect();
        Path { laid, done: self.done }
    }

    pub(super) fn set_path(&mut self, path: &Path) {
        self.laid = path.laid.iter().map(|&candidate| u64::from_le_bytes(candidate)).collect();
        self.done = path.done;
    }
}

/// A count that was interrupted, ready to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    format: String,
    version: String,
    /// Tells puzzles apart.
    puzzle: String,
    pub(super) how: Exact,
    pub(super) block: Option<Block>,
    /// How many jobs there are: the same unless the program has changed.
    pub(super) jobs: usize,
    /// Jobs from here on were not begun.
    pub(super) next: usize,
    /// Jobs before this one have told their boards.
    pub(super) head: usize,
    /// Sums over the jobs that are finished and told.
    pub(super) tally: Tally,
    pub(super) begun: Vec<Begun>,
    /// Boards told so far.
    pub told: u64,
    /// Seconds of search so far.
    pub elapsed_s: f64,
}

/// Why a count cannot go on from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum CheckpointError {
    #[error("the checkpoint has format {0:?}, expected {expected}: another version cut the count into other jobs, count anew", expected = Checkpoint::FORMAT)]
    Format(String),
    #[error("the checkpoint was made by version {0}, whose jobs may be others")]
    Version(String),
    #[error("the checkpoint belongs to another puzzle, or to the same with other clues")]
    Puzzle,
    #[error("the checkpoint belongs to a count with other options")]
    Options,
    #[error("the checkpoint does not fit the jobs of this count")]
    Jobs,
}

impl Checkpoint {
    /// The name and version of the format. It changes when a count is cut into other jobs.
    pub const FORMAT: &str = "marquetry-count/3";

    /// Where a count begins.
    pub(super) fn new(puzzle: &Puzzle, how: &Exact, block: Option<Block>, jobs: usize) -> Self {
        Self {
            format: Self::FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            puzzle: puzzle.fingerprint(),
            how: how.clone(),
            block,
            jobs,
            next: 0,
            head: 0,
            tally: Tally::default(),
            begun: Vec::new(),
            told: 0,
            elapsed_s: 0.0,
        }
    }

    /// Whether a count that would begin so can go on from this checkpoint.
    pub(super) fn check(&self, fresh: &Self) -> Result<(), CheckpointError> {
        if self.format != Self::FORMAT {
            return Err(CheckpointError::Format(self.format.clone()));
        }
        if self.version != fresh.version {
            return Err(CheckpointError::Version(self.version.clone()));
        }
        if self.puzzle != fresh.puzzle {
            return Err(CheckpointError::Puzzle);
        }
        if (&self.how, self.block) != (&fresh.how, fresh.block) {
            return Err(CheckpointError::Options);
        }
        // Every job between those told and those not begun is there, in order.
        let begun = self.begun.iter().map(|begun| begun.job);
        let sound = self.jobs == fresh.jobs
            && self.next <= self.jobs
            && begun.eq(self.head..self.next)
            && self.elapsed_s >= 0.0;
        if !sound {
            return Err(CheckpointError::Jobs);
        }
        Ok(())
    }
}
