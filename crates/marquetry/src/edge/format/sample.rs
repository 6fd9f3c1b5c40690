//! Puzzles for the tests of the formats, with their perfect boards.

use crate::edge::generate::{Made, Recipe};
use crate::edge::{Board, Frame, Puzzle};

/// A framed puzzle with colours 1 to `colours`.
pub(super) fn planted(seed: u64, width: usize, height: usize, colours: usize) -> (Puzzle, Board) {
    make(seed, width, height, colours, Frame::Grey, false)
}

/// An open puzzle with colours 1 to `colours`.
pub(super) fn open(seed: u64, width: usize, height: usize, colours: usize) -> (Puzzle, Board) {
    make(seed, width, height, colours, Frame::Open, false)
}

/// Any puzzle, without a name.
pub(super) fn make(
    seed: u64,
    width: usize,
    height: usize,
    colours: usize,
    frame: Frame,
    signed: bool,
) -> (Puzzle, Board) {
    let recipe = Recipe { signed, ..Recipe::random(width, height, frame, colours, seed) };
    let Made { puzzle, solution } = recipe.make().unwrap();
    (puzzle.with_name(""), solution)
}
