//! A search for the first perfect board in portions, for those that do other things as well.

use crate::edge::{Board, Puzzle, State, greedy};
use crate::exact::{Deal, Hand, deal};
use crate::search::Run;

/// The pieces a hand lays between two meetings, at first and once the search is under way: then some
/// ten milliseconds, beside which a meeting is nothing.
const SHARES: (u64, u64) = (64, 1 << 20);

/// A search for a perfect board that can be broken off and gone on with.
pub(in crate::algorithms) struct Quest<'d> {
    hands: Vec<Hand<'d>>,
    next: usize,
    share: u64,
}

impl<'d> Quest<'d> {
    pub(in crate::algorithms) fn new(dealt: &'d Deal, hands: usize) -> Self {
        Self { hands: dealt.hands(hands), next: 0, share: SHARES.0 }
    }

    /// Searches until the run is over or about so much work is done; whether all was searched.
    pub(in crate::algorithms) fn search(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_, Puzzle>,
        most: u64,
    ) -> bool {
        let end = run.work().saturating_add(most);
        while run.work() < end && !run.over() {
            if !deal(&mut self.hands, &mut self.next) {
                return true;
            }
            // Who has nothing to do pays nothing.
            let mut busy: Vec<&mut Hand<'d>> =
                self.hands.iter_mut().filter(|hand| !hand.idle()).collect();
            // What is left is shared out, so that nobody is kept waiting for much more than he asked.
            let left = (end - run.work()) / busy.len().max(1) as u64;
            run.fork(&mut busy, self.share.min(left.max(SHARES.0)), |hand, child| {
                while !child.over() {
                    let portion = hand.work(child.work_left());
                    child.take(portion.nodes);
                    if let Some(board) = portion.solution {
                        child.offer(puzzle.joins(), || board);
                    } else if let Some(board) = portion.deepest {
                        show(puzzle, &board, child);
                    }
                    child.present(|| hand.board());
                    if portion.idle {
                        break;
                    }
                }
            });
            // Short jobs want short shares: whoever is done before the others pays for the rest.
            self.share = match busy.iter().any(|hand| hand.idle()) {
                true => (self.share / 4).max(SHARES.0),
                false => (self.share * 2).min(SHARES.1),
            };
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
