//! Genetic algorithms, one file for each noun: the operators and populations of Niang 2010, and
//! the islands and the crossover of what came after (`island`, `breed`).

mod breed;
mod crossover;
mod fitness;
mod individual;
mod island;
mod mutation;
mod population;
mod region;
mod repair;
mod selection;
mod terrain;
#[cfg(test)]
mod tests;

pub use crossover::{Crossover, Regions};
pub use mutation::Mutation;
pub use repair::Rearrange;
pub use selection::Selection;
pub use terrain::{Freedom, Joins};

pub(crate) use fitness::Constraints;
pub(crate) use individual::Individual;
pub(crate) use island::{Customs, Island};
pub(crate) use population::{Counters, Population, Scheme};
pub(crate) use repair::Habit;
pub(crate) use selection::Draw;
pub(crate) use terrain::Terrain;
