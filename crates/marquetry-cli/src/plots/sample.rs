//! What is plotted.

use crate::statistics;

/// Numbers under one label, one for every run or instance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<'a> {
    /// What to call them; up to 40 characters are shown.
    pub label: &'a str,
    /// The numbers. Infinite where a target was never reached.
    pub values: &'a [f64],
}

impl Sample<'_> {
    /// The finite numbers in order.
    pub(super) fn sorted(&self) -> Vec<f64> {
        let mut values: Vec<f64> = self.values.iter().copied().filter(|v| v.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        values
    }
}

/// What a run spends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cost {
    /// Time on the clock.
    Seconds,
    /// Work.
    Steps,
}

impl Cost {
    /// What is spent.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Seconds => "time",
            Self::Steps => "work",
        }
    }

    /// The unit of an axis up to this value, and how many of it the value 1 is. A log axis stays
    /// with seconds, as nobody reads decades of hours.
    pub(super) fn unit(self, high: f64, log: bool) -> (&'static str, f64) {
        match self {
            Self::Steps => ("steps", 1.0),
            Self::Seconds if log || high <= 600.0 => ("s", 1.0),
            Self::Seconds if high <= 3.0 * 3600.0 => ("min", 1.0 / 60.0),
            Self::Seconds if high <= 96.0 * 3600.0 => ("h", 1.0 / 3600.0),
            Self::Seconds => ("days", 1.0 / 86400.0),
        }
    }
}

/// The quantile of numbers in order, interpolated as R and NumPy do by default (type 7 of Hyndman
/// and Fan); NaN of nothing.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    statistics::quantile(sorted, share).unwrap_or(f64::NAN)
}

/// The least and the largest finite number.
pub(super) fn span(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    values.into_iter().filter(|v| v.is_finite()).fold(None, |span, v| {
        let (low, high) = span.unwrap_or((v, v));
        Some((v.min(low), v.max(high)))
    })
}

/// The most places at which runs are summed up.
const MOST_STEPS: usize = 1000;

/// Hands over what runs have reached, in order, wherever one of them changes: see [`super::bands`].
pub(super) fn at_changes(runs: &[Vec<(f64, f64)>], mut take: impl FnMut(f64, &[f64])) {
    let seen = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
    let mut changes: Vec<(f64, usize, f64)> = Vec::new();
    for (i, run) in runs.iter().enumerate() {
        changes.extend(run.iter().copied().filter(seen).map(|(x, y)| (x, i, y)));
    }
    changes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let steps: Vec<&[(f64, usize, f64)]> = changes.chunk_by(|a, b| a.0 == b.0).collect();
    // More steps than a line has pixels are not seen, and each costs a sort of all runs.
    let every = steps.len().div_ceil(MOST_STEPS).max(1);
    let mut levels = vec![None; runs.len()];
    for (place, same) in steps.iter().enumerate() {
        for &(_, run, y) in *same {
            if let Some(level) = levels.get_mut(run) {
                *level = Some(y);
            }
        }
        if !(steps.len() - 1 - place).is_multiple_of(every) {
            continue;
        }
        let now: Option<Vec<f64>> = levels.iter().copied().collect();
        if let (Some(mut now), Some(&(x, ..))) = (now, same.first()) {
            now.sort_by(f64::total_cmp);
            take(x, &now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_r() {
        let values = [1.0, 2.0, 4.0, 8.0];
        assert_eq!(
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|q| quantile(&values, q)),
            [1., 1.75, 3., 5., 8.]
        );
        assert_eq!(quantile(&[7.0], 0.25), 7.0);
        assert!(quantile(&[], 0.5).is_nan());
    }

    #[test]
    fn spans_ignore_what_is_not_finite() {
        assert_eq!(span([f64::NAN, 3.0, f64::INFINITY, -1.0]), Some((-1.0, 3.0)));
        assert_eq!(span([f64::NAN]), None);
    }

    #[test]
    fn time_has_a_unit_that_suits_it() {
        assert_eq!(Cost::Seconds.unit(60.0, false).0, "s");
        assert_eq!(Cost::Seconds.unit(7200.0, false), ("min", 1.0 / 60.0));
        assert_eq!(Cost::Seconds.unit(7200.0, true).0, "s");
        assert_eq!(Cost::Seconds.unit(1e6, false).0, "days");
        assert_eq!(Cost::Steps.unit(1e9, false), ("steps", 1.0));
    }
}
