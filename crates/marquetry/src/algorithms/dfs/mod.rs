//! Depth-first search: Söderlind's backtracking, sections 4.1 and 5.2, on the fast kernel.

mod quest;

pub(super) use quest::Quest;

use crate::edge::{Order, Puzzle, greedy};
use crate::exact::{Deal, Exact, Lookahead};
use crate::search::{Algorithm, Conclusion, Entry, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;

/// More hands than this only cost memory, and on large boards the time to make them.
const MOST_HANDS: usize = 1024;
/// Cells of the boards of all hands.
const MOST_CELLS: usize = 1 << 18;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Dfs>(
    "dfs",
    "try every way to fill the board: the first perfect one, or a proof that there is none",
    "Söderlind 2010, sections 4.1 and 5.2",
    "one piece laid; hands that run out of work still pay for their shares",
)
.with_children("hands")
.tried(
    5_000_000,
    &[
        r#"{"order": "row", "symmetry": false, "hands": 3}"#,
        r#"{"order": "spiral", "lookahead": "on"}"#,
    ],
);

/// Tries every way to fill the board, cell by cell, until one is perfect. What it cannot solve in
/// time it shows as far as it got, the rest laid greedily.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Dfs {
    /// The order of the cells: best (estimated), row, column, snake, spiral, frame, block, or a list
    /// of cell numbers.
    pub order: Order,
    /// Whether cells that are not next but know two sides are looked at: auto, on, off.
    pub lookahead: Lookahead,
    /// Whether a corner piece is fixed, so that of all turned solutions one is searched for.
    pub symmetry: bool,
    /// How many hands search different parts of the tree at once. It decides which solution comes
    /// first, whatever the number of threads.
    pub hands: NonZeroU16,
}

impl Default for Dfs {
    fn default() -> Self {
        let Exact { order, lookahead, symmetry } = Exact::default();
        Self { order, lookahead, symmetry, hands: const { NonZeroU16::new(16).unwrap() } }
    }
}

impl Dfs {
    fn how(&self) -> Exact {
        let Self { order, lookahead, symmetry, .. } = self.clone();
        Exact { order, lookahead, symmetry }
    }
}

impl Algorithm<Puzzle> for Dfs {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        let most = (MOST_CELLS / puzzle.size()).min(MOST_HANDS);
        if usize::from(self.hands.get()) > most {
            return Some(format!("expected at most {most} hands here, found {}", self.hands));
        }
        let cells = self.order.cells(puzzle.width(), puzzle.height());
        cells.err().map(|error| error.to_string())
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if let Some(end) = greedy::open(puzzle, run) {
            return end;
        }
        let Ok(dealt) = Deal::new(puzzle, &self.how()) else { return Conclusion::Stopped };
        let mut quest = Quest::new(&dealt, usize::from(self.hands.get()));
        // There is no perfect board then; a lower target is another matter.
        match quest.search(puzzle, run, u64::MAX) && run.goal() == puzzle.joins() {
            true => Conclusion::Exhausted,
            false => Conclusion::Stopped,
        }
    }
}
