//! Clues (e2hints.txt): a count, then `piece col row turn` a line, numbered from 1.
//!
//! The format never said which way turns go: [`apply_clues`] finds out from the rim and the joins.

use super::text::{MAX_CELLS, Row, count};
use super::{Content, Format, FormatError, LooseClue, Reading, Sense};
use crate::edge::{Board, Clue, Fault, MAX_SIDE, Placed, Puzzle};
use std::collections::HashSet;
use std::fmt::Write as _;

/// Whether the rows are a count and lines that can be clues. A piece list may start with a lone
/// number too, but its lines do not name a cell and a piece once each.
pub(super) fn fits(rows: &[Row]) -> bool {
    let [first, body @ ..] = rows else { return false };
    let &[number] = first.values.as_slice() else { return false };
    let clues: Vec<_> = body.iter().filter_map(|row| clue(row).ok()).collect();
    let pieces: HashSet<_> = clues.iter().map(|clue| clue[0]).collect();
    let cells: HashSet<_> = clues.iter().map(|clue| [clue[1], clue[2]]).collect();
    let distinct = pieces.len() == body.len() && cells.len() == body.len();
    let zero_piece = body.len() == 1 && clues.iter().flatten().all(|&value| value == 0);
    let size = (number as usize).checked_mul(number as usize) == Some(body.len()) && number > 1;
    let none = number == 0 && !body.is_empty();
    clues.len() == body.len() && distinct && !zero_piece && !size && !none
}

/// Reads a hints file.
pub(super) fn read(rows: &[Row]) -> Result<Reading, FormatError> {
    let (number, body) = match rows {
        [first, body @ ..] => (first.values.first().map_or(0, |&n| n as usize), body),
        [] => (0, rows),
    };
    if number != body.len() {
        let line = rows.first().map_or(1, |row| row.line);
        let expected = format!("{} after the count", count(number, "clue"));
        return Err(FormatError::at(line, expected, count(body.len(), "line")));
    }
    let values = body.iter().map(clue).collect::<Result<Vec<_>, _>>()?;
    let zero_based = values.iter().any(|clue| clue[..3].contains(&0));
    let base = usize::from(!zero_based);
    let clues = values.iter().map(|&[piece, col, row, turn]| LooseClue {
        piece: piece - base,
        row: row - base,
        col: col - base,
        turn: turn as u8,
    });
    let clues = clues.collect();
    let notes = vec![format!("pieces, columns and rows read as numbered from {base}")];
    Ok(Reading { format: Format::Hints, content: Content::Clues(clues), notes })
}

/// The four numbers of a clue, in range.
fn clue(row: &Row) -> Result<[usize; 4], FormatError> {
    let values: [u32; 4] = row.values.as_slice().try_into().map_err(|_| {
        let found = count(row.values.len(), "number");
        FormatError::at(row.line, "a piece, a column, a row and a turn", found)
    })?;
    let limits =
        [("piece", MAX_CELLS), ("column", MAX_SIDE), ("row", MAX_SIDE), ("turn", 3)].into_iter();
    for ((name, limit), value) in limits.zip(values) {
        if value as usize > limit {
            return Err(FormatError::at(
                row.line,
                format!("a {name} up to {limit}"),
                value.to_string(),
            ));
        }
    }
    Ok(values.map(|value| value as usize))
}

/// Gives a puzzle the clues of a hints file, and says how they were understood.
///
/// Turns are tried both ways; the way that keeps the rim and matches the joins between clues is
/// taken, clockwise if nothing tells. Rows and columns are swapped if only so the clues fit the board.
///
/// # Errors
/// If a clue names a piece or a cell the puzzle does not have, or two share one.
pub fn apply_clues(
    puzzle: Puzzle,
    clues: &[LooseClue],
) -> Result<(Puzzle, Vec<String>), FormatError> {
    let (swapped, straight) = match place(&puzzle, clues, false) {
        Ok(straight) => (false, straight),
        Err(error) => match place(&puzzle, clues, true) {
            Ok(swapped) => (true, swapped),
            Err(_) => return Err(error),
        },
    };
    let mut notes = Vec::new();
    if swapped {
        notes.push("rows and columns swapped: only so the clues fit the board".to_owned());
    }
    let mirrored = straight.clues().iter().map(|clue| {
        let turn = 4 - clue.placed.turn();
        Clue { cell: clue.cell, placed: clue.placed.with_turn(turn) }
    });
    let mirrored = with_clues(puzzle, mirrored.collect())?;
    let (faults, other) = (faults(&straight), faults(&mirrored));
    let (chosen, sense) = if other < faults {
        (mirrored, Sense::Anticlockwise)
    } else {
        (straight, Sense::Clockwise)
    };
    notes.extend(say_sense(chosen.clues(), sense, faults.min(other), faults != other));
    Ok((chosen, notes))
}

fn say_sense(clues: &[Clue], sense: Sense, faults: usize, verified: bool) -> Option<String> {
    if clues.iter().all(|clue| clue.placed.turn() % 2 == 0) {
        return None;
    }
    let sense = match sense {
        Sense::Clockwise => "clockwise",
        Sense::Anticlockwise => "anticlockwise",
    };
    Some(match (verified, faults) {
        (true, 0) => format!("turns are {sense}: verified by the rim and the joins between clues"),
        (true, _) => format!("turns read as {sense}: the other way breaks more joins or rim"),
        (false, _) => format!("turns assumed {sense}: nothing in the clues tells"),
    })
}

