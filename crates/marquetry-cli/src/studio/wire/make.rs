//! Making puzzles.

use super::PuzzleView;
use marquetry::edge::BoardLine;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// What a recipe starts from.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(TS))]
pub enum Preset {
    Easy,
    Medium,
    Hard,
    Extreme,
    Hardest,
    Eternity,
}

/// A recipe: a preset and what is changed of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct MakeRequest {
    pub width: usize,
    pub height: usize,
    pub framed: bool,
    pub preset: Preset,
    pub colours: Option<usize>,
    pub frame_colours: Option<usize>,
    pub inner_colours: Option<usize>,
    pub clues: Option<usize>,
    pub even: Option<bool>,
    pub distinct: Option<bool>,
    pub asymmetric: Option<bool>,
    pub signed: bool,
    /// A number, or null for a fresh one.
    pub seed: Option<String>,
}

/// The puzzle made, and what can be said of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MakeAnswer {
    pub puzzle: PuzzleView,
    /// The puzzle as our own file.
    pub text: String,
    #[cfg_attr(test, ts(type = "Cells"))]
    pub solution: BoardLine,
    /// The recipe in words.
    pub recipe: String,
    pub seed: String,
    /// What the preset came to.
    pub colours: Option<usize>,
    pub frame_colours: Option<usize>,
    pub inner_colours: Option<usize>,
    pub clues: usize,
    pub even: bool,
    pub distinct: bool,
    pub asymmetric: bool,
    /// Hardness in words.
    pub hardness: String,
    /// Perfect boards expected by chance.
    pub expected: String,
    pub combinations: String,
    /// The same as a command line.
    pub command: String,
}

/// A puzzle, as our own file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub struct UniqueRequest {
    pub text: String,
}

/// How many perfect boards there are.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(TS))]
pub enum Uniqueness {
    Unique,
    Several,
    None,
    Unknown,
}

/// What the exact search says.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct UniqueAnswer {
    pub answer: Uniqueness,
    pub says: String,
}
