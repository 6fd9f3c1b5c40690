//! Bars that count colours.

use super::Emblem;
use super::glyph;
use super::ink::{Ink, Spot, write_spots};
use super::palette::{PAPER, SEAM, look};
use super::svg;
use super::swatches::{write_strokes, write_swatch};
use super::text::letters;
use crate::edge::Colour;
use std::fmt::Write;
use std::iter::repeat_n;

/// Bars drawn together under a title, such as the colours of the frame.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// What is counted.
    pub title: &'a str,
    /// Every colour with its count, in the order to draw them.
    pub counts: &'a [(Colour, usize)],
}

/// Bars side by side; more go to the next row.
const ACROSS: usize = 26;
/// Width of a bar with the space around it.
const STEP: usize = 40;
/// Height of the tallest bar.
const TALL: usize = 120;
/// Height below the bars: their swatches and the space to what follows.
const LABELS: usize = 66;
/// Height of a title and the counts below it.
const TITLE: usize = 40;
/// Space around everything.
const MARGIN: usize = 20;

/// Draws the groups one below the other as an SVG document, all bars to one scale.
#[must_use]
pub fn histogram_svg(groups: &[Group<'_>], signed: bool) -> String {
    let most = most(groups);
    let tall = |counts: &[(Colour, usize)]| {
        let highest = counts.iter().map(|&(_, count)| count).max().unwrap_or(0);
        (TALL as f64 * highest as f64 / most as f64).ceil() as usize
    };
    let longest = groups.iter().map(|g| g.counts.len().min(ACROSS)).max().unwrap_or(0);
    let titles = groups.iter().map(|g| glyph::width(g.title, 12.0).max(0.0) as usize).max();
    let width = (longest * STEP).max(titles.unwrap_or(0)) + 2 * MARGIN;
    let (mut bars, mut words, mut top) = (String::new(), String::new(), MARGIN);
    for group in groups {
        glyph::write_text(&mut words, group.title, MARGIN as f64, top as f64, 12.0);
        top += TITLE;
        for row in group.counts.chunks(ACROSS) {
            let foot = top + tall(row);
            for (i, &(colour, count)) in row.iter().enumerate() {
                let tall = TALL as f64 * count as f64 / most as f64;
                let middle = MARGIN + i * STEP + STEP / 2;
                write_bar(&mut bars, look(colour, signed), middle, foot, tall);
                let label = count.to_string();
                let left = middle as f64 - glyph::width(&label, 8.0) / 2.0;
                glyph::write_text(&mut words, &label, left, foot as f64 - tall - 13.0, 8.0);
            }
            top = foot + LABELS;
        }
    }
    let mut out = svg::open(width, top + MARGIN, "colours");
    let _ = write!(out, r#"<rect width="100%" height="100%" fill="{PAPER}"/>{bars}"#);
    write_strokes(&mut out, &words, 1.5);
    out + "</svg>\n"
}

/// The largest count of all groups.
fn most(groups: &[Group<'_>]) -> usize {
    groups.iter().flat_map(|g| g.counts).map(|&(_, count)| count).max().unwrap_or(0).max(1)
}

/// Appends a bar that stands on (middle, foot), and the swatch below it.
fn write_bar(out: &mut String, look: Emblem, middle: usize, foot: usize, tall: f64) {
    let _ = write!(
        out,
        r#"<rect x="{}" y="{}" width="28" height="{}" fill="{}" stroke="{SEAM}"/>"#,
        middle - 14,
        glyph::short(foot as f64 - tall),
        glyph::short(tall),
        look.ground,
    );
    write_swatch(out, look, middle, foot + 24, 0.62);
}

/// Draws the groups as text, a line for every colour, all bars to one scale.
#[must_use]
pub fn histogram_text(groups: &[Group<'_>], ink: Ink, signed: bool) -> String {
    const LONGEST: f64 = 48.0;
    let most = most(groups);
    let mut out = String::new();
    for group in groups {
        let gap = if out.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}{}", group.title);
        for &(colour, count) in group.counts {
            // A colour that occurs is never shown as if it did not.
            let long = (count as f64 / most as f64 * LONGEST).ceil() as usize;
            let _ = write!(out, "{colour:>4} ");
            write_text_bar(&mut out, ink, colour, look(colour, signed), long);
            let _ = writeln!(out, " {count}");
        }
    }
    out
}

fn write_text_bar(out: &mut String, ink: Ink, colour: Colour, look: Emblem, long: usize) {
    let fill = if ink == Ink::Plain { '#' } else { ' ' };
    let label = format!(" {:<2} ", letters(colour));
    let bar = label.chars().chain(repeat_n(fill, long));
    write_spots(
        out,
        ink,
        bar.map(|character| Spot { character, front: look.tint, back: look.ground }),
    );
}
