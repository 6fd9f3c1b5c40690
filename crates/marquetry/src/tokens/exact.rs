//! A solution for every puzzle that has one, in time proportional to the cells.

use super::{Grid, Infeasible, Puzzle};
use crate::search::Rng;
use std::cmp::Reverse;

/// A solution: rows and columns hold numbers of tokens as equal as even numbers can be, in an order
/// drawn at random. Not every solution can come out, and those that can are not equally likely:
/// see [`super::uniform`].
///
/// Row by row, the tokens go to the columns that still need most (Ryser's construction); docs/tokens.md
/// shows that they always fit.
///
/// # Errors
/// Why there is no solution.
pub fn construct(puzzle: &Puzzle, rng: &mut Rng) -> Result<Grid, Infeasible> {
    puzzle.feasible()?;
    let mut grid = Grid::empty(puzzle.rows(), puzzle.columns());
    let rows = spread(puzzle.tokens(), puzzle.rows(), rng);
    // Most needed first. Afterwards the columns taken and the others are two sorted runs, which a
    // stable sort merges in one pass.
    let needs = spread(puzzle.tokens(), puzzle.columns(), rng);
    let mut columns: Vec<(usize, usize)> = needs.into_iter().zip(0..).collect();
    for (row, tokens) in rows.into_iter().enumerate() {
        columns.sort_by_key(|&(need, _)| Reverse(need));
        for (need, column) in &mut columns[..tokens] {
            *need -= 1;
            grid.flip(row, *column);
        }
    }
    Ok(grid)
}

/// An even number of tokens, dealt in pairs to so many lines, in a random order.
fn spread(tokens: usize, lines: usize, rng: &mut Rng) -> Vec<usize> {
    let pairs = tokens / 2;
    let mut dealt: Vec<usize> =
        (0..lines).map(|line| 2 * (pairs / lines + usize::from(line < pairs % lines))).collect();
    rng.shuffle(&mut dealt);
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Problem;

    fn check(rows: usize, columns: usize) {
        let rng = &mut Rng::new(1);
        for removed in 0..=rows * columns {
            let puzzle = Puzzle::new(rows, columns, removed).unwrap();
            match construct(&puzzle, rng) {
                Ok(grid) => assert_eq!(puzzle.judge(&grid), Ok(puzzle.perfect()), "{puzzle:?}"),
                Err(why) => assert_eq!(puzzle.feasible(), Err(why)),
            }
        }
    }

    #[test]
    fn every_feasible_square_to_60_is_solved() {
        for n in 1..=60 {
            check(n, n);
        }
    }

    #[test]
    fn every_feasible_rectangle_to_16_is_solved() {
        for rows in 1..=16 {
            for columns in 1..=16 {
                check(rows, columns);
            }
        }
        check(2, 131);
        check(67, 3);
    }
}
