//! The best board of a run that goes on, on disk within a second: a `.part` file.

use crate::output;
use marquetry::edge::format::native_board;
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{Event, Stamp};
use std::fs;
use std::path::PathBuf;

/// Seconds between two writes.
const EVERY: f64 = 0.5;

/// Keeps the best board of a run in a file, so that nothing is lost when the machine stops.
#[derive(Debug)]
pub struct PartFile<'a> {
    puzzle: &'a Puzzle,
    path: PathBuf,
    pending: Option<Board>,
    written_at: f64,
    failed: bool,
}

impl<'a> PartFile<'a> {
    /// A part file of this name.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, path: PathBuf) -> Self {
        Self { puzzle, path, pending: None, written_at: f64::NEG_INFINITY, failed: false }
    }

    /// Notes an event.
    pub fn notice(&mut self, stamp: Stamp, event: &Event<Board>) {
        if let Event::Improved { solution, .. } = event {
            self.pending = Some(solution.clone());
        }
        let last = matches!(event, Event::Finished { .. });
        if (last || stamp.elapsed_s - self.written_at >= EVERY)
            && let Some(board) = self.pending.take()
        {
            let text = native_board(self.puzzle, &board);
            if let Err(error) = output::save(&self.path, text.as_bytes()) {
                self.failed(&error);
            }
            self.written_at = stamp.elapsed_s;
        }
    }

    /// Warns once: the run is worth more than its part file.
    fn failed(&mut self, error: &anyhow::Error) {
        if !std::mem::replace(&mut self.failed, true) {
            output::say(&format!(
                "warning: the best board is not kept while the run goes on: {error:#}"
            ));
        }
    }

    /// Removes the file once the board has been saved for good.
    pub fn discard(self) {
        // The file is absent if the run ended before the first write.
        _ = fs::remove_file(&self.path);
    }

    /// Keeps the file because the board could not be saved, and says where it is.
    #[must_use]
    pub fn keep(self, error: anyhow::Error) -> anyhow::Error {
        error.context(format!("the best board is kept in {}", self.path.display()))
    }
}
