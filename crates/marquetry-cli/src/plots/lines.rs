//! Step functions and other lines on one pair of axes.

use super::axes::Axes;
use super::canvas::{Anchor, Canvas, Hand, WIDTH, fit};
use super::legend::Legend;
use super::scale::Scale;
use super::style::SeriesStyle;

/// A line through points, x ascending.
pub(super) struct Line<'a> {
    pub label: &'a str,
    /// What follows the label in the legend, such as the number of runs.
    pub note: String,
    pub points: Vec<(f64, f64)>,
    /// Two step functions with an area between them, or none.
    pub band: Option<[Vec<(f64, f64)>; 2]>,
    /// Whether it is a step function: from each point its y holds until the next.
    pub stairs: bool,
}

impl Line<'_> {
    /// Its corners in pixels.
    fn corners(&self, axes: &Axes) -> Vec<(f64, f64)> {
        if self.stairs {
            return staircase(axes, &self.points);
        }
        let seen = self.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite());
        seen.map(|&(x, y)| (axes.x(x), axes.y(y))).collect()
    }
}

/// An axis with its name.
pub(super) struct Axis<'a> {
    pub name: &'a str,
    pub scale: Scale,
}

/// Height of a plot without its legend.
const HEIGHT: f64 = 410.0;
/// Markers on a line.
const MARKERS: usize = 5;

/// Draws lines with a legend below, and a key to what is drawn if need be.
pub(super) fn draw(
    title: &str,
    x: &Axis<'_>,
    y: &Axis<'_>,
    lines: &[Line<'_>],
    key: &str,
) -> String {
    let labels: Vec<_> = lines.iter().map(|l| (l.label, l.note.clone())).collect();
    let legend = Legend::new(&labels);
    let foot = HEIGHT + legend.height() + 8.0;
    let mut canvas = Canvas::new(if key.is_empty() { foot } else { foot + 18.0 });
    draw_title(&mut canvas, title);
    let (right, top, bottom) = (WIDTH - 24.0, 46.0, HEIGHT - 48.0);
    let mut axes = Axes { left: 0.0, right, top, bottom, x: x.scale, y: y.scale };
    axes.left = axes.y_labels() + 36.0;
    axes.draw_x(&mut canvas, x.name);
    axes.draw_y(&mut canvas, y.name);
    let drawn: Vec<_> = lines.iter().map(|line| line.corners(&axes)).collect();
    if drawn.iter().all(Vec::is_empty) {
        axes.draw_nothing(&mut canvas);
    }
    let opacity = if lines.len() > 5 { 0.09 } else { 0.16 };
    for (i, line) in lines.iter().enumerate() {
        let Some([low, high]) = &line.band else { continue };
        let mut area = staircase(&axes, low);
        area.extend(staircase(&axes, high).into_iter().rev());
        let colour = SeriesStyle::of(i).colour;
        let pen = format!(
            r#"fill="{colour}" fill-opacity="{opacity}" stroke="{colour}" stroke-opacity="0.35" stroke-width="0.6""#
        );
        canvas.open("band", line.label);
        canvas.polygon(&area, &pen);
        canvas.close();
    }
    for (i, (line, corners)) in lines.iter().zip(&drawn).enumerate() {
        canvas.open("series", line.label);
        SeriesStyle::of(i).line(&mut canvas, corners);
        let marks = match line.stairs {
            true => marked(corners, (i as f64 + 0.5) / lines.len() as f64),
            false => corners.clone(),
        };
        marks.into_iter().for_each(|(x, y)| SeriesStyle::of(i).mark(&mut canvas, x, y));
        canvas.close();
    }
    axes.draw_edges(&mut canvas);
    legend.draw(&mut canvas, HEIGHT);
    canvas.text(Hand::Small, Anchor::Middle, WIDTH / 2.0, foot + 4.0, key);
    canvas.finish(title)
}

/// Writes the title on top of a plot.
pub(super) fn draw_title(canvas: &mut Canvas, title: &str) {
    let title = fit(title, Hand::Title, WIDTH - 32.0);
    canvas.text(Hand::Title, Anchor::Middle, WIDTH / 2.0, 22.0, &title);
}

/// The corners of a step function in pixels. Steps closer than half a pixel are one, so
/// that a picture stays small however many runs it shows.
fn staircase(axes: &Axes, steps: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::new();
    let seen = steps.iter().filter(|(x, y)| !x.is_nan() && !y.is_nan());
    for (x, y) in seen.map(|&(x, y)| (axes.x(x), axes.y(y))) {
        // A function that does not begin at the axis may begin with a rise.
        let begun = corners.len() > 1 || x - axes.left < 0.5;
        match corners.last_mut() {
            Some(last) if x - last.0 < 0.5 && begun => last.1 = y,
            Some(&mut (_, level)) if level == y => corners.push((x, y)),
            Some(&mut (_, level)) => corners.extend([(x, level), (x, y)]),
            None => corners.push((x, y)),
        }
    }
    corners
}

/// Where to mark a line: at even distances, which start at another share of the first for every
/// line, so that lines on top of each other are seen.
fn marked(corners: &[(f64, f64)], offset: f64) -> Vec<(f64, f64)> {
    let (Some(first), Some(last)) = (corners.first(), corners.last()) else { return Vec::new() };
    let long = last.0 - first.0;
    if long < 1.0 {
        return vec![*last];
    }
    let xs = (0..MARKERS).map(|i| first.0 + long * (i as f64 + offset) / MARKERS as f64);
    let level = |x: f64| {
        let next = corners.partition_point(|corner| corner.0 <= x);
        corners.get(next.saturating_sub(1)).map_or(first.1, |corner| corner.1)
    };
    xs.map(|x| (x, level(x))).collect()
}
