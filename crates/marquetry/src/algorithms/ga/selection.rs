//! The selections (Niang, section 4.4).

use super::Ga;
use crate::search::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who may have children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Selection {
    /// Each by its part of all fitness (4.4.1).
    Roulette,
    /// Each by its rank (4.4.2).
    Ranking,
    /// The best of a few drawn at random (4.4.3, algorithm 6).
    #[default]
    Tournament,
}

impl Ga {
    /// The mating pool: as many individuals as there are, by index.
    pub(super) fn pool(&self, values: &[f64], rng: &mut Rng) -> Vec<usize> {
        match self.selection {
            Selection::Roulette => {
                let sums = running(values.iter().copied());
                values.iter().map(|_| spin(&sums, rng)).collect()
            }
            Selection::Ranking => {
                let ranked = ascending(values);
                let sums = running((0..values.len()).map(|i| self.probability(i, values.len())));
                values.iter().map(|_| ranked[spin(&sums, rng)]).collect()
            }
            Selection::Tournament => {
                let mut lots: Vec<usize> = (0..values.len()).collect();
                values.iter().map(|_| self.winner(values, &mut lots, rng)).collect()
            }
        }
    }

    /// The probability of the individual of a rank, 0 for the worst.
    fn probability(&self, rank: usize, count: usize) -> f64 {
        let (i, mu) = (rank as f64, count as f64);
        let even = (2.0 - self.pressure) / mu;
        if count < 2 { even } else { even + 2.0 * i * (self.pressure - 1.0) / (mu * (mu - 1.0)) }
    }

    /// The first best of a tournament (algorithm 6).
    fn winner(&self, values: &[f64], lots: &mut [usize], rng: &mut Rng) -> usize {
        let mut best: Option<usize> = None;
        let size = usize::from(self.tournament.get());
        for i in 0..if self.replacement { size } else { size.min(lots.len()) } {
            let drawn = if self.replacement {
                rng.below(values.len())
            } else {
                let other = i + rng.below(lots.len() - i);
                lots.swap(i, other);
                lots[i]
            };
            if best.is_none_or(|best| values[drawn] > values[best]) {
                best = Some(drawn);
            }
        }
        best.unwrap_or(0)
    }
}

/// The individuals from worst to best, by index.
pub(super) fn ascending(values: &[f64]) -> Vec<usize> {
    let mut ranked: Vec<usize> = (0..values.len()).collect();
    ranked.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    ranked
}

fn running(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sum = 0.0;
    values
        .map(|value| {
            sum += value;
            sum
        })
        .collect()
}

/// A place on a wheel whose sectors end at these sums.
fn spin(sums: &[f64], rng: &mut Rng) -> usize {
    let at = rng.unit() * sums.last().copied().unwrap_or(0.0);
    sums.partition_point(|&sum| sum <= at).min(sums.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU16;

    const VALUES: [f64; 4] = [0.4, 0.1, 0.2, 0.3];

    fn draw(selection: Selection) -> Ga {
        Ga { selection, ..Ga::default() }
    }

    /// How often each is drawn of a hundred thousand.
    fn shares(draw: &Ga) -> [f64; 4] {
        let rng = &mut Rng::new(1);
        let mut seen = [0.0; 4];
        for _ in 0..25_000 {
            draw.pool(&VALUES, rng).into_iter().for_each(|i| seen[i] += 1e-5);
        }
        seen
    }

    fn assert_close(found: [f64; 4], wanted: [f64; 4]) {
        let close = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.01);
        assert!(close, "{found:?} is not {wanted:?}");
    }

    #[test]
    fn shares_are_those_of_the_formulas() {
        assert_close(shares(&draw(Selection::Roulette)), VALUES);
        // (2 - s) / 4 + 2 i (s - 1) / 12 for i = 3, 0, 1, 2.
        let ranked = [3, 0, 1, 2].map(|i| 0.125 + f64::from(i) / 12.0);
        assert_close(shares(&draw(Selection::Ranking)), ranked);
        // The best of three with replacement: (i / 4)^3 - ((i - 1) / 4)^3.
        assert_close(shares(&draw(Selection::Tournament)), [37., 1., 7., 19.].map(|n| n / 64.0));
        let without = Ga { replacement: false, ..draw(Selection::Tournament) };
        assert_close(shares(&without), [0.75, 0.0, 0.0, 0.25]);
        let all = Ga { tournament: NonZeroU16::new(9).unwrap(), ..without };
        assert_close(shares(&all), [1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn no_fitness_at_all_is_no_obstacle() {
        let pool = draw(Selection::Roulette).pool(&[0.0; 5], &mut Rng::new(1));
        assert!(pool.len() == 5 && pool.iter().all(|&i| i < 5));
        assert_eq!(draw(Selection::Ranking).pool(&[0.5], &mut Rng::new(1)), [0]);
    }
}
