//! Finding the pieces of a board by the sides it shows.

use super::motifs::{guesses, translated};
use super::refine::renumbering;
use super::{FormatError, LooseBoard, LooseCell};
use crate::edge::{Board, Colour, Piece, Placed, Puzzle};
use std::collections::BTreeMap;

/// A renumbering of colours.
type Colours = [Colour; 256];

/// The pieces of a puzzle by what they look like: equal ones share an entry.
type Looks = BTreeMap<Piece, Vec<usize>>;

/// The board whose pieces show the sides of `loose`, and what had to be assumed.
///
/// Equal pieces can be exchanged at will, so handing them out one by one is exact. When a board
/// shows more of a look than the puzzle has pieces, one of them is used again: the judge will say
/// so.
pub(super) fn bind(
    loose: &LooseBoard,
    puzzle: &Puzzle,
    notes: &mut Vec<String>,
) -> Result<Board, FormatError> {
    let mut looks = Looks::new();
    for (i, piece) in puzzle.pieces().iter().enumerate() {
        looks.entry(piece.canonical()).or_default().push(i);
    }
    let colours = numbering(loose, puzzle, &looks, notes)?;
    let mut board = Board::empty(puzzle.width(), puzzle.height());
    let mut used = vec![false; puzzle.size()];
    let mut open = Vec::new();
    let shift = best_shift(loose, puzzle, &colours);
    let mut strangers = 0;
    for (cell, content) in loose.cells.iter().enumerate() {
        let Some(content) = content else { continue };
        let numbered = numbered(content, shift, puzzle, &colours);
        strangers += usize::from(numbered.is_none() && number(content).is_some());
        match numbered {
            Some(placed) => {
                used[placed.piece()] = true;
                board.set(cell, Some(placed));
            }
            None => open.push((cell, content)),
        }
    }
    tell_numbers(shift, strangers, notes);
    for (cell, content) in open {
        let Some(sides) = content.sides else {
            return Err(unturned(loose, puzzle, cell));
        };
        let sides = renumbered(sides, &colours);
        let alike = looks.get(&Piece(sides).canonical()).map(Vec::as_slice).unwrap_or_default();
        let free = alike.iter().find(|&&p| !used[p]).or(alike.first());
        let Some(&piece) = free else { return Err(stranger(loose, puzzle, cell)) };
        used[piece] = true;
        board.set(cell, turned_to(puzzle, piece, sides));
    }
    Ok(board)
}

/// The turn in which a piece shows these sides.
fn turned_to(puzzle: &Puzzle, piece: usize, sides: [Colour; 4]) -> Option<Placed> {
    let piece_sides = puzzle.pieces().get(piece)?;
    (0..4).find(|&t| piece_sides.turned(t) == sides).map(|turn| Placed::new(piece, turn))
}

fn renumbered(sides: [Colour; 4], colours: &Colours) -> [Colour; 4] {
    sides.map(|c| colours[usize::from(c)])
}

/// The piece's number, if the file gives one.
fn number(content: &LooseCell) -> Option<usize> {
    content.placed.map(|(piece, _)| piece).or(content.piece)
}

/// The placement the file's own number leads to, if it agrees with the sides.
fn numbered(
    content: &LooseCell,
    shift: isize,
    puzzle: &Puzzle,
    colours: &Colours,
) -> Option<Placed> {
    let piece = number(content)?.checked_add_signed(shift)?;
    let look = puzzle.pieces().get(piece)?;
    let sides = match (content.sides, content.placed) {
        (Some(sides), _) => renumbered(sides, colours),
        (None, Some((_, turn))) => return Some(Placed::new(piece, turn)),
        (None, None) if look.distinct_turns() == 1 => return Some(Placed::new(piece, 0)),
        (None, None) => return None,
    };
    match content.placed {
        Some((_, turn)) if look.turned(turn) == sides => Some(Placed::new(piece, turn)),
        _ => turned_to(puzzle, piece, sides),
    }
}

