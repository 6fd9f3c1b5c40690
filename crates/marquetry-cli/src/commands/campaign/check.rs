//! `campaign init` and `campaign check`: a plan before it is run.

use super::super::Done;
use super::super::typed::cores;
use super::load;
use crate::campaign::report::caution;
use crate::campaign::{Cell, Plan, Store, play};
use crate::observe::span;
use crate::{args, interrupt, output};
use anyhow::{Result, bail};
use serde_json::json;
use std::collections::HashSet;

/// How long a run is tried to learn its speed, and how many are at most.
const TRIED_S: f64 = 0.2;
const MOST_TRIED: usize = 60;

/// Writes a commented plan.
pub(super) fn init(args: &args::CampaignInit) -> Result<Done> {
    let text = Plan::TEMPLATE;
    let Some(path) = &args.file else {
        match args.json {
            true => output::print_json(&json!({"plan": text}))?,
            false => output::print_data(text)?,
        }
        return Ok(Done::Yes);
    };
    if path.exists() {
        bail!("{} is there already: name another file", path.display());
    }
    output::save(path, text.as_bytes())?;
    match args.json {
        true => output::print_json(&json!({"path": path, "plan": text}))?,
        false => output::wrote(path),
    }
    Ok(Done::Yes)
}

/// Says how many jobs a plan has and how long they take at most.
pub(super) fn check(args: &args::CampaignCheck) -> Result<Done> {
    let (campaign, path) = load(&args.plan.plan, &args.plan.store)?;
    let known = if path.exists() { Store::read(&path)?.glances()? } else { Default::default() };
    interrupt::catch()?;
    let (mut jobs, mut done, mut pace) = (HashSet::new(), 0, Pace::default());
    let (mut seconds, mut cautions) = (0.0, Vec::new());
    for cell in campaign.playable() {
        let mut left = 0;
        for (job, _) in cell.jobs() {
            let had = known.get(&job).is_some_and(|glance| !glance.failed);
            if jobs.insert(job) {
                done += usize::from(had);
                left += usize::from(!had);
            }
        }
        if left > 0 {
            let threads = f64::from(cell.spec.threads);
            seconds += pace.seconds(cell)? * left as f64 * threads;
        }
        let caution = cell.spec.work_limit.and_then(|work| caution(&cell.spec, work));
        cautions
            .extend(caution.map(|said| format!("{} on {}: {said}", cell.algorithm, cell.puzzle)));
    }
    let (jobs, cells, cores) = (jobs.len(), campaign.playable().count(), cores());
    if args.json {
        output::print_json(&json!({
            "plan": campaign.plan.name, "hash": campaign.plan.hash, "jobs": jobs, "done": done,
            "cells": cells, "core_seconds": seconds, "cores": cores,
            "seconds": seconds / cores as f64, "estimated": pace.tried > 0, "cautions": cautions,
        }))?;
        return Ok(Done::Yes);
    }
    let about = if pace.tried > 0 { "about " } else { "" };
    let plan = &campaign.plan;
    let mut lines = vec![
        format!("plan       {}: {}", plan.name, plan.title),
        format!("jobs       {jobs} in {cells} cells, {done} of them in {}", path.display()),
        format!(
            "time       at most {about}{} of one core, {} on all {cores}",
            span(seconds),
            span(seconds / cores as f64)
        ),
    ];
    lines.extend(plan.hash.iter().map(|hash| format!("hash       {hash}")));
    lines.extend(cautions.iter().map(|caution| format!("caution    {caution}")));
    output::print(&lines.join("\n"))?;
    Ok(Done::Yes)
}

/// How long runs take that no clock ends: a part of each kind is tried.
#[derive(Default)]
struct Pace {
    tried: usize,
    /// Of those tried.
    seconds: f64,
}

impl Pace {
    /// The most seconds a run of a cell takes.
    fn seconds(&mut self, cell: &Cell) -> Result<f64> {
        let limit = cell.spec.time_s.unwrap_or(f64::INFINITY);
        let Some(work) = cell.spec.work_limit else { return Ok(limit) };
        if self.tried >= MOST_TRIED {
            return Ok(limit.min(self.seconds / self.tried as f64));
        }
        let mut trial = cell.clone();
        trial.spec.time_s = Some(limit.min(TRIED_S));
        let Some(run) = play(&trial, cell.seeds.first().copied().unwrap_or(1))? else {
            bail!("stopped");
        };
        // A run that ended by itself says how long such runs take.
        let whole = if run.solved() || run.work == 0 { 1.0 } else { work as f64 / run.work as f64 };
        let seconds = run.wall_s * whole.max(1.0);
        self.tried += 1;
        self.seconds += seconds;
        Ok(limit.min(seconds))
    }
}
