//! Casse-tête, the token puzzle.

use crate::given::{Whole, bad};
use crate::puzzle::shaped;
use crate::rng::PyRng;
use marquetry::draw;
use marquetry::tokens::{self, Grid, MOST_CELLS, Puzzle, State, Verdict};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The longest side of a grid that is drawn.
const MOST_DRAWN: usize = 512;

/// A token puzzle: remove so many tokens of a full grid that every row and column keeps an even number.
#[pyclass(frozen, name = "TokensPuzzle", module = "marquetry._native")]
pub(crate) struct PyTokens(pub(crate) Arc<Puzzle>);

#[pymethods]
impl PyTokens {
    #[new]
    fn new(rows: Whole<usize>, columns: Whole<usize>, remove: Whole<usize>) -> PyResult<Self> {
        let puzzle = Puzzle::new(rows.0, columns.0, remove.0).map_err(bad)?;
        Ok(Self(Arc::new(puzzle)))
    }

    /// Number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.0.rows()
    }

    /// Number of columns.
    #[getter]
    fn columns(&self) -> usize {
        self.0.columns()
    }

    /// How many tokens are removed.
    #[getter]
    fn remove(&self) -> usize {
        self.0.removed()
    }

    /// How many tokens stay.
    #[getter]
    fn tokens(&self) -> usize {
        self.0.tokens()
    }

    /// Why there is no solution, or None if there is one: the theorem knows.
    #[getter]
    fn obstacle(&self) -> Option<String> {
        self.0.feasible().err().map(|reason| reason.to_string())
    }

    /// The number of solutions.
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let count = py.detach(|| tokens::count(&self.0));
        let digits = count.map(|count| format!("{count:x}")).ok_or_else(|| {
            bad(format!(
                "a grid of {} cells, expected at most {MOST_CELLS} to be counted",
                self.0.cells()
            ))
        })?;
        // In base 16, since Python refuses to read longer decimal numbers than 4,300 digits.
        py.get_type::<pyo3::types::PyInt>().call1((digits, 16))
    }

    fn __repr__(&self) -> String {
        let Self(puzzle) = self;
        format!("<tokens.Puzzle {}x{} less {}>", puzzle.rows(), puzzle.columns(), puzzle.removed())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.rows(), self.columns(), self.remove()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (usize, usize, usize)) {
        (py.get_type::<Self>(), (self.rows(), self.columns(), self.remove()))
    }
}

/// A grid: which cells hold a token. It never changes.
#[pyclass(frozen, name = "Grid", module = "marquetry._native")]
pub(crate) struct PyGrid {
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) grid: Grid,
}

#[pymethods]
impl PyGrid {
    /// A grid from a text: rows of 1 and 0, or our JSON.
    #[new]
    fn new(puzzle: &PyTokens, text: &str) -> PyResult<Self> {
        Ok(Self { puzzle: Arc::clone(&puzzle.0), grid: text.parse().map_err(bad)? })
    }

    /// The puzzle it belongs to.
    #[getter]
    fn puzzle(&self) -> PyTokens {
        PyTokens(Arc::clone(&self.puzzle))
    }

    /// The rows as strings of 1 (a token) and 0.
    #[getter]
    fn lines(&self) -> Vec<String> {
        self.grid.lines()
    }

    /// Rows and columns with an odd number of tokens, from 0.
    #[getter]
    fn odd(&self) -> (Vec<usize>, Vec<usize>) {
        let Verdict { odd_rows, odd_columns, .. } = Verdict::of(&self.grid);
        (odd_rows, odd_columns)
    }

    /// The number of even lines: the score.
    #[getter]
    fn score(&self) -> u32 {
        Verdict::of(&self.grid).even()
    }

    /// What is wrong with it as an answer to its puzzle, in words; None if it has the size and tokens.
    #[getter]
    fn fault(&self) -> Option<String> {
        tokens::verdict(&self.puzzle, &self.grid).err().map(|fault| fault.to_string())
    }

