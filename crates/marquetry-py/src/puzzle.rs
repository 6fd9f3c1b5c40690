//! The edge-matching puzzle.

use crate::board::PyBoard;
use crate::given::{Whole, bad, plain, wrong};
use marquetry::draw::{self, Style};
use marquetry::edge::analyse::analyse;
use marquetry::edge::format::{self, native_puzzle};
use marquetry::edge::generate::{Colours, Level, Spread};
use marquetry::edge::{self, Board, Clue, Frame, Piece, Placed, Puzzle};
use marquetry_cli::forms::Form;
use marquetry_cli::load::{self, ClueSource, Imposed};
use marquetry_cli::wish::{Base, Wish};
use marquetry_cli::{fresh_seed, shelf};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Pixels of the longer side of a picture in a notebook.
const PICTURE: u32 = 480;

/// A puzzle: pieces, the board's size and frame, how sides match, and the clues. It never changes.
#[pyclass(frozen, name = "Puzzle", module = "marquetry")]
pub(crate) struct PyPuzzle(pub(crate) Arc<Puzzle>);

/// A clue: cell, piece and turn, all from 0.
type ClueNumbers = (Whole<usize>, Whole<usize>, Whole<u8>);

#[pymethods]
impl PyPuzzle {
    /// A puzzle from its pieces: four colours each, clockwise from north, 0 for the grey rim.
    #[new]
    #[pyo3(signature = (pieces, width, height, *, frame="grey", signed=false, clues=Vec::new(), name="puzzle"))]
    fn new(
        pieces: Vec<[Whole<u8>; 4]>,
        width: Whole<usize>,
        height: Whole<usize>,
        frame: &str,
        signed: bool,
        clues: Vec<ClueNumbers>,
        name: &str,
    ) -> PyResult<Self> {
        let pieces = pieces.into_iter().map(|sides| Piece(sides.map(|side| side.0))).collect();
        let puzzle = Puzzle::new(name, width.0, height.0, word(frame, "frame")?, pieces);
        let most = edge::MAX_SIDE * edge::MAX_SIDE;
        let clue = |(number, (cell, piece, turn)): (usize, ClueNumbers)| match turn.0 {
            0..=3 if piece.0 < most => {
                Ok(Clue { cell: cell.0, placed: Placed::new(piece.0, turn.0) })
            }
            turn => Err(bad(format!("clue {} has piece {} with turn {turn}", number + 1, piece.0))),
        };
        let clues = clues.into_iter().enumerate().map(clue).collect::<PyResult<_>>()?;
        let puzzle = puzzle.and_then(|puzzle| puzzle.with_signed(signed).with_clues(clues));
        Ok(Self(Arc::new(puzzle.map_err(bad)?)))
    }

    /// The puzzle of a file in any format, a link, or a name on the shelf.
    #[staticmethod]
    #[pyo3(signature = (spec, *, clues=None, hints=None))]
    fn open(
        py: Python<'_>,
        spec: &str,
        clues: Option<&str>,
        hints: Option<String>,
    ) -> PyResult<Self> {
        let imposed: Option<Imposed> = clues.map(|clues| word(clues, "clues")).transpose()?;
        let source = ClueSource { imposed, hints };
        let loaded = py.detach(|| load::puzzle(spec, &source)).map_err(|error| wrong(&error))?;
        Ok(Self(Arc::new(loaded.puzzle)))
    }

