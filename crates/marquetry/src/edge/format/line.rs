//! Board lines, and the JSON objects that carry one: a line of an archive, of a list, of a log.

use super::{Content, Format, FormatError, LooseBoard, LooseCell, Reading, Sense, json};
use crate::edge::{Board, BoardLine, BoardLineError, MAX_SIDE, Numbers};
use crate::search::Score;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::collections::BTreeMap;

/// An object that carries a board line, and what else may be beside it.
#[derive(Deserialize)]
struct Carrier {
    format: Option<String>,
    width: Option<usize>,
    height: Option<usize>,
    score: Option<Score>,
    cells: Numbers,
}

/// Whether a text is meant as a board line: an array of arrays, or of nothing. Cheap, and true of
/// damaged lines too.
#[must_use]
pub fn is_board_line(text: &str) -> bool {
    let inside = bare(text).strip_prefix('[').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with('[') || inside.starts_with("null"))
}

/// Whether a text is one or more board lines or objects that carry one. A lone object that names
/// its format is a file of its own.
pub(super) fn looks_like_lines(text: &str) -> bool {
    is_board_line(text)
        || next::<BTreeMap<String, IgnoredAny>>(text).is_ok_and(|(keys, length)| {
            let more = text.get(length..).is_some_and(|rest| !rest.trim().is_empty());
            keys.contains_key("cells") && (more || !keys.contains_key("format"))
        })
}

/// Reads board lines. Of several the one that claims the highest score is taken, the first of equals.
pub(super) fn read(text: &str) -> Result<Reading, FormatError> {
    let (mut rest, mut number) = skip(text, text.len() - text.trim_start().len(), 1);
    let mut best: Option<(usize, LooseBoard)> = None;
    let (mut count, mut notes) = (0_usize, Vec::new());
    rest = bare(rest);
    while !rest.is_empty() {
        match read_one(rest) {
            Ok((board, length)) => {
                count += 1;
                if best.as_ref().is_none_or(|(_, best)| board.claimed > best.claimed) {
                    best = Some((number, board));
                }
                let blank = rest.get(length..).map_or(0, |r| r.len() - r.trim_start().len());
                (rest, number) = skip(rest, length + blank, number);
            }
            Err(_) if count > 0 => {
                notes.push(format!("line {number}: no board; it and what follows are left out"));
                break;
            }
            Err(error) => {
                let line = error.line.map_or(number, |line| number + line - 1);
                return Err(FormatError { line: Some(line), ..error });
            }
        }
    }
    let Some((line, board)) = best else {
        return Err(FormatError::whole("a board line", "nothing"));
    };
    if count > 1 {
        let word = if board.claimed.is_some() { "best" } else { "first" };
        notes.push(format!("the {word} of {count} boards is taken, that of line {line}"));
    }
    Ok(Reading { format: Format::BoardLine, content: Content::Board(board), notes })
}

/// What comes after so many bytes, and the number of its line.
fn skip(text: &str, length: usize, number: usize) -> (&str, usize) {
    let (gone, rest) = text.split_at_checked(length).unwrap_or((text, ""));
    (rest, number + gone.bytes().filter(|&byte| byte == b'\n').count())
}

/// The first board of a text, and the bytes it takes.
fn read_one(text: &str) -> Result<(LooseBoard, usize), FormatError> {
    if text.starts_with('[') {
        let (numbers, length) = next(text).map_err(|error| json::explain(&error))?;
        return Ok((loose(numbers, None, None)?, length));
    }
    let (carrier, length): (Carrier, _) = next(text).map_err(|error| json::explain(&error))?;
    if let Some(format) = carrier.format.filter(|format| format != json::BOARD) {
        return Err(json::unknown(&format));
    }
    let size = carrier.width.zip(carrier.height);
    Ok((loose(carrier.cells, size, carrier.score)?, length))
}

/// The first JSON value of a text, and the bytes it takes.
fn next<T: DeserializeOwned>(text: &str) -> serde_json::Result<(T, usize)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter();
    // Nothing at all is refused as the parser refuses it.
    let value = values.next().unwrap_or_else(|| serde_json::from_str(text))?;
    Ok((value, values.byte_offset()))
}

/// A text without the blanks and quotes that a table or a shell leaves around a line.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || "\"'`".contains(c))
}

/// The board of these numbers, of a size that may be known.
pub(super) fn loose(
    numbers: Numbers,
    size: Option<(usize, usize)>,
    claimed: Option<Score>,
) -> Result<LooseBoard, FormatError> {
    if let Some((width, height)) = size {
        json::check_size(width, height)?;
        if numbers.len() != width * height {
            let expected = format!("{} cells for a {width}x{height} board", width * height);
            return Err(FormatError::whole(expected, numbers.len().to_string()));
        }
    }
    let most = MAX_SIDE * MAX_SIDE;
    if !(1..=most).contains(&numbers.len()) {
        return Err(FormatError::whole(format!("1 to {most} cells"), numbers.len().to_string()));
    }
    let width = size.map(|(width, _)| width);
    let line = BoardLine::new(numbers).map_err(|error| refusal(error, width))?;
    let cell = |placed: crate::edge::Placed| LooseCell {
        placed: Some((placed.piece(), placed.turn())),
        piece: None,
        sides: None,
    };
    Ok(LooseBoard {
        size,
        cells: line.cells().iter().map(|placed| placed.map(cell)).collect(),
        claimed,
        sense: Some(Sense::Clockwise),
        exact: true,
        ..LooseBoard::default()
    })
}

