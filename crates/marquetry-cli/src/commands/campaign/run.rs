//! `campaign run` and `campaign status`.

use super::super::Done;
use super::load;
use super::overview::CampaignOverview;
use crate::args;
use crate::campaign::{Campaign, Crew, Missing, Said, Store};
use crate::observe::is_live;
use crate::{interrupt, output};
use anyhow::Result;

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
    let known = match path.exists() {
        true => Store::read(&path)?.glances()?,
        false => std::collections::HashMap::new(),
    };
    let overview = CampaignOverview::new(&campaign, &known);
    match args.json {
        true => output::print_json(&overview.json(&path))?,
        false => output::print(&overview.table())?,
    }
    Ok(Done::Yes)
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
