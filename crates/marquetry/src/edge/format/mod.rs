//! Files and links: every format the community exchanges, read without being told which.

mod bind;
mod colours;
mod csv;
#[cfg(test)]
mod exchange_tests;
mod grid;
mod hints;
mod json;
mod line;
mod link;
mod meta;
mod motifs;
pub mod official;
mod pieces;
mod puz;
mod quads;
mod refine;
#[cfg(test)]
mod sample;
mod sides;
mod text;

pub use hints::apply_clues;
pub use json::{board as native_board, puzzle as native_puzzle};
pub use line::is_board_line;

use super::{Board, Colour, MAX_SIDE, Puzzle, PuzzleError};
use crate::search::Score;
use std::fmt;
use thiserror::Error;

/// The longest input that is looked at. The largest honest file is far below it.
pub const MAX_BYTES: usize = 4 << 20;

/// A syntax for puzzles, boards or clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Our own puzzle file.
    MarquetryPuzzle,
    /// Our own board file.
    MarquetryBoard,
    /// One piece a line, four colours (e2pieces.txt, META 2010, Owen).
    Pieces,
    /// `piece col row turn`, 1-based (e2hints.txt).
    Hints,
    /// A link to the e2.bucas.name viewer.
    BucasLink,
    /// A link to the eternity2.dev viewer.
    DevLink,
    /// The puzzle JSON of eternity2.dev.
    PuzzleJson,
    /// The board JSON of eternity2.dev.
    BoardDoc,
    /// The JSON of eii-puzzles.
    EiiPuzzles,
    /// Puzzle JSON with numbered pieces, rows and columns.
    AnnotatedJson,
    /// CSV of sixteen-bit binary words.
    BinaryCsv,
    /// `NNN/R` per cell.
    Grid,
    /// `.puz` files.
    Puz,
    /// `.sol` files.
    Sol,
    /// Eternity II Editor quads.
    Quads,
    /// META 2010 solution: `piece turn` per line.
    MetaSolution,
    /// A [`BoardLine`](super::BoardLine): `[[piece,turn],null,...]`, as stores and archives keep boards.
    BoardLine,
}

impl fmt::Display for Format {
    /// What people call a file of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MarquetryPuzzle => "a puzzle of ours",
            Self::MarquetryBoard => "a board of ours",
            Self::Pieces => "a list of pieces",
            Self::Hints => "hints",
            Self::BucasLink => "a link to e2.bucas.name",
            Self::DevLink => "a link to eternity2.dev",
            Self::PuzzleJson => "puzzle JSON of eternity2.dev",
            Self::BoardDoc => "board JSON of eternity2.dev",
            Self::EiiPuzzles => "JSON of eii-puzzles",
            Self::AnnotatedJson => "annotated puzzle JSON",
            Self::BinaryCsv => "CSV of binary words",
            Self::Grid => "a grid",
            Self::Puz => "a .puz file",
            Self::Sol => "a .sol file",
            Self::Quads => "quads of the Eternity II Editor",
            Self::MetaSolution => "a solution of META 2010",
            Self::BoardLine => "a board line",
        })
    }
}

/// What was read, and what had to be assumed to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The syntax that was recognised.
    pub format: Format,
    /// What it held.
    pub content: Content,
    /// Assumptions and findings worth telling: order of sides, numbering, turn sense.
    pub notes: Vec<String>,
}

impl Reading {
    /// The puzzle of a puzzle file.
    ///
    /// # Errors
    /// If the input held something else.
    pub fn puzzle(self) -> Result<Puzzle, FormatError> {
        let found = match self.content {
            Content::Puzzle(puzzle) => return Ok(puzzle),
            Content::Board(_) => "a board",
            Content::Clues(_) => "clues",
        };
        Err(FormatError::whole("a puzzle", found))
    }
}

/// What an input held.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "one reading lives at a time")]
pub enum Content {
    /// A whole puzzle.
    Puzzle(Puzzle),
    /// A board, not yet tied to a puzzle.
    Board(LooseBoard),
    /// Clues for a puzzle that is to be named.
    Clues(Vec<LooseClue>),
}

/// A board as a file gives it: cells by piece number, by sides, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LooseBoard {
    /// What the file calls it.
    pub name: Option<String>,
    /// Number of columns; `None` if the file does not say (META solutions).
    pub size: Option<(usize, usize)>,
    /// Row by row; `None` is an empty cell.
    pub cells: Vec<Option<LooseCell>>,
    /// Cells the file marks as imposed.
    pub clues: Vec<usize>,
    /// The score the file claims.
    pub claimed: Option<Score>,
    /// How turns are counted, if the format says.
    pub sense: Option<Sense>,
    /// Whether numbers and turns are meant exactly as written: our own files leave nothing to
    /// guess.
    pub exact: bool,
}

/// One cell of a [`LooseBoard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LooseCell {
    /// The piece and its turn, numbered from 0, if the file gives them.
    pub placed: Option<(usize, u8)>,
    /// The piece's number alone, from 0, where the file gives no turn.
    pub piece: Option<usize>,
    /// The sides as they lie, clockwise from north, if the file gives them.
    pub sides: Option<[Colour; 4]>,
}

