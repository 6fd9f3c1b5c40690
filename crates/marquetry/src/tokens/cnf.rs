//! The puzzle as a formula that is satisfiable iff there is a solution.
//!
//! Almuhaideb et al. 2022, formulas (6) to (8), have variables for "row `r` holds `i` tokens" and
//! "column `c` holds `i` tokens" with `i` even, and one clause for each line: it holds 0, 2, 4, ... As
//! printed these can always be satisfied. Added here is what is missing: clauses that tie the counts to
//! the cells, and constraint (2), the number of tokens, of which the formula says nothing.

use super::{Grid, Puzzle};
use crate::edge::cnf::{Formula, MAX_LITERALS, TooLarge};
use std::fmt::Write;

/// A token puzzle written as a formula, and the way back from a model to a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    puzzle: Puzzle,
    formula: Formula,
}

impl Encoding {
    /// Writes a puzzle as a formula.
    ///
    /// # Errors
    /// If the formula would be larger than [`MAX_LITERALS`].
    pub fn new(puzzle: &Puzzle) -> Result<Self, TooLarge> {
        let literals = estimate(puzzle);
        if literals > MAX_LITERALS {
            return Err(TooLarge { literals });
        }
        let mut encoding = Self { puzzle: *puzzle, formula: Formula::default() };
        encoding.formula.fresh(puzzle.cells());
        let (rows, columns) = (puzzle.rows(), puzzle.columns());
        let held = rows * evens(columns) + columns * evens(rows);
        encoding.formula.fresh(held);
        for row in 0..rows {
            let cells: Vec<i32> = (0..columns).map(|column| encoding.cell(row, column)).collect();
            encoding.keep_even(&cells, encoding.row(row));
        }
        for column in 0..columns {
            let cells: Vec<i32> = (0..rows).map(|row| encoding.cell(row, column)).collect();
            encoding.keep_even(&cells, encoding.column(column));
        }
        encoding.keep_tokens();
        Ok(encoding)
    }

    /// The number of variables.
    #[must_use]
    pub fn variables(&self) -> i32 {
        self.formula.variables
    }

    /// The clauses: variables count from 1, a negative literal is a denial.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        self.formula.clauses()
    }

    /// The grid of a model, given as its true literals (others do no harm).
    #[must_use]
    pub fn decode(&self, model: &[i32]) -> Grid {
        let (cells, columns) = (self.puzzle.cells(), self.puzzle.columns());
        let mut grid = Grid::empty(self.puzzle.rows(), columns);
        let tokens = model.iter().filter_map(|&literal| usize::try_from(literal).ok());
        for cell in tokens.filter(|token| (1..=cells).contains(token)).map(|token| token - 1) {
            grid.flip(cell / columns, cell % columns);
        }
        grid
    }

    /// The formula in the DIMACS format. Comments say what the variables mean.
    #[must_use]
    pub fn to_dimacs(&self) -> String {
        let (rows, columns) = (self.puzzle.rows(), self.puzzle.columns());
        let mut text = String::new();
        // Writing to a string does not fail.
        _ = write!(
            text,
            "c {columns} columns, {rows} rows, {} tokens removed\n\
             c satisfiable iff every row and column can keep an even number; rows and columns from 0\n\
             c variables 1 to {}: a token on the cells, row by row\n\
             c row r holds 2i tokens: variable {} + {} r + i\n\
             c column c holds 2i tokens: variable {} + {} c + i\n\
             c all other variables count\n",
            self.puzzle.removed(),
            self.puzzle.cells(),
            self.row(0),
            evens(columns),
            self.column(0),
            evens(rows),
        );
        self.formula.write(&mut text);
        text
    }

    /// A cell holds a token.
    fn cell(&self, row: usize, column: usize) -> i32 {
        1 + (row * self.puzzle.columns() + column) as i32
    }

    /// A row holds no token; the next variables say 2, 4, ...
    fn row(&self, row: usize) -> i32 {
        1 + (self.puzzle.cells() + row * evens(self.puzzle.columns())) as i32
    }

    /// A column holds no token; the next variables say 2, 4, ...
    fn column(&self, column: usize) -> i32 {
        self.row(self.puzzle.rows()) + (column * evens(self.puzzle.rows())) as i32
    }

    /// A line holds 0 or 2 or ... tokens: a clause of formula (7), and what ties it to the cells.
    fn keep_even(&mut self, cells: &[i32], first: i32) {
        let held = evens(cells.len());
        self.formula.add((first..).take(held));
        let at_least = self.count(cells);
        for (tokens, exactly) in (0..).step_by(2).zip(first..).take(held) {
            // The line holds so many, and not one more.
            let enough = (tokens > 0).then(|| at_least[tokens - 1]);
            let more = at_least.get(tokens).copied();
            self.formula.add([Some(exactly), enough.map(|v| -v), more].into_iter().flatten());
            enough.into_iter().for_each(|enough| self.formula.add([-exactly, enough]));
            more.into_iter().for_each(|more| self.formula.add([-exactly, -more]));
        }
    }

    /// Variables that say that at least 1, 2, ... of these hold, if and only if they do (a sequential
    /// counter as that of Sinz 2005, in both directions).
    fn count(&mut self, cells: &[i32]) -> Vec<i32> {
        let mut before: Vec<i32> = Vec::new();
        for (number, &cell) in cells.iter().enumerate() {
            let first = self.formula.fresh(number + 1);
            let now: Vec<i32> = (first..).take(number + 1).collect();
            for (i, &enough) in now.iter().enumerate() {
                // At least i + 1 of these: so many before, or one fewer and this one.
                let already = before.get(i).copied();
                let almost = i.checked_sub(1).map(|i| before[i]);
                already.into_iter().for_each(|already| self.formula.add([-already, enough]));
                let add = |formula: &mut Formula, literals: [Option<i32>; 3]| {
                    formula.add(literals.into_iter().flatten());
                };
                add(&mut self.formula, [Some(-cell), almost.map(|v| -v), Some(enough)]);
                add(&mut self.formula, [Some(-enough), already, Some(cell)]);
                if almost.is_some() {
                    add(&mut self.formula, [Some(-enough), already, almost]);
                }
            }
            before = now;
        }
        before
    }

    /// All rows together hold the tokens that stay: variables say how many the first rows hold, and the
    /// last row makes it right.
    fn keep_tokens(&mut self) {
        let (rows, tokens) = (self.puzzle.rows(), self.puzzle.tokens());
        let held = evens(self.puzzle.columns());
        let mut before = None;
        for row in 0..rows {
            let now = (row + 1 < rows).then(|| self.formula.fresh(tokens / 2 + 1));
            let sums = if row == 0 { 1 } else { tokens / 2 + 1 };
            for (half, more) in (0..sums).flat_map(|half| (0..held).map(move |more| (half, more))) {
                let sum = before.map(|first: i32| -(first + half as i32));
                let row_holds = -(self.row(row) + more as i32);
                let after = match now {
                    Some(first) if half + more <= tokens / 2 => Some(first + (half + more) as i32),
                    None if 2 * (half + more) == tokens => continue,
                    _ => None,
                };
                self.formula.add([sum, Some(row_holds), after].into_iter().flatten());
            }
            before = now;
        }
    }
}

