//! Budgets of work, measured: how much of it this machine does in a time.

use super::{Cell, Plan, machine, play};
use anyhow::{Result, bail};

/// Times one cell, whose budget is the time, on this machine, and writes down what it came to; `None`
/// if the user stopped it.
///
/// # Errors
/// If the run fails, or the plan is no file.
pub fn calibrate(plan: &mut Plan, cell: &Cell) -> Result<Option<u64>> {
    let time = cell.spec.time_s.unwrap_or_default();
    let Some(record) = play(cell, cell.seeds.first().copied().unwrap_or_default())? else {
        return Ok(None);
    };
    if let Some(error) = record.error {
        bail!("{} on {} failed: {error}", cell.algorithm, cell.puzzle);
    }
    // A run that ends early would have gone on at its pace.
    let pace = record.work as f64 / record.wall_s.max(1e-6);
    let evaluations = record.work.max((pace * time) as u64).max(1);
    plan.calibration.note(cell, evaluations, machine())?;
    Ok(Some(evaluations))
}
