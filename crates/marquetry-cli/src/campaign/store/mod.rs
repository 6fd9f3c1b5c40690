//! Where runs are kept: one SQLite file that only grows.

mod list;
mod merge;
mod rows;
mod schema;
mod survey;
#[cfg(test)]
mod tests;

pub use merge::Merged;
pub use survey::Survey;

use super::{Ending, Improvement, Record, Subject};
use crate::output::{Lock, with_suffix};
use anyhow::{Context, Result, bail};
use marquetry::search::Score;
use rows::{ORDER, SELECT, find, insert, record, unsigned};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How long to wait for another program's writing to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// A store of runs.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    name: String,
    /// Puzzles that boards are judged by; `None` where the puzzle is not at hand.
    puzzles: HashMap<String, Option<Arc<Subject>>>,
    lock: Option<Lock>,
}

/// What became of a run that was to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is kept.
    New,
    /// The store had it.
    Known,
}

/// What is known of a job without reading its run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glance {
    /// Whether it only failed so far.
    pub failed: bool,
    /// The best score.
    pub score: Score,
    /// Whether it reached its goal.
    pub solved: bool,
    /// Seconds it took.
    pub wall_s: f64,
    /// Steps it took.
    pub work: u64,
}

impl Glance {
    /// What is known of the job of a run.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        Self {
            failed: record.failed(),
            solved: record.solved(),
            score: record.score,
            wall_s: record.wall_s,
            work: record.work,
        }
    }
}

impl Store {
    /// Opens a store for writing, or makes one. Nobody else can write runs to it meanwhile.
    ///
    /// # Errors
    /// If it is something else, damaged, or in use.
    pub fn open(path: &Path) -> Result<Self> {
        if path == Path::new("-") {
            bail!("a store is a file, not a stream");
        }
        if is_lines(path) {
            bail!("{}: a file of JSON lines can be reported and merged, not run", path.display());
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let lock = lock(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut store = Self::connect(path, flags)?;
        store.prepare()?;
        store.lock = Some(lock);
        Ok(store)
    }

    /// Opens what is there for reading: a store, or a file of JSON lines.
    ///
    /// # Errors
    /// If there is none, or it is something else or damaged.
    pub fn read(path: &Path) -> Result<Self> {
        if !path.exists() {
            bail!("{}: no such store; `marquetry campaign run` makes one", path.display());
        }
        if is_lines(path) {
            let mut store = Self::in_memory()?;
            store.merge(&[path.to_path_buf()])?;
            return Ok(store);
        }
        if path.metadata().is_ok_and(|data| data.is_file() && data.len() == 0) {
            return Self::in_memory();
        }
        let store = Self::connect_to_read(path)?;
        store.check_kind()?;
        Ok(store)
    }

    /// Reading a store that was left in the middle of a write needs the right to mend it; one where
    /// nobody can write is read as it is.
    fn connect_to_read(path: &Path) -> Result<Self> {
        let store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE);
        if let Ok(store) = store.and_then(|store| store.kind().map(|_| store)) {
            return Ok(store);
        }
        let first = match Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY) {
            Ok(store) => match store.kind() {
                Ok(_) => return Ok(store),
                Err(error) => error,
            },
            Err(error) => error,
        };
        let Some(absolute) = std::path::absolute(path).ok() else { return Err(first) };
        let escaped =
            absolute.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let store = Self::connect(Path::new(&format!("file:{escaped}?immutable=1")), flags);
        let store = store.map(|store| Self { name: path.display().to_string(), ..store });
        store.and_then(|store| store.kind().map(|_| store)).map_err(|_| first)
    }

    /// A store that is gone at the end.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn in_memory() -> Result<Self> {
        let mut store = Self::wrap(Connection::open_in_memory()?, "memory".to_owned());
        store.prepare()?;
        Ok(store)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self> {
        let name = path.display().to_string();
        let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .map_err(|error| explain(&name, error))?;
        let store = Self::wrap(connection, name);
        store.ok(store.connection.busy_timeout(PATIENCE))?;
        Ok(store)
    }

