//! Friedman's test of many methods on the same blocks, with what follows it (Demšar 2006).

use super::rank::rank;
use super::{critical_difference, holm, nemenyi, normal};
use serde::Serialize;
use thiserror::Error;

/// Why data are not fit for Friedman's test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// Two methods are compared by pairs.
    #[error("expected at least 3 methods, found {0}: use Wilcoxon's signed-rank test for 2")]
    Methods(usize),
    /// Nothing to compare on.
    #[error("expected at least 1 block, found none")]
    Blocks,
    /// A block lacks a method.
    #[error("expected {expected} values in block {block}, found {found}")]
    Ragged {
        /// Which block, from 0.
        block: usize,
        /// As many as the first has.
        expected: usize,
        /// As many as this has.
        found: usize,
    },
    /// A value cannot be ranked.
    #[error("expected numbers in block {0}, found NaN")]
    Nan(usize),
}

/// Two methods compared by their mean ranks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Contrast {
    /// One method.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// The difference of the mean ranks in standard errors, positive if `a` is better.
    pub z: f64,
    /// Two-sided, by itself.
    pub p: f64,
    /// Adjusted by Holm for all contrasts of its list.
    pub holm: f64,
}

/// What Friedman's test says. Methods are named by their place in a block, from 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Friedman {
    /// Blocks, such as puzzles.
    pub blocks: usize,
    /// Methods.
    pub methods: usize,
    /// Friedman's chi-square, corrected for ties; 0 if all methods tie in every block.
    pub statistic: f64,
    /// By the chi-square approximation.
    pub p: f64,
    /// The smallest p that so many blocks could give at all, when they all rank alike.
    pub floor: f64,
    /// The mean rank of each method; 1 is best, ties share their average rank.
    pub ranks: Vec<f64>,
    /// The method with the best mean rank; the first of them.
    pub best: usize,
    /// All pairs.
    pub pairs: Vec<Contrast>,
    /// The best against each other one. Since the same data choose the best, this list is for a
    /// control that was fixed beforehand and happens to be the best; else `pairs` is the honest one.
    pub against_best: Vec<Contrast>,
    /// Nemenyi's critical difference of mean ranks at level 0.05.
    pub critical_difference: f64,
    /// The largest sets of two or more methods that it does not tell apart, best first.
    pub groups: Vec<Vec<usize>>,
}

/// Tests whether methods differ, given the value of each method in each block; greater is better.
/// Infinite values are allowed.
///
/// # Errors
/// [`Unfit`] for fewer than three methods, no block, blocks of different lengths or a NaN.
pub fn friedman(blocks: &[Vec<f64>]) -> Result<Friedman, Unfit> {
    let k = blocks.first().ok_or(Unfit::Blocks)?.len();
    if k < 3 {
        return Err(Unfit::Methods(k));
    }
    let n = blocks.len();
    let mut sums = vec![0.0; k];
    let mut squares = 0.0;
    let centre = (k + 1) as f64 / 2.0;
    for (block, values) in blocks.iter().enumerate() {
        if values.len() != k {
            return Err(Unfit::Ragged { block, expected: k, found: values.len() });
        }
        let negated: Vec<f64> = values.iter().map(|value| -value).collect();
        for (sum, rank) in sums.iter_mut().zip(rank(&negated).ok_or(Unfit::Nan(block))?) {
            *sum += rank;
            squares += (rank - centre).powi(2);
        }
    }
    let ranks: Vec<f64> = sums.iter().map(|sum| sum / n as f64).collect();
    let between: f64 = sums.iter().map(|sum| (sum - n as f64 * centre).powi(2)).sum();
    // The spread of the ranks within blocks carries the correction for ties.
    let statistic = if squares > 0.0 { (k - 1) as f64 * between / squares } else { 0.0 };
    let critical = critical_difference(k, n).ok_or(Unfit::Blocks)?;
    let best = (1..k).fold(0, |best, i| if ranks[i] < ranks[best] { i } else { best });
    let error = nemenyi::error(k, n);
    Ok(Friedman {
        blocks: n,
        methods: k,
        statistic,
        p: normal::chi_square(statistic, k - 1),
        floor: normal::chi_square((n * (k - 1)) as f64, k - 1),
        best,
        pairs: contrasts(&ranks, error, (0..k).flat_map(|a| (a + 1..k).map(move |b| (a, b)))),
        against_best: contrasts(&ranks, error, (0..k).filter(|&b| b != best).map(|b| (best, b))),
        critical_difference: critical,
        groups: nemenyi::groups(&ranks, critical),
        ranks,
    })
}

