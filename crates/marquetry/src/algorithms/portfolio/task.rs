//! One piece of work of a portfolio: a start, another try from the middle, or a deep search.

use crate::algorithms::beam::Beam;
use crate::algorithms::breaks::Breaker;
use crate::algorithms::shared::Growth;
use crate::edge::{Board, Puzzle};
use crate::search::{Run, Score};

/// What a portfolio can do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    /// A beam over the whole board.
    Start,
    /// A beam from the middle of a good board.
    Again,
    /// A backtracker with breaks below the first rows of a good board.
    Deep,
}

/// What a task is doing.
enum Stage<'p> {
    /// A board is grown or polished; the seed is that of the repair.
    Grow(Growth<'p>, u64),
    Dig(Box<Breaker<'p>>),
    Done,
}

/// A piece of work on its way.
pub(super) struct Task<'p> {
    puzzle: &'p Puzzle,
    pub(super) means: Means,
    pub(super) way: Option<usize>,
    /// The board it began from.
    pub(super) parent: Option<Board>,
    pub(super) best: Option<(Score, Board)>,
    pub(super) spent: u64,
    stage: Stage<'p>,
    /// The work that a deep search may take, or polishing without a better board.
    patience: u64,
}

impl<'p> Task<'p> {
    pub(super) fn beam(
        puzzle: &'p Puzzle,
        (means, way, parent): (Means, Option<usize>, Option<Board>),
        beam: Beam,
        patience: u64,
        seed: u64,
    ) -> Self {
        let stage = Stage::Grow(Growth::beam(beam), seed);
        Self { puzzle, means, way, parent, best: None, spent: 0, stage, patience }
    }

    /// Only polishes a board.
    pub(super) fn polish(puzzle: &'p Puzzle, board: &Board, patience: u64, seed: u64) -> Self {
        let stage = Stage::Grow(Growth::repair(puzzle, board, seed), seed);
        let (means, way, parent) = (Means::Again, None, None);
        Self { puzzle, means, way, parent, best: None, spent: 0, stage, patience }
    }

    pub(super) fn dig(
        puzzle: &'p Puzzle,
        way: usize,
        parent: Board,
        breaker: Breaker<'p>,
        patience: u64,
    ) -> Self {
        let stage = Stage::Dig(Box::new(breaker));
        let (means, way, parent) = (Means::Deep, Some(way), Some(parent));
        Self { puzzle, means, way, parent, best: None, spent: 0, stage, patience }
    }

    pub(super) fn finished(&self) -> bool {
        matches!(self.stage, Stage::Done)
    }

    /// Whether a deep search ended because nothing was left to try.
    pub(super) fn searched_all(&self) -> bool {
        self.finished() && self.spent < self.patience
    }

    /// Works until the run is over or the task is done.
    pub(super) fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        while !run.over() && !self.finished() {
            let before = run.work();
            self.work(run);
            self.spent += run.work() - before;
        }
    }

    fn work(&mut self, run: &mut Run<'_, Puzzle>) {
        match &mut self.stage {
            Stage::Grow(growth, seed) => {
                let best = growth.advance(self.puzzle, run, self.patience, || *seed);
                if best.is_some() {
                    self.best = best;
                    self.stage = Stage::Done;
                }
            }
            Stage::Dig(breaker) => {
                let before = run.best_score();
                breaker.advance(run);
                if run.best_score() > before {
                    self.best = run.best().map(|board| (run.best_score(), board.clone()));
                }
                if breaker.exhausted() || self.spent >= self.patience {
                    self.stage = Stage::Done;
                }
            }
            Stage::Done => {}
        }
    }
}
