//! The mutable board the searches work on, with caches that make a move cheap to try.

use super::{Board, GREY, Placed, Puzzle};
use crate::search::{Rng, Score};

/// Four colours in a word, north in the lowest byte.
pub(super) type Sides = u32;

/// What a cell wants where no neighbour shows a colour: nothing ever shows it.
const NOTHING: u8 = 255;
/// What an empty cell shows: nothing ever wants it.
const EMPTY: Sides = u32::from_le_bytes([254; 4]);
/// What a grey side shows: nothing ever wants it either.
const RIM: u8 = 253;

/// A board with its score and the colours around every cell.
///
/// Every cell knows what its neighbours want from it, so trying a piece on a cell is one
/// comparison of two words. The frame is not checked here: callers stay within
/// [`super::Layout::turns`].
///
/// ```
/// use marquetry::edge::State;
/// use marquetry::edge::generate::Recipe;
///
/// let made = Recipe::eternity_like(6, 6, 1).make()?;
/// let mut state = State::from_board(&made.puzzle, &made.solution);
/// assert_eq!(state.score(), made.puzzle.joins());
/// let gain = state.swap_gain(7, 0, 8, 0);
/// state.swap(7, 0, 8, 0);
/// assert_eq!(i64::from(state.score()), i64::from(made.puzzle.joins()) + i64::from(gain));
/// assert_eq!(state.score(), made.puzzle.verdict(&state.board()).score, "the judge agrees");
/// # Ok::<(), marquetry::edge::generate::GenerateError>(())
/// ```
#[derive(Clone, Debug)]
pub struct State<'p> {
    puzzle: &'p Puzzle,
    /// The sides of every placed piece, by [`Placed::index`].
    sides: Vec<Sides>,
    cells: Vec<Option<Placed>>,
    /// The sides of the piece on every cell.
    shown: Vec<Sides>,
    /// The sides that would match all neighbours, by cell.
    wanted: Vec<Sides>,
    /// The cell every piece lies on.
    homes: Vec<Option<u16>>,
    score: Score,
    width: usize,
}

/// How many of the four sides agree.
#[inline]
pub(super) fn agreeing(a: Sides, b: Sides) -> u32 {
    let x = a ^ b;
    // The top bit of every byte of `differs` is set iff that byte of `x` is not zero: no carry
    // leaves a byte, since 0x7f + 0x7f < 0x100.
    let differs = ((x & 0x7f7f_7f7f) + 0x7f7f_7f7f) | x;
    (!differs & 0x8080_8080).count_ones()
}

impl<'p> State<'p> {
    /// An empty state.
    #[must_use]
    pub fn new(puzzle: &'p Puzzle) -> Self {
        let size = puzzle.size();
        let table = |i: usize| {
            let sides = puzzle.sides(Placed::new(i / 4, (i % 4) as u8));
            Sides::from_le_bytes(sides.map(|c| if c == GREY { RIM } else { c }))
        };
        Self {
            puzzle,
            sides: (0..4 * size).map(table).collect(),
            cells: vec![None; size],
            shown: vec![EMPTY; size],
            wanted: vec![Sides::from_le_bytes([NOTHING; 4]); size],
            homes: vec![None; size],
            score: 0,
            width: puzzle.width(),
        }
    }

    /// A state that shows a board. Each piece may be on it once at most.
    #[must_use]
    pub fn from_board(puzzle: &'p Puzzle, board: &Board) -> Self {
        let mut state = Self::new(puzzle);
        for (cell, placed) in board.cells().iter().enumerate() {
            if let Some(placed) = placed {
                state.place(cell, *placed);
            }
        }
        state
    }

    /// A state with the clues laid and nothing else.
    #[must_use]
    pub fn with_clues(puzzle: &'p Puzzle) -> Self {
        let mut state = Self::new(puzzle);
        puzzle.clues().iter().for_each(|clue| state.place(clue.cell, clue.placed));
        state
    }