    /// The cells as a numpy array of shape (rows, columns): 1 for a token.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        let cells = (0..rows * columns).map(|at| self.grid.get(at / columns, at % columns));
        shaped(py, &cells.map(u8::from).collect::<Vec<_>>(), "uint8", &[rows, columns])
    }

    /// Its text: "text" for rows of 1 and 0, "json" for our file.
    #[pyo3(signature = (form="text"))]
    fn to(&self, form: &str) -> PyResult<String> {
        match form {
            "text" => Ok(self.grid.to_string()),
            "json" => Ok(self.grid.to_json().to_string()),
            _ => Err(bad(format!("unknown form {form:?}, expected one of text, json"))),
        }
    }

    /// A picture.
    #[pyo3(signature = (cell=None))]
    fn svg(&self, cell: Option<Whole<u32>>) -> PyResult<String> {
        let longest = self.grid.rows().max(self.grid.columns());
        if longest > MOST_DRAWN {
            let said = format!("expected at most {MOST_DRAWN} columns and rows for a picture");
            return Err(bad(said));
        }
        let fitting = (480 / (longest as u32 + 2)).clamp(4, 64);
        Ok(draw::grid_svg(&self.grid, cell.map_or(fitting, |cell| cell.0.clamp(4, 256))))
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg(None).ok()
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        let odd = Verdict::of(&self.grid).odd();
        format!("<tokens.Grid {rows}x{columns}, {} tokens, {odd} odd lines>", self.grid.tokens())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.grid == other.grid && self.puzzle == other.puzzle
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.grid.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (PyTokens, String)) {
        (py.get_type::<Self>(), (self.puzzle(), self.grid.to_string()))
    }
}

/// A grid being changed: it knows its odd lines at once.
#[pyclass(name = "TokensState", module = "marquetry._native")]
#[derive(Clone)]
pub(crate) struct PyTokensState {
    puzzle: Arc<Puzzle>,
    pub(crate) state: State,
}

#[pymethods]
impl PyTokensState {
    /// The state of a grid.
    #[new]
    fn new(grid: &PyGrid) -> Self {
        Self { puzzle: Arc::clone(&grid.puzzle), state: State::of(&grid.grid) }
    }

    /// A grid with the tokens the puzzle wants, each such grid equally likely.
    #[staticmethod]
    fn random(puzzle: &PyTokens, rng: &mut PyRng) -> Self {
        let state = State::random(&puzzle.0, &mut rng.0);
        Self { puzzle: Arc::clone(&puzzle.0), state }
    }

    /// The number of even lines.
    #[getter]
    pub(crate) fn score(&self) -> u32 {
        self.state.score()
    }

    /// The number of odd lines.
    #[getter]
    fn odd(&self) -> u32 {
        self.state.odd()
    }

    /// Whether a cell holds a token.
    fn at(&self, row: Whole<usize>, column: Whole<usize>) -> PyResult<bool> {
        let (row, column) = self.cell(row, column)?;
        Ok(self.state.get(row, column))
    }

    /// Takes the token of a cell, or puts one there; how many more lines are even.
    fn flip(&mut self, row: Whole<usize>, column: Whole<usize>) -> PyResult<i32> {
        let (row, column) = self.cell(row, column)?;
        let before = self.state.odd() as i32;
        self.state.flip(row, column);
        Ok(before - self.state.odd() as i32)
    }

    /// The grid as a plain value.
    fn grid(&self) -> PyGrid {
        PyGrid { puzzle: Arc::clone(&self.puzzle), grid: self.state.grid().clone() }
    }

    /// The same grid, to be changed apart from this one.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __repr__(&self) -> String {
        format!("<tokens.State, {} odd lines>", self.state.odd())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (PyGrid,)) {
        (py.get_type::<Self>(), (self.grid(),))
    }
}

impl PyTokensState {
    #[inline]
    fn cell(&self, row: Whole<usize>, column: Whole<usize>) -> PyResult<(usize, usize)> {
        let (rows, columns) = (self.state.grid().rows(), self.state.grid().columns());
        match row.0 < rows && column.0 < columns {
            true => Ok((row.0, column.0)),
            false => Err(bad(format!(
                "no cell {}, {} in {rows} rows and {columns} columns",
                row.0, column.0
            ))),
        }
    }
}
