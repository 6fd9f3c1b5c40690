//! Arguments of `hunt`.

use super::{Effort, PuzzleArg};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// A hunt's own words for what it shares with other commands.
const TIME: &str =
    "End this session after so much wall time, such as 10m, 8h or 7days [default: never]";
const WORK: &str = "End this session after so many steps [default: never]";
const SEED: &str =
    "The seed every session's seed comes from [default: that of the hunt that goes on, or drawn]";

/// Arguments of `hunt`.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("time", |arg| arg.help(TIME)))]
#[command(mut_arg("work", |arg| arg.help(WORK)))]
#[command(mut_arg("seed", |arg| arg.help(SEED)))]
pub struct Hunt {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: PuzzleArg,
    /// The folder that keeps the boards; a hunt found there goes on [default: hunt/PUZZLE]
    #[arg(long, value_name = "FOLDER")]
    pub archive: Option<PathBuf>,
    /// Keep every board from this score on [default: the best so far less 2, rising with it]
    #[arg(long, value_name = "SCORE")]
    pub keep: Option<u32>,
    /// The most boards to keep; the lowest are dropped
    #[arg(long, value_name = "N", default_value = "10000",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub cap: u32,
    /// The algorithm (see `marquetry algorithms`) [default: that of the hunt that goes on, with its
    /// parameters]
    #[arg(long, value_name = "NAME")]
    pub with: Option<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub effort: Effort,
    /// End at this score [default: a perfect board]
    #[arg(long, value_name = "SCORE")]
    pub target: Option<u32>,
    /// How often a line is logged where standard error is not a terminal
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "60s")]
    pub log_every: Duration,
    /// Only look at the archive, even while a hunt goes on there
    #[arg(long, conflicts_with = "export")]
    pub status: bool,
    /// Only write the boards into this folder: links.txt, boards.jsonl and pictures of the best
    #[arg(long, value_name = "FOLDER")]
    pub export: Option<PathBuf>,
    /// How many pictures to export
    #[arg(long, value_name = "N", default_value = "10", requires = "export")]
    pub best: usize,
    /// Say nothing while running
    #[arg(long, short)]
    pub quiet: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
