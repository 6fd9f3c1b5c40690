//! Simulated annealing as in study 5 of Almuhaideb et al. 2022.

use super::super::Puzzle;
use super::moves::{Moves, Walker};
use crate::search::{Algorithm, Chances, Conclusion, Run, gauge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::iter::successors;

/// How it cools. Every law takes as many temperatures, and so as many swaps, as the geometric one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cooling {
    /// Each temperature is the same share of the last: the paper's.
    #[default]
    Geometric,
    /// Each is the same amount below the last.
    Linear,
    /// `t / (1 + bt)` after Lundy and Mees 1986: quick while hot, slow while cold.
    LundyMees,
}

/// A token and a hole at random change places; what makes more lines odd is kept ever more rarely
/// as it cools. When it is cold a new random grid begins. One step is one swap evaluated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Sa {
    /// The first temperature, in odd lines; by default the number of lines of the longer side.
    pub hot: Option<f64>,
    /// The temperature below which a grid is given up.
    pub cold: f64,
    /// What a temperature is multiplied by to give the next (alpha of the paper).
    pub cooling: f64,
    /// How it cools: geometric, linear or lundy-mees, with as many temperatures.
    pub law: Cooling,
    /// What a step changes: a token with a hole, or the cells of a section.
    pub moves: Moves,
    /// Swaps at one temperature, as a share of all swaps of a token with a hole: the static
    /// strategy of Talbi 2009 (y of the paper).
    pub equilibrium: f64,
}

impl Default for Sa {
    fn default() -> Self {
        let (law, moves) = (Cooling::Geometric, Moves::Swap);
        Self { hot: None, cold: 0.001, cooling: 0.95, law, moves, equilibrium: 0.25 }
    }
}

impl Sa {
    fn hot(&self, puzzle: &Puzzle) -> f64 {
        self.hot.unwrap_or(puzzle.rows().max(puzzle.columns()) as f64)
    }

    /// Swaps at one temperature.
    fn length(&self, puzzle: &Puzzle) -> u64 {
        let swaps = puzzle.tokens() as f64 * puzzle.removed() as f64;
        ((self.equilibrium * swaps) as u64).max(1)
    }

    /// The temperatures of one grid.
    fn temperatures(&self, puzzle: &Puzzle) -> impl Iterator<Item = f64> {
        let (hot, cold, cooling, law) = (self.hot(puzzle), self.cold, self.cooling, self.law);
        let warm = successors(Some(hot), move |t| Some(t * cooling)).take_while(move |&t| t > cold);
        let levels = warm.count();
        let step = (hot - cold) / levels as f64;
        let cooler = move |&t: &f64| {
            Some(match law {
                Cooling::Geometric => t * cooling,
                Cooling::Linear => t - step,
                Cooling::LundyMees => t / (1.0 + step / (hot * cold) * t),
            })
        };
        successors(Some(hot), cooler).take(levels)
    }

    /// Steps of one grid, from hot to cold.
    #[must_use]
    pub fn schedule(&self, puzzle: &Puzzle) -> u64 {
        let levels = self.temperatures(puzzle).count() as u64;
        self.length(puzzle).saturating_mul(levels).saturating_add(1)
    }
}

impl Algorithm<Puzzle> for Sa {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        let (hot, cold) = (self.hot(puzzle), self.cold);
        if !(cold >= 1e-9 && hot >= cold && hot <= 1e9) {
            return Some("expected temperatures from 1e-9 to 1e9, hot not below cold".to_owned());
        }
        if !(self.cooling > 0.0 && self.cooling <= 0.9999) {
            return Some(format!(
                "expected cooling above 0, at most 0.9999, found {}",
                self.cooling
            ));
        }
        let share = self.equilibrium;
        (!(share > 0.0 && share <= 1e6))
            .then(|| format!("expected equilibrium above 0, at most 1000000, found {share}"))
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        let mut start = run.start();
        while run.step() {
            let begun = Walker::new(puzzle, self.moves, start.take(), &mut run.rng);
            let Some(mut walk) = begun else { return Conclusion::Exhausted };
            run.offer(walk.score(), || walk.solution());
            for temperature in self.temperatures(puzzle) {
                run.gauge(gauge::TEMPERATURE, temperature);
                let chances = Chances::new(temperature);
                for _ in 0..self.length(puzzle) {
                    if !run.step() {
                        return Conclusion::Stopped;
                    }
                    if walk.step(&chances, &mut run.rng).is_some_and(|gain| gain > 0) {
                        run.offer(walk.score(), || walk.solution());
                    }
                }
            }
        }
        Conclusion::Stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_law_goes_from_hot_to_cold() {
        let puzzle = Puzzle::new(10, 10, 26).unwrap();
        for law in [Cooling::Geometric, Cooling::Linear, Cooling::LundyMees] {
            let sa = Sa { law, ..Sa::default() };
            let levels: Vec<f64> = sa.temperatures(&puzzle).collect();
            assert_eq!((levels.len(), levels[0]), (180, 10.0));
            assert!(levels.is_sorted_by(|a, b| a > b), "{law:?}");
            // One more step would be cold.
            assert!(levels[179] > 0.001 && levels[179] < 0.06, "{law:?}: {}", levels[179]);
        }
    }

    /// 180 temperatures from 10 to 0.001, a quarter of 26 x 74 swaps at each.
    #[test]
    fn the_schedule_is_the_papers() {
        let puzzle = Puzzle::new(10, 10, 26).unwrap();
        let sa = Sa::default();
        assert_eq!((sa.length(&puzzle), sa.temperatures(&puzzle).count()), (481, 180));
        assert_eq!(sa.schedule(&puzzle), 1 + 481 * 180);
        assert!(sa.temperatures(&puzzle).last().is_some_and(|t| (0.001..0.00106).contains(&t)));
    }
}
