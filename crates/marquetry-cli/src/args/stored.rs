//! Arguments of the commands that look at single runs of a store.

use super::{ClueArgs, Picture};
use clap::Args;
use std::path::PathBuf;

/// Arguments of `campaign show`.
#[derive(Debug, Args)]
pub struct CampaignShow {
    /// The store, or a file of JSON lines
    pub store: PathBuf,
    /// The job: its name as `campaign runs` lists it, or as much of its beginning as tells it apart
    pub job: String,
    /// The puzzle, where the store does not hold its pieces [default: that of its name on the shelf]
    #[arg(long, value_name = "PUZZLE", conflicts_with = "plan")]
    pub puzzle: Option<String>,
    /// The plan that the run belongs to, where the store does not hold the pieces: it knows them
    #[arg(long, value_name = "PLAN")]
    pub plan: Option<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub clues: ClueArgs,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub picture: Picture,
}

/// Arguments of `campaign runs`.
#[derive(Debug, Args)]
pub struct CampaignRuns {
    /// The store, or a file of JSON lines
    pub store: PathBuf,
    /// Print one JSON object a line: all there is of a run but its improvements
    #[arg(long)]
    pub json: bool,
}
