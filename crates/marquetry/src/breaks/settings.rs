//! The parameters of the backtracker with breaks.

use crate::edge::{Colour, Order, Start};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;

/// Where schedule and quota come from, unless they are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// Both fitted to the puzzle, and to the best board so far.
    #[default]
    Fitted,
    /// Blackwood's published numbers for 470, scaled to the board.
    Blackwood,
    /// Slips as Verhaard's Markov chain predicts them, and no quota.
    Verhaard,
}

/// Depth-first search in a fixed order of the cells that lets joins break, ever more of them the
/// deeper it is, and wants the sides of some colours laid early so that the last rows are played
/// with few colours. One step is one piece laid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Breaks {
    /// Where schedule and quota come from, unless they are given: fitted, blackwood, verhaard.
    pub preset: Preset,
    /// The order of the cells, as for `dfs`; without one, rows from a corner with a finish by
    /// columns.
    pub order: Option<Order>,
    /// The corner the rows start from: any, top-left, top-right, bottom-left, bottom-right.
    pub start: Start,
    /// How many of the last rows are filled column by column.
    pub finish: u8,
    /// The depths (cells filled before) from which one more break is allowed; empty for none.
    pub schedule: Option<Vec<u16>>,
    /// The colours whose sides must be laid early; without them each start chooses some.
    pub colours: Option<Vec<Colour>>,
    /// Pairs of a depth and the number of sides of those colours that must lie by then, in
    /// between by interpolation; empty for none.
    pub quota: Option<Vec<(u16, u16)>>,
    /// The most breaks one piece may bring, 0 to 4.
    pub per_piece: u8,
    /// Whether joins between two pieces of the frame may break.
    pub frame: bool,
    /// The most steps from one start to the next; 0 for a single start.
    pub restart: u64,
    /// Independent walks. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for Breaks {
    fn default() -> Self {
        Self {
            preset: Preset::Fitted,
            order: None,
            start: Start::Any,
            finish: 5,
            schedule: None,
            colours: None,
            quota: None,
            per_piece: 1,
            frame: false,
            restart: 1 << 30,
            walkers: const { NonZeroU16::new(8).unwrap() },
        }
    }
}
