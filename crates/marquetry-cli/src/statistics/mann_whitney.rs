//! The Mann-Whitney test of two samples.

use super::rank::rank;
use super::{Method, normal, permutation};
use serde::Serialize;

/// The exact distribution is used for up to so many pairs of values (20 against 20), a millisecond
/// of work with ties.
const EXACT_PAIRS: usize = 400;
/// Without ties also where the smaller sample has at most so many values, as in SciPy ...
const EXACT_VALUES: usize = 8;
/// ... for up to so many pairs, which bounds the memory.
const EXACT_PAIRS_OF_FEW: usize = 1_000_000;

/// How large an effect is, in the words of Vargha and Delaney (2000).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Below 0.56 (or above 0.44).
    Negligible,
    /// From 0.56.
    Small,
    /// From 0.64.
    Medium,
    /// From 0.71.
    Large,
}

/// What a Mann-Whitney test of two samples says, two-sided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MannWhitney {
    /// Values of the first sample.
    pub n: usize,
    /// Values of the second.
    pub m: usize,
    /// U of the first sample: pairs in which its value is the greater one, ties counting half.
    pub statistic: f64,
    /// The chance that a value of the first sample is greater than one of the second, ties counting
    /// half: the A12 of Vargha and Delaney.
    pub a12: f64,
    /// How large that is.
    pub effect: Effect,
    /// The chance of a statistic at least as extreme if both samples come from one distribution:
    /// twice the smaller tail.
    pub p: f64,
    /// Where that p comes from: exact for up to 400 pairs of values; without ties also where a
    /// sample has at most 8 values, up to a million pairs.
    pub method: Method,
    /// By the normal approximation, corrected for ties and continuity.
    pub asymptotic: f64,
    /// The smallest exact p that samples so large could give at all, when they do not overlap.
    pub floor: f64,
}

/// Tests whether two samples come from one distribution. `None` if one is empty or holds a NaN.
/// Infinite values are allowed: a run without success may count as infinitely long.
#[must_use]
pub fn mann_whitney(x: &[f64], y: &[f64]) -> Option<MannWhitney> {
    let (n, m) = (x.len(), y.len());
    if n == 0 || m == 0 {
        return None;
    }
    let all: Vec<f64> = x.iter().chain(y).copied().collect();
    let ranks = rank(&all)?;
    let pairs = n as f64 * m as f64;
    let u = ranks[..n].iter().sum::<f64>() - (n as f64 * (n + 1) as f64) / 2.0;
    let exact = exact(&permutation::doubled(&ranks), n, u);
    let asymptotic = asymptotic(&ranks, pairs, u);
    Some(MannWhitney {
        n,
        m,
        statistic: u,
        a12: u / pairs,
        effect: effect(u.max(pairs - u) / pairs),
        p: exact.unwrap_or(asymptotic),
        method: if exact.is_some() { Method::Exact } else { Method::Asymptotic },
        asymptotic,
        floor: floor(n, m),
    })
}

/// By the variance of a sum of ranks drawn without replacement, which has the correction for ties
/// in it.
fn asymptotic(ranks: &[f64], pairs: f64, u: f64) -> f64 {
    let all = ranks.len() as f64;
    let squares: f64 = ranks.iter().map(|rank| (rank - (all + 1.0) / 2.0).powi(2)).sum();
    let spread = (pairs * squares / (all * (all - 1.0))).sqrt();
    let away = (u - pairs / 2.0).abs() - 0.5;
    // If all values are equal there is no spread.
    if away > 0.0 { normal::two_sided(away / spread) } else { 1.0 }
}

fn effect(a12: f64) -> Effect {
    match a12 {
        a12 if a12 < 0.56 => Effect::Negligible,
        a12 if a12 < 0.64 => Effect::Small,
        a12 if a12 < 0.71 => Effect::Medium,
        _ => Effect::Large,
    }
}

/// The exact p, where within reach, from the doubled ranks of both samples.
fn exact(ranks: &[usize], n: usize, u: f64) -> Option<f64> {
    let m = ranks.len() - n;
    let pairs = n.checked_mul(m)?;
    let few = n.min(m);
    let mut sorted = ranks.to_vec();
    sorted.sort_unstable();
    let tied = sorted.windows(2).any(|two| two[0] == two[1]);
    let most = if tied || few > EXACT_VALUES { EXACT_PAIRS } else { EXACT_PAIRS_OF_FEW };
    if pairs > most {
        None
    } else if tied {
        let smaller = if n <= m { &ranks[..n] } else { &ranks[n..] };
        let counts = permutation::sums_of(few, ranks);
        Some(permutation::two_sided(&counts, smaller.iter().sum()))
    } else {
        let ways = permutation::binomial(n + m, few)? as f64;
        let least = (u as usize).min(pairs - u as usize);
        let tail: u128 = permutation::inversions(few, n.max(m), least).iter().sum();
        Some((2.0 * tail as f64 / ways).min(1.0))
    }
}

/// Two of all the ways to choose the first sample.
fn floor(n: usize, m: usize) -> f64 {
    let ways = (0..n.min(m)).map(|i| (n + m - i) as f64 / (i + 1) as f64).product::<f64>();
    (2.0 / ways).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let test = mann_whitney(&[1., 2., 3.], &[4., 5., 6.]).unwrap();
        assert_eq!((test.statistic, test.p, test.floor), (0.0, 0.1, 0.1));
        assert_eq!((test.a12, test.effect, test.method), (0.0, Effect::Large, Method::Exact));
        // Of the six ways to choose two of 1, 1, 1, 2, three contain the 2.
        let test = mann_whitney(&[1., 2.], &[1., 1.]).unwrap();
        assert_eq!((test.statistic, test.a12, test.p), (3.0, 0.75, 1.0));
    }

    #[test]
    fn words_for_effects() {
        let words: Vec<Effect> = [0.5, 0.559, 0.56, 0.64, 0.71, 1.0].map(effect).into();
        use Effect::{Large, Medium, Negligible, Small};
        assert_eq!(words, [Negligible, Negligible, Small, Medium, Large, Large]);
        // 14 of 25 and 11 of 25 are both at the border.
        let y = [1., 2., 3., 4., 5.];
        for (x, a12) in [([0., 2.5, 3.5, 4.5, 5.5], 0.56), ([0., 1.5, 2.5, 3.5, 5.5], 0.44)] {
            let there = mann_whitney(&x, &y).unwrap();
            let back = mann_whitney(&y, &x).unwrap();
            assert!((there.a12 - a12).abs() < 1e-12, "{there:?}");
            assert_eq!((there.effect, back.effect, there.p), (Small, Small, back.p));
        }
    }

    #[test]
    fn what_has_no_answer() {
        assert_eq!((mann_whitney(&[], &[1.]), mann_whitney(&[1.], &[])), (None, None));
        assert_eq!(mann_whitney(&[1., f64::NAN], &[1.]), None);
        let test = mann_whitney(&[1., 1.], &[1., 1., 1.]).unwrap();
        assert_eq!((test.p, test.asymptotic, test.a12), (1.0, 1.0, 0.5));
        assert_eq!(mann_whitney(&[1.], &[2.]).unwrap().floor, 1.0);
        let never = f64::INFINITY;
        assert_eq!(mann_whitney(&[never, 3.], &[never, 1.]).unwrap().statistic, 2.5);
        let all_equal = vec![1.0; 600];
        assert_eq!(mann_whitney(&all_equal, &all_equal).unwrap().p, 1.0);
    }
}
