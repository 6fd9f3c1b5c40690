//! Plans: which puzzles, algorithms, seeds and budgets a campaign has, and what a paper found.

mod budget;
mod calibration;
mod cells;
mod measurement;
mod puzzles;
mod seeds;
mod stored;
mod written;

pub use cells::{Campaign, Cell};
pub use measurement::Measurement;
pub use puzzles::Missing;
pub use seeds::Seeds;
pub use stored::setting;
pub use written::{Chosen, Claim, Drawn, Measure, Paper, Plan, Shown, Test, plans};
