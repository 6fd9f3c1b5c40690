//! `convert`: from any format to any other.

use super::Done;
use crate::args::{self, Target};
use crate::{load, output};
use anyhow::{Context, Result};
use marquetry::edge::cnf::Encoding;
use marquetry::edge::format::{Format, write_board, write_puzzle};
use marquetry::edge::{Board, Puzzle};
use serde_json::json;

pub(super) fn convert(args: &args::Convert) -> Result<Done> {
    let out = output::is_stdout(args.out.as_ref());
    output::one_stream(&[("--json", args.json), ("--out -", out)])?;
    let (puzzle, board, notes) = load_both(args)?;
    let text = write(args.to, &puzzle, board.as_ref())?;
    let score = board.as_ref().map(|board| puzzle.verdict(board).score);
    if !args.json {
        notes.iter().for_each(|note| output::say(&format!("note: {note}")));
        if let Some(score) = score {
            output::say(&format!("note: the board scores {score} of {}", puzzle.joins()));
        }
    }
    match &args.out {
        Some(path) => output::save(path, text.as_bytes())?,
        None if !args.json => output::print(&text)?,
        None => {}
    }
    if args.json {
        output::print_json(&json!({
            "puzzle": puzzle.name(), "format": format!("{:?}", args.to), "score": score,
            "joins": puzzle.joins(), "notes": notes, "text": text,
        }))?;
    }
    Ok(Done::Yes)
}

fn load_both(args: &args::Convert) -> Result<(Puzzle, Option<Board>, Vec<String>)> {
    match &args.puzzle {
        None => {
            let loaded = load::puzzle(&args.input, &args.clues.source())?;
            Ok((loaded.puzzle, loaded.board, loaded.notes))
        }
        Some(spec) => {
            let loaded = load::puzzle(spec, &args.clues.source())?;
            let (board, notes) = load::board(&args.input, &loaded.puzzle)?;
            let notes = loaded.notes.into_iter().chain(notes).collect();
            Ok((loaded.puzzle, Some(board), notes))
        }
    }
}

fn write(to: Target, puzzle: &Puzzle, board: Option<&Board>) -> Result<String> {
    if to == Target::Dimacs {
        return Ok(Encoding::new(puzzle, true)?.to_dimacs());
    }
    let puzzle_format = match to {
        Target::Puzzle => Some(Format::MarquetryPuzzle),
        Target::Pieces => Some(Format::Pieces),
        Target::Hints => Some(Format::Hints),
        Target::PuzzleJson => Some(Format::PuzzleJson),
        Target::Csv => Some(Format::BinaryCsv),
        _ => None,
    };
    if let Some(format) = puzzle_format {
        return Ok(write_puzzle(format, puzzle)?);
    }
    let board = board.context("this format holds a board, the input has none")?;
    let format = match to {
        Target::Bucas => Format::BucasLink,
        Target::Dev => Format::DevLink,
        Target::BoardDoc => Format::BoardDoc,
        Target::Grid => Format::Grid,
        Target::Quads => Format::Quads,
        Target::Meta => Format::MetaSolution,
        Target::Line => Format::BoardLine,
        _ => Format::MarquetryBoard,
    };
    Ok(write_board(format, puzzle, board)?)
}
