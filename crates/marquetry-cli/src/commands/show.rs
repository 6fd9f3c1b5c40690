//! `show`: a puzzle or a board in the terminal, as SVG, as PNG.

use super::Done;
use super::outfile::LARGE;
use super::typed::ink;
use crate::args::{self, Picture};
use crate::terminal::{Room, in_locale};
use crate::{load, output};
use anyhow::Result;
use marquetry::draw::{self, Detail, Ink, Style};
use marquetry::edge::{Board, Frame, Placed, Puzzle};
use serde_json::json;
use std::fmt::Write as _;

pub(super) fn show(args: &args::Show) -> Result<Done> {
    let (picture, pictures) = (&args.picture, &args.picture.drawing.pictures);
    pictures.on_stdout(picture.json)?;
    let board = args.board.as_deref().and_then(load::file);
    pictures.among(args.puzzle.sources().reads("the board", board)).check()?;
    let mut loaded = args.puzzle.load()?;
    let mut board = loaded.board.take();
    if let Some(spec) = &args.board {
        let (read, notes) = load::board(spec, &loaded.puzzle)?;
        board = Some(read);
        loaded.notes.extend(notes);
    }
    if !picture.json {
        loaded.tell();
    }
    let puzzle = &loaded.puzzle;
    let (board, laid) = board.map_or_else(|| (box_of(puzzle), false), |board| (board, true));
    let style = style(picture, &board, laid);
    pictures.save(picture.json, || Ok(draw::svg(puzzle, &board, &style)))?;
    if picture.json {
        let score = laid.then(|| puzzle.verdict(&board).score);
        output::print_json(&json!({
            "puzzle": puzzle.name(), "width": puzzle.width(), "height": puzzle.height(),
            "score": score, "joins": puzzle.joins(),
            "svg": pictures.svg, "png": pictures.png, "notes": loaded.notes,
        }))?;
    } else if picture.is_text() && laid {
        print(picture, puzzle, &board)?;
    } else if picture.is_text() {
        print_pieces(puzzle, ink(picture.drawing.colour))?;
    }
    Ok(Done::Yes)
}

/// How to draw pieces that were laid, or that lie in the box, where nothing is broken.
pub(super) fn style(picture: &Picture, board: &Board, laid: bool) -> Style {
    let large = Style::default().at_least(board, LARGE).cell;
    let cell = picture.drawing.cell.unwrap_or(large);
    Style { cell, numbers: picture.numbers, breaks: laid, clues: laid, apart: !laid }
}

/// Draws a board in the terminal.
pub(super) fn print(picture: &Picture, puzzle: &Puzzle, board: &Board) -> Result<()> {
    let detail = if picture.compact { Detail::Compact } else { Detail::Full };
    let drawn = draw::text(puzzle, board, ink(picture.drawing.colour), detail);
    output::print_data(&in_locale(&drawn))?;
    let score = puzzle.verdict(board).score;
    output::print(&format!("{score} of {} joins match", puzzle.joins()))
}

/// Prints what the puzzle is, and its pieces by number, laid apart.
pub(super) fn print_pieces(puzzle: &Puzzle, ink: Ink) -> Result<()> {
    output::print(&words(puzzle))?;
    let drawn = draw::pieces_text(puzzle, ink, Room::of_stdout().line());
    output::print_data(&format!("\n{}", in_locale(&drawn)))
}

fn words(puzzle: &Puzzle) -> String {
    let frame = if puzzle.frame() == Frame::Grey { "grey frame" } else { "open" };
    let signed = if puzzle.signed() { ", signed" } else { "" };
    let (width, height, colours) = (puzzle.width(), puzzle.height(), puzzle.colours());
    let mut text = format!("{width}x{height}, {frame}{signed}, {colours} colours\n");
    for clue in puzzle.clues() {
        let (row, col) = (clue.cell / width, clue.cell % width);
        let (piece, turn) = (clue.placed.piece() + 1, clue.placed.turn());
        _ = writeln!(text, "clue: piece {piece} at row {row}, column {col}, turn {turn}");
    }
    text
}

/// The pieces in file order, as they lie.
fn box_of(puzzle: &Puzzle) -> Board {
    let mut board = Board::empty(puzzle.width(), puzzle.height());
    (0..puzzle.size()).for_each(|piece| board.set(piece, Some(Placed::new(piece, 0))));
    board
}
