//! Many stores made one.

use super::super::record::FORMAT;
use super::super::{Record, Subject};
use super::{Added, Store, is_lines};
use anyhow::{Context, Result, anyhow, bail};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a merge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Runs that are new.
    pub new: usize,
    /// Runs both had.
    pub known: usize,
    /// Runs whose boards could not be judged, for want of the puzzle.
    pub unjudged: usize,
}

impl Store {
    /// Adds everything that other stores or files of JSON lines hold, or nothing.
    ///
    /// # Errors
    /// If one cannot be read, or a run contradicts one of ours.
    pub fn merge(&mut self, paths: &[PathBuf]) -> Result<Merged> {
        let mut records = Vec::new();
        for path in paths {
            match is_lines(path) {
                true => self.read_lines(path, &mut records)?,
                false => {
                    let other = Self::read(path)?;
                    // Runs first: the puzzles of all of them are there then.
                    records.extend(other.records(true)?);
                    for text in other.texts()? {
                        self.know(Arc::new(Subject::parse(&text)?));
                    }
                }
            }
        }
        let added = self.add(&records)?;
        let new = added.iter().filter(|added| **added == Added::New).count();
        let mut unjudged = 0;
        for record in records.iter().filter(|record| !record.failed()) {
            unjudged += usize::from(self.puzzle(&record.spec.puzzle)?.is_none());
        }
        Ok(Merged { new, known: added.len() - new, unjudged })
    }

    /// The runs of a file of JSON lines; its puzzles become known.
    fn read_lines(&mut self, path: &Path, records: &mut Vec<Record>) -> Result<()> {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let place = || format!("{name}, line {}", number + 1);
            match serde_json::from_str::<Record>(line) {
                Ok(record) if record.format == FORMAT => records.push(record),
                Ok(record) => {
                    bail!("{}: expected format {FORMAT}, found {:?}", place(), record.format)
                }
                Err(error) => {
                    let puzzle = Subject::parse(line)
                        .map_err(|_| anyhow!("{}: expected a run: {error}", place()))?;
                    self.know(Arc::new(puzzle));
                }
            }
        }
        Ok(())
    }
}
