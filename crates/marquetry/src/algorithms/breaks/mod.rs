//! Depth-first search that lets joins break: the method of the highest boards known.
//!
//! After Verhaard, "Details of Eternity II solver eii" (2009), and Blackwood's solver of 2020: a
//! fixed order of the cells, breaks that are allowed one by one from given depths on, and colours
//! that must be used up early. Both chose their numbers by hand for one puzzle; here they are
//! fitted to any.

mod breaker;
mod kernel;
mod path;
mod quota;
mod route;
mod schedule;
mod tables;

pub(super) use breaker::Breaker;

use crate::edge::{Colour, Order, Puzzle, Start, greedy};
use crate::search::{Algorithm, Conclusion, Entry, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;

/// The pieces a walker lays between two meetings, at first and once the search is under way.
const SHARES: (u64, u64) = (64, 1 << 15);

/// More walkers than this only cost memory.
const MOST_WALKERS: u16 = 256;

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

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Breaks>(
    "breaks",
    "depth first with breaks allowed ever more the deeper, and some colours used up early",
    "after Verhaard 2009, \"Details of Eternity II solver eii\", and Blackwood 2020",
    "one piece laid",
)
.with_children("walkers")
.tried(1_000_000, &[
            r#"{"preset": "blackwood", "start": "bottom-left", "walkers": 2}"#,
            r#"{"preset": "verhaard", "per_piece": 2, "frame": true, "finish": 0}"#,
            r#"{"order": "spiral", "schedule": [0, 9], "colours": [1], "quota": [[4, 2]], "restart": 700}"#,
        ]);

/// Depth-first search in a fixed order of the cells that lets joins break, ever more of them the
/// deeper it is, and wants the sides of some colours laid early so that the last rows are played
/// with few colours.
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

impl Algorithm<Puzzle> for Breaks {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        if self.walkers.get() > MOST_WALKERS {
            return Some(format!(
                "expected at most {MOST_WALKERS} walkers, found {}",
                self.walkers
            ));
        }
        if self.per_piece > 4 {
            return Some(format!("expected at most 4 breaks per piece, found {}", self.per_piece));
        }
        let order = self.order.as_ref()?.cells(puzzle.width(), puzzle.height());
        order.err().map(|error| error.to_string())
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if let Some(end) = greedy::open(puzzle, run) {
            return end;
        }
        let mut walkers: Vec<Breaker<'_>> = Vec::new();
        for _ in 0..self.walkers.get() {
            // On large boards this takes a while.
            if run.due() {
                return Conclusion::Stopped;
            }
            walkers.push(Breaker::new(puzzle, self, run.rng.bits()));
        }
        let mut share = SHARES.0;
        while !run.over() {
            run.fork(&mut walkers, share, Breaker::advance);
            if walkers.iter().any(Breaker::exhausted) {
                // There is no perfect board; a lower target is another matter.
                return match run.goal() == puzzle.joins() {
                    true => Conclusion::Exhausted,
                    false => Conclusion::Stopped,
                };
            }
            share = (share * 2).min(SHARES.1);
        }
        Conclusion::Stopped
    }
}