    /// A complete state that keeps frame and clues and is random otherwise. The puzzle has no
    /// obstacle.
    #[must_use]
    pub fn random(puzzle: &'p Puzzle, rng: &mut Rng) -> Self {
        let (mut state, layout) = (Self::with_clues(puzzle), puzzle.layout());
        for kind in super::Kind::ALL {
            let mut pieces: Vec<usize> = layout.pieces(kind).iter().map(|&p| p.into()).collect();
            pieces.retain(|&piece| state.home(piece).is_none());
            rng.shuffle(&mut pieces);
            let free = layout.cells(kind).iter().map(|&c| usize::from(c));
            let free: Vec<usize> = free.filter(|&cell| state.get(cell).is_none()).collect();
            for (cell, piece) in free.into_iter().zip(pieces) {
                let turns = layout.turns(piece, cell);
                let allowed: Vec<u8> = (0..4).filter(|turn| turns >> turn & 1 == 1).collect();
                let turn = rng.pick(&allowed).copied().unwrap_or(0);
                state.place(cell, Placed::new(piece, turn));
            }
        }
        state
    }

    /// The board as a plain value.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = Board::empty(self.puzzle.width(), self.puzzle.height());
        self.cells.iter().enumerate().for_each(|(cell, &placed)| board.set(cell, placed));
        board
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// Matched joins.
    #[must_use]
    #[inline]
    pub fn score(&self) -> Score {
        debug_assert_eq!(self.score, self.recount());
        self.score
    }

    /// What lies on a cell.
    #[must_use]
    #[inline]
    pub fn get(&self, cell: usize) -> Option<Placed> {
        self.cells[cell]
    }

    /// The cell a piece lies on.
    #[must_use]
    pub fn home(&self, piece: usize) -> Option<usize> {
        self.homes[piece].map(usize::from)
    }

    /// How many joins of a cell match as it lies.
    #[must_use]
    #[inline]
    pub fn matches(&self, cell: usize) -> u32 {
        agreeing(self.shown[cell], self.wanted[cell])
    }

    /// The colours that would match all neighbours of a cell, clockwise from north; where there is
    /// none to match, a number no piece shows.
    #[inline]
    pub(crate) fn wanted(&self, cell: usize) -> [u8; 4] {
        self.wanted[cell].to_le_bytes()
    }

    /// How many joins a placed piece would match on a cell, its neighbours as they lie.
    #[must_use]
    #[inline]
    pub fn fit(&self, cell: usize, placed: Placed) -> u32 {
        agreeing(self.sides[placed.index()], self.wanted[cell])
    }

    /// The sides a placed piece shows.
    #[inline]
    pub(crate) fn sides(&self, placed: Placed) -> Sides {
        self.sides[placed.index()]
    }

    /// How many neighbours of a cell hold a piece: the most [`State::fit`] can be.
    #[must_use]
    pub fn neighbours(&self, cell: usize) -> u32 {
        self.wanted[cell].to_le_bytes().iter().filter(|&&c| c != NOTHING).count() as u32
    }

    /// Lays a piece on an empty cell.
    #[inline]
    pub fn place(&mut self, cell: usize, placed: Placed) {
        debug_assert!(self.cells[cell].is_none() && self.homes[placed.piece()].is_none());
        self.cells[cell] = Some(placed);
        self.homes[placed.piece()] = Some(cell as u16);
        self.show(cell, self.sides[placed.index()]);
        self.score += self.matches(cell);
    }

    /// Lifts the piece from a cell.
    #[inline]
    pub fn lift(&mut self, cell: usize) -> Option<Placed> {
        let placed = self.cells[cell].take()?;
        self.homes[placed.piece()] = None;
        self.score -= self.matches(cell);
        self.show(cell, EMPTY);
        Some(placed)
    }

    /// The gain of turning the piece on a cell.
    #[must_use]
    #[inline]
    pub fn turn_gain(&self, cell: usize, turn: u8) -> i32 {
        let Some(placed) = self.cells[cell] else { return 0 };
        self.fit(cell, placed.with_turn(turn)) as i32 - self.matches(cell) as i32
    }

