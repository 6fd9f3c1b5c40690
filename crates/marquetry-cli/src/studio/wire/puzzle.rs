//! Puzzles and algorithms.

use marquetry::edge::{BoardLine, Colour};
use marquetry::search::Parameters;
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

/// A clue, its piece numbered from 1.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ClueView {
    pub cell: usize,
    pub piece: usize,
    pub turn: u8,
}

/// Where a puzzle lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(TS))]
pub enum Place {
    /// Built in.
    Builtin,
    /// On the shelf, added by the user.
    Yours,
    /// Kept because it was opened.
    Kept,
}

/// What a list says of a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleSummary {
    /// How the server knows it: a name on the shelf, or `~` and a fingerprint.
    pub key: String,
    pub name: String,
    pub width: usize,
    pub height: usize,
    pub framed: bool,
    pub signed: bool,
    pub colours: usize,
    pub clues: usize,
    pub joins: u32,
    pub about: String,
    pub place: Place,
}

/// A whole puzzle.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleView {
    pub summary: PuzzleSummary,
    pub fingerprint: String,
    /// Sides north, east, south, west of every piece; 0 is grey.
    #[cfg_attr(test, ts(type = "number[][]"))]
    pub pieces: Vec<[Colour; 4]>,
    /// The kind of every piece: corner, border, inner, bridge, end, lone.
    pub kinds: Vec<String>,
    pub clues: Vec<ClueView>,
}

/// A shape on the sides of pieces.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Motif {
    pub name: String,
    pub path: String,
}

/// How a colour is drawn: the motif's index (-1: none), ground and tint, filled or outlined.
pub type Emblem = (i32, String, String, bool);

/// What the page needs to know first.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct About {
    pub version: String,
    pub cores: usize,
    pub motifs: Vec<Motif>,
    /// By colour, 0 to 250.
    pub plain: Vec<Emblem>,
    /// The same in signed puzzles.
    pub signed: Vec<Emblem>,
}

/// An algorithm of the catalogue.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct AlgorithmInfo {
    pub name: String,
    pub about: String,
    pub source: String,
    /// What one step is.
    pub step: String,
    /// The parameter that is its number of parallel children.
    pub children: Option<String>,
    /// Whether it goes on from a given board.
    pub resumes: bool,
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub defaults: Value,
    /// JSON schema of the parameters, with descriptions.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub schema: Value,
    /// Parameter sets that the conformance suite plays.
    #[cfg_attr(test, ts(type = "Record<string, unknown>[]"))]
    pub trials: Vec<Parameters>,
}

/// Something pasted or dropped.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct ReadRequest {
    pub text: String,
    /// The name of its file.
    pub name: Option<String>,
    /// The puzzle that a board belongs to.
    pub puzzle: Option<String>,
}

/// What it was.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReadAnswer {
    /// The format that was found out.
    pub format: String,
    pub puzzle: PuzzleView,
    /// The puzzle as our own file, to be kept by POST /api/puzzles.
    pub text: String,
    #[cfg_attr(test, ts(type = "Cells | null"))]
    pub board: Option<BoardLine>,
    pub notes: Vec<String>,
}

/// A puzzle to be kept: on the shelf if it is named, else by its fingerprint.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct KeepRequest {
    pub text: String,
    pub name: Option<String>,
    pub replace: bool,
}
