//! The token puzzle: a full grid, and how many tokens to remove.

use super::judge::{Fault, verdict};
use super::{Grid, Infeasible, feasible};
use crate::search::{Problem, Score};
use thiserror::Error;

/// The most rows or columns.
pub const MOST_SIDE: usize = 10_000;

/// Why there is no such puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SizeError {
    #[error("a grid of {columns}x{rows}, expected 1 to {MOST_SIDE} columns and rows")]
    Side { rows: usize, columns: usize },
    #[error("cannot remove {removed} of {tokens} tokens")]
    Removed { removed: usize, tokens: usize },
}

/// A grid full of tokens, of which so many must go that every row and column is left with an even
/// number (Almuhaideb et al. 2022, constraints 1 to 4; their grids are square).
///
/// ```
/// use marquetry::search::{Problem, Setup, solve};
/// use marquetry::tokens::{Puzzle, count, find};
///
/// let puzzle = Puzzle::new(4, 4, 6)?;
/// assert_eq!(count(&puzzle).map(|n| n.to_string()).as_deref(), Some("96"));
/// let exact = find("exact")?.build(Default::default())?;
/// let outcome = solve(&puzzle, &*exact, &Setup::default(), &mut |_, _| {});
/// let grid = outcome.solution.ok_or("no grid")?;
/// assert_eq!((grid.tokens(), puzzle.judge(&grid)), (10, Ok(puzzle.perfect())));
/// assert!(Puzzle::new(4, 4, 14)?.feasible().is_err(), "two tokens cannot be even both ways");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    rows: usize,
    columns: usize,
    removed: usize,
}

impl Puzzle {
    /// A puzzle of this size.
    ///
    /// # Errors
    /// If the grid is empty or too large, or has fewer tokens than are to be removed. Whether the
    /// puzzle has a solution is another question: see [`Self::feasible`].
    pub fn new(rows: usize, columns: usize, removed: usize) -> Result<Self, SizeError> {
        let sides = 1..=MOST_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            return Err(SizeError::Side { rows, columns });
        }
        let tokens = rows * columns;
        if removed > tokens {
            return Err(SizeError::Removed { removed, tokens });
        }
        Ok(Self { rows, columns, removed })
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many tokens go.
    #[must_use]
    pub fn removed(&self) -> usize {
        self.removed
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// How many tokens stay.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.cells() - self.removed
    }

    /// Whether there is a solution.
    ///
    /// # Errors
    /// Why there is none.
    pub fn feasible(&self) -> Result<(), Infeasible> {
        feasible::feasible(self)
    }
}

impl Problem for Puzzle {
    type Solution = Grid;
    type Fault = Fault;

    /// The number of even lines.
    fn judge(&self, grid: &Grid) -> Result<Score, Fault> {
        verdict(self, grid).map(|verdict| verdict.even())
    }

    fn perfect(&self) -> Score {
        (self.rows + self.columns) as Score
    }
}
