//! `campaign measure`: what one algorithm reaches, without a plan.

use super::super::Done;
use super::super::job::parse_settings;
use super::run;
use crate::args;
use crate::campaign::report::{Block, report};
use crate::campaign::{Campaign, DEFAULT_TIME, Plan, Store};
use crate::output;
use anyhow::{Result, bail};

pub(super) fn measure(args: &args::CampaignMeasure) -> Result<Done> {
    let plan = Plan::measure(args, parse_settings(&args.set)?);
    let time = args.time.or(args.work.is_none().then_some(DEFAULT_TIME));
    if let Some(late) = args.at.iter().find(|at| time.is_some_and(|time| **at > time)) {
        bail!("--at {late:?} is beyond --time");
    }
    let campaign = Campaign::new(plan, false)?;
    let mut store = match &args.store {
        Some(path) => Store::open(path)?,
        None => Store::in_memory()?,
    };
    let quiet = args.workers.quiet || args.json;
    let (finished, _) = run::work(&campaign, &mut store, &args.workers, quiet)?;
    let document = report(&campaign, store.records(false)?, false);
    if args.json {
        output::print_json(&document.json())?;
        return Ok(Done::from(finished));
    }
    let tables = document.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table.markdown()),
        _ => None,
    });
    output::print(&tables.collect::<Vec<_>>().join("\n"))?;
    Ok(Done::from(finished))
}
