//! The two-phase tabu search of Wang and Chiang 2010.

mod list;
pub(super) mod modern;
mod pairs;
mod search;
#[cfg(test)]
mod tests;

use crate::edge::Puzzle;
use crate::search::{Algorithm, Conclusion, Entry, Run};
use schemars::JsonSchema;
use search::TwoPhaseSearch;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};

/// Steps all walkers together take before they meet again.
const SHARE: usize = 1 << 19;

/// More walkers than this only cost memory.
const MOST_WALKERS: u16 = 64;

/// A longer tabu list takes long to look through.
const MOST_LENGTH: u16 = 4096;

/// How many pairs are drawn from `ratio` of all pairs and `pairs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sample {
    /// The smaller: table 1 calls the second a maximum, and the paper's evaluations per second grow
    /// with the size as they do if this is meant.
    #[default]
    Min,
    /// The larger, as section 2.3.1 prints it, but never more than there are.
    Max,
}

/// The turns two swapped pieces take where the frame leaves a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Turns {
    /// Those that match most joins.
    #[default]
    Best,
    /// Any.
    Random,
}

/// What a swap with its best turns counts as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Count {
    /// One evaluation: it is one neighbour.
    Swap,
    /// As many evaluations as there are combinations of turns. So the paper's mean and spread come
    /// back.
    #[default]
    Turns,
}

/// How many neighbours the annealing tries at each temperature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Length {
    /// One: section 2.4.2 speaks of the temperature of the current iteration.
    #[default]
    One,
    /// As many as an iteration of the tabu search scores.
    Neighbourhood,
}

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Tabu>(
    "tabu",
    "first the ring, then all: the best of many swaps and turns that bring nothing back",
    "Wang and Chiang 2010, \"Solving Eternity-II puzzles with a tabu search algorithm\"",
    "one neighbour scored",
)
.with_children("walkers")
.resuming()
.tried(2_000_000, &[
            r#"{"outside": 2, "cold": 0.2, "frozen": 0.05, "shaken": 0.2, "pairs": 20, "anneal": 3, "perturb": 8, "hot": 2, "cooling": 0.5, "length": 4}"#,
            r#"{"sample": "max", "turns": "random", "count": "swap", "neighbours": "neighbourhood", "pairs": 3, "outside": 0, "ratio": 0.01, "anneal": 2, "perturb": 5, "hot": 1, "cooling": 0.3, "walkers": 3}"#,
        ]);

/// First the ring of outside pieces, then the whole board: the best of a sample of swaps and all
/// turns, whatever it loses, unless it would bring back what was left a short while ago. Annealing
/// and perturbation when nothing improves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Tabu {
    /// Length of the tabu list.
    pub length: u16,
    /// Iterations of phase I at most (I1).
    pub outside: u32,
    /// Iterations without improvement after which the board is annealed (I2).
    pub anneal: NonZeroU32,
    /// Iterations without improvement after which the board is perturbed (I3).
    pub perturb: NonZeroU32,
    /// Share of all homogeneous pairs in the sample (beta 1).
    pub ratio: f64,
    /// Number of pairs the share is compared with (beta 2).
    pub pairs: u32,
    /// What the temperature is multiplied with, below 1 (alpha).
    pub cooling: f64,
    /// First temperature of the annealing (T0).
    pub hot: f64,
    /// Last temperature of the annealing (TE).
    pub cold: f64,
    /// Pairs swapped by a perturbation, as a share of the cells (gamma).
    pub shaken: f64,
    /// Whether the sample is the smaller or the larger of the two numbers of pairs.
    pub sample: Sample,
    /// The turns two swapped pieces take.
    pub turns: Turns,
    /// What a swap with its best turns counts as.
    pub count: Count,
    /// How many neighbours the annealing tries at each temperature.
    pub neighbours: Length,
    /// Lower temperatures count as 0, which no geometric cooling reaches. At 0.1 one lost join in
    /// 22,000 is accepted.
    pub frozen: f64,
    /// Independent searches. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for Tabu {
    fn default() -> Self {
        Self {
            length: 360,
            outside: 400,
            anneal: const { NonZeroU32::new(400).unwrap() },
            perturb: const { NonZeroU32::new(3500).unwrap() },
            ratio: 0.5,
            pairs: 6000,
            cooling: 0.99,
            hot: 100.0,
            cold: 0.0,
            shaken: 0.5,
            sample: Sample::Min,
            turns: Turns::Best,
            count: Count::Turns,
            neighbours: Length::One,
            frozen: 0.1,
            walkers: const { NonZeroU16::new(1).unwrap() },
        }
    }
}

impl Tabu {
    /// The number of pairs drawn from so many.
    fn drawn(&self, total: u64) -> u64 {
        let share = (self.ratio * total as f64).ceil() as u64;
        let drawn = match self.sample {
            Sample::Min => share.min(self.pairs.into()),
            Sample::Max => share.max(self.pairs.into()),
        };
        drawn.min(total)
    }
}

impl Algorithm<Puzzle> for Tabu {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        let shares = [("ratio", self.ratio, 1.0), ("shaken", self.shaken, 100.0)];
        for (name, value, most) in shares {
            if !(0.0..=most).contains(&value) {
                return Some(format!("expected {name} from 0 to {most}, found {value}"));
            }
        }
        if self.length > MOST_LENGTH {
            return Some(format!(
                "expected a list of at most {MOST_LENGTH}, found {}",
                self.length
            ));
        }
        let walkers = self.walkers.get();
        if walkers > MOST_WALKERS {
            return Some(format!("expected at most {MOST_WALKERS} walkers, found {walkers}"));
        }
        if !(0.0..=0.999_999).contains(&self.cooling) {
            return Some(format!("expected cooling from 0 to 0.999999, found {}", self.cooling));
        }
        let lowest = self.cold.min(self.frozen).min(self.hot);
        let heat = lowest >= 0.0 && self.frozen > 0.0 && self.hot <= 1e6;
        (!heat).then(|| "expected temperatures from 0 to 1000000, frozen above 0".to_owned())
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.obstacle().is_some() {
            return Conclusion::Exhausted;
        }
        let mut walkers: Vec<Option<TwoPhaseSearch>> = vec![None; usize::from(self.walkers.get())];
        let share = (SHARE / walkers.len()).max(1) as u64;
        while !run.over() {
            run.fork(&mut walkers, share, |walker, child| match walker {
                Some(search) => search.advance(child),
                None if child.step() => {
                    let search = walker.insert(TwoPhaseSearch::new(self, puzzle, child));
                    search.advance(child);
                }
                None => {}
            });
        }
        Conclusion::Stopped
    }
}
