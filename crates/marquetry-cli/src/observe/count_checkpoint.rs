//! A count's checkpoint on disk: whole or not at all, checked when it is read.

use crate::output::{self, Lock};
use anyhow::{Context, Result, bail};
use marquetry::exact::Checkpoint;
use marquetry::search::Signature;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Seconds of search that may be lost when nobody named a file.
const WORTH_KEEPING: f64 = 10.0;
/// The longest checkpoint there is: the places of 1024 threads on a board of 64x64, and the boards
/// that wait to be told, of 2^23 cells in all.
const MAX_BYTES: u64 = 1 << 28;

/// What a checkpoint file holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved<'a> {
    /// The signature of `count`: a damaged file must not become a wrong number.
    signature: String,
    /// Whether boards were told.
    tells: bool,
    #[serde(borrow)]
    count: &'a RawValue,
}

/// A count that was left.
#[derive(Debug)]
pub struct LeftCount {
    /// Where it stands.
    pub count: Checkpoint,
    /// Whether it told its boards; if it did not, those it counted are gone.
    pub tells: bool,
}

/// Reads a checkpoint.
///
/// # Errors
/// If it cannot be read, is not one, or is damaged.
pub fn read_checkpoint(path: &Path) -> Result<LeftCount> {
    let name = path.display();
    let expected = || format!("{name}: expected the checkpoint of a count");
    let text = read_text(path)?;
    let saved: Saved<'_> = serde_json::from_str(&text).with_context(expected)?;
    let found = signature(saved.count.get());
    if saved.signature != found {
        bail!("{name} is damaged: expected signature {}, found {found}", saved.signature);
    }
    let count = serde_json::from_str(saved.count.get()).with_context(expected)?;
    Ok(LeftCount { count, tells: saved.tells })
}

/// Reads a file that may be a checkpoint, and of any other no more than shows that it is none.
fn read_text(path: &Path) -> Result<String> {
    let name = path.display();
    let cannot = || format!("cannot read {name}");
    let found = fs::metadata(path).with_context(cannot)?;
    if !found.is_file() {
        bail!("{name}: expected the checkpoint of a count, found no plain file");
    }
    if found.len() > MAX_BYTES {
        let (long, most) = (found.len(), MAX_BYTES >> 20);
        bail!("{name}: expected the checkpoint of a count, at most {most} MiB, found {long} bytes");
    }
    let mut file = File::open(path).with_context(cannot)?;
    let mut first = [0];
    if file.read(&mut first).with_context(cannot)? == 0 || first != *b"{" {
        bail!("{name}: expected the checkpoint of a count, found something else");
    }
    let mut text = "{".to_owned();
    file.take(MAX_BYTES).read_to_string(&mut text).with_context(cannot)?;
    Ok(text)
}

fn signature(text: &str) -> String {
    let mut signature = Signature::default();
    signature.write(text.as_bytes());
    signature.to_string()
}

/// Keeps the checkpoint of a count in a file until the count is complete.
#[derive(Debug)]
pub struct CheckpointFile {
    place: Destination,
    /// Held as soon as there is a file: no two counts share one.
    lock: Option<Lock>,
    tells: bool,
    failed: bool,
}

#[derive(Debug)]
enum Destination {
    /// In this file.
    Here(PathBuf),
    /// In a new file of that name, once it is worth it.
    Later(PathBuf),
}

impl CheckpointFile {
    /// Keeps it in a file that was named and is locked.
    #[must_use]
    pub fn named(path: PathBuf, lock: Lock, tells: bool) -> Self {
        Self { place: Destination::Here(path), lock: Some(lock), tells, failed: false }
    }

    /// Takes the file of a checkpoint for this process.
    ///
    /// # Errors
    /// If another count has it, or it cannot be locked.
    pub fn lock(path: &Path) -> Result<Lock> {
        let shown = path.display();
        Lock::beside(path, |holder| {
            format!("another count (process {holder}) keeps its checkpoint in {shown}")
        })
    }

    /// Keeps it in a new file of that name, or with a number behind it, if the count takes long.
    #[must_use]
    pub fn unnamed(path: PathBuf, tells: bool) -> Self {
        Self { place: Destination::Later(path), lock: None, tells, failed: false }
    }

