//! `campaign run` and `campaign status`.

use super::super::Done;
use super::load;
use super::overview::CampaignOverview;
use crate::args;
use crate::campaign::{Campaign, Crew, Missing, Said, Store, Survey};
use crate::terminal::is_live;
use crate::{interrupt, output};
use anyhow::{Result, bail};
use serde_json::json;

/// The most threads of all runs together.
const MOST_THREADS: usize = 1024;

pub(super) fn run(args: &args::CampaignRun) -> Result<Done> {
    let (campaign, path) = load(&args.plan.plan, &args.plan.store)?;
    let quiet = args.workers.quiet || args.json;
    let mut store = Store::open(&path)?;
    let (finished, overview) = work(&campaign, &mut store, &args.workers, quiet)?;
    match args.json {
        true => output::print_json(&overview.json(&path))?,
        false => output::print(&overview.summary(&path))?,
    }
    Ok(Done::from(finished && overview.failed() == 0))
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
    let crew = Crew::new(campaign.playable(), store, workers.retry, jobs)?;
    let mut known = store.glances()?;
    known.retain(|_, glance| !(glance.failed && workers.retry));
    let mut overview = CampaignOverview::new(campaign, &known);
    if !quiet {
        campaign.missing.iter().for_each(tell_missing);
        let (missing, all) = (crew.missing(), overview.all());
        output::say(&format!("{missing} of {all} runs to make, {jobs} at a time"));
    }
    interrupt::catch()?;
    let live = !quiet && is_live();
    let finished = crew.work(store, &mut |said| {
        if let Said::Added(records) = &said {
            records.iter().for_each(|record| overview.add(record));
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
