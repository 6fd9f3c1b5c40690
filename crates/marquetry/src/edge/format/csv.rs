//! CSV of sixteen-bit binary words: the board's side, then `top,right,bottom,left` and a hint a line.
//! The rim is sixteen ones.
//!
//! Fields 5 to 7 are `x,y,rotation` with 0,0,0 for no hint, or `isHint,x,y` for a piece that lies as it
//! is listed; the file as a whole tells which. Later fields are passed over.

use super::text::{Line, count, number, quote};
use super::{Content, Format, FormatError, Reading, WriteError, colours, pieces};
use crate::edge::{Clue, Colour, Frame, GREY, MAX_SIDE, Piece, Placed, Puzzle};
use std::fmt::Write as _;

const RIM: u32 = 0xffff;

/// What fields 5 to 7 mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hints {
    /// All are zero.
    None,
    /// `x,y,rotation`.
    Turned,
    /// `isHint,x,y`.
    Flagged,
}

/// Whether a line has a field of sixteen binary digits.
pub(super) fn has_word(text: &str) -> bool {
    text.split(',').any(|field| is_word(field.trim()))
}

fn is_word(field: &str) -> bool {
    field.len() == 16 && field.bytes().all(|b| matches!(b, b'0' | b'1'))
}

/// Reads a CSV of binary words.
pub(super) fn read(lines: &[Line]) -> Result<Reading, FormatError> {
    let [first, body @ ..] = lines else {
        return Err(FormatError::whole("the board's side", "an empty text"));
    };
    let side = side(first, body.len())?;
    let rows = body.iter().map(piece).collect::<Result<Vec<_>, _>>()?;
    let (sides, fields): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    let framed = sides.iter().flatten().any(|&word| word == RIM);
    let frame = if framed { Frame::Grey } else { Frame::Open };
    let colours = colours::number(&sides, framed.then_some(RIM))?;
    let puzzle = pieces::puzzle(side, side, frame, colours.pieces)?;
    let mut notes = vec!["sides read as north, east, south, west".to_owned()];
    notes.extend(colours.note);
    let hints = meaning(&fields);
    notes.extend(match hints {
        Hints::None => None,
        Hints::Turned => Some("hints read as x, y, rotation, from 0 and clockwise".to_owned()),
        Hints::Flagged => Some("hints read as a flag, x, y, from 0; pieces as listed".to_owned()),
    });
    let mut clues = Vec::new();
    for (i, (&fields, line)) in fields.iter().zip(body).enumerate() {
        let Some([x, y, turn]) = hint(hints, fields) else { continue };
        if x as usize >= side || y as usize >= side {
            let expected = format!("a hint on the {side}x{side} board");
            return Err(FormatError::at(line.number, expected, format!("x {x}, y {y}")));
        }
        let cell = y as usize * side + x as usize;
        clues.push(Clue { cell, placed: Placed::new(i, turn as u8) });
    }
    let expected = "hints on different cells";
    let puzzle =
        puzzle.with_clues(clues).map_err(|e| FormatError::whole(expected, e.to_string()))?;
    Ok(Reading { format: Format::BinaryCsv, content: Content::Puzzle(puzzle), notes })
}

fn side(first: &Line, pieces: usize) -> Result<usize, FormatError> {
    let side = first.text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let expected = format!("the board's side, 1 to {MAX_SIDE}");
    let side = side.ok_or_else(|| FormatError::at(first.number, expected, quote(first.text)))?;
    if pieces != side * side {
        let expected = format!("{} for a {side}x{side} board", count(side * side, "piece"));
        return Err(FormatError::whole(expected, count(pieces, "piece")));
    }
    Ok(side)
}

/// The four words of a piece and the three fields of its hint.
fn piece(line: &Line) -> Result<([u32; 4], [u32; 3]), FormatError> {
    let fields: Vec<&str> = line.text.split(',').map(str::trim).take(7).collect();
    let mut sides = [0; 4];
    for (i, side) in sides.iter_mut().enumerate() {
        let field = fields.get(i).copied().unwrap_or_default();
        let word = u32::from_str_radix(field, 2).ok().filter(|_| is_word(field));
        let expected = "four words of sixteen binary digits";
        *side = word.ok_or_else(|| FormatError::at(line.number, expected, quote(field)))?;
    }
    let mut hint = [0; 3];
    for (value, field) in hint.iter_mut().zip(fields.iter().skip(4)) {
        *value = number(line.number, field)?;
    }
    Ok((sides, hint))
}

/// What the hint fields of a whole file mean.
fn meaning(fields: &[[u32; 3]]) -> Hints {
    let flags = fields.iter().all(|f| f[0] <= 1);
    // Without the flag a line is all zeros, so `0,y,rotation` with anything else set is no flag.
    let clean = fields.iter().all(|f| f[0] == 1 || *f == [0; 3]);
    let turns = fields.iter().all(|f| f[2] <= 3);
    match (flags, clean, turns) {
        _ if fields.iter().all(|f| *f == [0; 3]) => Hints::None,
        (true, true, _) | (true, _, false) => Hints::Flagged,
        _ => Hints::Turned,
    }
}

