//! `campaign calibrate`: budgets of work, measured on this machine.

use super::super::Done;
use crate::campaign::{self, Campaign, Plan};
use crate::{args, interrupt, output};
use anyhow::Result;
use serde_json::json;

pub(super) fn calibrate(args: &args::CampaignCalibrate) -> Result<Done> {
    let (_, measured) = complete(&args.plan, args.quick, args.quiet || args.json)?;
    let Some(measured) = measured else { return Ok(Done::No) };
    match args.json {
        true => output::print_json(&json!({"plan": args.plan, "measured": measured}))?,
        false => output::print(&format!("{measured} cells calibrated"))?,
    }
    Ok(Done::Yes)
}

/// A plan whose budgets are all known: those that are missing are measured now, one after the other.
/// How many were, or `None` if the user stopped it.
pub(super) fn complete(spec: &str, quick: bool, quiet: bool) -> Result<(Plan, Option<usize>)> {
    let mut plan = Plan::load(spec)?;
    let cells = Campaign::uncalibrated(&plan, quick)?;
    if !cells.is_empty() {
        interrupt::catch()?;
    }
    for (place, cell) in cells.iter().enumerate() {
        let time = cell.spec.time_s.unwrap_or_default();
        let Some(steps) = campaign::calibrate(&mut plan, cell)? else { return Ok((plan, None)) };
        if !quiet {
            let (puzzle, algorithm, all) = (&cell.puzzle, &cell.algorithm, cells.len());
            output::say(&format!(
                "calibrated {} of {all}: {algorithm} on {puzzle}, {steps} evaluations in {time} s",
                place + 1
            ));
        }
    }
    Ok((plan, Some(cells.len())))
}
