//! A grid being changed, with the parity of its lines.

use super::grid::WORD;
use super::{Grid, Puzzle};
use crate::search::{Rng, Score};

/// A grid and which of its lines are odd. A flipped cell changes two bits of parity and nothing is
/// counted again.
#[derive(Clone, Debug)]
pub struct State {
    grid: Grid,
    odd_rows: Vec<u64>,
    odd_columns: Vec<u64>,
    odd: u32,
}

impl State {
    /// The grid without tokens.
    #[must_use]
    pub fn empty(rows: usize, columns: usize) -> Self {
        let grid = Grid::empty(rows, columns);
        let bits = |lines: usize| vec![0; lines.div_ceil(WORD)];
        Self { odd_rows: bits(rows), odd_columns: bits(columns), odd: 0, grid }
    }

    /// The state of a grid.
    #[must_use]
    pub fn of(grid: &Grid) -> Self {
        let mut state = Self::empty(grid.rows(), grid.columns());
        for row in 0..grid.rows() {
            for column in (0..grid.columns()).filter(|&column| grid.get(row, column)) {
                state.flip(row, column);
            }
        }
        state
    }

    /// A grid with the tokens the puzzle wants, each such grid equally likely.
    #[must_use]
    pub fn random(puzzle: &Puzzle, rng: &mut Rng) -> Self {
        let mut state = Self::empty(puzzle.rows(), puzzle.columns());
        let mut left = puzzle.tokens();
        for cell in 0..puzzle.cells() {
            if rng.below(puzzle.cells() - cell) < left {
                left -= 1;
                state.flip(cell / puzzle.columns(), cell % puzzle.columns());
            }
        }
        state
    }

    /// The grid.
    #[must_use]
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether a cell holds a token.
    #[must_use]
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> bool {
        self.grid.get(row, column)
    }

    /// The number of odd lines.
    #[must_use]
    #[inline]
    pub fn odd(&self) -> u32 {
        self.odd
    }

    /// The number of even lines.
    #[must_use]
    #[inline]
    pub fn score(&self) -> Score {
        (self.grid.rows() + self.grid.columns()) as Score - self.odd()
    }

    /// Takes the token of a cell, or puts one there.
    #[inline]
    pub fn flip(&mut self, row: usize, column: usize) {
        self.grid.flip(row, column);
        toggle(&mut self.odd_rows, row, &mut self.odd);
        toggle(&mut self.odd_columns, column, &mut self.odd);
    }

    /// How many odd lines more there would be with a cell flipped.
    #[inline]
    pub(super) fn change_of_flip(&self, row: usize, column: usize) -> i32 {
        to_odd(&self.odd_rows, row) + to_odd(&self.odd_columns, column)
    }

    /// How many odd lines more there would be with two cells flipped.
    #[inline]
    pub(super) fn change_of_flips(&self, a: (usize, usize), b: (usize, usize)) -> i32 {
        pair_change(&self.odd_rows, a.0, b.0) + pair_change(&self.odd_columns, a.1, b.1)
    }

    /// A number that two different grids hardly ever share.
    pub(super) fn key(&self) -> u64 {
        self.grid.words().iter().fold(0x9e37_79b9_7f4a_7c15, |key: u64, word| {
            let key = (key ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
            key ^ key >> 32
        })
    }

    /// Becomes another state of the same size without asking for memory.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.grid.copy_from(&other.grid);
        self.odd_rows.copy_from_slice(&other.odd_rows);
        self.odd_columns.copy_from_slice(&other.odd_columns);
        self.odd = other.odd;
    }

    /// Becomes `outside` with the columns of a mask taken from `inside`; how many tokens more it
    /// has than `outside`. Only where the two differ is a line's parity touched.
    #[inline]
    pub(super) fn splice(&mut self, outside: &Self, inside: &Self, mask: &[u64]) -> isize {
        self.copy_from(outside);
        let mut gained = 0;
        for row in 0..self.grid.rows() {
            let (old, new) = (outside.grid.row(row), inside.grid.row(row));
            let mut changed = 0;
            for (word, mask) in mask.iter().enumerate() {
                let differ = (old[word] ^ new[word]) & mask;
                if differ != 0 {
                    // Where they differ a cell has a token either in the new or in the old.
                    let all = differ.count_ones();
                    gained += 2 * (new[word] & differ).count_ones() as isize - all as isize;
                    changed ^= all;
                    self.grid.row_mut(row)[word] ^= differ;
                    self.odd_columns[word] ^= differ;
                }
            }
            self.odd_rows[row / WORD] ^= u64::from(changed & 1) << (row % WORD);
        }
        let odd_lines = self.odd_rows.iter().chain(&self.odd_columns);
        self.odd = odd_lines.map(|word| word.count_ones()).sum();
        gained
    }
}

#[inline]
fn is_odd(lines: &[u64], line: usize) -> bool {
    lines[line / WORD] >> (line % WORD) & 1 == 1
}

#[inline]
fn toggle(lines: &mut [u64], line: usize, odd: &mut u32) {
    let word = &mut lines[line / WORD];
    *word ^= 1 << (line % WORD);
    *odd = if *word >> (line % WORD) & 1 == 1 { *odd + 1 } else { *odd - 1 };
}

/// The change in odd lines when two of them, unless they are the same, change parity.
#[inline]
fn pair_change(lines: &[u64], a: usize, b: usize) -> i32 {
    if a == b { 0 } else { to_odd(lines, a) + to_odd(lines, b) }
}

/// The change in odd lines when one of them changes parity.
#[inline]
fn to_odd(lines: &[u64], line: usize) -> i32 {
    1 - 2 * i32::from(is_odd(lines, line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::Verdict;

    #[test]
    fn parity_follows_every_flip_and_splice() {
        let rng = &mut Rng::new(5);
        for (rows, columns) in [(1, 1), (3, 70), (70, 3), (9, 9), (65, 130)] {
            let puzzle = Puzzle::new(rows, columns, rows * columns / 3).unwrap();
            let (a, b) = (State::random(&puzzle, rng), State::random(&puzzle, rng));
            assert_eq!(a.grid().tokens(), puzzle.tokens());
            let mut c = State::empty(rows, columns);
            let mask: Vec<u64> = a.grid().row(0).iter().map(|_| rng.bits()).collect();
            let gained = c.splice(&a, &b, &mask);
            assert_eq!(c.grid().tokens() as isize - a.grid().tokens() as isize, gained);
            for _ in 0..50 {
                let mut cell = || (rng.below(rows), rng.below(columns));
                let (p, q) = (cell(), cell());
                let (before, change) = (c.odd() as i32, c.change_of_flips(p, q));
                c.flip(p.0, p.1);
                c.flip(q.0, q.1);
                assert_eq!(c.odd() as i32 - before, change);
                let recounted = Verdict::of(c.grid());
                assert_eq!((c.odd(), c.score()), (recounted.odd(), recounted.even()));
            }
        }
    }
}
