//! Puzzles by key: those of the shelf, and those that were only opened.
//!
//! A key is a name, never a path: it is looked up among what is there.

use super::folder::Folder;
use super::refusal::Refusal;
use super::wire::{
    ClueView, KeepRequest, Place, PuzzleSummary, PuzzleView, ReadAnswer, ReadRequest,
};
use crate::shelf::{self, Shelved};
use crate::{load, output};
use anyhow::{Context, Result, anyhow};
use axum::http::StatusCode;
use marquetry::draw::{self, Style};
use marquetry::edge::format::{self, Content, native_puzzle};
use marquetry::edge::{Board, BoardLine, Clue, Frame, Kind, Placed, Puzzle};
use std::fs;
use std::path::PathBuf;

/// The most cells of a small picture, either way.
const SMALL: usize = 8;
/// What keys of puzzles that are not on the shelf begin with.
const KEPT: char = '~';

/// A puzzle and how it is known.
#[derive(Clone, Debug)]
pub(super) struct Keyed {
    pub(super) key: String,
    pub(super) puzzle: Puzzle,
    about: String,
    place: Place,
}

impl Keyed {
    /// The puzzle of a key.
    pub(super) fn find(folder: &Folder, key: &str) -> Result<Self, Refusal> {
        match key.strip_prefix(KEPT) {
            Some(fingerprint) => kept(folder, fingerprint),
            None => shelf::find(key).map(|shelved| Self::shelved(&shelved)).transpose(),
        }?
        .ok_or_else(|| Refusal::unknown(format!("there is no puzzle {key:?}")))
    }

    /// The puzzle a run was made on: that of its key, unless another one has that name by now.
    pub(super) fn of_run(folder: &Folder, key: &str, fingerprint: &str) -> Result<Self, Refusal> {
        match Self::find(folder, key) {
            Ok(keyed) if keyed.puzzle.fingerprint() == fingerprint => Ok(keyed),
            _ => Self::find(folder, &format!("{KEPT}{fingerprint}")),
        }
    }

    fn shelved(shelved: &Shelved) -> Result<Self, Refusal> {
        let (name, place) = match shelved {
            Shelved::Builtin(_) => (shelved.name(), Place::Builtin),
            Shelved::Added(..) => (shelved.name(), Place::Yours),
        };
        let loaded = load::text(&shelved.text()?, name)?;
        let about = match place {
            Place::Builtin => shelved.about(),
            Place::Yours | Place::Kept => "yours".to_owned(),
        };
        Ok(Self { key: name.to_owned(), puzzle: loaded.puzzle, about, place })
    }

    /// A puzzle that is not kept yet.
    pub(super) fn loose(puzzle: Puzzle) -> Self {
        let key = format!("{KEPT}{}", puzzle.fingerprint());
        Self { key, puzzle, about: String::new(), place: Place::Kept }
    }

    /// Whether the command line knows it by name.
    pub(super) fn is_shelved(&self) -> bool {
        self.place != Place::Kept
    }

    pub(super) fn summary(&self) -> PuzzleSummary {
        let puzzle = &self.puzzle;
        PuzzleSummary {
            key: self.key.clone(),
            name: puzzle.name().to_owned(),
            width: puzzle.width(),
            height: puzzle.height(),
            framed: puzzle.frame() == Frame::Grey,
            signed: puzzle.signed(),
            colours: puzzle.colours(),
            clues: puzzle.clues().len(),
            joins: puzzle.joins(),
            about: self.about.clone(),
            place: self.place,
        }
    }

    pub(super) fn view(&self) -> PuzzleView {
        let mut kinds = vec![String::new(); self.puzzle.size()];
        for kind in Kind::ALL {
            for &piece in self.puzzle.layout().pieces(kind) {
                kind.name().clone_into(&mut kinds[usize::from(piece)]);
            }
        }
        let clue = |clue: &Clue| ClueView {
            cell: clue.cell,
            piece: clue.placed.piece() + 1,
            turn: clue.placed.turn(),
        };
        PuzzleView {
            summary: self.summary(),
            fingerprint: self.puzzle.fingerprint(),
            pieces: self.puzzle.pieces().iter().map(|piece| piece.0).collect(),
            kinds,
            clues: self.puzzle.clues().iter().map(clue).collect(),
        }
    }

