//! A white sheet and the few things drawn on it.

use marquetry::draw::{escape, glyph, open_svg};
use std::fmt::{Display, Formatter, Result, Write};

/// The width of every plot in pixels.
pub(super) const WIDTH: f64 = 760.0;
/// Axes and words.
pub(super) const INK: &str = "#222222";
/// Lines behind the data.
pub(super) const FAINT: &str = "#e3e3e3";

/// A number with at most two decimals that is always a number.
pub(super) struct N(pub f64);

impl Display for N {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Adding 0 makes a negative zero a plain one.
        write!(f, "{}", if rounded.is_finite() { rounded + 0.0 } else { 0.0 })
    }
}

/// How words are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    /// The title of the picture.
    Title,
    /// Names of axes and series.
    Name,
    /// Numbers at ticks.
    Small,
}

impl Hand {
    /// The height of a capital.
    pub fn height(self) -> f64 {
        match self {
            Self::Title => 11.0,
            Self::Name => 9.0,
            Self::Small => 8.0,
        }
    }

    fn stroke(self) -> f64 {
        match self {
            Self::Title => 1.7,
            Self::Name => 1.2,
            Self::Small => 1.1,
        }
    }

    pub fn width(self, text: &str) -> f64 {
        glyph::width(text, self.height())
    }
}

/// Which end of the words is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture in the making.
pub(super) struct Canvas {
    height: f64,
    body: String,
}

impl Canvas {
    pub fn new(height: f64) -> Self {
        Self { height, body: String::new() }
    }

    /// Appends the start of a group that says what it is, for machines and for the pointer.
    pub fn open(&mut self, class: &str, title: &str) {
        let _ = write!(self.body, r#"<g class="{class}"><title>{}</title>"#, escape(title));
    }

    pub fn close(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// Draws a line through points. The pen is the attributes of its element.
    pub fn line(&mut self, points: &[(f64, f64)], pen: &str) {
        self.path(points, "", pen);
    }

    /// Draws an area.
    pub fn polygon(&mut self, corners: &[(f64, f64)], pen: &str) {
        self.path(corners, "Z", pen);
    }

    fn path(&mut self, points: &[(f64, f64)], end: &str, pen: &str) {
        if points.is_empty() {
            return;
        }
        self.body.push_str("<path d=\"");
        let mut last = None;
        for &(x, y) in points {
            let _ = match last.replace((x, y)) {
                None => write!(self.body, "M{} {}", N(x), N(y)),
                Some((before, _)) if before == x => write!(self.body, "V{}", N(y)),
                Some((_, before)) if before == y => write!(self.body, "H{}", N(x)),
                Some(_) => write!(self.body, "L{} {}", N(x), N(y)),
            };
        }
        let _ = write!(self.body, "{end}\" {pen}/>");
    }

    pub fn rect(&mut self, x: (f64, f64), y: (f64, f64), pen: &str) {
        let (left, right, top, bottom) = (x.0.min(x.1), x.0.max(x.1), y.0.min(y.1), y.0.max(y.1));
        let (wide, tall) = (N(right - left), N(bottom - top));
        let _ = write!(
            self.body,
            r#"<rect x="{}" y="{}" width="{wide}" height="{tall}" {pen}/>"#,
            N(left),
            N(top)
        );
    }

    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, pen: &str) {
        let (x, y, radius) = (N(x), N(y), N(radius));
        let _ = write!(self.body, r#"<circle cx="{x}" cy="{y}" r="{radius}" {pen}/>"#);
    }

    /// Writes words, the given end of their middle line at (x, y).
    pub fn text(&mut self, hand: Hand, anchor: Anchor, x: f64, y: f64, text: &str) {
        self.letter(hand, anchor, x, y, text, "");
    }

    /// Writes words upwards, their middle at (x, y).
    pub fn text_up(&mut self, hand: Hand, x: f64, y: f64, text: &str) {
        let turn = format!(r#" transform="rotate(-90 {} {})""#, N(x), N(y));
        self.letter(hand, Anchor::Middle, x, y, text, &turn);
    }

    fn letter(&mut self, hand: Hand, anchor: Anchor, x: f64, y: f64, text: &str, more: &str) {
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - hand.width(text) / 2.0,
            Anchor::End => x - hand.width(text),
        };
        let (mut path, height) = (String::new(), hand.height());
        glyph::write_text(&mut path, text, left, y - height / 2.0, height);
        if path.is_empty() {
            return;
        }
        let _ = write!(
            self.body,
            r#"<path d="{path}" fill="none" stroke="{INK}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round"{more}/>"#,
            hand.stroke()
        );
    }

    /// The document.
    pub fn finish(self, title: &str) -> String {
        let mut out = open_svg(WIDTH as usize, self.height.ceil() as usize, title);
        let _ =
            write!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}", self.body);
        out + "</svg>\n"
    }
}

/// The most characters of a label that are shown.
const LONGEST: usize = 40;

/// A label on one line, of at most 40 characters and not wider than this.
pub(super) fn shorten(text: &str, hand: Hand, width: f64) -> String {
    let plain = |c: char| if c.is_whitespace() { ' ' } else { c };
    let short: String = text.chars().take(LONGEST + 1).map(plain).collect();
    if short.chars().count() <= LONGEST {
        return fit(&short, hand, width);
    }
    let kept: String = short.chars().take(LONGEST - 3).collect();
    fit(&format!("{kept}..."), hand, width)
}

/// Words cut to a width.
pub(super) fn fit(text: &str, hand: Hand, width: f64) -> String {
    let mut kept: Vec<char> = text.chars().take(500).collect();
    let whole = kept.len();
    let mut shown: String = kept.iter().collect();
    while hand.width(&shown) > width && kept.pop().is_some() {
        shown = kept.iter().collect::<String>().trim_end_matches(['.', ' ']).to_owned() + "...";
    }
    if whole == 500 && kept.len() == whole { shown + "..." } else { shown }
}
