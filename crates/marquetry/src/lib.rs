//! Marquetry solves, studies and draws edge-matching puzzles, and the token puzzle Casse-tête.
//!
//! The modules, each resting on those above it:
//! - [`search`]: what every algorithm shares: problem, run, budget, events, random numbers, signature
//! - [`edge`]: the edge-matching puzzle: pieces, boards, the judge, files, generator, analysis
//! - [`exact`]: the depth-first engine: all perfect boards counted, or their number estimated
//! - [`algorithms`]: the methods, one folder each, and their catalogue
//!
//! Beside them:
//! - [`tokens`]: the token puzzle with its own judge, theory and methods
//! - [`draw`]: boards, grids and charts as SVG and for the terminal
//!
//! A run in a few lines is the example `solve`. The map of the code, its laws, and the walk of a
//! board through it are `docs/architecture.md`.

pub mod algorithms;
pub mod draw;
pub mod edge;
pub mod exact;
pub mod search;
pub mod tokens;
