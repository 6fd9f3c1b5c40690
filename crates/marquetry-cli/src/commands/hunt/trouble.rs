//! What a hunt says of a disk that takes no boards.

use crate::archive::{Archive, Best, Kept};
use anyhow::Result;
use marquetry::edge::format::{Format, write_board};
use marquetry::edge::{Board, Puzzle};
use std::fmt::Write as _;

/// The least seconds between two warnings.
const LEAST: f64 = 1.0;

/// Whether the archive can be written, and what was said of it.
#[derive(Debug)]
pub(super) struct Trouble {
    /// Where the file of boards ended when trouble was told.
    failing: Option<u64>,
    /// Seconds between two warnings, and when the last was given.
    every: f64,
    told_at: Option<f64>,
    /// Boards shed when the last was given.
    shed: u64,
}

impl Trouble {
    pub(super) fn new(every: f64) -> Self {
        Self { failing: None, every: every.max(LEAST), told_at: None, shed: 0 }
    }

    /// Notes how writing went; what the user should hear of it now. Trouble that lasts is told
    /// again, with a link that saves the best board whatever becomes of the disk.
    pub(super) fn news(
        &mut self,
        now: f64,
        result: Result<()>,
        puzzle: &Puzzle,
        archive: &Archive<'_>,
    ) -> Option<String> {
        let full = archive.shed() > self.shed;
        let said = match result {
            Err(error) => format!("{error:#}"),
            Ok(()) if full => "no room for all boards".to_owned(),
            Ok(()) => return self.recovery(archive),
        };
        if self.told_at.is_some_and(|at| now - at < self.every) {
            return None;
        }
        (self.told_at, self.failing) = (Some(now), Some(archive.end()));
        self.shed = archive.shed();
        let mut news = format!("warning: {said}; the hunt goes on");
        if self.shed > 0 {
            _ = write!(news, ", {} lower boards made room for better ones", self.shed);
        }
        if let Some(Best { board, score, .. }) = archive.index().best() {
            _ = write!(news, "; best {score}: {}", board_link(puzzle, board).unwrap_or_default());
        }
        Some(news)
    }

    /// The end of trouble: boards were added to the file again, and none waits.
    fn recovery(&mut self, archive: &Archive<'_>) -> Option<String> {
        let grown = self.failing.is_some_and(|end| archive.end() != end);
        if !grown || archive.waiting() > 0 {
            return None;
        }
        self.failing = None;
        Some("note: the archive is written again".to_owned())
    }
}

/// A link to a board, where links can hold it.
fn board_link(puzzle: &Puzzle, board: &Board) -> Option<String> {
    write_board(Format::BucasLink, puzzle, board).ok()
}

/// A link to a kept board, or else its line.
pub(super) fn link(puzzle: &Puzzle, kept: &Kept) -> String {
    let link = kept.board(puzzle).and_then(|board| board_link(puzzle, &board));
    link.unwrap_or_else(|| serde_json::to_string(kept).unwrap_or_default())
}
