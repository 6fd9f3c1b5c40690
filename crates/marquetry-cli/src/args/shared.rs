//! Arguments that several commands have.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// A puzzle and its clues.
#[derive(Clone, Debug, Args)]
pub struct PuzzleArg {
    /// A file in any supported format, `-`, a link, or the name of a puzzle on the shelf
    #[arg(value_name = "PUZZLE")]
    pub puzzle: String,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub clues: ClueArgs,
}

/// Where the clues of a puzzle come from.
#[derive(Clone, Debug, Default, Args)]
pub struct ClueArgs {
    /// Which clues to impose: for the official Eternity II set the starter piece alone unless
    /// said otherwise, for any other puzzle those of its file
    #[arg(long, value_enum)]
    pub clues: Option<ClueChoice>,
    /// A hints file whose clues are added; where it names a piece or a cell again, it is believed
    #[arg(long, value_name = "FILE")]
    pub hints: Option<String>,
}

/// Which clues to impose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClueChoice {
    /// No clue at all
    None,
    /// The mandatory starter piece
    Start,
    /// All clues
    All,
}

/// How a run is made, on any kind of puzzle.
#[derive(Clone, Debug, Args)]
pub struct Effort {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub limits: Limits,
    /// Seed of all random choices [default: drawn and printed]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Threads; they change the speed, never the result [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub settings: Settings,
}

/// When a run ends at the latest.
#[derive(Clone, Debug, Args)]
pub struct Limits {
    /// Wall time, such as 90s, 10m or 2h [default: 60s unless --work is given]
    #[arg(long, value_parser = humantime::parse_duration)]
    pub time: Option<Duration>,
    /// Steps (`algorithms NAME` says what one is); the same seed and work give the same run
    #[arg(long, value_name = "N")]
    pub work: Option<u64>,
}

/// Parameters of an algorithm.
#[derive(Clone, Debug, Args)]
pub struct Settings {
    /// A parameter of the algorithm; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// How many runs are made at a time.
#[derive(Clone, Debug, Args)]
pub struct Jobs {
    /// Runs at a time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// Pictures to write.
#[derive(Clone, Debug, Args)]
pub struct Pictures {
    /// Write an SVG picture
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write a PNG picture
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Write a picture as its name says: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl Pictures {
    /// Whether there is any to write.
    #[must_use]
    pub fn any(&self) -> bool {
        self.svg.is_some() || self.png.is_some() || self.out.is_some()
    }
}

/// How a board or grid is drawn.
#[derive(Clone, Debug, Args)]
pub struct Drawing {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub pictures: Pictures,
    /// Pixels per cell of a picture
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=256))]
    pub cell: Option<u32>,
    /// Colours in the terminal [default: what the terminal can do]
    #[arg(long, value_enum)]
    pub colour: Option<ColourChoice>,
}

/// Colours in the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColourChoice {
    /// Letters only
    Plain,
    /// 256 colours
    Ansi256,
    /// 24-bit colours
    True,
}
