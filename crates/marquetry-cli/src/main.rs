//! The `marquetry` command.

use clap::Parser;
use marquetry_cli::args::Cli;
use marquetry_cli::commands::{self, Done};
use marquetry_cli::output;
use std::process::ExitCode;

fn main() -> ExitCode {
    match commands::run(Cli::parse()) {
        Ok(Done::Yes) => ExitCode::SUCCESS,
        Ok(Done::No) => ExitCode::from(1),
        // The reader has seen enough: `marquetry ... | head` is not an error.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            ExitCode::from(2)
        }
    }
}
