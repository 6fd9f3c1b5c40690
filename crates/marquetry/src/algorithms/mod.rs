//! The methods and their catalogue. A new algorithm is one file and one line in `entries`.

mod beam;
mod breaks;
mod catalogue;
mod dfs;
mod entries;
pub(crate) mod greedy;
mod local;
mod portfolio;
mod repair;
mod sat;

pub use crate::breaks::Breaks;
pub use beam::BeamSearch;
pub use catalogue::{Entry, Parameters, SpecError, catalogue, find};
pub use dfs::Dfs;
pub use greedy::{Greedy, Placement};
pub use local::{Accept, Local};
pub use portfolio::Portfolio;
pub use repair::Repair;
pub use sat::{Sat, count_looks};
