//! Performance profiles: Dolan and Moré, Benchmarking optimization software with performance
//! profiles, Mathematical Programming 91 (2002), section 2.

use super::distribution::shares;
use super::lines::{self, Axis, Line};
use super::sample::{Sample, span};
use super::scale::Scale;

/// Draws for every sample the share of instances it solved at a cost of at most a factor times
/// that of the best. The i-th value of every sample is its cost on instance i: above zero, less is
/// better, infinite where it failed. An instance nobody solved counts for all.
#[must_use]
pub fn profiles<'a>(title: &str, samples: &[Sample<'a>]) -> String {
    let (ratios, instances) = ratios(samples);
    let longest = ratios.iter().flatten().copied().fold(1.0, f64::max);
    // A little beyond the last ratio, so that its step is seen.
    let scale = Scale::log(Some((1.0, (longest * longest.powf(0.05)).max(1.1))));
    let x = Axis { name: "cost as a multiple of the least (factor tau)", scale };
    let name = format!("share of {instances} instances (%)");
    let y = Axis { name: &name, scale: Scale::linear(Some((0.0, 102.0))) };
    let line = |(sample, ratios): (&Sample<'a>, &Vec<f64>)| {
        let points = from_one(shares(ratios, instances));
        Line { label: sample.label, note: String::new(), points, band: None, stairs: true }
    };
    let lines: Vec<Line<'a>> = samples.iter().zip(&ratios).map(line).collect();
    lines::draw(title, &x, &y, &lines, "")
}

/// Profiles begin at a factor of 1, where one that is never the best has a share of zero.
fn from_one(mut shares: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    if let Some(first) = shares.first_mut() {
        first.0 = 1.0;
    }
    shares
}

/// The sorted ratios of every sample to the best of each instance, and the number of instances.
fn ratios(samples: &[Sample<'_>]) -> (Vec<Vec<f64>>, usize) {
    let instances = samples.iter().map(|s| s.values.len()).max().unwrap_or(0);
    // A cost of zero is one too small to be measured: no less than the least that was.
    let positive = samples.iter().flat_map(|s| s.values).copied().filter(|&v| v > 0.0);
    let least = span(positive).map_or(1.0, |(least, _)| least);
    let cost = |sample: &Sample<'_>, instance: usize| {
        let value = sample.values.get(instance).copied().filter(|&v| v >= 0.0 && v.is_finite());
        value.map(|v| v.max(least))
    };
    let best: Vec<f64> = (0..instances)
        .map(|i| samples.iter().filter_map(|s| cost(s, i)).fold(f64::INFINITY, f64::min))
        .collect();
    let of = |sample: &Sample<'_>| {
        let pairs = best.iter().enumerate().filter_map(|(i, best)| Some(cost(sample, i)? / best));
        let mut ratios: Vec<f64> = pairs.collect();
        ratios.sort_by(f64::total_cmp);
        ratios
    };
    (samples.iter().map(of).collect(), instances)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_to_the_best_of_each_instance() {
        let never = f64::INFINITY;
        let (a, b) = ([1.0, 6.0, never, never, 0.0], [2.0, 2.0, 5.0, never, 0.5]);
        let samples = [Sample { label: "a", values: &a }, Sample { label: "b", values: &b }];
        let (found, instances) = ratios(&samples);
        assert_eq!(instances, 5);
        assert_eq!(found, [vec![1.0, 1.0, 3.0], vec![1.0, 1.0, 1.0, 2.0]]);
    }
}
