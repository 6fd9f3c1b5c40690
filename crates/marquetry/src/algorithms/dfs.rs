//! Depth-first search: Söderlind's backtracking, sections 4.1 and 5.2, on the fast kernel.

use super::greedy;
use crate::edge::{Board, Order, Puzzle, State};
use crate::exact::{Deal, Exact, Hand, Lookahead, deal};
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

/// A search for a perfect board that can be broken off and gone on with.
pub(super) struct Quest<'d> {
    hands: Vec<Hand<'d>>,
    next: usize,
    share: u64,
}

impl<'d> Quest<'d> {
    pub(super) fn new(dealt: &'d Deal, hands: usize) -> Self {
        Self { hands: dealt.hands(hands), next: 0, share: SHARES.0 }
    }

    /// Searches until the run is over or about so much work is done; whether all was searched.
    pub(super) fn search(&mut self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>, most: u64) -> bool {
        let end = run.work().saturating_add(most);
        while run.work() < end && !run.over() {
            if !deal(&mut self.hands, &mut self.next) {
                return true;
            }
            run.fork(&mut self.hands, self.share, |hand, child| {
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
            self.share = (self.share * 2).min(SHARES.1);
        }
        false
    }
}

/// Offers a board that is not complete, the rest laid greedily.
fn show(puzzle: &Puzzle, board: &Board, run: &mut Run<'_, Puzzle>) {
    let mut state = State::from_board(puzzle, board);
    greedy::complete(&mut state, greedy::Placement::Regular, &mut run.rng);
    run.offer(state.score(), || state.board());
}
