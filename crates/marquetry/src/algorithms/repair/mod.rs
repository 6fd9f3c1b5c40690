//! Repair: a complete board becomes better by exact refilling of small regions around its breaks.
//!
//! A very large neighbourhood search after Schaus and Deville 2008, with the regions chosen by
//! adaptive weights (`operators`), filled by a depth-first search with a break budget (`fill`) or, if
//! no two of their cells touch, by an optimal assignment (`assign`). Fillings that are different
//! but as good are accepted too: such sideways steps are what keeps it going.

mod adjacency;
mod assign;
mod fill;
mod operators;
mod region;
mod repairer;
mod supply;

pub(super) use adjacency::Adjacency;
pub(super) use fill::{Aim, Filler, MOST_CELLS};
pub(super) use repairer::Repairer;

use crate::edge::greedy::{self, Placement};
use crate::edge::{Puzzle, State};
use crate::search::{Algorithm, Conclusion, Entry, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};

/// Steps all walkers together take before they meet again.
const SHARE: usize = 1 << 16;

/// More walkers than this only cost memory.
const MOST_WALKERS: u16 = 256;

/// More pieces laid for one region take too long between two looks at the clock.
const MOST_NODES: u32 = 1_000_000;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Repair>(
    "repair",
    "refill small regions around breaks exactly, better or at least differently",
    "after Schaus and Deville 2008, \"Hybridization of CP and VLNS for Eternity II\"",
    "one piece laid",
)
.with_children("walkers")
.resuming()
.tried(1_000_000, &[r#"{"nodes": 100, "losses": 10, "slack": 1, "rows": true, "walkers": 3}"#]);

/// Takes a board, the user's or a greedy one, and again and again fills a small region around a
/// break in a better or at least a different way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Repair {
    /// Pieces that may be laid to fill one region.
    pub nodes: NonZeroU32,
    /// How many of a hundred regions may come out one join worse: 0 to 100.
    pub losses: u8,
    /// How many joins a walker's board may lie below its best one.
    pub slack: u16,
    /// Whether bands along the sides of the board are refilled too, with a search that is longer
    /// and counts colours.
    pub rows: bool,
    /// Independent walks. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for Repair {
    fn default() -> Self {
        Self {
            nodes: const { NonZeroU32::new(300).unwrap() },
            losses: 40,
            slack: 3,
            rows: false,
            walkers: const { NonZeroU16::new(8).unwrap() },
        }
    }
}

impl Algorithm<Puzzle> for Repair {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        let (nodes, losses, walkers) = (self.nodes.get(), self.losses, self.walkers.get());
        if nodes > MOST_NODES {
            return Some(format!("expected at most {MOST_NODES} nodes, found {nodes}"));
        }
        if losses > 100 {
            return Some(format!("expected at most 100 losses of a hundred, found {losses}"));
        }
        (walkers > MOST_WALKERS)
            .then(|| format!("expected at most {MOST_WALKERS} walkers, found {walkers}"))
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.obstacle().is_some() {
            return Conclusion::Exhausted;
        }
        let mut walkers: Vec<Repairer<'_>> = Vec::new();
        // On large boards this takes a while: each walker costs a step, and a look at the clock.
        while walkers.len() < usize::from(self.walkers.get()) && run.step() {
            let state = match run.start() {
                Some(board) => State::from_board(puzzle, board),
                None => greedy::build(puzzle, Placement::Regular, &mut run.rng),
            };
            run.offer(state.score(), || state.board());
            let seed = run.rng.bits();
            walkers.push(Repairer::new(puzzle, &state.board(), *self, seed));
        }
        let share = (SHARE / walkers.len().max(1)).max(1) as u64;
        while !run.over() {
            run.fork(&mut walkers, share, Repairer::advance);
        }
        Conclusion::Stopped
    }
}
