//! Depth-first search: Söderlind's backtracking, sections 4.1 and 5.2, on the fast kernel.

use super::greedy;
use crate::edge::{Board, Order, Puzzle, State};
use crate::exact::{Deal, Exact, Lookahead, deal};
use crate::search::{Algorithm, Conclusion, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;

/// The pieces a hand lays between two meetings, at first and once the search is under way.
const SHARES: (u64, u64) = (64, 1 << 15);

/// More hands than this only cost memory.
const MOST_HANDS: u16 = 1024;

/// Tries every way to fill the board, cell by cell, until one is perfect. What it cannot solve in
/// time it shows as far as it got, the rest laid greedily. One step is one piece laid; hands that
/// run out of jobs still cost their shares, so the work of a proof is more than the tree has nodes.
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
        if self.hands.get() > MOST_HANDS {
            return Some(format!("expected at most {MOST_HANDS} hands, found {}", self.hands));
        }
        let cells = self.order.cells(puzzle.width(), puzzle.height());
        cells.err().map(|error| error.to_string())
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.obstacle().is_some() {
            return Conclusion::Exhausted;
        }
        if !run.step() {
            return Conclusion::Stopped;
        }
        // Something to show while the search is shallow.
        let state = greedy::build(puzzle, greedy::Placement::Regular, &mut run.rng);
        run.offer(state.score(), || state.board());
        let Ok(dealt) = Deal::new(puzzle, &self.how()) else { return Conclusion::Stopped };
        let mut hands = dealt.hands(usize::from(self.hands.get()));
        let mut next = 0;
        let mut share = SHARES.0;
        while !run.over() {
            if !deal(&mut hands, &mut next) {
                // There is no perfect board; a lower target is another matter.
                return match run.goal() == puzzle.joins() {
                    true => Conclusion::Exhausted,
                    false => Conclusion::Stopped,
                };
            }
            run.fork(&mut hands, share, |hand, child| {
                while !child.over() {
                    let portion = hand.work(child.work_left());
                    child.take(portion.nodes);
                    if let Some(board) = portion.solution {
                        child.offer(puzzle.joins(), || board);
                    } else if let Some(board) = portion.deepest {
                        show(puzzle, &board, child);
                    }
                    if portion.idle {
                        break;
                    }
                }
            });
            share = (share * 2).min(SHARES.1);
        }
        Conclusion::Stopped
    }
}

/// Offers a board that is not complete, the rest laid greedily.
fn show(puzzle: &Puzzle, board: &Board, run: &mut Run<'_, Puzzle>) {
    let mut state = State::from_board(puzzle, board);
    greedy::complete(&mut state, greedy::Placement::Regular, &mut run.rng);
    run.offer(state.score(), || state.board());
}
