//! The puzzle: an immutable instance.

use super::{Board, Colour, Fault, GREY, Layout, MAX_COLOUR, Piece, Placed, Verdict, judge};
use crate::search::{Problem, Score};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest side of a board.
pub const MAX_SIDE: usize = 64;

/// What surrounds the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Frame {
    /// Grey sides, and only they, lie on the rim.
    #[default]
    Grey,
    /// Anything may lie on the rim.
    Open,
}

/// An imposed placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clue {
    /// Row-major index of the cell.
    pub cell: usize,
    /// The piece and its turn.
    pub placed: Placed,
}

/// Why a puzzle cannot be built from what was given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PuzzleError {
    #[error("a board of {width}x{height} is outside 1x1 to 64x64")]
    Size { width: usize, height: usize },
    #[error("{width}x{height} needs {} pieces, found {found}", width * height)]
    Count { width: usize, height: usize, found: usize },
    #[error("piece {piece} has colour {colour}, expected 0 to 250")]
    Colour { piece: usize, colour: Colour },
    #[error("piece {piece} has a grey side (0), but the puzzle is open: number its colours from 1")]
    GreyInOpen { piece: usize },
    #[error("clue {clue} names piece {piece}, expected 1 to {pieces}")]
    CluePiece { clue: usize, piece: usize, pieces: usize },
    #[error("clue {clue} names a cell outside the board")]
    ClueCell { clue: usize },
    #[error("clues {first} and {second} claim the same cell")]
    ClueCellTwice { first: usize, second: usize },
    #[error("clues {first} and {second} place the same piece")]
    CluePieceTwice { first: usize, second: usize },
}

/// A proof, from the piece set and the clues alone, that no valid board exists.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Obstacle {
    #[error("the rim needs {needed} {kind} pieces, the set has {found}")]
    Frame { kind: &'static str, needed: usize, found: usize },
    #[error("the clue for piece {piece} at row {row}, column {col} breaks the grey rim")]
    Clue { piece: usize, row: usize, col: usize },
}

/// Pieces, the board's size and frame, how sides match, and the clues.
///
/// Pieces may repeat and may be symmetric; nothing relies on their being distinct.
///
/// ```
/// use marquetry::edge::{Board, Frame, Piece, Placed, Puzzle};
///
/// // Sides clockwise from north, 0 is the grey rim.
/// let pieces = [[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]].map(Piece);
/// let puzzle = Puzzle::new("four", 2, 2, Frame::Grey, pieces.to_vec())?;
/// assert_eq!((puzzle.size(), puzzle.joins(), puzzle.obstacle()), (4, 4, None));
///
/// let mut board = Board::empty(2, 2);
/// for cell in 0..4 {
///     board.set(cell, Some(Placed::new(cell, 0)));
/// }
/// assert!(puzzle.verdict(&board).perfect);
/// # Ok::<(), marquetry::edge::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    name: String,
    width: usize,
    height: usize,
    frame: Frame,
    signed: bool,
    pieces: Vec<Piece>,
    clues: Vec<Clue>,
    layout: Layout,
}

