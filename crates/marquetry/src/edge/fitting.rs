//! What fits where on a board that is not complete: for those who lay pieces by hand.

use super::{Board, Colour, Frame, GREY, Placed, Puzzle, SIDES, Side};
use std::collections::{HashMap, HashSet};

/// Any colour but grey: a side that looks at an empty cell.
const ANY: Colour = 255;
/// A colour that no piece has: nothing matches the grey side of a misplaced neighbour.
const NOTHING: Colour = 254;

/// What fits where on a partial board. A piece fits a cell with a turn if it matches all laid
/// neighbours, has grey sides on the rim of a framed puzzle and nowhere else, and keeps the clues:
/// on the cell of a clue only its piece with its turn fits, and that piece fits on no other cell.
///
/// A board of another size counts as empty, and so does a cell with a piece that the puzzle does not
/// have. Of a piece that lies on several cells all are thought lifted when one is.
///
/// ```
/// use marquetry::edge::{Board, Fitting, Frame, Piece, Placed, Puzzle};
///
/// let pieces = [[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]].map(Piece);
/// let puzzle = Puzzle::new("four", 2, 2, Frame::Grey, pieces.to_vec())?;
/// let mut board = Board::empty(2, 2);
/// board.set(0, Some(Placed::new(0, 0)));
/// let fitting = Fitting::new(&puzzle, &board);
/// assert_eq!(fitting.pieces(1), [Placed::new(1, 0)]);
/// assert_eq!(fitting.cells(1), [(1, 0), (3, 1)], "the last cell has no neighbours yet");
/// assert!(fitting.dead().is_empty());
///
/// board.set(1, Some(Placed::new(3, 3)));
/// board.set(2, Some(Placed::new(2, 0)));
/// assert_eq!(Fitting::new(&puzzle, &board).dead(), [3], "the piece left has no 4");
/// # Ok::<(), marquetry::edge::PuzzleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fitting<'p> {
    puzzle: &'p Puzzle,
    cells: Vec<Option<Placed>>,
    /// Whether a piece lies on the board.
    laid: Vec<bool>,
    /// What the clue of a cell wants.
    clues: Vec<Option<Placed>>,
    /// Whether a piece belongs to a clue.
    bound: Vec<bool>,
}

impl<'p> Fitting<'p> {
    /// Looks at a board.
    #[must_use]
    pub fn new(puzzle: &'p Puzzle, board: &Board) -> Self {
        let size = puzzle.size();
        let same = (board.width(), board.height()) == (puzzle.width(), puzzle.height());
        let known = |cell| board.get(cell).filter(|placed| same && placed.piece() < size);
        let cells: Vec<Option<Placed>> = (0..size).map(known).collect();
        let (mut laid, mut bound, mut clues) =
            (vec![false; size], vec![false; size], vec![None; size]);
        cells.iter().flatten().for_each(|placed| laid[placed.piece()] = true);
        for clue in puzzle.clues() {
            clues[clue.cell] = Some(clue.placed);
            bound[clue.placed.piece()] = true;
        }
        Self { puzzle, cells, laid, clues, bound }
    }

    /// The pieces that are left and fit a cell, with every turn in which they do, by number. If a
    /// piece lies there, it is thought lifted and may be among them. None off the board.
    #[must_use]
    pub fn pieces(&self, cell: usize) -> Vec<Placed> {
        let Some(&here) = self.cells.get(cell) else { return Vec::new() };
        let lifted = here.map(Placed::piece);
        let pattern = self.pattern(cell, lifted);
        let left = |piece: &usize| !self.laid[*piece] || Some(*piece) == lifted;
        let placed = (0..self.puzzle.size()).filter(left).flat_map(turns);
        placed.filter(|&placed| self.fits(cell, placed, pattern)).collect()
    }

    /// The empty cells that a piece fits, with every turn in which it does, row by row. If it lies on
    /// the board, it is thought lifted, and its own cell is empty. None for a piece that is not there.
    #[must_use]
    pub fn cells(&self, piece: usize) -> Vec<(usize, u8)> {
        if piece >= self.puzzle.size() {
            return Vec::new();
        }
        let empty = |cell: &usize| self.at(*cell, Some(piece)).is_none();
        let fitting = |cell: usize| {
            let pattern = self.pattern(cell, Some(piece));
            let placed = turns(piece).filter(move |&placed| self.fits(cell, placed, pattern));
            placed.map(move |placed| (cell, placed.turn()))
        };
        (0..self.puzzle.size()).filter(empty).flat_map(fitting).collect()
    }

