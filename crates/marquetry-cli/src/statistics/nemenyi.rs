//! Nemenyi's critical difference of mean ranks (Demšar 2006, section 3.2.2).

use super::normal;
use libm::{exp, pow};
use std::f64::consts::{PI, SQRT_2};

/// Step and reach of the integral over the greatest of the normal values: the trapezoidal rule is
/// exact to rounding for such a smooth function that dies away on both sides.
const STEP: f64 = 0.125;
const REACH: f64 = 9.0;

/// By how much the mean ranks of two of `methods` must differ over so many blocks to be told apart
/// at level 0.05, all pairs considered. `None` for fewer than two methods or no block.
#[must_use]
pub fn critical_difference(methods: usize, blocks: usize) -> Option<f64> {
    let range = studentised_range(0.95, methods).filter(|_| blocks > 0)?;
    Some(range / SQRT_2 * error(methods, blocks))
}

/// The standard error of the difference of two mean ranks.
pub(super) fn error(methods: usize, blocks: usize) -> f64 {
    let k = methods as f64;
    (k * (k + 1.0) / (6.0 * blocks as f64)).sqrt()
}

/// The value below which this share of the ranges of `values` standard normal values lies: the
/// studentised range with infinitely many degrees of freedom. `None` for fewer than two values or a
/// share that does not lie between 0 and 1.
#[must_use]
pub fn studentised_range(share: f64, values: usize) -> Option<f64> {
    if values < 2 || !(share > 0.0 && share < 1.0) {
        return None;
    }
    let (mut low, mut high) = (0.0, 64.0);
    // Until the bounds are as good as neighbours.
    for _ in 0..56 {
        let middle = 0.5 * (low + high);
        if within(middle, values) < share { low = middle } else { high = middle }
    }
    Some(0.5 * (low + high))
}

/// The chance that so many standard normal values lie within a range of each other.
fn within(range: f64, values: usize) -> f64 {
    let others = values as f64 - 1.0;
    let steps = (2.0 * REACH / STEP) as usize;
    let density = |greatest: f64| {
        let inside = normal::below(greatest) - normal::below(greatest - range);
        exp(-0.5 * greatest * greatest) * pow(inside, others)
    };
    let integral: f64 = (0..=steps).map(|i| density(i as f64 * STEP - REACH)).sum();
    integral * STEP * values as f64 / (2.0 * PI).sqrt()
}

/// The largest sets of two or more methods whose mean ranks all lie within less than the critical
/// difference: the bars of the diagram, best first, the methods of each by rank.
pub(super) fn groups(ranks: &[f64], critical: f64) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by(|&a, &b| ranks[a].total_cmp(&ranks[b]));
    let mut groups = Vec::new();
    let mut covered = 0;
    for start in 0..order.len() {
        let near = |&&method: &&usize| ranks[method] - ranks[order[start]] < critical;
        let end = start + order[start..].iter().take_while(near).count();
        if end > covered && end - start > 1 {
            groups.push(order[start..end].to_vec());
        }
        covered = covered.max(end);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table 5(a) of Demšar.
    #[test]
    fn the_table() {
        let table = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164];
        for (values, expected) in (2..).zip(table) {
            let q = studentised_range(0.95, values).unwrap() / SQRT_2;
            assert!((q - expected).abs() < 1e-3, "{values}: {q}");
        }
        assert_eq!(studentised_range(0.95, 1), None);
        assert_eq!(studentised_range(f64::NAN, 3), None);
        assert_eq!(critical_difference(3, 0), None);
        // Demšar's example of four methods on 14 data sets.
        assert!((critical_difference(4, 14).unwrap() - 1.25).abs() < 5e-3);
    }

    #[test]
    fn groups_are_maximal() {
        let ranks = [3.0, 1.0, 2.0, 4.5, 9.0];
        assert_eq!(groups(&ranks, 1.6), [vec![1, 2], vec![2, 0], vec![0, 3]]);
        assert_eq!(groups(&ranks, 2.1), [vec![1, 2, 0], vec![0, 3]]);
        assert_eq!(groups(&ranks, 9.0), [[1, 2, 0, 3, 4]]);
        assert!(groups(&ranks, 0.5).is_empty());
        // Methods that differ by just the critical difference are told apart.
        assert_eq!(groups(&[1.0, 2.0, 2.0], 1.0), [[1, 2]]);
    }
}
