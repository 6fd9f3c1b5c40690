//! The pieces of a puzzle laid apart, as text.

use super::Ink;
use super::ink::{Spot, write_spots};
use super::scene::Scene;
use super::text::{COLUMNS, letters, tile};
use crate::edge::{Board, Placed, Puzzle};

/// Columns between two pieces.
const APART: usize = 3;

/// Draws the pieces by number, in the colours and letters of boards, on lines of so many columns.
#[must_use]
pub fn pieces_text(puzzle: &Puzzle, ink: Ink, columns: usize) -> String {
    let digits = puzzle.size().to_string().len();
    let draw = |piece: usize| match ink {
        Ink::Plain => cross(puzzle, piece, digits),
        _ => numbered(puzzle, piece, digits, ink),
    };
    let colours = puzzle.pieces().iter().flat_map(|piece| piece.0);
    let wide = colours.map(|colour| letters(colour).len()).max().unwrap_or(1);
    let width = if ink == Ink::Plain { digits + 2 * wide + 2 } else { digits + 1 + COLUMNS };
    let abreast = (columns.saturating_add(APART) / (width + APART)).max(1);
    let pieces: Vec<usize> = (0..puzzle.size()).collect();
    let bands = pieces.chunks(abreast).map(|band| {
        let drawn: Vec<Vec<String>> = band.iter().map(|&piece| draw(piece)).collect();
        let row = |row: usize| {
            let parts: Vec<&str> = drawn.iter().map(|rows| rows[row].as_str()).collect();
            parts.join(&" ".repeat(APART)).trim_end().to_owned() + "\n"
        };
        (0..drawn.first().map_or(0, Vec::len)).map(row).collect::<String>()
    });
    bands.collect::<Vec<_>>().join("\n")
}

/// A piece with its number beside it.
fn numbered(puzzle: &Puzzle, piece: usize, digits: usize, ink: Ink) -> Vec<String> {
    let rows: [[Spot; COLUMNS]; 2] = tile(&alone(puzzle, piece), 0, puzzle.signed());
    let lead = [format!("{:>digits$} ", piece + 1), " ".repeat(digits + 1)];
    let row = |(mut line, spots): (String, [Spot; COLUMNS])| {
        write_spots(&mut line, ink, spots);
        line
    };
    lead.into_iter().zip(rows).map(row).collect()
}

/// A piece in letters, its number in the middle.
fn cross(puzzle: &Puzzle, piece: usize, digits: usize) -> Vec<String> {
    let [north, east, south, west] = puzzle.pieces()[piece].0.map(letters);
    let wide = puzzle.pieces().iter().flat_map(|piece| piece.0.map(|colour| letters(colour).len()));
    let wide = wide.max().unwrap_or(1);
    let middle =
        |side: &str| format!("{}{side:^digits$}{}", " ".repeat(wide + 1), " ".repeat(wide + 1));
    let number = format!("{west:>wide$} {:>digits$} {east:<wide$}", piece + 1);
    vec![middle(&north), number, middle(&south)]
}

/// A piece with nothing beside it.
fn alone(puzzle: &Puzzle, piece: usize) -> Scene<'_> {
    let mut board = Board::empty(1, 1);
    board.set(0, Some(Placed::new(piece, 0)));
    Scene::new(puzzle, &board)
}
