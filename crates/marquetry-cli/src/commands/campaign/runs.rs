//! `campaign runs`: what a store holds, run by run.

use super::super::table;
use super::Done;
use crate::args::CampaignRuns;
use crate::campaign::{Record, Store, setting};
use crate::output;
use anyhow::Result;
use serde_json::Value;

/// As much of a job's name as a person needs: `campaign show` asks for more if two share it.
const SHORT: usize = 12;

pub(super) fn runs(args: &CampaignRuns) -> Result<Done> {
    let store = Store::read(&args.store)?;
    if args.json {
        store.each(|run| output::print_json(&told(&run)?))?;
        return Ok(Done::Yes);
    }
    let mut shown =
        table(&["job", "puzzle", "algorithm", "seed", "score", "end", "work", "seconds"]);
    store.each(|run| {
        shown.add_row(row(&run));
        Ok(())
    })?;
    output::print(&shown.trim_fmt())?;
    Ok(Done::Yes)
}

/// A run as its line in an export has it, without its improvements.
fn told(run: &Record) -> Result<Value> {
    let mut value = serde_json::to_value(run)?;
    if let Some(keys) = value.as_object_mut() {
        keys.remove("format");
        keys.remove("trace");
    }
    Ok(value)
}

fn row(run: &Record) -> [String; 8] {
    let job = run.job.get(..SHORT).unwrap_or(&run.job);
    [
        job.to_owned(),
        run.puzzle_name.clone(),
        setting(&run.spec),
        run.spec.seed.to_string(),
        format!("{} of {}", run.score, run.perfect),
        run.conclusion.name().to_owned(),
        run.work.to_string(),
        format!("{:.1}", run.wall_s),
    ]
}
