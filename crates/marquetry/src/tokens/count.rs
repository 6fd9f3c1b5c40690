//! How many solutions there are, exactly.

use super::Puzzle;
use num_bigint::{BigInt, BigUint};
use std::collections::BTreeMap;

/// The most cells of a grid whose solutions are counted: 512x512 takes about half a minute.
pub const MOST_CELLS: usize = 1 << 18;

/// The number of solutions, a grid and its turned or mirrored images counted apart; `None` above
/// [`MOST_CELLS`] cells.
///
/// The grids with even lines are a linear code; its dual has a word for every set of rows and
/// columns, `w` cells of which lie in one of the two alone. By MacWilliams' identity the number of
/// code words with `t` tokens is the mean of `K_t(w)`, the coefficient of `z^t` in
/// `(1 - z)^w (1 + z)^(cells - w)`, over all sets of rows and columns (docs/tokens.md).
#[must_use]
pub fn count(puzzle: &Puzzle) -> Option<BigUint> {
    let (cells, tokens) = (puzzle.cells(), puzzle.tokens());
    if cells > MOST_CELLS {
        return None;
    }
    if !tokens.is_multiple_of(2) {
        return Some(BigUint::ZERO);
    }
    let weights = weights(puzzle);
    let (mut before, mut now) = (BigInt::ZERO, binomial(cells, tokens));
    let mut sum = BigInt::ZERO;
    for w in 0..=cells / 2 {
        if let Some(sets) = weights.get(&w) {
            sum += &now * sets;
        }
        // (cells - w) K(w + 1) = (cells - 2 tokens) K(w) - w K(w - 1)
        let next = &now * (cells as i64 - 2 * tokens as i64) - &before * w;
        before = std::mem::replace(&mut now, next / (cells - w).max(1));
    }
    (sum >> (puzzle.rows() + puzzle.columns())).to_biguint()
}

/// How many sets of rows and columns there are for every `w`. Since `K_t(w) = K_t(cells - w)` for
/// even `t`, the larger of the two is entered as the smaller.
fn weights(puzzle: &Puzzle) -> BTreeMap<usize, BigInt> {
    let (rows, columns, cells) = (puzzle.rows(), puzzle.columns(), puzzle.cells());
    let (of_rows, of_columns) = (binomials(rows), binomials(columns));
    let mut weights = BTreeMap::<usize, BigInt>::new();
    for (i, sets) in of_rows.iter().enumerate() {
        for (j, more) in of_columns.iter().enumerate() {
            let w = i * (columns - j) + (rows - i) * j;
            *weights.entry(w.min(cells - w)).or_default() += sets * more;
        }
    }
    weights
}

fn binomial(n: usize, k: usize) -> BigInt {
    let k = k.min(n - k);
    (0..k).fold(BigInt::from(1), |product, i| product * (n - i) / (i + 1))
}

/// `C(n, k)` for all `k`.
fn binomials(n: usize) -> Vec<BigInt> {
    let next = |(k, choices): &(usize, BigInt)| Some((k + 1, choices * (n - k) / (k + 1)));
    let first = (0, BigInt::from(1));
    std::iter::successors(Some(first), next).map(|(_, choices)| choices).take(n + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::testing::even_grids;

    #[test]
    fn the_formula_counts_what_enumeration_finds() {
        for (rows, columns) in [(1, 1), (1, 6), (2, 2), (3, 3), (2, 7), (4, 4), (4, 5), (5, 5)] {
            for (tokens, &found) in even_grids(rows, columns).iter().enumerate() {
                let puzzle = Puzzle::new(rows, columns, rows * columns - tokens).unwrap();
                assert_eq!(count(&puzzle), Some(found.into()), "{puzzle:?}");
            }
        }
    }

    /// Feasible are those that have a solution by the formula, to n = 10.
    #[test]
    fn feasible_puzzles_have_a_count() {
        for rows in 1..=10 {
            for columns in 1..=10 {
                for removed in 0..=rows * columns {
                    let puzzle = Puzzle::new(rows, columns, removed).unwrap();
                    let some = count(&puzzle) != Some(BigUint::ZERO);
                    assert_eq!(puzzle.feasible().is_ok(), some, "{puzzle:?}");
                }
            }
        }
    }

    /// All grids with even lines: 2^((rows - 1)(columns - 1)).
    #[test]
    fn all_counts_add_up() {
        let all = |n: usize| -> BigUint {
            let puzzles = (0..=n * n).filter_map(|removed| Puzzle::new(n, n, removed).ok());
            puzzles.filter_map(|puzzle| count(&puzzle)).sum()
        };
        assert_eq!(all(9), BigUint::from(1u8) << 64);
        assert_eq!(all(20), BigUint::from(1u8) << 361);
    }

    #[test]
    fn known_numbers() {
        let count = |n, m| count(&Puzzle::new(n, n, m).unwrap()).unwrap().to_string();
        // One rectangle for two rows and two columns.
        assert_eq!(count(100, 9_996), (4950u64 * 4950).to_string());
        // Kordemsky's puzzle: 16 objects, 6 removed.
        assert_eq!(count(4, 6), "96");
    }
}