/// The x, y and turn of a hint. A turn beyond 3 goes round.
fn hint(hints: Hints, fields: [u32; 3]) -> Option<[u32; 3]> {
    match (hints, fields) {
        (Hints::Turned, [x, y, turn]) if fields != [0; 3] => Some([x, y, turn % 4]),
        (Hints::Flagged, [1, x, y]) => Some([x, y, 0]),
        _ => None,
    }
}

/// Writes the pieces and their clues, flagged if no clue is turned.
///
/// # Errors
/// If the board is not square, sides are signed, or the clues would be misread.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    WriteError::refuse_signed(puzzle)?;
    let side = puzzle.width();
    if side != puzzle.height() {
        let size = format!("{side}x{}", puzzle.height());
        return Err(WriteError(format!("this format holds square boards only, not {size}")));
    }
    let turned = puzzle.clues().iter().any(|clue| clue.placed.turn() != 0);
    let hints = if turned { Hints::Turned } else { Hints::Flagged };
    let mut fields = vec![[0; 3]; puzzle.size()];
    for clue in puzzle.clues() {
        let (x, y) = ((clue.cell % side) as u32, (clue.cell / side) as u32);
        fields[clue.placed.piece()] = match hints {
            Hints::Turned => [x, y, u32::from(clue.placed.turn())],
            _ => [1, x, y],
        };
    }
    let held = fields.iter().filter(|&&f| hint(hints, f).is_some()).count();
    let any = !puzzle.clues().is_empty();
    if held != puzzle.clues().len() || (any && meaning(&fields) != hints) {
        return Err(WriteError("this format cannot hold these clues without doubt".to_owned()));
    }
    let mut text = format!("{side}\n");
    for (Piece(sides), [a, b, c]) in puzzle.pieces().iter().zip(fields) {
        for colour in sides {
            let _ = write!(text, "{:016b},", word(*colour));
        }
        let _ = writeln!(text, "{a},{b},{c}");
    }
    Ok(text)
}

fn word(colour: Colour) -> u32 {
    if colour == GREY { RIM } else { u32::from(colour) }
}

#[cfg(test)]
mod tests {
    use super::super::{read, sample};
    use super::*;

    fn back(puzzle: &Puzzle) -> Puzzle {
        let reading = read(write(puzzle).unwrap().as_bytes()).unwrap();
        assert_eq!(reading.format, Format::BinaryCsv);
        let Content::Puzzle(puzzle) = reading.content else { panic!("no puzzle") };
        puzzle
    }

    #[test]
    fn a_written_puzzle_reads_back() {
        for side in [1, 2, 5, 16] {
            for (puzzle, board) in
                [sample::planted(8, side, side, 9), sample::open(8, side, side, 9)]
            {
                assert_eq!(back(&puzzle), puzzle);
                let straight = board.cells().iter().flatten().enumerate();
                let clues: Vec<_> = straight
                    .filter(|(_, placed)| placed.turn() == 0)
                    .map(|(cell, &placed)| Clue { cell, placed })
                    .collect();
                let puzzle = puzzle.with_clues(clues).unwrap();
                let mut read = back(&puzzle);
                let mut clues = read.clues().to_vec();
                clues.sort_by_key(|clue| clue.cell);
                read = read.with_clues(clues).unwrap();
                assert_eq!(read, puzzle);
            }
        }
    }

    #[test]
    fn turned_hints_read_back_or_are_refused() {
        let clue = |cell, piece, turn| Clue { cell, placed: Placed::new(piece, turn) };
        let puzzle = sample::planted(8, 4, 4, 5).0;
        let with = |clues: Vec<Clue>| puzzle.clone().with_clues(clues).unwrap();
        let held = with(vec![clue(7, 2, 3), clue(4, 9, 0)]);
        assert_eq!(back(&held), held);
        // 0,0,0 means no hint, and 1,y,rotation looks like a flag.
        assert!(write(&with(vec![clue(0, 1, 0), clue(7, 2, 3)])).is_err());
        assert!(write(&with(vec![clue(5, 1, 2)])).is_err());
        let tall = sample::planted(8, 2, 4, 5).0;
        assert!(write(&tall).is_err());
    }

    #[test]
    fn colours_from_zero_are_raised() {
        let (rim, zero, one) = ("1111111111111111", "0000000000000000", "0000000000000001");
        let row = format!("{rim},{rim},{zero},{one},0,0,0,3,1,0\n");
        let reading = read(format!("2\n{}", row.repeat(4)).as_bytes()).unwrap();
        let Content::Puzzle(puzzle) = reading.content else { panic!("no puzzle") };
        assert_eq!(puzzle.pieces()[0], Piece([0, 0, 1, 2]));
        assert!(reading.notes.iter().any(|note| note.starts_with("colours raised")));
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        let row = "1111111111111111,1111111111111111,1111111111111111,1111111111111111";
        let side = "line 1: expected the board's side, 1 to 64, found";
        assert_eq!(error(row), format!("{side} \"1111111111111111,1111111\"..."));
        assert_eq!(error(&format!("65\n{row}")), format!("{side} \"65\""));
        assert_eq!(error(&format!("2\n{row}")), "expected 4 pieces for a 2x2 board, found 1 piece");
        let hint = error(&format!("1\n{row},1,0,7"));
        assert_eq!(hint, "line 2: expected a hint on the 1x1 board, found x 0, y 7");
        let short = error("1\n1111111111111111,12");
        assert_eq!(short, "line 2: expected four words of sixteen binary digits, found \"12\"");
    }
}
