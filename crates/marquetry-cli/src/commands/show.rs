//! `show`: a puzzle or a board in the terminal, as SVG, as PNG.

use super::Done;
use super::typed::ink;
use crate::args;
use crate::{load, output};
use anyhow::Result;
use marquetry::draw::{self, Detail, Style};
use marquetry::edge::{Board, Frame, Piece, Placed, Puzzle};
use serde_json::json;
use std::fmt::Write as _;

pub(super) fn show(args: &args::Show) -> Result<Done> {
    let pictures = &args.drawing.pictures;
    pictures.on_stdout(args.json)?;
    let mut loaded = args.puzzle.load()?;
    let mut board = loaded.board.take();
    if let Some(spec) = &args.board {
        let (read, notes) = load::board(spec, &loaded.puzzle)?;
        board = Some(read);
        loaded.notes.extend(notes);
    }
    if !args.json {
        loaded.tell();
    }
    let puzzle = &loaded.puzzle;
    // Pieces in the box do not touch, so nothing is broken.
    let (board, breaks) = board.map_or_else(|| (box_of(puzzle), false), |board| (board, true));
    let defaults = Style::default();
    let cell = args.drawing.cell.unwrap_or(defaults.cell);
    let style = Style { cell, numbers: args.numbers, breaks, clues: breaks };
    pictures.save(|| Ok(draw::svg(puzzle, &board, &style)))?;
    let verdict = puzzle.verdict(&board);
    if args.json {
        output::print_json(&json!({
            "puzzle": puzzle.name(), "width": puzzle.width(), "height": puzzle.height(),
            "score": breaks.then_some(verdict.score), "joins": puzzle.joins(),
            "svg": pictures.svg, "png": pictures.png, "notes": loaded.notes,
        }))?;
    } else if !pictures.any() {
        let detail = if args.compact { Detail::Compact } else { Detail::Full };
        if breaks {
            output::print(&draw::text(puzzle, &board, ink(args.drawing.colour), detail))?;
            output::print(&format!("{} of {} joins match", verdict.score, puzzle.joins()))?;
        } else {
            output::print(&piece_list(puzzle))?;
        }
    }
    Ok(Done::Yes)
}

/// What the puzzle is, and its pieces by number: north, east, south, west.
pub(super) fn piece_list(puzzle: &Puzzle) -> String {
    let frame = if puzzle.frame() == Frame::Grey { "grey frame" } else { "open" };
    let signed = if puzzle.signed() { ", signed" } else { "" };
    let (width, height, colours) = (puzzle.width(), puzzle.height(), puzzle.colours());
    let mut text = format!("{width}x{height}, {frame}{signed}, {colours} colours\n");
    for clue in puzzle.clues() {
        let (row, col) = (clue.cell / width, clue.cell % width);
        let (piece, turn) = (clue.placed.piece() + 1, clue.placed.turn());
        _ = writeln!(text, "clue: piece {piece} at row {row}, column {col}, turn {turn}");
    }
    let piece = |(i, piece): (usize, &Piece)| {
        let sides = piece.0.map(|colour| format!("{colour:3}")).concat();
        format!("{:5}:{sides}", i + 1)
    };
    let pieces: Vec<String> = puzzle.pieces().iter().enumerate().map(piece).collect();
    text + &pieces.chunks(4).map(<[String]>::concat).collect::<Vec<_>>().join("\n")
}

/// The pieces in file order, as they lie.
fn box_of(puzzle: &Puzzle) -> Board {
    let mut board = Board::empty(puzzle.width(), puzzle.height());
    (0..puzzle.size()).for_each(|piece| board.set(piece, Some(Placed::new(piece, 0))));
    board
}
