//! The best board so far, on disk within a second.

use crate::output;
use anyhow::Result;
use marquetry::edge::format::native_board;
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{Event, Stamp};
use std::fs;
use std::path::PathBuf;

/// Seconds between two writes.
const EVERY: f64 = 0.5;

/// Keeps the best board of a run in a file, so that nothing is lost when the machine stops.
#[derive(Debug)]
pub struct Checkpoint<'a> {
    puzzle: &'a Puzzle,
    path: PathBuf,
    pending: Option<Board>,
    written_at: f64,
    failure: Option<anyhow::Error>,
}

impl<'a> Checkpoint<'a> {
    /// A checkpoint in this file.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, path: PathBuf) -> Self {
        Self { puzzle, path, pending: None, written_at: f64::NEG_INFINITY, failure: None }
    }

    /// Notes an event.
    pub fn notice(&mut self, stamp: Stamp, event: &Event<Board>) {
        if let Event::Improved { solution, .. } = event {
            self.pending = Some(solution.clone());
        }
        if stamp.elapsed_s - self.written_at >= EVERY
            && let Some(board) = self.pending.take()
        {
            let text = native_board(self.puzzle, &board);
            self.failure = output::save(&self.path, text.as_bytes()).err();
            self.written_at = stamp.elapsed_s;
        }
    }

    /// Removes the file once the board has been saved for good.
    ///
    /// # Errors
    /// If the last write failed.
    pub fn finish(self) -> Result<()> {
        // The file is absent if the run ended before the first write.
        _ = fs::remove_file(&self.path);
        self.failure.map_or(Ok(()), Err)
    }
}
