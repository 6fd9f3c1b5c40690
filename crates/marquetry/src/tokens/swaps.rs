//! Random swaps of a token with a hole: the walk of simulated annealing.

use super::{Grid, Puzzle, State};
use crate::search::{Rng, Score, Walk, Walkable};

/// A grid whose tokens move one at a time.
#[derive(Clone, Debug)]
pub struct Swaps {
    state: State,
    /// Every cell as row and column, those with a token first.
    order: Vec<(u16, u16)>,
    tokens: usize,
}

/// A token and a hole, by their places in the order.
#[derive(Clone, Copy, Debug)]
pub struct Swap {
    token: u32,
    hole: u32,
}

impl Swaps {
    fn new(state: State) -> Self {
        let grid = state.grid();
        let row = |row: u16| (0..grid.columns() as u16).map(move |column| (row, column));
        let cells = (0..grid.rows() as u16).flat_map(row);
        let (mut order, holes): (Vec<_>, Vec<_>) =
            cells.partition(|&(row, column)| grid.get(row.into(), column.into()));
        let tokens = order.len();
        order.extend(holes);
        Self { state, order, tokens }
    }

    /// The two cells of a swap; `None` where there is nothing to swap.
    #[inline]
    pub(super) fn cells(&self, swap: Swap) -> Option<[(usize, usize); 2]> {
        if self.tokens == 0 || self.tokens == self.order.len() {
            return None;
        }
        Some([swap.token, swap.hole].map(|place| {
            let (row, column) = self.order[place as usize];
            (row.into(), column.into())
        }))
    }
}

impl Walk for Swaps {
    type Solution = Grid;
    type Move = Swap;

    #[inline]
    fn propose(&self, rng: &mut Rng) -> Swap {
        let token = rng.below(self.tokens) as u32;
        let hole = self.tokens + rng.below(self.order.len() - self.tokens);
        Swap { token, hole: hole as u32 }
    }

    #[inline]
    fn gain(&self, swap: Swap) -> i32 {
        self.cells(swap).map_or(0, |[a, b]| -self.state.change_of_flips(a, b))
    }

    #[inline]
    fn make(&mut self, swap: Swap) {
        let Some(cells) = self.cells(swap) else { return };
        cells.iter().for_each(|&(row, column)| self.state.flip(row, column));
        self.order.swap(swap.token as usize, swap.hole as usize);
    }

    #[inline]
    fn score(&self) -> Score {
        self.state.score()
    }

    fn solution(&self) -> Grid {
        self.state.grid().clone()
    }
}

impl Walkable for Puzzle {
    type Walk<'p> = Swaps;

    fn walk(&self, from: Option<&Grid>, rng: &mut Rng) -> Option<Swaps> {
        Some(Swaps::new(from.map_or_else(|| State::random(self, rng), State::of)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Problem;

    #[test]
    fn the_gain_is_what_the_judge_sees() {
        let rng = &mut Rng::new(9);
        for (rows, columns, removed) in [(1, 1, 0), (1, 1, 1), (2, 3, 2), (7, 7, 20), (5, 90, 100)]
        {
            let puzzle = Puzzle::new(rows, columns, removed).unwrap();
            let mut walk = puzzle.walk(None, rng).unwrap();
            for _ in 0..200 {
                let (swap, before) = (walk.propose(rng), walk.score() as i32);
                let gain = walk.gain(swap);
                walk.make(swap);
                assert_eq!(puzzle.judge(&walk.solution()), Ok(walk.score()));
                assert_eq!(walk.score() as i32 - before, gain);
            }
        }
    }
}
