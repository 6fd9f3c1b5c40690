//! `campaign run --on`: the runs of a plan, made by workers elsewhere.

use super::super::Done;
use super::run::make;
use crate::campaign::{Campaign, Store};
use crate::cluster::{AHEAD, Keeper, Kept};
use crate::{args, output};
use anyhow::Result;
use serde_json::json;
use std::path::Path;

pub(super) fn keep(
    args: &args::CampaignRun,
    campaign: &Campaign,
    store: &mut Store,
    path: &Path,
    quiet: bool,
) -> Result<Done> {
    let Some(engine) = args.engine.engine()? else { return Ok(Done::No) };
    let pace = format!("by the workers of {engine}");
    let keeper = Keeper::new(engine, path, args.lease, AHEAD)?;
    let mut kept = None;
    let (finished, overview) =
        make(campaign, store, args.workers.retry, quiet, 1, &pace, |crew, store, tell| {
            let told = keeper.work(crew.jobs(), store, tell)?;
            let done = told.finished || told.aside > 0;
            kept = Some(told);
            Ok(done)
        })?;
    let Kept { aside, aside_path, .. } = kept.unwrap_or_default();
    if args.json {
        let mut value = overview.json(path);
        value["aside"] = json!(aside);
        output::print_json(&value)?;
    } else {
        if aside > 0 {
            let (file, plural) = (aside_path.display(), if aside == 1 { "" } else { "s" });
            output::say(&format!(
                "warning: {aside} result{plural} could not be kept and lie in {file}; the same command \
                 has their jobs made again"
            ));
        }
        output::print(&overview.summary(path))?;
    }
    Ok(Done::from(finished && aside == 0 && overview.failed() == 0))
}