    /// Turns the piece on a cell.
    pub fn turn(&mut self, cell: usize, turn: u8) {
        if let Some(placed) = self.lift(cell) {
            self.place(cell, placed.with_turn(turn));
        }
    }

    /// Whether two different cells may touch. Cells at the ends of two rows, one after the other,
    /// count as well: to take them for neighbours costs time only.
    #[inline]
    pub(crate) fn adjacent(&self, a: usize, b: usize) -> bool {
        let distance = a.abs_diff(b);
        distance == 1 || distance == self.width
    }

    /// The cells beside a cell: north, east, south, west.
    #[inline]
    pub(crate) fn beside(&self, cell: usize) -> [Option<usize>; 4] {
        let (col, width) = (cell % self.width, self.width);
        [
            cell.checked_sub(width),
            (col + 1 < width).then_some(cell + 1),
            (cell + width < self.cells.len()).then_some(cell + width),
            (col > 0).then(|| cell - 1),
        ]
    }

    /// The gain of exchanging the pieces of two cells, the piece that comes to `a` taking turn
    /// `turn_a` and the one that comes to `b` taking `turn_b`.
    #[must_use]
    #[inline]
    pub fn swap_gain(&self, a: usize, turn_a: u8, b: usize, turn_b: u8) -> i32 {
        let (Some(at_a), Some(at_b)) = (self.cells[a], self.cells[b]) else { return 0 };
        let to_a = self.sides[at_b.with_turn(turn_a).index()];
        let to_b = self.sides[at_a.with_turn(turn_b).index()];
        if self.adjacent(a, b) {
            return self.gain(&[(a, at_b.with_turn(turn_a)), (b, at_a.with_turn(turn_b))]);
        }
        let after = agreeing(to_a, self.wanted[a]) + agreeing(to_b, self.wanted[b]);
        after as i32 - (self.matches(a) + self.matches(b)) as i32
    }

    /// The best gain of exchanging the pieces of two cells that may touch, over every turn the
    /// frame allows, and the first turns that have it.
    pub(super) fn best_adjacent(&self, a: usize, b: usize) -> (i32, u8, u8) {
        let (Some(at_a), Some(at_b)) = (self.cells[a], self.cells[b]) else { return (0, 0, 0) };
        let (ahead, layout) = (self.side_towards(a, b), self.puzzle.layout());
        let back = ahead.map(|side| (side + 2) % 4);
        let join =
            ahead.is_some_and(|side| (self.shown[a] ^ self.wanted[a]) >> (8 * side) & 0xff == 0);
        let before = (self.matches(a) + self.matches(b)) as i32 - i32::from(join);
        let without = |wanted: Sides, side: Option<usize>| match side {
            Some(side) => wanted | Sides::from(NOTHING) << (8 * side),
            None => wanted,
        };
        let (want_a, want_b) = (without(self.wanted[a], ahead), without(self.wanted[b], back));
        let ways = |placed: Placed, cell, wanted, side: Option<usize>| {
            [0, 1, 2, 3].map(|turn| {
                let allowed = layout.turns(placed.piece(), cell) >> turn & 1 == 1;
                let sides = self.sides[placed.with_turn(turn).index()];
                let fit = if allowed { agreeing(sides, wanted) as i32 } else { i32::MIN / 4 };
                (fit, side.map_or(EMPTY.to_le_bytes()[0], |side| sides.to_le_bytes()[side]), sides)
            })
        };
        let to_b = ways(at_a, b, want_b, back);
        let mut best = (i32::MIN, 0, 0);
        for (turn_a, (fit_a, _, sides)) in ways(at_b, a, want_a, ahead).into_iter().enumerate() {
            let mate = ahead.map_or(NOTHING, |side| self.facing(sides, side));
            for (turn_b, (fit_b, shown, _)) in to_b.into_iter().enumerate() {
                let gain = fit_a + fit_b + i32::from(shown == mate) - before;
                if gain > best.0 {
                    best = (gain, turn_a as u8, turn_b as u8);
                }
            }
        }
        best
    }

