//! A box for every label.

use super::axes::Axes;
use super::canvas::{Anchor, Canvas, Hand, INK, WIDTH, shorten};
use super::lines::draw_title;
use super::sample::{Sample, quantile, span};
use super::scale::Scale;
use super::style::SeriesStyle;

/// The least height of a plot without title and axis.
const HEIGHT: f64 = 350.0;
/// The least and the most height of a row.
const ROW: (f64, f64) = (25.0, 56.0);

/// What is what.
const KEY: &str = "box: quartiles, line: median, diamond: mean, whiskers: 1.5 IQR, circles: beyond";

/// The five numbers of a box after Tukey, the mean, and what lies outside.
#[derive(Clone, Debug, PartialEq)]
struct TukeyBox {
    quartiles: [f64; 3],
    /// The farthest values within 1.5 interquartile ranges of the box.
    whiskers: [f64; 2],
    mean: f64,
    outliers: Vec<f64>,
}

impl TukeyBox {
    /// None of nothing.
    fn of(sorted: &[f64]) -> Option<Self> {
        let quartiles = [0.25, 0.5, 0.75].map(|share| quantile(sorted, share));
        let reach = 1.5 * (quartiles[2] - quartiles[0]);
        let (low, high) = (quartiles[0] - reach, quartiles[2] + reach);
        let inside = |v: &&f64| (low..=high).contains(*v);
        let mut outliers: Vec<f64> = sorted.iter().filter(|v| !inside(v)).copied().collect();
        outliers.dedup();
        Some(Self {
            quartiles,
            // A quartile may lie between two values, and a whisker never starts inside its box.
            whiskers: [
                sorted.iter().find(inside)?.min(quartiles[0]),
                sorted.iter().rfind(inside)?.max(quartiles[2]),
            ],
            mean: sorted.iter().map(|v| v / sorted.len() as f64).sum(),
            outliers,
        })
    }
}

/// Draws a lying box for every sample: quartiles, whiskers to the farthest value within 1.5
/// interquartile ranges, circles beyond, the mean as a diamond. The axis is log if all values are
/// above zero and span more than two decades.
#[must_use]
pub fn boxes(title: &str, x: &str, samples: &[Sample<'_>]) -> String {
    let label = |s: &Sample<'_>| shorten(s.label, Hand::Name, WIDTH * 0.45);
    let labels: Vec<String> = samples.iter().map(label).collect();
    let wide = labels.iter().map(|l| Hand::Name.width(l)).fold(0.0, f64::max);
    let row = (HEIGHT / samples.len().max(1) as f64).clamp(ROW.0, ROW.1);
    let tall = row * samples.len().max(2) as f64;
    let all = samples.iter().flat_map(|s| s.values).copied();
    let zero = all.clone().any(|v| v == 0.0);
    let scale = if zero { Scale::linear(span(all)) } else { Scale::fitting(all) };
    let axes = Axes {
        left: wide + 30.0,
        right: WIDTH - 92.0,
        top: 46.0,
        bottom: 46.0 + tall,
        x: scale.padded(0.03),
        y: Scale::linear(None),
    };
    let mut canvas = Canvas::new(axes.bottom + 66.0);
    draw_title(&mut canvas, title);
    axes.draw_x(&mut canvas, x);
    canvas.text(Hand::Small, Anchor::Middle, WIDTH / 2.0, axes.bottom + 52.0, KEY);
    let mut empty = true;
    for (i, (sample, label)) in samples.iter().zip(&labels).enumerate() {
        let middle = axes.top + (i as f64 + 0.5) * row;
        let sorted = sample.sorted();
        canvas.open("box", sample.label);
        canvas.text(Hand::Name, Anchor::End, axes.left - 12.0, middle, label);
        canvas.text(Hand::Small, Anchor::Start, axes.right + 10.0, middle, &count(sample, &sorted));
        if let Some(summary) = TukeyBox::of(&sorted) {
            draw_box(&mut canvas, &axes, &summary, (middle, row), SeriesStyle::of(i).colour);
            empty = false;
        }
        canvas.close();
    }
    if empty {
        axes.draw_nothing(&mut canvas);
    }
    axes.draw_edges(&mut canvas);
    canvas.finish(title)
}

/// How many values there are, and of how many if some are not finite.
fn count(sample: &Sample<'_>, sorted: &[f64]) -> String {
    let (shown, all) = (sorted.len(), sample.values.len());
    if shown == all { format!("n={all}") } else { format!("n={shown} of {all}") }
}

fn draw_box(
    canvas: &mut Canvas,
    axes: &Axes,
    summary: &TukeyBox,
    (middle, row): (f64, f64),
    colour: &str,
) {
    let half = (row * 0.3).min(13.0);
    let [first, median, third] = summary.quartiles.map(|v| axes.x(v));
    let thin = format!(r#"fill="none" stroke="{INK}""#);
    for (whisker, quartile) in summary.whiskers.map(|v| axes.x(v)).into_iter().zip([first, third]) {
        canvas.line(&[(quartile, middle), (whisker, middle)], &thin);
        canvas.line(&[(whisker, middle - half / 2.0), (whisker, middle + half / 2.0)], &thin);
    }
    let body = format!(r#"fill="{colour}" fill-opacity="0.4" stroke="{INK}""#);
    canvas.rect((first, third), (middle - half, middle + half), &body);
    let thick = format!(r#"fill="none" stroke="{INK}" stroke-width="2.4""#);
    canvas.line(&[(median, middle - half), (median, middle + half)], &thick);
    let mean = axes.x(summary.mean);
    let diamond = [(-3.8, 0.0), (0.0, -3.8), (3.8, 0.0), (0.0, 3.8)];
    let diamond = diamond.map(|(x, y)| (mean + x, middle + y));
    canvas.polygon(&diamond, &format!(r##"fill="#ffffff" stroke="{INK}""##));
    let mut last = f64::NEG_INFINITY;
    for x in summary.outliers.iter().map(|&v| axes.x(v)) {
        // As many circles as can be told apart.
        if x - last >= 0.5 {
            canvas.circle((x, middle), 2.8, &thin);
            last = x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whiskers_end_at_values_and_the_rest_are_outliers() {
        let values = [1.0, 10.0, 11.0, 12.0, 13.0, 14.0, 30.0, 30.0];
        let summary = TukeyBox::of(&values).unwrap();
        assert_eq!(summary.quartiles, [10.75, 12.5, 18.0]);
        assert_eq!(summary.whiskers, [1.0, 18.0]);
        assert_eq!(summary.outliers, [30.0]);
        assert_eq!(TukeyBox::of(&[]), None);
        let one = TukeyBox::of(&[5.0]).unwrap();
        assert_eq!((one.quartiles, one.whiskers, one.mean), ([5.0; 3], [5.0; 2], 5.0));
    }
}
