//! Playing by hand.

use marquetry::edge::BoardLine;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A board of a puzzle.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct BoardRequest {
    pub puzzle: String,
    #[cfg_attr(test, ts(type = "Cells"))]
    pub cells: BoardLine,
}

/// What the judge says of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct JudgeAnswer {
    pub score: u32,
    pub joins: u32,
    pub perfect: bool,
    pub valid: bool,
    /// Pieces not on the board.
    pub left: usize,
    /// In words; missing pieces are not listed.
    pub faults: Vec<String>,
    /// Pairs of cells whose join does not match.
    pub breaks: Vec<(usize, usize)>,
    /// Empty cells on which nothing fits.
    pub dead: Vec<usize>,
}

/// Asks what fits on a cell, or where a piece fits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct FitsRequest {
    pub puzzle: String,
    #[cfg_attr(test, ts(type = "Cells"))]
    pub cells: BoardLine,
    pub cell: Option<usize>,
    pub piece: Option<usize>,
}

/// What fits.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FitsAnswer {
    /// Piece and turn for the cell.
    pub pieces: Vec<(usize, u8)>,
    /// Cell and turn for the piece.
    pub cells: Vec<(usize, u8)>,
}

/// What to lay next, and why.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HintAnswer {
    pub cell: Option<usize>,
    pub piece: Option<usize>,
    pub turn: Option<u8>,
    pub says: String,
}

/// What lies on a cell: piece and turn.
type Lain = Option<(usize, u8)>;

/// A game as it was left.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct PlayState {
    /// One more than that of the state it was made from; the server answers 409 to an old one.
    pub revision: u32,
    #[cfg_attr(test, ts(type = "Cells"))]
    pub cells: BoardLine,
    pub locked: Vec<usize>,
    #[cfg_attr(test, ts(type = "Change[]"))]
    pub past: Vec<Vec<(usize, Lain, Lain)>>,
    #[cfg_attr(test, ts(type = "Change[]"))]
    pub ahead: Vec<Vec<(usize, Lain, Lain)>>,
    pub seconds: f64,
    pub hinted: bool,
}

/// What a board can be made into.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(TS))]
pub enum Exported {
    Svg,
    Png,
    Board,
    Grid,
    Line,
    Link,
    Puzzle,
}

/// A board to be made into something.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct ExportRequest {
    pub puzzle: String,
    #[cfg_attr(test, ts(type = "Cells"))]
    pub cells: BoardLine,
    pub r#as: Exported,
}
