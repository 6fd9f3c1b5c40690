//! Puzzles and boards from files, links and the shelf.

mod line;

use crate::output::{self, Files};
use crate::shelf::{self, Shelved};
use anyhow::{Context, Result, bail};
use marquetry::edge::cnf::{self, Encoding};
use marquetry::edge::format::official::{self, Recognition};
use marquetry::edge::format::{self, Content, FormatError, LooseBoard};
use marquetry::edge::{Board, Clue, Puzzle};
use marquetry::search::Score;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A puzzle with the board that came along with it, and what had to be assumed.
#[derive(Debug)]
pub struct Loaded {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The board, where the input was one.
    pub board: Option<Board>,
    /// Assumptions and findings worth telling.
    pub notes: Vec<String>,
}

impl Loaded {
    /// Tells the user the notes.
    pub fn tell(&self) {
        self.notes.iter().for_each(|note| output::say(&format!("note: {note}")));
    }
}

/// Where the clues of a puzzle come from.
#[derive(Clone, Debug, Default)]
pub struct ClueSource {
    /// Which clues to impose; if nobody says, the starter piece alone for the official Eternity II
    /// set, and those of its file for any other puzzle.
    pub imposed: Option<Imposed>,
    /// A hints file whose clues are added.
    pub hints: Option<String>,
}

/// Which clues are imposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Imposed {
    /// No clue at all.
    None,
    /// The mandatory starter piece.
    Start,
    /// All clues.
    All,
}

/// Loads a puzzle from a file, `-`, a link or the shelf.
///
/// # Errors
/// If there is no such puzzle or it cannot be read.
pub fn puzzle(spec: &str, clues: &ClueSource) -> Result<Loaded> {
    let mut loaded = read_puzzle(&input(spec)?, spec)?;
    if Path::new(spec).is_file() && shelf::find(spec).is_some() {
        let note = format!("{spec} is a file here and a puzzle on the shelf: the file is read");
        loaded.notes.push(note);
    }
    choose_clues(&mut loaded, clues.imposed)?;
    if let Some(hints) = &clues.hints {
        add_hints(&mut loaded, hints)?;
    }
    Ok(loaded)
}

/// Reads a puzzle that came as text, called after `name` if it has none of its own. No file is touched.
///
/// # Errors
/// If it cannot be understood.
pub fn text(bytes: &[u8], name: &str) -> Result<Loaded> {
    let mut loaded = read_puzzle(bytes, name)?;
    choose_clues(&mut loaded, None)?;
    Ok(loaded)
}

/// Loads a board for a puzzle from a file, `FILE:LINE`, `-`, a link or a board line, or from what a
/// SAT solver said of the puzzle's formula.
///
/// # Errors
/// If it cannot be read or does not belong to the puzzle.
pub fn board(spec: &str, puzzle: &Puzzle) -> Result<(Board, Vec<String>)> {
    let what = describe(spec);
    let bytes = input(spec)?;
    if let Some(text) = str::from_utf8(&bytes).ok().filter(|text| cnf::is_model(text)) {
        let board = solved(text, puzzle).with_context(|| what.clone())?;
        return Ok((board, vec!["the model of a SAT solver".to_owned()]));
    }
    let reading = format::read(&bytes).with_context(|| what.clone())?;
    let Content::Board(loose) = reading.content else {
        bail!("{what}: expected a board, found {}", reading.format);
    };
    let (board, notes) = loose.bind(puzzle).with_context(|| what.clone())?;
    Ok((board, reading.notes.into_iter().chain(notes).collect()))
}

fn solved(answer: &str, puzzle: &Puzzle) -> Result<Board> {
    let model = cnf::read_model(answer)?;
    // The variables that matter are the same with and without symmetry.
    let board = Encoding::new(puzzle, true)?.decode(&model);
    board.context("the model is not one of this puzzle's formula")
}

