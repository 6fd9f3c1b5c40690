//! The methods, one folder each by its name in the catalogue.
//!
//! `mod.rs` of a folder holds the parameters, the catalogue entry and a `solve` to be read beside the
//! paper; `modern.rs` the preset of today; the rest is private to the folder. `shared` holds what
//! several of them use. A new algorithm is one folder and one line in `catalogue.rs`.

mod annealing;
mod ants;
mod beam;
mod breaks;
mod catalogue;
mod dfs;
mod duo;
mod enumerate;
mod ga;
mod greedy;
mod gvns;
mod late;
mod local;
mod portfolio;
mod repair;
mod sat;
mod shared;
mod tabu;

pub use annealing::Annealing;
pub use annealing::modern::AnnealingModern;
pub use ants::modern::AntsModern;
pub use ants::{Ants, Champion, Combine, Deposit, Evaporation, Graph, Insertion, System};
pub use beam::BeamSearch;
pub use breaks::{Breaks, Preset};
pub use catalogue::{catalogue, find};
pub use dfs::Dfs;
pub use duo::Duo;
pub use enumerate::Enumerate;
pub use ga::modern::GaModern;
pub use ga::{
    ConstrainedGa, Constraint, Crossover, Freedom, Ga, Joins, Mutation, Rearrange, Regions,
    Selection, Tagging, Violations,
};
pub use greedy::Greedy;
pub use gvns::modern::GvnsModern;
pub use gvns::{Constructor, Gvns, NeighbourhoodOrder, Pivot, Return, Turning};
pub use late::Late;
pub use local::{Local, Mutations};
pub use portfolio::Portfolio;
pub use repair::Repair;
pub use sat::{Proven, Sat, count_looks, prove};
pub use shared::Accept;
pub use tabu::modern::TabuModern;
pub use tabu::{Count, Length, Sample, Tabu, Turns};
