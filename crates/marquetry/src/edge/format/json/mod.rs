//! JSON files: our own, those of eternity2.dev and of eii-puzzles.

mod dev;
mod eii;
mod native;

#[cfg(test)]
mod tests;

use super::{FormatError, LooseClue, Reading, brief};
use crate::edge::{Clue, Colour, Frame, GREY, MAX_SIDE, Piece, Placed, Puzzle};
use crate::search::plain_types;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::collections::BTreeMap;

pub use dev::{board_doc, puzzle_json};
pub(super) use native::{BOARD, unknown};
pub use native::{board, puzzle};

/// Whether a text is meant as JSON. Of other formats only lines that carry boards begin with a brace.
pub(super) fn looks_like_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

#[derive(Deserialize)]
struct Tag {
    format: String,
}

/// Reads a puzzle or a board by its `format` key, or else by the keys it has.
pub(super) fn read(text: &str) -> Result<Reading, FormatError> {
    let keys: BTreeMap<String, IgnoredAny> = parse(text)?;
    let has = |key: &str| keys.contains_key(key);
    if has("format") {
        let Tag { format } = parse(text)?;
        match &*format {
            native::PUZZLE => native::read_puzzle(text),
            BOARD => native::read_board(text),
            other => Err(unknown(other)),
        }
    } else if has("tiles") {
        eii::read(text)
    } else if has("pieces") {
        dev::read_puzzle(text)
    } else if has("board") || has("board_edges") || has("url") {
        dev::read_board(text)
    } else {
        let keys: Vec<_> = keys.keys().map(String::as_str).collect();
        let found = format!("an object with these keys: {}", brief(&keys.join(", ")));
        Err(FormatError::whole("an object with format, pieces, tiles or board", found))
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, FormatError> {
    serde_json::from_str(text).map_err(|error| explain(&error))
}

/// What the parser says, as we say it.
pub(super) fn explain(error: &serde_json::Error) -> FormatError {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&*message, |(head, _)| head);
    let (expected, found) = if let Some((found, expected)) = message.split_once(", expected ") {
        (plain_types(expected), brief(found))
    } else if let Some(field) = message.strip_prefix("missing field ") {
        (format!("a key {}", field.replace('`', "\"")), "none".into())
    } else if let Some(expected) = message.strip_prefix("expected ") {
        (format!("{expected} in JSON"), "something else".into())
    } else {
        ("JSON".into(), brief(message))
    };
    FormatError { line: Some(error.line()).filter(|&l| l > 0), expected, found }
}

/// Refuses a size before anything is allocated or multiplied for it.
pub(super) fn check_size(width: usize, height: usize) -> Result<(), FormatError> {
    if (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height) {
        return Ok(());
    }
    let expected = format!("a board of 1x1 to {MAX_SIDE}x{MAX_SIDE}");
    Err(FormatError::whole(expected, format!("{width}x{height}")))
}

/// The frame a set of pieces must have: an open puzzle has no grey sides.
fn frame_of(pieces: &[Piece]) -> Frame {
    let grey = pieces.iter().any(|p| p.0.contains(&GREY));
    if grey { Frame::Grey } else { Frame::Open }
}

/// The same puzzle with the clues of a file; `nth` clues are counted from 1 in messages.
fn with_clues(puzzle: Puzzle, clues: &[LooseClue]) -> Result<Puzzle, FormatError> {
    let (width, height, size) = (puzzle.width(), puzzle.height(), puzzle.size());
    let mut checked = Vec::new();
    for (i, clue) in clues.iter().enumerate() {
        let LooseClue { piece, row, col, turn } = *clue;
        let nth = i + 1;
        if piece >= size {
            let expected = format!("one of {size} pieces in clue {nth}");
            return Err(FormatError::whole(expected, "a piece that is not there"));
        }
        if row >= height || col >= width {
            let expected = format!("a cell of the {width}x{height} board in clue {nth}");
            return Err(FormatError::whole(expected, format!("row {row}, column {col}")));
        }
        check_turn(turn, || format!("clue {nth}"))?;
        checked.push(Clue { cell: row * width + col, placed: Placed::new(piece, turn) });
    }
    Ok(puzzle.with_clues(checked)?)
}

fn check_turn(turn: u8, place: impl FnOnce() -> String) -> Result<(), FormatError> {
    if turn < 4 {
        return Ok(());
    }
    Err(FormatError::whole(format!("a turn from 0 to 3 in {}", place()), format!("{turn}")))
}

fn pieces(sides: Vec<[Colour; 4]>) -> Vec<Piece> {
    sides.into_iter().map(Piece).collect()
}
