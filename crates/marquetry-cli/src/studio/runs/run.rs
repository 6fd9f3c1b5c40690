//! One run: its spec, its record, and the thread that searches.

use super::record::{self, Record};
use super::spec::{Ready, Spec};
use crate::observe::{Header, Recorder};
use crate::output;
use crate::studio::folder::Folder;
use crate::studio::puzzles::Keyed;
use crate::studio::refusal::Refusal;
use crate::studio::wire::{RunState, RunSummary};
use anyhow::{Context, Result, anyhow};
use marquetry::edge::Board;
use marquetry::search::{self, Event, Sampler, Setup, Stamp};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// A pause of slow motion is slept in such parts, so that a stop is heard.
const NAP: Duration = Duration::from_millis(20);

/// A run of the studio.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) id: String,
    pub(crate) spec: Spec,
    /// Its puzzle, once someone has asked.
    keyed: OnceLock<Keyed>,
    folder: PathBuf,
    stop: AtomicBool,
    sampler: Sampler,
    /// Milliseconds after every present board.
    pause: AtomicU64,
    record: Mutex<Record>,
}

impl Run {
    pub(crate) fn new(folder: &Path, id: String, spec: Spec, record: Record) -> Self {
        Self {
            id,
            spec,
            keyed: OnceLock::new(),
            folder: folder.to_owned(),
            stop: AtomicBool::new(false),
            sampler: Sampler::new(0),
            pause: AtomicU64::new(0),
            record: Mutex::new(record),
        }
    }

    /// A run that an earlier studio kept.
    pub(crate) fn of_before(folder: &Path, id: &str) -> Result<Self> {
        let path = folder.join(format!("{id}.json"));
        let spec: Spec = serde_json::from_slice(&std::fs::read(&path)?)
            .with_context(|| format!("{}: not a run", path.display()))?;
        let record = Record::of_before(&spec, &folder.join(format!("{id}.jsonl")));
        Ok(Self::new(folder, id.to_owned(), spec, record))
    }

    /// The puzzle it was made on.
    pub(crate) fn keyed(&self, folder: &Folder) -> Result<&Keyed, Refusal> {
        if let Some(keyed) = self.keyed.get() {
            return Ok(keyed);
        }
        let Spec { request, fingerprint, .. } = &self.spec;
        let keyed = Keyed::of_run(folder, &request.puzzle, fingerprint)?;
        Ok(self.keyed.get_or_init(|| keyed))
    }

    /// Its log: the truth about it.
    pub(crate) fn log(&self) -> PathBuf {
        self.folder.join(format!("{}.jsonl", self.id))
    }

    fn file(&self) -> PathBuf {
        self.folder.join(format!("{}.json", self.id))
    }

