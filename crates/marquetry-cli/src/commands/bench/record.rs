//! Measured runs: what one left, and the file that keeps them.

use crate::archive::board_of;
use anyhow::{Context, Result, anyhow, bail};
use marquetry::algorithms::Parameters;
use marquetry::edge::Puzzle;
use marquetry::search::{Conclusion, Score};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

/// The name and version of the format.
pub(super) const FORMAT: &str = "marquetry-score/1";
/// The longest line: a board of 64x64 and its trace with room to spare.
const MAX_LINE: u64 = 1 << 22;

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

/// Reads the runs of a file, and where the last whole line ends.
pub(super) fn read(path: &Path) -> Result<(Vec<Record>, u64)> {
    let name = path.display();
    let cannot = || format!("cannot read {name}");
    let mut reader = BufReader::new(File::open(path).with_context(cannot)?);
    let (mut records, mut end, mut number) = (Vec::new(), 0, 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        number += 1;
        let length =
            reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).with_context(cannot)?;
        if line.last() != Some(&b'\n') && (length as u64) < MAX_LINE {
            // A last line cut short is a run that did not finish.
            return Ok((records, end));
        }
        let record: Record = serde_json::from_slice(&line)
            .with_context(|| format!("{name}, line {number}: expected a measured run"))?;
        if record.format != FORMAT {
            bail!("{name}, line {number}: expected format {FORMAT}, found {:?}", record.format);
        }
        records.push(record);
        end += length as u64;
    }
}

/// A file that runs are added to.
pub(super) struct Book {
    file: File,
}

impl Book {
    /// Opens a file, or makes one, and reads the runs it holds.
    pub(super) fn open(path: &Path) -> Result<(Self, Vec<Record>)> {
        let cannot = || format!("cannot write {}", path.display());
        let (records, end) = if path.exists() { read(path)? } else { (Vec::new(), 0) };
        if end == 0 && path.metadata().is_ok_and(|data| data.len() > 0) {
            bail!("{}: expected a file of measured runs", path.display());
        }
        let file = File::options().append(true).create(true).open(path).with_context(cannot)?;
        file.set_len(end).with_context(cannot)?;
        Ok((Self { file }, records))
    }

    /// Adds a run; it is on disk when this returns.
    pub(super) fn add(&mut self, record: &Record) -> Result<()> {
        let line = serde_json::to_string(record)? + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.context("cannot write the run")
    }
}
