//! The forms a puzzle or a board can be written in, by the names people type.

use anyhow::{Context, Result, bail};
use marquetry::edge::cnf::Encoding;
use marquetry::edge::format::{Format, write_board, write_puzzle};
use marquetry::edge::{Board, Puzzle};

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The puzzle, in a format for puzzles.
    Puzzle(Format),
    /// The board, in a format for boards.
    Board(Format),
    /// The puzzle as a formula for SAT solvers.
    Dimacs,
}

/// Every form by its name.
pub const FORMS: [(&str, Form); 14] = [
    ("puzzle", Form::Puzzle(Format::MarquetryPuzzle)),
    ("board", Form::Board(Format::MarquetryBoard)),
    ("pieces", Form::Puzzle(Format::Pieces)),
    ("hints", Form::Puzzle(Format::Hints)),
    ("bucas", Form::Board(Format::BucasLink)),
    ("dev", Form::Board(Format::DevLink)),
    ("puzzle-json", Form::Puzzle(Format::PuzzleJson)),
    ("board-doc", Form::Board(Format::BoardDoc)),
    ("grid", Form::Board(Format::Grid)),
    ("quads", Form::Board(Format::Quads)),
    ("meta", Form::Board(Format::MetaSolution)),
    ("line", Form::Board(Format::BoardLine)),
    ("csv", Form::Puzzle(Format::BinaryCsv)),
    ("dimacs", Form::Dimacs),
];

impl Form {
    /// The form of a name.
    ///
    /// # Errors
    /// If there is none; the message lists those there are.
    pub fn named(name: &str) -> Result<Self> {
        let found = FORMS.iter().find(|(known, _)| *known == name);
        let Some((_, form)) = found else {
            let known = FORMS.map(|(known, _)| known).join(", ");
            bail!("unknown form {name:?}, expected one of {known}");
        };
        Ok(*form)
    }

    /// The text of a puzzle, or of a board of it.
    ///
    /// # Errors
    /// If a board is needed and there is none, or the form cannot hold it.
    pub fn write(self, puzzle: &Puzzle, board: Option<&Board>) -> Result<String> {
        match self {
            Self::Puzzle(format) => Ok(write_puzzle(format, puzzle)?),
            Self::Dimacs => Ok(Encoding::new(puzzle, true)?.to_dimacs()),
            Self::Board(format) => {
                let board = board.context("this format holds a board, the input has none")?;
                Ok(write_board(format, puzzle, board)?)
            }
        }
    }
}
