//! The judge: slow, obvious, and independent of every cache the search relies on.

use super::{Board, Frame, GREY, Puzzle, SIDES, Side};
use crate::search::Score;
use thiserror::Error;

/// One thing wrong with a board. Pieces are numbered from 1, rows and columns from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Fault {
    #[error("the board is {found_width}x{found_height}, the puzzle {width}x{height}")]
    Size { found_width: usize, found_height: usize, width: usize, height: usize },
    #[error("piece {piece} at row {row}, column {col} does not exist")]
    Unknown { piece: usize, row: usize, col: usize },
    #[error("piece {piece} is missing")]
    Missing { piece: usize },
    #[error("piece {piece} is used {times} times")]
    Repeated { piece: usize, times: usize },
    #[error("piece {piece} at row {row}, column {col} has colour {colour} on the rim")]
    Rim { piece: usize, row: usize, col: usize, colour: u8 },
    #[error("piece {piece} at row {row}, column {col} has a grey side inside the board")]
    GreyInside { piece: usize, row: usize, col: usize },
    #[error("the clue wants piece {piece} with turn {turn} at row {row}, column {col}")]
    Clue { piece: usize, turn: u8, row: usize, col: usize },
}

/// All the faults of a board that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", summary(.0))]
pub struct Faults(pub Vec<Fault>);

fn summary(faults: &[Fault]) -> String {
    let shown: Vec<_> = faults.iter().take(3).map(ToString::to_string).collect();
    let more = faults.len().saturating_sub(shown.len());
    let tail = if more > 0 { format!("; and {more} more") } else { String::new() };
    shown.join("; ") + &tail
}

/// What the judge says of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Matched joins, the rim not counted. Counted even when there are faults.
    pub score: Score,
    /// The cells on both sides of every join that has two pieces and does not match.
    pub breaks: Vec<(usize, usize)>,
    /// Everything wrong with the board; empty if it is valid.
    pub faults: Vec<Fault>,
    /// Whether the board is valid and every join matches.
    pub perfect: bool,
}

impl Verdict {
    /// Whether the board has no faults.
    #[must_use]
    pub fn valid(&self) -> bool {
        self.faults.is_empty()
    }

    /// The score of a valid board.
    ///
    /// # Errors
    /// The faults, if there are any.
    pub fn accepted(self) -> Result<Score, Faults> {
        if self.valid() { Ok(self.score) } else { Err(Faults(self.faults)) }
    }
}

/// Scores a board and lists everything wrong with it.
#[must_use]
pub fn judge(puzzle: &Puzzle, board: &Board) -> Verdict {
    let (width, height) = (puzzle.width(), puzzle.height());
    if (board.width(), board.height()) != (width, height) {
        let (found_width, found_height) = (board.width(), board.height());
        let faults = vec![Fault::Size { found_width, found_height, width, height }];
        return Verdict { score: 0, breaks: vec![], faults, perfect: false };
    }
    let look = Inspection { puzzle, board };
    let mut faults = look.piece_faults();
    faults.extend(look.rim_faults());
    faults.extend(look.clue_faults());
    let joins = look.joins();
    let score = joins.iter().filter(|&&(a, b)| look.matched(a, b)).count();
    let breaks = joins.iter().copied().filter(|&(a, b)| look.broken(a, b)).collect();
    let perfect = faults.is_empty() && score == joins.len();
    Verdict { score: score as Score, breaks, faults, perfect }
}

/// The longest run of cells without a break, scanning by rows or columns from any corner: the
/// "linear" length hunters compare.
#[must_use]
pub fn prefix(puzzle: &Puzzle, board: &Board) -> usize {
    if (board.width(), board.height()) != (puzzle.width(), puzzle.height()) {
        return 0;
    }
    Inspection { puzzle, board }.prefix()
}

/// The colours after clockwise quarter turns: what was west comes to the north.
fn turned([north, east, south, west]: [u8; 4], turn: u8) -> [u8; 4] {
    match turn {
        0 => [north, east, south, west],
        1 => [west, north, east, south],
        2 => [south, west, north, east],
        _ => [east, south, west, north],
    }
}

/// A board looked at beside its puzzle.
struct Inspection<'a> {
    puzzle: &'a Puzzle,
    board: &'a Board,
}

