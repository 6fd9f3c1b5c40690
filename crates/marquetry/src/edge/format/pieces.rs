//! One piece a line (e2pieces.txt, META 2010, Owen): `W H`, then four colours a line.
//!
//! Files differ in the order of the sides, in numbering the pieces and in the rim's code. All of it is
//! found out from the frame: it fixes how many pieces have grey sides, and how they lie.

use super::official::{self, Recognition};
use super::text::{Row, count, square_side};
use super::{Content, Format, FormatError, Reading, WriteError, colours};
use crate::edge::{Frame, GREY, Kind, MAX_SIDE, Piece, Puzzle};
use std::fmt::Write as _;

/// An order of sides, as the columns to take for north, east, south and west.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideOrder {
    columns: [usize; 4],
    says: &'static str,
}

const CLOCKWISE: SideOrder =
    SideOrder { columns: [0, 1, 2, 3], says: "sides read as north, east, south, west" };
const NUMBERED: SideOrder = SideOrder {
    columns: [0, 3, 2, 1],
    says: "sides read as north, west, south, east, as numbered lists have them; \
           a clockwise list would give the mirrored pieces",
};
/// The orders that put other sides opposite each other. A turn or a mirror image of an order has
/// the same opposite sides, so the grey sides cannot tell it apart: these are the ones seen.
const ACROSS: [SideOrder; 2] = [
    SideOrder { columns: [0, 3, 1, 2], says: "sides read as north, south, west, east" },
    SideOrder { columns: [0, 2, 3, 1], says: "sides read as north, west, east, south" },
];

impl SideOrder {
    fn apply(self, pieces: &[Piece]) -> Vec<Piece> {
        pieces.iter().map(|p| Piece(self.columns.map(|column| p.0[column]))).collect()
    }
}

/// A puzzle as it might be meant, and by how many pieces and cells its frame is wrong.
struct Interpretation {
    puzzle: Puzzle,
    misfit: usize,
    notes: Vec<String>,
}

/// Reads a piece list.
pub(super) fn read(rows: &[Row]) -> Result<Reading, FormatError> {
    let mut notes = Vec::new();
    let (header, body) = match rows {
        [first, body @ ..] if first.values.len() <= 2 => (Some(first), body),
        _ => (None, rows),
    };
    let (sides, numbered) = table(body, &mut notes)?;
    let (width, height) = size(header, body.len(), &mut notes)?;
    let puzzle = frame(&sides, width, height, numbered, &mut notes)?;
    Ok(Reading { format: Format::Pieces, content: Content::Puzzle(puzzle), notes })
}

/// The board's size, from the header or from the number of pieces.
fn size(
    header: Option<&Row>,
    pieces: usize,
    notes: &mut Vec<String>,
) -> Result<(usize, usize), FormatError> {
    let line = header.map_or(1, |row| row.line);
    let (width, height) = match header.map(|row| row.values.as_slice()) {
        Some(&[width, height]) => (width as usize, height as usize),
        Some(&[side]) if side != 0 && side as usize != pieces => (side as usize, side as usize),
        _ => {
            let Some(side) = square_side(pieces) else {
                let expected = "a header with the board's width and height, \
                                or a square number of pieces up to 4096";
                return Err(FormatError::whole(expected, count(pieces, "piece")));
            };
            notes.push(format!("no header: {} make a {side}x{side} board", count(pieces, "piece")));
            (side, side)
        }
    };
    if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
        let found = format!("{width}x{height}");
        return Err(FormatError::at(line, "a board of 1x1 to 64x64", found));
    }
    if pieces != width * height {
        let expected = format!("{} for a {width}x{height} board", count(width * height, "piece"));
        return Err(FormatError::whole(expected, count(pieces, "piece")));
    }
    Ok((width, height))
}

/// The colours of each piece as the file lists them, in the order of the pieces' numbers, and whether
/// they were numbered.
fn table(body: &[Row], notes: &mut Vec<String>) -> Result<(Vec<[u32; 4]>, bool), FormatError> {
    let columns = body.first().map_or(4, |row| row.values.len());
    let expected = match columns {
        5 => "a piece number and four colours",
        _ => "four colours",
    };
    for row in body {
        if row.values.len() != columns || !(4..=5).contains(&columns) {
            return Err(FormatError::at(row.line, expected, count(row.values.len(), "number")));
        }
    }
    if columns == 4 {
        let sides = body.iter().filter_map(|row| row.values.as_slice().try_into().ok());
        return Ok((sides.collect(), false));
    }
    let Some((id, first)) = number_column(body) else {
        let expected = "a column with every piece number once, from 0 or 1";
        return Err(FormatError::whole(expected, "five columns without one"));
    };
    let mut numbered: Vec<(u32, [u32; 4])> = Vec::with_capacity(body.len());
    for row in body {
        let mut values = row.values.clone();
        let number = values.remove(id);
        numbered.extend(<[u32; 4]>::try_from(values).ok().map(|sides| (number, sides)));
    }
    if !numbered.is_sorted_by_key(|&(number, _)| number) {
        numbered.sort_by_key(|&(number, _)| number);
        notes.push("pieces put in the order of their numbers".to_owned());
    }
    notes.push(format!("column {} numbers the pieces from {first}", id + 1));
    Ok((numbered.into_iter().map(|(_, sides)| sides).collect(), true))
}

/// The column that holds every piece number once, and the number it starts from.
fn number_column(body: &[Row]) -> Option<(usize, u32)> {
    [0, 4, 1, 2, 3].into_iter().find_map(|column| {
        let mut numbers: Vec<u32> =
            body.iter().filter_map(|row| row.values.get(column).copied()).collect();
        numbers.sort_unstable();
        let first = *numbers.first().filter(|&&first| first <= 1)?;
        let whole = numbers.iter().zip(first..).all(|(&number, expected)| number == expected);
        whole.then_some((column, first))
    })
}