fn place(puzzle: &Puzzle, clues: &[LooseClue], swap: bool) -> Result<Puzzle, FormatError> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let mut placed = Vec::with_capacity(clues.len());
    for (i, clue) in clues.iter().enumerate() {
        let (row, col) = if swap { (clue.col, clue.row) } else { (clue.row, clue.col) };
        if row >= height || col >= width || clue.piece >= puzzle.size() {
            let expected = format!("clues for a {width}x{height} board");
            let [piece, col, row] = [clue.piece, col, row].map(|number| number.saturating_add(1));
            let found = format!("clue {}: piece {piece}, column {col}, row {row}", i + 1);
            return Err(FormatError::whole(expected, found));
        }
        placed.push(Clue { cell: row * width + col, placed: Placed::new(clue.piece, clue.turn) });
    }
    with_clues(puzzle.clone(), placed)
}

fn with_clues(puzzle: Puzzle, clues: Vec<Clue>) -> Result<Puzzle, FormatError> {
    let expected = "clues that each name another piece and another cell";
    puzzle.with_clues(clues).map_err(|e| FormatError::whole(expected, e.to_string()))
}

/// How many offences the clues alone make against the rim and each other.
fn faults(puzzle: &Puzzle) -> usize {
    let mut board = Board::empty(puzzle.width(), puzzle.height());
    puzzle.clues().iter().for_each(|clue| board.set(clue.cell, Some(clue.placed)));
    let verdict = puzzle.verdict(&board);
    let rim = |fault: &&Fault| matches!(fault, Fault::Rim { .. } | Fault::GreyInside { .. });
    verdict.faults.iter().filter(rim).count() + verdict.breaks.len()
}

/// Writes the clues, numbered from 1, turns clockwise.
pub(super) fn write(puzzle: &Puzzle) -> String {
    let mut text = format!("{}\n", puzzle.clues().len());
    for clue in puzzle.clues() {
        let (row, col) = (clue.cell / puzzle.width() + 1, clue.cell % puzzle.width() + 1);
        let _ = writeln!(text, "{} {col} {row} {}", clue.placed.piece() + 1, clue.placed.turn());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{read, sample};
    use super::*;
    use crate::edge::Board;

    fn clues(text: &str) -> Vec<LooseClue> {
        let reading = read(text.as_bytes()).unwrap();
        assert_eq!(reading.format, Format::Hints);
        let Content::Clues(clues) = reading.content else { panic!("no clues") };
        clues
    }

    fn with_cells(puzzle: &Puzzle, board: &Board, cells: &[usize]) -> Puzzle {
        let clues = cells.iter().map(|&cell| Clue { cell, placed: board.get(cell).unwrap() });
        puzzle.clone().with_clues(clues.collect()).unwrap()
    }

    fn bare(puzzle: &Puzzle) -> Puzzle {
        puzzle.clone().with_clues(Vec::new()).unwrap()
    }

    #[test]
    fn written_clues_read_back() {
        let (puzzle, board) = sample::planted(5, 6, 4, 5);
        let puzzle = with_cells(&puzzle, &board, &[0, 1, 6, 23]);
        let (read, notes) = apply_clues(bare(&puzzle), &clues(&write(&puzzle))).unwrap();
        assert_eq!(read, puzzle);
        assert!(notes[0].contains("clockwise: verified"), "{notes:?}");
        assert_eq!(clues("0"), []);
    }

    /// Whichever way the turns were written, the rim and the joins bring back the same clues,
    /// but for the rare clues that look equally well both ways.
    #[test]
    fn the_sense_is_found_out() {
        let mut verified = 0;
        for seed in 0..50 {
            let (puzzle, board) = sample::planted(seed, 5, 5, 6);
            let puzzle = with_cells(&puzzle, &board, &[0, 7, 8, 9, 13]);
            let mut loose = clues(&write(&puzzle));
            loose.iter_mut().for_each(|clue| clue.turn = (4 - clue.turn) % 4);
            let (read, notes) = apply_clues(bare(&puzzle), &loose).unwrap();
            if notes.iter().any(|note| note.contains("verified")) {
                verified += 1;
                assert_eq!(read, puzzle, "seed {seed}: {notes:?}");
            }
        }
        assert!(verified >= 45, "{verified}");
    }

    #[test]
    fn what_nothing_tells_is_assumed_clockwise() {
        let (puzzle, _) = sample::open(5, 4, 4, 5);
        let (read, notes) = apply_clues(puzzle, &clues("1\n3 2 4 1\n")).unwrap();
        assert_eq!(read.clues(), [Clue { cell: 13, placed: Placed::new(2, 1) }]);
        assert_eq!(notes, ["turns assumed clockwise: nothing in the clues tells"]);
    }

    #[test]
    fn rows_and_columns_swap_only_if_they_must() {
        let (puzzle, _) = sample::planted(5, 6, 3, 5);
        let (read, notes) = apply_clues(puzzle.clone(), &clues("1\n3 2 5 0\n")).unwrap();
        assert_eq!(read.clues()[0].cell, 6 + 4);
        assert!(notes[0].contains("swapped"));
        assert_eq!(clues("2\n0 0 3 0\n1 2 2 0")[0].row, 3);
        let error = apply_clues(puzzle, &clues("2\n3 2 5 0\n4 7 7 0\n")).unwrap_err().to_string();
        assert_eq!(error, "expected clues for a 6x3 board, found clue 1: piece 3, column 2, row 5");
    }

    #[test]
    fn a_wrong_count_is_named() {
        let error = read(b"3\n139 8 9 3\n208 3 3 1\n").unwrap_err().to_string();
        assert_eq!(error, "line 1: expected 3 clues after the count, found 2 lines");
    }
}