    /// Exchanges the pieces of two different cells, neither of them empty.
    pub fn swap(&mut self, a: usize, turn_a: u8, b: usize, turn_b: u8) {
        debug_assert!(a != b);
        if let (Some(at_a), Some(at_b)) = (self.cells[a], self.cells[b]) {
            self.lift(a);
            self.lift(b);
            self.place(a, at_b.with_turn(turn_a));
            self.place(b, at_a.with_turn(turn_b));
        }
    }

    /// The gain of laying these pieces on these cells at once, whatever lies there now.
    #[must_use]
    pub fn gain(&self, laid: &[(usize, Placed)]) -> i32 {
        let mut gain = 0;
        for (i, &(cell, placed)) in laid.iter().enumerate() {
            let (mut wanted, mut old) = (self.wanted[cell], self.matches(cell));
            for (j, &(other, other_placed)) in laid.iter().enumerate() {
                let Some(side) = self.side_towards(cell, other) else { continue };
                let shift = 8 * side;
                // A join between two laid cells counts once, with the later of the two.
                let facing = if j < i {
                    self.facing(self.sides[other_placed.index()], (side + 2) % 4)
                } else {
                    let matched = (self.shown[cell] ^ self.wanted[cell]) >> shift & 0xff == 0;
                    old -= u32::from(matched);
                    NOTHING
                };
                wanted = wanted & !(0xff << shift) | Sides::from(facing) << shift;
            }
            gain += agreeing(self.sides[placed.index()], wanted) as i32 - old as i32;
        }
        gain
    }

    /// Lays these pieces on these cells at once. The pieces that lay there before and are not laid
    /// again are left off the board.
    pub fn lay(&mut self, laid: &[(usize, Placed)]) {
        for &(cell, _) in laid {
            self.lift(cell);
        }
        for &(cell, placed) in laid {
            self.place(cell, placed);
        }
    }

    /// The side of `cell` that touches `other`, if any: 0 north to 3 west.
    fn side_towards(&self, cell: usize, other: usize) -> Option<usize> {
        let col = cell % self.width;
        if other + self.width == cell {
            Some(0)
        } else if cell + 1 == other && col + 1 < self.width {
            Some(1)
        } else if cell + self.width == other {
            Some(2)
        } else if other + 1 == cell && col > 0 {
            Some(3)
        } else {
            None
        }
    }

    /// The colour that would match side `side` of `sides` from across the join.
    #[inline]
    fn facing(&self, sides: Sides, side: usize) -> u8 {
        match sides.to_le_bytes()[side] {
            colour if colour > super::MAX_COLOUR => NOTHING,
            colour => self.puzzle.mate(colour),
        }
    }

    /// Shows new sides on a cell and tells the neighbours what they now want.
    #[inline]
    fn show(&mut self, cell: usize, sides: Sides) {
        self.shown[cell] = sides;
        let (col, width) = (cell % self.width, self.width);
        if cell >= width {
            self.want(cell - width, 2, self.facing(sides, 0));
        }
        if col + 1 < width {
            self.want(cell + 1, 3, self.facing(sides, 1));
        }
        if cell + width < self.cells.len() {
            self.want(cell + width, 0, self.facing(sides, 2));
        }
        if col > 0 {
            self.want(cell - 1, 1, self.facing(sides, 3));
        }
    }

    #[inline]
    fn want(&mut self, cell: usize, side: usize, colour: u8) {
        let shift = 8 * side;
        self.wanted[cell] = self.wanted[cell] & !(0xff << shift) | Sides::from(colour) << shift;
    }

