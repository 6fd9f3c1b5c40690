//! What can be typed.

mod campaign;
#[cfg(feature = "cluster")]
mod cluster;
mod exact;
mod hunt;
mod run;
mod shared;
mod show;
mod stored;
mod tokens;

pub use campaign::{
    Campaign, CampaignAction, CampaignCalibrate, CampaignCheck, CampaignDuel, CampaignExport,
    CampaignInit, CampaignMeasure, CampaignMerge, CampaignReport, CampaignReproduce, CampaignRun,
    CampaignStatus, CampaignTune, ExportFormat, PageFormat, Pages, PlanArg, StoreArg, TuneAction,
    Workers,
};
#[cfg(feature = "cluster")]
pub use cluster::{Engine, EngineAction, EngineInit, OnEngine, Worker};
pub use exact::{AtChoice, Count, Estimate, LookaheadChoice, Prove, Tree};
pub use hunt::{Hunt, HuntAction, HuntMerge};
pub use run::{Meta, Replay, Solve, ViewChoice};
pub use shared::{
    ClueArgs, ClueChoice, ColourChoice, Drawing, Effort, Jobs, Limits, Pictures, PuzzleArg,
    Settings,
};
pub use show::{Hint, Picture, Show};
pub use stored::{CampaignRuns, CampaignShow};
pub use tokens::{
    Tokens, TokensAction, TokensCheck, TokensCount, TokensFeasible, TokensFormula, TokensGenerate,
    TokensPuzzle, TokensShow, TokensSolve,
};

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use marquetry::edge::Frame;
use std::net::IpAddr;
use std::path::PathBuf;

/// Solve, study and show edge-matching puzzles, and the token puzzle Casse-tête.
///
/// Without a command it solves the built-in 16x16 puzzle for twenty seconds.
#[derive(Debug, Parser)]
#[command(name = "marquetry", version, propagate_version = true, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Search for the best board of a puzzle
    Solve(Solve),
    /// Search for hours or weeks: every board worth keeping goes to an archive, and a hunt goes on
    /// where it ended
    Hunt(Hunt),
    /// Count every perfect board, or every filling of a block: exhaustively, resumably
    Count(Count),
    /// Say how large a search tree is without searching it
    Estimate(Estimate),
    /// Prove that a puzzle has no perfect board, in a file that others can check
    Prove(Prove),
    /// Draw a puzzle or a board in the terminal, as SVG or as PNG
    Show(Show),
    /// Say what fits next on a board, and why
    Hint(Hint),
    /// Judge a board: score, breaks, every fault
    Check(Check),
    /// Make a puzzle by recipe
    Generate(Generate),
    /// Count and estimate: pieces, colours, parity, combinations, expected solutions
    Analyse(Analyse),
    /// Turn a puzzle or board file into another format
    Convert(Convert),
    /// The puzzle shelf: built-in puzzles and your own
    Puzzles(Puzzles),
    /// The algorithms and their parameters
    Algorithms(Algorithms),
    /// Casse-tête, the token puzzle: solve, count, judge, draw
    Tokens(Tokens),
    /// The laboratory: plans of many runs, kept, compared, drawn; the papers' tables again
    Campaign(Campaign),
    /// Make runs for the campaigns of an engine, until Ctrl-C
    #[cfg(feature = "cluster")]
    Worker(Worker),
    /// What a nats-server needs to be an engine: campaigns and hunts on more than one machine
    #[cfg(feature = "cluster")]
    Engine(Engine),
    /// Make, play, solve and watch in the browser
    Studio(Studio),
    /// Say what this program finds on this machine, and what it lacks
    Doctor(Doctor),
    /// Play a fixed list: one signature for behaviour, and speeds
    Bench(Bench),
    /// Watch a recorded run again, or repeat it and compare signatures
    Replay(Replay),
    /// The calling convention of the META 2010 contest: BENCH SECONDS SOLUTION
    Meta(Meta),
    /// Print a shell completion script
    Completions {
        /// The shell.
        shell: Shell,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write the man pages into a folder
    Man {
        /// The folder.
        #[arg(default_value = ".")]
        folder: PathBuf,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

/// Arguments of `studio`.
#[derive(Debug, Args)]
pub struct Studio {
    /// The port; 0 takes any that is free [default: 7256, or any if that is taken]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Serve other machines, too, at this address of ours. Who has the printed address can use and
    /// fill this machine
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<IpAddr>,
    /// Print one JSON object with the address
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `doctor`.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: PuzzleArg,
    /// The board: a file, one line of it as FILE:LINE, `-`, a link or a board line; not needed if
    /// PUZZLE is a link to a board
    pub board: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub struct Generate {
    /// Columns and rows, such as 16x16
    #[arg(value_name = "WxH", value_parser = size)]
    pub size: (usize, usize),
    /// What surrounds the board
    #[arg(long, value_enum, default_value = "grey")]
    pub frame: FrameChoice,
    /// A ready recipe; the other options change it
    #[arg(long, value_enum)]
    pub preset: Option<Preset>,
    /// How hard it shall be for people; the other options change it
    #[arg(long, value_enum, conflicts_with = "preset")]
    pub level: Option<LevelChoice>,
    /// Number of colours, the same on the frame and inside
    #[arg(long, value_name = "N", conflicts_with_all = ["frame_colours", "inner_colours"])]
    pub colours: Option<u16>,
    /// Number of colours between border pieces
    #[arg(long, value_name = "N", requires = "inner_colours")]
    pub frame_colours: Option<u16>,
    /// Number of colours inside
    #[arg(long, value_name = "N", requires = "frame_colours")]
    pub inner_colours: Option<u16>,
    /// How often colours are used
    #[arg(long, value_enum)]
    pub spread: Option<SpreadChoice>,
    /// A colour fits only its mate (1 with 2, 3 with 4, ...)
    #[arg(long)]
    pub signed: bool,
    /// Allow two pieces to be the same, and symmetric ones
    #[arg(long)]
    pub duplicates: bool,
    /// Whether no two pieces may be the same
    #[arg(long, value_name = "BOOL", conflicts_with = "duplicates")]
    pub distinct: Option<bool>,
    /// Whether no piece may look the same in two turns
    #[arg(long, value_name = "BOOL", conflicts_with = "duplicates")]
    pub asymmetric: Option<bool>,
    /// Number of clues
    #[arg(long, value_name = "N")]
    pub clues: Option<usize>,
    /// Only a puzzle with one solution: seed after seed is tried until one is proved to be so
    #[arg(long)]
    pub unique: bool,
    /// Seed [default: drawn and printed]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The puzzle's name
    #[arg(long)]
    pub name: Option<String>,
    /// Write the puzzle here instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the planted solution here
    #[arg(long, value_name = "FILE")]
    pub solution: Option<PathBuf>,
    /// Print one JSON object: puzzle, solution, recipe and seed
    #[arg(long)]
    pub json: bool,
}

/// What surrounds the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FrameChoice {
    /// A grey rim
    Grey,
    /// Nothing
    Open,
}

impl From<FrameChoice> for Frame {
    fn from(choice: FrameChoice) -> Self {
        match choice {
            FrameChoice::Grey => Self::Grey,
            FrameChoice::Open => Self::Open,
        }
    }
}

/// Ready recipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// Like Eternity II: flat colours, frame colours apart, distinct pieces
    Eternity,
    /// The hardest of its size by Söderlind's formula
    Hardest,
}

/// How hard a puzzle is for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LevelChoice {
    /// Few pieces fit anywhere, and some lie already
    Easy,
    /// Some pieces lie already
    Medium,
    /// Near the hardest of its size
    Hard,
    /// The hardest of its size
    Extreme,
}

