//! Making puzzles: a perfect board is planted, then its pieces are shuffled and turned
//! (Söderlind, section 5.1).

mod level;
mod plant;
#[cfg(test)]
mod tests;

use super::theory::{Shape, asymmetric_pieces, distinct_pieces};
use super::{Board, Clue, Colour, Frame, Kind, MAX_COLOUR, MAX_SIDE, Piece, Placed, Puzzle};
use crate::search::Rng;
pub use level::Level;
use plant::Plot;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Whole boards drawn before a recipe for distinct pieces is given up.
const ATTEMPTS: usize = 20;

/// Which colours the joins take. In a signed puzzle a colour is a pair of mates: `n` colours are
/// numbered 1 to `2n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Colours {
    /// One palette for all joins, numbered from 1.
    Shared(usize),
    /// Frame joins and inner joins have no colour in common, as in Eternity II. The frame's
    /// colours are numbered first.
    Apart {
        /// Colours of the joins along the rim.
        frame: usize,
        /// Colours of all other joins.
        inner: usize,
    },
}

/// How the colours are spread over the joins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Spread {
    /// Every join takes a colour at random.
    Random,
    /// Every colour takes as nearly equally many joins as possible, on the frame, inside, and
    /// (of a shared palette) altogether.
    #[default]
    Even,
}

/// Everything that determines a made puzzle.
///
/// ```
/// use marquetry::edge::Frame;
/// use marquetry::edge::generate::{Colours, Recipe};
///
/// let recipe = Recipe { clues: 2, ..Recipe::random(5, 4, Frame::Open, 6, 1) };
/// assert_eq!(recipe.colours, Colours::Shared(6));
/// let made = recipe.make()?;
/// assert_eq!(made.puzzle.clues().len(), 2);
/// assert!(made.puzzle.verdict(&made.solution).perfect);
/// assert_eq!(recipe.make()?.puzzle, made.puzzle, "the seed is part of it");
/// # Ok::<(), marquetry::edge::generate::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Number of columns, 1 to 64.
    pub width: usize,
    /// Number of rows, 1 to 64.
    pub height: usize,
    /// What surrounds the board.
    pub frame: Frame,
    /// Whether a colour fits only its mate.
    #[serde(default)]
    pub signed: bool,
    /// Which colours the joins take.
    pub colours: Colours,
    /// How the colours are spread over the joins.
    #[serde(default)]
    pub spread: Spread,
    /// Whether no two pieces may be the same up to turns.
    #[serde(default)]
    pub distinct: bool,
    /// Whether every piece must look different in its four turns. Eternity II is so; the thesis
    /// does not ask it.
    #[serde(default)]
    pub asymmetric: bool,
    /// How many pieces of the planted board are given away: the first at the centre (row
    /// `height / 2`, column `(width - 1) / 2`), the others anywhere.
    #[serde(default)]
    pub clues: usize,
    /// The seed of every random choice.
    #[serde(default)]
    pub seed: u64,
}

/// A made puzzle and the board it was cut from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The puzzle: pieces shuffled and turned at random.
    pub puzzle: Puzzle,
    /// The planted perfect board. There may be others.
    pub solution: Board,
}

/// Why a recipe cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum GenerateError {
    #[error("a board of {width}x{height} is outside 1x1 to {MAX_SIDE}x{MAX_SIDE}")]
    Size { width: usize, height: usize },
    #[error("the {kind} joins need at least 1 colour, found 0")]
    NoColours { kind: &'static str },
    #[error("expected at most {most} colours, found {found}")]
    ManyColours { most: usize, found: usize },
    #[error("an open board has no frame joins: expected one shared palette, found two")]
    ApartOpen,
    #[error("{clues} clues were asked of {pieces} pieces")]
    Clues { clues: usize, pieces: usize },
    #[error(
        "{needed} {kind} pieces were asked to be {wish}, these colours make at most {possible}"
    )]
    FewColours { needed: usize, kind: &'static str, wish: Wish, possible: u128 },
    #[error(
        "no board whose pieces are all {wish} was found in {attempts} attempts: these colours \
             make at most {bounds}"
    )]
    GaveUp { wish: Wish, attempts: usize, bounds: String },
    #[error(transparent)]
    Puzzle(#[from] super::PuzzleError),
}

/// What a recipe asks of its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// No two the same up to turns.
    pub distinct: bool,
    /// None the same as itself turned.
    pub asymmetric: bool,
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.distinct, self.asymmetric) {
            (true, true) => "distinct and without symmetry",
            (true, false) => "distinct",
            (false, true) => "without symmetry",
            (false, false) => "anything",
        })
    }
}

