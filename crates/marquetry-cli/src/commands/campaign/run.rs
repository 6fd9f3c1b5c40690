//! `campaign run` and `campaign status`.

use super::super::Done;
use super::calibrate::complete;
use super::overview::CampaignOverview;
use super::{expand, load};
use crate::args;
use crate::campaign::{Campaign, Crew, Missing, Plan, Said, Store, Survey};
use crate::terminal::is_live;
use crate::{interrupt, output};
use anyhow::{Result, bail};
use serde_json::json;
use std::path::Path;

/// The most threads of all runs together.
const MOST_THREADS: usize = 1024;

pub(super) fn run(args: &args::CampaignRun) -> Result<Done> {
    let quiet = args.workers.quiet || args.json;
    let plan = match args.shard {
        // The parts of a plan must agree on its budgets: they do not measure them each for itself.
        Some(_) => Plan::load(&args.plan.plan)?,
        None => match complete(&args.plan.plan, args.plan.store.quick, quiet)? {
            (plan, Some(_)) => plan,
            (_, None) => return Ok(Done::No),
        },
    };
    let (mut campaign, mut path) = expand(plan, &args.plan.store)?;
    if let Some(shard) = args.shard {
        campaign.only(shard);
        if args.plan.store.path.is_none() {
            path = shard.store(&campaign.plan.name).into();
        }
    }
    if !quiet {
        warn(args, &campaign, &path);
    }
    let mut store = Store::open(&path)?;
    #[cfg(feature = "cluster")]
    if args.engine.on.is_some() {
        return super::keep::keep(args, &campaign, &mut store, &path, quiet);
    }
    let (finished, overview) = work(&campaign, &mut store, &args.workers, quiet)?;
    match args.json {
        true => output::print_json(&overview.json(&path))?,
        false => output::print(&overview.summary(&path))?,
    }
    Ok(Done::from(finished && overview.failed() == 0))
}

/// What should be known before runs of hours are made.
fn warn(args: &args::CampaignRun, campaign: &Campaign, path: &Path) {
    if let Some(kind) = output::network_file_system(path) {
        output::say(&format!(
            "warning: {} lies on a network file system ({kind}), where SQLite is not safe: name a \
             --store on a local disk",
            path.display()
        ));
    }
    #[cfg(feature = "cluster")]
    let apart = args.shard.is_some() || args.engine.on.is_some();
    #[cfg(not(feature = "cluster"))]
    let apart = args.shard.is_some();
    if apart && campaign.cells.iter().any(|cell| cell.spec.time_s.is_some()) {
        output::say(
            "note: a clock ends these runs, so those of different machines are not comparable; each says \
             what it ran on. `calibrate` in the plan gives them equal work",
        );
    }
}

pub(super) fn status(args: &args::CampaignStatus) -> Result<Done> {
    let (campaign, path) = load(&args.plan.plan, &args.plan.store)?;
    let Survey { known, damage } = match path.exists() {
        true => Survey::of(&path)?,
        false => Survey::default(),
    };
    let overview = CampaignOverview::new(&campaign, &known);
    if args.json {
        let mut value = overview.json(&path);
        value["damage"] = json!(damage);
        output::print_json(&value)?;
    } else {
        let damage = damage.iter().map(|damage| format!("\ndamage: {damage}"));
        output::print(&(overview.table() + &damage.collect::<String>()))?;
    }
    Ok(Done::from(damage.is_empty()))
}

/// Makes the runs that are missing; whether all were made, and what there is then.
pub(super) fn work<'a>(
    campaign: &'a Campaign,
    store: &mut Store,
    workers: &args::Workers,
    quiet: bool,
) -> Result<(bool, CampaignOverview<'a>)> {
    let threads = campaign.cells.iter().map(|cell| usize::from(cell.spec.threads)).max();
    let jobs = workers.jobs.count(threads.unwrap_or(1));
    let together = jobs * threads.unwrap_or(1);
    if together > MOST_THREADS {
        bail!("{jobs} runs at a time make {together} threads, expected at most {MOST_THREADS}");
    }
    let pace = format!("{jobs} at a time");
    make(campaign, store, workers.retry, quiet, jobs, &pace, |crew, store, tell| {
        crew.work(store, tell)
    })
}

/// Has the runs that are missing made by whoever makes them, and shows how it goes.
pub(super) fn make<'a>(
    campaign: &'a Campaign,
    store: &mut Store,
    retry: bool,
    quiet: bool,
    jobs: usize,
    pace: &str,
    by: impl FnOnce(&Crew<'_>, &mut Store, &mut dyn FnMut(Said<'_>)) -> Result<bool>,
) -> Result<(bool, CampaignOverview<'a>)> {
    let crew = Crew::new(campaign.playable(), store, retry, jobs)?;
    let mut known = store.glances()?;
    known.retain(|_, glance| !(glance.failed && retry));
    let mut overview = CampaignOverview::new(campaign, &known);
    if !quiet {
        campaign.missing.iter().for_each(tell_missing);
        let (missing, all) = (crew.missing(), overview.all());
        output::say(&format!("{missing} of {all} runs to make, {pace}"));
    }
    interrupt::catch()?;
    let live = !quiet && is_live();
    let finished = by(&crew, store, &mut |said| {
        match &said {
            Said::Added(records) => records.iter().for_each(|record| overview.add(record)),
            Said::Workers(lines) => overview.hear(lines),
            Said::Tick => {}
        }
        match said {
            _ if live => overview.show(),
            Said::Added(records) if !quiet => records.iter().for_each(|record| {
                output::say(&overview.line(record));
            }),
            _ => {}
        }
    })?;
    if !finished && !quiet && store.is_kept() {
        output::say("stopped: the same command goes on from here");
    }
    Ok((finished, overview))
}

fn tell_missing(missing: &Missing) {
    let Missing { puzzle, instead, supply, .. } = missing;
    output::say(&format!(
        "note: {puzzle} is not on your shelf, {instead} is run instead ({supply})"
    ));
}
