//! Runs and what is new of them.

use super::PuzzleView;
use marquetry::edge::BoardLine;
use marquetry::search::Parameters;
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

/// A run that is wished for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct RunRequest {
    pub puzzle: String,
    pub algorithm: String,
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub parameters: Parameters,
    pub seed: Option<String>,
    pub work: Option<String>,
    pub time_s: Option<f64>,
    pub target: Option<u32>,
    pub threads: usize,
    /// A whole valid board to go on from.
    #[cfg_attr(test, ts(type = "Cells | null"))]
    pub from: Option<BoardLine>,
    /// What lies here becomes clues.
    #[cfg_attr(test, ts(type = "Cells | null"))]
    pub keep: Option<BoardLine>,
}

/// How a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(TS))]
pub enum RunState {
    Queued,
    Running,
    Finished,
    /// Ended by the user.
    Stopped,
    /// The studio ended before the run did.
    Interrupted,
    Failed,
}

/// What a list says of a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RunSummary {
    pub id: String,
    pub puzzle: String,
    pub key: String,
    pub algorithm: String,
    pub seed: String,
    pub threads: usize,
    pub state: RunState,
    pub score: u32,
    pub joins: u32,
    pub work: String,
    pub elapsed_s: f64,
    /// Seconds since 1970.
    pub created: f64,
    /// At most 40 scores, evenly spaced over its time.
    pub spark: Vec<u32>,
}

/// Work, seconds and score of a new best.
pub type Point = (String, f64, u32);

/// A part of a run's work.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Phase {
    pub name: String,
    pub work: String,
    pub elapsed_s: f64,
}

/// The newest sign of life.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Live {
    pub work: String,
    pub elapsed_s: f64,
    pub gauges: Vec<(String, f64)>,
}

/// Everything about a run but its boards.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RunDetail {
    pub summary: RunSummary,
    pub request: RunRequest,
    pub puzzle: PuzzleView,
    /// All parameters, and the defaults.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub parameters: Value,
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub defaults: Value,
    #[cfg_attr(test, ts(type = "Point[]"))]
    pub points: Vec<Point>,
    pub phases: Vec<Phase>,
    pub live: Option<Live>,
    /// The best score of any run on this puzzle.
    pub best_here: u32,
    /// The published record, where there is one.
    pub record: Option<u32>,
    /// solved, exhausted or stopped.
    pub conclusion: Option<String>,
    pub signature: Option<String>,
    /// Why it failed.
    pub trouble: Option<String>,
    pub command: String,
    pub plan: String,
}

/// A best board, judged.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BoardAnswer {
    pub index: usize,
    pub score: u32,
    #[cfg_attr(test, ts(type = "Cells"))]
    pub cells: BoardLine,
    pub breaks: Vec<(usize, usize)>,
}

/// The board a search is at, judged.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PresentView {
    pub score: u32,
    #[cfg_attr(test, ts(type = "Cells"))]
    pub cells: BoardLine,
    pub breaks: Vec<(usize, usize)>,
    pub work: String,
}

/// What is new of a run that is watched.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RunNews {
    pub id: String,
    /// Points from this index on take the place of those known.
    pub from: usize,
    #[cfg_attr(test, ts(type = "Point[]"))]
    pub points: Vec<Point>,
    pub phase: Option<String>,
    pub live: Option<Live>,
    /// The newest best board, if it is newer than the last one sent.
    pub board: Option<BoardAnswer>,
    /// The present board while slow motion is on.
    pub present: Option<PresentView>,
    pub state: RunState,
    pub conclusion: Option<String>,
    pub signature: Option<String>,
    pub trouble: Option<String>,
}

/// What is new.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct News {
    /// Runs whose summary changed.
    pub runs: Vec<RunSummary>,
    /// Runs that were removed.
    pub gone: Vec<String>,
    pub watched: Vec<RunNews>,
    /// Where the next stream or request goes on.
    pub cursor: String,
}

/// Slow motion: a present board about every so many steps, and a pause after each. No steps: off.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct WatchRequest {
    pub steps: u32,
    pub pause_ms: u32,
}
