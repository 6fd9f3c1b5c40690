//! One round of a portfolio: a beam, and the repair of the best boards it ends with.

use super::Portfolio;
use crate::algorithms::beam::Beam;
use crate::algorithms::repair::{Repair, Repairer};
use crate::edge::{Board, Puzzle};
use crate::search::{Run, Score};

/// Work of a repair between two meetings.
const SHARE: u64 = 1 << 17;

/// The least work in vain after which a board counts as polished.
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
    /// The boards made, polished.
    pub(super) boards: Vec<(Score, Board)>,
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
            let vain = portfolio.polish * (run.work() - before) as f32;
            let patience = (vain as u64 / boards.len() as u64).max(LEAST_PATIENCE);
            self.boards =
                polish(puzzle, boards.iter().map(|(_, board)| board), (self.seed, patience), run);
        }
        self.spent = run.work() - before;
    }
}

/// Repairs boards, each with a seed of its own, until so much work on each was in vain.
pub(super) fn polish<'b>(
    puzzle: &Puzzle,
    boards: impl Iterator<Item = &'b Board>,
    (seed, patience): (u64, u64),
    run: &mut Run<'_, Puzzle>,
) -> Vec<(Score, Board)> {
    let mut repairers: Vec<Repairer<'_>> = boards
        .zip(0..)
        .map(|(board, i)| Repairer::new(puzzle, board, Repair::default(), seed.wrapping_add(i)))
        .collect();
    let mut polished = Vec::new();
    while !repairers.is_empty() && !run.over() {
        run.fork(&mut repairers, SHARE, Repairer::advance);
        repairers.retain(|repairer| {
            let going_on = repairer.idle_work() < patience;
            if !going_on {
                polished.push((repairer.best_score(), repairer.best_board().clone()));
            }
            going_on
        });
    }
    polished
}
