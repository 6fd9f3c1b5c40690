//! Arguments of what runs on more than one machine.

use super::Jobs;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// An engine that a command may use.
#[derive(Clone, Debug, Default, Args)]
pub struct OnEngine {
    /// Work with others through the engine at this address, such as tls://host:4222
    #[arg(long, value_name = "URL")]
    pub on: Option<String>,
    /// The file of credentials the engine asks for
    #[arg(long, value_name = "FILE", requires = "on")]
    pub creds: Option<PathBuf>,
}

/// Arguments of `worker`.
#[derive(Debug, Args)]
pub struct Worker {
    /// The engine, such as tls://host:4222
    #[arg(value_name = "URL")]
    pub engine: String,
    /// The file of credentials the engine asks for
    #[arg(long, value_name = "FILE")]
    pub creds: Option<PathBuf>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub jobs: Jobs,
    /// What the keeper's overview calls it [default: this machine's name and the process]
    #[arg(long)]
    pub name: Option<String>,
    /// Leave after so long without a job, such as 10m [default: never]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub idle: Option<Duration>,
    /// Say nothing while working
    #[arg(long, short)]
    pub quiet: bool,
    /// Print one JSON object in the end
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `engine`.
#[derive(Debug, Args)]
pub struct Engine {
    /// What to do.
    #[command(subcommand)]
    pub action: EngineAction,
}

/// What can be done for an engine.
#[derive(Debug, Subcommand)]
pub enum EngineAction {
    /// Write what a nats-server needs: configuration with synced writes, certificates, and a file of
    /// credentials for each role. Called again, it adds what is missing
    Init(EngineInit),
}

/// Arguments of `engine init`.
#[derive(Debug, Args)]
pub struct EngineInit {
    /// The folder; the server keeps its streams there, too
    pub folder: PathBuf,
    /// A name or number by which other machines reach this one; may be repeated
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// The port
    #[arg(long, value_name = "N", default_value = "4222")]
    pub port: u16,
    /// A puzzle to hunt together: makes the credentials of its hunters; may be repeated
    #[arg(long, value_name = "PUZZLE")]
    pub hunt: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
