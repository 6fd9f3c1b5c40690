//! The methods and their catalogue. A new algorithm is one file and one line in [`catalogue`].

mod catalogue;
mod dfs;
mod greedy;
mod local;
mod sat;

pub use catalogue::{Entry, Parameters, SpecError, catalogue, find};
pub use dfs::Dfs;
pub use greedy::{Greedy, Placement};
pub use local::{Accept, Local};
pub use sat::{Sat, count_looks};
