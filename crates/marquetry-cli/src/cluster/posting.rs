//! The jobs of a campaign on their way to an engine: so many ahead, each once.

use super::link::Link;
use super::message::Job;
use super::streams::{job_subject, puzzle_subject};
use crate::campaign::{Cell, Spec, Subject};
use anyhow::Result;
use futures_util::{StreamExt, TryStreamExt, stream};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How many acknowledgements are waited for at a time.
const IN_FLIGHT: usize = 256;

/// A job's name as a number: a quarter of the memory of its letters.
pub(super) type Name = u128;

/// The number of a job's name.
pub(super) fn name(job: &str) -> Option<Name> {
    (job.len() == 32).then(|| Name::from_str_radix(job, 16).ok()).flatten()
}

/// The jobs a store lacks, and those of them that are on the engine.
#[derive(Debug)]
pub(super) struct Posting {
    campaign: String,
    lease: Duration,
    /// What is run, with seed 0.
    specs: Vec<Spec>,
    /// What it is run on.
    puzzles: BTreeMap<String, Arc<Subject>>,
    /// Cell and seed of each job: they are made as they are posted.
    jobs: Vec<(u32, u64)>,
    ahead: Semaphore,
    out: Mutex<HashMap<Name, (u32, u64)>>,
    all_posted: AtomicBool,
}

impl Posting {
    pub(super) fn new(
        campaign: String,
        lease: Duration,
        missing: &[(&Cell, u64)],
        ahead: usize,
    ) -> Self {
        let mut places: HashMap<*const Cell, u32> = HashMap::new();
        let (mut specs, mut jobs) = (Vec::new(), Vec::with_capacity(missing.len()));
        let mut puzzles = BTreeMap::new();
        for &(cell, seed) in missing {
            let place = *places.entry(std::ptr::from_ref(cell)).or_insert_with(|| {
                specs.push(cell.spec.clone());
                let subject = cell.subject.iter().map(Arc::clone);
                puzzles.extend(subject.map(|subject| (cell.spec.puzzle.clone(), subject)));
                specs.len() as u32 - 1
            });
            jobs.push((place, seed));
        }
        let (ahead, out) = (Semaphore::new(ahead.max(1)), Mutex::default());
        let all_posted = AtomicBool::new(false);
        Self { campaign, lease, specs, puzzles, jobs, ahead, out, all_posted }
    }

    pub(super) fn campaign(&self) -> &str {
        &self.campaign
    }

    pub(super) fn lease(&self) -> Duration {
        self.lease
    }

    fn out(&self) -> MutexGuard<'_, HashMap<Name, (u32, u64)>> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn job(&self, (place, seed): (u32, u64)) -> Option<(String, Job)> {
        let spec = Spec { seed, ..self.specs.get(place as usize)?.clone() };
        Some((spec.job(), Job::new(spec, self.lease.as_secs_f64())))
    }

    /// The puzzles of all jobs.
    pub(super) fn puzzles(&self) -> impl Iterator<Item = &Arc<Subject>> {
        self.puzzles.values()
    }

    /// Puts what workers need to know about puzzles on the engine.
    ///
    /// # Errors
    /// If the engine refuses us.
    pub(super) async fn put_puzzles(&self, link: &Link) -> Result<()> {
        for (id, puzzle) in &self.puzzles {
            if let Some(text) = puzzle.text() {
                link.put(&puzzle_subject(id), text.into_bytes()).await?;
            }
        }
        Ok(())
    }

    /// Posts every job but those that came in meanwhile; waits where too many are ahead.
    ///
    /// # Errors
    /// If the engine refuses us.
    pub(super) async fn post_all(&self, link: &Link, done: &HashSet<Name>) -> Result<()> {
        let jobs = stream::iter(self.jobs.iter().copied()).map(Ok::<_, anyhow::Error>);
        let post = |at| async move {
            let Some((job, message)) = self.job(at) else { return Ok(()) };
            let Some(name) = name(&job).filter(|name| !done.contains(name)) else { return Ok(()) };
            if let Ok(permit) = self.ahead.acquire().await {
                // Given back when its run comes in.
                permit.forget();
            }
            self.out().insert(name, at);
            link.post(&job_subject(&self.campaign, &job), message.bytes()).await.map(drop)
        };
        jobs.try_for_each_concurrent(IN_FLIGHT, post).await?;
        self.all_posted.store(true, Ordering::Release);
        Ok(())
    }

    /// Posts again what is out: the engine has lost it.
    ///
    /// # Errors
    /// If the engine refuses us.
    pub(super) async fn post_again(&self, link: &Link) -> Result<()> {
        let out: Vec<(u32, u64)> = self.out().values().copied().collect();
        for at in out {
            if let Some((job, message)) = self.job(at) {
                link.post(&job_subject(&self.campaign, &job), message.bytes()).await?;
            }
        }
        Ok(())
    }

    /// Notes that a job is done with; whether it was out.
    pub(super) fn settle(&self, job: &str) -> bool {
        let was_out = name(job).is_some_and(|name| self.out().remove(&name).is_some());
        if was_out {
            self.ahead.add_permits(1);
        }
        was_out
    }

    /// How many jobs are on the engine.
    pub(super) fn waiting(&self) -> usize {
        self.out().len()
    }

    /// Whether every job was posted and is done with.
    pub(super) fn is_done(&self) -> bool {
        self.all_posted.load(Ordering::Acquire) && self.waiting() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbers() {
        assert_eq!(name("000000000000000000000000000000ff"), Some(255));
        assert_eq!(name("ff"), None);
        assert_eq!(name("zz0000000000000000000000000000ff"), None);
    }
}
