//! The JSON of eii-puzzles: clues are given by their sides as they lie.

use super::{check_size, frame_of, parse, pieces};
use crate::edge::format::{Content, Format, FormatError, Reading};
use crate::edge::{Clue, Colour, Placed, Puzzle};
use serde::Deserialize;

#[derive(Deserialize)]
struct EiiPuzzle {
    #[serde(default)]
    name: String,
    rows: usize,
    cols: usize,
    tiles: Vec<[Colour; 4]>,
    #[serde(default)]
    placed: Vec<Tile>,
}

#[derive(Deserialize)]
struct Tile {
    row: usize,
    col: usize,
    tile: [Colour; 4],
}

pub(super) fn read(text: &str) -> Result<Reading, FormatError> {
    let file: EiiPuzzle = parse(text)?;
    check_size(file.cols, file.rows)?;
    let pieces = pieces(file.tiles);
    let frame = frame_of(&pieces);
    let puzzle = Puzzle::new(file.name, file.cols, file.rows, frame, pieces)?;
    let (clues, repeated) = clues(&puzzle, &file.placed)?;
    let notes = match repeated {
        0 => Vec::new(),
        _ => vec![format!("clues given more than once: {repeated}")],
    };
    let content = Content::Puzzle(puzzle.with_clues(clues)?);
    Ok(Reading { format: Format::EiiPuzzles, content, notes })
}

/// The clues, and how many were repetitions: on small boards the generator's five coincide.
fn clues(puzzle: &Puzzle, tiles: &[Tile]) -> Result<(Vec<Clue>, usize), FormatError> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let mut used = vec![false; puzzle.size()];
    let mut laid: Vec<Option<[Colour; 4]>> = vec![None; puzzle.size()];
    let mut clues = Vec::new();
    for &Tile { row, col, tile } in tiles {
        if row >= height || col >= width {
            let expected = format!("a placed tile on the {width}x{height} board");
            return Err(FormatError::whole(expected, format!("row {row}, column {col}")));
        }
        let cell = row * width + col;
        match laid[cell].replace(tile) {
            Some(before) if before == tile => continue,
            Some(_) => {
                let expected = format!("one tile at row {row}, column {col}");
                return Err(FormatError::whole(expected, "two different ones"));
            }
            None => {}
        }
        let placed = (0..puzzle.size())
            .filter(|&piece| !used[piece])
            .flat_map(|piece| (0..4).map(move |turn| Placed::new(piece, turn)))
            .find(|&placed| puzzle.sides(placed) == tile);
        let placed = placed.ok_or_else(|| {
            let [north, east, south, west] = tile;
            let expected = format!("one of the tiles at row {row}, column {col}");
            FormatError::whole(expected, format!("sides {north} {east} {south} {west}"))
        })?;
        used[placed.piece()] = true;
        clues.push(Clue { cell, placed });
    }
    let repeated = tiles.len() - clues.len();
    Ok((clues, repeated))
}
