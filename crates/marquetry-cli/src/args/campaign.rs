//! Arguments of `campaign`.

#[cfg(feature = "cluster")]
use super::OnEngine;
use super::{CampaignRuns, CampaignShow, ClueArgs, Jobs, Limits, Settings};
use crate::campaign::{Seeds, Shard};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `campaign`.
#[derive(Debug, Args)]
pub struct Campaign {
    /// What to do.
    #[command(subcommand)]
    pub action: CampaignAction,
}

/// What can be done with a campaign.
#[derive(Debug, Subcommand)]
pub enum CampaignAction {
    /// Write a commented plan to begin with
    Init(CampaignInit),
    /// Say how many jobs a plan has, and how long they take
    Check(CampaignCheck),
    /// Run what is missing of a plan; stop it whenever you like, the same command goes on
    Run(CampaignRun),
    /// Measure the work this machine does in the times of a plan's `calibrate` budgets
    Calibrate(CampaignCalibrate),
    /// Say how far a campaign is
    Status(CampaignStatus),
    /// List the runs of a store
    Runs(CampaignRuns),
    /// Draw the board of a stored run
    Show(CampaignShow),
    /// Tables, tests and figures of the runs of a plan: Markdown, HTML, LaTeX
    Report(CampaignReport),
    /// Write the runs of a store as CSV, JSON lines, Parquet or for IOHanalyzer
    Export(CampaignExport),
    /// Add the runs of other stores to one
    Merge(CampaignMerge),
    /// Repeat a table of a paper and set it beside the paper's; without a name, list them
    Reproduce(CampaignReproduce),
    /// What one algorithm reaches on some puzzles, seed by seed, without writing a plan
    Measure(CampaignMeasure),
    /// Two algorithms against each other until one is better or the difference is negligible
    Duel(CampaignDuel),
    /// Tune parameters with irace: write its files, or answer one of its calls
    Tune(CampaignTune),
}

/// A plan and where its runs are.
#[derive(Clone, Debug, Args)]
pub struct PlanArg {
    /// A plan: a TOML file, or the name of a built-in one (see `campaign reproduce`); to `report` also a
    /// store alone
    pub plan: String,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub store: StoreArg,
}

/// The store of a plan's runs, and which version of the plan.
#[derive(Clone, Debug, Args)]
pub struct StoreArg {
    /// The store of runs [default: NAME.sqlite after the plan's name]
    #[arg(long = "store", value_name = "FILE")]
    pub path: Option<PathBuf>,
    /// The quick version of the plan: fewer seeds, smaller budgets
    #[arg(long)]
    pub quick: bool,
}

/// How runs are made.
#[derive(Clone, Debug, Args)]
pub struct Workers {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub jobs: Jobs,
    /// Run failed jobs again
    #[arg(long)]
    pub retry: bool,
    /// Tell nothing while it works
    #[arg(long)]
    pub quiet: bool,
}

/// Arguments of `campaign init`.
#[derive(Debug, Args)]
pub struct CampaignInit {
    /// The file [default: standard output]
    pub file: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `campaign check`.
#[derive(Debug, Args)]
pub struct CampaignCheck {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub plan: PlanArg,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `campaign run`.
#[derive(Debug, Args)]
pub struct CampaignRun {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub plan: PlanArg,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub workers: Workers,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub engine: OnEngine,
    /// With --on: how long a worker may be silent before its job is given to another; the same for all
    /// campaigns of an engine
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "120s",
        requires = "on")]
    pub lease: Duration,
    /// Make only this share of the runs: part I of N, counted from 0, such as 3/100
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `campaign calibrate`.
#[derive(Debug, Args)]
pub struct CampaignCalibrate {
    /// A plan: a TOML file; what is measured is written beside it, PLAN.calibration.toml
    pub plan: String,
    /// The quick version of the plan
    #[arg(long)]
    pub quick: bool,
    /// Tell nothing while it works
    #[arg(long)]
    pub quiet: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `campaign status`.
#[derive(Debug, Args)]
pub struct CampaignStatus {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub plan: PlanArg,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `campaign report`.
#[derive(Debug, Args)]
pub struct CampaignReport {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub plan: PlanArg,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub pages: Pages,
}

/// How a report is written.
#[derive(Clone, Debug, Args)]
pub struct Pages {
    /// Write report.md, report.html, tables.tex and the figures (SVG and PNG) into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "format")]
    pub out: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value = "markdown")]
    pub format: PageFormat,
    /// Print one JSON object
    #[arg(long, conflicts_with_all = ["out", "format"])]
    pub json: bool,
}

/// How a report is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    /// Tables and tests for a page or a terminal
    Markdown,
    /// One page with its figures
    Html,
    /// Tables for a paper (booktabs)
    Latex,
}

/// Arguments of `campaign export`.
#[derive(Debug, Args)]
pub struct CampaignExport {
    /// The store
    pub store: PathBuf,
    /// What to write
    #[arg(long, value_enum)]
    pub to: ExportFormat,
    /// Write here: a file, or for `ioh` a folder [default: standard output, where it can be]
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Every improvement instead of every run (CSV and Parquet)
    #[arg(long)]
    pub traces: bool,
    /// The pieces of the puzzles too, so that whoever reads the file can judge the boards (JSON lines)
    #[arg(long)]
    pub puzzles: bool,
    /// Print one JSON object that says what was written
    #[arg(long, requires = "out")]
    pub json: bool,
}

