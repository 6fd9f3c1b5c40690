//! Pictures of boards: SVG for screens and paper, text for terminals and logs.
//!
//! A colour is drawn as a motif on a ground, so that it can be told by its shape as well as by its
//! hue; see [`look`]. Nothing here prints, and nothing needs a font: the few words in a picture are
//! drawn with our own strokes.

pub mod chart;
pub mod glyph;
mod ink;
mod motif;
mod palette;
mod pieces;
mod scene;
mod svg;
mod swatches;
#[cfg(test)]
mod tests;
mod text;
mod tokens;

pub use ink::Ink;
pub use motif::Motif;
pub use palette::{Emblem, Rgb, look};
pub use pieces::pieces_text;
pub use svg::{Style, escape, open as open_svg, svg};
pub use swatches::swatches;
pub use text::{Detail, letters, text};
pub use tokens::{grid_svg, grid_text};
