//! A board on its way: grown by a beam, then improved by repair.

use crate::algorithms::beam::Beam;
use crate::algorithms::repair::{Repair, Repairer};
use crate::edge::{Board, Puzzle};
use crate::search::{Run, Score};

/// What the boards of islands and modern descents go through. It can stop after any
/// piece of work and go on later.
#[derive(Debug)]
pub(in crate::algorithms) enum Growth<'p> {
    /// A beam grows the board.
    Beam(Box<Beam>),
    /// Repair improves it.
    Repair(Box<Repairer<'p>>),
}

impl<'p> Growth<'p> {
    /// A board that a beam will grow.
    pub fn beam(beam: Beam) -> Self {
        Self::Beam(Box::new(beam))
    }

    /// A board that lies already and is only improved.
    pub fn repair(puzzle: &'p Puzzle, board: &Board, seed: u64) -> Self {
        Self::Repair(Box::new(Repairer::new(puzzle, board, Repair::default(), seed)))
    }

    /// Works until the run is over or a part is done: the best board, once `patience` work has
    /// brought no better one. The repair of a board that a beam has grown gets a seed.
    pub fn advance(
        &mut self,
        puzzle: &'p Puzzle,
        run: &mut Run<'_, Puzzle>,
        patience: u64,
        seed: impl FnOnce() -> u64,
    ) -> Option<(Score, Board)> {
        match self {
            Self::Beam(beam) => {
                beam.advance(run);
                if beam.finished() {
                    let board = beam.board(puzzle);
                    run.offer(puzzle.joins() - Score::from(beam.breaks()), || board.clone());
                    *self = Self::repair(puzzle, &board, seed());
                }
                None
            }
            Self::Repair(repairer) => {
                repairer.advance(run);
                let grown = repairer.idle_work() >= patience;
                grown.then(|| (repairer.best_score(), repairer.best_board().clone()))
            }
        }
    }
}