    /// The puzzle of a text in any format.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        let loaded = py.detach(|| load::text(text.as_bytes(), "puzzle"));
        Ok(Self(Arc::new(loaded.map_err(|error| wrong(&error))?.puzzle)))
    }

    /// A new puzzle and the board it was cut from.
    #[staticmethod]
    #[pyo3(signature = (width, height, *, base="hardest", frame="grey", signed=false, colours=None,
        frame_colours=None, inner_colours=None, spread=None, distinct=None, asymmetric=None, clues=None,
        seed=None, name=None))]
    #[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
    fn generate(
        py: Python<'_>,
        width: Whole<usize>,
        height: Whole<usize>,
        base: &str,
        frame: &str,
        signed: bool,
        colours: Option<Whole<u8>>,
        frame_colours: Option<Whole<u8>>,
        inner_colours: Option<Whole<u8>>,
        spread: Option<&str>,
        distinct: Option<bool>,
        asymmetric: Option<bool>,
        clues: Option<Whole<usize>>,
        seed: Option<Whole<u64>>,
        name: Option<String>,
    ) -> PyResult<(Self, PyBoard)> {
        let shared = colours.map(|colours| Colours::Shared(colours.0.into()));
        let apart = frame_colours.zip(inner_colours);
        let apart = apart.map(|(f, i)| Colours::Apart { frame: f.0.into(), inner: i.0.into() });
        if frame_colours.is_some() != inner_colours.is_some() || shared.is_some() && apart.is_some()
        {
            return Err(bad("expected colours, or frame_colours and inner_colours"));
        }
        let spread: Option<Spread> = spread.map(|spread| word(spread, "spread")).transpose()?;
        let seed = seed.map_or_else(fresh_seed, |seed| seed.0);
        let wish = Wish {
            width: width.0,
            height: height.0,
            frame: word(frame, "frame")?,
            base: ready(base)?,
            signed,
            colours: apart.or(shared),
            spread,
            distinct,
            asymmetric,
            clues: clues.map(|clues| clues.0),
            seed,
        };
        let recipe = wish.recipe().map_err(|error| wrong(&error))?;
        let made = py.detach(|| recipe.make()).map_err(bad)?;
        let usual = || format!("puzzle-{}x{}-s{seed}", width.0, height.0);
        let puzzle = Arc::new(made.puzzle.with_name(name.unwrap_or_else(usual)));
        Ok((Self(Arc::clone(&puzzle)), PyBoard { puzzle, board: made.solution }))
    }

    /// What people call it.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// Number of columns.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// Number of rows.
    #[getter]
    fn height(&self) -> usize {
        self.0.height()
    }

    /// Number of cells, which is the number of pieces.
    #[getter]
    fn size(&self) -> usize {
        self.0.size()
    }

    /// The number of joins: the score of a perfect board.
    #[getter]
    fn joins(&self) -> u32 {
        self.0.joins()
    }

    /// What surrounds the board: "grey" or "open".
    #[getter]
    fn frame(&self) -> &'static str {
        match self.0.frame() {
            Frame::Grey => "grey",
            Frame::Open => "open",
        }
    }

    /// Whether a colour fits only its mate.
    #[getter]
    fn signed(&self) -> bool {
        self.0.signed()
    }

    /// The number of colours in use, grey not counted.
    #[getter]
    fn colours(&self) -> usize {
        self.0.colours()
    }

    /// The pieces: four colours each, clockwise from north.
    #[getter]
    fn pieces(&self) -> Vec<(u8, u8, u8, u8)> {
        self.0.pieces().iter().map(|piece| piece.0.into()).collect()
    }

    /// The clues: cell, piece and turn, all from 0.
    #[getter]
    fn clues(&self) -> Vec<(usize, usize, u8)> {
        let numbers = |clue: &Clue| (clue.cell, clue.placed.piece(), clue.placed.turn());
        self.0.clues().iter().map(numbers).collect()
    }

    /// Sixteen digits that tell it from every other puzzle, whatever they are called.
    #[getter]
    fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }

    /// Why no valid board can exist, if that is plain from the pieces and the clues alone.
    #[getter]
    fn obstacle(&self) -> Option<String> {
        self.0.obstacle().map(|obstacle| obstacle.to_string())
    }

    /// The pieces as a numpy array of shape (size, 4).
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes: Vec<u8> = self.0.pieces().iter().flat_map(|piece| piece.0).collect();
        shaped(py, &bytes, "uint8", &[self.0.size(), 4])
    }

    /// What can be said of it before solving it.
    fn analyse<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let analysis = py.detach(|| analyse(&self.0));
        plain(py, &analysis)
    }

    /// Its text in a form for puzzles: puzzle, pieces, hints, puzzle-json, csv or dimacs.
    #[pyo3(signature = (form="puzzle"))]
    fn to(&self, form: &str) -> PyResult<String> {
        let text = Form::named(form).and_then(|form| form.write(&self.0, None));
        text.map_err(|error| wrong(&error))
    }

    /// A picture of the board with nothing but the clues on it.
    #[pyo3(signature = (cell=None))]
    fn svg(&self, cell: Option<Whole<u32>>) -> String {
        let mut board = Board::empty(self.0.width(), self.0.height());
        self.0.clues().iter().for_each(|clue| board.set(clue.cell, Some(clue.placed)));
        picture(&self.0, &board, cell, false)
    }

    /// All pieces in their order: what a notebook shows.
    fn _repr_svg_(&self) -> String {
        let laid = (0..self.0.size()).map(|piece| Some(Placed::new(piece, 0))).collect();
        let board = Board::from_cells(self.0.width(), self.0.height(), laid);
        let style = Style { breaks: false, clues: false, ..Style::default() };
        board.map_or_else(String::new, |board| {
            draw::svg(&self.0, &board, &style.fitting(&board, PICTURE))
        })
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle {:?} {}x{}>", self.0.name(), self.0.width(), self.0.height())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.fingerprint().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("_restore")?, (native_puzzle(&self.0),)))
    }

    /// The puzzle of our own file, exactly as it stands.
    #[classmethod]
    fn _restore(_class: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        let puzzle = format::read(text.as_bytes()).and_then(format::Reading::puzzle);
        Ok(Self(Arc::new(puzzle.map_err(bad)?)))
    }
}