impl Recipe {
    /// The plainest recipe: every join a random colour of one palette, nothing asked of the pieces.
    #[must_use]
    pub fn random(width: usize, height: usize, frame: Frame, colours: usize, seed: u64) -> Self {
        Self {
            width,
            height,
            frame,
            signed: false,
            colours: Colours::Shared(colours),
            spread: Spread::Random,
            distinct: false,
            asymmetric: false,
            clues: 0,
            seed,
        }
    }

    /// The hardest puzzle of its size: as many colours as leave about one expected perfect board,
    /// spread evenly, all pieces distinct (Söderlind, sections 3.1.4 and 5.1).
    #[must_use]
    pub fn hardest(width: usize, height: usize, frame: Frame) -> Self {
        Self::hardest_knowing(width, height, frame, 0)
    }

    /// A twin of Eternity II: its kind of colouring and pieces at any size. The 16x16 twin has
    /// 5 + 17 colours and one clue where Eternity II has its own.
    #[must_use]
    pub fn eternity_like(width: usize, height: usize, seed: u64) -> Self {
        let clues = usize::from((width, height) == (16, 16));
        let recipe = Self::hardest_knowing(width, height, Frame::Grey, clues);
        Self { asymmetric: true, clues, seed, ..recipe }
    }

    fn hardest_knowing(width: usize, height: usize, frame: Frame, known: usize) -> Self {
        // A size out of range is refused when the puzzle is made, not here.
        let side = |n: usize| n.clamp(1, MAX_SIDE);
        let shape = Shape { width: side(width), height: side(height), frame };
        let hardest = shape.hardest(known);
        let colours = match frame {
            Frame::Open => Colours::Shared(hardest.inner_colours.max(1)),
            Frame::Grey => {
                Colours::Apart { frame: hardest.frame_colours, inner: hardest.inner_colours }
            }
        };
        // The two pieces of a framed 1x2 board share their only colour: they are always the same.
        let distinct = width.saturating_mul(height) > 2;
        let (signed, asymmetric, clues, seed) = (false, false, 0, 0);
        let spread = Spread::Even;
        Self { width, height, frame, signed, colours, spread, distinct, asymmetric, clues, seed }
    }

    /// Makes the puzzle. The same recipe always makes the same puzzle.
    ///
    /// # Errors
    /// If the recipe makes no sense, or asks for pieces that its colours cannot make.
    pub fn make(&self) -> Result<Made, GenerateError> {
        self.check()?;
        let plot = Plot::new(self);
        let mut rng = Rng::new(self.seed);
        let laid =
            (0..ATTEMPTS).find_map(|_| plot.plant(&mut rng)).ok_or_else(|| self.give_up())?;
        let (pieces, solution) = scatter(self.width, self.height, &laid, &mut rng);
        let puzzle = Puzzle::new(self.title(), self.width, self.height, self.frame, pieces)?
            .with_signed(self.signed)
            .with_clues(self.draw_clues(&solution, &mut rng))?;
        Ok(Made { puzzle, solution })
    }

    fn shape(&self) -> Shape {
        Shape { width: self.width, height: self.height, frame: self.frame }
    }

    fn wish(&self) -> Wish {
        Wish { distinct: self.distinct, asymmetric: self.asymmetric }
    }

    /// The number of colours on frame joins and on inner joins, mates not counted.
    fn palettes(&self) -> (usize, usize) {
        match self.colours {
            Colours::Shared(n) => (n, n),
            Colours::Apart { frame, inner } => (frame, inner),
        }
    }

