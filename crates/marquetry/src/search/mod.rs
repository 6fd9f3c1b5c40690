//! What every algorithm shares: the problem, the run, its budget, its events.

mod algorithm;
mod budget;
mod chance;
mod clock;
mod curve;
mod entry;
mod event;
mod fork;
pub mod gauge;
mod keep;
mod outcome;
mod problem;
mod rng;
mod run;
mod sampler;
mod signature;
mod sink;
mod spread;
#[cfg(test)]
mod tests;
mod threads;
mod walk;
mod words;

pub use algorithm::{Algorithm, Conclusion};
pub use budget::Budget;
pub use chance::Chances;
pub(crate) use clock::Clock;
pub use curve::Curve;
pub use entry::{Entry, Parameters, SpecError, find_in};
pub use event::{Event, Observer, Stamp};
pub use keep::Keep;
pub use outcome::{Outcome, Setup, solve};
pub use problem::{Problem, Score};
pub use rng::Rng;
pub use run::Run;
pub use sampler::Sampler;
pub use signature::Signature;
pub use walk::{Walk, Walkable};
pub use words::plain_types;
