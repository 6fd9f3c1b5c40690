//! Null distributions of rank sums, as counts of equally likely arrangements.

/// Ranks times two: the average ranks of ties become whole numbers.
pub(super) fn doubled(ranks: &[f64]) -> Vec<usize> {
    ranks.iter().map(|rank| (2.0 * rank) as usize).collect()
}

/// How many sets of these weights have each sum. At most 127 weights.
pub(super) fn sums(weights: &[usize]) -> Vec<u128> {
    let mut counts = vec![0; weights.iter().sum::<usize>() + 1];
    counts[0] = 1;
    for &weight in weights {
        for sum in (weight..counts.len()).rev() {
            counts[sum] += counts[sum - weight];
        }
    }
    counts
}

/// How many sets of exactly `size` of these weights have each sum.
pub(super) fn sums_of(size: usize, weights: &[usize]) -> Vec<u128> {
    let mut heaviest = weights.to_vec();
    heaviest.sort_by(|a, b| b.cmp(a));
    let width = heaviest.iter().take(size).sum::<usize>() + 1;
    let mut counts = vec![vec![0; width]; size + 1];
    counts[0][0] = 1;
    for &weight in weights {
        for size in (1..=size).rev() {
            let (smaller, larger) = counts.split_at_mut(size);
            let shifted = larger[0].iter_mut().skip(weight);
            shifted.zip(&smaller[size - 1]).for_each(|(count, more)| *count += more);
        }
    }
    counts.swap_remove(size)
}

/// In how many orders of `n` and `m` distinct values each number of pairs, from 0 to `most`, is out
/// of order: the coefficients of the Gaussian binomial, the product of (1 - q^(m+i)) / (1 - q^i).
/// Right as long as they are below 2^128, since wrapping arithmetic cancels out.
pub(super) fn inversions(n: usize, m: usize, most: usize) -> Vec<u128> {
    let mut counts = vec![0u128; most + 1];
    counts[0] = 1;
    for i in 1..=n {
        for pairs in (m + i..=most).rev() {
            counts[pairs] = counts[pairs].wrapping_sub(counts[pairs - m - i]);
        }
        for pairs in i..=most {
            counts[pairs] = counts[pairs].wrapping_add(counts[pairs - i]);
        }
    }
    counts
}

/// In how many ways `k` of `n` can be chosen, if below about 2^128.
pub(super) fn binomial(n: usize, k: usize) -> Option<u128> {
    (0..k.min(n - k)).try_fold(1u128, |ways, i| {
        ways.checked_mul((n - i) as u128).map(|ways| ways / (i as u128 + 1))
    })
}

/// The two-sided p of a sum: twice the smaller of the two tails that contain it.
pub(super) fn two_sided(counts: &[u128], sum: usize) -> f64 {
    let tail = |counts: &[u128]| counts.iter().sum::<u128>() as f64;
    let (below, above) = (tail(&counts[..=sum]), tail(&counts[sum..]));
    (2.0 * below.min(above) / tail(counts)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_by_hand() {
        assert_eq!(sums(&[1, 2, 3]), [1, 1, 1, 2, 1, 1, 1]);
        assert_eq!(sums_of(2, &[1, 2, 2]), [0, 0, 0, 2, 1]);
        assert_eq!(inversions(2, 3, 6), [1, 1, 2, 2, 2, 1, 1]);
        assert_eq!(binomial(40, 20), Some(137_846_528_820));
        assert_eq!(binomial(1000, 500), None);
        assert_eq!(two_sided(&[1, 1, 1, 2, 1, 1, 1], 1), 0.5);
    }

    /// Two ways to the same distribution.
    #[test]
    fn inversions_are_rank_sums() {
        for (n, m) in [(1, 1), (3, 4), (4, 3), (8, 9)] {
            let ranks: Vec<usize> = (1..=n + m).collect();
            let least = n * (n + 1) / 2;
            assert_eq!(sums_of(n, &ranks)[least..], inversions(n, m, n * m)[..]);
        }
    }
}
