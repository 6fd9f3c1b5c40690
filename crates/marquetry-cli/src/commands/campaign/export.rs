//! `campaign export`.

use super::Done;
use crate::args::{CampaignExport, ExportFormat};
use crate::campaign::export::{
    LeftOut, csv, improvement_columns, improvements, ioh, lines, parquet, run_columns,
};
use crate::campaign::{Record, Store};
use crate::output::{self, Files};
use anyhow::{Result, bail};
use serde_json::json;
use std::fs::File;
use std::io::Read;
use std::path::Path;

pub(super) fn export(args: &CampaignExport) -> Result<Done> {
    let out = place(args)?;
    let store = Store::read(&args.store)?;
    let runs = store.records(true)?;
    let (mut rows, mut left) = (None, LeftOut::default());
    match args.to {
        ExportFormat::Ioh => left = ioh(out, &store.texts()?, &runs)?,
        ExportFormat::Jsonl => {
            let puzzles = if args.puzzles { store.texts()? } else { Vec::new() };
            output::save(out, &lines(&puzzles, &runs)?)?;
        }
        ExportFormat::Csv | ExportFormat::Parquet => {
            let (bytes, count) = table(args, &runs)?;
            output::save(out, &bytes)?;
            rows = Some(count);
        }
    }
    tell(&left);
    let kept = runs.len() - left.failed - left.unsized_puzzle;
    if args.json {
        output::print_json(&json!({
            "runs": kept, "rows": rows, "failed_left_out": left.failed,
            "unknown_left_out": left.unsized_puzzle, "path": out,
        }))?;
    } else if !output::is_stdout(Some(out)) {
        let of = rows.filter(|_| args.traces);
        let of = of.map_or_else(String::new, |rows| format!("{rows} improvements of "));
        output::print(&format!("{of}{kept} runs in {}", out.display()))?;
    }
    Ok(Done::Yes)
}

/// Where to write, if what was asked for goes together.
fn place(args: &CampaignExport) -> Result<&Path> {
    use ExportFormat::{Ioh, Jsonl, Parquet};
    if args.traces && matches!(args.to, Jsonl | Ioh) {
        bail!("--traces is for csv and parquet: jsonl and ioh have the improvements anyway");
    }
    if args.puzzles && args.to != Jsonl {
        bail!("--puzzles is for jsonl");
    }
    let out = args.out.as_deref().unwrap_or(Path::new("-"));
    let stdout = output::is_stdout(Some(out));
    if stdout && matches!(args.to, Parquet | Ioh) {
        bail!("standard output cannot carry this: name a place with --out");
    }
    output::one_stream(&[("the runs", stdout), ("--json", args.json)])?;
    let files = Files::default().reads_store(&args.store);
    files.writes("--out", Some(out)).check()?;
    if is_database(out) {
        bail!("{} is a store: an export would take its place", out.display());
    }
    Ok(out)
}

/// Whether a file is an SQLite database by its first bytes.
fn is_database(path: &Path) -> bool {
    let mut head = [0; 15];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    path.is_file() && read.is_ok() && head == *b"SQLite format 3"
}

/// A table as bytes, and its rows.
fn table(args: &CampaignExport, runs: &[Record]) -> Result<(Vec<u8>, usize)> {
    let points = if args.traces { improvements(runs) } else { Vec::new() };
    let bytes = match (args.to, args.traces) {
        (ExportFormat::Csv, false) => csv(&run_columns(), runs)?,
        (ExportFormat::Csv, true) => csv(&improvement_columns(), &points)?,
        (_, false) => parquet(&run_columns(), runs)?,
        (_, true) => parquet(&improvement_columns(), &points)?,
    };
    Ok((bytes, if args.traces { points.len() } else { runs.len() }))
}

fn tell(left: &LeftOut) {
    let are = |count| if count == 1 { "run is" } else { "runs are" };
    if left.failed > 0 {
        output::say(&format!("note: {} failed {} left out", left.failed, are(left.failed)));
    }
    if left.unsized_puzzle > 0 {
        let count = left.unsized_puzzle;
        output::say(&format!("note: {count} {} left out for want of a puzzle", are(count)));
    }
}
