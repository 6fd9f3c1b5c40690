//! The context an algorithm works in: budget, best solution, events, random numbers.

use super::clock::Clock;
use super::sink::{Found, Sink, Worth, race_key};
use super::threads::Threads;
use super::{Conclusion, Event, Keep, Problem, Rng, Sampler, Score, Stamp};
use std::hash::Hash;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long a run goes between two looks at the clock: short enough to stop at once, long enough
/// to cost nothing.
const POLL_EVERY: Duration = Duration::from_millis(1);
/// The most solutions of one score that a forked child brings home besides improvements.
const MOST_KEPT: usize = 8;
/// How often an observer hears that a run is alive.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// What an algorithm receives: the only thing it talks to.
///
/// ```
/// use marquetry::edge::{Puzzle, State, generate::Recipe};
/// use marquetry::search::{Algorithm, Budget, Conclusion, Run, Setup, solve};
///
/// /// Draws boards until the budget ends.
/// struct Draws;
///
/// impl Algorithm<Puzzle> for Draws {
///     fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
///         while run.step() {
///             let state = State::random(puzzle, &mut run.rng);
///             run.offer(state.score(), || state.board());
///         }
///         Conclusion::Stopped
///     }
/// }
///
/// let puzzle = Recipe::eternity_like(6, 6, 1).make()?.puzzle;
/// let budget = Budget { work: Some(100), ..Budget::default() };
/// let outcome = solve(&puzzle, &Draws, &Setup { budget, ..Setup::default() }, &mut |_, _| {});
/// assert_eq!((outcome.work, outcome.conclusion), (100, Conclusion::Stopped));
/// # Ok::<(), marquetry::edge::generate::GenerateError>(())
/// ```
pub struct Run<'a, P: Problem> {
    /// The run's own random numbers.
    pub rng: Rng,
    pub(super) context: Context<'a, P>,
    /// Steps that may be taken before the next look at clock and limits.
    fuse: u64,
    /// Steps handed out so far, those still in the fuse included.
    pub(super) granted: u64,
    limit: u64,
    chunk: u64,
    last_poll: Duration,
    over: bool,
    pub(super) best: Option<(Score, P::Solution)>,
    /// The least score that is told though it is no new best; 0 while a sample is due.
    pub(super) keep_from: Score,
    /// Whether the next solution is told as a sample.
    pub(super) sample_due: bool,
    pub(super) threads: &'a Threads,
    pub(super) refused: Option<String>,
    pub(super) sink: Sink<'a, P::Solution>,
}

/// What a run and its children have in common.
pub(super) struct Context<'a, P: Problem> {
    pub(super) problem: &'a P,
    /// The score that ends the run.
    pub(super) goal: Score,
    pub(super) keep: Keep,
    pub(super) sampler: Option<&'a Sampler>,
    pub(super) clock: &'a Clock<'a>,
    pub(super) start: Option<&'a P::Solution>,
}

impl<P: Problem> Clone for Context<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Problem> Copy for Context<'_, P> {}

impl<'a, P: Problem> Run<'a, P> {
    pub(super) fn new(
        context: Context<'a, P>,
        rng: Rng,
        limit: u64,
        threads: &'a Threads,
        sink: Sink<'a, P::Solution>,
    ) -> Self {
        let last_poll = context.clock.elapsed();
        Self {
            rng,
            context,
            fuse: 0,
            granted: 0,
            limit,
            chunk: 1,
            last_poll,
            over: false,
            best: None,
            keep_from: context.keep.threshold(0),
            sample_due: false,
            threads,
            refused: None,
            sink,
        }
    }

    /// Takes one step if the run may go on. A decrement and a branch.
    #[inline]
    pub fn step(&mut self) -> bool {
        if let Some(left) = self.fuse.checked_sub(1) {
            self.fuse = left;
            return true;
        }
        let go_on = self.poll();
        self.fuse -= u64::from(go_on);
        go_on
    }

    /// Takes up to so many steps at once; the number taken.
    pub fn take(&mut self, steps: u64) -> u64 {
        let mut left = steps;
        while left > 0 && (self.fuse > 0 || self.poll()) {
            let now = left.min(self.fuse);
            self.fuse -= now;
            left -= now;
        }
        steps - left
    }

    /// Whether the run is over, without taking a step.
    pub fn over(&mut self) -> bool {
        self.fuse == 0 && !self.poll()
    }

