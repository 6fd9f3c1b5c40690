//! The judge: counts every line again, cell by cell.

use super::{Grid, Puzzle};
use thiserror::Error;

/// Why a grid is no answer to a puzzle, even or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Fault {
    #[error("the grid is {columns}x{rows}, the puzzle {expected_columns}x{expected_rows}")]
    Size { rows: usize, columns: usize, expected_rows: usize, expected_columns: usize },
    #[error("{found} tokens are left, expected {expected}")]
    Tokens { found: usize, expected: usize },
}

/// What the judge says of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The rows with an odd number of tokens, from 0.
    pub odd_rows: Vec<usize>,
    /// The columns with an odd number of tokens, from 0.
    pub odd_columns: Vec<usize>,
    lines: usize,
}

impl Verdict {
    /// Counts the lines of any grid.
    #[must_use]
    pub fn of(grid: &Grid) -> Self {
        let mut in_row = vec![0; grid.rows()];
        let mut in_column = vec![0; grid.columns()];
        for (row, column) in tokens(grid) {
            in_row[row] += 1;
            in_column[column] += 1;
        }
        let odd = |counts: Vec<usize>| -> Vec<usize> {
            (0..counts.len()).filter(|&line| counts[line] % 2 == 1).collect()
        };
        let lines = grid.rows() + grid.columns();
        Self { odd_rows: odd(in_row), odd_columns: odd(in_column), lines }
    }

    /// The number of odd lines: the fitness of Almuhaideb et al. (their equation 9), 0 at best.
    #[must_use]
    pub fn odd(&self) -> u32 {
        (self.odd_rows.len() + self.odd_columns.len()) as u32
    }

    /// The number of even lines.
    #[must_use]
    pub fn even(&self) -> u32 {
        self.lines as u32 - self.odd()
    }
}

/// The cells that hold a token.
fn tokens(grid: &Grid) -> impl Iterator<Item = (usize, usize)> {
    let cells = (0..grid.rows()).flat_map(|row| (0..grid.columns()).map(move |c| (row, c)));
    cells.filter(|&(row, column)| grid.get(row, column))
}

/// Judges a grid as an answer to a puzzle.
///
/// # Errors
/// If it has another size or number of tokens.
pub fn verdict(puzzle: &Puzzle, grid: &Grid) -> Result<Verdict, Fault> {
    let (rows, columns) = (grid.rows(), grid.columns());
    let (expected_rows, expected_columns) = (puzzle.rows(), puzzle.columns());
    if (rows, columns) != (expected_rows, expected_columns) {
        return Err(Fault::Size { rows, columns, expected_rows, expected_columns });
    }
    let found = tokens(grid).count();
    if found != puzzle.tokens() {
        return Err(Fault::Tokens { found, expected: puzzle.tokens() });
    }
    Ok(Verdict::of(grid))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figure 1 of Almuhaideb et al., n = 4, m = 6: (b), and a grid with the odd lines of (c).
    #[test]
    fn the_papers_examples() {
        let puzzle = Puzzle::new(4, 4, 6).unwrap();
        let solution: Grid = "1010\n0110\n1111\n0011".parse().unwrap();
        assert_eq!(verdict(&puzzle, &solution).unwrap().odd(), 0);
        let mut wrong = solution.clone();
        wrong.flip(1, 1);
        wrong.flip(2, 3);
        assert!(matches!(verdict(&puzzle, &wrong), Err(Fault::Tokens { found: 8, .. })));
        let mut wrong = solution.clone();
        wrong.flip(1, 3);
        wrong.flip(2, 1);
        let wrong = verdict(&puzzle, &wrong).unwrap();
        assert_eq!((wrong.odd_rows, wrong.odd_columns), (vec![1, 2], vec![1, 3]));
        let few: Grid = "0000\n0110\n1111\n0011".parse().unwrap();
        assert_eq!(verdict(&puzzle, &few), Err(Fault::Tokens { found: 8, expected: 10 }));
        assert!(matches!(verdict(&puzzle, &Grid::empty(4, 5)), Err(Fault::Size { .. })));
    }
}
