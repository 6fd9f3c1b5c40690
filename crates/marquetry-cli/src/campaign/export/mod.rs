//! The runs of a store as other programs read them.
//!
//! CSV and Parquet have the same columns, named as in the store's own tables:
//!
//! - a row for each run: `job`, `puzzle` (its id), `puzzle_name`, `algorithm`, `parameters` (JSON),
//!   `seed`, `threads`, `evaluation_limit`, `time_limit_s`, `target`, `perfect`, `score`,
//!   `conclusion`, `work`, `evaluations`, `wall_s`, `cpu_s`, `started` (seconds since 1970),
//!   `version`, `machine`, `compiler`, `signature`, `counts` (JSON), `curves` (JSON),
//!   `error`, `board`;
//! - a row for each improvement: `job`, `puzzle`, `puzzle_name`, `algorithm`, `seed`, `time_s`,
//!   `work`, `score`.
//!
//! What is not there is an empty field of CSV and a null of Parquet.

mod columns;
mod csv;
mod ioh;
mod lines;
mod parquet;

pub use self::csv::csv;
pub use columns::{
    Column, ColumnType, Datum, ImprovementRow, improvement_columns, improvements, run_columns,
};
pub use ioh::{LeftOut, ioh};
pub use lines::lines;
pub use parquet::parquet;
