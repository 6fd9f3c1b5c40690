//! Mutation: tokens change places.

use super::super::{Puzzle, State};
use crate::search::Rng;

/// BSwap (figure 6): two random cells exchange what they hold.
pub(super) fn swap(state: &mut State, puzzle: &Puzzle, rng: &mut Rng) {
    let mut cell = || (rng.below(puzzle.rows()), rng.below(puzzle.columns()));
    let (a, b) = (cell(), cell());
    exchange(state, a, b);
}

/// BInversion (figure 5): a random section is reversed, read column by column as in the figure.
pub(super) fn inversion(state: &mut State, puzzle: &Puzzle, rng: &mut Rng) {
    let (a, b) = (rng.below(puzzle.cells()), rng.below(puzzle.cells()));
    invert(state, puzzle, a.min(b), a.max(b));
}

fn invert(state: &mut State, puzzle: &Puzzle, mut from: usize, mut to: usize) {
    let cell = |place: usize| (place % puzzle.rows(), place / puzzle.rows());
    while from < to {
        exchange(state, cell(from), cell(to));
        (from, to) = (from + 1, to - 1);
    }
}

fn exchange(state: &mut State, a: (usize, usize), b: (usize, usize)) {
    if state.get(a.0, a.1) != state.get(b.0, b.1) {
        state.flip(a.0, a.1);
        state.flip(b.0, b.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Problem;
    use crate::tokens::Grid;

    #[test]
    fn inversion_is_as_in_figure_5() {
        let puzzle = Puzzle::new(4, 4, 8).unwrap();
        let mut state = State::of(&"0010\n0011\n1110\n1010".parse::<Grid>().unwrap());
        invert(&mut state, &puzzle, 4, 6);
        assert_eq!(state.grid().to_string(), "0110\n0011\n1010\n1010");
    }

    #[test]
    fn mutants_keep_their_tokens() {
        let rng = &mut Rng::new(1);
        for (rows, columns) in [(1, 1), (3, 5), (9, 70)] {
            let puzzle = Puzzle::new(rows, columns, rows * columns / 3).unwrap();
            let mut state = State::random(&puzzle, rng);
            for _ in 0..50 {
                swap(&mut state, &puzzle, rng);
                inversion(&mut state, &puzzle, rng);
                assert_eq!(puzzle.judge(state.grid()), Ok(state.score()));
            }
        }
    }
}
