//! One file per verb.

mod algorithms;
mod analyse;
mod bench;
mod board_run;
mod campaign;
mod check;
mod convert;
mod count;
mod doctor;
#[cfg(feature = "cluster")]
mod engine;
mod estimate;
mod exact;
mod generate;
mod hint;
mod hunt;
mod outfile;
mod prove;
mod puzzles;
mod replay;
mod run_report;
mod show;
mod solve;
mod studio;
mod tokens;
mod typed;
#[cfg(feature = "cluster")]
mod worker;

use crate::args::{Cli, Command};
use crate::output;
use anyhow::{Context, Result};
use clap::CommandFactory;
use serde_json::json;

/// Whether what was asked for came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Yes: exit code 0.
    Yes,
    /// No, though nothing went wrong: no perfect board, a check failed. Exit code 1.
    No,
}

impl From<bool> for Done {
    fn from(done: bool) -> Self {
        if done { Self::Yes } else { Self::No }
    }
}

/// Does what was typed.
///
/// # Errors
/// Anything that keeps the command from finishing.
pub fn run(cli: Cli) -> Result<Done> {
    match cli.command {
        None => solve::tour(),
        Some(Command::Solve(args)) => solve::solve(&args),
        Some(Command::Hunt(args)) => hunt::hunt(&args),
        Some(Command::Meta(args)) => solve::meta(&args),
        Some(Command::Count(args)) => count::count(&args),
        Some(Command::Estimate(args)) => estimate::estimate(&args),
        Some(Command::Prove(args)) => prove::prove(&args),
        Some(Command::Show(args)) => show::show(&args),
        Some(Command::Hint(args)) => hint::hint(&args),
        Some(Command::Check(args)) => check::check(&args),
        Some(Command::Generate(args)) => generate::generate(&args),
        Some(Command::Analyse(args)) => analyse::analyse(&args),
        Some(Command::Convert(args)) => convert::convert(&args),
        Some(Command::Puzzles(args)) => puzzles::puzzles(args.action),
        Some(Command::Algorithms(args)) => algorithms::algorithms(&args),
        Some(Command::Tokens(args)) => tokens::tokens(&args.action),
        Some(Command::Campaign(args)) => campaign::campaign(&args.action),
        #[cfg(feature = "cluster")]
        Some(Command::Worker(args)) => worker::worker(&args),
        #[cfg(feature = "cluster")]
        Some(Command::Engine(args)) => engine::engine(&args.action),
        Some(Command::Studio(args)) => studio::studio(&args),
        Some(Command::Doctor(args)) => doctor::doctor(&args),
        Some(Command::Bench(args)) => bench::bench(&args),
        Some(Command::Replay(args)) => replay::replay(&args),
        Some(Command::Completions { shell, json }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "marquetry", &mut script);
            let script = String::from_utf8_lossy(&script);
            match json {
                true => output::print_json(&json!({"shell": shell.to_string(), "script": script}))?,
                false => output::print_data(&script)?,
            }
            Ok(Done::Yes)
        }
        Some(Command::Man { folder, json }) => {
            clap_mangen::generate_to(Cli::command(), &folder)
                .with_context(|| format!("cannot write man pages into {}", folder.display()))?;
            match json {
                true => output::print_json(&json!({"folder": folder}))?,
                false => output::wrote(&folder.join("marquetry.1")),
            }
            Ok(Done::Yes)
        }
    }
}

/// A table without lines, for people.
fn table(header: &[&str]) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING).set_header(header.iter().copied());
    table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
    table
}
