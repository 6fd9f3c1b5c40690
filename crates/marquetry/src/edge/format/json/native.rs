//! Our own files: a puzzle, a board, each with a version.

use super::{parse, with_clues};
use crate::edge::format::{
    Content, Format, FormatError, LooseBoard, LooseClue, Reading, brief, line,
};
use crate::edge::line::write_cell;
use crate::edge::{Board, Frame, Numbers, Piece, Puzzle};
use crate::search::Score;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::fmt::Write as _;

pub(super) const PUZZLE: &str = "marquetry-puzzle/1";
pub(in crate::edge::format) const BOARD: &str = "marquetry-board/1";

/// The error for a `format` that is not ours, or not yet.
pub(in crate::edge::format) fn unknown(format: &str) -> FormatError {
    let ours = [PUZZLE, BOARD].into_iter().find(|ours| {
        let stem = ours.split('/').next().unwrap_or(ours);
        format.split('/').next() == Some(stem)
    });
    let found = match ours {
        Some(_) => format!("{}, which this version cannot read", brief(format)),
        None => brief(format),
    };
    let expected = ours.map_or(format!("{PUZZLE} or {BOARD}"), String::from);
    FormatError::whole(expected, found)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleFile {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    #[serde(default)]
    name: String,
    width: usize,
    height: usize,
    frame: Frame,
    #[serde(default)]
    signed: bool,
    pieces: Vec<Piece>,
    #[serde(default)]
    clues: Vec<ClueEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClueEntry {
    piece: usize,
    row: usize,
    col: usize,
    turn: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    name: Option<String>,
    /// The name of its puzzle; what else stands there says nothing to us.
    #[serde(default)]
    puzzle: serde_json::Value,
    width: usize,
    height: usize,
    cells: Numbers,
    score: Option<Score>,
}

pub(super) fn read_puzzle(text: &str) -> Result<Reading, FormatError> {
    let file: PuzzleFile = parse(text)?;
    let puzzle = Puzzle::new(file.name, file.width, file.height, file.frame, file.pieces)?;
    let mut clues = Vec::new();
    for (i, ClueEntry { piece, row, col, turn }) in file.clues.into_iter().enumerate() {
        let piece = piece.checked_sub(1).ok_or_else(|| {
            FormatError::whole(format!("pieces numbered from 1 in clue {}", i + 1), "piece 0")
        })?;
        clues.push(LooseClue { piece, row, col, turn });
    }
    let puzzle = with_clues(puzzle.with_signed(file.signed), &clues)?;
    let content = Content::Puzzle(puzzle);
    Ok(Reading { format: Format::MarquetryPuzzle, content, notes: Vec::new() })
}

pub(super) fn read_board(text: &str) -> Result<Reading, FormatError> {
    let file: BoardFile = parse(text)?;
    let (width, height) = (file.width, file.height);
    let puzzle = file.puzzle.as_str().map(str::to_owned);
    let board = LooseBoard {
        name: file.name.or(puzzle),
        ..line::loose(file.cells, Some((width, height)), file.score)?
    };
    Ok(Reading {
        format: Format::MarquetryBoard,
        content: Content::Board(board),
        notes: Vec::new(),
    })
}

/// Our own puzzle file, one piece a line.
#[must_use]
pub fn puzzle(puzzle: &Puzzle) -> String {
    let frame = match puzzle.frame() {
        Frame::Grey => "grey",
        Frame::Open => "open",
    };
    let signed = if puzzle.signed() { "\n \"signed\": true," } else { "" };
    let mut out = format!(
        "{{\n \"format\": \"{PUZZLE}\",\n \"name\": {},\n \"width\": {},\n \"height\": {},\
         \n \"frame\": \"{frame}\",{signed}\n \"pieces\": [",
        quoted(puzzle.name()),
        puzzle.width(),
        puzzle.height(),
    );
    for (i, Piece([north, east, south, west])) in puzzle.pieces().iter().enumerate() {
        let lead = if i == 0 { "" } else { "," };
        _ = write!(out, "{lead}\n  [{north},{east},{south},{west}]");
    }
    out.push_str("\n ],\n \"clues\": [");
    for (i, clue) in puzzle.clues().iter().enumerate() {
        let lead = if i == 0 { "" } else { "," };
        let (row, col) = (clue.cell / puzzle.width(), clue.cell % puzzle.width());
        let (piece, turn) = (clue.placed.piece() + 1, clue.placed.turn());
        _ = write!(
            out,
            "{lead}\n  {{\"piece\":{piece},\"row\":{row},\"col\":{col},\"turn\":{turn}}}"
        );
    }
    let tail = if puzzle.clues().is_empty() { "]\n}\n" } else { "\n ]\n}\n" };
    out + tail
}

/// Our own board file, one row of the board a line, with the judged score.
#[must_use]
pub fn board(puzzle: &Puzzle, board: &Board) -> String {
    let (width, height) = (board.width(), board.height());
    let mut out = format!(
        "{{\n \"format\": \"{BOARD}\",\n \"puzzle\": {},\n \"width\": {width},\
         \n \"height\": {height},\n \"cells\": [",
        quoted(puzzle.name()),
    );
    for (cell, placed) in board.cells().iter().enumerate() {
        out.push_str(match cell {
            0 => "\n  ",
            _ if cell % width == 0 => ",\n  ",
            _ => ",",
        });
        // A string takes whatever is written.
        _ = write_cell(&mut out, *placed);
    }
    let score = puzzle.verdict(board).score;
    _ = writeln!(out, "\n ],\n \"score\": {score}\n}}");
    out
}

/// A text as a JSON string.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
