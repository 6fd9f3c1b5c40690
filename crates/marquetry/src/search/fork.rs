//! Forking: several children work at once, and the result does not depend on how many threads
//! carried them.

use super::Problem;
use super::run::Run;
use super::sink::{Child, Found, Sink, Worth, race_key};
use super::threads::ALONE;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

/// The longest share: a step and a child's index must fit one word.
const MOST_STEPS: u64 = (1 << 48) - 1;
/// The most children, for the same reason.
const MOST_CHILDREN: usize = 1 << 16;

/// What a child brings home.
struct Report<S> {
    index: usize,
    quota: u64,
    log: Vec<Found<S>>,
    refused: Option<String>,
}

impl<S> Report<S> {
    fn of<P: Problem<Solution = S>>(index: usize, quota: u64, run: Run<'_, P>) -> Self {
        let log = match run.sink {
            Sink::Child(child) => child.log,
            Sink::Lead(_) => Vec::new(),
        };
        Self { index, quota, log, refused: run.refused }
    }
}

impl<P: Problem> Run<'_, P> {
    /// Lets every state do up to `share` steps as a child with its own random numbers, and merges
    /// what they found as if they had taken turns, step by step.
    ///
    /// The number of children is the number of states, never the number of cores. A child that
    /// reaches the goal ends the fork for everyone at that very step. A fork costs all shares of its
    /// children even if some end early, and it is finished when time is up, so that a run ended by
    /// time can be repeated by its work: all shares together should last a few milliseconds. One
    /// that would last much longer is cut short, and counts for nothing but the best it found.
    ///
    /// # Panics
    /// With more than 65,536 states.
    pub fn fork<S: Send>(
        &mut self,
        states: &mut [S],
        share: u64,
        body: impl Fn(&mut S, &mut Run<'_, P>) + Sync,
    ) {
        assert!(states.len() <= MOST_CHILDREN, "too many children");
        if states.is_empty() || self.over() {
            return;
        }
        let count = states.len();
        let left = self.work_left();
        let rngs = self.rng.split(count);
        let race = AtomicU64::new(u64::MAX);
        let reports = Mutex::new(Vec::with_capacity(count));
        let (context, best, sample_due) = (self.context, self.best.clone(), self.sample_due);
        let going_on = || !context.clock.overdue(context.clock.elapsed());
        let children = states.iter_mut().zip(rngs).enumerate();
        self.threads.share(children, going_on, |(index, (state, rng))| {
            let quota = quota(left, count as u64, share, index as u64);
            let sink = Sink::Child(Child { index, log: Vec::new(), race: &race });
            let mut run = Run::new(context, rng, quota, &ALONE, sink);
            run.sample_due = sample_due && index == 0;
            run.begin_with(best.clone());
            body(state, &mut run);
            let report = Report::of(index, quota, run);
            reports.lock().unwrap_or_else(PoisonError::into_inner).push(report);
        });
        let mut reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
        reports.sort_by_key(|report| report.index);
        match context.clock.has_cut() {
            true => self.salvage(reports),
            false => self.merge(reports, race.into_inner()),
        }
    }

    /// Takes the best that the children of a fork had found before it was cut short.
    fn salvage(&mut self, reports: Vec<Report<P::Solution>>) {
        self.end();
        let mut log = Vec::new();
        for report in reports {
            self.refused = self.refused.take().or(report.refused);
            log.extend(report.log);
        }
        // A sample need not be complete.
        let whole = log.into_iter().filter(|found| found.worth != Worth::Present);
        let best = whole.max_by_key(|found| found.score);
        if let Some(best) = best.filter(|best| self.beaten_by(best.score)) {
            self.take_gift(best.score, best.solution);
        }
    }

    /// Replays what the children found in the order of their steps.
    fn merge(&mut self, reports: Vec<Report<P::Solution>>, winner: u64) {
        let base = self.work();
        let quotas: Vec<u64> = reports.iter().map(|r| r.quota).collect();
        // Steps all children had taken when child `index` had taken `step`.
        let taken = |step: u64, index: usize| -> u64 {
            let until = |i: usize| if i <= index { step } else { step.saturating_sub(1) };
            quotas.iter().enumerate().map(|(i, &q)| q.min(until(i))).sum()
        };
        self.charge(match winner {
            u64::MAX => quotas.iter().sum(),
            key => taken(key >> 16, (key & 0xffff) as usize),
        });
        let mut log = Vec::new();
        for report in reports {
            self.refused = self.refused.take().or(report.refused);
            let index = report.index;
            log.extend(report.log.into_iter().map(|found| (index, found)));
        }
        // Stable: within a step the order is the child's own.
        log.sort_by_key(|(index, found)| race_key(found.step, *index));
        for (index, Found { step, score, solution, worth }) in log {
            if race_key(step, index) > winner {
                break;
            }
            let work = base + taken(step, index);
            match worth {
                Worth::Best if self.beaten_by(score) => _ = self.accept(work, score, solution),
                Worth::Present if self.samples() => self.show(work, score, solution),
                Worth::Best | Worth::Kept if self.keeps(score) => self.tell(work, score, solution),
                _ => {}
            }
        }
    }
}

/// The steps of child `index`: its share, or an even part of what is left if that is less.
fn quota(left: u64, children: u64, share: u64, index: u64) -> u64 {
    share.min(MOST_STEPS).min(left / children + u64::from(index < left % children))
}
