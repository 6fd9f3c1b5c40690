//! The shapes on the sides of the pieces.
//!
//! A side is drawn in its own coordinates: the origin is the middle of the join, x runs along the
//! join, y into the piece, and the piece is 60 wide, so that the side is the triangle
//! |x| + y <= 30. Only the half of a motif that lies on the piece is drawn. The neighbour shows
//! the same half turned by 180 degrees, and together they make the whole.

use super::Emblem;
use std::fmt::Write;

/// The width of a cell in the coordinates of the motifs.
pub(super) const CELL: usize = 60;

/// A shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Motif {
    /// What to call it.
    pub name: &'static str,
    /// The half on the piece, as an SVG path filled by the even-odd rule. A part that crosses the
    /// join starts and ends on it and is left open, so that an outline does not follow the join.
    pub path: &'static str,
}

const fn motif(name: &'static str, path: &'static str) -> Motif {
    Motif { name, path }
}

/// All shapes, in the order the colours take them. Shapes that resemble each other meet grounds
/// that do not.
pub(super) const MOTIFS: [Motif; 26] = [
    motif("spark", "M-27 0Q-4 4 0 27Q4 4 27 0"),
    motif("disc", "M-17 0A17 17 0 0 0 17 0"),
    motif("plus", "M-22 0V6H-6V22H6V6H22V0"),
    motif("petals", "M0 0Q-17 1-14 14Q-1 17 0 0ZM0 0Q1 17 14 14Q17 1 0 0Z"),
    motif("arrow", "M-4 0V10H-13L0 26L13 10H4V0"),
    motif("hexagram", "M-12 0L-18 10.4H-6L0 21L6 10.4H18L12 0"),
    motif("posts", "M-17 0V11H-10V0M-3.5 0V23H3.5V0M10 0V11H17V0"),
    motif(
        "target",
        "M-20 0A20 20 0 0 0 20 0M-15.5 0A15.5 15.5 0 0 0 15.5 0M-10 0A10 10 0 0 0 10 0",
    ),
    motif(
        "clover",
        "M-20 0A9.5 9.5 0 0 0-9.4 9.4A9.5 9.5 0 1 0 9.4 9.4A9.5 9.5 0 0 0 20 0M-5 0A5 5 0 0 0 5 0",
    ),
    motif("hourglass", "M-2 0L-12 16H12L2 0"),
    motif(
        "checker",
        "M-22.5 0V4.5H-13.5V0M-4.5 0V4.5H4.5V0M13.5 0V4.5H22.5V0M-13.5 4.5V13.5H-4.5V4.5Z\
         M4.5 4.5V13.5H13.5V4.5ZM-4.5 13.5V22.5H4.5V13.5Z",
    ),
    motif("pinwheel", "M22 0L11 11L0 0V22L-11 11L0 0"),
    motif("window", "M-16 0V13H16V0M-11.5 2.5V8.5H-2.5V2.5ZM2.5 2.5V8.5H11.5V2.5Z"),
    motif("hearts", "M0 2L-11 12A6.4 6.4 0 0 0 0 19A6.4 6.4 0 0 0 11 12Z"),
    motif(
        "dots",
        "M-5.5 0A5.5 5.5 0 0 0 5.5 0M-16 10.5A5 5 0 0 0-6 10.5A5 5 0 0 0-16 10.5Z\
         M6 10.5A5 5 0 0 0 16 10.5A5 5 0 0 0 6 10.5Z",
    ),
    motif("ring", "M-18 0A18 18 0 0 0 18 0M-9.5 0A9.5 9.5 0 0 0 9.5 0"),
    motif("asterisk", "M-6 0L-18.8 7.4L-15.8 12.6L-3 5.2V23H3V5.2L15.8 12.6L18.8 7.4L6 0"),
    motif(
        "sun",
        "M-9 0A9 9 0 0 0 9 0M-24 0V2.5H-12V0M12 0V2.5H24V0M-2.5 12H2.5V24H-2.5Z\
         M6.5 10L10 6.5L16.5 13L13 16.5ZM-6.5 10L-10 6.5L-16.5 13L-13 16.5Z",
    ),
    motif("leaf", "M-9 0Q-8 14 0 27Q8 14 9 0"),
    motif("crown", "M-20 0V9H-12V16H-4V9H4V16H12V9H20V0"),
    motif("lozenges", "M-25 0L0 25L25 0M-18 0L0 18L18 0M-10 0L0 10L10 0"),
    motif("slashes", "M-20 0L-2 18L2 14L-12 0M-4 0L11 15L15 11L4 0M12 0L17.5 5.5L21.5 1.5L20 0"),
    motif("eye", "M-27 0Q0 32 27 0M-6.5 0A6.5 6.5 0 0 0 6.5 0"),
    motif(
        "wheel",
        "M-19.5 0A19.5 19.5 0 0 0 19.5 0M-14.8 2.5A15 15 0 0 0-2.5 14.8V2.5Z\
         M2.5 2.5V14.8A15 15 0 0 0 14.8 2.5Z",
    ),
    motif("wave", "M-3 0A12 12 0 0 0 21 0"),
    motif("harlequin", "M-26 0L-17.5 8L-9 0M-8 0L0 21L8 0M9 0L17.5 8L26 0"),
];

/// Appends one side in its own coordinates: the triangle and the half-motif on it, of this size.
pub(super) fn write_side(out: &mut String, look: Emblem, size: f64) {
    let _ = write!(out, r#"<path d="M-30 0H30L0 30Z" fill="{}"/>"#, look.ground);
    let Some(Motif { path, .. }) = look.motif else { return };
    let size = if size == 1.0 { String::new() } else { format!(r#" transform="scale({size})""#) };
    let _ = if look.filled {
        write!(out, r#"<path d="{path}" fill="{}" fill-rule="evenodd"{size}/>"#, look.tint)
    } else {
        write!(
            out,
            r#"<path d="{path}" fill="none" stroke="{}" stroke-width="2.6"{size}/>"#,
            look.tint
        )
    };
}

/// Appends a whole motif, both sides of a matched join, centred on the origin.
pub(super) fn write_whole(out: &mut String, look: Emblem) {
    write_side(out, look, 1.0);
    out.push_str(r#"<g transform="rotate(180)">"#);
    write_side(out, look, 1.0);
    out.push_str("</g>");
}
