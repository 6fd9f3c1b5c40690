//! The methods and their catalogue. A new algorithm is one file and one line in `entries`.

mod annealing;
mod annealing_modern;
mod beam;
mod breaks;
mod catalogue;
mod choice;
mod dfs;
mod elites;
mod entries;
pub(crate) mod greedy;
mod gvns;
mod gvns_modern;
mod late;
mod local;
mod opening;
mod portfolio;
mod repair;
mod sat;
mod tabu;
mod tabu_modern;

pub use crate::breaks::Breaks;
pub use crate::gvns::Gvns;
pub use annealing::Annealing;
pub use annealing_modern::AnnealingModern;
pub use beam::BeamSearch;
pub use catalogue::{Entry, Parameters, SpecError, catalogue, find};
pub use dfs::Dfs;
pub use greedy::{Greedy, Placement};
pub use gvns_modern::GvnsModern;
pub use late::Late;
pub use local::{Accept, Local};
pub use portfolio::Portfolio;
pub use repair::Repair;
pub use sat::{Sat, count_looks};
pub use tabu::{Count, Length, Sample, Tabu, Turns};
pub use tabu_modern::TabuModern;
