//! The board line: a board written down in one line, and the one place where cells are.

use super::{Board, MAX_SIDE, Placed, Puzzle};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Piece (from 1) and turn of every cell, `None` where nothing lies: what a line says before
/// anyone has looked whether there are such pieces.
pub type Numbers = Vec<Option<(usize, u8)>>;

/// A board in one line: `[[piece,turn],null,...]`, row by row, pieces numbered from 1, `null` for an
/// empty cell.
///
/// Stores, archives, logs and checkpoints keep boards so. The size is not in it: it is the puzzle's,
/// without which a line means nothing.
///
/// ```
/// use marquetry::edge::{Board, BoardLine, Placed};
/// let board = Board::from_cells(2, 1, vec![Some(Placed::new(6, 3)), None]).unwrap();
/// let line = BoardLine::of(&board).to_string();
/// assert_eq!(line, "[[7,3],null]");
/// assert_eq!(line.parse::<BoardLine>().unwrap().board(2, 1), Some(board));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Numbers", try_from = "Numbers")]
pub struct BoardLine(Vec<Option<Placed>>);

/// Why a text is no board line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BoardLineError {
    #[error("no piece {piece} on cell {cell}")]
    Piece { cell: usize, piece: usize },
    #[error("no turn {turn} on cell {cell}")]
    Turn { cell: usize, turn: u8 },
    #[error("not a board line: {0}")]
    Json(String),
}

impl BoardLine {
    /// The line of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self(board.cells().to_vec())
    }

    /// The line of these numbers.
    ///
    /// # Errors
    /// If one of them is no piece or no turn of any board.
    pub fn new(numbers: Numbers) -> Result<Self, BoardLineError> {
        let read = |(cell, numbers): (usize, Option<(usize, u8)>)| match numbers {
            None => Ok(None),
            Some((piece, _)) if !(1..=MAX_SIDE * MAX_SIDE).contains(&piece) => {
                Err(BoardLineError::Piece { cell, piece })
            }
            Some((_, turn)) if turn > 3 => Err(BoardLineError::Turn { cell, turn }),
            Some((piece, turn)) => Ok(Some(Placed::new(piece - 1, turn))),
        };
        numbers.into_iter().enumerate().map(read).collect::<Result<_, _>>().map(Self)
    }

    /// What lies on every cell, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Option<Placed>] {
        &self.0
    }

    /// The board of this size; `None` if there are more cells or fewer.
    #[must_use]
    pub fn board(&self, width: usize, height: usize) -> Option<Board> {
        Board::from_cells(width, height, self.0.clone())
    }

    /// The board of a puzzle; `None` if it has other cells, or not these pieces.
    #[must_use]
    pub fn board_of(&self, puzzle: &Puzzle) -> Option<Board> {
        let known = self.0.iter().flatten().all(|placed| placed.piece() < puzzle.size());
        known.then(|| self.board(puzzle.width(), puzzle.height())).flatten()
    }
}

impl From<BoardLine> for Numbers {
    fn from(line: BoardLine) -> Self {
        line.0.into_iter().map(|cell| cell.map(numbers)).collect()
    }
}

impl TryFrom<Numbers> for BoardLine {
    type Error = BoardLineError;

    fn try_from(numbers: Numbers) -> Result<Self, BoardLineError> {
        Self::new(numbers)
    }
}

impl fmt::Display for BoardLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &cell) in self.0.iter().enumerate() {
            f.write_str(if i == 0 { "[" } else { "," })?;
            write_cell(f, cell)?;
        }
        f.write_str(if self.0.is_empty() { "[]" } else { "]" })
    }
}

impl FromStr for BoardLine {
    type Err = BoardLineError;

    fn from_str(text: &str) -> Result<Self, BoardLineError> {
        let numbers: Numbers =
            serde_json::from_str(text).map_err(|error| BoardLineError::Json(error.to_string()))?;
        Self::new(numbers)
    }
}

/// Writes one cell.
pub(super) fn write_cell(out: &mut impl fmt::Write, cell: Option<Placed>) -> fmt::Result {
    match cell.map(numbers) {
        Some((piece, turn)) => write!(out, "[{piece},{turn}]"),
        None => out.write_str("null"),
    }
}

fn numbers(placed: Placed) -> (usize, u8) {
    (placed.piece() + 1, placed.turn())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::{Frame, Piece};

    #[test]
    fn lines_come_back_whoever_writes_them() {
        let cells = vec![Some(Placed::new(4095, 3)), None, Some(Placed::new(0, 0))];
        for cells in [cells, Vec::new(), vec![None]] {
            let line = BoardLine(cells);
            assert_eq!(line.to_string(), serde_json::to_string(&line).unwrap());
            assert_eq!(line.to_string().parse(), Ok(line.clone()));
            assert_eq!(serde_json::from_str::<BoardLine>(&line.to_string()).unwrap(), line);
        }
    }

    #[test]
    fn what_no_board_can_hold_is_refused() {
        for (bad, why) in [
            ("[[0,0]]", "no piece 0 on cell 0"),
            ("[[1,0],[4097,0]]", "no piece 4097 on cell 1"),
            ("[null,[1,4]]", "no turn 4 on cell 1"),
        ] {
            assert_eq!(bad.parse::<BoardLine>().unwrap_err().to_string(), why);
            assert!(serde_json::from_str::<BoardLine>(bad).is_err_and(|e| e.to_string() == why));
        }
        for bad in ["", "[", "[[1]]", "[[1,0,0]]", "[[-1,0]]", "[[1,999]]", "{}", "[[1,0]] x"] {
            assert!(matches!(bad.parse::<BoardLine>(), Err(BoardLineError::Json(_))), "{bad}");
        }
    }

    #[test]
    fn a_puzzle_knows_its_own_lines() {
        let pieces = vec![Piece([1; 4]); 2];
        let puzzle = Puzzle::new("", 2, 1, Frame::Open, pieces).unwrap();
        let board = |text: &str| text.parse::<BoardLine>().unwrap().board_of(&puzzle);
        assert!(board("[[2,0],null]").is_some());
        assert!(board("[[3,0],[1,0]]").is_none(), "no such piece");
        assert!(board("[[1,0]]").is_none(), "too few cells");
    }
}