/// The puzzle whose frame fits best, or an open one.
fn frame(
    sides: &[[u32; 4]],
    width: usize,
    height: usize,
    numbered: bool,
    notes: &mut Vec<String>,
) -> Result<Puzzle, FormatError> {
    let usual = if numbered { NUMBERED } else { CLOCKWISE };
    let mut best = None;
    for rim in rim_codes(sides, width, height) {
        let candidate = framed(sides, (width, height), rim, usual)?;
        if candidate.misfit == 0 {
            notes.extend(candidate.notes);
            return Ok(candidate.puzzle);
        }
        if rim == u32::from(GREY) {
            best = Some(candidate);
        }
    }
    // A wrong piece moves one from a kind to another: two misfits. Colour 0 as one among many
    // misses the frame by far more.
    let tolerated = (sides.len() / 16).max(4);
    if let Some(candidate) = best.filter(|c| c.misfit <= tolerated) {
        notes.extend(candidate.notes);
        if let Some(obstacle) = candidate.puzzle.obstacle() {
            notes.push(format!("read as framed, but {obstacle}"));
        }
        return Ok(candidate.puzzle);
    }
    let open = colours::number(sides, None)?;
    notes.push("no colour lies as a rim would: read as an open board".to_owned());
    notes.extend(open.note);
    notes.push(usual.says.to_owned());
    puzzle(width, height, Frame::Open, usual.apply(&open.pieces))
}

/// The colours that may be the rim: 0, or the largest if it occurs as often as the rim is long.
/// Boards with a side below 3 have too little rim to tell.
fn rim_codes(sides: &[[u32; 4]], width: usize, height: usize) -> impl Iterator<Item = u32> {
    let all = || sides.iter().flatten();
    let zero = all().any(|&c| c == 0).then_some(0);
    let largest = all().max().copied().filter(|&largest| {
        let length = all().filter(|&&c| c == largest).count();
        largest > 0 && width.min(height) >= 3 && length == 2 * (width + height)
    });
    zero.into_iter().chain(largest)
}

/// The framed puzzle with this rim whose order of sides fits best; the usual order if none is better.
fn framed(
    sides: &[[u32; 4]],
    (width, height): (usize, usize),
    rim: u32,
    usual: SideOrder,
) -> Result<Interpretation, FormatError> {
    let colours = colours::number(sides, Some(rim))?;
    let mut best: Option<((usize, bool), SideOrder, Puzzle)> = None;
    for order in [usual, ACROSS[0], ACROSS[1]] {
        let puzzle = puzzle(width, height, Frame::Grey, order.apply(&colours.pieces))?;
        let wrong = (misfit(&puzzle), !rim_closes(&puzzle));
        if best.as_ref().is_none_or(|(least, ..)| wrong < *least) {
            best = Some((wrong, order, puzzle));
        }
    }
    let Some(((misfit, _), order, puzzle)) = best else {
        return Err(FormatError::whole("an order of sides", "none"));
    };
    let mut notes = Vec::new();
    if rim != u32::from(GREY) {
        notes.push(format!("colour {rim} lies as the rim does: read as grey"));
    }
    notes.extend(colours.note);
    if official::recognise(&puzzle) == Recognition::Mirrored {
        // Nothing else in a list tells a set from its mirror image.
        let pieces = official::mirrored(puzzle.pieces());
        notes.push("sides read anticlockwise: only so they are the official set".to_owned());
        return Ok(Interpretation {
            puzzle: self::puzzle(width, height, Frame::Grey, pieces)?,
            misfit,
            notes,
        });
    }
    notes.push(order.says.to_owned());
    Ok(Interpretation { puzzle, misfit, notes })
}

/// By how much the numbers of corner, border and inner pieces differ from those of the cells.
fn misfit(puzzle: &Puzzle) -> usize {
    let layout = puzzle.layout();
    Kind::ALL
        .into_iter()
        .map(|kind| layout.cells(kind).len().abs_diff(layout.pieces(kind).len()))
        .sum()
}

/// Whether the sides along the rim can all be joined: each colour must follow grey, clockwise, as
/// often as it precedes it. This tells orders apart where all corners are listed in one turn.
fn rim_closes(puzzle: &Puzzle) -> bool {
    let mut balance = [0i32; 256];
    for Piece(sides) in puzzle.pieces() {
        for i in (0..4).filter(|&i| sides[i] == GREY) {
            balance[usize::from(sides[(i + 1) % 4])] += 1;
            balance[usize::from(sides[(i + 3) % 4])] -= 1;
        }
    }
    balance.iter().all(|&surplus| surplus == 0)
}

/// A puzzle without a name, its error as ours.
pub(super) fn puzzle(
    width: usize,
    height: usize,
    frame: Frame,
    pieces: Vec<Piece>,
) -> Result<Puzzle, FormatError> {
    Puzzle::new("", width, height, frame, pieces)
        .map_err(|e| FormatError::whole("a puzzle", e.to_string()))
}

/// Writes the size and the pieces, clockwise from north. Name and clues have no place in this format.
///
/// # Errors
/// If the puzzle's sides are signed.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    WriteError::refuse_signed(puzzle)?;
    let mut text = format!("{} {}\n", puzzle.width(), puzzle.height());
    for Piece([n, e, s, w]) in puzzle.pieces() {
        let _ = writeln!(text, "{n} {e} {s} {w}");
    }
    Ok(text)
}

#[cfg(test)]
#[path = "pieces_tests.rs"]
mod tests;