    /// Steps taken so far.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.granted - self.fuse
    }

    /// Steps that may still be taken.
    #[must_use]
    pub fn work_left(&self) -> u64 {
        if self.over { 0 } else { self.limit - self.work() }
    }

    /// The score that ends the run: a perfect one, or the target.
    #[must_use]
    pub fn goal(&self) -> Score {
        self.context.goal
    }

    /// The best score so far, 0 if nothing was offered.
    #[must_use]
    pub fn best_score(&self) -> Score {
        self.best.as_ref().map_or(0, |(score, _)| *score)
    }

    /// The best solution so far.
    #[must_use]
    pub fn best(&self) -> Option<&P::Solution> {
        self.best.as_ref().map(|(_, solution)| solution)
    }

    /// The solution the user wants to go on from, if any. It is valid.
    #[must_use]
    pub fn start(&self) -> Option<&'a P::Solution> {
        self.context.start
    }

    /// Offers a solution. It is built and judged only if its score is a new best, or worth keeping
    /// (see [`Keep`]); whether it is a new best.
    #[inline]
    pub fn offer(&mut self, score: Score, build: impl FnOnce() -> P::Solution) -> bool {
        if self.beaten_by(score) {
            return self.accept(self.work(), score, build());
        }
        if score >= self.keep_from && (self.samples() || self.keeps(score)) {
            self.keep(score, build());
        }
        false
    }

    /// Whether a solution that is no new best is told. Nothing is once the goal is reached, and a
    /// child brings home only the first few of each score: what it keeps must not depend on how
    /// far it ran after a sibling had won.
    #[cold]
    pub(super) fn keeps(&self, score: Score) -> bool {
        let room = match &self.sink {
            Sink::Lead(_) => true,
            Sink::Child(child) => {
                let kept = child.log.iter().filter(|found| found.worth == Worth::Kept);
                kept.filter(|found| found.score == score).count() < MOST_KEPT
            }
        };
        let least = self.context.keep.threshold(self.best_score());
        room && score >= least && self.best_score() < self.context.goal
    }

    #[inline]
    pub(super) fn beaten_by(&self, score: Score) -> bool {
        self.best.as_ref().is_none_or(|(best, _)| score > *best)
    }

    /// Says that the algorithm enters a part of its work. Forked children are not heard.
    pub fn phase(&mut self, name: &str) {
        let stamp = self.stamp(self.work());
        if let Sink::Lead(lead) = &mut self.sink {
            (lead.observer)(stamp, &Event::Phase { name: name.to_owned() });
        }
    }

    /// Reports a named quantity with the next sign of life. Forked children are not heard, nor is
    /// what is not a number. How it goes over another is kept by [`plot`](Self::plot).
    pub fn gauge(&mut self, name: &str, value: f64) {
        let Sink::Lead(lead) = &mut self.sink else { return };
        if !value.is_finite() {
            return;
        }
        match lead.gauges.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => lead.gauges.push((name.to_owned(), value)),
        }
    }

    /// Looks at limits, clock and stop flag, and grants the next steps.
    #[cold]
    fn poll(&mut self) -> bool {
        if self.over || self.granted >= self.limit {
            return false;
        }
        let now = self.context.clock.elapsed();
        self.over = match &self.sink {
            Sink::Lead(_) => self.context.clock.due(now),
            Sink::Child(child) => {
                // The next step counts only if it comes before a sibling's goal.
                let next = race_key(self.granted + 1, child.index);
                next >= child.race.load(Ordering::Relaxed) || self.context.clock.overdue(now)
            }
        };
        if self.over {
            return false;
        }
        let most = self.sample_if_due();
        self.fuse = self.pace(now, most).min(self.limit - self.granted);
        self.granted += self.fuse;
        self.show_progress(now);
        true
    }

    /// How many steps to take before the next look at the clock, at most so many.
    fn pace(&mut self, now: Duration, most: u64) -> u64 {
        // Steps may suddenly become dearer: shrink by as much as this poll was late.
        let late = (now - self.last_poll).as_nanos() / POLL_EVERY.as_nanos();
        self.chunk = match late as u64 {
            0 => self.chunk.saturating_mul(2).min(1 << 32),
            late => (self.chunk / (late + 1)).max(1),
        };
        self.chunk = self.chunk.min(most);
        self.last_poll = now;
        self.chunk
    }

    /// Whether the run must end: a look at the clock now, for those who are busy without taking steps.
    pub(crate) fn due(&self) -> bool {
        self.context.clock.due(self.context.clock.elapsed())
    }

    /// Whether the run is over, by a look at the clock now: for those who are busy between two steps. If it is, no
    /// granted step is taken any more, and the same work ends it at the same place again.
    pub(crate) fn cut(&mut self) -> bool {
        self.over |= match self.sink {
            Sink::Lead(_) => self.due(),
            Sink::Child(_) => self.overdue(),
        };
        if self.over {
            self.granted -= std::mem::take(&mut self.fuse);
        }
        self.over
    }

    /// Whether the run should have ended a while ago: a long step under way need not be finished.
    /// Its steps are then not [charged](Self::charge), and what it found is a [gift](Self::gift).
    pub(crate) fn overdue(&self) -> bool {
        self.context.clock.overdue(self.context.clock.elapsed())
    }

    /// Takes what was found by steps that were cut short: told and kept like any new best, but no
    /// part of the signature, since the same work would not find it again.
    pub(crate) fn gift(&mut self, score: Score, solution: P::Solution) {
        if self.beaten_by(score) && self.judged(score, &solution) {
            self.take_gift(score, solution);
        }
    }

    /// The same for a new best that was judged already: on large problems that takes a while.
    pub(super) fn take_gift(&mut self, score: Score, solution: P::Solution) {
        let (stamp, step) = (self.stamp(self.work()), self.work());
        let best = (score, solution.clone());
        match &mut self.sink {
            Sink::Lead(lead) => (lead.observer)(stamp, &Event::Improved { score, solution }),
            Sink::Child(child) => {
                child.log.push(Found { step, score, solution, worth: Worth::Best });
            }
        }
        self.begin_with(Some(best));
    }

    /// Ends the run after steps that were cut short.
    pub(super) fn end(&mut self) {
        self.granted -= self.fuse;
        self.fuse = 0;
        self.over = true;
    }

    fn show_progress(&mut self, now: Duration) {
        let (stamp, score) = (self.stamp(self.work()), self.best_score());
        let Sink::Lead(lead) = &mut self.sink else { return };
        if now.saturating_sub(lead.last_progress) >= PROGRESS_EVERY {
            lead.last_progress = now;
            let gauges = lead.gauges.clone();
            (lead.observer)(stamp, &Event::Progress { score, gauges });
        }
    }

    pub(super) fn stamp(&self, work: u64) -> Stamp {
        Stamp { work, elapsed_s: self.context.clock.elapsed().as_secs_f64() }
    }

    /// Counts steps that were taken already: those of a fork, or a long one that might have been cut
    /// short.
    pub(crate) fn charge(&mut self, work: u64) {
        self.granted = self.granted - self.fuse + work;
        self.fuse = 0;
        // What forks cost says nothing about what steps cost.
        self.chunk = 1;
    }

    /// Sets the best solution known so far, without telling anyone.
    pub(super) fn begin_with(&mut self, best: Option<(Score, P::Solution)>) {
        self.best = best;
        self.set_bar();
    }

    /// Whether a solution is worth what was said.
    fn judged(&mut self, score: Score, solution: &P::Solution) -> bool {
        let judged = self.context.problem.judge(solution).map_err(|fault| fault.to_string());
        if judged != Ok(score) {
            debug_assert!(false, "offered {score}, judged {judged:?}");
            self.refused.get_or_insert(format!("offered {score}, judged {judged:?}"));
        }
        judged == Ok(score)
    }

    /// Whether this is a child whose steps no longer count because a sibling has won. What it offers
    /// now it found in such steps, however far its own count has come.
    pub(super) fn has_lost(&self) -> bool {
        self.over && matches!(self.sink, Sink::Child(_)) && !self.context.clock.has_cut()
    }

    /// Judges and tells a solution that is no new best. It does not enter the signature.
    #[cold]
    fn keep(&mut self, score: Score, solution: P::Solution) {
        if self.has_lost() || !self.judged(score, &solution) {
            return;
        }
        if self.samples() {
            self.show(self.work(), score, solution.clone());
        }
        if self.keeps(score) {
            self.tell(self.work(), score, solution);
        }
    }

    /// Tells a judged solution that is no new best.
    pub(super) fn tell(&mut self, work: u64, score: Score, solution: P::Solution) {
        let stamp = self.stamp(work);
        match &mut self.sink {
            Sink::Lead(lead) => (lead.observer)(stamp, &Event::Kept { score, solution }),
            Sink::Child(child) => {
                child.log.push(Found { step: work, score, solution, worth: Worth::Kept });
            }
        }
    }

    /// Judges and records a new best solution.
    pub(super) fn accept(&mut self, work: u64, score: Score, solution: P::Solution) -> bool {
        if self.has_lost() || !self.judged(score, &solution) {
            return false;
        }
        let stamp = self.stamp(work);
        match &mut self.sink {
            Sink::Lead(lead) => {
                (work, score).hash(&mut lead.signature);
                solution.hash(&mut lead.signature);
                (lead.observer)(stamp, &Event::Improved { score, solution: solution.clone() });
            }
            Sink::Child(child) => {
                let solution = solution.clone();
                child.log.push(Found { step: work, score, solution, worth: Worth::Best });
                if score >= self.context.goal {
                    child.race.fetch_min(race_key(work, child.index), Ordering::Relaxed);
                }
            }
        }
        self.begin_with(Some((score, solution)));
        if score >= self.context.goal {
            self.end();
        }
        true
    }

    pub(super) fn finish_signature(&mut self, conclusion: Conclusion) -> String {
        let work = self.work();
        match &mut self.sink {
            Sink::Lead(lead) => {
                (work, conclusion as u32).hash(&mut lead.signature);
                lead.signature.to_string()
            }
            Sink::Child(_) => String::new(),
        }
    }
}
