//! Arguments of exact search.

use super::PuzzleArg;
use clap::{Args, ValueEnum};
use marquetry::exact::{Corner, Lookahead};
use std::path::PathBuf;
use std::time::Duration;

/// How a tree is searched.
#[derive(Clone, Debug, Args)]
pub struct Tree {
    /// The order of the cells: best, row, column, snake, spiral, frame, block, or all cells by
    /// number from 0, such as 0,1,3,2
    #[arg(long, value_name = "ORDER", default_value = "best")]
    pub order: String,
    /// Whether cells that are not next are looked at, too
    #[arg(long, value_enum, default_value = "auto")]
    pub lookahead: LookaheadChoice,
    /// Search all turned versions of every solution instead of one
    #[arg(long)]
    pub no_symmetry: bool,
}

/// Whether cells that are not next are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LookaheadChoice {
    /// Where there is such a cell
    Auto,
    /// Always
    On,
    /// Never
    Off,
}

impl From<LookaheadChoice> for Lookahead {
    fn from(choice: LookaheadChoice) -> Self {
        match choice {
            LookaheadChoice::Auto => Self::Auto,
            LookaheadChoice::On => Self::On,
            LookaheadChoice::Off => Self::Off,
        }
    }
}

/// Arguments of `count`.
#[derive(Debug, Args)]
pub struct Count {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: PuzzleArg,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub tree: Tree,
    /// Count the fillings of a block of so many rows and columns instead of whole boards
    #[arg(long, value_name = "RxC")]
    pub block: Option<String>,
    /// Where the block lies
    #[arg(long, value_enum, default_value = "corner", requires = "block")]
    pub at: AtChoice,
    /// Threads; they change the speed, never the result [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Stop after this wall time, such as 90s, 10m or 2h
    #[arg(long, value_parser = humantime::parse_duration)]
    pub time: Option<Duration>,
    /// Stop after so many boards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// List every board, one JSON object a line, in the same order on any number of threads; `-`
    /// or nothing for standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub list: Option<PathBuf>,
    /// Keep what is needed to go on here, every two seconds, until the count is complete
    /// [default: under counts/, from ten seconds on]
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Go on from this checkpoint, and keep it up to date
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Say nothing while running
    #[arg(long, short)]
    pub quiet: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Where a block lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AtChoice {
    /// In the top left corner
    Corner,
    /// At the top side, away from the corners
    Side,
    /// Away from all sides
    Inside,
}

impl From<AtChoice> for Corner {
    fn from(choice: AtChoice) -> Self {
        match choice {
            AtChoice::Corner => Self::Corner,
            AtChoice::Side => Self::Side,
            AtChoice::Inside => Self::Inside,
        }
    }
}

/// Arguments of `estimate`.
#[derive(Debug, Args)]
pub struct Estimate {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: PuzzleArg,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub tree: Tree,
    /// Nodes to follow at each depth, over sixteen samples of the tree
    #[arg(long, value_name = "N", default_value = "10000",
        value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub probes: u32,
    /// Seed of the samples [default: drawn and printed]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Search the whole tree, too, if it has at most so many nodes
    #[arg(long, value_name = "NODES", default_value = "20000000")]
    pub enumerate: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `prove`.
#[derive(Debug, Args)]
pub struct Prove {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: PuzzleArg,
    /// The files: NAME.cnf for the formula, NAME.drat for its proof [default: the puzzle's name]
    #[arg(long, value_name = "NAME")]
    pub out: Option<PathBuf>,
    /// Another SAT solver than ours, such as cadical or kissat: called as PROGRAM NAME.cnf NAME.drat
    #[arg(long, value_name = "PROGRAM")]
    pub solver: Option<String>,
    /// Give up after this wall time, such as 90s, 10m or 2h
    #[arg(long, value_parser = humantime::parse_duration)]
    pub time: Option<Duration>,
    /// Seed of our solver [default: drawn and printed]
    #[arg(long, value_name = "N", conflicts_with = "solver")]
    pub seed: Option<u64>,
    /// Say nothing while running
    #[arg(long, short)]
    pub quiet: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