    pub(crate) fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The record with all bests, read from the log if they are not here yet.
    pub(crate) fn whole_record(&self) -> Result<MutexGuard<'_, Record>> {
        let mut record = self.record();
        if !record.is_read {
            record.read(&self.log())?;
        }
        Ok(record)
    }

    /// Writes down what was asked for, and the end if there is one.
    pub(crate) fn save(&self) -> Result<()> {
        let record = self.record();
        let over = !matches!(record.state, RunState::Queued | RunState::Running);
        let end = over.then(|| record.to_end());
        drop(record);
        let text = serde_json::to_vec(&Spec { end, ..self.spec.clone() })?;
        output::save(&self.file(), &text)
    }

    /// Takes its files away.
    pub(crate) fn remove(&self) -> Result<()> {
        for path in [self.log(), self.file()] {
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot remove {}", path.display()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Slow motion: a present board about every so many steps and a pause after it; 0 steps: none.
    pub(crate) fn watch(&self, steps: u32, pause_ms: u32) {
        self.pause.store(pause_ms.into(), Ordering::Relaxed);
        self.sampler.set(steps.into());
        if steps == 0 {
            self.record().present = None;
        }
    }

    pub(crate) fn summary(&self) -> RunSummary {
        let record = self.record();
        let request = &self.spec.request;
        let Stamp { work, elapsed_s } = record.stamp();
        RunSummary {
            id: self.id.clone(),
            puzzle: self.spec.name.clone(),
            key: request.puzzle.clone(),
            algorithm: request.algorithm.clone(),
            seed: request.seed.clone().unwrap_or_default(),
            threads: request.threads,
            state: record.state,
            score: record.score(),
            joins: self.spec.joins,
            work: work.to_string(),
            elapsed_s,
            created: self.spec.created,
            spark: record.spark(),
        }
    }

    /// The best board of an index.
    pub(crate) fn board(&self, index: usize) -> Result<Option<Board>> {
        let best = self.whole_record()?.bests.get(index).copied();
        best.map(|best| record::board(&self.log(), best)).transpose()
    }

    /// Searches until the run is over; `tell` hears of every change.
    pub(crate) fn search(&self, ready: &Ready, tell: &dyn Fn()) -> Result<()> {
        let given = ready.spec.request.parameters.clone();
        let Ready { keyed, entry, seed, .. } = ready;
        let parameters = entry.parameters(given.clone())?;
        let (target, start) = (ready.budget.target, ready.start.clone());
        let header = Header::of(&keyed.puzzle, entry.name, &parameters, *seed)?;
        let header = Header { target, start, ..header };
        let mut recorder = Recorder::create(&self.log(), &header)?;
        let algorithm = entry.build(given)?;
        let setup = Setup {
            seed: *seed,
            budget: ready.budget,
            threads: ready.spec.request.threads,
            stop: Some(&self.stop),
            start: ready.start.as_ref(),
            sampler: Some(&self.sampler),
            ..Setup::default()
        };
        let outcome = search::solve(&keyed.puzzle, &*algorithm, &setup, &mut |stamp, event| {
            self.notice(&mut recorder, stamp, event);
            tell();
            if let Event::Present { .. } = event {
                self.rest();
            }
        });
        recorder.finish()?;
        match outcome.refused {
            Some(refused) => Err(anyhow!("it offered a wrong board, please report it: {refused}")),
            None => Ok(()),
        }
    }

    /// Writes an event down, then lets it be seen.
    fn notice(&self, recorder: &mut Recorder, stamp: Stamp, event: &Event<Board>) {
        let offset = recorder.length();
        recorder.notice(stamp, event);
        let length = recorder.length() - offset;
        let mut record = self.record();
        match event {
            Event::Phase { name } => record.enter(stamp, name.clone()),
            Event::Improved { score, solution } if length > 0 => {
                record.bests.push(record::Best { stamp, score: *score, offset, length });
                record.board = Some(solution.clone());
            }
            Event::Present { solution, .. } => record.present = Some((stamp, solution.clone())),
            Event::Progress { gauges, .. } => record.live = Some((stamp, gauges.clone())),
            Event::Finished { conclusion, signature, .. } => {
                record.conclusion = Some(format!("{conclusion:?}").to_lowercase());
                record.signature = Some(signature.clone());
                let gauges = record.live.take().map(|(_, gauges)| gauges).unwrap_or_default();
                record.live = Some((stamp, gauges));
            }
            Event::Improved { .. } | Event::Kept { .. } => {}
        }
        record.trouble = recorder.trouble();
    }

    fn rest(&self) {
        let mut left = Duration::from_millis(self.pause.load(Ordering::Relaxed));
        while !left.is_zero() && !self.stop.load(Ordering::Relaxed) && self.sampler.steps() > 0 {
            let nap = left.min(NAP);
            thread::sleep(nap);
            left -= nap;
        }
    }

    /// Notes how the search ended.
    pub(crate) fn end(&self, result: Result<()>, closing: bool) {
        let mut record = self.record();
        record.present = None;
        let stopped = self.stop.load(Ordering::Relaxed);
        let unfinished = record.conclusion.as_deref() == Some("stopped");
        record.state = match result {
            Err(error) => {
                record.trouble = Some(format!("{error:#}"));
                RunState::Failed
            }
            Ok(()) if stopped && unfinished && closing => RunState::Interrupted,
            Ok(()) if stopped && unfinished => RunState::Stopped,
            Ok(()) => RunState::Finished,
        };
    }
}
