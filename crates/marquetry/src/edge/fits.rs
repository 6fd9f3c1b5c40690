//! How well every piece would lie on every cell: a table that makes scoring a swap two look-ups.

use super::state::Sides;
use super::{Kind, Placed, State};

/// The best fit of every piece on every cell of its kind, for a complete state. It must be told of
/// every change ([`Fits::refresh`]). The largest board takes 16 megabytes.
#[derive(Clone, Debug)]
pub(crate) struct Fits {
    size: usize,
    /// The most joins a piece can match on a cell, by cell and piece.
    best: Vec<u8>,
    /// The piece on every cell.
    lies: Vec<u16>,
    /// Matched joins of every cell.
    here: Vec<u8>,
    /// The sides of every piece, by turn.
    turned: [Vec<Sides>; 4],
}

impl Fits {
    /// The fits of a state. Cells without a piece have none.
    pub(crate) fn new(state: &State<'_>) -> Self {
        let size = state.puzzle().size();
        let sides = |turn| (0..size).map(move |piece| Placed::new(piece, turn));
        let turned = [0, 1, 2, 3].map(|t| sides(t).map(|placed| state.sides(placed)).collect());
        let best = vec![0; size * size];
        let mut fits = Self { size, best, lies: vec![0; size], here: vec![0; size], turned };
        for cell in 0..size {
            fits.look(state, cell);
            fits.fill(state, cell);
        }
        fits
    }

    /// Sees to it that the fits are right again after these cells got other pieces or turns.
    pub(crate) fn refresh(&mut self, state: &State<'_>, changed: &[usize]) {
        for &cell in changed {
            self.look(state, cell);
            for beside in state.beside(cell).into_iter().flatten() {
                self.look(state, beside);
                self.fill(state, beside);
            }
        }
    }

    /// Matched joins of a cell.
    #[inline]
    pub(crate) fn here(&self, cell: usize) -> i32 {
        i32::from(self.here[cell])
    }

    /// The most joins a piece can match on a cell of its kind.
    #[inline]
    pub(crate) fn best(&self, cell: usize, piece: usize) -> i32 {
        i32::from(self.best[cell * self.size + piece])
    }

    /// The gain of [`super::Move::best_swap`].
    #[inline]
    pub(crate) fn swap_gain(&self, state: &State<'_>, a: usize, b: usize) -> i32 {
        if state.adjacent(a, b) {
            return state.best_adjacent(a, b).0;
        }
        let (at_a, at_b) = (usize::from(self.lies[a]), usize::from(self.lies[b]));
        let after = self.best(a, at_b) + self.best(b, at_a);
        after - self.here(a) - self.here(b)
    }

    /// Notes what lies on a cell.
    fn look(&mut self, state: &State<'_>, cell: usize) {
        self.lies[cell] = state.get(cell).map_or(0, |placed| placed.piece() as u16);
        self.here[cell] = state.matches(cell) as u8;
    }

    /// Counts the fits of a cell anew.
    fn fill(&mut self, state: &State<'_>, cell: usize) {
        let row = &mut self.best[cell * self.size..][..self.size];
        let layout = state.puzzle().layout();
        let kind = layout.kind(cell);
        if kind != Kind::Inner {
            for &piece in layout.pieces(kind) {
                row[usize::from(piece)] = slow_best(state, cell, usize::from(piece));
            }
            return;
        }
        // Every turn is allowed here: four pieces at a time, without a branch.
        let wanted = Sides::from_le_bytes(state.wanted(cell));
        let [t0, t1, t2, t3] = &self.turned;
        for ((((fit, &a), &b), &c), &d) in row.iter_mut().zip(t0).zip(t1).zip(t2).zip(t3) {
            let [a, b, c, d] = [a, b, c, d].map(|sides| count(sides, wanted));
            *fit = a.max(b).max(c.max(d));
        }
    }
}

/// How many sides agree, without the instruction that counts bits: it cannot be vectorised.
#[inline]
fn count(a: Sides, b: Sides) -> u8 {
    let x = a ^ b;
    let differs = ((x & 0x7f7f_7f7f) + 0x7f7f_7f7f) | x;
    let same = (!differs & 0x8080_8080) >> 7;
    let pairs = same + (same >> 16);
    (pairs + (pairs >> 8)) as u8 & 7
}

/// The same as a table entry, counted.
fn slow_best(state: &State<'_>, cell: usize, piece: usize) -> u8 {
    let turns = state.puzzle().layout().turns(piece, cell);
    let allowed = (0..4).filter(|turn| turns >> turn & 1 == 1);
    allowed.map(|turn| state.fit(cell, Placed::new(piece, turn)) as u8).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::generate::Recipe;
    use super::super::state::agreeing;
    use super::super::{Frame, Ground, Move};
    use super::*;
    use crate::search::Rng;

    #[test]
    fn counting_is_agreeing() {
        let rng = &mut Rng::new(1);
        for _ in 0..10_000 {
            let word = |rng: &mut Rng| Sides::from_le_bytes([(); 4].map(|()| rng.below(3) as u8));
            let (a, b) = (word(rng), word(rng));
            assert_eq!(u32::from(count(a, b)), agreeing(a, b));
        }
    }

    #[test]
    fn the_table_knows_the_gain_of_every_swap() {
        let rng = &mut Rng::new(2);
        for frame in [Frame::Grey, Frame::Open] {
            for (width, height) in [(1, 5), (2, 2), (3, 5), (6, 6)] {
                let puzzle = Recipe::random(width, height, frame, 3, 5).make().unwrap().puzzle;
                let ground = Ground::new(&puzzle);
                let mut state = State::random(&puzzle, rng);
                let mut fits = Fits::new(&state);
                for _ in 0..300 {
                    let Some((a, b)) = ground.pair(&puzzle, rng) else { break };
                    let swap = Move::best_swap(&state, a, b);
                    assert_eq!(fits.swap_gain(&state, a, b), swap.gain(&state));
                    swap.make(&mut state);
                    fits.refresh(&state, &[a, b]);
                }
            }
        }
    }
}