/// How often colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SpreadChoice {
    /// Each join a random colour
    Random,
    /// Each colour as often as any other
    Even,
}

/// Arguments of `analyse`.
#[derive(Debug, Args)]
#[command(mut_arg("svg", |arg| arg.help("Draw the colour histogram as an SVG picture")))]
#[command(mut_arg("png", |arg| arg.help("Draw the colour histogram as a PNG picture")))]
pub struct Analyse {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: PuzzleArg,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub pictures: Pictures,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// What to convert: a puzzle, a board, or a SAT solver's answer
    pub input: String,
    /// The puzzle a board belongs to, where the board does not carry its sides
    #[arg(long, value_name = "PUZZLE")]
    pub puzzle: Option<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub clues: ClueArgs,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Target,
    /// Write here instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace a better board, too
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Print one JSON object: format, text, score and notes
    #[arg(long)]
    pub json: bool,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// Our own puzzle file
    Puzzle,
    /// Our own board file
    Board,
    /// One piece a line (e2pieces.txt)
    Pieces,
    /// The clues, one a line (e2hints.txt)
    Hints,
    /// A link to the e2.bucas.name viewer
    Bucas,
    /// A link to the eternity2.dev viewer
    Dev,
    /// The puzzle JSON of eternity2.dev
    PuzzleJson,
    /// The board JSON of eternity2.dev
    BoardDoc,
    /// `NNN/R` per cell
    Grid,
    /// Eternity II Editor quads
    Quads,
    /// META 2010 solution
    Meta,
    /// The board line: `[[piece,turn],...]`
    Line,
    /// CSV of binary words
    Csv,
    /// A formula for SAT solvers; their answer is read back as a board
    Dimacs,
}

/// Arguments of `puzzles`.
#[derive(Debug, Args)]
pub struct Puzzles {
    /// What to do.
    #[command(subcommand)]
    pub action: PuzzlesAction,
}

/// What can be done with the shelf.
#[derive(Debug, Subcommand)]
pub enum PuzzlesAction {
    /// List the built-in puzzles and your own
    List {
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Show one puzzle
    Show {
        /// Its name.
        name: String,
        /// Print the puzzle file
        #[arg(long)]
        json: bool,
    },
    /// Put a puzzle on the shelf, from any supported format
    Add {
        #[command(flatten)]
        #[expect(missing_docs, reason = "flattened")]
        puzzle: PuzzleArg,
        /// The name it gets [default: its own]
        #[arg(long)]
        name: Option<String>,
        /// Replace a puzzle of yours that has this name
        #[arg(long)]
        replace: bool,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Take one of your puzzles off the shelf
    Remove {
        /// Its name.
        name: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

/// Arguments of `algorithms`.
#[derive(Debug, Args)]
pub struct Algorithms {
    /// Show the parameters of this one
    pub name: Option<String>,
    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct Bench {
    /// Only the signature, without the speed measurements
    #[arg(long)]
    pub signature: bool,
    /// The framed puzzle whose row scan is measured, without its clues
    #[arg(long, value_name = "PUZZLE", default_value = super::DEFAULT_PUZZLE)]
    pub scan: String,
    /// Threads; they must not change the signature
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once(['x', 'X']);
    parts
        .and_then(|(w, h)| Some((w.trim().parse().ok()?, h.trim().parse().ok()?)))
        .ok_or_else(|| format!("expected columns x rows such as 16x16, found {text:?}"))
}
