//! A confidence sequence for a mean: an interval that may be looked at after every observation.

use libm::log;
use thiserror::Error;

/// Means considered, as steps from 0 to 1.
const STEPS: usize = 1000;
/// The share of the capital that a bet may lose at most.
const STAKE: f64 = 0.5;

/// An observation that a [`Sequence`] cannot take.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("expected an observation from 0 to 1, found {0}")]
pub struct OutOfRange(pub f64);

/// A confidence sequence for the mean of observations from 0 to 1, by hedged capital (Waudby-Smith
/// and Ramdas 2024, theorem 3, with the predictable plug-in bets given there). With the chance
/// of its level the true mean lies in *all* its intervals together, so that a duel may stop as soon
/// as the interval excludes a half, or go on; the observations need only have the same mean given
/// those before them.
///
/// For each mean on a grid, two gamblers bet that the mean is greater, or less; the capital of each
/// is a martingale if this mean is the true one, and a mean is dropped once either, having started
/// with half of 1, has made `1 / (1 - level)` of it. Means that remain form an interval; it is
/// given with one step more on either side, which makes it valid between the steps too.
#[derive(Clone, Debug)]
pub struct Sequence {
    alpha: f64,
    /// Capital of those who bet on more and on less than each mean from `low` to `high`.
    capital: Vec<(f64, f64)>,
    low: usize,
    high: usize,
    count: usize,
    sum: f64,
    /// The sum of the squared distances of the observations from the means estimated with them.
    squares: f64,
}

impl Sequence {
    /// A sequence without observations; `None` unless the level lies between 0 and 1.
    #[must_use]
    pub fn new(level: f64) -> Option<Self> {
        (level > 0.0 && level < 1.0).then(|| Self {
            alpha: 1.0 - level,
            capital: vec![(0.5, 0.5); STEPS + 1],
            low: 0,
            high: STEPS,
            count: 0,
            sum: 0.0,
            squares: 0.0,
        })
    }

    /// Takes an observation.
    ///
    /// # Errors
    /// [`OutOfRange`] if it does not lie from 0 to 1; the sequence stays as it was.
    pub fn add(&mut self, x: f64) -> Result<(), OutOfRange> {
        if !(0.0..=1.0).contains(&x) {
            return Err(OutOfRange(x));
        }
        let bet = self.bet();
        for (step, (more, less)) in (self.low..=self.high).zip(&mut self.capital[self.low..]) {
            let mean = step as f64 / STEPS as f64;
            *more *= 1.0 + bet.min(STAKE / mean) * (x - mean);
            *less *= 1.0 - bet.min(STAKE / (1.0 - mean)) * (x - mean);
        }
        self.count += 1;
        self.sum += x;
        self.squares += (x - (0.5 + self.sum) / (self.count + 1) as f64).powi(2);
        // One mean always remains: an interval finer than the grid is not claimed.
        while self.low < self.high && self.refuted(self.low) {
            self.low += 1;
        }
        while self.low < self.high && self.refuted(self.high) {
            self.high -= 1;
        }
        Ok(())
    }

