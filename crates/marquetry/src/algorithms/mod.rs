//! The methods and their catalogue. A new algorithm is one file and one line in [`catalogue`].

mod catalogue;
mod greedy;
mod local;

pub use catalogue::{Entry, Parameters, SpecError, catalogue, find};
pub use greedy::{Greedy, Placement};
pub use local::{Accept, Local};
