//! Beam search: many partial boards grown side by side, cell by cell, the most promising kept.
//!
//! What is promising is told by the breaks so far and by the *collision potential*: the
//! log-probability that the joins still to be made would all match if the sides left were paired
//! at random. It rewards using some colours up early, so that the last rows are played with few.

mod bud;
mod course;
mod deck;
mod layer;
mod search;
mod seen;
#[cfg(test)]
mod tests;

pub use course::Course;
pub use search::{Beam, Settings};
