//! The best boards of a search, to go on from.

use crate::edge::Board;
use crate::search::{Rng, Score};

/// More boards than this take long to compare.
pub(in crate::algorithms) const MOST_ELITES: u16 = 256;

/// A few good boards, the best first and the newest first among equals.
#[derive(Clone, Debug)]
pub(in crate::algorithms) struct Elites {
    boards: Vec<(Score, Board)>,
    most: usize,
}

impl Elites {
    pub(in crate::algorithms) fn new(most: usize) -> Self {
        Self { boards: Vec::new(), most }
    }

    /// Adds a board if it is new and good enough.
    pub(in crate::algorithms) fn add(&mut self, score: Score, board: &Board) {
        if self.boards.iter().any(|(_, known)| known == board) {
            return;
        }
        let at = self.boards.partition_point(|&(other, _)| other > score);
        self.boards.insert(at, (score, board.clone()));
        self.boards.truncate(self.most);
    }

    /// One of the boards.
    pub(in crate::algorithms) fn pick(&self, rng: &mut Rng) -> Option<&Board> {
        rng.pick(&self.boards).map(|(_, board)| board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_and_newest_stay() {
        let board = |width| Board::empty(width, 1);
        let (rng, mut elites) = (&mut Rng::new(1), Elites::new(2));
        assert_eq!(elites.pick(rng), None);
        for (score, width) in [(5, 1), (7, 2), (7, 3), (6, 4), (7, 3)] {
            elites.add(score, &board(width));
        }
        assert_eq!(elites.boards, [(7, board(3)), (7, board(2))]);
        assert!(elites.pick(rng).is_some());
    }
}
