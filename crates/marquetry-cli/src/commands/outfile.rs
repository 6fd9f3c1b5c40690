//! The file a board is saved in: what is worth more than the new board stays.

use crate::{output, png};
use anyhow::{Result, bail};
use marquetry::draw::{self, Style};
use marquetry::edge::format::{Format, write_board};
use marquetry::edge::{Board, Puzzle};
use marquetry::search::Score;
use std::fs;
use std::path::{Path, PathBuf};

/// Pixels of the longer side of a picture, at least.
pub(super) const LARGE: u32 = 1000;

/// What a board is saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardForm {
    /// In a format that can be read again.
    Text(Format),
    Svg,
    Png,
}

impl BoardForm {
    /// What a file's name asks for.
    pub(super) fn of(path: &Path) -> Self {
        let end = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match end.to_ascii_lowercase().as_str() {
            "txt" | "et2" => Self::Text(Format::Grid),
            "sol" => Self::Text(Format::MetaSolution),
            "svg" => Self::Svg,
            "png" => Self::Png,
            _ => Self::Text(Format::MarquetryBoard),
        }
    }

    /// A board as the bytes of its file.
    pub(super) fn bytes(self, puzzle: &Puzzle, board: &Board) -> Result<Vec<u8>> {
        let svg = || draw::svg(puzzle, board, &Style::default().at_least(board, LARGE));
        Ok(match self {
            Self::Text(format) => write_board(format, puzzle, board)?.into_bytes(),
            Self::Svg => svg().into_bytes(),
            Self::Png => png::render(&svg())?,
        })
    }
}

type ScoreIn<'a> = dyn Fn(&Path) -> Option<Score> + 'a;

/// The file a board is to be saved in.
pub(super) struct Outfile<'a> {
    path: &'a Path,
    /// Whether anything may be replaced.
    force: bool,
    /// The judged score of the board of this puzzle that a file holds.
    score_in: Box<ScoreIn<'a>>,
}

/// Where a board was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Landed {
    pub(super) path: PathBuf,
    /// The better board that kept its file, if there was one.
    pub(super) better: Option<(PathBuf, Score)>,
}

impl<'a> Outfile<'a> {
    /// Looks before the run at what is there: a board of the same puzzle, or nothing.
    pub(super) fn new(
        path: &'a Path,
        force: bool,
        score_in: impl Fn(&Path) -> Option<Score> + 'a,
    ) -> Result<Self> {
        let outfile = Self { path, force, score_in: Box::new(score_in) };
        output::ensure_writable(path)?;
        if outfile.guards() && outfile.score().is_none() {
            bail!(
                "{} is there and holds no board of this puzzle: name another file, or say --force",
                path.display()
            );
        }
        Ok(outfile)
    }

    /// Whether there is something that must not be lost.
    fn guards(&self) -> bool {
        let holds = |path| fs::metadata(path).is_ok_and(|found| found.len() > 0);
        !self.force && output::is_file_to_be(self.path) && holds(self.path)
    }

    fn score(&self) -> Option<Score> {
        (self.score_in)(self.path)
    }

    /// Saves a board of this score: in the file, or beside it if a better one has come to be there.
    pub(super) fn save(&self, score: Score, bytes: &[u8]) -> Result<Landed> {
        let better = self.guards().then(|| self.score()).flatten().filter(|kept| *kept > score);
        let Some(better) = better else {
            output::save(self.path, bytes)?;
            return Ok(Landed { path: self.path.to_owned(), better: None });
        };
        let path = output::claim(self.path)?;
        output::save(&path, bytes)?;
        Ok(Landed { path, better: Some((self.path.to_owned(), better)) })
    }
}

impl Landed {
    /// Whether the board is where it was to go.
    pub(super) fn as_asked(&self) -> bool {
        self.better.is_none()
    }

    /// Tells the user about a better board.
    pub(super) fn tell(&self) {
        if let Some((path, score)) = &self.better {
            let (kept, path) = (path.display(), self.path.display());
            output::say(&format!(
                "note: {kept} holds a better board ({score}) and stays: the new one is in {path}; --force replaces it"
            ));
        }
    }
}
