//! A sample in a few numbers.

use serde::Serialize;

/// The mean; `None` of nothing.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The value below which this share of a sorted sample lies, interpolated between neighbours
/// (numpy's default, type 7 of Hyndman and Fan). `None` of nothing, or for a share outside 0 to 1.
#[must_use]
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&share) {
        return None;
    }
    let place = share * sorted.len().checked_sub(1)? as f64;
    let (below, above) =
        (*sorted.get(place.floor() as usize)?, *sorted.get(place.ceil() as usize)?);
    let (part, gap) = (place.fract(), above - below);
    // Never outside the two neighbours, and infinite ones do not make a NaN but between opposites.
    Some(if below == above {
        below
    } else if gap.is_infinite() {
        below * (1.0 - part) + above * part
    } else if part < 0.5 {
        below + gap * part
    } else {
        above - gap * (1.0 - part)
    })
}

/// A sample in a few numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many values.
    pub n: usize,
    /// The least.
    pub min: f64,
    /// A quarter of the values lies below.
    pub q1: f64,
    /// Half of them.
    pub median: f64,
    /// Three quarters.
    pub q3: f64,
    /// The greatest.
    pub max: f64,
    /// Their mean.
    pub mean: f64,
    /// The standard deviation of the sample (divided by `n - 1`); none of a single value.
    pub sd: Option<f64>,
}

impl Summary {
    /// Sums values up; `None` if there are none, or one or their sum is not finite.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        // A sum with a NaN or an infinite value in it is not finite either.
        let mean = mean(values).filter(|mean| mean.is_finite())?;
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let n = values.len();
        Some(Self {
            n,
            min: quantile(&sorted, 0.0)?,
            q1: quantile(&sorted, 0.25)?,
            median: quantile(&sorted, 0.5)?,
            q3: quantile(&sorted, 0.75)?,
            max: quantile(&sorted, 1.0)?,
            mean,
            sd: (n > 1).then(|| (squares / (n - 1) as f64).sqrt()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let summary = Summary::of(&[4., 1., 3., 2.]).unwrap();
        let Summary { n, min, q1, median, q3, max, mean, sd } = summary;
        assert_eq!((n, min, q1, median, q3, max, mean), (4, 1., 1.75, 2.5, 3.25, 4., 2.5));
        assert_eq!(sd, Some((5.0f64 / 3.0).sqrt()));
    }

    #[test]
    fn what_has_no_answer() {
        assert_eq!((mean(&[]), mean(&[1., 2.])), (None, Some(1.5)));
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(Summary::of(&[1., f64::NAN]), None);
        assert_eq!(Summary::of(&[1., f64::INFINITY]), None);
        assert_eq!(Summary::of(&[7.]).unwrap().sd, None);
        assert_eq!(Summary::of(&[7., 7.]).unwrap().sd, Some(0.0));
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[1.], f64::NAN), None);
        assert_eq!(quantile(&[1.], 1.1), None);
        let unsolved = [1., f64::INFINITY, f64::INFINITY];
        assert_eq!(quantile(&unsolved, 0.75), Some(f64::INFINITY));
        assert_eq!(quantile(&unsolved, 0.4), Some(f64::INFINITY));
        assert_eq!(quantile(&[f64::MIN, f64::MAX], 0.5), Some(0.0));
        assert_eq!(Summary::of(&[f64::MAX, f64::MAX]), None);
    }
}
