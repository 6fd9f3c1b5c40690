//! The marquetry command as a library. What was typed becomes values of the domain in [`commands`];
//! all below knows nothing of the command line.
//!
//! The command line:
//! - [`args`]: what can be typed, and the words of `--help`
//! - [`commands`]: one file or folder for each verb
//!
//! What the verbs are made of:
//! - [`campaign`]: the laboratory, from a plan to jobs, runs, the store, reports and exports
//! - [`archive`]: the folder of a hunt, which loses no board
//! - [`studio`]: the page in the browser and the server behind it
//! - [`observe`]: the observers of a run: terminal, log, best board on disk
//! - [`statistics`]: the tests a referee asks for
//! - [`plots`]: the figures of a laboratory
//!
//! Where it touches the machine:
//! - [`load`]: puzzles and boards from files, links and names
//! - [`shelf`]: built-in and added puzzles, by name
//! - [`output`]: reading and writing, bounded and atomic
//! - [`forms`]: what a puzzle or a board can be written as, by name
//! - [`wish`]: a puzzle to be made, as people ask for it
//! - [`png`]: pictures as PNG
//! - [`terminal`]: the room, colours and characters of the terminal
//! - [`interrupt`]: the first Ctrl-C, and the second
//!
//! The map of both crates, and the walk of a board through them, is `docs/architecture.md`.

pub mod archive;
pub mod args;
pub mod campaign;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod commands;
pub mod forms;
pub mod interrupt;
pub mod load;
pub mod observe;
pub mod output;
pub mod plots;
pub mod png;
pub mod shelf;
pub mod statistics;
pub mod studio;
pub mod terminal;
pub mod wish;

use std::time::Duration;

/// The puzzle solved when none is named.
pub const DEFAULT_PUZZLE: &str = "twin-16x16";
/// The algorithm used when none is named.
pub const DEFAULT_ALGORITHM: &str = "portfolio";
/// How long a run takes when neither time nor work is named.
pub const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// A seed for those who do not care, short enough to type again.
#[must_use]
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id()) % 1_000_000
}

/// As many threads as there are cores.
#[must_use]
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
