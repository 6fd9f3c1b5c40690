//! Confidence intervals for a success rate and for a mean.

use super::{mean, normal, quantile};
use marquetry::search::Rng;

/// Resamples of a bootstrap.
const RESAMPLES: usize = 2000;

/// Wilson's interval for a success rate (1927), as `binomtest(k, n).proportion_ci(level, "wilson")`
/// of SciPy. Without trials, or with a level outside 0 to 1, everything from 0 to 1; more successes
/// than trials count as all.
#[must_use]
pub fn wilson(successes: usize, trials: usize, level: f64) -> (f64, f64) {
    if trials == 0 || !(0.0..1.0).contains(&level) {
        return (0.0, 1.0);
    }
    let n = trials as f64;
    let share = successes.min(trials) as f64 / n;
    let z = normal::quantile(0.5 + 0.5 * level);
    let scale = 2.0 * (n + z * z);
    let centre = (2.0 * n * share + z * z) / scale;
    let reach = z / scale * (4.0 * n * share * (1.0 - share) + z * z).sqrt();
    let low = if successes == 0 { 0.0 } else { centre - reach };
    let high = if successes >= trials { 1.0 } else { centre + reach };
    (low, high)
}

/// A bootstrap interval for the mean, bias-corrected and accelerated (Efron and Tibshirani 1993,
/// section 14.3), from 2000 resamples that depend on the seed alone. Where the correction is not
/// defined, because all values are equal or all resamples lie on one side of the mean, the plain
/// percentiles. `None` of fewer than two values, if one or their sum is not finite, or for a level
/// that does not lie between 0 and 1.
#[must_use]
pub fn bootstrap_mean(values: &[f64], level: f64, seed: u64) -> Option<(f64, f64)> {
    let legal = values.iter().all(|value| value.is_finite()) && level > 0.0 && level < 1.0;
    let &[first, _, ..] = values else { return None };
    if !legal {
        return None;
    }
    if values.iter().all(|&value| value == first) {
        return Some((first, first));
    }
    let means = resample(values, seed);
    let tail = (1.0 - level) / 2.0;
    let (low, high) = corrected(values, &means, tail).unwrap_or((tail, 1.0 - tail));
    let interval = (quantile(&means, low)?, quantile(&means, high)?);
    (interval.0.is_finite() && interval.1.is_finite()).then_some(interval)
}

/// The means of resamples, sorted.
fn resample(values: &[f64], seed: u64) -> Vec<f64> {
    let mut rng = Rng::new(seed);
    let mut draw = || values[rng.below(values.len())];
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| values.iter().map(|_| draw()).sum::<f64>() / values.len() as f64)
        .collect();
    means.sort_by(f64::total_cmp);
    means
}

/// The shares of the resamples' means between which the interval lies; `None` where not defined.
fn corrected(values: &[f64], means: &[f64], tail: f64) -> Option<(f64, f64)> {
    let centre = mean(values)?;
    let less = means.partition_point(|&mean| mean < centre);
    let at_most = means.partition_point(|&mean| mean <= centre);
    let bias = normal::quantile((less + at_most) as f64 / (2 * means.len()) as f64);
    // The jackknife's influence of a value on the mean is its distance from it.
    let (squares, cubes) = values.iter().fold((0.0, 0.0), |(squares, cubes), value| {
        let away = value - centre;
        (squares + away * away, cubes + away * away * away)
    });
    let acceleration = cubes / (6.0 * squares * squares.sqrt());
    let share = |tail: f64| {
        let z = bias + normal::quantile(tail);
        let scale = 1.0 - acceleration * z;
        (scale > 0.0 && z.is_finite()).then(|| normal::below(bias + z / scale))
    };
    Some((share(tail)?, share(1.0 - tail)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_answer() {
        assert_eq!(wilson(0, 0, 0.95), (0.0, 1.0));
        assert_eq!(wilson(3, 4, f64::NAN), (0.0, 1.0));
        assert_eq!(wilson(3, 4, 1.0), (0.0, 1.0));
        assert_eq!(wilson(5, 4, 0.95), wilson(4, 4, 0.95));
        assert_eq!(bootstrap_mean(&[], 0.95, 1), None);
        assert_eq!(bootstrap_mean(&[1.0], 0.95, 1), None);
        assert_eq!(bootstrap_mean(&[0.1; 7], 0.95, 1), Some((0.1, 0.1)));
        assert_eq!(bootstrap_mean(&[1.0, f64::NAN], 0.95, 1), None);
        assert_eq!(bootstrap_mean(&[1.0, f64::INFINITY], 0.95, 1), None);
        for level in [0.0, 1.0, f64::NAN] {
            assert_eq!(bootstrap_mean(&[1.0, 2.0], level, 1), None);
        }
    }

    /// An interval of level 0.9 for the mean of 40 exponential draws misses about one time in ten.
    #[test]
    fn the_bootstrap_covers() {
        let mut rng = Rng::new(5);
        let misses = (0..300)
            .filter(|&seed| {
                let values: Vec<f64> = (0..40).map(|_| -(1.0 - rng.unit()).ln()).collect();
                let (low, high) = bootstrap_mean(&values, 0.9, seed).unwrap();
                assert!(low < high);
                !(low..=high).contains(&1.0)
            })
            .count();
        assert!((15..=51).contains(&misses), "{misses} of 300");
    }
}
