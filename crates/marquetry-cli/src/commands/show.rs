//! `show`: a puzzle or a board in the terminal, as SVG, as PNG.

use super::Done;
use crate::args::{self, ColourChoice};
use crate::{load, output, png};
use anyhow::Result;
use marquetry::draw::{self, Detail, Ink, Style};
use marquetry::edge::{Board, Placed, Puzzle};
use serde_json::json;
use std::io::{self, IsTerminal};

pub(super) fn show(args: &args::Show) -> Result<Done> {
    let (svg, png) = (output::is_stdout(args.svg.as_ref()), output::is_stdout(args.png.as_ref()));
    output::one_stream(&[("--json", args.json), ("--svg -", svg), ("--png -", png)])?;
    let mut loaded = load::puzzle(&args.puzzle)?;
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
    let cell = args.cell.unwrap_or(defaults.cell);
    let style = Style { cell, numbers: args.numbers, breaks, clues: breaks };
    let svg = || draw::svg(puzzle, &board, &style);
    if let Some(path) = &args.svg {
        output::save(path, svg().as_bytes())?;
    }
    if let Some(path) = &args.png {
        output::save(path, &png::render(&svg())?)?;
    }
    let verdict = puzzle.verdict(&board);
    if args.json {
        output::print_json(&json!({
            "puzzle": puzzle.name(), "width": puzzle.width(), "height": puzzle.height(),
            "score": breaks.then_some(verdict.score), "joins": puzzle.joins(),
            "svg": args.svg, "png": args.png, "notes": loaded.notes,
        }))?;
    } else if args.svg.is_none() && args.png.is_none() {
        let detail = if args.compact { Detail::Compact } else { Detail::Full };
        output::print(&draw::text(puzzle, &board, ink(args.colour), detail))?;
        if breaks {
            output::print(&format!("{} of {} joins match", verdict.score, puzzle.joins()))?;
        }
    }
    Ok(Done::Yes)
}

/// The pieces in file order, as they lie.
pub(super) fn box_of(puzzle: &Puzzle) -> Board {
    let mut board = Board::empty(puzzle.width(), puzzle.height());
    (0..puzzle.size()).for_each(|piece| board.set(piece, Some(Placed::new(piece, 0))));
    board
}

fn ink(choice: Option<ColourChoice>) -> Ink {
    match choice {
        Some(ColourChoice::Plain) => Ink::Plain,
        Some(ColourChoice::Ansi256) => Ink::Ansi256,
        Some(ColourChoice::True) => Ink::TrueColour,
        None => Ink::detect(io::stdout().is_terminal(), |name| std::env::var(name).ok()),
    }
}
