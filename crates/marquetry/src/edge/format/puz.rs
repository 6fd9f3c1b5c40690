//! `.puz` and `.sol`: piece lists with `c` comments and a `p tile` header, and solutions as
//! `tile col row turn` lines, numbered from 0, turns anticlockwise.

use super::text::{MAX_CELLS, Row, count};
use super::{Content, Format, FormatError, LooseBoard, LooseCell, Reading, Sense, pieces};
use crate::edge::MAX_SIDE;

/// Reads a `.puz` file: a piece list by another name.
pub(super) fn read(rows: &[Row]) -> Result<Reading, FormatError> {
    Ok(Reading { format: Format::Puz, ..pieces::read(rows)? })
}

/// Whether the rows are a solution: the first column has every piece once, the last only turns. No
/// piece list of more than four pieces looks so; below that the cells must be right too.
pub(super) fn is_solution(rows: &[Row]) -> bool {
    let four = rows.iter().all(|row| row.values.len() == 4);
    let turns = rows.iter().all(|row| row.values.last().is_some_and(|&turn| turn <= 3));
    four && turns
        && rows.len() > 1
        && base(rows).is_some()
        && (rows.len() > 4 || cells(rows).is_ok())
}

/// The number the pieces start from, if the first column has every piece once.
fn base(rows: &[Row]) -> Option<u32> {
    let mut tiles: Vec<u32> = rows.iter().filter_map(|row| row.values.first().copied()).collect();
    tiles.sort_unstable();
    let base = *tiles.first().filter(|&&base| base <= 1)?;
    tiles.iter().zip(base..).all(|(&tile, expected)| tile == expected).then_some(base)
}

/// Reads a `.sol` file.
pub(super) fn read_solution(rows: &[Row]) -> Result<Reading, FormatError> {
    let (size, cells) = cells(rows)?;
    let base = base(rows).unwrap_or(0);
    // Lists numbered from 1 are exports of other programs, which do not say which way they turn.
    let (sense, turns) = match base {
        0 => (Some(Sense::Anticlockwise), "turns as anticlockwise"),
        _ => (None, "the sense of turns is open"),
    };
    let board = LooseBoard { size: Some(size), cells, sense, ..LooseBoard::default() };
    let notes = vec![format!("pieces, columns and rows read as numbered from {base}, {turns}")];
    Ok(Reading { format: Format::Sol, content: Content::Board(board), notes })
}

type Cells = ((usize, usize), Vec<Option<LooseCell>>);

/// The board's size and cells; every cell must be named once.
fn cells(rows: &[Row]) -> Result<Cells, FormatError> {
    let base = base(rows).unwrap_or(0);
    let (mut width, mut height) = (0, 0);
    let mut placed = Vec::with_capacity(rows.len().min(MAX_CELLS));
    for row in rows {
        let &[tile, col, line, turn] = row.values.as_slice() else {
            let found = count(row.values.len(), "number");
            return Err(FormatError::at(row.line, "a tile, a column, a row and a turn", found));
        };
        let [Some(tile), Some(col), Some(line)] =
            [tile, col, line].map(|n| n.checked_sub(base).map(|n| n as usize))
        else {
            return Err(FormatError::at(row.line, "numbers from 1", "0"));
        };
        if col >= MAX_SIDE || line >= MAX_SIDE {
            let found = format!("column {col}, row {line}");
            return Err(FormatError::at(row.line, "a cell of a board up to 64x64", found));
        }
        (width, height) = (width.max(col + 1), height.max(line + 1));
        placed.push((row.line, col, line, (tile, turn as u8 % 4)));
    }
    if width * height != rows.len() {
        let expected = format!("all {} of a {width}x{height} board", count(width * height, "cell"));
        return Err(FormatError::whole(expected, count(rows.len(), "line")));
    }
    let mut cells = vec![None; rows.len()];
    for (number, col, row, placed) in placed {
        let cell = LooseCell { placed: Some(placed), piece: None, sides: None };
        if cells[row * width + col].replace(cell).is_some() {
            let found = format!("column {col}, row {row} again");
            return Err(FormatError::at(number, "every cell once", found));
        }
    }
    Ok(((width, height), cells))
}

#[cfg(test)]
mod tests {
    use super::super::{read, sample};
    use super::*;
    use std::fmt::Write as _;

    fn solution(seed: u64, width: usize, height: usize, base: usize) -> (Vec<(usize, u8)>, String) {
        let (_, board) = sample::planted(seed, width, height, 4);
        let mut cells = Vec::new();
        let mut lines = vec![String::new(); width * height];
        for (cell, placed) in board.cells().iter().flatten().enumerate() {
            let (piece, turn) = (placed.piece(), placed.turn());
            cells.push((piece, turn));
            let (col, row) = (cell % width + base, cell / width + base);
            let _ = writeln!(lines[piece], "{} {col} {row} {turn}", piece + base);
        }
        (cells, lines.concat())
    }

    #[test]
    fn solutions_are_told_from_pieces() {
        for (width, height, base) in [(2, 2, 0), (4, 3, 0), (8, 8, 0), (5, 5, 1)] {
            let (cells, text) = solution(9, width, height, base);
            let reading = read(format!("c tile col row turn\n{text}").as_bytes()).unwrap();
            assert_eq!(reading.format, Format::Sol);
            let Content::Board(board) = reading.content else { panic!("no board") };
            assert_eq!(board.size, Some((width, height)));
            assert_eq!(board.sense, (base == 0).then_some(Sense::Anticlockwise));
            let read: Vec<_> = board.cells.iter().map(|c| c.unwrap().placed.unwrap()).collect();
            assert_eq!(read, cells);
        }
    }

    #[test]
    fn a_puz_file_is_a_piece_list() {
        let text = "c a board\n\np tile 2 2\n0 0 1 2\n0 0 2 1\n0 0 2 2\n0 0 1 1\n";
        let reading = read(text.as_bytes()).unwrap();
        assert_eq!(reading.format, Format::Puz);
        let Content::Puzzle(puzzle) = reading.content else { panic!("no puzzle") };
        assert_eq!((puzzle.size(), puzzle.obstacle()), (4, None));
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        let twice = "0 0 0 0\n1 1 0 0\n2 2 0 0\n3 0 1 0\n4 1 1 0\n5 1 1 0\n";
        assert_eq!(error(twice), "line 6: expected every cell once, found column 1, row 1 again");
        let far = "0 0 0 0\n1 1 0 0\n2 2 0 0\n3 0 99 0\n4 1 1 0\n5 2 1 0\n";
        let expected = "line 4: expected a cell of a board up to 64x64, found column 0, row 99";
        assert_eq!(error(far), expected);
        let wide = "0 0 0 0\n1 1 0 0\n2 2 0 0\n3 0 1 0\n4 1 1 0\n5 3 1 0\n";
        assert_eq!(error(wide), "expected all 8 cells of a 4x2 board, found 6 lines");
    }
}
