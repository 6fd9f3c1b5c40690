//! The best of the neighbours scored so far.

use crate::search::Rng;

/// The best neighbour so far; of equals each is as likely.
pub(in crate::algorithms) struct Choice<M> {
    gain: i32,
    change: Option<M>,
    equals: usize,
}

impl<M: Copy> Choice<M> {
    /// Nothing yet.
    pub(in crate::algorithms) fn none() -> Self {
        Self { gain: i32::MIN, change: None, equals: 0 }
    }

    /// The gain of the best: whatever gains less need not be considered.
    #[inline]
    pub(in crate::algorithms) fn gain(&self) -> i32 {
        self.gain
    }

    /// The best, if there is any.
    pub(in crate::algorithms) fn change(&self) -> Option<M> {
        self.change
    }

    #[inline]
    pub(in crate::algorithms) fn consider(&mut self, gain: i32, change: M, rng: &mut Rng) {
        if gain < self.gain {
            return;
        }
        self.equals = if gain > self.gain { 1 } else { self.equals + 1 };
        if self.equals == 1 || rng.below(self.equals) == 0 {
            (self.gain, self.change) = (gain, Some(change));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equals_each_is_as_likely() {
        let rng = &mut Rng::new(1);
        let mut taken = [0u32; 6];
        for _ in 0..9_000 {
            let mut choice = Choice::none();
            for (cell, gain) in [-2, 1, 0, 1, -5, 1].into_iter().enumerate() {
                choice.consider(gain, cell, rng);
            }
            assert_eq!(choice.gain(), 1);
            taken[choice.change().unwrap()] += 1;
        }
        assert_eq!(taken[1] + taken[3] + taken[5], 9_000);
        assert!([1, 3, 5].iter().all(|&i| (2_800..3_200).contains(&taken[i])), "{taken:?}");
    }
}