    fn check(&self) -> Result<(), GenerateError> {
        let (width, height) = (self.width, self.height);
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(GenerateError::Size { width, height });
        }
        if self.frame == Frame::Open && matches!(self.colours, Colours::Apart { .. }) {
            return Err(GenerateError::ApartOpen);
        }
        let most = usize::from(MAX_COLOUR) / if self.signed { 2 } else { 1 };
        let (frame, inner) = self.palettes();
        let found = match self.colours {
            Colours::Shared(n) => n,
            Colours::Apart { .. } => frame.saturating_add(inner),
        };
        if found > most {
            return Err(GenerateError::ManyColours { most, found });
        }
        let shape = self.shape();
        if frame == 0 && shape.frame_joins() > 0 {
            return Err(GenerateError::NoColours { kind: "frame" });
        }
        if inner == 0 && (shape.inner_joins() > 0 || self.frame == Frame::Open) {
            return Err(GenerateError::NoColours { kind: "inner" });
        }
        if self.clues > width * height {
            return Err(GenerateError::Clues { clues: self.clues, pieces: width * height });
        }
        self.bounds().try_for_each(|(needed, kind, possible)| {
            let wish = self.wish();
            // Without `distinct` one possible piece serves any number of cells.
            let enough = if self.distinct { needed as u128 } else { 1 };
            if possible < enough {
                return Err(GenerateError::FewColours { needed, kind, wish, possible });
            }
            Ok(())
        })
    }

    /// For every kind of piece on the board that the recipe asks something of: how many are
    /// needed, its name, and how many the colours can make.
    fn bounds(&self) -> impl Iterator<Item = (usize, &'static str, u128)> {
        let mates = if self.signed { 2 } else { 1 };
        let (frame, inner) = self.palettes();
        let (f, m) = ((frame * mates) as u128, (inner * mates) as u32);
        let whole = if self.asymmetric { asymmetric_pieces(m) } else { distinct_pieces(m) };
        let bridges = if self.asymmetric { f * f.saturating_sub(1) / 2 } else { f * (f + 1) / 2 };
        let possible = [whole, f * f * u128::from(m), f * f, bridges, f, 1];
        let asked = self.distinct || self.asymmetric;
        let kinds = self.shape().kinds().into_iter().zip(Kind::ALL).zip(possible);
        kinds
            .filter(move |&((needed, _), _)| asked && needed > 0)
            .map(|((needed, kind), possible)| (needed, kind.name(), possible))
    }

    fn give_up(&self) -> GenerateError {
        let bound = |(needed, kind, most)| format!("{most} {kind} pieces for {needed} cells");
        let bounds = self.bounds().map(bound).collect::<Vec<_>>().join(", ");
        GenerateError::GaveUp { wish: self.wish(), attempts: ATTEMPTS, bounds }
    }

    fn draw_clues(&self, solution: &Board, rng: &mut Rng) -> Vec<Clue> {
        let mut cells: Vec<usize> = (0..solution.cells().len()).collect();
        rng.shuffle(&mut cells);
        let centre = self.height / 2 * self.width + (self.width - 1) / 2;
        // Stable: the centre first, the others in their shuffled order.
        cells.sort_by_key(|&cell| cell != centre);
        let clue = |cell| Some(Clue { cell, placed: solution.get(cell)? });
        cells.into_iter().take(self.clues).filter_map(clue).collect()
    }

    fn title(&self) -> String {
        let colours = match self.colours {
            Colours::Shared(n) => n.to_string(),
            Colours::Apart { frame, inner } => format!("{frame}+{inner}"),
        };
        format!("{}x{}-{colours}-seed-{}", self.width, self.height, self.seed)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frame = if self.frame == Frame::Grey { "framed" } else { "open" };
        let signed = if self.signed { " signed" } else { "" };
        write!(f, "{}x{} {frame}, ", self.width, self.height)?;
        match self.colours {
            Colours::Shared(n) => write!(f, "{n}{signed} colours")?,
            Colours::Apart { frame, inner } => {
                write!(f, "{frame} frame and {inner} inner{signed} colours")?;
            }
        }
        f.write_str(match self.spread {
            Spread::Even => " spread evenly",
            Spread::Random => " at random",
        })?;
        if self.distinct || self.asymmetric {
            write!(f, ", pieces {}", self.wish())?;
        }
        match self.clues {
            0 => {}
            1 => f.write_str(", 1 clue")?,
            n => write!(f, ", {n} clues")?,
        }
        write!(f, ", seed {}", self.seed)
    }
}

/// Numbers and turns the pieces of a laid board at random, so that neither tells where a piece
/// came from; returns them with the board they still make.
pub(super) fn scatter(
    width: usize,
    height: usize,
    laid: &[[Colour; 4]],
    rng: &mut Rng,
) -> (Vec<Piece>, Board) {
    let mut homes: Vec<usize> = (0..laid.len()).collect();
    rng.shuffle(&mut homes);
    let mut board = Board::empty(width, height);
    let pieces = homes
        .into_iter()
        .enumerate()
        .map(|(number, cell)| {
            let turn = rng.below(4) as u8;
            board.set(cell, Some(Placed::new(number, turn)));
            // Turned back by as much as the board turns it forth.
            Piece(Piece(laid[cell]).turned(4 - turn))
        })
        .collect();
    (pieces, board)
}
