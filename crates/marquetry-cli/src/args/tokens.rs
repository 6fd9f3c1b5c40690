//! The arguments of `tokens`.

use super::Drawing;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `tokens`.
#[derive(Debug, Args)]
pub struct Tokens {
    /// What to do.
    #[command(subcommand)]
    pub action: TokensAction,
}

/// What can be done with token puzzles.
#[derive(Debug, Subcommand)]
pub enum TokensAction {
    /// Remove tokens so that every row and column keeps an even number
    Solve(TokensSolve),
    /// Say whether a puzzle has a solution, and why if it has none
    Feasible(TokensFeasible),
    /// Count the solutions exactly
    Count(TokensCount),
    /// Write a puzzle as a formula for SAT solvers, in the DIMACS format
    Formula(TokensFormula),
    /// Judge a grid: tokens, odd rows, odd columns
    Check(TokensCheck),
    /// Draw a grid in the terminal, as SVG or as PNG
    Show(TokensShow),
    /// Make a grid with tokens removed at random, or a random solution
    Generate(TokensGenerate),
    /// The algorithms and their parameters
    Algorithms(super::Algorithms),
}

/// A token puzzle.
#[derive(Clone, Copy, Debug, Args)]
pub struct TokensPuzzle {
    /// The side of the grid, or columns x rows such as 5x3 (the same as --n)
    #[arg(value_name = "N", value_parser = sides, conflicts_with = "n", required_unless_present = "n")]
    pub given_n: Option<(usize, usize)>,
    /// How many tokens to remove (the same as --remove)
    #[arg(value_name = "M", conflicts_with = "remove", required_unless_present = "remove")]
    pub given_remove: Option<usize>,
    /// The side of the grid, or columns x rows such as 5x3
    #[arg(long, value_name = "N", value_parser = sides)]
    pub n: Option<(usize, usize)>,
    /// How many tokens to remove
    #[arg(long, value_name = "M")]
    pub remove: Option<usize>,
}

/// Arguments of `tokens solve`.
#[derive(Debug, Args)]
pub struct TokensSolve {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: TokensPuzzle,
    /// The algorithm (see `marquetry tokens algorithms`)
    #[arg(long, value_name = "NAME", default_value = "exact")]
    pub with: String,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub effort: super::Effort,
    /// A grid to go on from, with an algorithm that does (see `marquetry tokens algorithms`)
    #[arg(long, value_name = "GRID")]
    pub from: Option<String>,
    /// Save the best grid here, as its name says: .txt, .json, .svg or .png; a better one that is
    /// there stays
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace whatever FILE holds, a better grid too
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Say nothing while running
    #[arg(long, short)]
    pub quiet: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `tokens feasible`.
#[derive(Debug, Args)]
pub struct TokensFeasible {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: TokensPuzzle,
    /// Try every grid as well, and say if the answers differ (small grids)
    #[arg(long)]
    pub brute: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `tokens count`.
#[derive(Debug, Args)]
pub struct TokensCount {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: TokensPuzzle,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `tokens formula`.
#[derive(Debug, Args)]
pub struct TokensFormula {
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub puzzle: TokensPuzzle,
    /// Write the formula here instead of printing it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `tokens check`.
#[derive(Debug, Args)]
pub struct TokensCheck {
    /// The grid: a file of rows of 0 and 1, our JSON, or `-`
    pub grid: String,
    /// How many tokens must have been removed
    #[arg(long, value_name = "M")]
    pub remove: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `tokens show`.
#[derive(Debug, Args)]
#[command(mut_arg("cell", |arg| arg.help("Pixels per cell of a picture [default: what suits the grid]")))]
pub struct TokensShow {
    /// The grid: a file of rows of 0 and 1, our JSON, or `-`
    pub grid: String,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub drawing: Drawing,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `tokens generate`.
#[derive(Debug, Args)]
pub struct TokensGenerate {
    /// The side of the grid, or columns x rows such as 5x3
    #[arg(value_name = "N", value_parser = sides)]
    pub n: (usize, usize),
    /// How many tokens to remove [default: drawn among those that leave a solution]
    #[arg(long, value_name = "M")]
    pub remove: Option<usize>,
    /// Make a solution, every one equally likely up to 128x128
    #[arg(long)]
    pub solved: bool,
    /// Seed [default: drawn and printed]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Write the grid here, as its name says (.txt, .json, .svg, .png), instead of printing it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Columns and rows: `5x3`, or one number for a square.
fn sides(text: &str) -> Result<(usize, usize), String> {
    match text.trim().parse() {
        Ok(n) => Ok((n, n)),
        Err(_) => super::size(text).map_err(|_| {
            format!("expected a side such as 10 or columns x rows such as 5x3, found {text:?}")
        }),
    }
}
