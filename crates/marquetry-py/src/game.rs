//! What the two puzzles have in common for Python: their solutions are shown, their runs kept.

use crate::board::PyBoard;
use crate::puzzle::PyPuzzle;
use crate::state::PyState;
use crate::tokens::{PyGrid, PyTokens, PyTokensState};
use marquetry::edge::{Board, Puzzle};
use marquetry::search::Score;
use marquetry::tokens::{self, Grid};
use marquetry_cli::DEFAULT_ALGORITHM;
use marquetry_cli::campaign::{Studied, Subject};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Arc;

/// A puzzle of either kind.
pub(crate) trait Game: Studied + Clone {
    /// The algorithm used when none is named.
    const DEFAULT: &str;

    /// What a campaign knows it as.
    fn subject(&self) -> Subject;

    /// As Python knows it.
    fn shown(game: &Arc<Self>, py: Python<'_>) -> PyResult<Py<PyAny>>;

    /// A solution of it.
    fn found(game: &Arc<Self>, solution: Self::Solution) -> Found;

    /// What a method offers: its score so far, and how to make a plain value of it.
    fn offered<'py>(game: &Arc<Self>, given: &Bound<'py, PyAny>) -> PyResult<Offered<'py, Self>>;
}

/// Something a method offers. A state knows its score, a plain value has to be judged.
pub(crate) struct Offered<'py, P: Game> {
    pub(crate) score: Option<Score>,
    pub(crate) make: Box<dyn FnOnce() -> P::Solution + 'py>,
}

/// A solution of either puzzle.
#[derive(Clone)]
pub(crate) enum Found {
    Board(Arc<Puzzle>, Board),
    Grid(Arc<tokens::Puzzle>, Grid),
}

impl Found {
    /// As Python knows it.
    pub(crate) fn shown(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match self {
            Self::Board(puzzle, board) => Py::new(py, PyBoard { puzzle, board })?.into_any(),
            Self::Grid(puzzle, grid) => Py::new(py, PyGrid { puzzle, grid })?.into_any(),
        })
    }
}

/// A puzzle of either kind, as Python knows it.
pub(crate) fn shown(py: Python<'_>, subject: &Subject) -> PyResult<Py<PyAny>> {
    match subject {
        Subject::Edge(puzzle) => Game::shown(&Arc::new(puzzle.clone()), py),
        Subject::Tokens(puzzle) => Game::shown(&Arc::new(*puzzle), py),
    }
}

/// The subject of a puzzle that Python gave.
pub(crate) fn subject(puzzle: &Bound<'_, PyAny>) -> PyResult<Subject> {
    if let Ok(puzzle) = puzzle.cast::<PyPuzzle>() {
        return Ok(puzzle.get().0.subject());
    }
    let tokens = puzzle.cast::<PyTokens>().map_err(|_| expected(puzzle, "a Puzzle"))?;
    Ok(tokens.get().0.subject())
}

impl Game for Puzzle {
    const DEFAULT: &str = DEFAULT_ALGORITHM;

    fn shown(game: &Arc<Self>, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(Py::new(py, PyPuzzle(Arc::clone(game)))?.into_any())
    }

    fn subject(&self) -> Subject {
        Subject::Edge(self.clone())
    }

    fn found(game: &Arc<Self>, board: Board) -> Found {
        Found::Board(Arc::clone(game), board)
    }

    fn offered<'py>(game: &Arc<Self>, given: &Bound<'py, PyAny>) -> PyResult<Offered<'py, Self>> {
        if let Ok(state) = given.cast::<PyState>() {
            let own = state.try_borrow()?;
            let same = Arc::ptr_eq(game, own.owner()) || **game == **own.owner();
            let (score, state) = (own.score(), state.clone());
            let make = move || state.borrow().board().board;
            return Ok(Offered { score: same.then_some(score), make: Box::new(make) });
        }
        let board = given.cast::<PyBoard>().map_err(|_| expected(given, "a State or a Board"))?;
        let board = board.get().board.clone();
        Ok(Offered { score: None, make: Box::new(move || board) })
    }
}

impl Game for tokens::Puzzle {
    const DEFAULT: &str = "exact";

    fn shown(game: &Arc<Self>, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(Py::new(py, PyTokens(Arc::clone(game)))?.into_any())
    }

    fn subject(&self) -> Subject {
        Subject::Tokens(*self)
    }

    fn found(game: &Arc<Self>, grid: Grid) -> Found {
        Found::Grid(Arc::clone(game), grid)
    }

    fn offered<'py>(_game: &Arc<Self>, given: &Bound<'py, PyAny>) -> PyResult<Offered<'py, Self>> {
        if let Ok(state) = given.cast::<PyTokensState>() {
            let (score, state) = (state.try_borrow()?.score(), state.clone());
            let make = move || state.borrow().state.grid().clone();
            return Ok(Offered { score: Some(score), make: Box::new(make) });
        }
        let grid = given.cast::<PyGrid>().map_err(|_| expected(given, "a State or a Grid"))?;
        let grid = grid.get().grid.clone();
        Ok(Offered { score: None, make: Box::new(move || grid) })
    }
}

fn expected(given: &Bound<'_, PyAny>, what: &str) -> PyErr {
    PyTypeError::new_err(format!("expected {what}, found {}", given.get_type()))
}
