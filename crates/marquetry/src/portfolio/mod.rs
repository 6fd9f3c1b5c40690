//! The record solver: beams that start anew or again from the middle of good boards, each board
//! polished by repair, and deep search below good prefixes, by what pays on this puzzle.

mod elite;
mod pool;
mod task;

pub(crate) use pool::{Habits, Pool};
pub(crate) use task::Task;
