//! A board as a grid of `NNN/R` (Blackwood's saves, `.et2`): piece from 1, clockwise turns; `---/-` is
//! an empty cell, the top row comes first.

use super::text::{Line, MAX_CELLS, count, number, quote};
use super::{Content, Format, FormatError, LooseBoard, LooseCell, Reading, Sense};
use crate::edge::{Board, MAX_SIDE};

/// Whether a line looks like a row of the grid.
pub(super) fn is_row(text: &str) -> bool {
    !text.contains("://") && text.split_whitespace().next().is_some_and(|cell| cell.contains('/'))
}

/// Reads a grid.
pub(super) fn read(lines: &[Line]) -> Result<Reading, FormatError> {
    let mut notes = vec!["pieces read as numbered from 1, turns as clockwise".to_owned()];
    let mut cells = Vec::new();
    let (mut width, mut height) = (0, 0);
    for line in lines {
        if line.text.contains("://") {
            notes.push(format!("the link on line {} was not read", line.number));
            continue;
        }
        let texts = line.text.split_whitespace().take(MAX_SIDE + 1);
        let row = texts.map(|text| cell(line.number, text)).collect::<Result<Vec<_>, _>>()?;
        if row.len() > MAX_SIDE {
            let expected = format!("at most {MAX_SIDE} cells");
            return Err(FormatError::at(line.number, expected, "more"));
        }
        if height == 0 {
            width = row.len();
        }
        if row.len() != width {
            let found = count(row.len(), "cell");
            return Err(FormatError::at(line.number, count(width, "cell"), found));
        }
        height += 1;
        if height > MAX_SIDE {
            let expected = format!("at most {MAX_SIDE} rows");
            return Err(FormatError::at(line.number, expected, "more"));
        }
        cells.extend(row);
    }
    let board = LooseBoard {
        size: Some((width, height)),
        cells,
        sense: Some(Sense::Clockwise),
        ..LooseBoard::default()
    };
    Ok(Reading { format: Format::Grid, content: Content::Board(board), notes })
}

fn cell(line: usize, text: &str) -> Result<Option<LooseCell>, FormatError> {
    let wrong = || FormatError::at(line, "a cell such as 139/2 or ---/-", quote(text));
    let (piece, turn) = text.split_once('/').ok_or_else(wrong)?;
    if piece.bytes().chain(turn.bytes()).all(|byte| byte == b'-') {
        return Ok(None);
    }
    let (piece, turn) = (number(line, piece)? as usize, number(line, turn)?);
    if !(1..=MAX_CELLS).contains(&piece) || turn > 3 {
        return Err(wrong());
    }
    Ok(Some(LooseCell { placed: Some((piece - 1, turn as u8)), piece: None, sides: None }))
}

/// Writes a board as a grid.
pub(super) fn write(board: &Board) -> String {
    let rows = board.cells().chunks(board.width().max(1)).map(|row| {
        let cells = row.iter().map(|cell| match cell {
            Some(placed) => format!("{:3}/{}", placed.piece() + 1, placed.turn()),
            None => "---/-".to_owned(),
        });
        cells.collect::<Vec<_>>().join(" ") + "\n"
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::super::{read, sample};
    use super::*;

    #[test]
    fn a_written_board_reads_back() {
        for (width, height) in [(1, 1), (3, 3), (5, 2), (16, 16), (40, 30)] {
            let (_, mut board) = sample::planted(7, width, height, 5);
            board.set(width * height / 2, None);
            let reading = read(write(&board).as_bytes()).unwrap();
            assert_eq!(reading.format, Format::Grid);
            let Content::Board(loose) = reading.content else { panic!("no board") };
            assert_eq!(loose.size, Some((width, height)));
            let placed = board.cells().iter().map(|c| c.map(|p| (p.piece(), p.turn())));
            let read: Vec<_> = loose.cells.iter().map(|c| c.and_then(|c| c.placed)).collect();
            assert_eq!(read, placed.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_link_below_the_grid_is_passed_over() {
        let reading = read(b"  1/3 ---/-\r\n---/-   2/0\r\nhttps://example.org/#x=1\r\n").unwrap();
        let Content::Board(board) = reading.content else { panic!("no board") };
        assert_eq!((board.size, board.cells.len()), (Some((2, 2)), 4));
        assert!(reading.notes[1].contains("line 3"));
    }

    #[test]
    fn errors_name_line_and_cell() {
        let error = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error("1/0 2/0\n3/0"), "line 2: expected 2 cells, found 1 cell");
        let cell = "line 1: expected a cell such as 139/2 or ---/-, found";
        assert_eq!(error("1/4"), format!("{cell} \"1/4\""));
        assert_eq!(error("1/0 7"), format!("{cell} \"7\""));
        assert_eq!(error("4097/0"), format!("{cell} \"4097/0\""));
        assert_eq!(error(&"1/0\n".repeat(65)), "line 65: expected at most 64 rows, found more");
        assert_eq!(error(&"1/0 ".repeat(65)), "line 1: expected at most 64 cells, found more");
    }
}
