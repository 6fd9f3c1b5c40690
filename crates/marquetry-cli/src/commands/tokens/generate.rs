//! `tokens generate`: grids at random.

use super::super::Done;
use super::super::typed::fresh_seed;
use super::{Form, side};
use crate::args;
use crate::output;
use anyhow::{Result, bail};
use marquetry::search::Rng;
use marquetry::tokens::uniform::Uniform;
use marquetry::tokens::{Grid, Puzzle, State, construct};
use serde_json::json;

/// Grids drawn before a solution with the right number of tokens is given up.
const TRIES: u64 = 1_000_000;

pub(super) fn generate(args: &args::TokensGenerate) -> Result<Done> {
    let out = output::is_stdout(args.out.as_ref());
    output::one_stream(&[("--json", args.json), ("--out -", out)])?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let rng = &mut Rng::new(seed);
    let puzzle = drawn(args, rng)?;
    let form = args.out.as_deref().map(|path| Form::of(path, &puzzle)).transpose()?;
    let reason = puzzle.feasible().err().map(|reason| reason.to_string());
    let (grid, uniform) = match (args.solved, &reason) {
        (true, Some(_)) => (None, None),
        (true, None) => {
            let (grid, uniform) = solution(&puzzle, rng)?;
            (Some(grid), Some(uniform))
        }
        (false, _) => (Some(State::random(&puzzle, rng).grid().clone()), None),
    };
    if let (Some(form), Some(path), Some(grid)) = (form, &args.out, &grid) {
        output::save(path, &form.bytes(grid)?)?;
    }
    if args.json {
        output::print_json(&json!({
            "n": side(&puzzle), "rows": puzzle.rows(), "columns": puzzle.columns(),
            "remove": puzzle.removed(), "seed": seed, "feasible": reason.is_none(),
            "reason": reason, "grid": grid.as_ref().map(Grid::lines), "uniform": uniform,
            "out": args.out,
        }))?;
        return Ok(Done::from(grid.is_some()));
    }
    let Some(grid) = grid else {
        output::say(&format!("infeasible: {}", reason.unwrap_or_default()));
        return Ok(Done::No);
    };
    let note = if uniform == Some(false) { ", too large to be drawn uniformly" } else { "" };
    output::say(&format!("{} removed, seed {seed}{note}", puzzle.removed()));
    args.out.iter().for_each(|path| output::wrote(path));
    if args.out.is_none() {
        output::print(&grid.to_string())?;
    }
    Ok(Done::Yes)
}

/// The puzzle asked for, or one that can be solved.
fn drawn(args: &args::TokensGenerate, rng: &mut Rng) -> Result<Puzzle> {
    let (columns, rows) = args.n;
    let puzzle = Puzzle::new(rows, columns, args.remove.unwrap_or(0))?;
    if args.remove.is_some() {
        return Ok(puzzle);
    }
    // To remove all tokens always leaves a solution, so that the draw ends.
    loop {
        let puzzle = Puzzle::new(rows, columns, rng.below(rows * columns + 1))?;
        if puzzle.feasible().is_ok() {
            return Ok(puzzle);
        }
    }
}

/// A solution, and whether every one was equally likely.
fn solution(puzzle: &Puzzle, rng: &mut Rng) -> Result<(Grid, bool)> {
    match Uniform::new(puzzle)? {
        None => Ok((construct(puzzle, rng)?, false)),
        Some(uniform) => match uniform.draw(rng, TRIES) {
            Some(grid) => Ok((grid, true)),
            None => bail!("no solution came up in {TRIES} even grids"),
        },
    }
}
