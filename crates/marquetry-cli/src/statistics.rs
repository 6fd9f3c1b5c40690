//! Statistics of runs.

use anofox_statistics::{Alternative, wilcoxon_signed_rank};
use serde::Serialize;

/// The mean; `None` of nothing.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// What a Wilcoxon signed-rank test of pairs says, two-sided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Wilcoxon {
    /// Pairs that differ.
    pub pairs: usize,
    /// By the normal approximation without correction for continuity, as SPSS has it.
    pub p: f64,
    /// By the exact distribution; none where absolute differences are tied.
    pub exact: Option<f64>,
}

/// Tests whether the differences of pairs are spread evenly around 0. Pairs without a difference
/// are left out; `None` if no pair differs.
#[must_use]
pub fn wilcoxon(pairs: &[(f64, f64)]) -> Option<Wilcoxon> {
    let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().filter(|(a, b)| a != b).unzip();
    let test = |exact| {
        let alternative = Alternative::TwoSided;
        wilcoxon_signed_rank(&x, &y, alternative, false, exact, None, None).map(|test| test.p_value)
    };
    let mut sizes: Vec<f64> = x.iter().zip(&y).map(|(a, b)| (a - b).abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let tied = sizes.windows(2).any(|pair| pair[0] == pair[1]);
    let exact = if tied { None } else { test(true).ok() };
    Some(Wilcoxon { pairs: x.len(), p: test(false).ok()?, exact })
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
        assert!((test.p - 0.038_152).abs() < 1e-5, "{test:?}");
        assert_eq!(test.exact.map(|p| (p * 512.0).round()), Some(20.0));
        assert_eq!(test.pairs, 9);
    }

    #[test]
    fn ties_and_zeros() {
        let test = wilcoxon(&[(1., 2.), (5., 5.), (2., 3.), (9., 4.)]).unwrap();
        assert_eq!((test.pairs, test.exact), (3, None));
        assert_eq!((wilcoxon(&[(1., 1.)]), wilcoxon(&[])), (None, None));
        assert_eq!((mean(&[]), mean(&[1., 2.])), (None, Some(1.5)));
    }
}
