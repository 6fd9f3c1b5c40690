//! A store looked at for damage: what can be read of it, and what is wrong with the rest.

use super::super::record::FORMAT;
use super::super::{Ending, Record, Subject};
use super::rows::{SELECT, record};
use super::{Glance, Store, explain, is_lines};
use anyhow::{Context, Result, anyhow, bail};
use rusqlite::{ErrorCode, Row};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

impl Store {
    /// Whether a file is a store, or JSON lines of one, by its name or its first bytes.
    #[must_use]
    pub fn is_one(path: &Path) -> bool {
        path.is_file() && (is_lines(path) || begins_as_one(path))
    }
}

fn begins_as_one(path: &Path) -> bool {
    let mut head = [0; MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head == *MAGIC
}

/// What SQLite files begin with.
const MAGIC: &[u8] = b"SQLite format 3";
/// The bytes of the smallest there are.
const LEAST_PAGE: u64 = 512;

/// A store as far as it can be read.
#[derive(Debug, Default)]
pub struct Survey {
    /// What is known of every job.
    pub known: HashMap<String, Glance>,
    /// What is wrong, in words.
    pub damage: Vec<String>,
}

/// Runs that are not what they should be.
#[derive(Default)]
struct Bad {
    count: usize,
    first: Option<String>,
}

impl Survey {
    /// Looks at a store, or at a file of JSON lines.
    ///
    /// # Errors
    /// If it is something else, or cannot be opened at all.
    pub fn of(path: &Path) -> Result<Self> {
        if is_lines(path) {
            return Self::of_lines(path);
        }
        let mut survey = Self::default();
        match Store::read(path) {
            Ok(mut store) => survey.read(&mut store),
            Err(error) if is_damage(&error, path) => survey.damage.push(format!("{error:#}")),
            Err(error) => return Err(error),
        }
        Ok(survey)
    }

    fn read(&mut self, store: &mut Store) {
        let check = "PRAGMA quick_check(1)";
        let said = store.connection.query_row(check, [], |row| row.get::<_, String>(0));
        match said {
            Ok(said) if said == "ok" => {}
            Ok(said) => self.damage.push(format!("{} is damaged: {said}", store.name)),
            Err(error) => self.damage.push(format!("{:#}", explain(&store.name, error))),
        }
        let (mut seen, mut bad) = (HashSet::new(), Bad::default());
        // What lies behind a damaged page can be reached from the other end.
        let ends = ["ASC", "DESC"].map(|end| self.read_from(store, end, &mut seen, &mut bad));
        if let Some(error) = ends.into_iter().find_map(Result::err) {
            let (name, read) = (&store.name, self.known.len());
            self.damage.push(format!("{name}: not all runs can be read, {read} can: {error:#}"));
        }
        self.damage.extend(bad.words(&store.name));
    }

    /// Reads the runs from one end until one cannot be reached.
    fn read_from(
        &mut self,
        store: &mut Store,
        end: &str,
        seen: &mut HashSet<i64>,
        bad: &mut Bad,
    ) -> Result<()> {
        let runs = {
            // A run whose puzzle is gone is there all the same.
            let all = SELECT.replacen(" JOIN ", " LEFT JOIN ", 1);
            let read = format!("{all} ORDER BY run.id {end}");
            let mut runs = Vec::new();
            let ended = store.connection.prepare(&read).and_then(|mut read| {
                let mut rows = read.query([])?;
                while let Some(row) = rows.next()? {
                    if !seen.insert(row.get("id")?) {
                        break;
                    }
                    runs.push(whole(row));
                }
                Ok(())
            });
            (runs, ended)
        };
        for run in runs.0 {
            let judged = run.and_then(|run| store.judge(&run).map(|_| run));
            self.add(judged, bad);
        }
        runs.1.map_err(|error| explain(&store.name, error))
    }

    fn of_lines(path: &Path) -> Result<Self> {
        let name = path.display();
        let cannot = || format!("cannot read {name}");
        let mut lines = BufReader::new(File::open(path).with_context(cannot)?).split(b'\n');
        let (mut survey, mut bad) = (Self::default(), Bad::default());
        let (mut store, mut runs) = (Store::in_memory()?, Vec::new());
        while let Some(line) = lines.next().transpose().with_context(cannot)? {
            let line = String::from_utf8_lossy(&line);
            if line.is_empty() {
                continue;
            }
            match (serde_json::from_str::<Record>(&line), Subject::parse(&line)) {
                (Ok(run), _) if run.format == FORMAT => runs.push(run),
                (_, Ok(puzzle)) => store.know(Arc::new(puzzle)),
                _ => bad.add(&anyhow!("a line is no run")),
            }
        }
        for run in runs {
            let judged = store.judge(&run).map(|_| run);
            survey.add(judged, &mut bad);
        }
        survey.damage.extend(bad.words(&name.to_string()));
        Ok(survey)
    }

    /// A success counts before the failure it makes up for.
    fn add(&mut self, run: Result<Record>, bad: &mut Bad) {
        match run {
            Ok(run) if run.failed() && self.known.contains_key(&run.job) => {}
            Ok(run) => _ = self.known.insert(run.job.clone(), Glance::of(&run)),
            Err(error) => bad.add(&error),
        }
    }
}

impl Bad {
    fn add(&mut self, error: &anyhow::Error) {
        self.count += 1;
        self.first.get_or_insert_with(|| format!("{error:#}"));
    }

    fn words(self, name: &str) -> Option<String> {
        let are = if self.count == 1 { "run is" } else { "runs are" };
        let count = self.count;
        self.first.map(|first| format!("{name}: {count} {are} damaged, the first: {first}"))
    }
}

/// A row that holds a run as we write them.
fn whole(row: &Row) -> Result<Record> {
    let id: i64 = row.get("id")?;
    let run = record(row).with_context(|| format!("run number {id} cannot be read"))?;
    let ending: String = row.get("conclusion")?;
    if Ending::of(&ending).is_none() {
        bail!("run {} ended {ending:?}", run.job);
    }
    Ok(run)
}

/// Whether a file is one of ours that was damaged, and not something else.
fn is_damage(error: &anyhow::Error, path: &Path) -> bool {
    let code = error.downcast_ref::<rusqlite::Error>().and_then(rusqlite::Error::sqlite_error_code);
    let begins = || begins_as_one(path);
    let cut = || path.metadata().is_ok_and(|found| found.len() < LEAST_PAGE);
    match code {
        Some(ErrorCode::DatabaseCorrupt) => true,
        Some(ErrorCode::NotADatabase) => begins(),
        _ => cut() && begins(),
    }
}
