//! Arguments of `hunt`.

#[cfg(feature = "cluster")]
use super::OnEngine;
use super::{ClueArgs, Effort};
use clap::{Args, Subcommand};
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
#[command(args_conflicts_with_subcommands = true)]
pub struct Hunt {
    /// Something else than to hunt.
    #[command(subcommand)]
    pub action: Option<HuntAction>,
    /// A file in any supported format, `-`, a link, or the name of a puzzle on the shelf; not needed
    /// where --archive names a hunt
    #[arg(value_name = "PUZZLE")]
    pub puzzle: Option<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub clues: ClueArgs,
    /// The folder that keeps the boards; a hunt found there goes on [default: hunt/PUZZLE, and the
    /// number of clues]
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
    /// Bring in known boards: a board, or a file with one on every line, such as links.txt
    #[arg(long, value_name = "BOARDS", conflicts_with_all = ["status", "export"])]
    pub from: Option<String>,
    /// Run this at every new best: MARQUETRY_SCORE, _JOINS, _PUZZLE, _ARCHIVE and _LINK tell of it,
    /// standard input is the board
    #[arg(long, value_name = "CMD")]
    pub on_best: Option<String>,
    /// End at this score [default: a perfect board]
    #[arg(long, value_name = "SCORE")]
    pub target: Option<u32>,
    /// How often a line is logged where standard error is not a terminal
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "60s")]
    pub log_every: Duration,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub engine: OnEngine,
    /// With --on: do not search, but gather the boards of all hunters into the archive and tell them
    /// the best
    #[cfg(feature = "cluster")]
    #[arg(long, requires = "on", conflicts_with_all = ["status", "export"])]
    pub collect: bool,
    /// Only look at the archive, even while a hunt goes on there; without a puzzle at all of them
    #[arg(long, conflicts_with = "export")]
    pub status: bool,
    /// Only write the boards into this folder: links.txt, boards.jsonl and pictures of
    /// the best, as PNG and SVG
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

/// What else can be done with hunts.
#[derive(Clone, Debug, Subcommand)]
pub enum HuntAction {
    /// List all hunts
    List {
        /// The folder they are in
        #[arg(default_value = "hunt")]
        folder: PathBuf,
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Add the boards of other archives to one, such as those of other machines
    Merge(HuntMerge),
}

/// Arguments of `hunt merge`.
#[derive(Clone, Debug, Args)]
pub struct HuntMerge {
    /// The archive that gets the boards; made if it is not there
    pub into: PathBuf,
    /// The others
    #[arg(required = true)]
    pub from: Vec<PathBuf>,
    /// The most boards to keep; the lowest are dropped
    #[arg(long, value_name = "N", default_value = "10000",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub cap: u32,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