/// What is wrong with a cell, and where it is on the board.
fn refusal(error: BoardLineError, width: Option<usize>) -> FormatError {
    let place = |cell: usize| match width {
        Some(width) => format!("row {}, column {}", cell / width, cell % width),
        None => format!("cell {}", cell + 1),
    };
    match error {
        BoardLineError::Piece { cell, piece: 0 } => {
            FormatError::whole(format!("pieces numbered from 1 in {}", place(cell)), "piece 0")
        }
        BoardLineError::Piece { cell, piece } => {
            let most = MAX_SIDE * MAX_SIDE;
            let expected = format!("a piece up to {most} in {}", place(cell));
            FormatError::whole(expected, piece.to_string())
        }
        BoardLineError::Turn { cell, turn } => {
            let expected = format!("a turn from 0 to 3 in {}", place(cell));
            FormatError::whole(expected, turn.to_string())
        }
        BoardLineError::Json(why) => FormatError::whole("a board line", why),
    }
}

/// Writes a board line.
pub(super) fn write(board: &Board) -> String {
    format!("{}\n", BoardLine::of(board))
}

#[cfg(test)]
mod tests {
    use super::super::{native_board, read, sample, write_board};
    use super::*;

    fn board(text: &str) -> (LooseBoard, Vec<String>) {
        let reading = read(text.as_bytes()).unwrap();
        assert_eq!(reading.format, Format::BoardLine, "{text}");
        let Content::Board(board) = reading.content else { panic!("no board") };
        (board, reading.notes)
    }

    #[test]
    fn written_lines_read_back_however_they_are_wrapped() {
        for (width, height) in [(1, 1), (4, 3), (16, 16)] {
            let (puzzle, mut made) = sample::planted(7, width, height, 5);
            for _ in 0..2 {
                let line = write_board(Format::BoardLine, &puzzle, &made).unwrap();
                let quoted = format!(" \n\"{}\"\n", line.trim());
                let spread = line.replace("],", "],\n ").replacen('[', "[\n", 1);
                let object = format!("{{\"at\":5,\"cells\":{line},\"work\":9}}");
                for text in [&line, &quoted, &spread, &object] {
                    let (loose, notes) = board(text);
                    assert_eq!(loose.bind(&puzzle).unwrap(), (made.clone(), vec![]), "{text}");
                    assert_eq!(notes, [""; 0]);
                }
                made.set(0, None);
            }
        }
    }

    #[test]
    fn of_several_boards_the_best_is_taken_and_said() {
        let archive = "{\"score\":1,\"cells\":[[1,0]]}\n\n{\"score\":3,\"cells\":[[2,0]]}\n\
                       {\"score\":3,\"cells\":[[3,0]]}\n";
        let (taken, notes) = board(archive);
        assert_eq!(taken.cells[0].unwrap().placed, Some((1, 0)));
        assert_eq!(notes, ["the best of 3 boards is taken, that of line 3"]);
        let (taken, notes) = board("\n[[4,1]]\n[[5,1]]\n");
        assert_eq!(taken.cells[0].unwrap().placed, Some((3, 1)));
        assert_eq!(notes, ["the first of 2 boards is taken, that of line 2"]);
        let torn = format!("{archive}{{\"score\":9,\"cel");
        let (taken, notes) = board(&torn);
        assert_eq!(taken.claimed, Some(3));
        assert_eq!(notes[0], "line 5: no board; it and what follows are left out");
    }

    #[test]
    fn a_list_of_our_boards_is_lines_and_one_alone_a_file() {
        let (puzzle, made) = sample::planted(3, 3, 3, 4);
        let one = native_board(&puzzle, &made).replace('\n', "");
        let (taken, notes) = board(&format!("{one}\n{one}\n"));
        assert_eq!(taken.bind(&puzzle).unwrap().0, made);
        assert_eq!(notes.len(), 1);
        assert_eq!(read(one.as_bytes()).unwrap().format, Format::MarquetryBoard);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (bad, why) in [
            ("[[0,0]]", "line 1: expected pieces numbered from 1 in cell 1, found piece 0"),
            ("\n[null,[1,4]]", "line 2: expected a turn from 0 to 3 in cell 2, found 4"),
            ("[[9999,0]]", "line 1: expected a piece up to 4096 in cell 1, found 9999"),
            ("[[1,0],\n[2", "line 2: expected JSON, found EOF while parsing a list"),
            ("[[1,0,0]]", "line 1: expected JSON, found trailing characters"),
            (
                "{\"cells\":[null],\"width\":2,\"height\":1}",
                "line 1: expected 2 cells for a 2x1 board, found 1",
            ),
            ("{\"cells\":[]}", "line 1: expected 1 to 4096 cells, found 0"),
        ] {
            assert_eq!(read(bad.as_bytes()).unwrap_err().to_string(), why, "{bad}");
        }
        let long = format!("[{}null]", "null,".repeat(4096));
        assert!(read(long.as_bytes()).unwrap_err().to_string().contains("found 4097"));
    }
}
