//! Small changes of a board: two pieces of a kind swapped, or one turned.

use super::{Kind, Placed, Puzzle, State};
use crate::search::Rng;

/// One small change of a complete board. Turns are those the pieces take where they come to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say it")]
pub enum Move {
    /// The pieces of cells `a` and `b` change places; the one that comes to `a` takes `turn_a`.
    Swap { a: usize, turn_a: u8, b: usize, turn_b: u8 },
    /// The piece on a cell takes another turn.
    Turn { cell: usize, turn: u8 },
    /// Nothing can be changed.
    Nothing,
}

impl Move {
    /// The swap of two cells of one kind that matches most joins: every turn the frame allows is
    /// tried for both pieces, the first best is taken.
    #[must_use]
    pub fn best_swap(state: &State<'_>, a: usize, b: usize) -> Self {
        let (Some(at_a), Some(at_b)) = (state.get(a), state.get(b)) else { return Self::Nothing };
        let layout = state.puzzle().layout();
        let turns_a = layout.turns(at_b.piece(), a);
        let turns_b = layout.turns(at_a.piece(), b);
        if !state.adjacent(a, b) {
            let turn_a = best_turn(state, a, at_b, turns_a);
            return Self::Swap { a, turn_a, b, turn_b: best_turn(state, b, at_a, turns_b) };
        }
        let (_, turn_a, turn_b) = state.best_adjacent(a, b);
        Self::Swap { a, turn_a, b, turn_b }
    }

    /// How many more joins would match.
    #[must_use]
    #[inline]
    pub fn gain(self, state: &State<'_>) -> i32 {
        match self {
            Self::Swap { a, turn_a, b, turn_b } => state.swap_gain(a, turn_a, b, turn_b),
            Self::Turn { cell, turn } => state.turn_gain(cell, turn),
            Self::Nothing => 0,
        }
    }

    /// Changes the state and returns the move that changes it back.
    pub fn make(self, state: &mut State<'_>) -> Self {
        let turn_at = |state: &State<'_>, cell| state.get(cell).map_or(0, Placed::turn);
        match self {
            Self::Swap { a, turn_a, b, turn_b } => {
                let back =
                    Self::Swap { a, turn_a: turn_at(state, a), b, turn_b: turn_at(state, b) };
                state.swap(a, turn_a, b, turn_b);
                back
            }
            Self::Turn { cell, turn } => {
                let back = Self::Turn { cell, turn: turn_at(state, cell) };
                state.turn(cell, turn);
                back
            }
            Self::Nothing => self,
        }
    }
}

/// The cells moves may touch: all but the clues'.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Cells that can be swapped within their kind.
    swappable: Vec<u16>,
    /// The same, by kind.
    kinds: [Vec<u16>; 6],
    /// Cells whose piece may be turned.
    turnable: Vec<u16>,
}

impl Ground {
    /// The ground of a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        let layout = puzzle.layout();
        let is_clue = |cell: u16| puzzle.clues().iter().any(|c| c.cell == usize::from(cell));
        let kinds = Kind::ALL.map(|kind| {
            let cells = layout.cells(kind).iter().copied().filter(|&cell| !is_clue(cell));
            cells.collect::<Vec<_>>()
        });
        let several = kinds.iter().filter(|cells| cells.len() > 1);
        let swappable = several.flatten().copied().collect();
        // On boards one cell wide the pieces between the ends may lie two ways.
        let turnable = [Kind::Inner, Kind::Bridge].iter().flat_map(|&kind| &kinds[kind as usize]);
        let turnable = turnable.copied().collect();
        Self { swappable, turnable, kinds }
    }

    /// The cells of a kind whose pieces may move.
    #[must_use]
    pub fn cells(&self, kind: Kind) -> &[u16] {
        &self.kinds[kind as usize]
    }

    /// The cells whose piece has another of its kind to change places with.
    #[must_use]
    pub fn swappable(&self) -> &[u16] {
        &self.swappable
    }

    /// The cells whose piece may take more than one turn.
    #[must_use]
    pub fn turnable(&self) -> &[u16] {
        &self.turnable
    }

    /// Two different cells of one kind: the first any that can be swapped, the second any of its
    /// kind.
    #[must_use]
    pub fn pair(&self, puzzle: &Puzzle, rng: &mut Rng) -> Option<(usize, usize)> {
        let a = usize::from(*rng.pick(&self.swappable)?);
        let kind = self.cells(puzzle.layout().kind(a));
        loop {
            let b = usize::from(kind[rng.below(kind.len())]);
            if a != b {
                return Some((a, b));
            }
        }
    }

    /// A swap or a turn, each with one half where both exist: the mutation of Söderlind, section 5.4.
    #[must_use]
    pub fn random(&self, state: &State<'_>, rng: &mut Rng) -> Move {
        let swap = match (self.swappable.is_empty(), self.turnable.is_empty()) {
            (true, true) => return Move::Nothing,
            (false, false) => rng.coin(),
            (no_swap, _) => !no_swap,
        };
        if swap { self.swap(state, rng) } else { self.turn(state, rng) }
    }

    /// Another turn for one of the pieces that may be turned.
    pub(crate) fn turn(&self, state: &State<'_>, rng: &mut Rng) -> Move {
        let Some(&cell) = rng.pick(&self.turnable) else { return Move::Nothing };
        let cell = usize::from(cell);
        let turn = state.get(cell).map_or(0, Placed::turn);
        let by =
            if state.puzzle().layout().kind(cell) == Kind::Bridge { 2 } else { 1 + rng.below(3) };
        Move::Turn { cell, turn: (turn + by as u8) % 4 }
    }

    fn swap(&self, state: &State<'_>, rng: &mut Rng) -> Move {
        let layout = state.puzzle().layout();
        let Some((a, b)) = self.pair(state.puzzle(), rng) else { return Move::Nothing };
        let (Some(at_a), Some(at_b)) = (state.get(a), state.get(b)) else {
            return Move::Nothing;
        };
        let turn_a = keep_or_fit(at_b.turn(), layout.turns(at_b.piece(), a));
        let turn_b = keep_or_fit(at_a.turn(), layout.turns(at_a.piece(), b));
        Move::Swap { a, turn_a, b, turn_b }
    }
}

