//! Random numbers that never change: the same seed gives the same run in every version.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// Xoshiro256++ behind our own derivations, so that no library update can change a run.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// A generator for a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Independent generators for so many children.
    pub fn split(&mut self, children: usize) -> Vec<Self> {
        (0..children).map(|_| Self::new(self.bits())).collect()
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..bound`, each equally likely (Lemire's method). 0 if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        let mut wide = u128::from(self.bits()) * u128::from(bound);
        if (wide as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (wide as u64) < threshold {
                wide = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (wide >> 64) as usize
    }

    /// A fair coin.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// A number in `[0, 1)` with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Shuffles a slice, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// One of the items, each equally likely; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These numbers must never change: recorded runs depend on them.
    #[test]
    fn golden_vectors() {
        let mut rng = Rng::new(1);
        let bits: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        assert_eq!(bits, [0xcfc5_d07f_6f03_c29b, 0xbf42_4132_963f_e08d, 0x19a3_7d57_57aa_f520]);
        let small: Vec<usize> = (0..8).map(|_| rng.below(10)).collect();
        assert_eq!(small, [7, 1, 5, 9, 5, 0, 1, 9]);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        rng.shuffle(&mut items);
        assert_eq!(items, [5, 3, 1, 4, 6, 7, 0, 2]);
        let child: Vec<u64> = rng.split(2).iter_mut().map(Rng::bits).collect();
        assert_eq!(child, [12_552_817_528_799_432_530, 15_573_904_313_990_914_929]);
    }

    #[test]
    fn below_is_even_and_in_range() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6)] += 1;
        }
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.below(1), 0);
    }

    #[test]
    fn unit_stays_below_one() {
        let mut rng = Rng::new(3);
        let mean = (0..10_000)
            .map(|_| rng.unit())
            .inspect(|u| assert!((0.0..1.0).contains(u)))
            .sum::<f64>()
            / 1e4;
        assert!((mean - 0.5).abs() < 0.02);
    }
}
