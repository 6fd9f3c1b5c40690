//! How many runs reach a target, and when.

use super::lines::{self, Axis, Line};
use super::sample::{Cost, Sample, span};
use super::scale::Scale;

/// Draws the share of runs that reached a target against what they spent until then, which is
/// infinite for a run that never did.
#[must_use]
pub fn distribution(title: &str, cost: Cost, samples: &[Sample<'_>]) -> String {
    let positive = samples.iter().flat_map(|s| s.values).copied().filter(|&v| v > 0.0);
    let scale = Scale::log(span(positive)).padded(0.03);
    let name = format!("{} to the target ({})", cost.name(), cost.unit(0.0, true).0);
    let x = Axis { name: &name, scale };
    let y = Axis { name: "share of runs (%)", scale: Scale::linear(Some((0.0, 102.0))) };
    let lines: Vec<Line<'_>> = samples.iter().map(line).collect();
    lines::draw(title, &x, &y, &lines, "")
}

fn line<'a>(sample: &Sample<'a>) -> Line<'a> {
    let reached = sample.sorted();
    let runs = sample.values.len();
    let note = format!("{} of {runs}", reached.len());
    let points = shares(&reached, runs);
    Line { label: sample.label, note, points, band: None, stairs: true }
}

/// Rises from 0 by an equal share at each of the sorted values, to 100 if these are all. It begins
/// at the first, if there is one, and goes on to the end of any axis.
pub(super) fn shares(sorted: &[f64], all: usize) -> Vec<(f64, f64)> {
    if all == 0 {
        return Vec::new();
    }
    let share = |count: usize| 100.0 * count as f64 / all as f64;
    let rises = sorted.iter().enumerate().map(|(i, &value)| (value, share(i + 1)));
    let start = sorted.first().copied().unwrap_or(0.0);
    let end = (f64::INFINITY, share(sorted.len()));
    [(start, 0.0)].into_iter().chain(rises).chain([end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_never_arrive_keep_it_below_the_top() {
        let values = [4.0, f64::INFINITY, 1.0, f64::NAN];
        let line = line(&Sample { label: "a", values: &values });
        assert_eq!(line.note, "2 of 4");
        assert_eq!(line.points, [(1.0, 0.0), (1.0, 25.0), (4.0, 50.0), (f64::INFINITY, 50.0)]);
        assert_eq!(shares(&[], 0), []);
        assert_eq!(shares(&[], 3), [(0.0, 0.0), (f64::INFINITY, 0.0)]);
    }
}
