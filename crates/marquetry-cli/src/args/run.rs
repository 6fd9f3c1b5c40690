//! The arguments of the commands that play one run: `solve`, `replay`, `meta`.

use super::{ClueArgs, Effort};
use crate::{DEFAULT_ALGORITHM, DEFAULT_PUZZLE};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `solve`.
#[derive(Clone, Debug, Args)]
pub struct Solve {
    /// A file in any supported format, `-`, a link, or the name of a puzzle on the shelf
    #[arg(value_name = "PUZZLE", default_value = DEFAULT_PUZZLE)]
    pub puzzle: String,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub clues: ClueArgs,
    /// The algorithm (see `marquetry algorithms`)
    #[arg(long, value_name = "NAME", default_value = DEFAULT_ALGORITHM)]
    pub with: String,
    /// Stop at this score [default: a perfect board]
    #[arg(long, value_name = "SCORE")]
    pub target: Option<u32>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub effort: Effort,
    /// Go on from this board, with an algorithm that does (see `marquetry algorithms`): a file, one
    /// line of it as FILE:LINE, `-`, a link or a board line
    #[arg(long, value_name = "BOARD")]
    pub from: Option<String>,
    /// Save the best board here, in the format its name says (.json; .txt for a grid, .sol for
    /// META, .png or .svg for a picture); a better board that is there stays [default: under boards/,
    /// with picture and link]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace whatever FILE holds, a better board too
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Record the events as JSON lines, for `marquetry replay`; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// How the run is shown
    #[arg(long, value_enum, default_value = "board")]
    pub view: ViewChoice,
    /// Print the whole link to the board, where a terminal would cut it
    #[arg(long)]
    pub link: bool,
    /// Say nothing while running
    #[arg(long, short)]
    pub quiet: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The ways a run can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ViewChoice {
    /// The board in place where the terminal allows it, else a line now and then
    Board,
    /// As the console of Niang's thesis: method, counters, the board in numbers, in the end its quads
    Thesis,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// A file recorded with `solve --log`, or `-`
    pub log: PathBuf,
    /// How many times faster than it was; 0 for at once
    #[arg(long, default_value = "1", value_name = "X")]
    pub speed: f64,
    /// Repeat the run by its work instead, and compare the signatures
    #[arg(long)]
    pub again: bool,
    /// How the run is shown
    #[arg(long, value_enum, default_value = "board")]
    pub view: ViewChoice,
    /// Save the last board here; a better one that is there stays
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace whatever FILE holds, a better board too
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `meta`.
#[derive(Debug, Args)]
pub struct Meta {
    /// The instance
    pub bench: String,
    /// Wall time in seconds
    pub seconds: f64,
    /// Where the solution goes; a better one that is there stays
    pub solution: PathBuf,
    /// Replace whatever SOLUTION holds, a better one too
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
