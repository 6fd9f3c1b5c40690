//! What travels: a job, and the sign of life of a worker.

use super::LEASE;
use crate::campaign::{Cell, Spec, Subject};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The format of a job.
const FORMAT: &str = "marquetry-job/1";

/// A job as a worker gets it. What it is called is in its subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Job {
    format: String,
    /// Seconds a worker may be silent before another gets it.
    lease_s: f64,
    /// Everything that determines the run.
    pub(super) spec: Spec,
}

impl Job {
    pub(super) fn new(spec: Spec, lease_s: f64) -> Self {
        Self { format: FORMAT.to_owned(), lease_s, spec }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        // A spec has string keys and finite numbers: it can be written.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The job of a message, which must be the one its subject names.
    pub(super) fn read(bytes: &[u8], name: &str) -> Result<Self> {
        let job: Self = serde_json::from_slice(bytes).context("expected a job")?;
        if job.format != FORMAT {
            bail!("expected format {FORMAT}, found {:?}", job.format);
        }
        if job.spec.job() != name {
            bail!("job {name} is not the job of its name: it was changed");
        }
        Ok(job)
    }

    /// How long a worker may be silent before another gets it.
    pub(super) fn lease(&self) -> Duration {
        Duration::try_from_secs_f64(self.lease_s).unwrap_or(LEASE)
    }

    /// What can be played, once its puzzle is there.
    pub(super) fn cell(&self, subject: Arc<Subject>) -> Cell {
        Cell {
            puzzle: subject.name(),
            algorithm: self.spec.algorithm.clone(),
            spec: self.spec.clone(),
            seeds: Vec::new(),
            subject: Some(subject),
            stands_for: None,
            outside: false,
        }
    }
}

/// What a worker tells about itself now and then. Nobody relies on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Sign {
    /// What it is called.
    pub(super) worker: String,
    /// What it runs on.
    pub(super) machine: String,
    /// How many runs it makes at a time.
    pub(super) cores: usize,
    /// Runs made so far, and those of them that failed.
    pub(super) made: u64,
    pub(super) failed: u64,
    /// Steps taken by runs that ended, and the seconds they took.
    pub(super) work: u64,
    pub(super) seconds: f64,
    /// What it is on: algorithm, puzzle and seed of each.
    pub(super) on: Vec<String>,
    /// Whether it is about to leave.
    #[serde(default)]
    pub(super) leaves: bool,
}
