//! The board of a puzzle, and what the judge says of it.

use crate::given::{Whole, bad, wrong};
use crate::puzzle::{PyPuzzle, picture, shaped};
use marquetry::edge::{Board, BoardLine, Numbers, Placed, Puzzle, prefix};
use marquetry_cli::forms::Form;
use marquetry_cli::load::{self, ClueSource};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// What lies on every cell of a puzzle's board. It never changes.
#[pyclass(frozen, name = "Board", module = "marquetry")]
pub(crate) struct PyBoard {
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) board: Board,
}

/// What the judge says of a board.
#[pyclass(frozen, get_all, name = "Verdict", module = "marquetry")]
pub(crate) struct PyVerdict {
    /// Matched joins, the rim not counted. Counted even when there are faults.
    score: u32,
    /// Whether the board is valid and every join matches.
    perfect: bool,
    /// Whether the board has no faults.
    valid: bool,
    /// Everything wrong with the board, in words.
    faults: Vec<String>,
    /// The cells on both sides of every join that has two pieces and does not match.
    breaks: Vec<(usize, usize)>,
    /// The longest run of cells without a break, from any corner.
    prefix: usize,
}

#[pymethods]
impl PyVerdict {
    fn __repr__(&self) -> String {
        let word = if self.perfect {
            "perfect"
        } else if self.valid {
            "valid"
        } else {
            "not valid"
        };
        format!("<Verdict {word}, score {}, {} breaks>", self.score, self.breaks.len())
    }
}

#[pymethods]
impl PyBoard {
    /// A board from its cells, row by row: piece and turn, both from 0, or None.
    #[new]
    fn new(puzzle: &PyPuzzle, cells: Vec<Option<(Whole<usize>, Whole<u8>)>>) -> PyResult<Self> {
        let from_one =
            |(piece, turn): (Whole<usize>, Whole<u8>)| (piece.0.saturating_add(1), turn.0);
        let numbers = cells.into_iter().map(|cell| cell.map(from_one)).collect();
        Self::of_line(&puzzle.0, numbers)
    }

    /// The board in a file, a link or a board line: of this puzzle, or of the one that the file tells.
    #[staticmethod]
    #[pyo3(signature = (spec, puzzle=None))]
    fn open(py: Python<'_>, spec: &str, puzzle: Option<&PyPuzzle>) -> PyResult<Self> {
        let known = puzzle.map(|puzzle| Arc::clone(&puzzle.0));
        let read = || match known {
            Some(puzzle) => {
                let (board, _) = load::board(spec, &puzzle)?;
                Ok(Self { puzzle, board })
            }
            None => {
                let loaded = load::puzzle(spec, &ClueSource::default())?;
                let lack = || anyhow::anyhow!("{spec}: a puzzle without a board: name one");
                let board = loaded.board.ok_or_else(lack)?;
                Ok(Self { puzzle: Arc::new(loaded.puzzle), board })
            }
        };
        py.detach(read).map_err(|error: anyhow::Error| wrong(&error))
    }

    /// The puzzle it belongs to.
    #[getter]
    fn puzzle(&self) -> PyPuzzle {
        PyPuzzle(Arc::clone(&self.puzzle))
    }

    /// What lies on every cell, row by row: piece and turn, both from 0, or None.
    #[getter]
    fn cells(&self) -> Vec<Option<(usize, u8)>> {
        let numbers = |placed: Placed| (placed.piece(), placed.turn());
        self.board.cells().iter().map(|cell| cell.map(numbers)).collect()
    }

    /// Number of cells with a piece on them.
    #[getter]
    fn filled(&self) -> usize {
        self.board.filled()
    }

    /// Matched joins, by the judge.
    #[getter]
    fn score(&self) -> u32 {
        self.puzzle.verdict(&self.board).score
    }

    /// What the judge says of it.
    fn judge(&self) -> PyVerdict {
        let verdict = self.puzzle.verdict(&self.board);
        PyVerdict {
            score: verdict.score,
            perfect: verdict.perfect,
            valid: verdict.valid(),
            faults: verdict.faults.iter().map(ToString::to_string).collect(),
            breaks: verdict.breaks,
            prefix: prefix(&self.puzzle, &self.board),
        }
    }

    /// The cells as a numpy array of shape (height, width, 2): piece and turn, -1 where nothing lies.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = |cell: &Option<Placed>| match cell {
            Some(placed) => [placed.piece() as i16, i16::from(placed.turn())],
            None => [-1, -1],
        };
        let numbers = self.board.cells().iter().flat_map(numbers);
        let bytes: Vec<u8> = numbers.flat_map(i16::to_le_bytes).collect();
        shaped(py, &bytes, "<i2", &[self.board.height(), self.board.width(), 2])
    }

    /// Its text in any form: board, bucas, dev, board-doc, grid, quads, meta, line, or one for its puzzle.
    #[pyo3(signature = (form="board"))]
    fn to(&self, form: &str) -> PyResult<String> {
        let text = Form::named(form).and_then(|form| form.write(&self.puzzle, Some(&self.board)));
        text.map_err(|error| wrong(&error))
    }

    /// A picture, with the breaks and clues marked.
    #[pyo3(signature = (cell=None, *, numbers=false))]
    pub(crate) fn svg(&self, cell: Option<Whole<u32>>, numbers: bool) -> String {
        picture(&self.puzzle, &self.board, cell, numbers)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(None, false)
    }

    fn __repr__(&self) -> String {
        let (score, joins) = (self.score(), self.puzzle.joins());
        format!("<Board of {:?}, score {score} of {joins}>", self.puzzle.name())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.board == other.board && self.puzzle == other.puzzle
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.board.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (PyPuzzle, String))> {
        let line = BoardLine::of(&self.board).to_string();
        Ok((py.get_type::<Self>().getattr("_restore")?, (self.puzzle(), line)))
    }

    /// The board of a line.
    #[classmethod]
    fn _restore(_class: &Bound<'_, PyType>, puzzle: &PyPuzzle, line: &str) -> PyResult<Self> {
        let line: BoardLine = line.parse().map_err(bad)?;
        Self::of_line(&puzzle.0, line.into())
    }
}

impl PyBoard {
    fn of_line(puzzle: &Arc<Puzzle>, numbers: Numbers) -> PyResult<Self> {
        let line = BoardLine::new(numbers).map_err(bad)?;
        let (width, height) = (puzzle.width(), puzzle.height());
        let board = line.board(width, height).ok_or_else(|| {
            bad(format!(
                "{width}x{height} needs {} cells, found {}",
                width * height,
                line.cells().len()
            ))
        })?;
        Ok(Self { puzzle: Arc::clone(puzzle), board })
    }
}
