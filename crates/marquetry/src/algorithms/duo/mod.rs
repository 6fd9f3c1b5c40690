//! Depth-first search and a SAT solver side by side: whoever is done first ends it for both.

use super::dfs::{Dfs, Quest};
use super::sat::Reasoner;
use crate::edge::{Puzzle, greedy};
use crate::exact::{Deal, Exact};
use crate::search::{Algorithm, Conclusion, Entry, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Duo>(
    "duo",
    "depth-first search and a SAT solver side by side: whichever is faster ends it",
    "ours",
    "one piece laid, or as much of a decision of the solver",
)
.with_children("hands")
.tried(1_000_000, &[r#"{"hands": 3}"#]);

/// Searches depth first and lets a SAT solver reason about the same puzzle, each for half of the
/// time, on two threads each on one of them. The first perfect board, or the first proof that there is
/// none, ends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Duo {
    /// How many hands search different parts of the tree at once. It decides which solution comes
    /// first, whatever the number of threads.
    pub hands: NonZeroU16,
}

impl Default for Duo {
    fn default() -> Self {
        Self { hands: Dfs::default().hands }
    }
}

impl Algorithm<Puzzle> for Duo {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        Dfs { hands: self.hands, ..Dfs::default() }.objection(puzzle)
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if let Some(end) = greedy::open(puzzle, run) {
            return end;
        }
        let Ok(dealt) = Deal::new(puzzle, &Exact::default()) else { return Conclusion::Stopped };
        let seed = run.rng.bits();
        // Where the formula would be too large, the hands are alone.
        let reasoner = Reasoner::new(puzzle, seed, || run.due());
        let mut quest = Quest::new(&dealt, usize::from(self.hands.get())).beside(reasoner);
        // There is no perfect board then; a lower target is another matter.
        match quest.search(puzzle, run, u64::MAX) && run.goal() == puzzle.joins() {
            true => Conclusion::Exhausted,
            false => Conclusion::Stopped,
        }
    }
}