    /// The empty cells that no left piece fits, row by row.
    #[must_use]
    pub fn dead(&self) -> Vec<usize> {
        let mut shelves = HashMap::new();
        let mut dead = |cell: usize| {
            let pattern = self.pattern(cell, None);
            match self.clues[cell] {
                Some(clue) => self.laid[clue.piece()] || !self.fits(cell, clue, pattern),
                // Cells that know the same sides share an index of the pieces left.
                None => {
                    let known = pattern.map(|colour| colour != ANY);
                    let shelf = shelves.entry(known).or_insert_with(|| self.shelf(known));
                    !shelf.contains(&pattern)
                }
            }
        };
        let empty = |cell: &usize| self.cells[*cell].is_none();
        (0..self.puzzle.size()).filter(empty).filter(|&cell| dead(cell)).collect()
    }

    /// All patterns of these known sides that a left piece without a clue fits.
    fn shelf(&self, known: [bool; 4]) -> HashSet<[Colour; 4]> {
        let left = |piece: &usize| !self.laid[*piece] && !self.bound[*piece];
        let placed = (0..self.puzzle.size()).filter(left).flat_map(turns);
        let pattern = |placed: Placed| {
            let mut sides = self.puzzle.sides(placed);
            for (side, known) in sides.iter_mut().zip(known) {
                match (known, *side) {
                    (false, GREY) => return None,
                    (false, _) => *side = ANY,
                    (true, _) => {}
                }
            }
            Some(sides)
        };
        placed.filter_map(pattern).collect()
    }

    /// What lies on a cell when a piece is lifted.
    fn at(&self, cell: usize, lifted: Option<usize>) -> Option<Placed> {
        self.cells[cell].filter(|placed| Some(placed.piece()) != lifted)
    }

    /// The colours that a cell wants on its sides.
    fn pattern(&self, cell: usize, lifted: Option<usize>) -> [Colour; 4] {
        SIDES.map(|side| match (self.beside(cell, side), self.puzzle.frame()) {
            (None, Frame::Grey) => GREY,
            (None, Frame::Open) => ANY,
            (Some(other), _) => match self.at(other, lifted) {
                None => ANY,
                Some(placed) => match self.puzzle.sides(placed)[side.opposite() as usize] {
                    GREY => NOTHING,
                    colour => self.puzzle.mate(colour),
                },
            },
        })
    }

    fn beside(&self, cell: usize, side: Side) -> Option<usize> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        let (row, col) = (cell / width, cell % width);
        match side {
            Side::North => (row > 0).then(|| cell - width),
            Side::East => (col + 1 < width).then(|| cell + 1),
            Side::South => (row + 1 < height).then(|| cell + width),
            Side::West => (col > 0).then(|| cell - 1),
        }
    }

    /// Whether a piece has the colours that a cell wants, and the clues allow it there.
    fn fits(&self, cell: usize, placed: Placed, pattern: [Colour; 4]) -> bool {
        let allowed = match self.clues[cell] {
            Some(clue) => placed == clue,
            None => !self.bound[placed.piece()],
        };
        let matches = |(wanted, side): (Colour, Colour)| match wanted {
            ANY => side != GREY,
            wanted => side == wanted,
        };
        allowed && pattern.into_iter().zip(self.puzzle.sides(placed)).all(matches)
    }
}

/// A piece in its four turns.
fn turns(piece: usize) -> impl Iterator<Item = Placed> {
    (0..4).map(move |turn| Placed::new(piece, turn))
}

#[cfg(test)]
mod tests {
    use super::super::generate::Recipe;
    use super::super::{Fault, judge};
    use super::*;
    use crate::search::Rng;

    /// The slow, obvious answer: laid there, the judge finds nothing new to complain of.
    fn fits(puzzle: &Puzzle, board: &Board, cell: usize, placed: Placed) -> bool {
        let mut board = board.clone();
        for other in 0..puzzle.size() {
            let lies = board.get(other).is_some_and(|there| there.piece() == placed.piece());
            if lies || other == cell {
                board.set(other, None);
            }
        }
        let faults = |board: &Board| {
            let own = |fault: &Fault| matches!(fault, Fault::Rim { .. } | Fault::GreyInside { .. });
            judge(puzzle, board).faults.iter().filter(|fault| own(fault)).count()
        };
        let (before, old) = (judge(puzzle, &board).breaks.len(), faults(&board));
        board.set(cell, Some(placed));
        let clue = |clue: &super::super::Clue| {
            (clue.cell == cell) == (clue.placed.piece() == placed.piece())
                && (clue.cell != cell || clue.placed == placed)
        };
        let clues = puzzle.clues().iter().all(clue);
        clues && judge(puzzle, &board).breaks.len() == before && faults(&board) == old
    }

