//! What a player asks: the judge, what fits, a hint, a file; and the game as it was left.

use super::folder::Folder;
use super::puzzles::Keyed;
use super::refusal::Refusal;
use super::wire::{ExportRequest, Exported, FitsAnswer, HintAnswer, JudgeAnswer, PlayState};
use crate::{output, png};
use anyhow::anyhow;
use axum::http::StatusCode;
use marquetry::algorithms;
use marquetry::draw::{self, Style};
use marquetry::edge::format::{Format, native_puzzle, write_board};
use marquetry::edge::{Board, BoardLine, Clue, Fault, Fitting, Puzzle};
use marquetry::search::{self, Budget, Conclusion, Parameters, Setup};
use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a hint may take.
const PATIENCE: Duration = Duration::from_millis(1500);
/// Pixels of an exported picture's longer side, about.
const PICTURE: u32 = 1600;

/// What the judge says of a board.
pub(super) fn judge(puzzle: &Puzzle, board: &Board) -> JudgeAnswer {
    let verdict = puzzle.verdict(board);
    let missing = |fault: &&Fault| !matches!(fault, Fault::Missing { .. });
    JudgeAnswer {
        score: verdict.score,
        joins: puzzle.joins(),
        perfect: verdict.perfect,
        valid: verdict.valid(),
        left: puzzle.size().saturating_sub(board.filled()),
        faults: verdict.faults.iter().filter(missing).map(|f| from_one(f).to_string()).collect(),
        dead: Fitting::new(puzzle, board).dead(),
        breaks: verdict.breaks,
    }
}

/// The same fault with rows and columns numbered from 1, as the page numbers them.
fn from_one(fault: &Fault) -> Fault {
    let mut fault = fault.clone();
    if let Fault::Unknown { row, col, .. }
    | Fault::Rim { row, col, .. }
    | Fault::GreyInside { row, col, .. }
    | Fault::Clue { row, col, .. } = &mut fault
    {
        (*row, *col) = (*row + 1, *col + 1);
    }
    fault
}

/// What fits on a cell, and where a piece (numbered from 1) fits.
pub(super) fn fits(
    puzzle: &Puzzle,
    board: &Board,
    cell: Option<usize>,
    piece: Option<usize>,
) -> FitsAnswer {
    let fitting = Fitting::new(puzzle, board);
    let pieces = cell.map(|cell| fitting.pieces(cell)).unwrap_or_default();
    let piece = piece.and_then(|piece| piece.checked_sub(1));
    FitsAnswer {
        pieces: pieces.into_iter().map(|placed| (placed.piece() + 1, placed.turn())).collect(),
        cells: piece.map(|piece| fitting.cells(piece)).unwrap_or_default(),
    }
}

/// The puzzle with what lies on a board as clues.
pub(super) fn with_laid(puzzle: &Puzzle, board: &Board) -> Result<Puzzle, Refusal> {
    let mut clues = puzzle.clues().to_vec();
    let own: Vec<usize> = clues.iter().map(|clue| clue.cell).collect();
    let laid = board.cells().iter().enumerate();
    clues.extend(laid.filter_map(|(cell, &placed)| {
        (!own.contains(&cell)).then_some(Clue { cell, placed: placed? })
    }));
    puzzle.clone().with_clues(clues).map_err(|error| Refusal::unusable(error.to_string()))
}

