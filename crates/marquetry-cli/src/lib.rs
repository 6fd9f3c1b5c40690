//! The marquetry command as a library: arguments, commands, observers, the puzzle shelf.

pub mod archive;
pub mod args;
pub mod campaign;
pub mod commands;
pub mod interrupt;
pub mod load;
pub mod observe;
pub mod output;
pub mod plots;
pub mod png;
pub mod shelf;
pub mod statistics;

/// The puzzle solved when none is named.
pub const DEFAULT_PUZZLE: &str = "twin-16x16";
/// The algorithm used when none is named.
pub const DEFAULT_ALGORITHM: &str = "portfolio";
