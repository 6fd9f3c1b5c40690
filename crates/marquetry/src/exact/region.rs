//! What is filled: the whole board, or a block of it for the census.

use crate::edge::{Clue, Puzzle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Where a block lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Corner {
    /// In the top left corner.
    Corner,
    /// At the top side, one column from the corner.
    Side,
    /// One row and one column from the top left corner.
    Inside,
}

/// A block of the board to count the fillings of: the community's census.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Block {
    /// Its number of rows.
    pub rows: usize,
    /// Its number of columns.
    pub columns: usize,
    /// Where it lies.
    pub at: Corner,
}

/// Why a block cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "a block of {rows}x{columns} at row {row}, column {col} does not fit on a board of {width}x{height}"
)]
#[expect(missing_docs, reason = "the message says it")]
pub struct BlockError {
    pub rows: usize,
    pub columns: usize,
    pub row: usize,
    pub col: usize,
    pub width: usize,
    pub height: usize,
}

impl Block {
    /// The top left cell: row and column.
    fn origin(self) -> (usize, usize) {
        match self.at {
            Corner::Corner => (0, 0),
            Corner::Side => (0, 1),
            Corner::Inside => (1, 1),
        }
    }

    /// Checks that the block is on the board, and clear of the sides it should not touch.
    pub(super) fn fits(self, puzzle: &Puzzle) -> Result<(), BlockError> {
        let (row, col) = self.origin();
        let (width, height) = (puzzle.width(), puzzle.height());
        let Self { rows, columns, at } = self;
        // Away from the corners means from those on the other side too.
        let (below, right) = match at {
            Corner::Corner => (0, 0),
            Corner::Side => (0, 1),
            Corner::Inside => (1, 1),
        };
        let fits = |from: usize, length: usize, end: usize, room: usize| {
            length > 0 && from.saturating_add(length).saturating_add(end) <= room
        };
        if fits(row, rows, below, height) && fits(col, columns, right, width) {
            return Ok(());
        }
        Err(BlockError { rows, columns, row, col, width, height })
    }

    fn holds(self, puzzle: &Puzzle, cell: usize) -> bool {
        let (row, col) = self.origin();
        let (rows, columns) = (row..row + self.rows, col..col + self.columns);
        rows.contains(&(cell / puzzle.width())) && columns.contains(&(cell % puzzle.width()))
    }
}

/// The clues that lie in the region; those elsewhere only keep their pieces to themselves.
pub(super) fn clues(puzzle: &Puzzle, block: Option<Block>) -> Vec<Clue> {
    let inside = |clue: &&Clue| block.is_none_or(|block| block.holds(puzzle, clue.cell));
    puzzle.clues().iter().filter(inside).copied().collect()
}

/// The cells of an order that are in the region.
pub(super) fn keep(puzzle: &Puzzle, block: Option<Block>, cells: &mut Vec<u16>) {
    if let Some(block) = block {
        cells.retain(|&cell| block.holds(puzzle, usize::from(cell)));
    }
}
