//! The runs of the studio: queued by cores, each in its own threads, kept whatever happens.

mod record;
mod run;
mod spec;
mod words;

pub(super) use run::Run;
pub(super) use spec::Ready;
pub(super) use words::{command, plan};

use super::refusal::Refusal;
use super::wire::RunState;
use crate::cores;
use anyhow::{Context, Result, anyhow};
use axum::http::StatusCode;
use record::Record;
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The most runs that wait.
const MOST_WAITING: usize = 256;

/// All runs, and those who wait for news of them.
#[derive(Debug)]
pub(super) struct Runs {
    folder: PathBuf,
    desk: Mutex<Desk>,
    /// The number of the last change.
    changes: watch::Sender<u64>,
    closing: AtomicBool,
}

/// What the queue decides by.
#[derive(Debug, Default)]
struct Desk {
    all: BTreeMap<String, Arc<Run>>,
    waiting: VecDeque<(Arc<Run>, Waiting)>,
    /// Cores in use.
    busy: usize,
    /// Removed runs, with the number of that change.
    gone: Vec<(u64, String)>,
}

/// A search that has not begun.
struct Waiting(Ready);

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Waiting")
    }
}

impl Runs {
    /// The runs that earlier studios kept in this folder.
    pub(super) fn open(folder: PathBuf) -> Result<Self> {
        let mut all = BTreeMap::new();
        let files =
            fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for file in files {
            let name = file?.file_name();
            let Some(id) = name.to_str().and_then(|name| name.strip_suffix(".json")) else {
                continue;
            };
            // A file that is no run is left alone.
            if let Ok(run) = Run::of_before(&folder, id) {
                // Noted down now, so that the log of a run that was cut short is read only once. Where
                // that cannot be done it is read again.
                if run.spec.end.is_none() {
                    _ = run.save();
                }
                all.insert(id.to_owned(), Arc::new(run));
            }
        }
        let desk = Mutex::new(Desk { all, ..Desk::default() });
        let (changes, closing) = (watch::Sender::new(1), AtomicBool::new(false));
        Ok(Self { folder, desk, changes, closing })
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn all(&self) -> Vec<Arc<Run>> {
        self.desk().all.values().cloned().collect()
    }

    pub(super) fn find(&self, id: &str) -> Result<Arc<Run>, Refusal> {
        let run = self.desk().all.get(id).cloned();
        run.ok_or_else(|| Refusal::unknown(format!("there is no run {id:?}")))
    }

    /// Hears of changes: the number of the last one.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The runs removed after a change.
    pub(super) fn gone_since(&self, change: u64) -> Vec<String> {
        let desk = self.desk();
        desk.gone.iter().filter(|(at, _)| *at > change).map(|(_, id)| id.clone()).collect()
    }

    /// Says that something changed in a run.
    fn tell(&self, run: &Run) {
        self.changes.send_modify(|change| {
            *change += 1;
            run.record().changed = *change;
        });
    }

    /// Takes a run on: it begins when cores are free.
    pub(super) fn add(self: &Arc<Self>, ready: Ready) -> Result<Arc<Run>, Refusal> {
        let mut desk = self.desk();
        if desk.waiting.len() >= MOST_WAITING {
            let says = format!("{MOST_WAITING} runs are waiting already");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, says));
        }
        let id = fresh_id(&desk.all, ready.spec.created);
        let record = Record::new(RunState::Queued);
        let run = Arc::new(Run::new(&self.folder, id.clone(), ready.spec.clone(), record));
        run.save()?;
        desk.all.insert(id, Arc::clone(&run));
        desk.waiting.push_back((Arc::clone(&run), Waiting(ready)));
        self.begin_next(&mut desk);
        drop(desk);
        self.tell(&run);
        Ok(run)
    }

    /// Begins waiting runs in their order while cores are free. A run that wants more than there are
    /// gets all.
    fn begin_next(self: &Arc<Self>, desk: &mut Desk) {
        while let Some((run, _)) = desk.waiting.front()
            && desk.busy + run.spec.weight() <= cores()
            && !self.closing.load(Ordering::Relaxed)
        {
            let Some((run, Waiting(ready))) = desk.waiting.pop_front() else { return };
            desk.busy += run.spec.weight();
            run.record().state = RunState::Running;
            let runs = Arc::clone(self);
            thread::spawn(move || runs.carry(&run, &ready));
        }
    }

    /// The life of a run's thread.
    fn carry(self: &Arc<Self>, run: &Run, ready: &Ready) {
        let search = || run.search(ready, &|| self.tell(run));
        let result = catch_unwind(AssertUnwindSafe(search));
        let result =
            result.unwrap_or_else(|_| Err(anyhow!("the search broke down, please report it")));
        run.end(result, self.closing.load(Ordering::Relaxed));
        if let Err(error) = run.save() {
            run.record().trouble = Some(format!("{error:#}"));
        }
        self.tell(run);
        let mut desk = self.desk();
        desk.busy -= run.spec.weight();
        self.begin_next(&mut desk);
    }

    /// Ends a run, or takes it out of the queue.
    pub(super) fn stop(&self, run: &Run) -> Result<()> {
        run.stop();
        let mut desk = self.desk();
        let before = desk.waiting.len();
        desk.waiting.retain(|(waiting, _)| waiting.id != run.id);
        if desk.waiting.len() < before {
            run.record().state = RunState::Stopped;
            run.save()?;
        }
        drop(desk);
        self.tell(run);
        Ok(())
    }

    /// Takes a run away that is over.
    pub(super) fn remove(&self, run: &Run) -> Result<(), Refusal> {
        if matches!(run.record().state, RunState::Queued | RunState::Running) {
            return Err(Refusal::new(StatusCode::CONFLICT, "stop the run before removing it"));
        }
        run.remove()?;
        self.tell(run);
        let change = *self.changes.borrow();
        let mut desk = self.desk();
        desk.all.remove(&run.id);
        desk.gone.push((change, run.id.clone()));
        Ok(())
    }

    /// Slow motion for a run.
    pub(super) fn watch(&self, run: &Run, steps: u32, pause_ms: u32) {
        run.watch(steps, pause_ms);
        self.tell(run);
    }

    /// Ends every search and waits for them, but not for ever. What waits stays kept.
    pub(super) fn close(&self, patience: Duration) {
        self.closing.store(true, Ordering::Relaxed);
        let desk = self.desk();
        desk.all.values().for_each(|run| run.stop());
        drop(desk);
        let deadline = Instant::now() + patience;
        while self.desk().busy > 0 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// A name that sorts by age.
fn fresh_id(all: &BTreeMap<String, Arc<Run>>, created: f64) -> String {
    let seconds = created as u64;
    let mut number = 1;
    loop {
        let id = format!("{seconds}-{number}");
        if !all.contains_key(&id) {
            return id;
        }
        number += 1;
    }
}