/// The turn a piece keeps when it moves, or the one the frame forces on it.
pub(crate) fn keep_or_fit(turn: u8, allowed: u8) -> u8 {
    if allowed >> turn & 1 == 1 { turn } else { allowed.trailing_zeros() as u8 & 3 }
}

/// The turns of a bit set.
pub(crate) fn each(turns: u8) -> impl Iterator<Item = u8> {
    (0..4).filter(move |turn| turns >> turn & 1 == 1)
}

/// The first of these turns with which a piece fits a cell best.
fn best_turn(state: &State<'_>, cell: usize, placed: Placed, turns: u8) -> u8 {
    let mut best = (0, placed.turn());
    for turn in each(turns) {
        let fit = 1 + state.fit(cell, placed.with_turn(turn));
        if fit > best.0 {
            best = (fit, turn);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::super::generate::Recipe;
    use super::super::{Frame, judge};
    use super::*;

    fn puzzles() -> Vec<Puzzle> {
        let sizes = [(1, 5), (2, 2), (3, 4), (6, 6)];
        let framed = [Frame::Grey, Frame::Open];
        let all = sizes.iter().flat_map(|&(w, h)| framed.map(|f| Recipe::random(w, h, f, 3, 5)));
        let mut puzzles: Vec<Puzzle> = all.map(|r| r.make().unwrap().puzzle).collect();
        let clued = Recipe { clues: 9, ..Recipe::random(5, 5, Frame::Grey, 4, 5) };
        puzzles.push(clued.make().unwrap().puzzle);
        puzzles
    }

    /// A move keeps the board valid, gains what it said, and can be taken back.
    fn check(state: &mut State<'_>, one: Move) {
        let (board, score) = (state.board(), state.score() as i32);
        let gain = one.gain(state);
        let back = one.make(state);
        let verdict = judge(state.puzzle(), &state.board());
        assert!(verdict.faults.is_empty(), "{one:?}");
        assert_eq!(verdict.score as i32, score + gain, "{one:?}");
        if gain % 2 == 0 {
            back.make(state);
            assert_eq!(state.board(), board, "{one:?}");
        }
    }

    #[test]
    fn random_moves_keep_frame_and_clues() {
        let rng = &mut Rng::new(1);
        for puzzle in &puzzles() {
            let ground = Ground::new(puzzle);
            let mut state = State::random(puzzle, rng);
            for _ in 0..300 {
                let one = ground.random(&state, rng);
                check(&mut state, one);
            }
        }
    }

    #[test]
    fn best_swaps_are_as_good_as_any() {
        let rng = &mut Rng::new(2);
        for puzzle in &puzzles() {
            let ground = Ground::new(puzzle);
            let mut state = State::random(puzzle, rng);
            for _ in 0..300 {
                let Some((a, b)) = ground.pair(puzzle, rng) else { break };
                let one = Move::best_swap(&state, a, b);
                let (at_a, at_b) = (state.get(a).unwrap(), state.get(b).unwrap());
                for turn_a in each(puzzle.layout().turns(at_b.piece(), a)) {
                    for turn_b in each(puzzle.layout().turns(at_a.piece(), b)) {
                        assert!(state.swap_gain(a, turn_a, b, turn_b) <= one.gain(&state));
                    }
                }
                check(&mut state, one);
            }
        }
    }
}
