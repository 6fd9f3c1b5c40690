//! What there is to see of a board, whether or not it belongs to the puzzle.

use crate::edge::{Board, Colour, GREY, Puzzle, Side};

/// How two neighbouring cells meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// One of them is empty.
    Open,
    /// Their sides fit.
    Matched,
    /// Their sides do not fit.
    Broken,
}

/// A board as the eye meets it: the colours on every cell. Cells with a piece the puzzle does not
/// have count as empty.
pub(super) struct Scene<'a> {
    puzzle: &'a Puzzle,
    pub width: usize,
    pub height: usize,
    sides: Vec<Option<[Colour; 4]>>,
}

impl<'a> Scene<'a> {
    pub fn new(puzzle: &'a Puzzle, board: &Board) -> Self {
        let sides = board.cells().iter().map(|placed| {
            let placed = (*placed)?;
            Some(puzzle.pieces().get(placed.piece())?.turned(placed.turn()))
        });
        Self { puzzle, width: board.width(), height: board.height(), sides: sides.collect() }
    }

    /// Every cell as (cell, row, column).
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let width = self.width;
        (0..self.sides.len()).map(move |cell| (cell, cell / width, cell % width))
    }

    /// The colours of the piece on a cell.
    pub fn sides(&self, cell: usize) -> Option<[Colour; 4]> {
        self.sides.get(cell).copied().flatten()
    }

    /// The colour on one side of a cell.
    pub fn side(&self, cell: usize, side: Side) -> Option<Colour> {
        self.sides(cell).map(|sides| sides[side as usize])
    }

    /// The cell across a side.
    pub fn neighbour(&self, cell: usize, side: Side) -> Option<usize> {
        let (row, col) = (cell.checked_div(self.width)?, cell.checked_rem(self.width)?);
        match side {
            Side::North => (row > 0).then(|| cell - self.width),
            Side::East => (col + 1 < self.width).then(|| cell + 1),
            Side::South => (row + 1 < self.height).then(|| cell + self.width),
            Side::West => (col > 0).then(|| cell - 1),
        }
    }

    /// How a cell meets its neighbour across a side; `None` on the rim.
    pub fn join(&self, cell: usize, side: Side) -> Option<Join> {
        let other = self.neighbour(cell, side)?;
        let (near, far) = (self.side(cell, side), self.side(other, side.opposite()));
        Some(match (near, far) {
            (Some(near), Some(far)) if near != GREY && self.puzzle.mate(near) == far => {
                Join::Matched
            }
            (Some(_), Some(_)) => Join::Broken,
            _ => Join::Open,
        })
    }

    /// Whether the join across a side is a break.
    pub fn broken(&self, cell: usize, side: Side) -> bool {
        self.join(cell, side) == Some(Join::Broken)
    }
}
