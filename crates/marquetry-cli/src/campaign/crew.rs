//! Workers that run the jobs of a campaign.

use super::{Cell, Record, Store, play};
use crate::interrupt;
use anyhow::Result;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How often the overview is drawn anew while nothing ends.
const TICK: Duration = Duration::from_millis(500);

/// What a crew tells while it works.
#[derive(Debug)]
pub enum Said<'a> {
    /// Runs were added to the store.
    Added(&'a [Record]),
    /// Half a second has passed.
    Tick,
    /// The same, where workers elsewhere make the runs: a line for each.
    Workers(&'a [String]),
}

/// Workers and the jobs that are missing.
#[derive(Debug)]
pub struct Crew<'a> {
    jobs: Vec<(&'a Cell, u64)>,
    workers: usize,
}

impl<'a> Crew<'a> {
    /// The jobs a store lacks; those that failed are run again only if that is asked for.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn new(
        cells: impl IntoIterator<Item = &'a Cell>,
        store: &Store,
        retry: bool,
        workers: usize,
    ) -> Result<Self> {
        let known = store.glances()?;
        let mut seen = HashSet::new();
        let mut jobs = Vec::new();
        for cell in cells {
            for (job, seed) in cell.jobs() {
                let done = known.get(&job).is_some_and(|glance| !(glance.failed && retry));
                if !done && seen.insert(job) {
                    jobs.push((cell, seed));
                }
            }
        }
        Ok(Self { jobs, workers: workers.max(1) })
    }

    /// How many jobs are missing.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.jobs.len()
    }

    /// The jobs that are missing: cell and seed of each.
    #[must_use]
    pub fn jobs(&self) -> &[(&'a Cell, u64)] {
        &self.jobs
    }

    /// Runs them all; whether every one was made. Each run is in the store as soon as it ends.
    ///
    /// # Errors
    /// If the store cannot be written. What was added before stays.
    pub fn work(&self, store: &mut Store, tell: &mut dyn FnMut(Said<'_>)) -> Result<bool> {
        for (cell, _) in &self.jobs {
            cell.subject.iter().for_each(|subject| store.know(Arc::clone(subject)));
        }
        let queue = Mutex::new(self.jobs.iter());
        let closed = AtomicBool::new(false);
        let (send, receive) = mpsc::channel();
        let (made, result) = std::thread::scope(|scope| {
            for _ in 0..self.workers.min(self.jobs.len()) {
                let (send, queue, closed) = (send.clone(), &queue, &closed);
                scope.spawn(move || {
                    while let Some((cell, seed)) = next(queue, closed) {
                        let Ok(Some(record)) = play(cell, *seed) else { return };
                        if send.send(record).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let mut made = 0;
            let result = keep(&receive, store, tell, &mut made);
            if result.is_err() {
                // Nothing more can be kept: the runs in flight need not go on.
                closed.store(true, Ordering::Relaxed);
                interrupt::stop().store(true, Ordering::Relaxed);
            }
            (made, result)
        });
        result?;
        Ok(made == self.jobs.len())
    }
}

fn next<'j, T>(queue: &Mutex<std::slice::Iter<'j, T>>, closed: &AtomicBool) -> Option<&'j T> {
    if closed.load(Ordering::Relaxed) || interrupt::stop().load(Ordering::Relaxed) {
        return None;
    }
    queue.lock().ok()?.next()
}

/// Adds what comes in, all that has come at once.
fn keep(
    receive: &mpsc::Receiver<Record>,
    store: &mut Store,
    tell: &mut dyn FnMut(Said<'_>),
    made: &mut usize,
) -> Result<()> {
    loop {
        match receive.recv_timeout(TICK) {
            Ok(first) => {
                let batch: Vec<Record> = [first].into_iter().chain(receive.try_iter()).collect();
                store.add(&batch)?;
                *made += batch.len();
                tell(Said::Added(&batch));
            }
            Err(mpsc::RecvTimeoutError::Timeout) => tell(Said::Tick),
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}
