//! How hard a puzzle should be, in a word.

use super::{Colours, Recipe};
use crate::edge::theory::Shape;
use crate::edge::{Frame, MAX_COLOUR, MAX_SIDE};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How hard a puzzle is for its size.
///
/// A puzzle is hardest where about one perfect board is expected (Söderlind, section 3.1.4). With
/// fewer colours there are many perfect boards; with more there is still the planted one, but each
/// further colour leaves fewer pieces that fit a cell, and errors show sooner. So the levels go from
/// the hardest number of colours upwards, and the easy ones give some pieces away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Twice the colours of the hardest, and a clue for every nine cells.
    #[default]
    Easy,
    /// Half as many colours again as the hardest, and a clue for every twenty-five cells.
    Medium,
    /// A colour more than the hardest, inside and on the frame; no clues.
    Hard,
    /// The hardest of its size; no clues.
    Extreme,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Extreme];

    /// How many colours are used where the hardest puzzle has so many. Each level has fewer than the
    /// one before.
    fn colours(self, hardest: usize) -> usize {
        match self {
            Self::Easy => hardest + hardest.max(4),
            Self::Medium => hardest + (hardest / 2).max(2),
            Self::Hard => hardest + 1,
            Self::Extreme => hardest,
        }
    }

    /// How many clues are given on so many cells.
    fn clues(self, cells: usize) -> usize {
        match self {
            Self::Easy => cells / 9,
            Self::Medium => cells / 25,
            Self::Hard | Self::Extreme => 0,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Extreme => "extreme",
        })
    }
}

impl Recipe {
    /// A puzzle of a level, at any size from 2x2 to 64x64.
    ///
    /// ```
    /// use marquetry::edge::Frame;
    /// use marquetry::edge::generate::{Level, Recipe};
    ///
    /// let easy = Recipe::level(Level::Easy, 6, 6, Frame::Grey, 1).make()?.puzzle;
    /// let extreme = Recipe::level(Level::Extreme, 6, 6, Frame::Grey, 1).make()?.puzzle;
    /// assert!(easy.colours() > extreme.colours() && easy.clues().len() > extreme.clues().len());
    /// # Ok::<(), marquetry::edge::generate::GenerateError>(())
    /// ```
    #[must_use]
    pub fn level(level: Level, width: usize, height: usize, frame: Frame, seed: u64) -> Self {
        let hardest = Self { seed, ..Self::hardest(width, height, frame) };
        // A size out of range is refused when the puzzle is made, not here.
        let side = |n: usize| n.clamp(1, MAX_SIDE);
        let shape = Shape { width: side(width), height: side(height), frame };
        // More colours than joins would only have numbers that nothing shows.
        let among = |colours, joins: usize| level.colours(colours).min(joins.max(colours));
        let colours = match hardest.colours {
            Colours::Shared(n) => Colours::Shared(among(n, shape.joins())),
            Colours::Apart { frame, inner } => {
                let frame = among(frame, shape.frame_joins());
                let most = usize::from(MAX_COLOUR) - frame.min(MAX_COLOUR.into());
                Colours::Apart { frame, inner: among(inner, shape.inner_joins()).min(most) }
            }
        };
        let clues = level.clues(width.saturating_mul(height));
        Self { colours, clues, ..hardest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_can_be_made_at_every_size() {
        let sides = || (2..=9).chain([12, 16, 23, 64]);
        let sizes = sides().flat_map(|width| sides().map(move |height| (width, height)));
        for (width, height) in sizes {
            let seeds = if width * height < 50 { 5 } else { 1 };
            for (frame, seed) in (1..=seeds).flat_map(|n| [(Frame::Grey, n), (Frame::Open, n)]) {
                for level in Level::ALL {
                    let made = Recipe::level(level, width, height, frame, seed).make();
                    assert!(made.is_ok(), "{level} {width}x{height} {frame:?}: {:?}", made.err());
                }
            }
        }
    }

    #[test]
    fn sizes_out_of_range_are_refused_later() {
        for (width, height) in [(0, 0), (1, 0), (65, 2), (usize::MAX, usize::MAX)] {
            for level in Level::ALL {
                assert!(Recipe::level(level, width, height, Frame::Grey, 1).make().is_err());
            }
        }
    }

    #[test]
    fn words_are_their_own() {
        for level in Level::ALL {
            assert_eq!(serde_json::to_string(&level).unwrap(), format!("\"{level}\""));
        }
    }
}
