//! The greedy algorithm of Söderlind, sections 4.1 and 5.3.

use crate::edge::Puzzle;
use crate::edge::greedy::{self, Placement};
use crate::search::{Algorithm, Conclusion, Entry, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Greedy>(
    "greedy",
    "lay the first best piece cell by cell, from ever new shuffles",
    "Söderlind 2010, sections 4.1 and 5.3",
    "one board built",
)
.with_children("builders")
.tried(500, &[r#"{"placement": "walk", "builders": 3}"#, r#"{"placement": "anywhere"}"#]);

/// Builds boards piece by piece, always with the first piece that matches best, from a newly
/// shuffled list each time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Greedy {
    /// The order in which cells are filled.
    pub placement: Placement,
    /// How many builders share the work between two meetings. It decides what one seed gives,
    /// whatever the number of threads.
    pub builders: NonZeroU16,
}

impl Default for Greedy {
    fn default() -> Self {
        Self { placement: Placement::Regular, builders: const { NonZeroU16::new(8).unwrap() } }
    }
}

impl Algorithm<Puzzle> for Greedy {
    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.obstacle().is_some() {
            return Conclusion::Exhausted;
        }
        let mut builders = vec![(); usize::from(self.builders.get())];
        // Building takes time in the square of the size: a few milliseconds between two meetings.
        let boards = (1 << 22) / (puzzle.size() * puzzle.size());
        let share = (boards / builders.len()).clamp(1, 64) as u64;
        while !run.over() {
            run.fork(&mut builders, share, |(), child| {
                while child.step() {
                    let state = greedy::build(puzzle, self.placement, &mut child.rng);
                    child.offer(state.score(), || state.board());
                }
            });
        }
        Conclusion::Stopped
    }
}
