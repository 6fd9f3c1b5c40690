//! The history of bests: every board that was the best when it was found, in `bests.jsonl`.

use super::boards::Kept;
use anyhow::{Context, Result};
use marquetry::edge::Puzzle;
use marquetry::search::Score;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// The name of the file.
pub(super) const BESTS: &str = "bests.jsonl";

/// A best, without its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its score.
    pub score: Score,
    /// When it was found, in seconds since 1970.
    pub at: u64,
    /// The session that found it.
    pub session: u64,
}

/// The bests of an archive, the oldest first. Lines that are no boards of the puzzle, or did not raise
/// the score, are passed over.
pub(super) fn read(folder: &Path, puzzle: &Puzzle) -> Vec<Mark> {
    let text = fs::read_to_string(folder.join(BESTS)).unwrap_or_default();
    let mut marks: Vec<Mark> = Vec::new();
    for kept in text.lines().filter_map(|line| serde_json::from_str::<Kept>(line).ok()) {
        let raised = marks.last().is_none_or(|last| kept.score > last.score);
        if raised && kept.board(puzzle).is_some() {
            marks.push(Mark { score: kept.score, at: kept.at, session: kept.session });
        }
    }
    marks
}

/// Adds a best. It is in the file of boards as well: what is lost here is only the history.
pub(super) fn add(folder: &Path, kept: &Kept) -> Result<()> {
    let path = folder.join(BESTS);
    let cannot = || format!("cannot write {}", path.display());
    let mut line = serde_json::to_vec(kept)?;
    line.push(b'\n');
    let file = File::options().append(true).create(true).open(&path);
    file.and_then(|mut file| file.write_all(&line)).with_context(cannot)
}
