//! `campaign`: the laboratory.

mod calibrate;
mod check;
mod duel;
mod export;
#[cfg(feature = "cluster")]
mod keep;
mod measure;
mod overview;
mod report;
mod run;
mod runs;
mod show;
mod tune;

use super::Done;
use crate::args::{self, CampaignAction};
use crate::campaign::{Campaign, Merged, Plan, Store};
use crate::output;
use anyhow::{Result, bail};
use serde_json::json;
use std::path::PathBuf;

pub(super) fn campaign(action: &CampaignAction) -> Result<Done> {
    match action {
        CampaignAction::Init(args) => check::init(args),
        CampaignAction::Check(args) => check::check(args),
        CampaignAction::Run(args) => run::run(args),
        CampaignAction::Calibrate(args) => calibrate::calibrate(args),
        CampaignAction::Status(args) => run::status(args),
        CampaignAction::Runs(args) => runs::runs(args),
        CampaignAction::Show(args) => show::show(args),
        CampaignAction::Merge(args) => merge(args),
        CampaignAction::Report(args) => report::show(args),
        CampaignAction::Reproduce(args) => report::reproduce(args),
        CampaignAction::Measure(args) => measure::measure(args),
        CampaignAction::Duel(args) => duel::duel(args),
        CampaignAction::Export(args) => export::export(args),
        CampaignAction::Tune(args) => tune::tune(&args.action),
    }
}

/// A plan expanded, and the file of its runs.
fn load(spec: &str, store: &args::StoreArg) -> Result<(Campaign, PathBuf)> {
    expand(Plan::load(spec)?, store)
}

fn expand(plan: Plan, store: &args::StoreArg) -> Result<(Campaign, PathBuf)> {
    let campaign = Campaign::new(plan, store.quick)?;
    let path = store.path.clone();
    let path = path.unwrap_or_else(|| PathBuf::from(format!("{}.sqlite", campaign.plan.name)));
    Ok((campaign, path))
}

fn merge(args: &args::CampaignMerge) -> Result<Done> {
    if let Some(absent) = args.from.iter().find(|path| !path.exists()) {
        bail!("{}: no such file", absent.display());
    }
    let mut store = Store::open(&args.into)?;
    let Merged { new, known, unjudged } = store.merge(&args.from)?;
    if args.json {
        output::print_json(&json!({"new": new, "known": known, "unjudged": unjudged}))?;
        return Ok(Done::Yes);
    }
    let mut said = format!("{new} runs added, {known} known before");
    if unjudged > 0 {
        said += &format!("; {unjudged} not judged again, for want of their puzzles");
    }
    output::print(&said)?;
    Ok(Done::Yes)
}
