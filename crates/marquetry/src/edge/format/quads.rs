//! Quads (Eternity II Editor): four colours per cell, north, east, south, west, row by row, parted by
//! bars, commas or blanks. Locked cells are in brackets. The board is square, and the pieces have no
//! numbers.

use super::text::{Line, MAX_CELLS, count, number, quote, square_side};
use super::{Content, Format, FormatError, LooseBoard, LooseCell, Reading, WriteError};
use crate::edge::{Board, Colour, GREY, MAX_COLOUR, Puzzle};
use std::fmt::Write as _;

/// Reads a board of quads.
pub(super) fn read(lines: &[Line]) -> Result<Reading, FormatError> {
    let mut sides: Vec<Colour> = Vec::new();
    let mut locked = Vec::new();
    let mut open = None;
    for line in lines {
        for token in tokens(line.text) {
            match token {
                "[" | "(" => open = Some(line.number),
                "]" | ")" => {
                    open.take().ok_or_else(|| {
                        FormatError::at(line.number, "an opening bracket before", quote(token))
                    })?;
                }
                _ if sides.len() == 4 * MAX_CELLS => {
                    let expected = format!("at most {MAX_CELLS} cells");
                    return Err(FormatError::at(line.number, expected, "more"));
                }
                token => {
                    locked.extend(open.map(|_| sides.len() / 4));
                    sides.push(colour(line.number, token)?);
                }
            }
        }
    }
    if let Some(line) = open {
        return Err(FormatError::at(line, "a closing bracket", "none"));
    }
    let side = sides.len().is_multiple_of(4).then(|| square_side(sides.len() / 4)).flatten();
    let Some(side) = side else {
        let found = count(sides.len(), "number");
        return Err(FormatError::whole("four numbers for each cell of a square board", found));
    };
    Ok(reading(side, &sides, locked))
}

fn reading(side: usize, sides: &[Colour], mut locked: Vec<usize>) -> Reading {
    let quads = sides.as_chunks::<4>().0;
    let cells: Vec<_> = quads
        .iter()
        .map(|&quad| {
            let cell = LooseCell { placed: None, piece: None, sides: Some(quad) };
            (quad != [GREY; 4]).then_some(cell)
        })
        .collect();
    locked.dedup();
    locked.retain(|&cell| cells.get(cell).is_some_and(Option::is_some));
    let size = Some((side, side));
    let board = LooseBoard { size, cells, clues: locked, ..LooseBoard::default() };
    let notes = vec![format!("{side}x{side} quads read as north, east, south, west")];
    Reading { format: Format::Quads, content: Content::Board(board), notes }
}

/// Numbers and brackets.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    const BRACKETS: [char; 4] = ['[', ']', '(', ')'];
    text.split(|c: char| c.is_whitespace() || matches!(c, '|' | ',' | ';'))
        .flat_map(|part| part.split_inclusive(BRACKETS))
        .flat_map(|part| {
            // An inclusive part is a number, a bracket, or a number with the bracket behind it.
            let end = part.find(BRACKETS).unwrap_or(part.len());
            let (number, bracket) = part.split_at(end);
            [number, bracket]
        })
        .filter(|token| !token.is_empty())
}

fn colour(line: usize, token: &str) -> Result<Colour, FormatError> {
    let value = number(line, token)?;
    Colour::try_from(value).ok().filter(|&colour| colour <= MAX_COLOUR).ok_or_else(|| {
        FormatError::at(line, format!("a colour from 0 to {MAX_COLOUR}"), value.to_string())
    })
}

/// Writes a board as quads, the cells of kept clues in brackets.
///
/// # Errors
/// If the board is not square or has a piece that is grey all round.
pub(super) fn write(puzzle: &Puzzle, board: &Board) -> Result<String, WriteError> {
    if board.width() != board.height() {
        let size = format!("{}x{}", board.width(), board.height());
        return Err(WriteError(format!("quads hold square boards only, not {size}")));
    }
    let mut text = String::new();
    for (cell, placed) in board.cells().iter().enumerate() {
        let sides = placed.map_or([GREY; 4], |placed| puzzle.sides(placed));
        if placed.is_some() && sides == [GREY; 4] {
            let why = "a piece that is grey all round, which quads show as no piece";
            return Err(WriteError(why.to_owned()));
        }
        let locked = puzzle.clues().iter().any(|c| c.cell == cell && Some(c.placed) == *placed);
        let quad = sides.map(|colour| colour.to_string()).join(" | ");
        let end = if (cell + 1) % board.width() == 0 { "\n" } else { " " };
        let _ = match locked {
            true => write!(text, "[{quad}] |{end}"),
            false => write!(text, "{quad} |{end}"),
        };
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::{read, sample};
    use super::*;
    use crate::edge::Clue;

    fn board(text: &str) -> LooseBoard {
        let reading = read(text.as_bytes()).unwrap();
        assert_eq!(reading.format, Format::Quads);
        let Content::Board(board) = reading.content else { panic!("no board") };
        board
    }

    #[test]
    fn a_written_board_reads_back() {
        for side in [2, 5, 16] {
            let (puzzle, mut board) = sample::planted(4, side, side, 6);
            let clue = Clue { cell: 1, placed: board.get(1).unwrap() };
            let puzzle = puzzle.with_clues(vec![clue]).unwrap();
            board.set(side, None);
            let loose = self::board(&write(&puzzle, &board).unwrap());
            assert_eq!((loose.size, loose.clues), (Some((side, side)), vec![1]));
            let sides: Vec<_> = loose.cells.iter().map(|c| c.and_then(|c| c.sides)).collect();
            let expected: Vec<_> =
                board.cells().iter().map(|c| c.map(|p| puzzle.sides(p))).collect();
            assert_eq!(sides, expected);
        }
        let (puzzle, board) = sample::planted(4, 3, 2, 6);
        assert!(write(&puzzle, &board).is_err());
    }

    #[test]
    fn bars_commas_blanks_and_brackets_all_part_numbers() {
        let expected = board("0 | 3 | 4 | 0 | 0 | 2 | 1 | 3 |\n4 | 1 | 0 | 0 | 1 | 0 | 0 | 1 |\n");
        for text in [
            "0 3 4 0 0 2 1 3\n4 1 0 0 1 0 0 1",
            "0,3,4,0,0,2,1,3,4,1,0,0,1,0,0,1",
            "0 3 4 0 | 0 2 1 3\r\n4 1 0 0 | 1 0 0 1",
        ] {
            assert_eq!(board(text), expected);
        }
        let locked = board("0 3 4 0 [0 2 1 3]\n(4 1 0 0) 0 0 0 0");
        assert_eq!(locked.clues, [1, 2]);
        assert_eq!(locked.cells[3], None);
    }

    #[test]
    fn errors_say_where() {
        let error = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        let square = "expected four numbers for each cell of a square board, found";
        assert_eq!(error("1|2|3|4|\n5|6|7|8|"), format!("{square} 8 numbers"));
        assert_eq!(error("1|2|3"), format!("{square} 3 numbers"));
        assert_eq!(error("1|2|3|\n251"), "line 2: expected a colour from 0 to 250, found 251");
        assert_eq!(error("1 2\n[3 4"), "line 2: expected a closing bracket, found none");
        assert_eq!(error("1|2]"), "line 1: expected an opening bracket before, found \"]\"");
        assert_eq!(error(&"1|".repeat(16388)), "line 1: expected at most 4096 cells, found more");
    }
}