    /// Whether it outlives the program.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.lock.is_some()
    }

    fn wrap(connection: Connection, name: String) -> Self {
        Self { connection, name, puzzles: HashMap::new(), lock: None }
    }

    fn ok<T>(&self, result: rusqlite::Result<T>) -> Result<T> {
        result.map_err(|error| explain(&self.name, error))
    }

    /// Makes a puzzle known, so that boards of it are judged; it is written with its first run.
    pub fn know(&mut self, subject: Arc<Subject>) {
        self.puzzles.insert(subject.id(), Some(subject));
    }

    /// The puzzle of an id, if it is at hand.
    ///
    /// # Errors
    /// If it cannot be read, or is not what it says.
    pub fn puzzle(&mut self, id: &str) -> Result<Option<Arc<Subject>>> {
        if let Some(known) = self.puzzles.get(id) {
            return Ok(known.clone());
        }
        let read = "SELECT text FROM puzzle WHERE id = ?1";
        let text: rusqlite::Result<Option<Option<String>>> =
            self.connection.query_row(read, [id], |row| row.get(0)).optional();
        let text = self.ok(text)?.flatten();
        let subject = Subject::restore(id, text.as_deref())?.map(Arc::new);
        self.puzzles.insert(id.to_owned(), subject.clone());
        Ok(subject)
    }

    /// The puzzles kept with their pieces.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn texts(&self) -> Result<Vec<String>> {
        let mut read = self.ok(self
            .connection
            .prepare("SELECT text FROM puzzle WHERE text IS NOT NULL ORDER BY id"))?;
        let rows = read.query_map([], |row| row.get(0)).and_then(Iterator::collect);
        self.ok(rows)
    }

    /// Adds runs, all or none. Every board passes the judge first, and a job that is known must
    /// have ended alike.
    ///
    /// # Errors
    /// If a run is not what it says, contradicts a known one, or cannot be written.
    pub fn add(&mut self, records: &[Record]) -> Result<Vec<Added>> {
        let judged: Vec<Option<Arc<Subject>>> =
            records.iter().map(|record| self.judge(record)).collect::<Result<_>>()?;
        let name = self.name.clone();
        let failed = |error| explain(&name, error);
        let transaction = self.connection.transaction().map_err(failed)?;
        let mut added = Vec::with_capacity(records.len());
        for (record, puzzle) in records.iter().zip(&judged) {
            let new = insert(&transaction, record, puzzle.as_deref()).map_err(failed)?;
            if !new && let Some(known) = find(&transaction, record).map_err(failed)? {
                contradiction(&known, record)?;
            }
            added.push(if new { Added::New } else { Added::Known });
        }
        transaction.commit().map_err(failed)?;
        Ok(added)
    }

    /// Makes sure that a run is what it says; the puzzle it was judged by, if that is at hand.
    fn judge(&mut self, record: &Record) -> Result<Option<Arc<Subject>>> {
        let job = &record.job;
        if *job != record.spec.job() {
            bail!("run {job} is not the run of its name: it was changed");
        }
        if record.score > record.perfect || !(record.wall_s >= 0.0 && record.wall_s.is_finite()) {
            bail!(
                "run {job} cannot be: {} of {} in {} s",
                record.score,
                record.perfect,
                record.wall_s
            );
        }
        let Some(subject) = self.puzzle(&record.spec.puzzle)? else { return Ok(None) };
        if record.failed() {
            return Ok(Some(subject));
        }
        let judged = match &record.board {
            Some(board) => subject.judge(board).with_context(|| format!("run {job}"))?,
            None => 0,
        };
        if judged != record.score || record.perfect != subject.perfect() {
            bail!("run {job} says {} of {}, the judge {judged}", record.score, record.perfect);
        }
        Ok(Some(subject))
    }

    /// What is known of every job.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn glances(&self) -> Result<HashMap<String, Glance>> {
        // A success is read after the failure it makes up for.
        let read =
            "SELECT job, conclusion, score, wall_s, work FROM run ORDER BY conclusion != 'failed'";
        let mut read = self.ok(self.connection.prepare(read))?;
        let rows = read.query_map([], |row| {
            let conclusion: String = row.get("conclusion")?;
            let glance = Glance {
                failed: conclusion == Ending::Failed.name(),
                solved: conclusion == Ending::Solved.name(),
                score: row.get("score")?,
                wall_s: row.get("wall_s")?,
                work: unsigned(row, "work")?,
            };
            Ok((row.get("job")?, glance))
        });
        self.ok(rows.and_then(Iterator::collect))
    }

    /// Every run, in an order that does not depend on when it was made. A failed run of a job that
    /// was done in the end is left out unless all are asked for.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn records(&self, all: bool) -> Result<Vec<Record>> {
        // Runs and their traces as they are at one moment, whoever adds to them meanwhile.
        let moment = self.ok(self.connection.unchecked_transaction())?;
        let records = self.read_records(all)?;
        self.ok(moment.finish())?;
        Ok(records)
    }

    fn read_records(&self, all: bool) -> Result<Vec<Record>> {
        let mut traces = self.traces()?;
        let mut read = self.ok(self.connection.prepare(&format!("{SELECT} {ORDER}")))?;
        let rows = read.query_map([], |row| Ok((row.get::<_, i64>("id")?, record(row)?)));
        let rows: Vec<(i64, Record)> = self.ok(rows.and_then(Iterator::collect))?;
        let mut records: Vec<Record> = Vec::with_capacity(rows.len());
        for (id, mut record) in rows {
            record.trace = traces.remove(&id).unwrap_or_default();
            match records.last_mut() {
                Some(last) if !all && last.job == record.job => *last = record,
                _ => records.push(record),
            }
        }
        Ok(records)
    }

    /// The improvements of every run, by its row.
    fn traces(&self) -> Result<HashMap<i64, Vec<Improvement>>> {
        let read = "SELECT run, time_s, work, score FROM trace ORDER BY run, place";
        let mut read = self.ok(self.connection.prepare(read))?;
        let mut traces: HashMap<i64, Vec<_>> = HashMap::new();
        let mut rows = self.ok(read.query([]))?;
        while let Some(row) = self.ok(rows.next())? {
            let improvement = (|| {
                let (time_s, score) = (row.get("time_s")?, row.get("score")?);
                Ok(Improvement { time_s, work: unsigned(row, "work")?, score })
            })();
            traces.entry(self.ok(row.get("run"))?).or_default().push(self.ok(improvement)?);
        }
        Ok(traces)
    }
}

