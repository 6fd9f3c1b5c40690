//! `tokens feasible` and `tokens count`: what can be said without a search.

use super::super::Done;
use super::{puzzle, side, size};
use crate::args;
use crate::{interrupt, output};
use anyhow::{Result, bail};
use marquetry::search::{self, Conclusion, Setup};
use marquetry::tokens::{self, Brute, MOST_CELLS, Puzzle};
use serde_json::json;

/// The most cells of a grid whose every arrangement is tried.
const MOST_TRIED: usize = 30;

pub(super) fn feasible(args: &args::TokensFeasible) -> Result<Done> {
    let puzzle = puzzle(&args.puzzle)?;
    let reason = puzzle.feasible().err().map(|reason| reason.to_string());
    let tried = if args.brute { tried(&puzzle, reason.is_none())? } else { None };
    if args.brute && tried.is_none() {
        output::say("stopped before brute force was done");
        return Ok(Done::No);
    }
    if args.json {
        output::print_json(&json!({
            "n": side(&puzzle), "rows": puzzle.rows(), "columns": puzzle.columns(),
            "remove": puzzle.removed(), "tokens": puzzle.tokens(),
            "feasible": reason.is_none(), "reason": reason, "tried": tried,
        }))?;
        return Ok(Done::from(reason.is_none()));
    }
    let removed = puzzle.removed();
    let what = format!("{} less {removed} tokens", size(puzzle.rows(), puzzle.columns()));
    output::print(&match &reason {
        None => format!("feasible: {what} leaves {}", puzzle.tokens()),
        Some(reason) => format!("infeasible: {what}: {reason}"),
    })?;
    if let Some(tried) = tried {
        output::print(&format!("brute force agrees, grids tried: {tried}"))?;
    }
    Ok(Done::from(reason.is_none()))
}

/// The grids brute force tried to come to the same answer; `None` if the user stopped it.
fn tried(puzzle: &Puzzle, feasible: bool) -> Result<Option<u64>> {
    if puzzle.cells() > MOST_TRIED {
        bail!("--brute expects at most {MOST_TRIED} cells, found {}", puzzle.cells());
    }
    interrupt::catch()?;
    let setup = Setup { stop: Some(interrupt::stop()), ..Setup::default() };
    let outcome = search::solve(puzzle, &Brute {}, &setup, &mut |_, _| {});
    let solved = match outcome.conclusion {
        Conclusion::Stopped => return Ok(None),
        conclusion => conclusion == Conclusion::Solved,
    };
    if solved != feasible {
        bail!("brute force disagrees after {} grids, please report it", outcome.work);
    }
    Ok(Some(outcome.work))
}

pub(super) fn count(args: &args::TokensCount) -> Result<Done> {
    let puzzle = puzzle(&args.puzzle)?;
    let Some(solutions) = tokens::count(&puzzle) else {
        bail!("a grid of {} cells, expected at most {MOST_CELLS} to be counted", puzzle.cells());
    };
    let reason = puzzle.feasible().err().map(|reason| reason.to_string());
    if args.json {
        output::print_json(&json!({
            "n": side(&puzzle), "rows": puzzle.rows(), "columns": puzzle.columns(),
            "remove": puzzle.removed(), "tokens": puzzle.tokens(),
            "solutions": solutions.to_string(), "feasible": reason.is_none(), "reason": reason,
        }))?;
    } else {
        output::print(&solutions.to_string())?;
        if let Some(reason) = &reason {
            output::say(reason);
        }
    }
    Ok(Done::from(reason.is_none()))
}
