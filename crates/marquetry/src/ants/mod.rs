//! Ant colonies: boards built piece by piece, the choice steered by what earlier boards did.
//!
//! [`Colony`] is the one of Söderlind 2010: its two graphs (`graph`), its edges created only where
//! they matter (`pheromone`), its ways to go over the board (`order`). [`Swarm`] is one of today: its
//! ants only take pieces that match best and rebuild parts of the best board, and repair goes on
//! where they stop.

mod ant;
mod colony;
mod graph;
mod order;
mod pheromone;
mod swarm;

pub use colony::{Champion, Colony, Deposit, Evaporation, System};
pub use graph::{Combine, Graph};
pub use order::Insertion;
pub use pheromone::Pheromone;
pub use swarm::{Habits, Swarm};
