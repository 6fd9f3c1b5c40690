//! A puzzle that is wished for: a ready recipe and what is changed of it.

use anyhow::{Result, bail};
use marquetry::edge::Frame;
use marquetry::edge::generate::{Colours, Level, Recipe, Spread};
use std::fmt::Write as _;

/// What a recipe starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The colours of the hardest puzzle of its size.
    Hardest,
    /// As Eternity II: frame and inner colours apart, a clue at the centre.
    Eternity,
    /// As hard as people like it.
    Level(Level),
}

/// A puzzle that is wished for. What is `None` is left to the ready recipe.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "as in a recipe")]
pub struct Wish {
    pub width: usize,
    pub height: usize,
    pub frame: Frame,
    pub base: Base,
    pub signed: bool,
    pub colours: Option<Colours>,
    pub spread: Option<Spread>,
    pub distinct: Option<bool>,
    pub asymmetric: Option<bool>,
    pub clues: Option<usize>,
    pub seed: u64,
}

impl Wish {
    /// The recipe.
    ///
    /// # Errors
    /// If the ready recipe has no open version.
    pub fn recipe(&self) -> Result<Recipe> {
        let &Self { width, height, frame, seed, .. } = self;
        let mut recipe = match self.base {
            Base::Eternity if frame == Frame::Open => {
                bail!("the eternity preset has a grey frame: it cannot be open")
            }
            Base::Eternity => Recipe::eternity_like(width, height, seed),
            Base::Hardest => Recipe { seed, ..Recipe::hardest(width, height, frame) },
            Base::Level(level) => Recipe::level(level, width, height, frame, seed),
        };
        if self.signed {
            // A side of a signed puzzle fits half as many others: half the pairs are as hard.
            recipe.colours = match recipe.colours {
                Colours::Shared(n) => Colours::Shared(n.div_ceil(2)),
                Colours::Apart { frame, inner } => {
                    Colours::Apart { frame: frame.div_ceil(2), inner: inner.div_ceil(2) }
                }
            };
        }
        Ok(Recipe {
            signed: recipe.signed || self.signed,
            colours: self.colours.unwrap_or(recipe.colours),
            spread: self.spread.unwrap_or(recipe.spread),
            distinct: self.distinct.unwrap_or(recipe.distinct),
            asymmetric: self.asymmetric.unwrap_or(recipe.asymmetric),
            clues: self.clues.unwrap_or(recipe.clues),
            ..recipe
        })
    }

    /// What makes the same puzzle on the command line.
    #[must_use]
    pub fn command(&self) -> String {
        let mut line = format!("marquetry generate {}x{}", self.width, self.height);
        _ = match self.base {
            Base::Hardest => write!(line, " --preset hardest"),
            Base::Eternity => write!(line, " --preset eternity"),
            Base::Level(level) => write!(line, " --level {level}"),
        };
        if self.frame == Frame::Open {
            line += " --frame open";
        }
        if self.signed {
            line += " --signed";
        }
        _ = match self.colours {
            None => Ok(()),
            Some(Colours::Shared(n)) => write!(line, " --colours {n}"),
            Some(Colours::Apart { frame, inner }) => {
                write!(line, " --frame-colours {frame} --inner-colours {inner}")
            }
        };
        line += match self.spread {
            None => "",
            Some(Spread::Even) => " --spread even",
            Some(Spread::Random) => " --spread random",
        };
        let said = [("distinct", self.distinct), ("asymmetric", self.asymmetric)];
        for (name, value) in said {
            _ = value.map(|value| write!(line, " --{name} {value}"));
        }
        _ = self.clues.map(|clues| write!(line, " --clues {clues}"));
        _ = write!(line, " --seed {}", self.seed);
        line
    }
}
