//! Measured runs: what one left.

use crate::archive::board_of;
use crate::book::Run;
use anyhow::{Context, Result, anyhow, bail};
use marquetry::algorithms::Parameters;
use marquetry::edge::Puzzle;
use marquetry::search::{Conclusion, Score};
use serde::{Deserialize, Serialize};

/// What is measured: runs that differ only in their seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Trial {
    pub(super) puzzle: String,
    pub(super) fingerprint: String,
    pub(super) joins: Score,
    pub(super) algorithm: String,
    pub(super) parameters: Parameters,
    pub(super) threads: u16,
    /// Seconds or steps of each run.
    pub(super) time_s: Option<f64>,
    pub(super) steps: Option<u64>,
}

/// One finished run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) format: String,
    pub(super) version: String,
    #[serde(flatten)]
    pub(super) trial: Trial,
    pub(super) seed: u64,
    /// Earlier times in seconds that were asked for.
    pub(super) at: Vec<f64>,
    /// What to type to measure it again, the seeds excepted.
    pub(super) command: String,
    pub(super) score: Score,
    pub(super) work: u64,
    pub(super) elapsed_s: f64,
    pub(super) conclusion: Conclusion,
    pub(super) signature: String,
    /// Every improvement: seconds, steps, score.
    pub(super) trace: Vec<(f64, u64, Score)>,
    /// Piece (from 1) and turn of every cell of the best board, row by row.
    pub(super) cells: Option<Vec<(u16, u8)>>,
}

impl Run for Record {
    const FORMAT: &'static str = "marquetry-score/1";

    fn format(&self) -> &str {
        &self.format
    }
}

impl Record {
    /// The best score so many seconds after the start.
    pub(super) fn score_at(&self, seconds: f64) -> Score {
        let early = self.trace.iter().filter(|(at, ..)| *at <= seconds);
        early.map(|(.., score)| *score).max().unwrap_or(0)
    }

    /// Makes sure that the judge agrees.
    pub(super) fn judged(&self, puzzle: &Puzzle) -> Result<()> {
        let Some(cells) = &self.cells else {
            return if self.score == 0 { Ok(()) } else { Err(anyhow!("a score without a board")) };
        };
        let board = board_of(puzzle, cells).context("not a board of this puzzle")?;
        match puzzle.verdict(&board).accepted() {
            Ok(score) if score == self.score => Ok(()),
            Ok(score) => bail!("the record says {}, the judge {score}", self.score),
            Err(faults) => bail!("the record has a bad board: {faults}"),
        }
    }
}
