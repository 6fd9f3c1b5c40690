//! Late acceptance hill climbing (Burke and Bykov 2017), on any problem that can be walked.

use super::annealing::{MOST_WALKERS, SHARE};
use crate::edge::Puzzle;
use crate::search::{Algorithm, Conclusion, Entry, Rng, Run, Score, Walk, Walkable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Late>(
    "late",
    "swaps with best turns and turns at random, kept if not worse than a while ago",
    "Burke and Bykov 2017, \"The late acceptance hill-climbing heuristic\"",
    "one changed board scored",
)
.with_children("walkers")
.resuming()
.tried(20_000, &[r#"{"history": 50, "patience": 4, "walkers": 3}"#]);

/// A random small change is kept if the solution is not worse than now, or than it was a fixed
/// number of steps ago.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Late {
    /// Steps a solution is remembered for.
    pub history: NonZeroU32,
    /// Steps without a better solution, in lengths of the history, after which a walk starts anew
    /// from a random solution.
    pub patience: NonZeroU64,
    /// Independent walks. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for Late {
    fn default() -> Self {
        Self {
            history: const { NonZeroU32::new(5_000).unwrap() },
            patience: const { NonZeroU64::new(2_000).unwrap() },
            walkers: const { NonZeroU16::new(1).unwrap() },
        }
    }
}

/// The most scores remembered by all walks together.
const MOST: u64 = 1 << 28;

/// A walk with its past.
struct LateWalk<W> {
    walk: W,
    rng: Rng,
    past: Vec<Score>,
    at: usize,
    best: Score,
    idle: u64,
}

impl<W: Walk> LateWalk<W> {
    fn new(walk: W, history: NonZeroU32, rng: Rng) -> Self {
        let score = walk.score();
        let past = vec![score; history.get() as usize];
        Self { walk, rng, past, at: 0, best: score, idle: 0 }
    }

    /// Tries a change.
    fn step(&mut self) {
        let change = self.walk.propose(&mut self.rng);
        let now = self.walk.score();
        let then = now.saturating_add_signed(self.walk.gain(change));
        if then >= now || then >= self.past[self.at] {
            self.walk.make(change);
        }
        // The past only ever rises (their section 4).
        let now = self.walk.score();
        self.past[self.at] = self.past[self.at].max(now);
        self.at = (self.at + 1) % self.past.len();
        self.idle = if now > self.best { 0 } else { self.idle + 1 };
        self.best = self.best.max(now);
    }
}

impl<P: Walkable> Algorithm<P> for Late {
    fn objection(&self, _: &P) -> Option<String> {
        let scores = u64::from(self.history.get()) * u64::from(self.walkers.get());
        let walkers = self.walkers.get();
        if walkers > MOST_WALKERS {
            return Some(format!("expected at most {MOST_WALKERS} walkers, found {walkers}"));
        }
        (scores > MOST)
            .then(|| format!("expected at most {MOST} remembered scores, found {scores}"))
    }

    fn solve(&self, problem: &P, run: &mut Run<'_, P>) -> Conclusion {
        let patience = self.patience.get().saturating_mul(self.history.get().into());
        let mut walkers = Vec::new();
        while walkers.len() < usize::from(self.walkers.get()) && run.step() {
            let Some(walk) = problem.walk(run.start(), &mut run.rng) else {
                return Conclusion::Exhausted;
            };
            run.offer(walk.score(), || walk.solution());
            walkers.push(LateWalk::new(walk, self.history, Rng::new(run.rng.bits())));
        }
        let share = (SHARE / walkers.len().max(1)).max(1) as u64;
        while !run.over() {
            run.fork(&mut walkers, share, |walker, child| {
                while child.step() {
                    if walker.idle < patience {
                        walker.step();
                    } else if let Some(walk) = problem.walk(None, &mut walker.rng) {
                        *walker = LateWalk::new(walk, self.history, walker.rng.clone());
                    }
                    child.offer(walker.walk.score(), || walker.walk.solution());
                }
            });
        }
        Conclusion::Stopped
    }
}