/// The names and origins of the puzzles on the shelf.
#[pyfunction]
pub(crate) fn puzzles() -> Vec<(String, String)> {
    shelf::all().iter().map(|shelved| (shelved.name().to_owned(), shelved.about())).collect()
}

/// A value by the word that stands for it in files.
fn word<'de, T: Deserialize<'de>>(given: &'de str, what: &str) -> PyResult<T> {
    let word: StrDeserializer<'de, Error> = given.into_deserializer();
    T::deserialize(word).map_err(|error| bad(format!("{what}: {error}")))
}

/// The ready recipe of a name.
fn ready(base: &str) -> PyResult<Base> {
    Ok(match base {
        "hardest" => Base::Hardest,
        "eternity" => Base::Eternity,
        "easy" => Base::Level(Level::Easy),
        "medium" => Base::Level(Level::Medium),
        "hard" => Base::Level(Level::Hard),
        "extreme" => Base::Level(Level::Extreme),
        _ => {
            let known = "hardest, eternity, easy, medium, hard, extreme";
            return Err(bad(format!("unknown base {base:?}, expected one of {known}")));
        }
    })
}

/// A board as a picture, its cells so large or as large as suits a notebook.
pub(crate) fn picture(
    puzzle: &Puzzle,
    board: &Board,
    cell: Option<Whole<u32>>,
    numbers: bool,
) -> String {
    let style = Style { numbers, ..Style::default() }.fitting(board, PICTURE);
    let cell = cell.map_or(style.cell, |cell| cell.0);
    draw::svg(puzzle, board, &Style { cell, ..style })
}

/// Bytes as an array of numpy, which must be installed.
pub(crate) fn shaped<'py>(
    py: Python<'py>,
    bytes: &[u8],
    kind: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let flat = py.import("numpy")?.call_method1("frombuffer", (PyBytes::new(py, bytes), kind))?;
    flat.call_method1("reshape", (shape.to_vec(),))?.call_method0("copy")
}