    /// The file, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Destination::Here(path) => Some(path),
            Destination::Later(_) => None,
        }
    }

    /// Writes a checkpoint. What it returns is worth telling the user.
    pub fn write(&mut self, checkpoint: &Checkpoint) -> Option<String> {
        let first = match &self.place {
            Destination::Later(_) if checkpoint.elapsed_s < WORTH_KEEPING => return None,
            Destination::Later(_) => true,
            Destination::Here(_) => false,
        };
        match self.save(checkpoint).map(Path::to_path_buf) {
            Ok(path) if first => Some(format!("checkpoint {}", path.display())),
            Ok(_) => None,
            // Said once: the count is worth more than its checkpoint.
            Err(_) if std::mem::replace(&mut self.failed, true) => None,
            Err(error) => Some(format!("warning: no checkpoint: {error:#}")),
        }
    }

    fn save(&mut self, checkpoint: &Checkpoint) -> Result<&Path> {
        if let Destination::Later(wish) = &self.place {
            let path = output::claim(wish)?;
            let lock = Self::lock(&path);
            self.place = Destination::Here(path);
            self.lock = Some(lock?);
        }
        let (Destination::Here(path) | Destination::Later(path)) = &self.place;
        let count = serde_json::value::to_raw_value(checkpoint)?;
        let signature = signature(count.get());
        let saved = Saved { signature, tells: self.tells, count: &count };
        output::save(path, serde_json::to_string(&saved)?.as_bytes())?;
        Ok(path)
    }

    /// Removes the file: the count is complete.
    pub fn discard(self) {
        if let Destination::Here(path) = self.place
            && output::is_file_to_be(&path)
        {
            // The file is absent if the count ended before the first write.
            _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry::edge::builtin::builtin;
    use marquetry::exact::{Counter, Event, Exact, Request};
    use std::sync::atomic::AtomicBool;

    /// The checkpoint of a count that was stopped at once.
    fn stopped() -> Checkpoint {
        let built = builtin("twin-8x8").expect("it is built in");
        let puzzle = built.puzzle().expect("it is a puzzle");
        let counter = Counter::new(&puzzle, &Exact::default(), None).expect("it can be counted");
        let stop = AtomicBool::new(true);
        let request =
            Request { threads: 1, time: None, limit: None, boards: false, stop: &stop, from: None };
        let mut last = None;
        let counted = counter.run(&request, &mut |event| {
            if let Event::Checkpoint(checkpoint) = event {
                last = Some(*checkpoint);
            }
        });
        counted.expect("it runs");
        last.expect("a stopped count leaves a checkpoint")
    }

    #[test]
    fn checkpoints_are_read_back_and_damage_is_seen() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("c.json");
        let checkpoint = stopped();
        let lock = CheckpointFile::lock(&path).expect("nobody has it");
        let mut file = CheckpointFile::named(path.clone(), lock, true);
        assert_eq!(file.write(&checkpoint), None);
        let left = read_checkpoint(&path).expect("it was written");
        assert_eq!((&left.count.told, left.tells), (&checkpoint.told, true));
        let text = fs::read_to_string(&path).expect("it is there");
        let digit = text.rfind(|c: char| c.is_ascii_digit()).expect("it holds numbers");
        let flipped = if text.as_bytes()[digit] == b'7' { "8" } else { "7" };
        let mut damaged = text.clone();
        damaged.replace_range(digit..=digit, flipped);
        for (wrong, word) in [
            (damaged.as_str(), "damaged"),
            (&text[..text.len() / 2], "expected the checkpoint"),
            ("", "expected the checkpoint"),
            ("{}", "expected the checkpoint"),
        ] {
            fs::write(&path, wrong).expect("it can be written");
            assert!(
                read_checkpoint(&path).is_err_and(|e| format!("{e:#}").contains(word)),
                "{word}"
            );
        }
        file.discard();
        assert!(!path.exists());
    }

    #[test]
    fn unnamed_checkpoints_wait_and_overwrite_nobody() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("counts/c.json");
        let mut checkpoint = stopped();
        let mut file = CheckpointFile::unnamed(path.clone(), false);
        checkpoint.elapsed_s = 9.0;
        assert_eq!((file.write(&checkpoint), file.path()), (None, None));
        checkpoint.elapsed_s = 10.0;
        assert!(file.write(&checkpoint).is_some_and(|said| said.contains("c.json")));
        assert_eq!(file.write(&checkpoint), None);
        let mut second = CheckpointFile::unnamed(path.clone(), false);
        assert!(second.write(&checkpoint).is_some_and(|said| said.contains("c-2.json")));
        second.discard();
        assert!(path.exists() && !path.with_file_name("c-2.json").exists());
    }
}