    /// The score counted anew, join by join.
    fn recount(&self) -> Score {
        let colour = |cell: usize, side: usize| {
            self.cells[cell].map_or(GREY, |placed| self.puzzle.sides(placed)[side])
        };
        let fits = |a: u8, b: u8| a != GREY && self.puzzle.mate(a) == b;
        let mut score = 0;
        for cell in 0..self.cells.len() {
            if (cell + 1) % self.width != 0 {
                score += u32::from(fits(colour(cell, 1), colour(cell + 1, 3)));
            }
            if cell + self.width < self.cells.len() {
                score += u32::from(fits(colour(cell, 2), colour(cell + self.width, 0)));
            }
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Frame, Piece, judge};
    use super::*;

    /// A puzzle of random pieces: nothing here needs a solution.
    fn random_puzzle(rng: &mut Rng) -> Puzzle {
        let (width, height) = (1 + rng.below(6), 1 + rng.below(6));
        let colours = 1 + rng.below(4);
        let piece = |_| Piece(std::array::from_fn(|_| 1 + rng.below(colours) as u8));
        let pieces = (0..width * height).map(piece).collect();
        let puzzle = Puzzle::new("random", width, height, Frame::Open, pieces).unwrap();
        puzzle.with_signed(rng.coin())
    }

    fn random_board(puzzle: &Puzzle, holes: bool, rng: &mut Rng) -> Board {
        let mut pieces: Vec<usize> = (0..puzzle.size()).collect();
        rng.shuffle(&mut pieces);
        let mut lay = |p| (!holes || rng.below(5) > 0).then(|| Placed::new(p, rng.below(4) as u8));
        let cells = pieces.into_iter().map(&mut lay).collect();
        Board::from_cells(puzzle.width(), puzzle.height(), cells).unwrap()
    }

    fn judged(state: &State<'_>) -> i32 {
        judge(state.puzzle(), &state.board()).score as i32
    }

    #[test]
    fn placing_and_lifting_keep_the_judges_score() {
        let rng = &mut Rng::new(1);
        for _ in 0..300 {
            let puzzle = random_puzzle(rng);
            let board = random_board(&puzzle, true, rng);
            let mut state = State::from_board(&puzzle, &board);
            assert_eq!(state.board(), board);
            for cell in 0..puzzle.size() {
                let fit = state.get(cell).map_or(0, |placed| state.fit(cell, placed) as i32);
                let before = judged(&state);
                assert_eq!(state.score() as i32, before);
                state.lift(cell);
                assert_eq!(judged(&state), before - fit);
            }
            assert_eq!(state.score(), 0);
        }
    }

    #[test]
    fn gains_are_what_the_judge_sees_afterwards() {
        let rng = &mut Rng::new(2);
        for _ in 0..3_000 {
            let puzzle = random_puzzle(rng);
            let board = random_board(&puzzle, false, rng);
            let mut state = State::from_board(&puzzle, &board);
            let (a, b) = (rng.below(puzzle.size()), rng.below(puzzle.size()));
            let (turn_a, turn_b) = (rng.below(4) as u8, rng.below(4) as u8);
            let before = judged(&state);
            let gain = state.turn_gain(a, turn_a);
            state.turn(a, turn_a);
            assert_eq!(judged(&state), before + gain);
            if a != b {
                let (before, gain) = (judged(&state), state.swap_gain(a, turn_a, b, turn_b));
                state.swap(a, turn_a, b, turn_b);
                assert_eq!(judged(&state), before + gain);
            }
        }
    }

    #[test]
    fn many_pieces_at_once() {
        let rng = &mut Rng::new(3);
        for _ in 0..3_000 {
            let puzzle = random_puzzle(rng);
            let mut state = State::from_board(&puzzle, &random_board(&puzzle, false, rng));
            let mut cells: Vec<usize> = (0..puzzle.size()).collect();
            rng.shuffle(&mut cells);
            cells.truncate(1 + rng.below(puzzle.size()));
            let mut pieces: Vec<_> = cells.iter().filter_map(|&cell| state.get(cell)).collect();
            rng.shuffle(&mut pieces);
            let turned = pieces.iter().map(|p| p.with_turn(rng.below(4) as u8));
            let laid: Vec<_> = cells.iter().copied().zip(turned).collect();
            let (before, gain) = (judged(&state), state.gain(&laid));
            state.lay(&laid);
            assert_eq!(judged(&state), before + gain);
            assert_eq!(state.score() as i32, before + gain);
            assert!(cells.iter().all(|&c| state.home(state.get(c).unwrap().piece()) == Some(c)));
        }
    }
}