/// What to lay next: from a perfect board with all that lies, where exact search finds one in time.
pub(super) fn hint(
    puzzle: &Puzzle,
    board: &Board,
    stop: &AtomicBool,
) -> Result<HintAnswer, Refusal> {
    let says = |says: &str| HintAnswer { says: says.to_owned(), ..HintAnswer::default() };
    let fitting = Fitting::new(puzzle, board);
    let empty = (0..puzzle.size()).filter(|&cell| board.get(cell).is_none());
    // The cell with the fewest pieces that fit: the easiest to be sure of.
    let Some((cell, fits)) =
        empty.map(|cell| (cell, fitting.pieces(cell))).min_by_key(|(_, fits)| fits.len())
    else {
        return Ok(says("Every cell holds a piece."));
    };
    let place = format!("row {}, column {}", cell / puzzle.width() + 1, cell % puzzle.width() + 1);
    let dfs = algorithms::find("dfs").and_then(|entry| entry.build(Parameters::new()));
    let dfs = dfs.map_err(|error| anyhow!(error))?;
    let budget = Budget { time: Some(PATIENCE), ..Budget::default() };
    let setup = Setup { budget, stop: Some(stop), ..Setup::default() };
    let outcome = search::solve(&with_laid(puzzle, board)?, &*dfs, &setup, &mut |_, _| {});
    let lay = |placed: marquetry::edge::Placed, says: String| HintAnswer {
        cell: Some(cell),
        piece: Some(placed.piece() + 1),
        turn: Some(placed.turn()),
        says,
    };
    let solved = outcome.solution.filter(|_| outcome.conclusion == Conclusion::Solved);
    Ok(match (solved.and_then(|solution| solution.get(cell)), outcome.conclusion, fits.first()) {
        (Some(placed), ..) => {
            let piece = placed.piece() + 1;
            lay(placed, format!("Piece {piece} at {place}: it is part of a perfect board."))
        }
        (None, Conclusion::Exhausted, _) => {
            says("No perfect board holds all the pieces you laid: lift one.")
        }
        (None, _, None) => says(&format!("Nothing fits at {place}: lift a piece beside it.")),
        (None, _, Some(&placed)) => {
            let (piece, among) = (placed.piece() + 1, fits.len());
            let says = format!(
                "Piece {piece} at {place} fits its neighbours, one of {among} that do. Whether it leads \
                 to a perfect board is not known."
            );
            lay(placed, says)
        }
    })
}

/// The file of a game.
fn file(folder: &Folder, puzzle: &Puzzle) -> std::path::PathBuf {
    folder.games().join(format!("{}.json", puzzle.fingerprint()))
}

/// The game as it was left. One that cannot be read is moved aside, not lost.
pub(super) fn game(folder: &Folder, puzzle: &Puzzle) -> Result<Option<PlayState>, Refusal> {
    let path = file(folder, puzzle);
    let Ok(text) = fs::read(&path) else { return Ok(None) };
    let state = serde_json::from_slice::<PlayState>(&text).ok();
    if state.is_none() {
        let aside = output::with_suffix(&path, ".bad");
        fs::rename(&path, &aside).map_err(|error| anyhow!(error))?;
    }
    Ok(state.filter(|state| state.cells.board_of(puzzle).is_some()))
}

/// Saves a game, unless a newer one is there.
pub(super) fn save_game(folder: &Folder, keyed: &Keyed, state: &PlayState) -> Result<(), Refusal> {
    keyed.board(&state.cells)?;
    let kept = game(folder, &keyed.puzzle)?.map_or(0, |kept| kept.revision);
    if state.revision <= kept {
        let says = "this puzzle was played elsewhere in the meantime: reload to see it";
        return Err(Refusal::new(StatusCode::CONFLICT, says));
    }
    let text = serde_json::to_vec(state).map_err(|error| anyhow!(error))?;
    Ok(output::save(&file(folder, &keyed.puzzle), &text)?)
}

/// A board as a file: what kind it is, and its bytes.
pub(super) fn export(
    keyed: &Keyed,
    request: &ExportRequest,
) -> Result<(&'static str, Vec<u8>), Refusal> {
    let puzzle = &keyed.puzzle;
    let board = keyed.board(&request.cells)?;
    let written = |format| {
        let text = write_board(format, puzzle, &board);
        text.map(String::into_bytes).map_err(|error| Refusal::unusable(error.to_string()))
    };
    let svg = || draw::svg(puzzle, &board, &Style::default().fitting(&board, PICTURE));
    Ok(match request.r#as {
        Exported::Svg => ("image/svg+xml", svg().into_bytes()),
        Exported::Png => ("image/png", png::render(&svg()).map_err(|error| anyhow!(error))?),
        Exported::Board => ("application/json", written(Format::MarquetryBoard)?),
        Exported::Grid => ("text/plain; charset=utf-8", written(Format::Grid)?),
        Exported::Link => ("text/plain; charset=utf-8", written(Format::BucasLink)?),
        Exported::Line => {
            ("text/plain; charset=utf-8", BoardLine::of(&board).to_string().into_bytes())
        }
        Exported::Puzzle => ("application/json", native_puzzle(puzzle).into_bytes()),
    })
}