    /// The board of a line, if it can be one of this puzzle.
    pub(super) fn board(&self, cells: &BoardLine) -> Result<Board, Refusal> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        cells.board_of(&self.puzzle).ok_or_else(|| {
            let name = self.puzzle.name();
            Refusal::unusable(format!("not a board of {name}: expected {width}x{height} cells"))
        })
    }

    /// Its first pieces as they come, as a small picture.
    pub(super) fn picture(&self) -> String {
        let (width, height) = (self.puzzle.width().min(SMALL), self.puzzle.height().min(SMALL));
        let pieces = (0..width * height).map(|piece| Some(Placed::new(piece, 0))).collect();
        let board = Board::from_cells(width, height, pieces);
        let style = Style { breaks: false, clues: false, ..Style::default() };
        board.map_or_else(String::new, |board| draw::svg(&self.puzzle, &board, &style))
    }
}

/// The file of a puzzle that is not on the shelf.
fn file(folder: &Folder, fingerprint: &str) -> PathBuf {
    folder.puzzles().join(format!("{fingerprint}.json"))
}

/// A puzzle that is not on the shelf. What is no fingerprint names no file.
fn kept(folder: &Folder, fingerprint: &str) -> Result<Option<Keyed>, Refusal> {
    let digits = fingerprint.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    let path = file(folder, fingerprint);
    if fingerprint.len() != 16 || !digits || !path.exists() {
        return Ok(None);
    }
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let reading = format::read(&bytes).and_then(format::Reading::puzzle).map_err(|e| anyhow!(e))?;
    Ok(Some(Keyed::loose(reading)))
}

/// Everything on the shelf. A file of the user that is no puzzle is left out.
pub(super) fn list() -> Vec<PuzzleSummary> {
    let all = shelf::all();
    all.iter().filter_map(|shelved| Keyed::shelved(shelved).ok()).map(|k| k.summary()).collect()
}

/// Keeps a puzzle by its fingerprint.
pub(super) fn keep(folder: &Folder, puzzle: Puzzle) -> Result<Keyed, Refusal> {
    let keyed = Keyed::loose(puzzle);
    let path = file(folder, &keyed.key[1..]);
    if !path.exists() {
        output::save(&path, native_puzzle(&keyed.puzzle).as_bytes())?;
    }
    Ok(keyed)
}

/// Puts a puzzle on the shelf, or keeps it by its fingerprint.
pub(super) fn add(folder: &Folder, request: &KeepRequest) -> Result<PuzzleSummary, Refusal> {
    let puzzle = own_file(&request.text)?;
    let Some(name) = &request.name else { return Ok(keep(folder, puzzle)?.summary()) };
    let slug = output::slug(name);
    match shelf::find(&slug) {
        Some(Shelved::Builtin(_)) => {
            let says = format!("{slug} is a built-in puzzle: choose another name");
            return Err(Refusal::unusable(says));
        }
        Some(Shelved::Added(..)) if !request.replace => {
            let says = format!("{slug} is on the shelf already: choose another name or replace it");
            return Err(Refusal::new(StatusCode::CONFLICT, says));
        }
        _ => shelf::add(&puzzle, name, request.replace)?,
    };
    Ok(Keyed::find(folder, &slug)?.summary())
}

/// The puzzle of one of our own files.
pub(super) fn own_file(text: &str) -> Result<Puzzle, Refusal> {
    let reading = format::read(text.as_bytes()).and_then(format::Reading::puzzle);
    reading.map_err(|error| Refusal::unusable(error.to_string()))
}

/// Finds out what was pasted.
pub(super) fn read(folder: &Folder, request: &ReadRequest) -> Result<ReadAnswer, Refusal> {
    let reading = format::read(request.text.as_bytes()).map_err(|error| anyhow!(error))?;
    let found = format!("{:?}", reading.format);
    let (keyed, board, notes) = match (&request.puzzle, reading.content) {
        (Some(key), Content::Board(loose)) => {
            let keyed = Keyed::find(folder, key)?;
            let (board, notes) = loose.bind(&keyed.puzzle).map_err(|error| anyhow!(error))?;
            let notes = reading.notes.into_iter().chain(notes).collect();
            (keyed, Some(board), notes)
        }
        (_, Content::Clues(_)) => {
            let says = "these are clues for a puzzle: paste the puzzle itself";
            return Err(Refusal::unusable(says));
        }
        _ => {
            let name = request.name.as_deref().unwrap_or("pasted");
            let loaded = load::text(request.text.as_bytes(), name)?;
            (Keyed::loose(loaded.puzzle), loaded.board, loaded.notes)
        }
    };
    let board = board.as_ref().map(BoardLine::of);
    let text = native_puzzle(&keyed.puzzle);
    Ok(ReadAnswer { format: found, puzzle: keyed.view(), text, board, notes })
}
