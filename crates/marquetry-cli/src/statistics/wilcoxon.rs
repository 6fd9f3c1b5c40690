//! Wilcoxon's signed-rank test of pairs.

use super::rank::rank;
use super::{Method, normal, permutation};
use serde::Serialize;

/// Up to so many pairs that differ the exact distribution is used, as in SciPy.
const EXACT_PAIRS: usize = 50;

/// What a signed-rank test of pairs says, two-sided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Wilcoxon {
    /// Pairs that differ; the others are left out, as Wilcoxon did.
    pub pairs: usize,
    /// Pairs left out.
    pub zeros: usize,
    /// The smaller of the two sums of ranks; ties share their average rank.
    pub statistic: f64,
    /// Which way and how clearly, from -1 (the second is greater in all pairs) to 1 (the first is):
    /// the matched-pairs rank-biserial correlation.
    pub effect: f64,
    /// The chance of a statistic at least as extreme if neither side is favoured.
    pub p: f64,
    /// Where that p comes from: exact for up to 50 pairs that differ, ties or not.
    pub method: Method,
    /// By the normal approximation, corrected for ties but not for continuity (as SPSS has it).
    pub asymptotic: f64,
    /// The smallest exact p that so many pairs could give at all, when all differ the same way.
    pub floor: f64,
}

/// Tests whether the differences of pairs are spread evenly around 0. `None` if no pair differs or
/// a value is NaN. Infinite values are allowed and count as equal among themselves.
#[must_use]
pub fn wilcoxon(pairs: &[(f64, f64)]) -> Option<Wilcoxon> {
    // NaN differs from everything and is refused by the ranking, as are no pairs.
    let differing = pairs.iter().filter(|(a, b)| a != b);
    let differences: Vec<f64> = differing.map(|(a, b)| a - b).collect();
    let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    let ranks = rank(&sizes)?;
    let n = ranks.len();
    let total: f64 = ranks.iter().sum();
    let plus: f64 = differences.iter().zip(&ranks).filter(|(d, _)| **d > 0.0).map(|(_, r)| r).sum();
    // Each rank counts or not, with equal chances: the variance has the correction for ties in it.
    let spread = ranks.iter().map(|rank| rank * rank / 4.0).sum::<f64>().sqrt();
    let asymptotic = normal::two_sided((plus - total / 2.0) / spread);
    let (p, method) = if n <= EXACT_PAIRS {
        let counts = permutation::sums(&permutation::doubled(&ranks));
        (permutation::two_sided(&counts, (2.0 * plus) as usize), Method::Exact)
    } else {
        (asymptotic, Method::Asymptotic)
    };
    Some(Wilcoxon {
        pairs: n,
        zeros: pairs.len() - n,
        statistic: plus.min(total - plus),
        effect: 2.0 * plus / total - 1.0,
        p,
        method,
        asymptotic,
        floor: 2.0 * 0.5f64.powi(n.try_into().unwrap_or(i32::MAX)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables 2 and 3 of Almuhaideb et al., study 1 against study 5: the paper's p = 0.038. The
    /// rank sums are 5 and 40, so that the exact value is 20 of 512 sign patterns.
    #[test]
    fn the_papers_test() {
        let study_1 =
            [12002., 13402., 13202., 155602., 297402., 275602., 2989802., 3437402., 3074402.];
        let study_5 = [
            15964.2, 18413.2, 15216.4, 531060.8, 69469.4, 426826.58, 28258587.6, 37389266.8,
            28164018.,
        ];
        let pairs: Vec<(f64, f64)> = study_1.into_iter().zip(study_5).collect();
        let test = wilcoxon(&pairs).unwrap();
        assert!((test.asymptotic - 0.038_152).abs() < 1e-5, "{test:?}");
        assert_eq!((test.p * 512.0, test.method), (20.0, Method::Exact));
        assert_eq!((test.pairs, test.statistic, test.effect), (9, 5.0, -35.0 / 45.0));
        assert_eq!(test.floor, 2.0 / 512.0);
    }

    /// Sizes 1, 1, 5 rank 1.5, 1.5, 3: the sum 3 of the positive ones is the centre.
    #[test]
    fn ties_and_zeros() {
        let test = wilcoxon(&[(1., 2.), (5., 5.), (2., 3.), (9., 4.)]).unwrap();
        assert_eq!((test.pairs, test.zeros, test.p), (3, 1, 1.0));
        assert_eq!((test.statistic, test.effect, test.floor), (3.0, 0.0, 0.25));
    }

    #[test]
    fn what_has_no_answer() {
        assert_eq!((wilcoxon(&[(1., 1.)]), wilcoxon(&[])), (None, None));
        assert_eq!(wilcoxon(&[(1., 2.), (f64::NAN, 1.)]), None);
        let test = wilcoxon(&[(1., 2.)]).unwrap();
        assert_eq!((test.p, test.floor), (1.0, 1.0));
        let never = f64::INFINITY;
        let test = wilcoxon(&[(never, never), (never, 1.), (never, 2.), (3., 4.)]).unwrap();
        assert_eq!((test.pairs, test.zeros, test.statistic), (3, 1, 1.0));
    }
}
