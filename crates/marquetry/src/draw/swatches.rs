//! A contact sheet of all colours.

use super::motif::{CELL, MOTIFS, write_whole};
use super::palette::{PAPER, SEAM, look};
use super::{Emblem, glyph, svg};
use crate::edge::MAX_COLOUR;
use std::fmt::Write;

/// Draws every colour as it looks on a matched join, with its number, as an SVG document.
#[must_use]
pub fn swatches() -> String {
    let columns = MOTIFS.len();
    let rows = usize::from(MAX_COLOUR).div_ceil(columns);
    let (across, down) = (CELL + 8, CELL + 20);
    let mut out = svg::open(columns * across + 8, rows * down + 8, "the colours of marquetry");
    let _ = write!(out, r#"<rect width="100%" height="100%" fill="{PAPER}"/>"#);
    let mut numbers = String::new();
    for colour in 1..=MAX_COLOUR {
        let place = usize::from(colour) - 1;
        let (x, y) = (place % columns * across + 38, place / columns * down + 36);
        write_swatch(&mut out, look(colour, false), x, y, 1.0);
        let label = colour.to_string();
        let left = x as f64 - glyph::width(&label, 8.0) / 2.0;
        glyph::write_text(&mut numbers, &label, left, y as f64 + 33.0, 8.0);
    }
    write_strokes(&mut out, &numbers, 1.2);
    out + "</svg>\n"
}

/// Appends a colour as it looks on a matched join, centred on (x, y).
pub(super) fn write_swatch(out: &mut String, look: Emblem, x: usize, y: usize, scale: f64) {
    let _ = write!(out, r#"<g transform="translate({x} {y})scale({scale})">"#);
    write_whole(out, look);
    let _ = write!(out, r#"<path d="M-30 0L0-30L30 0L0 30Z" fill="none" stroke="{SEAM}"/></g>"#);
}

/// Appends lettering gathered in the data of a path.
pub(super) fn write_strokes(out: &mut String, path: &str, width: f64) {
    let _ = write!(
        out,
        r#"<path d="{path}" fill="none" stroke="{SEAM}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#
    );
}
