//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983), on any problem that can be walked.

use crate::search::{Algorithm, Chances, Conclusion, Rng, Run, Walk, Walkable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU64};

/// Steps all walkers together take before they meet again. From a random board almost every step is a
/// board to be shown, which takes long on large ones.
pub(super) const SHARE: usize = 1 << 13;

/// More walkers than this only cost memory.
pub(super) const MOST_WALKERS: u16 = 256;

/// Square roots that lead from the ratio of a cycle to that of a level.
const HALVINGS: u32 = 8;

/// Temperatures of a cycle.
const LEVELS: u64 = 1 << HALVINGS;

/// A random small change is kept if it is not worse, and otherwise with a chance that falls as the
/// temperature does. When it is cold the same solution is heated again, for a longer cycle. One
/// step is one changed solution scored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Annealing {
    /// The temperature a cycle begins with, in units of the score.
    pub hot: f64,
    /// The temperature a cycle ends with.
    pub cold: f64,
    /// Steps of the first cycle, at least 256.
    pub work: NonZeroU64,
    /// How many times longer than the last each cycle is, at least 1.
    pub growth: f64,
    /// Independent walks. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for Annealing {
    fn default() -> Self {
        Self {
            hot: 0.5,
            cold: 0.12,
            work: const { NonZeroU64::new(50_000_000).unwrap() },
            growth: 1.5,
            walkers: const { NonZeroU16::new(1).unwrap() },
        }
    }
}

/// A temperature and the steps left at it.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    hot: f64,
    /// What a level is colder than the last.
    ratio: f64,
    growth: f64,
    temperature: f64,
    level: u64,
    /// Steps of a level.
    length: f64,
    left: u64,
    pub(super) chances: Chances,
}

impl Schedule {
    /// Cools from `hot` to `cold` in `work` steps, and again and again in ever more.
    pub(super) fn new(hot: f64, cold: f64, work: f64, growth: f64) -> Self {
        let ratio = (0..HALVINGS).fold(cold / hot, |ratio, _| ratio.sqrt());
        let length = (work / LEVELS as f64).max(1.0);
        let (temperature, chances) = (hot, Chances::new(hot));
        Self { hot, ratio, growth, temperature, level: 0, length, left: length as u64, chances }
    }

    /// Goes on by a step; whether a cycle has just ended.
    #[inline]
    pub(super) fn step(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0 && self.next_level()
    }

    #[cold]
    fn next_level(&mut self) -> bool {
        self.level = (self.level + 1) % LEVELS;
        if self.level == 0 {
            self.temperature = self.hot;
            self.length = (self.length * self.growth).min(1e12);
        } else {
            self.temperature *= self.ratio;
        }
        self.left = self.length as u64;
        self.chances = Chances::new(self.temperature);
        self.level == 0
    }
}

impl<P: Walkable> Algorithm<P> for Annealing {
    fn objection(&self, _: &P) -> Option<String> {
        let sound = self.cold > 0.0 && self.hot >= self.cold && self.hot <= 1e9;
        if !sound {
            return Some("expected temperatures above 0, hot not below cold".to_owned());
        }
        let (growth, walkers) = (self.growth, self.walkers.get());
        if !(1.0..=1e6).contains(&growth) {
            return Some(format!("expected growth from 1 to 1000000, found {growth}"));
        }
        (walkers > MOST_WALKERS)
            .then(|| format!("expected at most {MOST_WALKERS} walkers, found {walkers}"))
    }

    fn solve(&self, problem: &P, run: &mut Run<'_, P>) -> Conclusion {
        let mut walkers = Vec::new();
        while walkers.len() < usize::from(self.walkers.get()) && run.step() {
            let Some(walk) = problem.walk(run.start(), &mut run.rng) else {
                return Conclusion::Exhausted;
            };
            run.offer(walk.score(), || walk.solution());
            let work = self.work.get() as f64;
            let schedule = Schedule::new(self.hot, self.cold, work, self.growth);
            walkers.push((walk, schedule, Rng::new(run.rng.bits())));
        }
        let share = (SHARE / walkers.len().max(1)).max(1) as u64;
        while !run.over() {
            run.fork(&mut walkers, share, |(walk, schedule, rng), child| {
                while child.step() {
                    schedule.step();
                    let change = walk.propose(rng);
                    let gain = walk.gain(change);
                    if schedule.chances.accept(gain, rng) {
                        walk.make(change);
                        child.offer(walk.score(), || walk.solution());
                    }
                }
            });
        }
        Conclusion::Stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_cools_from_hot_to_cold_and_the_next_is_longer() {
        let mut schedule = Schedule::new(2.0, 0.5, 2560.0, 2.0);
        let mut last = schedule.temperature;
        let mut cycle = |schedule: &mut Schedule| {
            let mut steps = 1;
            while !schedule.step() {
                steps += 1;
                last = schedule.temperature;
            }
            (steps, last)
        };
        let (steps, coldest) = cycle(&mut schedule);
        assert_eq!((steps, schedule.temperature), (2560, 2.0));
        assert!((0.5..0.51).contains(&coldest), "{coldest}");
        assert_eq!(cycle(&mut schedule).0, 5120);
    }
}
