//! How often each score was reached.

use super::axes::Axes;
use super::canvas::{Anchor, Canvas, Hand, INK, WIDTH, fit, shorten};
use super::lines::draw_title;
use super::sample::{Sample, quantile, span};
use super::scale::{Scale, amount};
use super::style::SeriesStyle;

/// The most bars of a panel.
const BARS: f64 = 40.0;

/// Draws a panel for every sample of whole numbers, all to the same axes, a bar for each number or
/// for as many numbers as keep the bars few, and the median as a dashed line.
#[must_use]
pub fn histogram(title: &str, x: &str, samples: &[Sample<'_>]) -> String {
    let bins = Bins::of(samples);
    let tallies: Vec<Vec<usize>> = samples.iter().map(|sample| bins.tally(sample)).collect();
    let most = tallies.iter().flatten().copied().max().unwrap_or(0).max(1);
    let y = Scale::linear(Some((0.0, most as f64 * 1.05))).whole();
    let ends = (bins.edge(0), bins.edge(bins.count));
    let x_scale = Scale::linear(Some(ends)).whole().padded(0.01);
    let shown = Axes { left: 0.0, right: 0.0, top: 0.0, bottom: 0.0, x: x_scale, y };
    let grid = Grid::of(samples.len(), shown);
    let mut canvas = Canvas::new(grid.height());
    draw_title(&mut canvas, title);
    for (i, (sample, tally)) in samples.iter().zip(&tallies).enumerate() {
        let axes = grid.axes(i);
        canvas.open("panel", sample.label);
        axes.draw_x(&mut canvas, "");
        axes.draw_y(&mut canvas, if i % grid.columns == 0 { "runs" } else { "" });
        let colour = SeriesStyle::of(i).colour;
        let pen =
            format!(r#"fill="{colour}" fill-opacity="0.6" stroke="{INK}" stroke-width="0.6""#);
        for (j, &count) in tally.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (left, right) = (axes.x(bins.edge(j)), axes.x(bins.edge(j + 1)));
            let gap = ((right - left) * 0.08).min(1.5);
            canvas.rect((left + gap, right - gap), (axes.y(count as f64), axes.bottom), &pen);
        }
        draw_head(&mut canvas, &axes, sample);
        canvas.close();
    }
    if samples.is_empty() {
        let axes = grid.axes(0);
        axes.draw_x(&mut canvas, "");
        axes.draw_y(&mut canvas, "runs");
        axes.draw_edges(&mut canvas);
        axes.draw_nothing(&mut canvas);
    }
    let name = fit(x, Hand::Name, WIDTH - 32.0);
    canvas.text(Hand::Name, Anchor::Middle, WIDTH / 2.0, grid.height() - 32.0, &name);
    let key = match bins.wide {
        1.0 => "dashed line: median".to_owned(),
        wide => format!("dashed line: median, each bar: {} scores", amount(wide)),
    };
    canvas.text(Hand::Small, Anchor::Middle, WIDTH / 2.0, grid.height() - 13.0, &key);
    canvas.finish(title)
}

/// Bars that each cover as many whole numbers.
struct Bins {
    start: f64,
    wide: f64,
    count: usize,
}

impl Bins {
    fn of(samples: &[Sample<'_>]) -> Self {
        let values = samples.iter().flat_map(|s| s.values).copied();
        let (low, high) = span(values.filter(|v| v.is_finite()).map(whole)).unwrap_or((0.0, 1.0));
        let wide = wide(high - low);
        let start = (low / wide).floor() * wide;
        Self { start, wide, count: ((high - start) / wide) as usize + 1 }
    }

    /// The left edge of a bar, which lies between two numbers.
    fn edge(&self, bar: usize) -> f64 {
        self.start + bar as f64 * self.wide - 0.5
    }

    fn tally(&self, sample: &Sample<'_>) -> Vec<usize> {
        let mut tally = vec![0; self.count];
        for value in sample.sorted().into_iter().map(whole) {
            if let Some(count) = tally.get_mut(((value - self.start) / self.wide) as usize) {
                *count += 1;
            }
        }
        tally
    }
}

/// The whole number next to a value, as far as floating point has them all.
fn whole(value: f64) -> f64 {
    value.clamp(-1e15, 1e15).round()
}

/// The numbers of one bar: the least of 1, 2, 5, 10, ... that keeps the bars few.
fn wide(span: f64) -> f64 {
    let powers = (0..16).map(|power| 10f64.powi(power));
    let mut wides = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|m| m * power));
    wides.find(|wide| span / wide < BARS).unwrap_or(1e16)
}

/// Draws what stands above the bars: axes, label, number of runs and median.
fn draw_head(canvas: &mut Canvas, axes: &Axes, sample: &Sample<'_>) {
    let sorted = sample.sorted();
    axes.draw_edges(canvas);
    if sorted.is_empty() {
        axes.draw_nothing(canvas);
    } else {
        let x = axes.x(quantile(&sorted, 0.5));
        let pen =
            format!(r#"fill="none" stroke="{INK}" stroke-width="1.4" stroke-dasharray="4 3""#);
        canvas.line(&[(x, axes.top), (x, axes.bottom)], &pen);
    }
    let count = format!(" (n={})", sorted.len());
    let room = axes.right - axes.left - Hand::Name.width(&count);
    let label = shorten(sample.label, Hand::Name, room) + &count;
    canvas.text(Hand::Name, Anchor::Start, axes.left, axes.top - 10.0, &label);
}

/// Panels in rows and columns.
struct Grid {
    panels: usize,
    columns: usize,
    tall: f64,
    shown: Axes,
}

/// Height of what stands above and below a panel.
const ROOM: f64 = 52.0;

impl Grid {
    fn of(panels: usize, shown: Axes) -> Self {
        let columns = match panels {
            0..=3 => 1,
            4..=8 => 2,
            _ => 3,
        };
        let rows = panels.div_ceil(columns).max(1) as f64;
        let tall = ((400.0 - rows * ROOM) / rows).max(64.0);
        Self { panels, columns, tall, shown }
    }

    fn height(&self) -> f64 {
        let rows = self.panels.div_ceil(self.columns).max(1) as f64;
        84.0 + rows * (self.tall + ROOM)
    }

    fn axes(&self, panel: usize) -> Axes {
        let (row, column) = (panel / self.columns, panel % self.columns);
        let wide = (WIDTH - 40.0) / self.columns as f64;
        let top = 62.0 + row as f64 * (self.tall + ROOM);
        let mut axes = Axes { top, bottom: top + self.tall, ..self.shown };
        let labels = axes.y_labels() + if self.columns == 1 { 24.0 } else { 10.0 };
        axes.left = 24.0 + column as f64 * wide + labels;
        axes.right = 24.0 + (column + 1) as f64 * wide - 8.0;
        axes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_of_one_number_if_there_are_few() {
        let wides = [0.0, 39.0, 40.0, 100.0, 480.0, 2e15].map(wide);
        assert_eq!(wides, [1.0, 1.0, 2.0, 5.0, 20.0, 1e14]);
    }

    #[test]
    fn every_number_is_in_one_bar() {
        let values = [-3.0, -2.0, 57.4, f64::NAN, 57.0, 58.0];
        let sample = Sample { label: "a", values: &values };
        let bins = Bins::of(&[sample]);
        let tally = bins.tally(&sample);
        assert_eq!((bins.start, bins.wide, bins.count), (-4.0, 2.0, 32));
        assert_eq!((tally[0], tally[1], tally[30], tally[31]), (1, 1, 2, 1));
        assert_eq!((bins.edge(0), bins.edge(1)), (-4.5, -2.5));
    }
}
