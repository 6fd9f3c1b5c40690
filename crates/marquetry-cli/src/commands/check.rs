//! `check`: the judge's word on a board.

use super::Done;
use crate::args;
use crate::{load, output};
use anyhow::{Result, bail};
use marquetry::edge::prefix;
use serde_json::json;

pub(super) fn check(args: &args::Check) -> Result<Done> {
    if args.puzzle.puzzle == "-" && args.board.as_deref() == Some("-") {
        bail!("standard input can hold one thing, not a puzzle and a board");
    }
    let mut loaded = args.puzzle.load()?;
    let board = match (&args.board, loaded.board.take()) {
        (Some(spec), _) => {
            let (board, notes) = load::board(spec, &loaded.puzzle)?;
            loaded.notes.extend(notes);
            board
        }
        (None, Some(board)) => board,
        (None, None) => bail!("{}: a puzzle without a board: name one", args.puzzle.puzzle),
    };
    let verdict = loaded.puzzle.verdict(&board);
    let faults: Vec<String> = verdict.faults.iter().map(ToString::to_string).collect();
    if args.json {
        output::print_json(&json!({
            "valid": verdict.valid(),
            "score": verdict.score,
            "joins": loaded.puzzle.joins(),
            "perfect": verdict.perfect,
            "breaks": verdict.breaks.len(),
            "prefix": prefix(&loaded.puzzle, &board),
            "placed": board.filled(),
            "faults": faults,
            "notes": loaded.notes,
        }))?;
        return Ok(Done::from(verdict.valid()));
    }
    loaded.tell();
    let joins = loaded.puzzle.joins();
    output::print(&format!("score      {} of {joins} joins match", verdict.score))?;
    output::print(&format!("breaks     {}", verdict.breaks.len()))?;
    output::print(&format!("placed     {} of {}", board.filled(), loaded.puzzle.size()))?;
    output::print(&format!("prefix     {} cells without a break", prefix(&loaded.puzzle, &board)))?;
    let verdict_word = match (verdict.perfect, verdict.valid()) {
        (true, _) => "perfect".to_owned(),
        (false, true) => "valid".to_owned(),
        (false, false) if faults.len() == 1 => "not valid, 1 fault:".to_owned(),
        (false, false) => format!("not valid, {} faults:", faults.len()),
    };
    output::print(&format!("verdict    {verdict_word}"))?;
    for fault in &faults {
        output::print(&format!("           {fault}"))?;
    }
    Ok(Done::from(verdict.valid()))
}
