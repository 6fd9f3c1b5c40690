//! Comma-separated values (RFC 4180).

use super::{Column, Datum};
use anyhow::{Result, anyhow};

/// A table with a header.
///
/// # Errors
/// If it cannot be written.
pub fn csv<T>(columns: &[Column<T>], rows: &[T]) -> Result<Vec<u8>> {
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(vec![]);
    writer.write_record(columns.iter().map(|column| column.name))?;
    for row in rows {
        writer.write_record(columns.iter().map(|column| field((column.get)(row))))?;
    }
    writer.into_inner().map_err(|error| anyhow!("cannot write CSV: {}", error.error()))
}

fn field(datum: Datum) -> String {
    match datum {
        Datum::Nothing => String::new(),
        Datum::Text(text) => text,
        Datum::Whole(number) => number.to_string(),
        Datum::Real(number) => number.to_string(),
    }
}
