//! The solutions of the META 2010 contest: one `piece turn` line per cell, row by row.
//!
//! The contest numbered the pieces from 0 and read a piece's colours as bottom, left, top, right. We
//! read the same file as top, right, bottom, left, which is half a turn away; so a turn of the
//! contest is ours less two. (Checked on public solutions: only so they keep the rim.)

use super::text::{MAX_CELLS, Row, count};
use super::{Content, Format, FormatError, LooseBoard, LooseCell, Reading, Sense, WriteError};
use crate::edge::Board;
use std::fmt::Write as _;

/// From the contest's turns to ours, and back.
const HALF_TURN: u8 = 2;

/// Whether the rows are pairs. A lone pair is a header unless its second number is a turn.
pub(super) fn fits(rows: &[Row]) -> bool {
    let pairs = rows.iter().all(|row| row.values.len() == 2);
    pairs && (rows.len() > 1 || rows.iter().all(|row| row.values[1] <= 3))
}

/// Reads a solution.
pub(super) fn read(rows: &[Row]) -> Result<Reading, FormatError> {
    if rows.len() > MAX_CELLS {
        let expected = format!("at most {MAX_CELLS} cells");
        return Err(FormatError::whole(expected, count(rows.len(), "cell")));
    }
    let base = u32::from(!rows.iter().any(|row| row.values.first() == Some(&0)));
    let last = (rows.len() as u32 + base).saturating_sub(1);
    let mut cells = Vec::with_capacity(rows.len());
    for row in rows {
        let &[piece, turn] = row.values.as_slice() else {
            let found = count(row.values.len(), "number");
            return Err(FormatError::at(row.line, "a piece and a turn", found));
        };
        if !(base..=last).contains(&piece) {
            let expected = format!("a piece from {base} to {last}");
            return Err(FormatError::at(row.line, expected, piece.to_string()));
        }
        if turn > 3 {
            return Err(FormatError::at(row.line, "a turn from 0 to 3", turn.to_string()));
        }
        let placed = Some(((piece - base) as usize, (turn as u8 + HALF_TURN) % 4));
        cells.push(Some(LooseCell { placed, piece: None, sides: None }));
    }
    let board = LooseBoard { cells, sense: Some(Sense::Clockwise), ..LooseBoard::default() };
    let notes = vec![
        format!("pieces read as numbered from {base}"),
        "turns read as the contest's: clockwise, sides listed from the bottom".to_owned(),
    ];
    Ok(Reading { format: Format::MetaSolution, content: Content::Board(board), notes })
}

/// Writes a solution as the contest wants it.
///
/// # Errors
/// If a cell is empty: the contest knew no such thing.
pub(super) fn write(board: &Board) -> Result<String, WriteError> {
    let mut text = String::new();
    for (cell, placed) in board.cells().iter().enumerate() {
        let Some(placed) = placed else {
            let (row, col) = (cell / board.width() + 1, cell % board.width() + 1);
            let why = format!("a META solution has no empty cells, but row {row}, column {col} is");
            return Err(WriteError(why));
        };
        let _ = writeln!(text, "{} {}", placed.piece(), (placed.turn() + HALF_TURN) % 4);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::{read, sample};
    use super::*;
    use crate::edge::Placed;

    fn placed(text: &str) -> Vec<(usize, u8)> {
        let Content::Board(board) = read(text.as_bytes()).unwrap().content else {
            panic!("no board")
        };
        assert_eq!(board.size, None);
        board.cells.iter().map(|c| c.unwrap().placed.unwrap()).collect()
    }

    #[test]
    fn a_written_board_reads_back() {
        for (width, height) in [(1, 1), (2, 2), (10, 10), (7, 3)] {
            let (_, board) = sample::planted(3, width, height, 4);
            let expected: Vec<_> =
                board.cells().iter().flatten().map(|p| (p.piece(), p.turn())).collect();
            assert_eq!(placed(&write(&board).unwrap()), expected);
        }
    }

    /// The contest's own convention: a corner listed as `0 0 a b` lies at the bottom left.
    #[test]
    fn a_turn_counts_from_the_bottom_side() {
        let (puzzle, _) = sample::planted(1, 2, 2, 3);
        let pieces = puzzle.pieces().iter().map(|p| {
            let turn = (0..4).find(|&t| p.grey_mask(t) == 0b0011).unwrap();
            crate::edge::Piece(p.turned(turn))
        });
        let pieces = pieces.collect();
        let puzzle = crate::edge::Puzzle::new("", 2, 2, puzzle.frame(), pieces).unwrap();
        for (cell, &(piece, turn)) in placed("0 1\n1 2\n2 0\n3 3\n").iter().enumerate() {
            assert!(puzzle.layout().allows(Placed::new(piece, turn), cell));
        }
    }

    #[test]
    fn pieces_may_be_numbered_from_one() {
        assert_eq!(placed("1 0\n2 1\n4 2\n3 3"), [(0, 2), (1, 3), (3, 0), (2, 1)]);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error("0 1\n1 4"), "line 2: expected a turn from 0 to 3, found 4");
        assert_eq!(error("0 1\n2 3"), "line 2: expected a piece from 0 to 1, found 2");
        assert_eq!(error(&"0 1\n".repeat(4097)), "expected at most 4096 cells, found 4097 cells");
        let (_, mut board) = sample::planted(3, 3, 3, 4);
        board.set(5, None);
        let error = write(&board).unwrap_err().to_string();
        assert!(error.ends_with("row 2, column 3 is"), "{error}");
    }
}
