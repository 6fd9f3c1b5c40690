//! `convert`: from any format to any other.

use super::Done;
use crate::args::{self, Target};
use crate::load;
use crate::output::{self, Files};
use anyhow::{Context, Result, bail};
use marquetry::edge::cnf::Encoding;
use marquetry::edge::format::{Format, write_board, write_puzzle};
use marquetry::edge::{Board, Puzzle};
use serde_json::json;

pub(super) fn convert(args: &args::Convert) -> Result<Done> {
    let out = output::is_stdout(args.out.as_ref());
    output::one_stream(&[("--json", args.json), ("--out -", out)])?;
    Files::default()
        .reads("the input", load::file(&args.input))
        .reads("--puzzle", args.puzzle.as_deref().and_then(load::file))
        .reads("--hints", args.clues.hints.as_deref().and_then(load::file))
        .writes("--out", args.out.as_ref())
        .check()?;
    let (puzzle, board, notes) = load_both(args)?;
    let text = write(args.to, &puzzle, board.as_ref())?;
    let score = board.as_ref().map(|board| puzzle.verdict(board).score);
    if !args.json {
        notes.iter().for_each(|note| output::say(&format!("note: {note}")));
        if let Some(score) = score {
            output::say(&format!("note: the board scores {score} of {}", puzzle.joins()));
        }
    }
    let plain = args.out.as_deref().filter(|out| !args.force && output::is_file_to_be(out));
    if let (Some(score), Some(out)) = (score, plain)
        && let Some(better) = load::score_in(out, &puzzle).filter(|better| *better > score)
    {
        bail!("{} holds a better board ({better}): say --force to replace it", out.display());
    }
    match &args.out {
        Some(path) => output::save(path, text.as_bytes())?,
        None if !args.json => output::print_data(&text)?,
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
