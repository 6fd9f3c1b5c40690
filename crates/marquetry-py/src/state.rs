//! The board that a method changes, with caches that make a move cheap to try.

use crate::board::PyBoard;
use crate::given::{Whole, bad};
use crate::puzzle::PyPuzzle;
use crate::rng::PyRng;
use marquetry::edge::{Fault, Ground, Move, Placed, Puzzle, State};
use pyo3::prelude::*;
use self_cell::self_cell;
use std::sync::Arc;

// A state borrows its puzzle, Python borrows nothing: the two live in one cell.
self_cell!(
    struct Owned {
        owner: Arc<Puzzle>,
        #[covariant]
        dependent: State,
    }
);

/// One small change of a complete board: a swap of two pieces, or a turn of one.
#[pyclass(frozen, eq, name = "Move", module = "marquetry")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct PyMove(Move);

#[pymethods]
impl PyMove {
    /// The cells it touches.
    #[getter]
    fn cells(&self) -> Vec<usize> {
        match self.0 {
            Move::Swap { a, b, .. } => vec![a, b],
            Move::Turn { cell, .. } => vec![cell],
            Move::Nothing => Vec::new(),
        }
    }

    /// The turns the pieces take there.
    #[getter]
    fn turns(&self) -> Vec<u8> {
        match self.0 {
            Move::Swap { turn_a, turn_b, .. } => vec![turn_a, turn_b],
            Move::Turn { turn, .. } => vec![turn],
            Move::Nothing => Vec::new(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Move {:?}>", self.0)
    }
}

/// A board being changed: it knows its score, and what a change would gain, at once.
#[pyclass(name = "State", module = "marquetry")]
pub(crate) struct PyState {
    state: Owned,
    ground: Arc<Ground>,
}

#[pymethods]
impl PyState {
    /// A state that shows a board, or the clues alone.
    #[new]
    #[pyo3(signature = (puzzle, board=None))]
    fn new(puzzle: &PyPuzzle, board: Option<&PyBoard>) -> PyResult<Self> {
        if let Some(board) = board {
            let mut verdict = puzzle.0.verdict(&board.board);
            verdict.faults.retain(breaks_caches);
            verdict.accepted().map_err(bad)?;
        }
        Ok(Self::of(&puzzle.0, |puzzle| match board {
            Some(board) => State::from_board(puzzle, &board.board),
            None => State::with_clues(puzzle),
        }))
    }

    /// A complete state that keeps frame and clues and is random otherwise.
    #[staticmethod]
    fn random(puzzle: &PyPuzzle, rng: &mut PyRng) -> PyResult<Self> {
        if let Some(obstacle) = puzzle.0.obstacle() {
            return Err(bad(obstacle));
        }
        Ok(Self::of(&puzzle.0, |puzzle| State::random(puzzle, &mut rng.0)))
    }

    /// The puzzle.
    #[getter]
    fn puzzle(&self) -> PyPuzzle {
        PyPuzzle(Arc::clone(self.state.borrow_owner()))
    }

    /// Matched joins.
    #[getter]
    pub(crate) fn score(&self) -> u32 {
        self.get().score()
    }

    /// The board as a plain value.
    pub(crate) fn board(&self) -> PyBoard {
        PyBoard { puzzle: Arc::clone(self.state.borrow_owner()), board: self.get().board() }
    }

    /// What lies on a cell: piece and turn, or None.
    fn at(&self, cell: Whole<usize>) -> PyResult<Option<(usize, u8)>> {
        Ok(self.get().get(self.cell(cell)?).map(|placed| (placed.piece(), placed.turn())))
    }

    /// The cell a piece lies on, or None.
    fn home(&self, piece: Whole<usize>) -> PyResult<Option<usize>> {
        Ok(self.get().home(self.piece(piece)?))
    }

    /// How many joins of a cell match as it lies.
    fn matches(&self, cell: Whole<usize>) -> PyResult<u32> {
        Ok(self.get().matches(self.cell(cell)?))
    }

    /// How many joins a piece would match on a cell, its neighbours as they lie.
    fn fit(&self, cell: Whole<usize>, piece: Whole<usize>, turn: Whole<u8>) -> PyResult<u32> {
        let placed = Placed::new(self.piece(piece)?, of_four(turn)?);
        Ok(self.get().fit(self.cell(cell)?, placed))
    }

    /// The turns that the frame allows a piece on a cell.
    fn turns(&self, piece: Whole<usize>, cell: Whole<usize>) -> PyResult<Vec<u8>> {
        let (piece, cell) = (self.piece(piece)?, self.cell(cell)?);
        let allowed = self.state.borrow_owner().layout().turns(piece, cell);
        Ok((0..4).filter(|turn| allowed >> turn & 1 == 1).collect())
    }

    /// The swap of these cells' pieces, the one that comes to `a` taking `turn_a`; without turns, those
    /// that match most joins.
    #[pyo3(signature = (a, b, turn_a=None, turn_b=None))]
    fn swap(
        &self,
        a: Whole<usize>,
        b: Whole<usize>,
        turn_a: Option<Whole<u8>>,
        turn_b: Option<Whole<u8>>,
    ) -> PyResult<PyMove> {
        let (a, b) = (self.cell(a)?, self.cell(b)?);
        if a == b {
            return Err(bad(format!("expected two cells, found {a} twice")));
        }
        let best = match (turn_a, turn_b) {
            (Some(turn_a), Some(turn_b)) => {
                let (turn_a, turn_b) = (of_four(turn_a)?, of_four(turn_b)?);
                return Ok(PyMove(Move::Swap { a, turn_a, b, turn_b }));
            }
            (None, None) => Move::best_swap(self.get(), a, b),
            _ => return Err(bad("expected both turns of a swap, or none")),
        };
        Ok(PyMove(best))
    }

    /// The turn of the piece on a cell.
    fn turn(&self, cell: Whole<usize>, turn: Whole<u8>) -> PyResult<PyMove> {
        Ok(PyMove(Move::Turn { cell: self.cell(cell)?, turn: of_four(turn)? }))
    }

    /// A random swap or turn that keeps frame and clues.
    fn propose(&self, rng: &mut PyRng) -> PyMove {
        PyMove(self.ground.random(self.get(), &mut rng.0))
    }

    /// How many more joins would match.
    fn gain(&self, change: &PyMove) -> PyResult<i32> {
        self.check(change.0)?;
        Ok(change.0.gain(self.get()))
    }

    /// Changes the board and returns the move that changes it back.
    fn make(&mut self, change: &PyMove) -> PyResult<PyMove> {
        self.check(change.0)?;
        Ok(PyMove(self.state.with_dependent_mut(|_, state| change.0.make(state))))
    }

    /// Lays a piece that is not on the board on an empty cell.
    fn place(&mut self, cell: Whole<usize>, piece: Whole<usize>, turn: Whole<u8>) -> PyResult<()> {
        let (cell, piece, turn) = (self.cell(cell)?, self.piece(piece)?, of_four(turn)?);
        if self.get().get(cell).is_some() {
            return Err(bad(format!("cell {cell} is not empty")));
        }
        if self.get().home(piece).is_some() {
            return Err(bad(format!("piece {piece} is on the board already")));
        }
        self.state.with_dependent_mut(|_, state| state.place(cell, Placed::new(piece, turn)));
        Ok(())
    }

    /// Lifts the piece from a cell: piece and turn, or None.
    fn lift(&mut self, cell: Whole<usize>) -> PyResult<Option<(usize, u8)>> {
        let cell = self.cell(cell)?;
        let lifted = self.state.with_dependent_mut(|_, state| state.lift(cell));
        Ok(lifted.map(|placed| (placed.piece(), placed.turn())))
    }

    /// The same board, to be changed apart from this one.
    fn copy(&self) -> Self {
        let own = Arc::clone(self.state.borrow_owner());
        let board = self.get().board();
        let state = Owned::new(own, |puzzle| State::from_board(puzzle, &board));
        Self { state, ground: Arc::clone(&self.ground) }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __repr__(&self) -> String {
        let puzzle = self.state.borrow_owner();
        format!("<State of {:?}, score {} of {}>", puzzle.name(), self.score(), puzzle.joins())
    }

    fn _repr_svg_(&self) -> String {
        self.board().svg(None, false)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (PyPuzzle, PyBoard))> {
        Ok((py.get_type::<Self>().into_any(), (self.puzzle(), self.board())))
    }
}

impl PyState {
    fn of(puzzle: &Arc<Puzzle>, make: impl for<'p> FnOnce(&'p Arc<Puzzle>) -> State<'p>) -> Self {
        let ground = Arc::new(Ground::new(puzzle));
        Self { state: Owned::new(Arc::clone(puzzle), make), ground }
    }

    #[inline]
    fn get(&self) -> &State<'_> {
        self.state.borrow_dependent()
    }

    /// The puzzle it belongs to.
    pub(crate) fn owner(&self) -> &Arc<Puzzle> {
        self.state.borrow_owner()
    }

    #[inline]
    fn cell(&self, cell: Whole<usize>) -> PyResult<usize> {
        let size = self.state.borrow_owner().size();
        match cell.0 < size {
            true => Ok(cell.0),
            false => Err(bad(format!("no cell {}, expected 0 to {}", cell.0, size - 1))),
        }
    }

    #[inline]
    fn piece(&self, piece: Whole<usize>) -> PyResult<usize> {
        let size = self.state.borrow_owner().size();
        match piece.0 < size {
            true => Ok(piece.0),
            false => Err(bad(format!("no piece {}, expected 0 to {}", piece.0, size - 1))),
        }
    }

    /// Makes sure that a move, perhaps of another state, can be made here.
    #[inline]
    fn check(&self, change: Move) -> PyResult<()> {
        let last = match change {
            Move::Swap { a, b, .. } => a.max(b),
            Move::Turn { cell, .. } => cell,
            Move::Nothing => 0,
        };
        self.cell(Whole(last)).map(drop)
    }
}

/// Whether no state can show a board with this fault. The others may pass on the way to a valid board.
fn breaks_caches(fault: &Fault) -> bool {
    matches!(fault, Fault::Size { .. } | Fault::Unknown { .. } | Fault::Repeated { .. })
}

#[inline]
fn of_four(turn: Whole<u8>) -> PyResult<u8> {
    match turn.0 {
        turn @ 0..=3 => Ok(turn),
        turn => Err(bad(format!("no turn {turn}, expected 0 to 3"))),
    }
}
