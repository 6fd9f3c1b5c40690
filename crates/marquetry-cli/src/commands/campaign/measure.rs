//! `campaign measure`: what one algorithm reaches, without a plan.

use super::super::Done;
use super::run;
use crate::args;
use crate::campaign::report::{Passage, WHAT_WAS_RUN, report};
use crate::campaign::{Campaign, Measurement, Store};
use crate::output;
use anyhow::{Result, bail};

pub(super) fn measure(args: &args::CampaignMeasure) -> Result<Done> {
    let measurement = measurement(args)?;
    let time = measurement.budget.time;
    if let Some(late) = measurement.at.iter().find(|at| time.is_some_and(|time| **at > time)) {
        bail!("--at {late:?} is beyond --time");
    }
    let campaign = Campaign::new(measurement.into(), false)?;
    let mut store = match &args.store {
        Some(path) => Store::open(path)?,
        None => Store::in_memory()?,
    };
    let quiet = args.workers.quiet || args.json;
    let (finished, _) = run::work(&campaign, &mut store, &args.workers, quiet)?;
    let mut document = report(&campaign, store.records(false)?, false);
    // Whoever typed the parameters knows them.
    let known =
        |passage: &Passage| matches!(passage, Passage::Table(t) if t.caption == WHAT_WAS_RUN);
    document.passages.retain(|passage| !known(passage));
    if args.json {
        output::print_json(&document.json())?;
        return Ok(Done::from(finished));
    }
    let tables = document.passages.iter().filter_map(|passage| match passage {
        Passage::Table(table) => Some(table.markdown()),
        _ => None,
    });
    output::print(&tables.collect::<Vec<_>>().join("\n"))?;
    Ok(Done::from(finished))
}

fn measurement(args: &args::CampaignMeasure) -> Result<Measurement> {
    Ok(Measurement {
        puzzles: args.puzzles.clone(),
        clues: args.clues.source(),
        algorithm: args.with.clone(),
        parameters: args.settings.parameters()?,
        seeds: args.seeds.clone(),
        budget: args.limits.budget(args.target),
        threads: args.threads,
        at: args.at.clone(),
    })
}
