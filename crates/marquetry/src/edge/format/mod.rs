//! Files and links: every format the community exchanges, read without being told which.

use super::{Colour, Puzzle};
use crate::search::Score;
use thiserror::Error;

/// The longest input that is looked at. The largest honest file is far below it.
pub const MAX_BYTES: usize = 4 << 20;

/// A syntax for puzzles, boards or clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Our own puzzle file.
    MarquetryPuzzle,
    /// Our own board file.
    MarquetryBoard,
    /// One piece a line, four colours (e2pieces.txt, META 2010, Owen).
    Pieces,
    /// `piece col row turn`, 1-based (e2hints.txt).
    Hints,
    /// A link to the e2.bucas.name viewer.
    BucasLink,
    /// A link to the eternity2.dev viewer.
    DevLink,
    /// The puzzle JSON of eternity2.dev.
    PuzzleJson,
    /// The board JSON of eternity2.dev.
    BoardDoc,
    /// The JSON of eii-puzzles.
    EiiPuzzles,
    /// Puzzle JSON with numbered pieces, rows and columns.
    AnnotatedJson,
    /// CSV of sixteen-bit binary words.
    BinaryCsv,
    /// `NNN/R` per cell.
    Grid,
    /// `.puz` files.
    Puz,
    /// `.sol` files.
    Sol,
    /// Eternity II Editor quads.
    Quads,
    /// META 2010 solution: `piece turn` per line.
    MetaSolution,
}

/// What was read, and what had to be assumed to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The syntax that was recognised.
    pub format: Format,
    /// What it held.
    pub content: Content,
    /// Assumptions and findings worth telling: order of sides, numbering, turn sense.
    pub notes: Vec<String>,
}

/// What an input held.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A whole puzzle.
    Puzzle(Puzzle),
    /// A board, not yet tied to a puzzle.
    Board(LooseBoard),
    /// Clues for a puzzle that is to be named.
    Clues(Vec<LooseClue>),
}

/// A board as a file gives it: cells by piece number, by sides, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LooseBoard {
    /// What the file calls it.
    pub name: Option<String>,
    /// Number of columns; `None` if the file does not say (META solutions).
    pub size: Option<(usize, usize)>,
    /// Row by row; `None` is an empty cell.
    pub cells: Vec<Option<LooseCell>>,
    /// Cells the file marks as imposed.
    pub clues: Vec<usize>,
    /// The score the file claims.
    pub claimed: Option<Score>,
    /// How turns are counted, if the format says.
    pub sense: Option<Sense>,
}

/// One cell of a [`LooseBoard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LooseCell {
    /// The piece and its turn, numbered from 0, if the file gives them.
    pub placed: Option<(usize, u8)>,
    /// The piece's number alone, from 0, where the file gives no turn.
    pub piece: Option<usize>,
    /// The sides as they lie, clockwise from north, if the file gives them.
    pub sides: Option<[Colour; 4]>,
}

/// A clue as a hints file gives it, all numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LooseClue {
    /// The piece.
    pub piece: usize,
    /// The row.
    pub row: usize,
    /// The column.
    pub col: usize,
    /// Quarter turns, in a sense still to be found out.
    pub turn: u8,
}

/// The sense in which turns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// As we count them.
    Clockwise,
    /// The other way.
    Anticlockwise,
}

/// Why an input cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}expected {expected}, found {found}", .line.map(|l| format!("line {l}: ")).unwrap_or_default())]
pub struct FormatError {
    /// The line, from 1, where it matters.
    pub line: Option<usize>,
    /// What should have been there.
    pub expected: String,
    /// What was there instead.
    pub found: String,
}

impl FormatError {
    /// An error at a line.
    pub fn at(line: usize, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::whole(expected, found) }
    }

    /// An error of the whole input.
    pub fn whole(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { line: None, expected: expected.into(), found: found.into() }
    }
}
