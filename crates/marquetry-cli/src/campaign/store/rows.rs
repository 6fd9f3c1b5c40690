//! Runs as rows of the tables.

use super::super::record::FORMAT;
use super::super::{Ending, Record, Spec, Subject};
use rusqlite::{OptionalExtension, Row, Transaction, params};

/// Adds a run unless the job is known; whether it is new.
pub(super) fn insert(
    transaction: &Transaction,
    record: &Record,
    puzzle: Option<&Subject>,
) -> rusqlite::Result<bool> {
    let Record { spec, .. } = record;
    transaction
        .prepare_cached(
            "INSERT INTO puzzle VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET text = coalesce(text, excluded.text)
             WHERE text IS NULL AND excluded.text IS NOT NULL",
        )?
        .execute(params![
            spec.puzzle,
            record.puzzle_name,
            record.perfect,
            puzzle.and_then(Subject::text),
        ])?;
    let text = |value: serde_json::Result<String>| value.unwrap_or_default();
    let rows = transaction
        .prepare_cached(
            "INSERT INTO run VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
             ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            record.job,
            spec.puzzle,
            spec.algorithm,
            text(serde_json::to_string(&spec.parameters)),
            // SQLite has no unsigned numbers: the same 64 bits.
            spec.seed as i64,
            spec.threads,
            spec.work_limit.map(|work| work as i64),
            spec.time_s,
            spec.target,
            record.version,
            record.machine,
            record.compiler,
            record.started.map(|started| started as i64),
            record.cpu_s,
            record.wall_s,
            record.work as i64,
            record.evaluations as i64,
            record.score,
            record.conclusion.name(),
            record.signature,
            puzzle.is_some(),
            record.error,
            text(serde_json::to_string(&record.counts)),
            record.board,
        ])?;
    if rows == 0 {
        return Ok(false);
    }
    let run = transaction.last_insert_rowid();
    let mut add = transaction.prepare_cached("INSERT INTO trace VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (place, (time, work, score)) in record.trace.iter().enumerate() {
        add.execute(params![run, place as i64, time, *work as i64, score])?;
    }
    Ok(true)
}

/// The kept run of the same job and kind of ending.
pub(super) fn find(transaction: &Transaction, new: &Record) -> rusqlite::Result<Option<Record>> {
    let read = format!(
        "SELECT {COLUMNS} FROM run JOIN puzzle ON puzzle.id = run.puzzle
         WHERE job = ?1 AND (conclusion = 'failed') = ?2"
    );
    transaction.prepare_cached(&read)?.query_row(params![new.job, new.failed()], record).optional()
}

pub(super) const COLUMNS: &str =
    "run.id, job, puzzle, algorithm, parameters, seed, threads, evaluation_limit,
    time_limit_s, target, version, machine, compiler, started, cpu_s, wall_s, work, evaluations,
    score, conclusion, signature, error, counts, board, puzzle.name, puzzle.perfect";
pub(super) const ORDER: &str =
    "ORDER BY puzzle.name, puzzle, algorithm, parameters, evaluation_limit,
    time_limit_s, target, threads, seed, job, conclusion != 'failed'";

pub(super) fn record(row: &Row) -> rusqlite::Result<Record> {
    let json = |index: usize, error: serde_json::Error| {
        rusqlite::Error::FromSqlConversionFailure(
            index,
            rusqlite::types::Type::Text,
            Box::new(error),
        )
    };
    let unsigned = |index| row.get::<_, i64>(index).map(|value| value as u64);
    let conclusion: String = row.get(19)?;
    Ok(Record {
        format: FORMAT.to_owned(),
        job: row.get(1)?,
        spec: Spec {
            puzzle: row.get(2)?,
            algorithm: row.get(3)?,
            parameters: serde_json::from_str(&row.get::<_, String>(4)?).map_err(|e| json(4, e))?,
            seed: unsigned(5)?,
            threads: row.get(6)?,
            work_limit: row.get::<_, Option<i64>>(7)?.map(|value| value as u64),
            time_s: row.get(8)?,
            target: row.get(9)?,
        },
        version: row.get(10)?,
        machine: row.get(11)?,
        compiler: row.get(12)?,
        started: row.get::<_, Option<i64>>(13)?.map(|value| value as u64),
        cpu_s: row.get(14)?,
        wall_s: row.get(15)?,
        work: unsigned(16)?,
        evaluations: unsigned(17)?,
        score: row.get(18)?,
        conclusion: Ending::of(&conclusion).unwrap_or(Ending::Failed),
        signature: row.get(20)?,
        error: row.get(21)?,
        counts: serde_json::from_str(&row.get::<_, String>(22)?).map_err(|e| json(22, e))?,
        board: row.get(23)?,
        puzzle_name: row.get(24)?,
        perfect: row.get(25)?,
        trace: Vec::new(),
    })
}
