//! Bars side by side, a group of them for every puzzle.

use super::axes::Axes;
use super::canvas::{Anchor, Canvas, Hand, INK, WIDTH, fit};
use super::legend::Legend;
use super::lines::draw_title;
use super::sample::span;
use super::scale::Scale;
use super::style::SeriesStyle;

/// Height of a plot without what stands below its axis.
const HEIGHT: f64 = 370.0;
/// Height of a line below the axis.
const LINE: f64 = 14.0;
/// The share of a group that its bars take.
const FULL: f64 = 0.8;

/// What is what.
const KEY: &str = "bars: ours, marks: the paper's";

/// The numbers of one algorithm, one for every group; NaN where there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars<'a> {
    /// What to call it.
    pub label: &'a str,
    /// Ours.
    pub ours: Vec<f64>,
    /// The paper's.
    pub paper: Vec<f64>,
}

/// Draws a bar for every algorithm in each group, with a mark where the paper has it. The axis begins at
/// zero, or is log where numbers above zero span more than two decades; zeros then have no bar.
#[must_use]
pub fn bars(title: &str, y: &str, groups: &[&str], series: &[Bars<'_>]) -> String {
    let labels: Vec<_> = series.iter().map(|bars| (bars.label, String::new())).collect();
    let legend = Legend::new(&labels);
    let words = groups.iter().map(|group| group.split_whitespace().count()).max().unwrap_or(0);
    let below = HEIGHT + LINE * words as f64 + 16.0;
    let mut canvas = Canvas::new(below + legend.height() + 26.0);
    draw_title(&mut canvas, title);
    let (right, top, bottom) = (WIDTH - 24.0, 46.0, HEIGHT);
    let x = Scale::linear(Some((0.0, groups.len().max(1) as f64)));
    let mut axes = Axes { left: 0.0, right, top, bottom, x, y: scale(series) };
    axes.left = axes.y_labels() + 36.0;
    axes.draw_y(&mut canvas, y);
    for (i, group) in groups.iter().enumerate() {
        draw_name(&mut canvas, &axes, i, group);
    }
    let wide = FULL / series.len().max(1) as f64;
    for (i, bars) in series.iter().enumerate() {
        let edge = |group: usize| group as f64 + (1.0 - FULL) / 2.0 + i as f64 * wide;
        canvas.open("series", bars.label);
        draw_bars(&mut canvas, &axes, bars, SeriesStyle::of(i), (&edge, wide));
        canvas.close();
    }
    if span(numbers(series)).is_none() {
        axes.draw_nothing(&mut canvas);
    }
    axes.draw_edges(&mut canvas);
    legend.draw(&mut canvas, below);
    canvas.text(Hand::Small, Anchor::Middle, WIDTH / 2.0, below + legend.height() + 10.0, KEY);
    canvas.finish(title)
}

fn numbers<'a>(series: &'a [Bars<'_>]) -> impl Iterator<Item = f64> + Clone + 'a {
    series.iter().flat_map(|bars| bars.ours.iter().chain(&bars.paper)).copied()
}

fn scale(series: &[Bars<'_>]) -> Scale {
    match Scale::fitting(numbers(series)) {
        log if log.is_log() => log.padded(0.05),
        _ => Scale::linear(span(numbers(series).chain([0.0]))),
    }
}

/// Writes a group's name below the axis, a word a line.
fn draw_name(canvas: &mut Canvas, axes: &Axes, group: usize, name: &str) {
    let (middle, room) = (axes.x(group as f64 + 0.5), axes.x(1.0) - axes.x(0.0));
    for (line, word) in name.split_whitespace().enumerate() {
        let word = fit(word, Hand::Small, room);
        let row = axes.bottom + LINE * (line as f64 + 1.0);
        canvas.text(Hand::Small, Anchor::Middle, middle, row, &word);
    }
}

fn draw_bars(
    canvas: &mut Canvas,
    axes: &Axes,
    bars: &Bars<'_>,
    style: SeriesStyle,
    (edge, wide): (&dyn Fn(usize) -> f64, f64),
) {
    let pen =
        format!(r#"fill="{}" fill-opacity="0.4" stroke="{INK}" stroke-width="0.6""#, style.colour);
    let shown = |(_, value): &(usize, &f64)| value.is_finite();
    for (group, &value) in bars.ours.iter().enumerate().filter(shown) {
        let (left, right) = (axes.x(edge(group)), axes.x(edge(group) + wide));
        canvas.rect((left, right), (axes.y(value), axes.bottom), &pen);
    }
    for (group, &value) in bars.paper.iter().enumerate().filter(shown) {
        style.mark(canvas, axes.x(edge(group) + wide / 2.0), axes.y(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_begins_at_zero_unless_it_is_log() {
        let of = |ours: &[f64]| Bars { label: "a", ours: ours.to_vec(), paper: vec![f64::NAN] };
        let linear = scale(&[of(&[50.0, 100.0])]);
        assert_eq!([0.0, 50.0, 100.0].map(|v| linear.place(v)), [0.0, 0.5, 1.0]);
        let log = scale(&[of(&[1.0, 1e6])]);
        assert!(log.is_log() && log.place(1.0) > 0.0, "the least has a bar, too");
    }
}
