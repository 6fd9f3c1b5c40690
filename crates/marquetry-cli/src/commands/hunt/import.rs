//! Known boards brought into a hunt: `--from`.

use crate::archive::Archive;
use crate::{load, output};
use anyhow::{Context, Result, bail};
use marquetry::edge::format::{self, Content};
use marquetry::edge::{Board, Puzzle};

/// Boards that were read, and what was not one.
pub(super) struct Imported {
    boards: Vec<Board>,
    /// How many lines hold no valid board of the puzzle, and what is wrong with the first.
    refused: usize,
    first: Option<String>,
}

impl Imported {
    /// Reads a board, or a file with one on every line: links as `--export` writes them, board lines,
    /// lines of an archive.
    pub(super) fn read(spec: &str, puzzle: &Puzzle) -> Result<Self> {
        let mut imported = Self { boards: Vec::new(), refused: 0, first: None };
        let text = load::file(spec).map(|path| output::read_at_most(&path.to_string_lossy(), MOST));
        let text = text.transpose()?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        match text.as_deref().map(lines).filter(|lines| lines.len() > 1) {
            Some(lines) => {
                for (number, line) in lines {
                    let board = one(line, puzzle).with_context(|| format!("{spec}, line {number}"));
                    imported.add(board, puzzle);
                }
            }
            None => imported.add(load::board(spec, puzzle).map(|(board, _)| board), puzzle),
        }
        match (&imported.first, imported.boards.is_empty()) {
            (Some(first), true) => bail!("--from: {first}"),
            _ => Ok(imported),
        }
    }

    fn add(&mut self, board: Result<Board>, puzzle: &Puzzle) {
        let valid = |board: Board| {
            puzzle.verdict(&board).accepted().context("not a valid board")?;
            Ok(board)
        };
        match board.and_then(valid) {
            Ok(board) => self.boards.push(board),
            Err(error) => {
                self.refused += 1;
                self.first.get_or_insert_with(|| format!("{error:#}"));
            }
        }
    }

    /// Puts the boards into an archive; what is to be said of it.
    pub(super) fn put(&self, archive: &mut Archive<'_>) -> Result<String> {
        let mut new = 0;
        for board in &self.boards {
            new += usize::from(archive.add(board, 0)?);
        }
        archive.sync()?;
        let mut said =
            format!("{} boards read, {new} of them new and worth keeping", self.boards.len());
        if let Some(first) = &self.first {
            said += &format!("; {} lines are none, the first: {first}", self.refused);
        }
        Ok(said)
    }
}

/// The most bytes of a file of boards.
const MOST: usize = 1 << 30;

/// The lines of a file that has a board on each, with their numbers; none if it is something else. A
/// score before the board is passed over, as in the links of an export.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let bare = |line: &'_ str| -> Option<usize> {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let begins = ["http://", "https://", "[[", "[null"].iter().any(|b| rest.starts_with(b));
        let object = rest.starts_with('{') && rest.ends_with('}');
        (begins || object).then(|| line.len() - rest.len())
    };
    let full = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
    let cut = full.map(|(at, line)| Some((at + 1, &line[bare(line)?..])));
    cut.collect::<Option<Vec<_>>>().unwrap_or_default()
}

fn one(line: &str, puzzle: &Puzzle) -> Result<Board> {
    match format::read(line.as_bytes())?.content {
        Content::Board(loose) => Ok(loose.bind(puzzle)?.0),
        _ => bail!("expected a board"),
    }
}
