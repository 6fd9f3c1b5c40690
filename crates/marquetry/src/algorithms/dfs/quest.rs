//! A search for the first perfect board in portions, for those that do other things as well.

use crate::algorithms::sat::Reasoner;
use crate::edge::{Board, Puzzle, State, greedy};
use crate::exact::{Deal, Hand, deal};
use crate::search::Run;

/// The pieces a hand lays between two meetings, at first and once the search is under way: then some
/// ten milliseconds, beside which a meeting is nothing.
const SHARES: (u64, u64) = (64, 1 << 20);

/// Pieces that all hands together lay while a reasoner makes a decision, on one thread: so both take
/// about as long, on boards of 7x7 to 12x12 (0.2 to 0.8 ms a decision).
const DECISION: u64 = 1 << 15;

/// A search for a perfect board that can be broken off and gone on with.
pub(in crate::algorithms) struct Quest<'d> {
    hands: Vec<Hand<'d>>,
    next: usize,
    share: u64,
    /// Pieces that were laid before anybody searched, still to be paid.
    above: u64,
    reasoner: Option<Reasoner>,
}

/// One of those that work at the same time.
enum Part<'a, 'd> {
    Hand(&'a mut Hand<'d>),
    Reasoner(&'a mut Reasoner),
}

impl<'d> Quest<'d> {
    pub(in crate::algorithms) fn new(dealt: &'d Deal, hands: usize) -> Self {
        let hands = dealt.hands(hands);
        Self { hands, next: 0, share: SHARES.0, above: dealt.above, reasoner: None }
    }

    /// The same with a SAT solver beside the hands, which takes as long as all of them together.
    pub(in crate::algorithms) fn beside(self, reasoner: Option<Reasoner>) -> Self {
        Self { reasoner, ..self }
    }

    /// Searches until the run is over or about so much work is done; whether all was searched.
    pub(in crate::algorithms) fn search(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_, Puzzle>,
        most: u64,
    ) -> bool {
        let end = run.work().saturating_add(most);
        run.take(std::mem::take(&mut self.above));
        while run.work() < end && !run.over() {
            if self.refuted() || !deal(&mut self.hands, &mut self.next) {
                return true;
            }
            let decision = (DECISION / self.hands.len().max(1) as u64).max(1);
            let shared = self.share >= decision;
            // Who takes longest begins, and who has nothing to do pays nothing.
            let mut busy: Vec<Part<'_, 'd>> = Vec::new();
            busy.extend(self.reasoner.iter_mut().filter(|_| shared).map(Part::Reasoner));
            busy.extend(self.hands.iter_mut().filter(|hand| !hand.idle()).map(Part::Hand));
            // What is left is shared out, so that nobody is kept waiting for much more than he asked.
            let left = (end - run.work()) / busy.len().max(1) as u64;
            let share = self.share.min(left.max(SHARES.0));
            run.fork(&mut busy, share, |part, child| match part {
                Part::Hand(hand) => lay(puzzle, hand, child),
                Part::Reasoner(reasoner) => reason(puzzle, reasoner, decision, child),
            });
            // Short jobs want short shares: whoever is done before the others pays for the rest.
            let idle = |part: &Part<'_, '_>| matches!(part, Part::Hand(hand) if hand.idle());
            self.share = match busy.iter().any(idle) {
                true => (self.share / 4).max(SHARES.0),
                false => (self.share * 2).min(SHARES.1),
            };
        }
        self.refuted()
    }

    /// Whether the reasoner has proven that there is nothing to find.
    fn refuted(&self) -> bool {
        self.reasoner.as_ref().is_some_and(Reasoner::refuted)
    }
}

/// A hand's share of the work.
fn lay(puzzle: &Puzzle, hand: &mut Hand<'_>, run: &mut Run<'_, Puzzle>) {
    while !run.over() {
        let portion = hand.work(run.work_left());
        run.take(portion.nodes);
        if let Some(board) = portion.solution {
            run.offer(puzzle.joins(), || board);
        } else if let Some(board) = portion.deepest {
            show(puzzle, &board, run);
        }
        run.present(|| hand.board());
        if portion.idle {
            break;
        }
    }
}

/// A reasoner's share of the work.
fn reason(puzzle: &Puzzle, reasoner: &mut Reasoner, decision: u64, run: &mut Run<'_, Puzzle>) {
    let found = reasoner.reason((run.work_left() / decision).max(1));
    run.take(run.work_left());
    if let Some(board) = found {
        run.offer(puzzle.joins(), || board);
    }
}

/// Offers a board that is not complete, the rest laid greedily.
fn show(puzzle: &Puzzle, board: &Board, run: &mut Run<'_, Puzzle>) {
    let mut state = State::from_board(puzzle, board);
    greedy::complete(&mut state, greedy::Placement::Regular, &mut run.rng);
    run.offer(state.score(), || state.board());
}