    /// A board with some pieces where they belong, some anywhere, some perhaps twice.
    fn some_board(puzzle: &Puzzle, solution: &Board, rng: &mut Rng) -> Board {
        let mut board = Board::empty(puzzle.width(), puzzle.height());
        for cell in 0..puzzle.size() {
            let any = Placed::new(rng.below(puzzle.size()), rng.below(4) as u8);
            board.set(
                cell,
                match rng.below(16) {
                    0..=5 => solution.get(cell),
                    6 => Some(any),
                    _ => None,
                },
            );
        }
        board
    }

    fn check(puzzle: &Puzzle, board: &Board) {
        let fitting = Fitting::new(puzzle, board);
        let laid = |piece| board.cells().iter().flatten().any(|placed| placed.piece() == piece);
        let all = || (0..puzzle.size()).flat_map(turns);
        for cell in 0..puzzle.size() {
            let here = board.get(cell).map(Placed::piece);
            let left = |placed: &Placed| !laid(placed.piece()) || here == Some(placed.piece());
            // The piece that lies there is lifted everywhere, for whatever is tried instead.
            let mut free = board.clone();
            let again =
                |other: &usize| here.is_some() && board.get(*other).map(Placed::piece) == here;
            (0..puzzle.size()).filter(again).for_each(|other| free.set(other, None));
            let slow = all().filter(left).filter(|&placed| fits(puzzle, &free, cell, placed));
            assert_eq!(fitting.pieces(cell), slow.collect::<Vec<_>>(), "{}: {cell}", puzzle.name());
            let dead = here.is_none() && fitting.pieces(cell).is_empty();
            assert_eq!(fitting.dead().contains(&cell), dead, "{}: {cell}", puzzle.name());
        }
        for piece in 0..puzzle.size() {
            let empty = |cell: &usize| board.get(*cell).is_none_or(|there| there.piece() == piece);
            let cells = (0..puzzle.size()).filter(empty);
            let pairs = cells.flat_map(|cell| turns(piece).map(move |placed| (cell, placed)));
            let slow = pairs.filter(|&(cell, placed)| fits(puzzle, board, cell, placed));
            let slow: Vec<_> = slow.map(|(cell, placed)| (cell, placed.turn())).collect();
            assert_eq!(fitting.cells(piece), slow, "{}: piece {piece}", puzzle.name());
        }
    }

    #[test]
    fn it_knows_what_the_judge_would_say() {
        let rng = &mut Rng::new(1);
        let sizes = [(1, 1), (1, 6), (5, 1), (2, 2), (3, 4), (5, 5)];
        for (round, (width, height)) in sizes.into_iter().cycle().take(60).enumerate() {
            for frame in [Frame::Grey, Frame::Open] {
                let (signed, clues) = (rng.coin(), rng.below(3).min(width * height - 1));
                let plain = Recipe::random(width, height, frame, 2 + round % 3, round as u64);
                let made = Recipe { signed, clues, ..plain }.make().unwrap();
                let board = some_board(&made.puzzle, &made.solution, rng);
                check(&made.puzzle, &board);
            }
        }
    }

    #[test]
    fn strange_boards_are_harmless() {
        let puzzle = Recipe::random(3, 3, Frame::Grey, 3, 1).make().unwrap().puzzle;
        let empty = Fitting::new(&puzzle, &Board::empty(3, 3));
        for board in [Board::empty(0, 0), Board::empty(2, 7), Board::empty(64, 64)] {
            let fitting = Fitting::new(&puzzle, &board);
            assert_eq!((fitting.dead(), fitting.pieces(4)), (empty.dead(), empty.pieces(4)));
            assert_eq!((fitting.pieces(9), fitting.cells(9)), (vec![], vec![]));
        }
        let mut unknown = Board::empty(3, 3);
        unknown.set(4, Some(Placed::new(700, 1)));
        assert_eq!(Fitting::new(&puzzle, &unknown).cells(0), empty.cells(0));
        let mut twice = Board::empty(3, 3);
        (0..9).for_each(|cell| twice.set(cell, Some(Placed::new(0, 0))));
        assert_eq!(Fitting::new(&puzzle, &twice).cells(0), empty.cells(0));
    }
}
