//! The normal and the chi-square distribution. By `libm`, which is right to the last digits (the
//! erfc of statrs 0.18 to ten only) and the same on every machine.

use libm::{erfc, exp, lgamma, log};
use std::f64::consts::SQRT_2;

/// The share of a standard normal distribution below `z`.
pub(super) fn below(z: f64) -> f64 {
    0.5 * erfc(-z / SQRT_2)
}

/// The z below which this share of a standard normal distribution lies.
pub(super) fn quantile(share: f64) -> f64 {
    // The upper half mirrors the lower one, where no digits are lost.
    if share > 0.5 {
        return -quantile(1.0 - share);
    }
    if share <= 0.0 {
        return f64::NEG_INFINITY;
    }
    let (mut low, mut high) = (-40.0, 0.0);
    // Until the bounds are neighbours.
    for _ in 0..64 {
        let middle = 0.5 * (low + high);
        if below(middle) < share { low = middle } else { high = middle }
    }
    high
}

/// The two-sided p of a standard normal z.
pub(super) fn two_sided(z: f64) -> f64 {
    erfc(z.abs() / SQRT_2)
}

/// The p of a chi-square statistic with so many degrees of freedom: the finite sum for whole and
/// half gamma functions.
pub(super) fn chi_square(statistic: f64, freedom: usize) -> f64 {
    let half = statistic / 2.0;
    if half <= 0.0 {
        return 1.0;
    }
    let (start, odd) =
        if freedom.is_multiple_of(2) { (0.0, 0.0) } else { (0.5, erfc(half.sqrt())) };
    let term = |i: usize| {
        let power = i as f64 + start;
        exp(power * log(half) - half - lgamma(power + 1.0))
    };
    (odd + (0..freedom / 2).map(term).sum::<f64>()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let z = 1.959_963_984_540_054;
        assert!((below(z) - 0.975).abs() < 1e-15);
        assert!((quantile(0.975) - z).abs() < 1e-14);
        assert!((quantile(0.025) + z).abs() < 1e-14);
        assert_eq!((quantile(0.0), quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(quantile(0.5).abs() < 1e-15);
        assert!((two_sided(-z) - 0.05).abs() < 1e-15);
        assert!((chi_square(2.0, 2) - (-1.0f64).exp()).abs() < 1e-15);
        assert!((chi_square(z * z, 1) - 0.05).abs() < 1e-15);
        // By SciPy: many methods, where single terms are far below the sum.
        assert!((chi_square(3000.0, 3001) - 0.501_716_904_564_026).abs() < 1e-10);
        assert_eq!(chi_square(0.0, 5), 1.0);
    }
}
