//! The JSON of eternity2.dev, and the annotated puzzles that grew out of it.

use super::native::quoted;
use super::{check_size, frame_of, parse, pieces, with_clues};
use crate::edge::format::{
    Content, Format, FormatError, LooseBoard, LooseCell, LooseClue, Reading, Sense, WriteError,
    brief, link,
};
use crate::edge::{Board, Colour, Frame, GREY, Piece, Puzzle};
use crate::search::Score;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

#[derive(Deserialize)]
struct PuzzleDoc {
    #[serde(default)]
    name: String,
    width: Option<usize>,
    height: Option<usize>,
    /// The side of a square board, in place of width and height.
    size: Option<usize>,
    pieces: Vec<[Colour; 4]>,
    #[serde(default)]
    hints: Vec<Hint>,
    ids: Option<Vec<usize>>,
    edge_order: Option<String>,
    border_color: Option<Colour>,
}

#[derive(Deserialize)]
struct Hint {
    piece: usize,
    pos: Option<usize>,
    row: Option<usize>,
    col: Option<usize>,
    #[serde(alias = "rotation")]
    rot: u8,
}

impl PuzzleDoc {
    /// Width and height.
    fn shape(&self) -> Result<(usize, usize), FormatError> {
        let (Some(width), Some(height)) = (self.width.or(self.size), self.height.or(self.size))
        else {
            return Err(FormatError::whole(
                "the keys \"width\" and \"height\", or \"size\"",
                "none",
            ));
        };
        check_size(width, height)?;
        Ok((width, height))
    }

    /// Annotated files number pieces from 1 and say what the plain ones leave open.
    fn annotated(&self) -> bool {
        self.ids.is_some()
            || self.edge_order.is_some()
            || self.border_color.is_some()
            || self.hints.iter().any(|h| h.row.is_some())
    }

    /// The pieces, clockwise from north with a grey rim, whatever the file's conventions.
    fn sorted_pieces(&self) -> Result<Vec<Piece>, FormatError> {
        let mut sides = self.pieces.clone();
        if let Some(order) = &self.edge_order {
            let from = side_order(order)?;
            sides.iter_mut().for_each(|s| *s = from.map(|i| s[i]));
        }
        if let Some(rim) = self.border_color.filter(|&rim| rim != GREY) {
            let swap = |c| match c {
                GREY => rim,
                _ if c == rim => GREY,
                _ => c,
            };
            sides.iter_mut().for_each(|s| *s = s.map(swap));
        }
        Ok(pieces(sides))
    }

    /// Where each id stands in the list of pieces.
    fn places(&self) -> Result<BTreeMap<usize, usize>, FormatError> {
        let count = self.pieces.len();
        let ids = self.ids.clone().unwrap_or_else(|| (1..=count).collect());
        let places: BTreeMap<_, _> = ids.iter().enumerate().map(|(i, &id)| (id, i)).collect();
        if ids.len() != count || places.len() != count {
            let expected = format!("{count} different ids, one a piece");
            return Err(FormatError::whole(expected, format!("{}", places.len())));
        }
        Ok(places)
    }

    fn clue(hint: &Hint, piece: usize, width: usize) -> Result<LooseClue, FormatError> {
        let (row, col) = match (hint.pos, hint.row, hint.col) {
            (_, Some(row), Some(col)) => (row, col),
            (Some(pos), _, _) => (pos / width, pos % width),
            _ => return Err(FormatError::whole("hints with pos, or with row and col", "neither")),
        };
        Ok(LooseClue { piece, row, col, turn: hint.rot })
    }
}

/// Where north, east, south and west stand in a piece written in `order`.
fn side_order(order: &str) -> Result<[usize; 4], FormatError> {
    let place = |names: [char; 2]| {
        let mut found = order.char_indices().filter(|(_, c)| names.contains(c));
        let first = found.next().map(|(i, _)| i).filter(|&i| i < 4);
        first.filter(|_| found.next().is_none())
    };
    let places = [['N', 'U'], ['E', 'R'], ['S', 'D'], ['W', 'L']].map(place);
    match places {
        [Some(n), Some(e), Some(s), Some(w)] if order.len() == 4 => Ok([n, e, s, w]),
        _ => Err(FormatError::whole("edge_order with N, E, S and W", brief(order))),
    }
}

pub(super) fn read_puzzle(text: &str) -> Result<Reading, FormatError> {
    let file: PuzzleDoc = parse(text)?;
    let (width, height) = file.shape()?;
    let mut notes = Vec::new();
    let annotated = file.annotated();
    let mut pieces = file.sorted_pieces()?;
    let mut places = file.places()?;
    if places.keys().copied().eq(1..=pieces.len()) {
        pieces = places.values().filter_map(|&i| pieces.get(i).copied()).collect();
        places.iter_mut().for_each(|(id, place)| *place = id - 1);
    } else {
        notes.push("the ids have gaps: pieces are numbered by their place in the list".into());
    }
    let frame = frame_of(&pieces);
    if frame == Frame::Open {
        notes.push("no side is grey: an open puzzle".into());
    }
    let mut clues = Vec::new();
    for hint in &file.hints {
        let piece = if annotated { places.get(&hint.piece).copied() } else { Some(hint.piece) };
        let piece = piece.ok_or_else(|| {
            FormatError::whole("hints that name a piece's id", format!("{}", hint.piece))
        })?;
        clues.push(PuzzleDoc::clue(hint, piece, width)?);
    }
    let puzzle = Puzzle::new(file.name, width, height, frame, pieces)?;
    let content = Content::Puzzle(with_clues(puzzle, &clues)?);
    let format = if annotated { Format::AnnotatedJson } else { Format::PuzzleJson };
    Ok(Reading { format, content, notes })
}