fn contrasts(
    ranks: &[f64],
    error: f64,
    pairs: impl Iterator<Item = (usize, usize)>,
) -> Vec<Contrast> {
    let mut list: Vec<Contrast> = pairs
        .map(|(a, b)| {
            let z = (ranks[b] - ranks[a]) / error;
            let p = normal::two_sided(z);
            Contrast { a, b, z, p, holm: p }
        })
        .collect();
    let adjusted = holm(&list.iter().map(|contrast| contrast.p).collect::<Vec<f64>>());
    for (contrast, holm) in list.iter_mut().zip(adjusted) {
        contrast.holm = holm;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table 6 of Demšar: four variants of C4.5 on 14 data sets and their mean ranks. On the last
    /// but one, two values that agree in print are told apart, as the published mean ranks require.
    #[test]
    fn the_example_of_demsar() {
        let blocks: Vec<Vec<f64>> = [
            [0.763, 0.768, 0.771, 0.798],
            [0.599, 0.591, 0.590, 0.569],
            [0.954, 0.971, 0.968, 0.967],
            [0.628, 0.661, 0.654, 0.657],
            [0.882, 0.888, 0.886, 0.898],
            [0.936, 0.931, 0.916, 0.931],
            [0.661, 0.668, 0.609, 0.685],
            [0.583, 0.583, 0.563, 0.625],
            [0.775, 0.838, 0.866, 0.875],
            [1.000, 1.000, 1.000, 1.000],
            [0.940, 0.962, 0.965, 0.962],
            [0.619, 0.666, 0.614, 0.669],
            [0.972, 0.981, 0.9751, 0.975],
            [0.957, 0.978, 0.946, 0.970],
        ]
        .map(Vec::from)
        .into();
        let test = friedman(&blocks).unwrap();
        let rounded: Vec<f64> = test.ranks.iter().map(|r| (r * 1000.0).round() / 1000.0).collect();
        assert_eq!(rounded, [3.143, 2.0, 2.893, 1.964]);
        assert!((test.critical_difference - 1.25).abs() < 5e-3);
        assert_eq!(test.groups, [[3, 1, 2, 0]]);
        assert_eq!((test.best, test.pairs.len(), test.against_best.len()), (3, 6, 3));
        // Demšar's z of C4.5+m against C4.5, 2.342.
        assert!((test.pairs[0].z + 2.342).abs() < 1e-3, "{:?}", test.pairs[0]);
    }

    #[test]
    fn what_has_no_answer() {
        let test = |blocks: &[&[f64]]| {
            friedman(&blocks.iter().map(|block| block.to_vec()).collect::<Vec<_>>())
        };
        assert_eq!(test(&[]), Err(Unfit::Blocks));
        assert_eq!(test(&[&[]]), Err(Unfit::Methods(0)));
        assert_eq!(test(&[&[1., 2.]]), Err(Unfit::Methods(2)));
        let ragged = Unfit::Ragged { block: 1, expected: 3, found: 2 };
        assert_eq!(test(&[&[1., 2., 3.], &[1., 2.]]), Err(ragged));
        assert_eq!(test(&[&[1., 2., 3.], &[1., 2., f64::NAN]]), Err(Unfit::Nan(1)));
        let tied = test(&[&[1., 1., 1.], &[2., 2., 2.]]).unwrap();
        assert_eq!((tied.statistic, tied.p, tied.best), (0.0, 1.0, 0));
        let one = test(&[&[3., 2., f64::NEG_INFINITY]]).unwrap();
        assert_eq!((one.p, &one.ranks[..]), (one.floor, &[1.0, 2.0, 3.0][..]));
    }

    #[test]
    fn like_blocks_reach_the_floor() {
        for blocks in 1..6 {
            let test = friedman(&vec![vec![4., 3., 2., 1.]; blocks]).unwrap();
            assert!((test.p / test.floor - 1.0).abs() < 1e-12);
        }
    }
}