/// How far the file's numbers are off: by what most sides agree with.
fn best_shift(loose: &LooseBoard, puzzle: &Puzzle, colours: &Colours) -> isize {
    let agreeing = |shift: isize| {
        let cells = loose.cells.iter().flatten();
        cells.filter(|c| numbered(c, shift, puzzle, colours).is_some()).count()
    };
    let (mut best, mut most) = (0, agreeing(0));
    for shift in [1, -1] {
        let count = agreeing(shift);
        if count > most {
            (best, most) = (shift, count);
        }
    }
    best
}

fn tell_numbers(shift: isize, strangers: usize, notes: &mut Vec<String>) {
    if shift != 0 {
        notes.push(format!("piece numbers are off by one: {shift:+} makes them fit their sides"));
    }
    if strangers > 0 {
        notes.push(format!(
            "{strangers} piece numbers do not fit their sides; the sides were believed"
        ));
    }
}

/// The colour numbering in which every side of the board belongs to a piece.
fn numbering(
    loose: &LooseBoard,
    puzzle: &Puzzle,
    looks: &Looks,
    notes: &mut Vec<String>,
) -> Result<Colours, FormatError> {
    let shown: Vec<(usize, [Colour; 4])> = loose
        .cells
        .iter()
        .enumerate()
        .filter_map(|(cell, content)| Some((cell, content.as_ref()?.sides?)))
        .collect();
    let misfit = |colours: &Colours| {
        let known = |sides| looks.contains_key(&Piece(renumbered(sides, colours)).canonical());
        shown.iter().find(|&&(_, sides)| !known(sides)).map(|&(cell, _)| cell)
    };
    let same: Colours = std::array::from_fn(|c| c as Colour);
    let Some(cell) = misfit(&same) else { return Ok(same) };
    for (name, motifs) in guesses() {
        let colours = same.map(|c| translated(&motifs, c));
        if misfit(&colours).is_none() {
            notes.push(format!("colours are {name}"));
            return Ok(colours);
        }
    }
    // A renumbering would tear the mates of signed sides apart.
    if shown.len() == puzzle.size() && !puzzle.signed() {
        let pieces: Vec<Piece> = shown.iter().map(|&(_, sides)| Piece(sides)).collect();
        let found = renumbering(&pieces, puzzle.pieces()).filter(|c| misfit(c).is_none());
        if let Some(colours) = found {
            notes.push("colours are numbered otherwise than the puzzle's".into());
            return Ok(colours);
        }
    }
    Err(stranger(loose, puzzle, cell))
}

fn stranger(loose: &LooseBoard, puzzle: &Puzzle, cell: usize) -> FormatError {
    let (row, col) = (cell / puzzle.width(), cell % puzzle.width());
    let sides = loose.cells.get(cell).copied().flatten().and_then(|c| c.sides).unwrap_or_default();
    let [north, east, south, west] = sides;
    FormatError::whole(
        format!("a piece of the puzzle at row {row}, column {col}"),
        format!("sides {north} {east} {south} {west}, which no piece has"),
    )
}

/// The error for a piece that could lie in four ways.
fn unturned(loose: &LooseBoard, puzzle: &Puzzle, cell: usize) -> FormatError {
    let (row, col) = (cell / puzzle.width(), cell % puzzle.width());
    let number = loose.cells.get(cell).copied().flatten().as_ref().and_then(number);
    match number.filter(|&n| n < puzzle.size()) {
        Some(piece) => FormatError::whole(
            format!("the turn or the sides of piece {} at row {row}, column {col}", piece + 1),
            "its number alone",
        ),
        None => FormatError::whole(
            format!("a piece from 1 to {} at row {row}, column {col}", puzzle.size()),
            number.map_or("none".into(), |n| format!("{}", n.saturating_add(1))),
        ),
    }
}