    /// How many observations it has taken.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The interval after these observations. It never grows.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let at = |step: usize| step as f64 / STEPS as f64;
        (at(self.low.saturating_sub(1)), at((self.high + 1).min(STEPS)))
    }

    /// The next bet, from the variance seen so far.
    fn bet(&self) -> f64 {
        let next = (self.count + 1) as f64;
        let variance = (0.25 + self.squares) / next;
        (2.0 * log(2.0 / self.alpha) / (variance * next * log(next + 1.0))).sqrt()
    }

    fn refuted(&self, step: usize) -> bool {
        let (more, less) = self.capital[step];
        more.max(less) * self.alpha >= 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry::search::Rng;

    fn draw(rng: &mut Rng, mean: f64) -> f64 {
        f64::from(u8::from(rng.unit() < mean))
    }

    #[test]
    fn covers_at_every_time() {
        let mut rng = Rng::new(11);
        for mean in [0.5, 0.6] {
            let misses = (0..400)
                .filter(|_| {
                    let mut sequence = Sequence::new(0.9).unwrap();
                    for _ in 0..300 {
                        sequence.add(draw(&mut rng, mean)).unwrap();
                    }
                    // The intervals only shrink, so that the last lies in all of them.
                    let (low, high) = sequence.interval();
                    !(low..=high).contains(&mean)
                })
                .count();
            println!("mean {mean}: {misses} of 400 miss");
            assert!(misses <= 52, "{misses} of 400 at {mean}");
        }
    }

    /// The definition, computed anew from all observations for each mean of the grid.
    fn by_definition(xs: &[f64], mean: f64, alpha: f64) -> bool {
        let (mut more, mut less) = (0.5, 0.5);
        for (t, x) in xs.iter().enumerate() {
            let estimate = |i: usize| (0.5 + xs[..i].iter().sum::<f64>()) / (i + 1) as f64;
            let squares: f64 = (1..=t).map(|i| (xs[i - 1] - estimate(i)).powi(2)).sum();
            let (next, variance) = ((t + 1) as f64, (0.25 + squares) / (t + 1) as f64);
            let bet = (2.0 * (2.0 / alpha).ln() / (variance * next * (next + 1.0).ln())).sqrt();
            more *= 1.0 + bet.min(0.5 / mean) * (x - mean);
            less *= 1.0 - bet.min(0.5 / (1.0 - mean)) * (x - mean);
        }
        f64::max(more, less) < 1.0 / alpha
    }

    #[test]
    fn keeps_the_means_of_the_definition() {
        let mut rng = Rng::new(13);
        // Wins, draws and losses, and the same seen from the other side.
        let xs: Vec<f64> = (0..60).map(|_| rng.below(3).max(rng.below(3)) as f64 / 2.0).collect();
        let mut sequence = Sequence::new(0.9).unwrap();
        let mut mirror = Sequence::new(0.9).unwrap();
        let mut kept: Vec<usize> = (0..=STEPS).collect();
        for t in 1..=xs.len() {
            sequence.add(xs[t - 1]).unwrap();
            mirror.add(1.0 - xs[t - 1]).unwrap();
            kept.retain(|&step| by_definition(&xs[..t], step as f64 / STEPS as f64, 1.0 - 0.9));
            let (first, last) = (kept[0], kept[kept.len() - 1]);
            assert_eq!(last - first + 1, kept.len(), "an interval");
            assert_eq!((sequence.low, sequence.high), (first, last), "after {t}");
            let (low, high) = mirror.interval();
            assert!((1.0 - high - sequence.interval().0).abs() < 1e-12);
            assert!((1.0 - low - sequence.interval().1).abs() < 1e-12);
        }
        assert!(sequence.low > 300 && sequence.high < 1000, "{:?}", sequence.interval());
    }

    #[test]
    fn decides_a_clear_duel() {
        let mut rng = Rng::new(12);
        let draws: Vec<f64> = (0..200)
            .map(|_| {
                let mut sequence = Sequence::new(0.95).unwrap();
                while sequence.interval().0 <= 0.5 && sequence.count() < 1000 {
                    sequence.add(draw(&mut rng, 0.8)).unwrap();
                }
                sequence.count() as f64
            })
            .collect();
        let mean = crate::statistics::mean(&draws).unwrap();
        println!("0.8 against 0.5 takes {mean} draws");
        assert!(draws.iter().all(|&n| n < 1000.0));
        assert!((15.0..60.0).contains(&mean), "{mean}");
    }

    #[test]
    fn never_grows_and_never_empties() {
        let mut sequence = Sequence::new(0.95).unwrap();
        assert_eq!(sequence.interval(), (0.0, 1.0));
        let mut before = sequence.interval();
        // Draws of 0, then of 1: not what it is made for.
        for i in 0..20_000 {
            sequence.add(f64::from(u8::from(i >= 10_000))).unwrap();
            let now = sequence.interval();
            assert!(now.0 >= before.0 && now.1 <= before.1 && now.0 < now.1, "{i}: {now:?}");
            before = now;
        }
        assert!(before.1 <= 0.01, "{before:?}");
    }

    #[test]
    fn refuses_what_it_cannot_take() {
        for level in [0.0, 1.0, -1.0, f64::NAN] {
            assert!(Sequence::new(level).is_none());
        }
        let mut sequence = Sequence::new(0.95).unwrap();
        for x in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(sequence.add(x).is_err());
        }
        assert_eq!((sequence.count(), sequence.interval()), (0, (0.0, 1.0)));
    }
}
