//! Exact search: solve, count, prove and estimate.
//!
//! One kernel (`kernel`) walks the tree of partial boards depth first, in any order of the cells.
//! It works on *looks*: equal pieces are one look, so that boards which look the same are found
//! once. [`Counter`] runs it on all threads and can be stopped, resumed and asked how far it is;
//! [`estimate`] says beforehand how large the tree is.

mod builder;
mod count;
mod crew;
mod estimate;
mod eye;
mod hand;
mod kernel;
mod layers;
mod likely;
mod looks;
mod numbers;
mod odds;
mod region;
mod route;
mod search;
mod symmetry;
mod tally;
#[cfg(test)]
mod tests;
mod tree_walk;
mod uniqueness;

pub use count::{Counted, Counter, Event, Progress, Request};
pub use estimate::{Depth, Estimate, Mean, estimate};
pub(crate) use hand::{Deal, Hand, deal};
pub(crate) use looks::{Look, looks};
pub(crate) use numbers::Numbers;
pub use region::{Block, BlockError, Corner};
pub use tally::{Checkpoint, CheckpointError};
pub use uniqueness::{Limits, Uniqueness, uniqueness};

use crate::edge::{Order, OrderError, Puzzle};
use kernel::Mode;
use schemars::JsonSchema;
use search::Search;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tree_walk::TreeWalk;

/// Whether cells that are not next are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Lookahead {
    /// Where there is such a cell: it has paid wherever it was measured.
    #[default]
    Auto,
    /// Whenever such a cell knows two sides: beside clues, or in other orders than scans. The same as
    /// [`Lookahead::Auto`], said so even where there is no such cell.
    On,
    /// Never.
    Off,
}

/// How a tree is searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Exact {
    /// The order of the cells.
    pub order: Order,
    /// Whether cells that are not next are looked at.
    pub lookahead: Lookahead,
    /// Whether one of all turned versions of a solution is searched for, where that is possible.
    pub symmetry: bool,
}

impl Default for Exact {
    fn default() -> Self {
        Self { order: Order::Best, lookahead: Lookahead::Auto, symmetry: true }
    }
}

/// Why a search cannot be made ready.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ExactError {
    #[error(transparent)]
    Order(#[from] OrderError),
    #[error(transparent)]
    Block(#[from] BlockError),
}

/// Searches the first `nodes` nodes of a puzzle's tree, or a few more, on this thread: the nodes
/// visited and the solutions seen that look different. For measurements.
///
/// # Errors
/// If the order is not one.
pub fn scan(puzzle: &Puzzle, how: &Exact, nodes: u64) -> Result<(u64, u64), ExactError> {
    let search = Search::new(puzzle, how, None)?;
    let (mut visited, mut looks) = (0, 0);
    for plan in &search.parts {
        let mut walker = TreeWalk::new(plan, Mode::Plain);
        walker.run(nodes.saturating_sub(visited), &mut |_, _| {
            looks += 1;
            true
        });
        visited += walker.nodes();
    }
    Ok((visited, looks))
}
