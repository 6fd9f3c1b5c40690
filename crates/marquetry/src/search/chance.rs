//! The Metropolis rule, the same on every machine.

use super::Rng;

/// Losses whose chances are kept.
const KEPT: usize = 16;

/// The chances that a worse solution is accepted at one temperature: `e^(-loss / temperature)`.
#[derive(Clone, Debug)]
pub struct Chances {
    temperature: f64,
    kept: [f64; KEPT],
}

impl Chances {
    /// The chances at a temperature. At 0 or less nothing worse is accepted.
    #[must_use]
    pub fn new(temperature: f64) -> Self {
        let kept = std::array::from_fn(|loss| chance(loss as f64, temperature));
        Self { temperature, kept }
    }

    /// The chance that so much is lost.
    #[must_use]
    #[inline]
    pub fn of(&self, loss: u32) -> f64 {
        let kept = self.kept.get(loss as usize).copied();
        kept.unwrap_or_else(|| chance(f64::from(loss), self.temperature))
    }

    /// Whether a change of this gain is accepted now.
    #[inline]
    pub fn accept(&self, gain: i32, rng: &mut Rng) -> bool {
        gain >= 0 || rng.unit() < self.of(gain.unsigned_abs())
    }
}

fn chance(loss: f64, temperature: f64) -> f64 {
    if loss <= 0.0 {
        1.0
    } else if temperature > 0.0 {
        decay(loss / temperature)
    } else {
        0.0
    }
}

/// `e^-x` for `x >= 0` from sums, products and quotients alone: unlike the system's function it
/// has the same value everywhere, so that a run is the same run everywhere.
fn decay(x: f64) -> f64 {
    if x > 700.0 {
        return 0.0;
    }
    let (mut small, mut halvings) = (x, 0);
    while small > 1.0 / 64.0 {
        small /= 2.0;
        halvings += 1;
    }
    let mut sum = 1.0;
    for term in (1..=7).rev() {
        sum = 1.0 - small * sum / f64::from(term);
    }
    for _ in 0..halvings {
        sum *= sum;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decay_is_the_exponential() {
        for i in 0..7_000 {
            let x = f64::from(i) / 10.0;
            let (ours, exact) = (decay(x), (-x).exp());
            assert!((ours - exact).abs() <= 1e-9 * exact, "{x}: {ours} {exact}");
        }
        assert_eq!((decay(0.0), decay(701.0), decay(f64::INFINITY)), (1.0, 0.0, 0.0));
    }

    #[test]
    fn losses_are_accepted_as_often_as_they_should() {
        let (rng, chances) = (&mut Rng::new(1), Chances::new(2.0));
        let accepted = (0..100_000).filter(|_| chances.accept(-3, rng)).count();
        assert!((21_900..22_800).contains(&accepted), "{accepted}");
        assert!((chances.of(40) - (-20.0f64).exp()).abs() < 1e-12);
        let frozen = Chances::new(0.0);
        assert!(frozen.accept(0, rng) && frozen.accept(5, rng) && !frozen.accept(-1, rng));
    }
}