fn read_puzzle(bytes: &[u8], spec: &str) -> Result<Loaded> {
    let what = describe(spec);
    let reading = format::read(bytes).with_context(|| what.clone())?;
    let mut notes = reading.notes;
    match reading.content {
        Content::Puzzle(puzzle) => Ok(Loaded { puzzle: named(puzzle, spec), board: None, notes }),
        Content::Board(loose) => {
            let (puzzle, board, more) = match loose.to_puzzle() {
                Ok((puzzle, board, more)) => (named(puzzle, spec), board, more),
                Err(error) => of_shelf(&loose, &error, spec).with_context(|| what.clone())?,
            };
            notes.extend(more);
            Ok(Loaded { puzzle, board: Some(board), notes })
        }
        Content::Clues(_) => {
            bail!("{what}: expected a puzzle, found clues: name the puzzle and add --hints {spec}")
        }
    }
}

/// The puzzle of the shelf that a board names which does not show its pieces.
fn of_shelf(
    loose: &LooseBoard,
    error: &FormatError,
    spec: &str,
) -> Result<(Puzzle, Board, Vec<String>)> {
    // What shows sides is meant to carry its puzzle; what is wrong with it is the error.
    if loose.cells.iter().flatten().any(|cell| cell.sides.is_some()) {
        bail!("{error}");
    }
    let spec = if is_line(spec) { "BOARD" } else { spec };
    let Some(name) = loose.name.as_deref().filter(|name| !name.is_empty()) else {
        bail!("a board that does not say of which puzzle: name that first, PUZZLE {spec}");
    };
    let Some(shelved) = shelf::find(name) else {
        bail!("a board of {name}, which is not on the shelf: name its puzzle first, PUZZLE {spec}");
    };
    let puzzle = format::read(&shelved.text()?)?.puzzle()?;
    let (board, mut notes) = loose.bind(&puzzle)?;
    notes.push(format!("a board of {name} on the shelf"));
    Ok((puzzle, board, notes))
}

/// A puzzle without a name of its own is called after its file.
fn named(puzzle: Puzzle, spec: &str) -> Puzzle {
    let stem = Path::new(spec).file_stem().and_then(|stem| stem.to_str());
    match stem {
        Some(stem)
            if puzzle.name().is_empty() && !is_link(spec) && !is_line(spec) && spec != "-" =>
        {
            puzzle.with_name(stem)
        }
        _ if puzzle.name().is_empty() => puzzle.with_name("puzzle"),
        _ => puzzle,
    }
}

fn is_link(spec: &str) -> bool {
    spec.contains("://") || spec.contains("board_edges=")
}

/// Whether a board was typed itself.
fn is_line(spec: &str) -> bool {
    format::is_board_line(spec) && !Path::new(spec).exists()
}

fn describe(spec: &str) -> String {
    match spec {
        "-" => "standard input".to_owned(),
        link if is_link(link) => "the link".to_owned(),
        line if is_line(line) => "the board line".to_owned(),
        file => file.to_owned(),
    }
}

/// The files a puzzle and its hints are read from.
#[must_use]
pub fn sources(puzzle: &str, hints: Option<&str>) -> Files {
    Files::default().reads("the puzzle", file(puzzle)).reads("--hints", hints.and_then(file))
}

/// The judged score of the board that a file holds: a valid one of this puzzle, as it says.
#[must_use]
pub fn score_in(path: &Path, puzzle: &Puzzle) -> Option<Score> {
    let bytes = output::read_input(path.to_str()?).ok()?;
    let Content::Board(loose) = format::read(&bytes).ok()?.content else { return None };
    let claimed = loose.claimed;
    let (board, _) = loose.bind(puzzle).ok()?;
    let score = puzzle.verdict(&board).accepted().ok()?;
    claimed.is_none_or(|claimed| claimed == score).then_some(score)
}

/// The file a puzzle or board is read from, if it comes from one.
#[must_use]
pub fn file(spec: &str) -> Option<PathBuf> {
    let path = Path::new(spec);
    if is_link(spec) || spec.is_empty() || spec == "-" {
        return None;
    }
    if path.exists() && !path.is_dir() {
        return Some(path.to_owned());
    }
    if let Some((file, _)) = line::of_file(spec) {
        return Some(file.into());
    }
    match shelf::find(spec)? {
        Shelved::Added(_, path) => Some(path),
        Shelved::Builtin(_) => None,
    }
}

