//! Arguments of `show`, and how a board is drawn.

use super::{Drawing, PuzzleArg};
use clap::Args;

/// Arguments of `show`.
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: PuzzleArg,
    /// The board: a file, one line of it as FILE:LINE, `-`, a link or a board line; without it the
    /// pieces are laid apart. A board file that names a puzzle of the shelf can stand alone
    pub board: Option<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub picture: Picture,
}

/// Arguments of `hint`.
#[derive(Debug, Args)]
pub struct Hint {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: PuzzleArg,
    /// The board, as for `show` [default: an empty one]
    pub board: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// How a board is drawn.
#[derive(Clone, Debug, Args)]
pub struct Picture {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub drawing: Drawing,
    /// Mark the piece numbers
    #[arg(long)]
    pub numbers: bool,
    /// One line a row instead of the full board
    #[arg(long)]
    pub compact: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Picture {
    /// Whether it is drawn in the terminal.
    #[must_use]
    pub fn is_text(&self) -> bool {
        !self.json && !self.drawing.pictures.any()
    }
}
