//! Ranks, which every test here is made of.

/// The rank of every value, 1 for the least; ties share the mean of their ranks. `None` for no
/// values, or if one is NaN.
#[must_use]
pub fn rank(values: &[f64]) -> Option<Vec<f64>> {
    if values.is_empty() || values.iter().any(|value| value.is_nan()) {
        return None;
    }
    let mut order: Vec<usize> = (0..values.len()).collect();
    // 0 and -0 are one value, which `total_cmp` would tell apart.
    order.sort_by(|&a, &b| (values[a] + 0.0).total_cmp(&(values[b] + 0.0)));
    let mut ranks = vec![0.0; values.len()];
    let mut below = 0;
    for tied in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let shared = below as f64 + (tied.len() + 1) as f64 / 2.0;
        tied.iter().for_each(|&place| ranks[place] = shared);
        below += tied.len();
    }
    Some(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share() {
        assert_eq!(rank(&[3.0, 1.0, 3.0, f64::INFINITY]), Some(vec![2.5, 1.0, 2.5, 4.0]));
        assert_eq!(rank(&[0.0, -0.0, -1.0]), Some(vec![2.5, 2.5, 1.0]));
        assert_eq!((rank(&[]), rank(&[1.0, f64::NAN])), (None, None));
    }
}
