//! A board: a plain value that says which piece lies where, and how it is turned.

use super::BoardLine;
use serde::{Deserialize, Serialize};

/// A piece and its turn, packed in sixteen bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed(u16);

impl Placed {
    /// Piece `piece` (numbered from 0) after `turn` clockwise quarter turns.
    ///
    /// The largest board has 4096 pieces, so piece and turn always fit.
    #[must_use]
    pub fn new(piece: usize, turn: u8) -> Self {
        debug_assert!(piece < 1 << 14);
        Self(((piece as u16) << 2) | u16::from(turn & 3))
    }

    /// The piece, numbered from 0.
    #[must_use]
    #[inline]
    pub fn piece(self) -> usize {
        usize::from(self.0 >> 2)
    }

    /// Clockwise quarter turns, 0 to 3.
    #[must_use]
    #[inline]
    pub fn turn(self) -> u8 {
        (self.0 & 3) as u8
    }

    /// A dense index for tables: `4 * piece + turn`.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The same piece with another turn.
    #[must_use]
    #[inline]
    pub fn with_turn(self, turn: u8) -> Self {
        Self((self.0 & !3) | u16::from(turn & 3))
    }
}

/// What lies on every cell, row by row from the top left. Cells may be empty.
///
/// Serialised as `{"width", "height", "cells"}`, the cells as a [`BoardLine`].
///
/// ```
/// use marquetry::edge::{Board, Placed};
///
/// let mut board = Board::empty(3, 2);
/// board.set(1, Some(Placed::new(4, 3)));
/// assert_eq!(board.get(1).map(|placed| (placed.piece(), placed.turn())), Some((4, 3)));
/// assert_eq!((board.filled(), board.turned().width()), (1, 2));
/// let text = serde_json::to_string(&board)?;
/// assert_eq!(text, r#"{"width":3,"height":2,"cells":[null,[5,3],null,null,null,null]}"#);
/// assert_eq!(serde_json::from_str::<Board>(&text)?, board);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Serialised as `{"width", "height", "cells": [[piece, turn] or null, ...]}`, pieces from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Board {
    width: usize,
    height: usize,
    cells: Vec<Option<Placed>>,
}

impl Board {
    /// An empty board.
    #[must_use]
    pub fn empty(width: usize, height: usize) -> Self {
        Self { width, height, cells: vec![None; width * height] }
    }

    /// A board from its cells, row by row; `None` if their number is not `width * height`.
    #[must_use]
    pub fn from_cells(width: usize, height: usize, cells: Vec<Option<Placed>>) -> Option<Self> {
        (width.checked_mul(height) == Some(cells.len())).then_some(Self { width, height, cells })
    }

    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// All cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Option<Placed>] {
        &self.cells
    }

    /// What lies on a cell, by row-major index.
    #[must_use]
    pub fn get(&self, cell: usize) -> Option<Placed> {
        self.cells.get(cell).copied().flatten()
    }

    /// Lays a piece on a cell, or empties it. The index must be on the board.
    pub fn set(&mut self, cell: usize, placed: Option<Placed>) {
        self.cells[cell] = placed;
    }

    /// Number of cells with a piece on them.
    #[must_use]
    pub fn filled(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// The whole board after a clockwise quarter turn.
    #[must_use]
    pub fn turned(&self) -> Self {
        let mut turned = Self::empty(self.height, self.width);
        for row in 0..self.height {
            for col in 0..self.width {
                let placed = self.cells[row * self.width + col];
                turned.cells[col * self.height + (self.height - 1 - row)] =
                    placed.map(|p| p.with_turn(p.turn() + 1));
            }
        }
        turned
    }
}

/// A board as it is written down.
#[derive(Serialize, Deserialize)]
struct Written {
    width: usize,
    height: usize,
    cells: BoardLine,
}

impl From<Board> for Written {
    fn from(board: Board) -> Self {
        Self { width: board.width, height: board.height, cells: BoardLine::of(&board) }
    }
}

impl TryFrom<Written> for Board {
    type Error = String;

    fn try_from(Written { width, height, cells }: Written) -> Result<Self, String> {
        let found = cells.cells().len();
        let board = cells.board(width, height);
        board.ok_or_else(|| format!("a board of {width}x{height} with {found} cells"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_piece_and_turn() {
        let placed = Placed::new(4095, 3);
        assert_eq!((placed.piece(), placed.turn(), placed.index()), (4095, 3, 16383));
        assert_eq!(placed.with_turn(4).turn(), 0);
    }

    #[test]
    fn boards_survive_being_written_down() {
        let board = Board::from_cells(2, 1, vec![Some(Placed::new(4095, 3)), None]).unwrap();
        let text = serde_json::to_string(&board).unwrap();
        assert_eq!(text, r#"{"width":2,"height":1,"cells":[[4096,3],null]}"#);
        assert_eq!(serde_json::from_str::<Board>(&text).unwrap(), board);
        for bad in [
            r#"{"width":2,"height":1,"cells":[null]}"#,
            r#"{"width":1,"height":1,"cells":[[0,0]]}"#,
            r#"{"width":1,"height":1,"cells":[[1,4]]}"#,
            r#"{"width":1,"height":1,"cells":[[4097,0]]}"#,
        ] {
            assert!(serde_json::from_str::<Board>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn four_quarter_turns_are_none() {
        let cells = (0..6).map(|i| (i != 4).then(|| Placed::new(i, i as u8))).collect();
        let board = Board::from_cells(3, 2, cells).unwrap();
        let turned = board.turned();
        assert_eq!((turned.width(), turned.height()), (2, 3));
        assert_eq!(turned.get(1), Some(Placed::new(0, 1)));
        assert_eq!(turned.turned().turned().turned(), board);
    }
}
