//! What the columns of a table of runs hold.

use super::super::{Improvement, Record};
use marquetry::search::Score;

/// A column of a table whose rows are made of `T`.
#[derive(Clone, Copy, Debug)]
pub struct Column<T> {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: ColumnType,
    /// Whether a row may have nothing there.
    pub optional: bool,
    /// What a row has there.
    pub get: fn(&T) -> Datum,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Text.
    Text,
    /// A whole number that people calculate with.
    Whole,
    /// A whole number that may need all 64 bits, and is only a name.
    Unsigned,
    /// A number.
    Real,
}

/// What a row has in a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// Nothing.
    Nothing,
    /// Text.
    Text(String),
    /// A whole number.
    Whole(u64),
    /// A number.
    Real(f64),
}

impl From<&String> for Datum {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Datum {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Datum {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u64> for Datum {
    fn from(number: u64) -> Self {
        Self::Whole(number)
    }
}

impl From<Score> for Datum {
    fn from(score: Score) -> Self {
        Self::Whole(score.into())
    }
}

impl From<f64> for Datum {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl<T: Into<Self>> From<Option<T>> for Datum {
    fn from(datum: Option<T>) -> Self {
        datum.map_or(Self::Nothing, Into::into)
    }
}

const fn must<T>(name: &'static str, kind: ColumnType, get: fn(&T) -> Datum) -> Column<T> {
    Column { name, kind, optional: false, get }
}

const fn may<T>(name: &'static str, kind: ColumnType, get: fn(&T) -> Datum) -> Column<T> {
    Column { name, kind, optional: true, get }
}

/// The columns of a table of runs.
#[must_use]
pub fn run_columns() -> [Column<Record>; 26] {
    use ColumnType::{Real, Text, Unsigned, Whole};
    [
        must("job", Text, |run| (&run.job).into()),
        must("puzzle", Text, |run| (&run.spec.puzzle).into()),
        must("puzzle_name", Text, |run| (&run.puzzle_name).into()),
        must("algorithm", Text, |run| (&run.spec.algorithm).into()),
        must("parameters", Text, |run| serde_json::to_string(&run.spec.parameters).ok().into()),
        must("seed", Unsigned, |run| run.spec.seed.into()),
        must("threads", Whole, |run| u64::from(run.spec.threads).into()),
        may("evaluation_limit", Whole, |run| run.spec.work_limit.into()),
        may("time_limit_s", Real, |run| run.spec.time_s.into()),
        may("target", Whole, |run| run.spec.target.into()),
        must("perfect", Whole, |run| run.perfect.into()),
        must("score", Whole, |run| run.score.into()),
        must("conclusion", Text, |run| run.conclusion.name().into()),
        must("work", Whole, |run| run.work.into()),
        must("evaluations", Whole, |run| run.evaluations.into()),
        must("wall_s", Real, |run| run.wall_s.into()),
        may("cpu_s", Real, |run| run.cpu_s.into()),
        may("started", Whole, |run| run.started.into()),
        must("version", Text, |run| (&run.version).into()),
        may("machine", Text, |run| run.machine.as_ref().into()),
        may("compiler", Text, |run| run.compiler.as_ref().into()),
        must("signature", Text, |run| (&run.signature).into()),
        must("counts", Text, |run| serde_json::to_string(&run.counts).ok().into()),
        must("curves", Text, |run| serde_json::to_string(&run.curves).ok().into()),
        may("error", Text, |run| run.error.as_ref().into()),
        may("board", Text, |run| run.board.as_ref().into()),
    ]
}

/// A better board with the run that found it.
#[derive(Clone, Copy, Debug)]
pub struct ImprovementRow<'a> {
    run: &'a Record,
    at: &'a Improvement,
}

/// The improvements of all runs.
#[must_use]
pub fn improvements(runs: &[Record]) -> Vec<ImprovementRow<'_>> {
    runs.iter().flat_map(|run| run.trace.iter().map(move |at| ImprovementRow { run, at })).collect()
}

/// The columns of a table of improvements.
#[must_use]
pub fn improvement_columns<'a>() -> [Column<ImprovementRow<'a>>; 8] {
    use ColumnType::{Real, Text, Unsigned, Whole};
    [
        must("job", Text, |row| (&row.run.job).into()),
        must("puzzle", Text, |row| (&row.run.spec.puzzle).into()),
        must("puzzle_name", Text, |row| (&row.run.puzzle_name).into()),
        must("algorithm", Text, |row| (&row.run.spec.algorithm).into()),
        must("seed", Unsigned, |row| row.run.spec.seed.into()),
        must("time_s", Real, |row| row.at.time_s.into()),
        must("work", Whole, |row| row.at.work.into()),
        must("score", Whole, |row| row.at.score.into()),
    ]
}
