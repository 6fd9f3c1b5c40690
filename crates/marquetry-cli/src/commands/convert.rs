//! `convert`: from any format to any other.

use super::Done;
use crate::args::{self, Target};
use crate::forms::Form;
use crate::load;
use crate::output::{self, Files};
use anyhow::{Result, bail};
use clap::ValueEnum;
use marquetry::edge::{Board, Placed, Puzzle};
use marquetry::search::{Rng, Signature};
use serde_json::json;
use std::hash::Hasher;

pub(super) fn convert(args: &args::Convert) -> Result<Done> {
    let out = output::is_stdout(args.out.as_ref());
    output::one_stream(&[("--json", args.json), ("--out -", out)])?;
    Files::default()
        .reads("the input", load::file(&args.input))
        .reads("--puzzle", args.puzzle.as_deref().and_then(load::file))
        .reads("--hints", args.clues.hints.as_deref().and_then(load::file))
        .writes("--out", args.out.as_ref())
        .check()?;
    let (puzzle, mut board, mut notes) = load_both(args)?;
    if board.is_none() && matches!(args.to, Target::Bucas | Target::Dev) {
        board = Some(shuffled(&puzzle));
        notes.push("a link holds a puzzle as a board: its pieces are shuffled on it".to_owned());
    }
    let text = form(args.to)?.write(&puzzle, board.as_ref())?;
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
    output::deliver(&text, args.out.as_deref(), args.json)?;
    if args.json {
        output::print_json(&json!({
            "puzzle": puzzle.name(), "format": name(args.to), "score": score,
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

/// The pieces anywhere and turned anyhow, those of clues in their places: the same for the same puzzle.
fn shuffled(puzzle: &Puzzle) -> Board {
    let mut signature = Signature::default();
    signature.write(puzzle.fingerprint().as_bytes());
    let rng = &mut Rng::new(signature.finish());
    let mut board = Board::empty(puzzle.width(), puzzle.height());
    puzzle.clues().iter().for_each(|clue| board.set(clue.cell, Some(clue.placed)));
    let clued = |piece: usize| puzzle.clues().iter().any(|clue| clue.placed.piece() == piece);
    let mut pieces: Vec<usize> = (0..puzzle.size()).filter(|&piece| !clued(piece)).collect();
    rng.shuffle(&mut pieces);
    let empty: Vec<usize> = (0..puzzle.size()).filter(|&cell| board.get(cell).is_none()).collect();
    for (cell, piece) in empty.into_iter().zip(pieces) {
        board.set(cell, Some(Placed::new(piece, rng.below(4) as u8)));
    }
    board
}

/// The form that was typed.
fn form(to: Target) -> Result<Form> {
    Form::named(&name(to))
}

fn name(to: Target) -> String {
    to.to_possible_value().map_or_else(String::new, |typed| typed.get_name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forms::FORMS;

    #[test]
    fn every_form_can_be_typed_and_every_word_is_a_form() {
        let typed: Vec<Form> =
            Target::value_variants().iter().map(|&to| form(to).unwrap()).collect();
        assert_eq!(typed.len(), FORMS.len());
        assert!(FORMS.iter().all(|(_, form)| typed.contains(form)));
    }
}
