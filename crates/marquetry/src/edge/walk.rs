//! Walks over complete boards.

use super::{Board, Ground, Move, Puzzle, State};
use crate::search::{Rng, Score, Walk, Walkable};

/// One of so many proposals is a turn, where there is something to swap too: swaps come with their
/// best turns already.
const TURNS: usize = 8;

/// A complete board that keeps frame and clues, changed by swaps with best turns and by turns.
#[derive(Clone, Debug)]
pub struct BoardWalk<'p> {
    state: State<'p>,
    ground: Ground,
}

impl Walkable for Puzzle {
    type Walk<'p> = BoardWalk<'p>;

    fn walk<'p>(&'p self, from: Option<&Board>, rng: &mut Rng) -> Option<BoardWalk<'p>> {
        if self.obstacle().is_some() {
            return None;
        }
        let state = match from {
            Some(board) => State::from_board(self, board),
            None => State::random(self, rng),
        };
        Some(BoardWalk { state, ground: Ground::new(self) })
    }
}

impl Walk for BoardWalk<'_> {
    type Solution = Board;
    type Move = Move;

    #[inline]
    fn propose(&self, rng: &mut Rng) -> Move {
        let turn = !self.ground.turnable().is_empty() && rng.below(TURNS) == 0;
        match self.ground.pair(self.state.puzzle(), rng).filter(|_| !turn) {
            Some((a, b)) => Move::best_swap(&self.state, a, b),
            None => self.ground.turn(&self.state, rng),
        }
    }

    #[inline]
    fn gain(&self, change: Move) -> i32 {
        change.gain(&self.state)
    }

    fn make(&mut self, change: Move) {
        change.make(&mut self.state);
    }

    fn score(&self) -> Score {
        self.state.score()
    }

    fn solution(&self) -> Board {
        self.state.board()
    }
}

#[cfg(test)]
mod tests {
    use super::super::generate::Recipe;
    use super::super::{Frame, judge};
    use super::*;

    #[test]
    fn walks_stay_valid_and_gain_what_they_say() {
        let rng = &mut Rng::new(4);
        for frame in [Frame::Grey, Frame::Open] {
            for (width, height, clues) in [(1, 1, 0), (1, 5, 0), (3, 3, 2), (6, 5, 9)] {
                let recipe = Recipe { clues, ..Recipe::random(width, height, frame, 3, 5) };
                let puzzle = recipe.make().unwrap().puzzle;
                let mut walk = puzzle.walk(None, rng).unwrap();
                for _ in 0..200 {
                    let (change, before) = (walk.propose(rng), walk.score() as i32);
                    let gain = walk.gain(change);
                    walk.make(change);
                    let verdict = judge(&puzzle, &walk.solution());
                    assert!(verdict.faults.is_empty(), "{change:?}");
                    assert_eq!(verdict.score as i32, before + gain, "{change:?}");
                }
                let again = puzzle.walk(Some(&walk.solution()), rng).unwrap();
                assert_eq!(again.solution(), walk.solution());
            }
        }
    }
}
