//! Repair of boards, alone: walkers that refill small regions exactly.

use super::greedy::{self, Placement};
use crate::edge::{Puzzle, State};
use crate::repair::{self, Repair as Machine};
use crate::search::{Algorithm, Conclusion, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};

/// Steps all walkers together take before they meet again.
const SHARE: usize = 1 << 16;

/// More walkers than this only cost memory.
const MOST_WALKERS: u16 = 256;

/// Takes a board, the user's or a greedy one, and again and again fills a small region around a
/// break in a better or at least a different way. One step is one piece laid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
        let repair::Settings { nodes, losses, slack, rows } = repair::Settings::default();
        Self {
            nodes: u32::try_from(nodes).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN),
            losses: losses as u8,
            slack: slack as u16,
            rows,
            walkers: const { NonZeroU16::new(8).unwrap() },
        }
    }
}

impl Algorithm<Puzzle> for Repair {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        let (losses, walkers) = (self.losses, self.walkers.get());
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
        let settings = repair::Settings {
            nodes: u64::from(self.nodes.get()),
            losses: u32::from(self.losses),
            slack: u32::from(self.slack),
            rows: self.rows,
        };
        let mut walkers: Vec<Machine> = Vec::new();
        // On large boards this takes a while: each walker costs a step, and a look at the clock.
        while walkers.len() < usize::from(self.walkers.get()) && run.step() {
            let state = match run.start() {
                Some(board) => State::from_board(puzzle, board),
                None => greedy::build(puzzle, Placement::Regular, &mut run.rng),
            };
            run.offer(state.score(), || state.board());
            let seed = run.rng.bits();
            walkers.push(Machine::new(puzzle, &state.board(), settings, seed));
        }
        let share = (SHARE / walkers.len().max(1)).max(1) as u64;
        while !run.over() {
            run.fork(&mut walkers, share, Machine::advance);
        }
        Conclusion::Stopped
    }
}
