//! `solve`, the contest's `meta`, and what happens when nothing is typed.

use super::Done;
use super::board_run::BoardRequest;
use crate::args;
use crate::output;
use anyhow::{Result, bail};
use marquetry::edge::format::Format;
use marquetry::search::Budget;
use std::time::Duration;

/// What a new user sees first.
const TOUR: Duration = Duration::from_secs(20);

/// The built-in puzzle for twenty seconds.
pub(super) fn tour() -> Result<Done> {
    let budget = Budget { time: Some(TOUR), ..Budget::default() };
    BoardRequest { budget, ..BoardRequest::default() }.run()?;
    output::say("try `marquetry puzzles list`, `marquetry solve --help` and docs/guide.md next");
    Ok(Done::Yes)
}

pub(super) fn solve(args: &args::Solve) -> Result<Done> {
    let request = BoardRequest {
        puzzle: args.puzzle.clone(),
        clues: args.clues.source(),
        algorithm: args.with.clone(),
        given: args.effort.settings.parameters()?,
        seed: args.effort.seed(),
        threads: args.effort.threads(),
        budget: args.effort.limits.budget(args.target),
        from: args.from.clone(),
        out: args.out.clone(),
        force: args.force,
        format: None,
        log: args.log.clone(),
        view: args.view.into(),
        link: args.link,
        quiet: args.quiet,
        json: args.json,
    };
    request.run()
}

/// The contest's call: `BENCH SECONDS SOLUTION`.
pub(super) fn meta(args: &args::Meta) -> Result<Done> {
    if !(args.seconds > 0.0 && args.seconds < 1e9) {
        bail!("expected a number of seconds, found {}", args.seconds);
    }
    let time = Duration::from_millis((args.seconds * 1e3).ceil() as u64);
    let request = BoardRequest {
        puzzle: args.bench.clone(),
        budget: Budget { time: Some(time), ..Budget::default() },
        out: Some(args.solution.clone()),
        force: args.force,
        format: Some(Format::MetaSolution),
        quiet: true,
        json: args.json,
        ..BoardRequest::default()
    };
    request.run()
}