/// What runs are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// Comma-separated values
    Csv,
    /// One JSON object a line: all there is; `campaign merge` reads it back
    Jsonl,
    /// Parquet, for pandas, R and DuckDB
    Parquet,
    /// A folder for IOHanalyzer
    Ioh,
}

/// Arguments of `campaign merge`.
#[derive(Debug, Args)]
pub struct CampaignMerge {
    /// The store that gets the runs; made if it is not there
    pub into: PathBuf,
    /// Stores, or files of JSON lines
    #[arg(required = true)]
    pub from: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `campaign reproduce`.
#[derive(Debug, Args)]
pub struct CampaignReproduce {
    /// The table, such as wang-table2
    pub name: Option<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub store: StoreArg,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub workers: Workers,
    /// Run nothing: print what the store holds
    #[arg(long)]
    pub page: bool,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub pages: Pages,
}

/// Arguments of `campaign measure`.
#[derive(Debug, Args)]
#[command(mut_arg("time", |arg| arg.help("Wall time of each run [default: 60s unless --work is given]")))]
#[command(mut_arg("work", |arg| arg.help("Steps of each run")))]
pub struct CampaignMeasure {
    /// The puzzles
    #[arg(value_name = "PUZZLE", required = true)]
    pub puzzles: Vec<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub clues: ClueArgs,
    /// The algorithm
    #[arg(long, value_name = "NAME", default_value = crate::DEFAULT_ALGORITHM)]
    pub with: String,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub settings: Settings,
    /// The seeds, such as 1-10, 1-5,8 or 10-300/10 for every tenth
    #[arg(long, value_name = "SEEDS", default_value = "1-10")]
    pub seeds: Seeds,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub limits: Limits,
    /// End a run at this score
    #[arg(long, value_name = "SCORE")]
    pub target: Option<u32>,
    /// Threads of each run
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Earlier times whose scores are told, too, such as 10s,30s
    #[arg(long, value_name = "TIMES", value_delimiter = ',', value_parser = humantime::parse_duration)]
    pub at: Vec<Duration>,
    /// Keep the runs in this store, and do not make again those it holds
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub workers: Workers,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `campaign duel`.
#[derive(Debug, Args)]
#[command(mut_arg("time", |arg| arg.help("Wall time of each run").required_unless_present("work")))]
#[command(mut_arg("work", |arg| arg.help("Steps of each run")))]
pub struct CampaignDuel {
    /// An algorithm, with its parameters if need be: "tabu length=100"
    pub first: String,
    /// The other
    pub second: String,
    /// The puzzles; each game is on one of them, drawn by its seed
    #[arg(long, value_name = "PUZZLE", num_args = 1.., default_value = crate::DEFAULT_PUZZLE)]
    pub on: Vec<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub limits: Limits,
    /// The confidence with which it decides
    #[arg(long, value_name = "SHARE", default_value = "0.95")]
    pub level: f64,
    /// A difference is negligible if the better one wins fewer than half plus this share of the
    /// games, a draw being half a win
    #[arg(long, value_name = "SHARE", default_value = "0.06")]
    pub negligible: f64,
    /// The most games
    #[arg(long, value_name = "N", default_value = "2000")]
    pub most: u32,
    /// The first seed; each game has the next
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Keep the runs in this store, and do not make again those it holds
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub jobs: Jobs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `campaign tune`.
#[derive(Debug, Args)]
pub struct CampaignTune {
    /// What to do.
    #[command(subcommand)]
    pub action: TuneAction,
}

/// The two sides of irace.
#[derive(Debug, Subcommand)]
pub enum TuneAction {
    /// Write parameters.txt, scenario.txt, instances.txt and target-runner for an algorithm
    Scenario {
        /// The algorithm
        algorithm: String,
        /// The puzzles to tune on
        #[arg(long, value_name = "PUZZLE", num_args = 1.., required = true)]
        on: Vec<String>,
        /// Steps of each run
        #[arg(long, value_name = "N")]
        work: u64,
        /// How many runs irace may make
        #[arg(long, value_name = "N", default_value = "1000")]
        runs: u32,
        /// Only these parameters
        #[arg(long, value_name = "NAMES", value_delimiter = ',')]
        only: Vec<String>,
        /// The folder; it must be empty or not there
        #[arg(long, value_name = "FOLDER", default_value = "tune")]
        out: PathBuf,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// What irace calls: CONFIGURATION INSTANCE-ID SEED PUZZLE [--KEY VALUE]...; prints the cost
    Run {
        /// The algorithm
        #[arg(long)]
        with: String,
        /// Steps of the run
        #[arg(long, value_name = "N")]
        work: u64,
        /// The number of the configuration
        configuration: String,
        /// The number of the instance
        instance: String,
        /// The seed
        seed: u64,
        /// The puzzle
        puzzle: String,
        /// The parameters
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        parameters: Vec<String>,
    },
}
