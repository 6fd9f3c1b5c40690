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
pub(super) struct Round<'p> {
    pub(super) means: Means,
    /// The way the beam scans the board.
    pub(super) way: usize,
    /// The board it begins from the middle of.
    pub(super) parent: Option<Board>,
    pub(super) beam: Beam,
    /// Seeds the repair.
    pub(super) seed: u64,
    pub(super) spent: u64,
    /// The repair of its best boards, once it has grown to its end.
    pub(super) polish: Option<Polish<'p>>,
}

impl<'p> Round<'p> {
    /// Grows the beam to its end and polishes its best boards, with all threads of the run, until both
    /// are done or the run is over.
    pub(super) fn play(
        &mut self,
        puzzle: &'p Puzzle,
        portfolio: &Portfolio,
        run: &mut Run<'_, Puzzle>,
    ) {
        let before = run.work();
        if self.polish.is_none() {
            self.beam.advance(run);
            if self.beam.finished() {
                let boards = self.beam.boards(puzzle, portfolio.walkers.get().into());
                boards.iter().for_each(|(score, board)| _ = run.offer(*score, || board.clone()));
                let grown = self.spent + run.work() - before;
                let patience = (portfolio.polish * grown as f64) as u64;
                let boards = boards.iter().map(|(_, board)| board);
                let polish = Polish::new(puzzle, portfolio.walkers, boards, (self.seed, patience));
                self.polish = Some(polish);
            }
        }
        if let Some(polish) = &mut self.polish {
            polish.advance(run);
        }
        self.spent += run.work() - before;
    }

    /// Whether there is nothing left to do.
    pub(super) fn done(&self) -> bool {
        self.polish.as_ref().is_some_and(Polish::done)
    }

    /// The best board made, polished as far as it was.
    pub(super) fn best(&self) -> Option<(Score, Board)> {
        self.polish.as_ref().and_then(Polish::best)
    }
}

/// The repair of some boards by walks with seeds of their own, until so much work of all was in vain.
/// Most beams end with a single line: then every walk repairs its board.
pub(super) struct Polish<'p> {
    repairers: Vec<Repairer<'p>>,
    record: Option<Score>,
    vain: u64,
    patience: u64,
}

impl<'p> Polish<'p> {
    pub(super) fn new<'b>(
        puzzle: &'p Puzzle,
        walkers: NonZeroU16,
        boards: impl Iterator<Item = &'b Board> + Clone,
        (seed, patience): (u64, u64),
    ) -> Self {
        let walkers = u64::from(walkers.get());
        let begin =
            |(board, i)| Repairer::new(puzzle, board, Repair::default(), seed.wrapping_add(i));
        let repairers: Vec<Repairer<'_>> = boards.cycle().zip(0..walkers).map(begin).collect();
        let record = repairers.iter().map(Repairer::best_score).max();
        Self { repairers, record, vain: 0, patience: patience.max(walkers * LEAST_PATIENCE) }
    }

    /// Walks on until it is done or the run is over.
    pub(super) fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        while !self.done() && !run.over() {
            let before = run.work();
            run.fork(&mut self.repairers, SHARE, Repairer::advance);
            self.vain += run.work() - before;
            let best = self.repairers.iter().map(Repairer::best_score).max();
            if best > self.record {
                (self.record, self.vain) = (best, 0);
            }
        }
    }

    fn done(&self) -> bool {
        self.vain >= self.patience
    }

    /// The best that came of it.
    pub(super) fn best(&self) -> Option<(Score, Board)> {
        let best = self.repairers.iter().max_by_key(|repairer| repairer.best_score())?;
        Some((best.best_score(), best.best_board().clone()))
    }
}
