//! The parameters of the search, and the readings the paper leaves open.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;

/// How a new start is made (section 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Random corners, then the best sides, then the best inner pieces with their best turns; among
    /// equals chance decides. Algorithm 1, line 2. Cells are filled row by row: the paper does not
    /// say in which order.
    #[default]
    Greedy,
    /// A random board that keeps the frame.
    Random,
}

/// In which order a descent explores its neighbourhoods (sections 2 and 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Corners, sides, turns, centre.
    BorderToCentre,
    /// Centre, turns, sides, corners.
    CentreToBorder,
    /// One of these two at each descent, by a coin: the paper's final tests used both, and not
    /// the same for every call.
    #[default]
    Both,
    /// The two in turn: another reading of the same.
    Alternate,
    /// Any order, drawn at each descent: what the paper compared with.
    Random,
}

/// Which candidate of a neighbourhood is taken. The paper does not say; of the three readings the
/// last comes nearest to its table at its evaluations (docs/gvns.md).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Improvement {
    /// The best, the first of equals: so the descent is defined in the paper's source for it,
    /// Hansen, Mladenović and Moreno Pérez 2008.
    Best,
    /// The first that gains.
    First,
    /// The first that gains, the search going on where it last found one.
    #[default]
    Onward,
}

/// When a descended board replaces the one it was shaken from (line 14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Accept {
    /// Only if it scores more: the text says "better".
    #[default]
    Better,
    /// Also if it scores the same; p and iter then go on as if it had not.
    Equal,
}

/// Where a descent goes on after a move. The paper does not say; see [`Improvement`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Return {
    /// With the first neighbourhood of its order, as in Hansen et al. 2008.
    First,
    /// With the same neighbourhood, and never with an earlier one.
    #[default]
    Same,
}

/// Starts greedily, descends through four neighbourhoods, then shakes and descends again: p + 2
/// random moves, p one more after `iter_max` descents without gain. One step is one candidate
/// scored; a pair of inner pieces is one candidate, whatever turns are tried for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Gvns {
    /// How a new start is made.
    pub start: Start,
    /// In which order a descent explores its neighbourhoods.
    pub order: Order,
    /// Which candidate of a neighbourhood is taken.
    pub improvement: Improvement,
    /// Where a descent goes on after a move.
    pub after: Return,
    /// When a descended board replaces the one it was shaken from.
    pub accept: Accept,
    /// Shakes without gain after which they grow stronger: the paper's IterMax.
    pub iter_max: NonZeroU16,
    /// Strengths of shaking after which the search starts anew: the paper's LevelMax. 0 for the
    /// paper's value, the larger of width and height.
    pub level_max: u16,
    /// Independent searches. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for Gvns {
    fn default() -> Self {
        Self {
            start: Start::Greedy,
            order: Order::Both,
            improvement: Improvement::Onward,
            after: Return::Same,
            accept: Accept::Better,
            iter_max: const { NonZeroU16::new(200).unwrap() },
            level_max: 0,
            walkers: NonZeroU16::MIN,
        }
    }
}
