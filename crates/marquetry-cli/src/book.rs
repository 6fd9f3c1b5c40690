//! Files of finished runs, one JSON object a line: what is added is on disk, and a line cut short by
//! a crash is a run that did not finish.

use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::marker::PhantomData;
use std::path::Path;

/// The longest line: a board of 64x64 and its trace with room to spare.
const MAX_LINE: u64 = 1 << 22;

/// A finished run that names the format it is written in.
pub trait Run: Serialize + DeserializeOwned {
    /// The name and version of the format.
    const FORMAT: &'static str;

    /// The format this one was read in.
    fn format(&self) -> &str;
}

/// Reads the runs of a file, and where the last whole line ends.
///
/// # Errors
/// If the file cannot be read or holds something else.
pub fn read<R: Run>(path: &Path) -> Result<(Vec<R>, u64)> {
    let name = path.display();
    let cannot = || format!("cannot read {name}");
    let mut reader = BufReader::new(File::open(path).with_context(cannot)?);
    let (mut runs, mut end, mut number) = (Vec::new(), 0, 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        number += 1;
        let length =
            reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).with_context(cannot)?;
        if line.last() != Some(&b'\n') && (length as u64) < MAX_LINE {
            return Ok((runs, end));
        }
        let run: R = serde_json::from_slice(&line)
            .with_context(|| format!("{name}, line {number}: expected a measured run"))?;
        if run.format() != R::FORMAT {
            let (expected, found) = (R::FORMAT, run.format());
            bail!("{name}, line {number}: expected format {expected}, found {found:?}");
        }
        runs.push(run);
        end += length as u64;
    }
}

/// A file that runs are added to.
#[derive(Debug)]
pub struct Book<R> {
    file: File,
    of: PhantomData<R>,
}

impl<R: Run> Book<R> {
    /// Opens a file, or makes one, and reads the runs it holds.
    ///
    /// # Errors
    /// If it cannot be read and written, or holds something else.
    pub fn open(path: &Path) -> Result<(Self, Vec<R>)> {
        let cannot = || format!("cannot write {}", path.display());
        let (runs, end) = if path.exists() { read(path)? } else { (Vec::new(), 0) };
        if end == 0 && path.metadata().is_ok_and(|data| data.len() > 0) {
            bail!("{}: expected a file of measured runs", path.display());
        }
        let file = File::options().append(true).create(true).open(path).with_context(cannot)?;
        file.set_len(end).with_context(cannot)?;
        Ok((Self { file, of: PhantomData }, runs))
    }

    /// Adds a run; it is on disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, run: &R) -> Result<()> {
        let line = serde_json::to_string(run)? + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.context("cannot write the run")
    }
}
