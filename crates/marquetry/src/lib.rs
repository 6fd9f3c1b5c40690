//! Marquetry solves, studies and draws edge-matching puzzles, and the token puzzle Casse-tête.
//!
//! [`edge`] holds the puzzle and its judge, [`search`] what every algorithm shares,
//! [`algorithms`] the methods and their catalogue, [`tokens`] the token puzzle with its own,
//! [`draw`] the pictures.

pub mod algorithms;
pub mod draw;
pub mod edge;
pub mod exact;
pub mod search;
pub mod tokens;
