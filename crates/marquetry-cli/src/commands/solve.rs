//! `solve`, the contest's `meta`, and what happens when nothing is typed.

use super::Done;
use super::job::Job;
use crate::args::{self, Cli, Command};
use crate::load;
use crate::output;
use anyhow::{Context, Result, bail};
use clap::Parser;
use marquetry::edge::format::Format;

/// What a new user sees first: the built-in puzzle for twenty seconds.
pub(super) fn tour() -> Result<Done> {
    solve(&typed(&["--time", "20s"])?)?;
    output::say("try `marquetry puzzles list`, `marquetry solve --help` and docs/guide.md next");
    Ok(Done::Yes)
}

pub(super) fn solve(args: &args::Solve) -> Result<Done> {
    let loaded = load::puzzle_from(&args.puzzle, &args.reading)?;
    if !args.quiet && !args.json {
        loaded.tell();
    }
    Job::new(args, &loaded)?.run()
}

/// The contest's call: `BENCH SECONDS SOLUTION`.
pub(super) fn meta(args: &args::Meta) -> Result<Done> {
    if !(args.seconds > 0.0 && args.seconds < 1e9) {
        bail!("expected a number of seconds, found {}", args.seconds);
    }
    let time = format!("{}ms", (args.seconds * 1e3).ceil());
    let out = args.solution.to_str().context("expected a file name in UTF-8")?;
    let mut words = vec![args.bench.as_str(), "--time", &time, "--out", out, "--quiet"];
    words.extend(args.json.then_some("--json"));
    let args = typed(&words)?;
    let loaded = load::puzzle_from(&args.puzzle, &args.reading)?;
    Job::new(&args, &loaded)?.writing(Format::MetaSolution).run()
}

/// The arguments of `marquetry solve WORDS`.
fn typed(words: &[&str]) -> Result<args::Solve> {
    match Cli::try_parse_from(["marquetry", "solve"].iter().chain(words))?.command {
        Some(Command::Solve(args)) => Ok(args),
        _ => bail!("not a solve command"),
    }
}