fn input(spec: &str) -> Result<Vec<u8>> {
    if is_link(spec) || is_line(spec) {
        return Ok(spec.as_bytes().to_vec());
    }
    if spec.is_empty() {
        bail!("expected a file, a link or a name, found nothing");
    }
    let path = Path::new(spec);
    if let Some(shelved) = shelf::find(spec).filter(|_| !path.exists() || path.is_dir()) {
        return shelved.text();
    }
    if spec == "-" || path.exists() {
        return output::read_input(spec);
    }
    if let Some((file, number)) = line::of_file(spec) {
        return line::read(file, number);
    }
    bail!("{spec}: no such file, and no puzzle of that name (see `marquetry puzzles list`)")
}

/// Says whether the set is the official one and gives it its clues.
fn choose_clues(loaded: &mut Loaded, choice: Option<Imposed>) -> Result<()> {
    let puzzle = &loaded.puzzle;
    match official::recognise(puzzle) {
        Recognition::Official => {
            let clues = official_choice(puzzle, choice);
            let count = clues.as_ref().map_or(puzzle.clues().len(), Vec::len);
            let plural = if count == 1 { "" } else { "s" };
            loaded.notes.push(format!("the official Eternity II set, with {count} clue{plural}"));
            if let Some(clues) = clues {
                loaded.puzzle = loaded.puzzle.clone().with_clues(clues)?;
            }
        }
        other => {
            match choice {
                Some(Imposed::None) => {
                    loaded.puzzle = loaded.puzzle.clone().with_clues(Vec::new())?;
                }
                Some(Imposed::Start) => loaded.notes.push(
                    "not the official Eternity II set: all clues of the file are kept".to_owned(),
                ),
                Some(Imposed::All) | None => {}
            }
            loaded.notes.extend(warnings(other));
        }
    }
    Ok(())
}

/// The clues an official set gets; `None` keeps the file's own. A file that pins more than the
/// official clues is a variant that keeps them unless the user chooses.
fn official_choice(puzzle: &Puzzle, choice: Option<Imposed>) -> Option<Vec<Clue>> {
    let all = official::official_clues(puzzle, official::Clues::All)?;
    let variant = puzzle.clues().iter().any(|clue| !all.contains(clue));
    match choice {
        None if variant => None,
        None | Some(Imposed::Start) => official::official_clues(puzzle, official::Clues::Start),
        Some(Imposed::All) => Some(all),
        Some(Imposed::None) => Some(Vec::new()),
    }
}

fn warnings(recognition: Recognition) -> Vec<String> {
    match recognition {
        Recognition::Official | Recognition::Other => Vec::new(),
        Recognition::Mirrored => vec![
            "the official Eternity II set mirrored: its sides are listed anticlockwise".to_owned(),
        ],
        Recognition::Almost(reasons) => {
            vec![format!("almost the official Eternity II set: {}", reasons.join("; "))]
        }
    }
}

fn add_hints(loaded: &mut Loaded, spec: &str) -> Result<()> {
    let reading = format::read(&input(spec)?).with_context(|| describe(spec))?;
    let Content::Clues(clues) = reading.content else {
        bail!("{}: expected hints, found {}", describe(spec), reading.format);
    };
    let (hinted, notes) =
        format::apply_clues(loaded.puzzle.clone(), &clues).with_context(|| describe(spec))?;
    let hints = hinted.clues().to_vec();
    let named = |clue: &Clue| {
        hints.iter().any(|h| h.cell == clue.cell || h.placed.piece() == clue.placed.piece())
    };
    let own = loaded.puzzle.clues().iter().copied();
    let mut clues: Vec<Clue> = own.filter(|clue| !named(clue)).collect();
    clues.extend(&hints);
    loaded.puzzle = hinted.with_clues(clues)?;
    loaded.notes.extend(reading.notes.into_iter().chain(notes));
    Ok(())
}
