//! Brute force: every way to remove the tokens, one after the other.

use super::super::{Puzzle, State};
use crate::search::{Algorithm, Conclusion, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tries every set of cells to empty, in the order of a dictionary, until the lines are even: the
/// first solution, or a proof that there is none. Almuhaideb et al. 2022 used it to learn which
/// small grids can be solved. One step is one grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Brute {}

/// A set of cells without tokens, and the grid.
struct Holes {
    cells: Vec<usize>,
    state: State,
}

impl Holes {
    /// The first cells.
    fn first(puzzle: &Puzzle) -> Self {
        let mut state = State::empty(puzzle.rows(), puzzle.columns());
        for cell in puzzle.removed()..puzzle.cells() {
            state.flip(cell / puzzle.columns(), cell % puzzle.columns());
        }
        Self { cells: (0..puzzle.removed()).collect(), state }
    }

    /// Goes on to the next set; whether there is one.
    fn next(&mut self, puzzle: &Puzzle) -> bool {
        let most = |place: usize| puzzle.cells() - puzzle.removed() + place;
        let Some(last) = (0..self.cells.len()).rev().find(|&i| self.cells[i] < most(i)) else {
            return false;
        };
        let from = self.cells[last] + 1;
        for (place, cell) in (last..self.cells.len()).zip(from..) {
            let old = std::mem::replace(&mut self.cells[place], cell);
            for cell in [old, cell] {
                self.state.flip(cell / puzzle.columns(), cell % puzzle.columns());
            }
        }
        true
    }
}

impl Algorithm<Puzzle> for Brute {
    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        let mut holes = Holes::first(puzzle);
        while run.step() {
            run.offer(holes.state.score(), || holes.state.grid().clone());
            if !run.over() && !holes.next(puzzle) {
                return Conclusion::Exhausted;
            }
        }
        Conclusion::Stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Problem;
    use crate::tokens::testing::even_grids;

    /// Every set comes up once, and as many are solutions as there are.
    #[test]
    fn every_grid_is_tried() {
        for (rows, columns, removed, all) in
            [(3, 3, 5, 126), (2, 4, 4, 70), (4, 4, 6, 8008), (3, 4, 0, 1), (2, 2, 4, 1)]
        {
            let puzzle = Puzzle::new(rows, columns, removed).unwrap();
            let mut holes = Holes::first(&puzzle);
            let (mut tried, mut solutions) = (0, 0);
            loop {
                assert_eq!(puzzle.judge(holes.state.grid()), Ok(holes.state.score()));
                tried += 1;
                solutions += u64::from(holes.state.odd() == 0);
                if !holes.next(&puzzle) {
                    break;
                }
            }
            assert_eq!(tried, all);
            assert_eq!(solutions, even_grids(rows, columns)[puzzle.tokens()]);
        }
    }
}
