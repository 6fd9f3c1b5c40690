//! Which puzzles have a solution. The proof is in docs/tokens.md.

use super::Puzzle;
use thiserror::Error;

/// Why a puzzle has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Infeasible {
    #[error(
        "{tokens} tokens would be left, an odd number, and lines with even numbers of tokens add up to an even one"
    )]
    Odd { tokens: usize },
    #[error("{tokens} tokens would be left: a {line} of {length} cells holds {} at most when even, all {count} together {most}", .length - 1)]
    Full { tokens: usize, line: &'static str, length: usize, count: usize, most: usize },
    #[error("2 tokens would be left: in one row they make two columns odd, else two rows")]
    Pair,
    #[error(
        "2 tokens would be removed of a grid with even sides: in one row they make two columns odd, else two rows"
    )]
    Gap,
    #[error(
        "{tokens} tokens would be left: with two {lines} both are the same, so the number is a multiple of 4"
    )]
    Twins { tokens: usize, lines: &'static str },
}

/// Whether a puzzle has a solution.
///
/// The claim of Almuhaideb et al., that an even number of tokens left is enough, is only necessary.
pub(super) fn feasible(puzzle: &Puzzle) -> Result<(), Infeasible> {
    let (rows, columns, tokens) = (puzzle.rows(), puzzle.columns(), puzzle.tokens());
    if !tokens.is_multiple_of(2) {
        return Err(Infeasible::Odd { tokens });
    }
    let room = |line, length: usize, count: usize| {
        let most = count * (length - length % 2);
        match tokens > most {
            true => Err(Infeasible::Full { tokens, line, length, count, most }),
            false => Ok(()),
        }
    };
    room("row", columns, rows)?;
    room("column", rows, columns)?;
    if tokens == 2 {
        return Err(Infeasible::Pair);
    }
    if puzzle.removed() == 2 && rows.is_multiple_of(2) && columns.is_multiple_of(2) {
        return Err(Infeasible::Gap);
    }
    for (lines, count) in [("rows", rows), ("columns", columns)] {
        if count == 2 && !tokens.is_multiple_of(4) {
            return Err(Infeasible::Twins { tokens, lines });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::testing::even_grids;

    /// Every grid with even lines, of every size up to 5x5 and some longer ones.
    #[test]
    fn feasible_puzzles_are_those_with_a_solution() {
        let square = (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns)));
        for (rows, columns) in square.chain([(2, 9), (3, 8), (4, 6), (7, 3), (6, 4)]) {
            let found = even_grids(rows, columns);
            for removed in 0..=rows * columns {
                let puzzle = Puzzle::new(rows, columns, removed).unwrap();
                let exists = found[puzzle.tokens()] > 0;
                let said = puzzle.feasible();
                assert_eq!(said.is_ok(), exists, "{puzzle:?}: {said:?}");
            }
        }
    }

    /// Every one of the 2^25 grids of 5x5.
    #[test]
    fn every_grid_of_5x5() {
        let line = |first: u32, step: u32| (0..5).map(|i| 1u32 << (first + i * step)).sum();
        let rows = (0..5).map(|row| line(5 * row, 1));
        let lines: Vec<u32> = rows.chain((0..5).map(|column| line(column, 5))).collect();
        let mut found = [false; 26];
        for grid in 0..1u32 << 25 {
            let even = lines.iter().all(|line| (grid & line).count_ones().is_multiple_of(2));
            found[grid.count_ones() as usize] |= even;
        }
        for (tokens, &exists) in found.iter().enumerate() {
            let puzzle = Puzzle::new(5, 5, 25 - tokens).unwrap();
            assert_eq!(puzzle.feasible().is_ok(), exists, "{tokens} tokens");
        }
    }

    #[test]
    fn the_reasons_are_said() {
        let reason = |n, m| Puzzle::new(n, n, m).unwrap().feasible().unwrap_err();
        assert_eq!(reason(4, 5), Infeasible::Odd { tokens: 11 });
        assert_eq!(reason(4, 14), Infeasible::Pair);
        assert_eq!(reason(4, 2), Infeasible::Gap);
        assert_eq!(
            reason(5, 3).to_string(),
            "22 tokens would be left: a row of 5 cells holds 4 at most when even, all 5 together 20"
        );
        let thin = Puzzle::new(2, 5, 4).unwrap().feasible().unwrap_err();
        assert_eq!(thin, Infeasible::Twins { tokens: 6, lines: "rows" });
    }
}