/// Whether a path is a file of JSON lines by its name.
fn is_lines(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "jsonl")
}

/// Keeps other campaigns from writing to a store.
fn lock(path: &Path) -> Result<Lock> {
    let shown = path.display();
    if path.is_dir() {
        bail!("{shown} is a folder, expected a store");
    }
    // A link is another name of the same store.
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    Lock::take(&with_suffix(&real, ".lock"), |_| format!("another campaign is writing to {shown}"))
}

/// What SQLite says, for people.
fn explain(name: &str, error: rusqlite::Error) -> anyhow::Error {
    let said = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => format!("{name} is not a store of runs"),
        Some(ErrorCode::DatabaseCorrupt) => {
            format!("{name} is damaged; the .recover command of sqlite3 saves what can be read")
        }
        Some(ErrorCode::DiskFull) => format!("cannot write {name}: the disk is full"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            format!("{name} is locked by another program")
        }
        Some(ErrorCode::ReadOnly) => format!("cannot write {name}: it is read-only"),
        Some(ErrorCode::CannotOpen) => format!("cannot open {name}"),
        _ => format!("cannot use {name}"),
    };
    anyhow::Error::new(error).context(said)
}

fn contradiction(known: &Record, new: &Record) -> Result<()> {
    if known.agrees(new) {
        return Ok(());
    }
    let Record { job, puzzle_name, spec, signature, version, .. } = new;
    bail!(
        "job {job} ({} on {puzzle_name}, seed {}) ended in two ways: signature {} by version {}, \
         {signature} by version {version}; nothing was added",
        spec.algorithm,
        spec.seed,
        known.signature,
        known.version,
    )
}