impl Puzzle {
    /// A puzzle without clues whose equal colours match.
    ///
    /// # Errors
    /// If the size, the number of pieces or a colour is out of range.
    pub fn new(
        name: impl Into<String>,
        width: usize,
        height: usize,
        frame: Frame,
        pieces: Vec<Piece>,
    ) -> Result<Self, PuzzleError> {
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(PuzzleError::Size { width, height });
        }
        if pieces.len() != width * height {
            return Err(PuzzleError::Count { width, height, found: pieces.len() });
        }
        for (i, piece) in pieces.iter().enumerate() {
            if let Some(&colour) = piece.0.iter().find(|&&c| c > MAX_COLOUR) {
                return Err(PuzzleError::Colour { piece: i + 1, colour });
            }
            if frame == Frame::Open && piece.0.contains(&GREY) {
                return Err(PuzzleError::GreyInOpen { piece: i + 1 });
            }
        }
        let layout = Layout::new(width, height, frame, &pieces);
        let (name, clues) = (name.into(), Vec::new());
        Ok(Self { name, width, height, frame, signed: false, pieces, clues, layout })
    }

    /// The same puzzle with signed sides: colour 1 fits only 2, 3 only 4, and so on
    /// (Söderlind, section 3.1.1).
    #[must_use]
    pub fn with_signed(mut self, signed: bool) -> Self {
        self.signed = signed;
        self
    }

    /// The same puzzle under another name.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The same puzzle with these clues instead of its own.
    ///
    /// Clues that contradict each other's colours are allowed: they make the puzzle unsolvable,
    /// not malformed.
    ///
    /// # Errors
    /// If a clue names a piece or a cell that does not exist, or two share a piece or a cell.
    pub fn with_clues(mut self, clues: Vec<Clue>) -> Result<Self, PuzzleError> {
        let pieces = self.pieces.len();
        let mut on_cell = vec![None; pieces];
        let mut of_piece = vec![None; pieces];
        for (i, clue) in clues.iter().enumerate() {
            let (number, piece) = (i + 1, clue.placed.piece());
            if piece >= pieces {
                return Err(PuzzleError::CluePiece { clue: number, piece: piece + 1, pieces });
            }
            if clue.cell >= pieces {
                return Err(PuzzleError::ClueCell { clue: number });
            }
            if let Some(first) = on_cell[clue.cell].replace(number) {
                return Err(PuzzleError::ClueCellTwice { first, second: number });
            }
            if let Some(first) = of_piece[piece].replace(number) {
                return Err(PuzzleError::CluePieceTwice { first, second: number });
            }
        }
        self.clues = clues;
        Ok(self)
    }

    /// What people call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of cells, which is the number of pieces.
    #[must_use]
    pub fn size(&self) -> usize {
        self.pieces.len()
    }

    /// What surrounds the board.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// Whether a colour fits only its mate.
    #[must_use]
    pub fn signed(&self) -> bool {
        self.signed
    }

    /// The pieces; piece number 1 is at index 0.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The imposed placements.
    #[must_use]
    pub fn clues(&self) -> &[Clue] {
        &self.clues
    }

    /// Which pieces may lie on which cells.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The colour that fits `colour` across a join: itself, or its mate in a signed puzzle.
    #[must_use]
    #[inline]
    pub fn mate(&self, colour: Colour) -> Colour {
        let paired = self.signed && (1..=MAX_COLOUR).contains(&colour);
        if paired { ((colour - 1) ^ 1) + 1 } else { colour }
    }

    /// The colours of a placed piece, clockwise from north.
    ///
    /// # Panics
    /// If there is no such piece.
    #[must_use]
    #[inline]
    pub fn sides(&self, placed: Placed) -> [Colour; 4] {
        self.pieces[placed.piece()].turned(placed.turn())
    }

    /// The number of colours in use, grey not counted.
    #[must_use]
    pub fn colours(&self) -> usize {
        let mut seen = [false; 256];
        self.pieces.iter().flat_map(|p| p.0).for_each(|c| seen[usize::from(c)] = true);
        seen[1..].iter().filter(|&&s| s).count()
    }

    /// The number of joins: the score of a perfect board.
    #[must_use]
    pub fn joins(&self) -> Score {
        (self.width * (self.height - 1) + self.height * (self.width - 1)) as Score
    }

    /// Why no valid board can exist, if that is plain from the pieces and the clues alone.
    #[must_use]
    pub fn obstacle(&self) -> Option<Obstacle> {
        self.layout.frame_obstacle().or_else(|| {
            let bad = self.clues.iter().find(|c| !self.layout.allows(c.placed, c.cell))?;
            let (row, col) = (bad.cell / self.width, bad.cell % self.width);
            Some(Obstacle::Clue { piece: bad.placed.piece() + 1, row, col })
        })
    }

    /// Scores a board and lists everything wrong with it.
    #[must_use]
    pub fn verdict(&self, board: &Board) -> Verdict {
        judge(self, board)
    }
}

impl Problem for Puzzle {
    type Solution = Board;
    type Fault = super::Faults;

    fn judge(&self, board: &Board) -> Result<Score, Self::Fault> {
        self.verdict(board).accepted()
    }

    fn judge_part(&self, board: &Board) -> Result<Score, Self::Fault> {
        let mut verdict = self.verdict(board);
        verdict.faults.retain(|fault| !matches!(fault, Fault::Missing { .. }));
        verdict.accepted()
    }

    fn perfect(&self) -> Score {
        self.joins()
    }
}