#[derive(Deserialize)]
struct BoardDoc {
    name: Option<String>,
    size: Option<usize>,
    score: Option<Score>,
    board: Option<Vec<i64>>,
    board_edges: Option<String>,
    url: Option<String>,
}

pub(super) fn read_board(text: &str) -> Result<Reading, FormatError> {
    let file: BoardDoc = parse(text)?;
    let edges = file.board_edges.filter(|e| !e.is_empty());
    let edges = edges.map(|e| link::sides(&e, None)).transpose()?;
    let count = match (&file.board, &edges, &file.url) {
        (Some(board), ..) => board.len(),
        (None, Some(edges), _) => edges.len(),
        (None, None, Some(url)) => {
            let reading = link::read(url)?;
            return Ok(Reading { format: Format::BoardDoc, ..reading });
        }
        (None, None, None) => return Err(FormatError::whole("board or board_edges", "neither")),
    };
    let side = file.size.unwrap_or(count.isqrt());
    check_size(side, side)?;
    if let Some(found) = [Some(count), edges.as_ref().map(Vec::len)]
        .into_iter()
        .flatten()
        .find(|&n| n != side * side)
    {
        let expected = format!("{} cells for a {side}x{side} board", side * side);
        return Err(FormatError::whole(expected, format!("{found}")));
    }
    let mut cells = Vec::with_capacity(count);
    for i in 0..count {
        let value = file.board.as_ref().and_then(|b| b.get(i)).copied().filter(|&v| v != -1);
        let placed = value.map(|v| usize::try_from(v).map(|v| (v / 4, (v % 4) as u8)));
        let placed = placed.transpose().map_err(|_| {
            let expected = format!("4 * piece + turn, or -1, in cell {i} of board");
            FormatError::whole(expected, format!("{}", value.unwrap_or_default()))
        })?;
        let sides = edges.as_ref().and_then(|e| e.get(i).copied().flatten());
        let filled = placed.is_some() || sides.is_some();
        cells.push(filled.then_some(LooseCell { placed, piece: None, sides }));
    }
    let board = LooseBoard {
        name: file.name,
        size: Some((side, side)),
        cells,
        clues: Vec::new(),
        claimed: file.score,
        sense: Some(Sense::Clockwise),
        exact: false,
    };
    let content = Content::Board(board);
    Ok(Reading { format: Format::BoardDoc, content, notes: Vec::new() })
}

/// The puzzle JSON of eternity2.dev.
///
/// # Errors
/// If the sides are signed, which that format cannot say.
pub fn puzzle_json(puzzle: &Puzzle) -> Result<String, WriteError> {
    if puzzle.signed() {
        return Err(WriteError("puzzle JSON cannot say that sides are signed".into()));
    }
    let mut out = format!(
        "{{\n  \"name\": {},\n  \"width\": {},\n  \"height\": {},\n  \"numColors\": {},\
         \n  \"pieces\": [",
        quoted(puzzle.name()),
        puzzle.width(),
        puzzle.height(),
        puzzle.colours(),
    );
    for (i, Piece([up, right, down, left])) in puzzle.pieces().iter().enumerate() {
        let lead = if i == 0 { "" } else { "," };
        _ = write!(out, "{lead}\n    [{up}, {right}, {down}, {left}]");
    }
    out.push_str("\n  ],\n  \"hints\": [");
    for (i, clue) in puzzle.clues().iter().enumerate() {
        let lead = if i == 0 { "" } else { ", " };
        let (piece, turn) = (clue.placed.piece(), clue.placed.turn());
        _ = write!(out, "{lead}{{\"pos\": {}, \"piece\": {piece}, \"rot\": {turn}}}", clue.cell);
    }
    Ok(out + "]\n}\n")
}

/// The board JSON of eternity2.dev, with the judged score.
///
/// # Errors
/// If the board is not square or not of the puzzle's size, or a colour is beyond the letters.
pub fn board_doc(puzzle: &Puzzle, board: &Board) -> Result<String, WriteError> {
    let url = link::dev(puzzle, board)?;
    let cell = |placed: &Option<_>| placed.map_or(-1, |p: crate::edge::Placed| p.index() as i64);
    let cells: Vec<String> = board.cells().iter().map(|p| cell(p).to_string()).collect();
    let verdict = puzzle.verdict(board);
    Ok(format!(
        "{{\n  \"name\": {},\n  \"size\": {},\n  \"score\": {},\n  \"breaks\": {},\
         \n  \"board\": [{}],\n  \"board_edges\": \"{}\",\n  \"url\": {}\n}}\n",
        quoted(puzzle.name()),
        puzzle.width(),
        verdict.score,
        verdict.breaks.len(),
        cells.join(", "),
        link::letters(puzzle, board)?,
        quoted(&url),
    ))
}
