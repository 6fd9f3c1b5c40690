//! How something went in the mean of many runs, up and down.

use super::lines::{self, Axis, Line};
use super::sample::{at_changes, quantile, span};
use super::scale::Scale;
use crate::statistics::mean;

/// How something went in the runs of one algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trend<'a> {
    /// What to call them; up to 40 characters are shown.
    pub label: &'a str,
    /// The runs, each a list of (x, y), x ascending, whose y holds until its next and after its last.
    pub runs: &'a [Vec<(f64, f64)>],
}

/// Draws the mean and the quartiles of every trend on plain axes.
#[must_use]
pub fn trend(title: &str, x: &str, y: &str, trends: &[Trend<'_>]) -> String {
    let lines: Vec<Line<'_>> = trends.iter().map(line).collect();
    let band = |line: &Line<'_>| line.band.iter().flatten().flatten().copied().collect::<Vec<_>>();
    let all: Vec<(f64, f64)> =
        lines.iter().flat_map(|line| [line.points.clone(), band(line)].concat()).collect();
    let x = Axis { name: x, scale: Scale::linear(span(all.iter().map(|point| point.0))) };
    let levels = Scale::linear(span(all.iter().map(|point| point.1)));
    let y = Axis { name: y, scale: levels.padded(0.04) };
    lines::draw(title, &x, &y, &lines, "lines: means, bands: quartiles")
}

fn line<'a>(trend: &Trend<'a>) -> Line<'a> {
    let (mut points, mut low, mut high) = (Vec::new(), Vec::new(), Vec::new());
    at_changes(trend.runs, |x, sorted| {
        points.push((x, mean(sorted).unwrap_or(f64::NAN)));
        low.push((x, quantile(sorted, 0.25)));
        high.push((x, quantile(sorted, 0.75)));
    });
    let note = format!("n={}", trend.runs.len());
    Line { label: trend.label, note, points, band: Some([low, high]), stairs: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_falls_where_its_runs_fall() {
        let runs = [vec![(0.0, 1.0), (2.0, 3.0), (3.0, 0.0)], vec![(0.0, 2.0), (4.0, 2.0)]];
        let points = line(&Trend { label: "a", runs: &runs }).points;
        assert_eq!(points, [(0.0, 1.5), (2.0, 2.5), (3.0, 1.0), (4.0, 1.0)]);
    }
}
