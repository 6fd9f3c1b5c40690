//! Quality over time.

use super::lines::{self, Axis, Line};
use super::sample::{Cost, at_changes, quantile, span};
use super::scale::Scale;

/// Quartiles of many runs after having spent x; they hold until the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Seconds or steps.
    pub x: f64,
    /// The first quartile.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub high: f64,
}

/// How the runs of one algorithm went.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve<'a> {
    /// What to call them; up to 40 characters are shown.
    pub label: &'a str,
    /// How many runs there were.
    pub runs: usize,
    /// The quartiles, x ascending. The last one ends the line.
    pub bands: &'a [Band],
}

/// Draws the median and the quartiles of every curve. The x axis is log if it spans more than two
/// decades.
#[must_use]
pub fn convergence(title: &str, cost: Cost, y: &str, curves: &[Curve<'_>]) -> String {
    let all = || curves.iter().flat_map(|curve| curve.bands);
    let scale = Scale::fitting(all().map(|band| band.x));
    let high = all().map(|band| band.x).fold(0.0, f64::max);
    let (unit_name, unit) = cost.unit(high, scale.is_log());
    let name = format!("{} ({unit_name})", cost.name());
    let x = Axis { name: &name, scale: Scale::fitting(all().map(|band| band.x * unit)) };
    let levels = all().flat_map(|band| [band.low, band.median, band.high]);
    let y = Axis { name: y, scale: Scale::linear(span(levels)).padded(0.04) };
    let lines: Vec<Line<'_>> = curves
        .iter()
        .map(|curve| {
            let steps = |level: fn(&Band) -> f64| {
                curve.bands.iter().map(|band| (band.x * unit, level(band))).collect()
            };
            Line {
                label: curve.label,
                note: format!("n={}", curve.runs),
                points: steps(|band| band.median),
                band: Some([steps(|band| band.low), steps(|band| band.high)]),
                stairs: true,
            }
        })
        .collect();
    lines::draw(title, &x, &y, &lines, "lines: medians, bands: quartiles")
}

/// The quartiles of runs, each a list of (x, y), x ascending, whose y holds until its next and
/// after its last. They begin where every run has, change wherever a run does (of more than a
/// thousand changes, at some evenly chosen ones), and end where the last run does.
#[must_use]
pub fn bands(runs: &[Vec<(f64, f64)>]) -> Vec<Band> {
    let mut bands = Vec::new();
    at_changes(runs, |x, sorted| {
        let [low, median, high] = [0.25, 0.5, 0.75].map(|share| quantile(sorted, share));
        bands.push(Band { x, low, median, high });
    });
    bands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_the_quartiles_at_every_change() {
        let runs = [vec![(0.0, 1.0), (2.0, 5.0)], vec![(1.0, 3.0), (4.0, 3.0)], vec![(0.5, 2.0)]];
        let band = |x, low, median, high| Band { x, low, median, high };
        let expected =
            [band(1.0, 1.5, 2.0, 2.5), band(2.0, 2.5, 3.0, 4.0), band(4.0, 2.5, 3.0, 4.0)];
        assert_eq!(bands(&runs), expected);
        assert_eq!(bands(&[vec![(0.0, 1.0)], vec![]]), []);
        assert_eq!(bands(&[vec![(0.0, 1.0), (f64::NAN, 2.0), (1.0, f64::INFINITY)]]).len(), 1);
    }
}
