//! What chance alone makes of a search: how many pieces are expected to fit a cell.

use super::builder::rim;
use super::numbers::Numbers;
use crate::edge::{GREY, Kind, Puzzle};

/// Turns in which a piece of each kind may lie on a cell of its kind.
const TURNS: [f64; 6] = [4.0, 1.0, 1.0, 2.0, 1.0, 4.0];

/// Free pieces of each kind.
pub(super) type Free = [u16; 6];

/// The chances of a puzzle.
pub(super) struct Odds<'p> {
    puzzle: &'p Puzzle,
    /// Whether colours along the rim are others than inside.
    apart: bool,
    /// The logarithm of the chance that two sides match, inside and along the rim.
    matching: [f64; 2],
    /// The sides of each cell that must be grey.
    rims: Vec<u8>,
}

impl<'p> Odds<'p> {
    pub(super) fn new(puzzle: &'p Puzzle) -> Self {
        let numbers = Numbers::new(puzzle);
        let mates = numbers.mates(puzzle);
        let mut sides = [[0.0; 256]; 2];
        for piece in puzzle.pieces() {
            let ids = numbers.sides(piece.0);
            for side in (0..4).filter(|&side| piece.0[side] != GREY) {
                sides[numbers.pool(piece.0, side)][usize::from(ids[side])] += 1.0;
            }
        }
        let matching = sides.map(|counts| {
            let total: f64 = counts.iter().sum();
            let fits: f64 = (0..256).map(|c| counts[c] * counts[usize::from(mates[c])]).sum();
            if fits > 0.0 { (fits / (total * total)).ln() } else { 0.0 }
        });
        let rims = (0..puzzle.size()).map(|cell| rim(puzzle, cell)).collect();
        Self { puzzle, apart: numbers.apart, matching, rims }
    }

    /// The pieces of each kind among those given.
    pub(super) fn free(&self, pieces: impl Iterator<Item = usize>) -> Free {
        let layout = self.puzzle.layout();
        let mut kinds = vec![Kind::Inner as usize; self.puzzle.size()];
        for kind in Kind::ALL {
            let of_kind = layout.pieces(kind).iter();
            of_kind.for_each(|&piece| kinds[usize::from(piece)] = kind as usize);
        }
        let mut free = [0; 6];
        pieces.for_each(|piece| free[kinds[piece]] += 1);
        free
    }

    /// The logarithm of how many pieces are expected to fit a cell whose known sides are given, bit 0
    /// for north. One of them is taken.
    pub(super) fn lay(&self, cell: usize, known: u8, free: &mut Free) -> f64 {
        let kind = self.puzzle.layout().kind(cell) as usize;
        let grey = self.rims[cell];
        let beside = |side: u8| (grey >> ((side + 1) % 4) | grey >> ((side + 3) % 4)) & 1 == 1;
        let sides = (0..4_u8).filter(|side| known >> side & 1 == 1);
        let matching = sides.map(|side| self.matching[usize::from(self.apart && beside(side))]);
        let ways = (TURNS[kind] * f64::from(free[kind])).ln();
        free[kind] = free[kind].saturating_sub(1);
        ways + matching.sum::<f64>()
    }
}
