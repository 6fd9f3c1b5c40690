//! The figures of a laboratory for stochastic search, as SVG documents.
//!
//! Every plot is a pure function from plain data to a document that needs no font: its words are
//! strokes, so that [`crate::png::render`] shows them too. Series are told apart by hue, by dash
//! and by marker. What cannot be drawn (nothing, NaN, an infinity) is left out or clamped.

mod axes;
mod bars;
mod boxes;
mod canvas;
mod convergence;
mod critical_difference;
mod distribution;
mod histogram;
mod legend;
mod lines;
mod points;
mod profiles;
mod sample;
mod scale;
mod style;
#[cfg(test)]
mod tests;
mod trend;

pub use bars::{Bars, bars};
pub use boxes::boxes;
pub use convergence::{Band, Curve, bands, convergence};
pub use critical_difference::{Ranked, critical_difference};
pub use distribution::distribution;
pub use histogram::histogram;
pub use points::{Points, points};
pub use profiles::profiles;
pub use sample::{Cost, Sample};
pub use trend::{Trend, trend};
