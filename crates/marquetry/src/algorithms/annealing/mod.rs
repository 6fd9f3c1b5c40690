//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983), on any problem that can be walked.

pub(super) mod modern;
mod schedule;

use crate::edge::Puzzle;
use crate::search::{Algorithm, Conclusion, Entry, Rng, Run, Walk, Walkable};
use schedule::Schedule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU64};

/// Steps all walkers together take before they meet again. From a random board almost every step is a
/// board to be shown, which takes long on large ones.
pub(super) const SHARE: usize = 1 << 13;

/// More walkers than this only cost memory.
pub(super) const MOST_WALKERS: u16 = 256;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Annealing>(
    "annealing",
    "swaps with best turns and turns at random, worse ones ever more rarely as it cools",
    "Kirkpatrick, Gelatt and Vecchi 1983, \"Optimization by simulated annealing\"",
    "one changed board scored",
)
.with_children("walkers")
.resuming()
.tried(100_000, &[r#"{"hot": 2, "cold": 0.3, "work": 700, "growth": 2, "walkers": 3}"#]);

/// A random small change is kept if it is not worse, and otherwise with a chance that falls as the
/// temperature does. When it is cold the same solution is heated again, for a longer cycle.
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

    fn caution(&self, work: u64) -> Option<String> {
        schedule::cut_short(self.work.get(), self.walkers.get(), work)
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
