//! `tokens`: Casse-tête, the token puzzle.

mod formula;
mod generate;
mod grid;
mod solve;
mod theory;

use super::{Done, algorithms};
use crate::args::{TokensAction, TokensPuzzle};
use crate::{output, png};
use anyhow::{Context, Result, bail};
use marquetry::draw;
use marquetry::tokens::{self, Grid, Puzzle};
use std::path::Path;

/// The longest file of a grid: the largest there is, as JSON.
const MOST_BYTES: usize = 128 << 20;
/// The longest side of a grid that is drawn.
const MOST_DRAWN: usize = 512;

pub(super) fn tokens(action: &TokensAction) -> Result<Done> {
    match action {
        TokensAction::Solve(args) => solve::solve(args),
        TokensAction::Feasible(args) => theory::feasible(args),
        TokensAction::Count(args) => theory::count(args),
        TokensAction::Formula(args) => formula::formula(args),
        TokensAction::Check(args) => grid::check(args),
        TokensAction::Show(args) => grid::show(args),
        TokensAction::Generate(args) => generate::generate(args),
        TokensAction::Algorithms(args) => {
            let entry = args.name.as_deref().map(tokens::find).transpose()?;
            algorithms::list(entry, tokens::catalogue(), args.json)
        }
    }
}

/// The puzzle that was typed.
fn puzzle(args: &TokensPuzzle) -> Result<Puzzle> {
    let sides = args.n.or(args.given_n).context("--n is missing: the side of the grid")?;
    let remove = args.remove.or(args.given_remove);
    let remove = remove.context("--remove is missing: how many tokens to remove")?;
    Ok(Puzzle::new(sides.1, sides.0, remove)?)
}

/// The size of a grid as it is typed.
fn size(rows: usize, columns: usize) -> String {
    format!("{columns}x{rows}")
}

/// The side of a square.
fn side(puzzle: &Puzzle) -> Option<usize> {
    (puzzle.rows() == puzzle.columns()).then_some(puzzle.rows())
}

fn read(spec: &str) -> Result<Grid> {
    let bytes = output::read_at_most(spec, MOST_BYTES)?;
    let text = std::str::from_utf8(&bytes).with_context(|| format!("{spec} is not text"))?;
    text.parse().with_context(|| format!("{spec} is not a grid"))
}

/// How a grid is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Svg,
    Png,
}

impl Form {
    /// The form a file's name asks for, if a grid of this size can have it.
    fn of(path: &Path, puzzle: &Puzzle) -> Result<Self> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let form = match extension.map(str::to_lowercase).as_deref() {
            Some("txt") => Self::Text,
            Some("json") => Self::Json,
            Some("svg") => Self::Svg,
            Some("png") => Self::Png,
            None if !output::is_file_to_be(path) => Self::Text,
            _ => bail!("{}: expected a name in .txt, .json, .svg or .png", path.display()),
        };
        if matches!(form, Self::Svg | Self::Png) {
            check_size(puzzle.rows(), puzzle.columns())?;
        }
        Ok(form)
    }

    /// A grid in this form.
    fn bytes(self, grid: &Grid) -> Result<Vec<u8>> {
        Ok(match self {
            Self::Text => format!("{grid}\n").into_bytes(),
            Self::Json => format!("{}\n", grid.to_json()).into_bytes(),
            Self::Svg => svg(grid, None)?.into_bytes(),
            Self::Png => png::render(&svg(grid, None)?)?,
        })
    }
}

/// Makes sure that a grid can be drawn.
fn check_size(rows: usize, columns: usize) -> Result<()> {
    if rows.max(columns) > MOST_DRAWN {
        let size = size(rows, columns);
        bail!("a grid of {size}, expected at most {MOST_DRAWN} columns and rows for a picture");
    }
    Ok(())
}

/// A picture with cells of this size, or as large as suits the grid.
pub(super) fn svg(grid: &Grid, cell: Option<u32>) -> Result<String> {
    check_size(grid.rows(), grid.columns())?;
    let longest = grid.rows().max(grid.columns()) as u32;
    let fitting = (960 / (longest + 2)).clamp(8, 64);
    Ok(draw::grid_svg(grid, cell.unwrap_or(fitting)))
}
