//! One JSON object a line: all there is of a run.

use super::super::Record;
use anyhow::Result;

/// Puzzles, each in one line, then runs. What [`super::super::Store::merge`] reads.
///
/// # Errors
/// If a run cannot be written.
pub fn lines(puzzles: &[String], runs: &[Record]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for puzzle in puzzles {
        bytes.extend_from_slice(puzzle.as_bytes());
        bytes.push(b'\n');
    }
    for run in runs {
        serde_json::to_writer(&mut bytes, run)?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}
