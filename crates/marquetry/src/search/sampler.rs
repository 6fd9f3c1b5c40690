//! Samples of what a run is doing now, for those who watch it.

use super::run::Run;
use super::sink::{Found, Sink, Worth};
use super::{Event, Problem, Score};
use std::sync::atomic::{AtomicU64, Ordering};

/// How often the observer hears of the present solution: at once and then about every so many steps,
/// 0 for never. It may be changed by another thread while the run goes on.
///
/// A run that has one is the same as one that has none: same improvements, same work, same
/// signature. The solution that an algorithm has next is told as [`Event::Present`]; of a fork, at
/// most one of its first child. New bests are told as such and not twice. `sat` has nothing to
/// show between its first board and its last.
///
/// ```
/// use marquetry::algorithms::find;
/// use marquetry::edge::generate::Recipe;
/// use marquetry::search::{Budget, Event, Sampler, Setup, solve};
///
/// let puzzle = Recipe::eternity_like(6, 6, 1).make()?.puzzle;
/// let dfs = find("dfs")?.build(Default::default())?;
/// let (budget, sampler) = (Budget { work: Some(20_000), ..Budget::default() }, Sampler::new(1_000));
/// let setup = Setup { budget, sampler: Some(&sampler), ..Setup::default() };
/// let mut samples = 0;
/// solve(&puzzle, &*dfs, &setup, &mut |_, event| {
///     if let Event::Present { score, solution } = event {
///         assert_eq!(puzzle.verdict(solution).score, *score);
///         samples += 1;
///     }
/// });
/// assert!(samples > 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Sampler(AtomicU64);

impl Sampler {
    /// A sample about every so many steps; 0 for none.
    #[must_use]
    pub fn new(steps: u64) -> Self {
        Self(AtomicU64::new(steps))
    }

    /// Changes how often from now on.
    pub fn set(&self, steps: u64) {
        self.0.store(steps, Ordering::Relaxed);
    }

    /// About how many steps lie between two samples; 0 if there are none.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl<'a, P: Problem> Run<'a, P> {
    /// The problem of this run.
    pub(crate) fn problem(&self) -> &'a P {
        self.context.problem
    }

    /// Shows what the algorithm has now, if anyone wants to see it: for those that seldom
    /// [offer](Self::offer). It need not be complete, it is never a new best, and it is built only if
    /// a sample is due; `None` leaves that to the next call. A branch, else.
    #[inline]
    pub fn present(&mut self, build: impl FnOnce() -> Option<P::Solution>) {
        if self.sample_due && self.samples() {
            build().into_iter().for_each(|solution| self.judge_and_show(solution));
        }
    }

    /// Whether a sample is due and may be told: nothing is once the goal is reached.
    #[cold]
    pub(super) fn samples(&self) -> bool {
        self.sample_due && !self.has_lost() && self.best_score() < self.context.goal
    }

    #[cold]
    fn judge_and_show(&mut self, solution: P::Solution) {
        match self.context.problem.judge_part(&solution) {
            Ok(score) => self.show(self.work(), score, solution),
            Err(fault) => {
                debug_assert!(false, "presented a solution with a fault: {fault}");
                self.refused.get_or_insert(format!("presented: {fault}"));
            }
        }
    }

    /// Tells a judged sample.
    pub(super) fn show(&mut self, work: u64, score: Score, solution: P::Solution) {
        self.sample_due = false;
        self.set_bar();
        let stamp = self.stamp(work);
        match &mut self.sink {
            Sink::Lead(lead) => (lead.observer)(stamp, &Event::Present { score, solution }),
            Sink::Child(child) => {
                child.log.push(Found { step: work, score, solution, worth: Worth::Present });
            }
        }
    }

    /// Notes whether a sample has become due; how many steps may be taken before the next look.
    /// A child is told by its parent, once.
    pub(super) fn sample_if_due(&mut self) -> u64 {
        let (Sink::Lead(lead), Some(sampler)) = (&mut self.sink, self.context.sampler) else {
            return u64::MAX;
        };
        let steps = sampler.steps();
        if steps == 0 {
            self.sample_due = false;
        } else if lead.sampled.is_none_or(|last| self.granted - last >= steps) {
            (self.sample_due, lead.sampled) = (true, Some(self.granted));
        }
        self.set_bar();
        if steps == 0 { u64::MAX } else { steps }
    }

    /// Sets the least score that is looked at though it is no new best.
    pub(super) fn set_bar(&mut self) {
        let kept = self.context.keep.threshold(self.best_score());
        self.keep_from = if self.sample_due { 0 } else { kept };
    }
}
