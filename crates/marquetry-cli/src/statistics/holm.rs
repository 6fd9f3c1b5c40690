//! Holm's adjustment for many tests.

/// Adjusts p-values so that the chance of any false discovery among them stays below the level
/// (Holm 1979). A NaN stays one and is not counted as a test.
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).filter(|&test| !p[test].is_nan()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![f64::NAN; p.len()];
    let mut least = 0.0_f64;
    for (place, &test) in order.iter().enumerate() {
        least = least.max((order.len() - place) as f64 * p[test]).min(1.0);
        adjusted[test] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let close = |ours: &[f64], expected: &[f64]| {
            assert_eq!(ours.len(), expected.len());
            assert!(ours.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{ours:?}");
        };
        close(&holm(&[0.01, 0.04, 0.03]), &[0.03, 0.06, 0.06]);
        close(&holm(&[0.9, 0.8]), &[1.0, 1.0]);
        close(&holm(&[0.2]), &[0.2]);
        close(&holm(&[]), &[]);
        let with_nan = holm(&[f64::NAN, 0.01, 0.2]);
        assert!(with_nan[0].is_nan());
        close(&with_nan[1..], &[0.02, 0.2]);
    }
}
