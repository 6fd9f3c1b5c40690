//! Runs as rows of the tables.

use super::super::record::FORMAT;
use super::super::{Ending, Improvement, Record, Spec, Subject};
use rusqlite::types::{FromSqlError, Type};
use rusqlite::{Error, OptionalExtension, Row, Transaction, named_params, params};
use serde::de::DeserializeOwned;

/// Adds a run unless the job is known; whether it is new.
pub(super) fn insert(
    transaction: &Transaction,
    record: &Record,
    puzzle: Option<&Subject>,
) -> rusqlite::Result<bool> {
    insert_puzzle(transaction, record, puzzle)?;
    let Some(run) = insert_run(transaction, record, puzzle.is_some())? else { return Ok(false) };
    let mut add = transaction.prepare_cached(
        "INSERT INTO trace (run, place, time_s, work, score)
         VALUES (:run, :place, :time_s, :work, :score)",
    )?;
    for (place, Improvement { time_s, work, score }) in record.trace.iter().enumerate() {
        add.execute(named_params! {
            ":run": run,
            ":place": place as i64,
            ":time_s": time_s,
            ":work": *work as i64,
            ":score": score,
        })?;
    }
    Ok(true)
}

/// The puzzle is there once; its text is added when it becomes known.
fn insert_puzzle(
    transaction: &Transaction,
    record: &Record,
    puzzle: Option<&Subject>,
) -> rusqlite::Result<()> {
    let mut add = transaction.prepare_cached(
        "INSERT INTO puzzle (id, name, perfect, text) VALUES (:id, :name, :perfect, :text)
         ON CONFLICT (id) DO UPDATE SET text = coalesce(text, excluded.text)
         WHERE text IS NULL AND excluded.text IS NOT NULL",
    )?;
    add.execute(named_params! {
        ":id": record.spec.puzzle,
        ":name": record.puzzle_name,
        ":perfect": record.perfect,
        ":text": puzzle.and_then(Subject::text),
    })?;
    Ok(())
}

/// The number of the row, if it is new.
fn insert_run(
    transaction: &Transaction,
    record: &Record,
    judged: bool,
) -> rusqlite::Result<Option<i64>> {
    let Record { spec, .. } = record;
    let text = |value: serde_json::Result<String>| value.unwrap_or_default();
    let mut add = transaction.prepare_cached(
        "INSERT INTO run (job, puzzle, algorithm, parameters, seed, threads, evaluation_limit,
            time_limit_s, target, version, machine, compiler, started, cpu_s, wall_s, work,
            evaluations, score, conclusion, signature, judged, error, counts, curves, board)
         VALUES (:job, :puzzle, :algorithm, :parameters, :seed, :threads, :evaluation_limit,
            :time_limit_s, :target, :version, :machine, :compiler, :started, :cpu_s, :wall_s, :work,
            :evaluations, :score, :conclusion, :signature, :judged, :error, :counts, :curves,
            :board)
         ON CONFLICT DO NOTHING",
    )?;
    let rows = add.execute(named_params! {
        ":job": record.job,
        ":puzzle": spec.puzzle,
        ":algorithm": spec.algorithm,
        ":parameters": text(serde_json::to_string(&spec.parameters)),
        // SQLite has no unsigned numbers: the same 64 bits.
        ":seed": spec.seed as i64,
        ":threads": spec.threads,
        ":evaluation_limit": spec.work_limit.map(|work| work as i64),
        ":time_limit_s": spec.time_s,
        ":target": spec.target,
        ":version": record.version,
        ":machine": record.machine,
        ":compiler": record.compiler,
        ":started": record.started.map(|started| started as i64),
        ":cpu_s": record.cpu_s,
        ":wall_s": record.wall_s,
        ":work": record.work as i64,
        ":evaluations": record.evaluations as i64,
        ":score": record.score,
        ":conclusion": record.conclusion.name(),
        ":signature": record.signature,
        ":judged": judged,
        ":error": record.error,
        ":counts": text(serde_json::to_string(&record.counts)),
        ":curves": text(serde_json::to_string(&record.curves)),
        ":board": record.board,
    })?;
    Ok((rows > 0).then(|| transaction.last_insert_rowid()))
}

/// The kept run of the same job and kind of ending.
pub(super) fn find(transaction: &Transaction, new: &Record) -> rusqlite::Result<Option<Record>> {
    let read = format!("{SELECT} WHERE job = ?1 AND (conclusion = 'failed') = ?2");
    transaction.prepare_cached(&read)?.query_row(params![new.job, new.failed()], record).optional()
}

/// Every run with its puzzle.
pub(super) const SELECT: &str = "SELECT run.*, puzzle.name AS puzzle_name, puzzle.perfect
    FROM run JOIN puzzle ON puzzle.id = run.puzzle";
pub(super) const ORDER: &str =
    "ORDER BY puzzle.name, puzzle, algorithm, parameters, evaluation_limit,
    time_limit_s, target, threads, seed, job, conclusion != 'failed'";

/// The run of a row of [`SELECT`], without its trace.
pub(super) fn record(row: &Row) -> rusqlite::Result<Record> {
    let conclusion: String = row.get("conclusion")?;
    Ok(Record {
        format: FORMAT.to_owned(),
        job: row.get("job")?,
        spec: Spec {
            puzzle: row.get("puzzle")?,
            algorithm: row.get("algorithm")?,
            parameters: json(row, "parameters")?,
            seed: unsigned(row, "seed")?,
            threads: row.get("threads")?,
            work_limit: row.get::<_, Option<i64>>("evaluation_limit")?.map(|work| work as u64),
            time_s: row.get("time_limit_s")?,
            target: row.get("target")?,
        },
        version: row.get("version")?,
        machine: row.get("machine")?,
        compiler: row.get("compiler")?,
        started: row.get::<_, Option<i64>>("started")?.map(|started| started as u64),
        cpu_s: row.get("cpu_s")?,
        wall_s: row.get("wall_s")?,
        work: unsigned(row, "work")?,
        evaluations: unsigned(row, "evaluations")?,
        score: row.get("score")?,
        conclusion: Ending::of(&conclusion).unwrap_or(Ending::Failed),
        signature: row.get("signature")?,
        error: row.get("error")?,
        counts: json(row, "counts")?,
        // A store of version 1 that is only read has none.
        curves: match json(row, "curves") {
            Err(Error::InvalidColumnName(_)) => Vec::new(),
            curves => curves?,
        },
        board: row.get("board")?,
        puzzle_name: row.get("puzzle_name")?,
        perfect: row.get("perfect")?,
        trace: Vec::new(),
    })
}

/// The same 64 bits that were written.
pub(super) fn unsigned(row: &Row, name: &str) -> rusqlite::Result<u64> {
    row.get::<_, i64>(name).map(|value| value as u64)
}

fn json<T: DeserializeOwned>(row: &Row, name: &str) -> rusqlite::Result<T> {
    serde_json::from_str(&row.get::<_, String>(name)?).map_err(|error| {
        let cause = Box::new(FromSqlError::Other(Box::new(error)));
        let index = row.as_ref().column_index(name).unwrap_or_default();
        Error::FromSqlConversionFailure(index, Type::Text, cause)
    })
}
