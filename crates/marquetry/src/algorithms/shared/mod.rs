//! What several algorithms use and no algorithm is: how searches begin, boards that are grown and
//! repaired, the good boards to go on from, the best of the neighbours scored.

mod accept;
mod choice;
mod elites;
mod growth;
mod opening;

pub use accept::Accept;
pub(super) use choice::Choice;
pub(super) use elites::{Elites, MOST_ELITES};
pub(super) use growth::Growth;
pub(super) use opening::{Opening, above_limit};
