//! How many runs a test would need.

use super::normal::quantile;

/// The chance with which a difference is to be shown.
const POWER: f64 = 0.8;

/// The size of each of two samples with which a two-sided Mann-Whitney test at this level shows a
/// difference of this A12 with a chance of 80 % (Noether 1987). `None` for no difference at all.
#[must_use]
pub fn runs_needed(a12: f64, alpha: f64) -> Option<u64> {
    let effect = (a12 - 0.5).abs();
    let z = quantile(1.0 - alpha / 2.0) + quantile(POWER);
    let runs = (z * z / (6.0 * effect * effect)).ceil();
    (effect > 0.0 && runs.is_finite()).then_some(runs as u64)
}

#[cfg(test)]
mod tests {
    use super::runs_needed;

    /// Noether's own example: 54 of each for a chance of 0.7 (he rounds; level 0.05 one-sided is 0.1
    /// two-sided and a power of 0.9 there, so the numbers here are from the formula by hand).
    #[test]
    fn small_effects_need_many_runs() {
        assert_eq!(runs_needed(0.7, 0.05), Some(33));
        assert_eq!(runs_needed(0.3, 0.05), Some(33), "either way");
        assert_eq!(runs_needed(0.55, 0.05), Some(524));
        assert_eq!(runs_needed(0.5, 0.05), None);
        assert!(runs_needed(0.7, 0.05 / 6.0) > runs_needed(0.7, 0.05));
        assert_eq!(runs_needed(1.0, 0.05), Some(6));
    }
}
