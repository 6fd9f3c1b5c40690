//! One round of a portfolio: a beam, and the repair of the best boards it ends with.

use super::Portfolio;
use crate::algorithms::beam::Beam;
use crate::algorithms::repair::{Repair, Repairer};
use crate::edge::{Board, Puzzle};
use crate::search::{Run, Score};
use std::num::NonZeroU16;

/// Work of a walk between two meetings.
const SHARE: u64 = 1 << 17;

/// The least work of a walk in vain after which a board counts as polished.
const LEAST_PATIENCE: u64 = 1 << 17;

/// What a portfolio can do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    /// A beam over the whole board.
    Start,
    /// A beam from the middle of a good board.
    Again,
}

/// A beam, where it comes from and what came of it.
pub(super) struct Round {
    pub(super) means: Means,
    /// The way the beam scans the board.
    pub(super) way: usize,
    /// The board it begins from the middle of.
    pub(super) parent: Option<Board>,
    pub(super) beam: Beam,
    /// Seeds the repair.
    pub(super) seed: u64,
    pub(super) spent: u64,
    /// The best board made, polished.
    pub(super) best: Option<(Score, Board)>,
}

impl Round {
    /// Grows the beam to its end and polishes its best boards, with all threads of the run.
    pub(super) fn play(
        &mut self,
        puzzle: &Puzzle,
        portfolio: &Portfolio,
        run: &mut Run<'_, Puzzle>,
    ) {
        let before = run.work();
        self.beam.advance(run);
        if self.beam.finished() {
            let boards = self.beam.boards(puzzle, portfolio.walkers.get().into());
            boards.iter().for_each(|(score, board)| _ = run.offer(*score, || board.clone()));
            let vain = portfolio.polish * (run.work() - before) as f64;
            let boards = boards.iter().map(|(_, board)| board);
            let (seed, patience) = (self.seed, vain as u64);
            self.best = polish(puzzle, portfolio.walkers, boards, (seed, patience), run);
        }
        self.spent = run.work() - before;
    }
}

/// Repairs boards, by walks with seeds of their own, until so much work of all was in vain; the best
/// that came of it. Most beams end with a single line: then every walk repairs its board.
pub(super) fn polish<'b>(
    puzzle: &Puzzle,
    walkers: NonZeroU16,
    boards: impl Iterator<Item = &'b Board> + Clone,
    (seed, patience): (u64, u64),
    run: &mut Run<'_, Puzzle>,
) -> Option<(Score, Board)> {
    let walkers = u64::from(walkers.get());
    let begin = |(board, i)| Repairer::new(puzzle, board, Repair::default(), seed.wrapping_add(i));
    let mut repairers: Vec<Repairer<'_>> = boards.cycle().zip(0..walkers).map(begin).collect();
    let patience = patience.max(walkers * LEAST_PATIENCE);
    let best = |repairers: &[Repairer<'_>]| repairers.iter().map(Repairer::best_score).max();
    let (mut record, mut vain) = (best(&repairers), 0);
    while vain < patience && !run.over() {
        run.fork(&mut repairers, SHARE, Repairer::advance);
        vain += walkers * SHARE;
        if best(&repairers) > record {
            (record, vain) = (best(&repairers), 0);
        }
    }
    let best = repairers.iter().max_by_key(|repairer| repairer.best_score())?;
    Some((best.best_score(), best.best_board().clone()))
}
