//! A walk among grids with even lines, towards the right number of tokens.

use super::super::{Grid, Puzzle};
use crate::search::{Algorithm, Chances, Conclusion, Rng, Run, gauge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Flips the corners of rectangles, the shortest cycles there are: no line ever turns odd, and only
/// the number of tokens has to come right. The opposite of the paper's methods, which keep the
/// number and mend the lines. Once it is right, rectangles that keep it shuffle the solution.
///
/// One step is one rectangle tried; the first is the grid it begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Cycles {
    /// How readily the number of tokens may go away from the right one, in tokens.
    pub temperature: f64,
    /// Rectangles tried for each cell once the number is right.
    pub shuffle: u32,
}

impl Default for Cycles {
    fn default() -> Self {
        Self { temperature: 0.5, shuffle: 1 }
    }
}

/// Cells looked at for a token or a hole before any cell will do.
const LOOKS: usize = 1 << 16;

/// Two rows and two columns; the first of each is a cell with the token or hole the move is about.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    rows: [usize; 2],
    columns: [usize; 2],
}

impl Rectangle {
    fn corners(self) -> impl Iterator<Item = (usize, usize)> {
        self.rows.into_iter().flat_map(move |row| self.columns.map(|column| (row, column)))
    }
}

/// A grid whose lines are even.
struct EvenGrid {
    grid: Grid,
    tokens: usize,
}

impl EvenGrid {
    /// Every grid with even lines equally likely: all cells but the last of each line are drawn.
    fn random(puzzle: &Puzzle, rng: &mut Rng) -> Self {
        let mut grid = Grid::empty(puzzle.rows(), puzzle.columns());
        let (last_row, last_column) = (puzzle.rows() - 1, puzzle.columns() - 1);
        for row in 0..last_row {
            for column in 0..last_column {
                if rng.coin() {
                    let rectangle =
                        Rectangle { rows: [row, last_row], columns: [column, last_column] };
                    rectangle.corners().for_each(|(row, column)| grid.flip(row, column));
                }
            }
        }
        Self { tokens: grid.tokens(), grid }
    }

    /// How many tokens more there would be.
    fn change(&self, rectangle: Rectangle) -> isize {
        let token = |(row, column)| if self.grid.get(row, column) { -1 } else { 1 };
        rectangle.corners().map(token).sum()
    }

    fn flip(&mut self, rectangle: Rectangle) {
        self.tokens = self.tokens.saturating_add_signed(self.change(rectangle));
        rectangle.corners().for_each(|(row, column)| self.grid.flip(row, column));
    }

    /// A random cell with a token, or without one; any cell if they are hard to find.
    fn cell(&self, token: bool, rng: &mut Rng) -> (usize, usize) {
        let mut cell = || (rng.below(self.grid.rows()), rng.below(self.grid.columns()));
        let first = cell();
        let found = (0..LOOKS).map(|_| cell()).find(|&(row, col)| self.grid.get(row, col) == token);
        found.unwrap_or(first)
    }

    /// A rectangle with three corners alike: a token whose row and column hold others (in a grid
    /// with even lines they always do), or a hole whose row and column have others.
    fn alike(&self, token: bool, rng: &mut Rng) -> Rectangle {
        let (row, column) = self.cell(token, rng);
        let other = |line: usize, count: usize, get: &dyn Fn(usize) -> bool, rng: &mut Rng| {
            let from = 1 + rng.below(count - 1);
            let around = (0..count - 1).map(|i| (line + 1 + (from + i) % (count - 1)) % count);
            around.clone().find(|&i| get(i) == token).or(around.clone().next()).unwrap_or(line)
        };
        let along = other(column, self.grid.columns(), &|c| self.grid.get(row, c), rng);
        let across = other(row, self.grid.rows(), &|r| self.grid.get(r, column), rng);
        Rectangle { rows: [row, across], columns: [column, along] }
    }

    /// A rectangle with a random token at a corner.
    fn any(&self, rng: &mut Rng) -> Rectangle {
        let (row, column) = self.cell(true, rng);
        let other =
            |line: usize, count: usize, rng: &mut Rng| (line + 1 + rng.below(count - 1)) % count;
        let rows = [row, other(row, self.grid.rows(), rng)];
        Rectangle { rows, columns: [column, other(column, self.grid.columns(), rng)] }
    }
}

impl Algorithm<Puzzle> for Cycles {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        (!(0.0..=1e9).contains(&self.temperature))
            .then(|| format!("expected temperature from 0 to 1e9, found {}", self.temperature))
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.feasible().is_err() {
            return Conclusion::Exhausted;
        }
        if !run.step() {
            return Conclusion::Stopped;
        }
        let chances = Chances::new(self.temperature);
        let mut even = EvenGrid::random(puzzle, &mut run.rng);
        while even.tokens != puzzle.tokens() {
            if !run.step() {
                return Conclusion::Stopped;
            }
            let off = even.tokens as isize - puzzle.tokens() as isize;
            let rectangle = even.alike(off > 0, &mut run.rng);
            let nearer = off.abs() - (off + even.change(rectangle)).abs();
            if chances.accept(nearer as i32, &mut run.rng) {
                even.flip(rectangle);
            }
            run.gauge(gauge::TOKENS_OFF, off as f64);
        }
        self.shuffle(&mut even, puzzle, run);
        run.offer((puzzle.rows() + puzzle.columns()) as u32, || even.grid);
        Conclusion::Stopped
    }
}

impl Cycles {
    /// Every rectangle that keeps the number of tokens is as likely to be undone as to be done.
    fn shuffle(&self, even: &mut EvenGrid, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) {
        if puzzle.rows().min(puzzle.columns()) < 2 || puzzle.tokens() == 0 {
            return;
        }
        for _ in 0..u64::from(self.shuffle) * puzzle.cells() as u64 {
            if !run.step() {
                return;
            }
            let rectangle = even.any(&mut run.rng);
            if even.change(rectangle) == 0 {
                even.flip(rectangle);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::Verdict;

    #[test]
    fn lines_stay_even() {
        let rng = &mut Rng::new(1);
        for (rows, columns) in [(1, 5), (2, 2), (2, 3), (3, 3), (7, 12), (65, 66)] {
            let puzzle = Puzzle::new(rows, columns, 0).unwrap();
            let mut even = EvenGrid::random(&puzzle, rng);
            for _ in 0..50 {
                assert_eq!(Verdict::of(&even.grid).odd(), 0);
                assert_eq!(even.grid.tokens(), even.tokens);
                if rows > 1 {
                    let tokens = rng.coin();
                    let rectangle = even.alike(tokens, rng);
                    assert!(rectangle.rows[0] != rectangle.rows[1]);
                    assert!(rectangle.columns[0] != rectangle.columns[1]);
                    if tokens && even.tokens > 0 {
                        assert!(even.change(rectangle) < 0);
                    }
                    even.flip(rectangle);
                    even.flip(even.any(rng));
                }
            }
        }
    }
}