/// How many even numbers a line of so many cells can hold: 0, 2, ...
fn evens(cells: usize) -> usize {
    cells / 2 + 1
}

/// How many literals the formula will have, about.
fn estimate(puzzle: &Puzzle) -> usize {
    let (rows, columns) = (puzzle.rows(), puzzle.columns());
    let counters = rows * columns * (rows + columns);
    let sums = rows * evens(columns) * evens(puzzle.tokens());
    8 * counters + 4 * sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Problem;
    use crate::tokens::count;
    use batsat::{BasicSolver, Lit, SolverInterface, lbool};

    /// Every grid that satisfies the formula, as far as there are at most so many.
    fn grids(encoding: &Encoding, most: usize) -> Vec<Grid> {
        let mut solver = BasicSolver::default();
        (0..encoding.variables()).for_each(|_| _ = solver.new_var_default());
        let add = |solver: &mut BasicSolver, literals: &[i32]| {
            let literal = |&l: &i32| Lit::new(solver.var_of_int(l.unsigned_abs() - 1), l > 0);
            let mut clause: Vec<Lit> = literals.iter().map(literal).collect();
            solver.add_clause_reuse(&mut clause);
        };
        encoding.clauses().for_each(|clause| add(&mut solver, clause));
        let mut found = Vec::new();
        while found.len() < most && solver.solve_limited(&[]) == lbool::TRUE {
            let cells = solver.get_model().iter().zip(1..).take(encoding.puzzle.cells());
            let model: Vec<i32> =
                cells.map(|(&v, i)| if v == lbool::TRUE { i } else { -i }).collect();
            found.push(encoding.decode(&model));
            add(&mut solver, &model.iter().map(|l| -l).collect::<Vec<_>>());
        }
        found
    }

    #[test]
    fn the_formula_has_a_model_iff_the_theorem_says_so() {
        for (rows, columns) in (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns)))
        {
            for removed in 0..=rows * columns {
                let puzzle = Puzzle::new(rows, columns, removed).unwrap();
                let found = grids(&Encoding::new(&puzzle).unwrap(), 1);
                assert_eq!(!found.is_empty(), puzzle.feasible().is_ok(), "{puzzle:?}");
                for grid in found {
                    assert_eq!(puzzle.judge(&grid), Ok(puzzle.perfect()), "{puzzle:?}");
                }
            }
        }
    }

    /// No grid is missed and none comes twice: the variables that count follow from the cells.
    #[test]
    fn its_models_are_the_solutions() {
        for (rows, columns, removed) in [(4, 4, 6), (4, 4, 0), (3, 4, 8), (3, 3, 5), (5, 3, 7)] {
            let puzzle = Puzzle::new(rows, columns, removed).unwrap();
            let found = grids(&Encoding::new(&puzzle).unwrap(), 1000);
            let known = count(&puzzle).unwrap().to_string();
            assert_eq!(found.len().to_string(), known, "{puzzle:?}");
        }
    }

    #[test]
    fn a_tiny_formula_as_text() {
        let puzzle = Puzzle::new(2, 2, 0).unwrap();
        insta::assert_snapshot!(Encoding::new(&puzzle).unwrap().to_dimacs());
    }

    #[test]
    fn the_estimate_is_above_the_truth_but_not_far() {
        for (rows, columns, removed) in [(20, 20, 200), (50, 50, 626), (5, 100, 100), (100, 5, 400)]
        {
            let puzzle = Puzzle::new(rows, columns, removed).unwrap();
            let truth: usize = Encoding::new(&puzzle).unwrap().clauses().map(|c| c.len() + 1).sum();
            let ratio = estimate(&puzzle) as f64 / truth as f64;
            assert!((1.0..1.6).contains(&ratio), "{puzzle:?}: {ratio}");
        }
        let vast = Puzzle::new(2000, 2000, 1_000_000).unwrap();
        assert!(Encoding::new(&vast).is_err_and(|e| e.to_string().contains("literals")));
    }
}