impl Inspection<'_> {
    fn at(&self, cell: usize) -> (usize, usize) {
        (cell / self.puzzle.width(), cell % self.puzzle.width())
    }

    fn sides(&self, cell: usize) -> Option<[u8; 4]> {
        let placed = self.board.get(cell)?;
        let sides = self.puzzle.pieces().get(placed.piece())?.0;
        Some(turned(sides, placed.turn()))
    }

    fn neighbour(&self, cell: usize, side: Side) -> Option<usize> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        let (row, col) = self.at(cell);
        match side {
            Side::North => (row > 0).then(|| cell - width),
            Side::East => (col + 1 < width).then(|| cell + 1),
            Side::South => (row + 1 < height).then(|| cell + width),
            Side::West => (col > 0).then(|| cell - 1),
        }
    }

    /// Every join once, as (upper or left cell, lower or right cell).
    fn joins(&self) -> Vec<(usize, usize)> {
        (0..self.puzzle.size())
            .flat_map(|cell| {
                [Side::East, Side::South].map(|side| (cell, self.neighbour(cell, side)))
            })
            .filter_map(|(cell, other)| Some((cell, other?)))
            .collect()
    }

    fn touching(&self, a: usize, b: usize) -> Option<(u8, u8)> {
        let side = SIDES.into_iter().find(|&s| self.neighbour(a, s) == Some(b))?;
        Some((self.sides(a)?[side as usize], self.sides(b)?[side.opposite() as usize]))
    }

    /// Equal colours match; in a signed puzzle, an odd colour and the even one after it. Grey
    /// matches nothing.
    fn matched(&self, a: usize, b: usize) -> bool {
        let fits = |x: u8, y: u8| match self.puzzle.signed() {
            false => x == y,
            true => x != y && x.div_ceil(2) == y.div_ceil(2),
        };
        self.touching(a, b).is_some_and(|(x, y)| x != GREY && y != GREY && fits(x, y))
    }

    fn broken(&self, a: usize, b: usize) -> bool {
        self.touching(a, b).is_some() && !self.matched(a, b)
    }

    fn piece_faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut times = vec![0; self.puzzle.size()];
        for cell in 0..self.puzzle.size() {
            let Some(placed) = self.board.get(cell) else { continue };
            let (row, col) = self.at(cell);
            match times.get_mut(placed.piece()) {
                Some(count) => *count += 1,
                None => faults.push(Fault::Unknown { piece: placed.piece() + 1, row, col }),
            }
        }
        for (i, &times) in times.iter().enumerate() {
            let piece = i + 1;
            match times {
                0 => faults.push(Fault::Missing { piece }),
                1 => {}
                _ => faults.push(Fault::Repeated { piece, times }),
            }
        }
        faults
    }

    fn rim_faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.puzzle.frame() == Frame::Open {
            return faults;
        }
        for cell in 0..self.puzzle.size() {
            let (Some(sides), Some(placed)) = (self.sides(cell), self.board.get(cell)) else {
                continue;
            };
            let (piece, (row, col)) = (placed.piece() + 1, self.at(cell));
            for side in SIDES {
                let colour = sides[side as usize];
                match self.neighbour(cell, side) {
                    None if colour != GREY => faults.push(Fault::Rim { piece, row, col, colour }),
                    Some(_) if colour == GREY => faults.push(Fault::GreyInside { piece, row, col }),
                    _ => {}
                }
            }
        }
        faults
    }

    fn clue_faults(&self) -> Vec<Fault> {
        let moved =
            |clue: &&super::Clue| self.sides(clue.cell).is_none() || !self.keeps_clue(**clue);
        let fault = |clue: &super::Clue| {
            let (row, col) = self.at(clue.cell);
            let (piece, turn) = (clue.placed.piece() + 1, clue.placed.turn());
            Fault::Clue { piece, turn, row, col }
        };
        self.puzzle.clues().iter().filter(moved).map(fault).collect()
    }

    /// A clue is kept if the board shows its sides on its cell: of identical pieces any will do,
    /// and a symmetric piece may be turned as long as it looks the same.
    fn keeps_clue(&self, clue: super::Clue) -> bool {
        let wanted = turned(self.puzzle.pieces()[clue.placed.piece()].0, clue.placed.turn());
        self.sides(clue.cell) == Some(wanted)
    }

    fn prefix(&self) -> usize {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        let mut longest = 0;
        for scan in 0..8 {
            let (by_columns, upwards, leftwards) = (scan & 1 == 1, scan & 2 == 2, scan & 4 == 4);
            let order: Vec<usize> = (0..width * height)
                .map(|i| {
                    let (row, col) =
                        if by_columns { (i % height, i / height) } else { (i / width, i % width) };
                    let row = if upwards { height - 1 - row } else { row };
                    let col = if leftwards { width - 1 - col } else { col };
                    row * width + col
                })
                .collect();
            longest = longest.max(self.run_length(&order));
        }
        longest
    }

    /// How many cells of `order` are filled before the first gap or break among them.
    fn run_length(&self, order: &[usize]) -> usize {
        let mut seen = vec![false; order.len()];
        for (i, &cell) in order.iter().enumerate() {
            let broken = |side| {
                let other = self.neighbour(cell, side);
                other.is_some_and(|o| seen[o] && self.broken(cell, o))
            };
            if self.sides(cell).is_none() || SIDES.into_iter().any(broken) {
                return i;
            }
            seen[cell] = true;
        }
        order.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Clue, Piece, Placed};
    use super::*;

    /// A solved framed 3x2 puzzle, every piece as it lies.
    fn solved() -> (Puzzle, Board) {
        let pieces =
            [[0, 1, 2, 0], [0, 3, 4, 1], [0, 0, 5, 3], [2, 6, 0, 0], [4, 7, 0, 6], [5, 0, 0, 7]];
        let pieces = pieces.into_iter().map(Piece).collect();
        let puzzle = Puzzle::new("test", 3, 2, Frame::Grey, pieces).unwrap();
        let cells = (0..6).map(|i| Some(Placed::new(i, 0))).collect();
        (puzzle, Board::from_cells(3, 2, cells).unwrap())
    }

    #[test]
    fn a_perfect_board_is_perfect() {
        let (puzzle, board) = solved();
        let verdict = judge(&puzzle, &board);
        assert_eq!((verdict.score, verdict.perfect), (7, true));
        assert_eq!(prefix(&puzzle, &board), 6);
        assert!(verdict.valid() && verdict.breaks.is_empty());
    }

    #[test]
    fn a_piece_used_twice_is_a_fault() {
        let (puzzle, mut board) = solved();
        board.set(0, board.get(2).map(|p| p.with_turn(3)));
        let faults = judge(&puzzle, &board).faults;
        assert_eq!(faults, [Fault::Missing { piece: 1 }, Fault::Repeated { piece: 3, times: 2 }]);
    }

    #[test]
    fn rim_and_inner_grey_are_faults() {
        let (puzzle, mut board) = solved();
        board.set(1, Some(Placed::new(1, 2)));
        let verdict = judge(&puzzle, &board);
        assert_eq!(verdict.faults.len(), 2);
        assert!(matches!(verdict.faults[0], Fault::Rim { piece: 2, row: 0, col: 1, colour: 4 }));
        assert!(matches!(verdict.faults[1], Fault::GreyInside { piece: 2, .. }));
        assert_eq!((verdict.score, verdict.breaks.len()), (4, 3));
    }

    #[test]
    fn empty_cells_are_missing_pieces_and_no_breaks() {
        let (puzzle, mut board) = solved();
        board.set(0, None);
        let verdict = judge(&puzzle, &board);
        assert_eq!(verdict.faults, [Fault::Missing { piece: 1 }]);
        assert_eq!((verdict.score, verdict.breaks.len()), (5, 0));
        assert_eq!(prefix(&puzzle, &board), 5);
    }

    #[test]
    fn clues_are_kept_by_what_is_seen() {
        let pieces = vec![Piece([1, 1, 1, 1]), Piece([1, 1, 1, 1])];
        let clue = Clue { cell: 1, placed: Placed::new(0, 0) };
        let puzzle = Puzzle::new("twins", 2, 1, Frame::Open, pieces).unwrap();
        let puzzle = puzzle.with_clues(vec![clue]).unwrap();
        let cells = vec![Some(Placed::new(0, 1)), Some(Placed::new(1, 2))];
        let verdict = judge(&puzzle, &Board::from_cells(2, 1, cells).unwrap());
        assert!(verdict.perfect);
    }

    #[test]
    fn signed_sides_fit_their_mates_only() {
        let pieces = vec![Piece([1, 1, 1, 1]), Piece([2, 2, 2, 2])];
        let cells = vec![Some(Placed::new(0, 0)), Some(Placed::new(1, 0))];
        let board = Board::from_cells(2, 1, cells).unwrap();
        let puzzle = Puzzle::new("signs", 2, 1, Frame::Open, pieces).unwrap();
        assert_eq!(judge(&puzzle, &board).score, 0);
        assert_eq!(judge(&puzzle.with_signed(true), &board).score, 1);
    }

    #[test]
    fn wrong_size_and_unknown_pieces_are_faults() {
        let (puzzle, mut board) = solved();
        assert!(matches!(judge(&puzzle, &Board::empty(2, 3)).faults[..], [Fault::Size { .. }]));
        board.set(0, Some(Placed::new(99, 0)));
        assert!(judge(&puzzle, &board).faults.contains(&Fault::Unknown {
            piece: 100,
            row: 0,
            col: 0
        }));
    }
}
