//! Runs that cannot be kept: set aside with the reason, so that they never block the rest.

use crate::output::with_suffix;
use anyhow::{Context, Result};
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file of a store that holds what was set aside, a JSON object a line.
#[derive(Debug)]
pub(super) struct Aside {
    path: PathBuf,
    count: usize,
}

impl Aside {
    /// The file beside a store.
    pub(super) fn beside(store: &Path) -> Self {
        Self { path: with_suffix(store, ".aside.jsonl"), count: 0 }
    }

    /// Sets a result aside; it is on disk when this returns.
    pub(super) fn add(&mut self, job: &str, reason: &str, text: &[u8]) -> Result<()> {
        let said = String::from_utf8_lossy(text);
        let line = json!({"job": job, "reason": reason, "said": said}).to_string() + "\n";
        let mut options = File::options();
        let file = options.create(true).append(true).open(&self.path);
        file.and_then(|mut file| {
            file.write_all(line.as_bytes())?;
            file.sync_data()
        })
        .with_context(|| format!("cannot write {}", self.path.display()))?;
        self.count += 1;
        Ok(())
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}
