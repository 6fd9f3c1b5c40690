//! Casse-tête, the token puzzle: remove tokens so that every row and column keeps an even number.

mod cnf;
mod count;
mod exact;
mod feasible;
mod format;
mod genetic;
mod grid;
mod judge;
mod methods;
mod puzzle;
mod state;
mod swaps;
#[cfg(test)]
pub(crate) mod testing;
pub mod uniform;

pub use cnf::Encoding;
pub use count::{MOST_CELLS, count};
pub use exact::construct;
pub use feasible::Infeasible;
pub use format::FormatError;
pub use genetic::{Crossover, Ga, Mutation, Repair};
pub use grid::Grid;
pub use judge::{Fault, Verdict, verdict};
pub use methods::{Brute, Cooling, Cycles, Draw, Exact, Grasp, Moves, Sa, Tabu, catalogue, find};
pub use puzzle::{MOST_SIDE, Puzzle, SizeError};
pub use state::State;
pub use swaps::{Swap, Swaps};