/// A clue as a hints file gives it, all numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LooseClue {
    /// The piece.
    pub piece: usize,
    /// The row.
    pub row: usize,
    /// The column.
    pub col: usize,
    /// Quarter turns, in a sense still to be found out.
    pub turn: u8,
}

/// The sense in which turns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// As we count them.
    Clockwise,
    /// The other way.
    Anticlockwise,
}

/// Why an input cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}expected {expected}, found {found}", .line.map(|l| format!("line {l}: ")).unwrap_or_default())]
pub struct FormatError {
    /// The line, from 1, where it matters.
    pub line: Option<usize>,
    /// What should have been there.
    pub expected: String,
    /// What was there instead.
    pub found: String,
}

impl FormatError {
    /// An error at a line.
    pub fn at(line: usize, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::whole(expected, found) }
    }

    /// An error of the whole input.
    pub fn whole(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { line: None, expected: expected.into(), found: found.into() }
    }
}

impl From<PuzzleError> for FormatError {
    fn from(error: PuzzleError) -> Self {
        match error {
            PuzzleError::Size { width, height } => {
                let expected = format!("a board of 1x1 to {MAX_SIDE}x{MAX_SIDE}");
                Self::whole(expected, format!("{width}x{height}"))
            }
            PuzzleError::Count { width, height, found } => {
                let expected = format!("{} pieces for {width}x{height}", width * height);
                Self::whole(expected, found.to_string())
            }
            error => Self::whole("a sound puzzle", error.to_string()),
        }
    }
}

/// Why a puzzle or a board cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct WriteError(pub String);

impl WriteError {
    fn refuse_signed(puzzle: &Puzzle) -> Result<(), Self> {
        if puzzle.signed() {
            return Err(Self("this format cannot say that sides are signed".to_owned()));
        }
        Ok(())
    }
}

/// Reads a puzzle, a board or clues in any format, and says what was assumed.
///
/// ```
/// use marquetry::edge::format::{Format, read, write_puzzle};
///
/// let reading = read(b"2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n")?;
/// assert_eq!(reading.format, Format::Pieces);
/// let puzzle = reading.puzzle()?;
/// let text = write_puzzle(Format::MarquetryPuzzle, &puzzle)?;
/// assert_eq!(read(text.as_bytes())?.puzzle()?, puzzle);
/// assert_eq!(read(b"nonsense").unwrap_err().line, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the input is too long, is not UTF-8 or is in no format known here.
pub fn read(bytes: &[u8]) -> Result<Reading, FormatError> {
    let text = decode(bytes)?;
    if link::looks_like_link(text) {
        link::read(text)
    } else if line::looks_like_lines(text) {
        line::read(text)
    } else if json::looks_like_json(text) {
        json::read(text)
    } else {
        text::read(text)
    }
}

/// The text of a file: not too long, UTF-8, without a byte order mark.
fn decode(bytes: &[u8]) -> Result<&str, FormatError> {
    if bytes.len() > MAX_BYTES {
        let expected = format!("at most {MAX_BYTES} bytes");
        return Err(FormatError::whole(expected, format!("{} bytes", bytes.len())));
    }
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let good = bytes.get(..e.valid_up_to()).unwrap_or_default();
        let line = 1 + good.iter().filter(|&&b| b == b'\n').count();
        let byte = bytes.get(e.valid_up_to()).copied().unwrap_or_default();
        FormatError::at(line, "text in UTF-8", format!("the byte {byte:#04x}"))
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Writes a puzzle.
///
/// # Errors
/// If the format is not one for puzzles, or cannot hold this one.
pub fn write_puzzle(format: Format, puzzle: &Puzzle) -> Result<String, WriteError> {
    match format {
        Format::MarquetryPuzzle => Ok(native_puzzle(puzzle)),
        Format::PuzzleJson => json::puzzle_json(puzzle),
        Format::Pieces => pieces::write(puzzle),
        Format::Hints => Ok(hints::write(puzzle)),
        Format::BinaryCsv => csv::write(puzzle),
        other => Err(WriteError(format!("puzzles cannot be written as {other:?}"))),
    }
}

/// Writes a board.
///
/// # Errors
/// If the format is not one for boards, or cannot hold this one.
pub fn write_board(format: Format, puzzle: &Puzzle, board: &Board) -> Result<String, WriteError> {
    if (board.width(), board.height()) != (puzzle.width(), puzzle.height()) {
        return Err(WriteError(format!("the board is not {}x{}", puzzle.width(), puzzle.height())));
    }
    if let Some(placed) = board.cells().iter().flatten().find(|p| p.piece() >= puzzle.size()) {
        return Err(WriteError(format!("piece {} does not exist", placed.piece() + 1)));
    }
    match format {
        Format::MarquetryBoard => Ok(native_board(puzzle, board)),
        Format::BoardDoc => json::board_doc(puzzle, board),
        Format::BucasLink => link::bucas(puzzle, board),
        Format::DevLink => link::dev(puzzle, board),
        Format::Grid => Ok(grid::write(board)),
        Format::Quads => quads::write(puzzle, board),
        Format::MetaSolution => meta::write(board),
        Format::BoardLine => Ok(line::write(board)),
        other => Err(WriteError(format!("boards cannot be written as {other:?}"))),
    }
}

/// The beginning of a text, short enough for a message.
fn brief(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        None if text.is_empty() => "nothing".into(),
        None => text.into(),
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
    }
}
