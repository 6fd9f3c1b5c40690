//! A few numbers over a few others.

use super::lines::{self, Axis, Line};
use super::sample::span;
use super::scale::Scale;

/// Numbers under one label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points<'a> {
    /// What to call them; up to 40 characters are shown.
    pub label: &'a str,
    /// Pairs of x and y, x ascending.
    pub points: &'a [(f64, f64)],
}

/// Draws every series as marks joined by straight lines. The y axis is log if it spans more than two
/// decades.
#[must_use]
pub fn points(title: &str, x: &str, y: &str, series: &[Points<'_>]) -> String {
    let all = || series.iter().flat_map(|series| series.points.iter().copied());
    let wide = Scale::linear(span(all().map(|point| point.0)));
    let high = Scale::fitting(all().map(|point| point.1));
    let lines: Vec<Line<'_>> = series
        .iter()
        .map(|series| Line {
            label: series.label,
            note: String::new(),
            points: series.points.to_vec(),
            band: None,
            stairs: false,
        })
        .collect();
    let x = Axis { name: x, scale: wide.padded(0.04).whole() };
    lines::draw(title, &x, &Axis { name: y, scale: high.padded(0.04) }, &lines, "")
}
