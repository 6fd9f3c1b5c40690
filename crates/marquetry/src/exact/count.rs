//! Counting: all perfect boards, or all fillings of a block, on all threads.

use super::crew::{Shared, Worker, lock};
use super::estimate::total;
use super::kernel::Mode;
use super::search::{Job, Search};
use super::tally::{Checkpoint, CheckpointError};
use super::tree_walk::{Path, TreeWalk};
use super::{Block, Exact, ExactError};
use crate::edge::{Board, Order, Puzzle};
use crate::search::{Clock, Conclusion};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Time between two looks at the clock and the stop flag.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// Time between two signs of life, in seconds.
const PROGRESS_EVERY: f64 = 0.2;
/// Time between two checkpoints, in seconds.
const CHECKPOINT_EVERY: f64 = 2.0;
/// Seconds after which it is worth estimating how long a count will take.
const LONG: f64 = 1.0;

/// What a count tells while it runs.
#[derive(Debug)]
pub enum Event {
    /// A solution. They come in the same order on any number of threads.
    Board(Board),
    /// How far it is.
    Progress(Progress),
    /// What is needed to go on later.
    Checkpoint(Box<Checkpoint>),
}

/// How far a count is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Seconds of search, earlier sessions included.
    pub elapsed_s: f64,
    /// Pieces laid.
    pub nodes: u64,
    /// Solutions that look different.
    pub looks: u64,
    /// The share of the jobs that is done.
    pub share: f64,
    /// The estimated number of nodes of the whole tree.
    pub total: Option<f64>,
}

/// What a count should do.
#[derive(Debug)]
pub struct Request<'a> {
    /// How many threads search. It never changes what is found.
    pub threads: usize,
    /// Wall time, if limited.
    pub time: Option<Duration>,
    /// Stop after so many boards.
    pub limit: Option<u64>,
    /// Whether boards are told.
    pub boards: bool,
    /// Raised by someone who wants the count to end.
    pub stop: &'a AtomicBool,
    /// Where to go on.
    pub from: Option<Checkpoint>,
}

/// What came of a count.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// `Exhausted` if every solution was found, `Solved` if as many as were asked for, else
    /// `Stopped`.
    pub conclusion: Conclusion,
    /// Perfect boards, or fillings of a block, with numbered pieces and turns; `None` if they are
    /// too many for a number.
    pub solutions: Option<u128>,
    /// Those that look different: equal pieces may change places, symmetric ones turn.
    pub looks: u64,
    /// Those that differ by more than a turn of the whole board; at least so many if the count is
    /// not complete. For a block the same as `looks`.
    pub distinct: u64,
    /// Pieces laid.
    pub nodes: u64,
    /// Seconds of search, earlier sessions included.
    pub elapsed_s: f64,
    /// Seconds of this session, once it was ready.
    pub session_s: f64,
    /// Nodes laid in that time.
    pub session_nodes: u64,
}

/// A count made ready.
///
/// ```
/// use marquetry::edge::builtin::builtin;
/// use marquetry::exact::{Counter, Exact, Request};
/// use marquetry::search::Conclusion;
/// use std::sync::atomic::AtomicBool;
///
/// let puzzle = builtin("p1").ok_or("it is built in")?.puzzle()?;
/// let stop = AtomicBool::new(false);
/// let request =
///     Request { threads: 2, time: None, limit: None, boards: false, stop: &stop, from: None };
/// let counted = Counter::new(&puzzle, &Exact::default(), None)?.run(&request, &mut |_| {})?;
/// assert_eq!((counted.solutions, counted.distinct), (Some(12), 3));
/// assert_eq!(counted.conclusion, Conclusion::Exhausted, "a proof that there are no more");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Counter<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) search: Search,
    pub(super) jobs: Vec<Job>,
    pub(super) fresh: Checkpoint,
}

impl<'p> Counter<'p> {
    /// Makes a count of all perfect boards, or of all fillings of a block, ready.
    ///
    /// # Errors
    /// If the order is not one, or the block is not on the board.
    pub fn new(puzzle: &'p Puzzle, how: &Exact, block: Option<Block>) -> Result<Self, ExactError> {
        let never = AtomicBool::new(false);
        let clock = Clock::start(None, &never);
        let search = Search::new(puzzle, how, block)?;
        let (jobs, above) = search.jobs();
        let mut fresh = Checkpoint::new(puzzle, how, block, jobs.len());
        fresh.tally.nodes = above;
        // To make it ready is part of the work.
        fresh.elapsed_s = clock.elapsed().as_secs_f64();
        Ok(Self { puzzle, search, jobs, fresh })
    }

    /// Why there is nothing to search; empty if there is.
    #[must_use]
    pub fn reasons(&self) -> &[String] {
        &self.search.reasons
    }

    /// The order of the cells that was chosen.
    #[must_use]
    pub fn order(&self) -> &Order {
        &self.search.order
    }

    /// Whether cells that are not next are looked at.
    #[must_use]
    pub fn lookahead(&self) -> bool {
        self.search.lookahead
    }

    /// Every solution found stands for so many, turned.
    #[must_use]
    pub fn times(&self) -> u64 {
        self.search.times
    }

    /// Counts. The observer hears boards, progress and checkpoints.
    ///
    /// # Errors
    /// If the checkpoint to go on from belongs to something else.
    pub fn run(
        &self,
        request: &Request<'_>,
        observer: &mut (dyn FnMut(Event) + Send),
    ) -> Result<Counted, CheckpointError> {
        let mut listen = |event| {
            observer(event);
            true
        };
        self.run_while(request, &mut listen)
    }

    /// The same, ended as if the limit were reached once the observer wants no more boards.
    pub(super) fn run_while(
        &self,
        request: &Request<'_>,
        observer: &mut (dyn FnMut(Event) -> bool + Send),
    ) -> Result<Counted, CheckpointError> {
        let clock = Clock::start(request.time, request.stop);
        let mut state = request.from.clone().unwrap_or_else(|| self.fresh.clone());
        state.check(&self.fresh)?;
        let before = (state.elapsed_s, self.nodes_of(&state));
        let begun = std::mem::take(&mut state.begun);
        let shared = Mutex::new(Shared {
            state,
            waiting: begun.iter().map(|begun| begun.untold.len()).sum(),
            resumed: begun.iter().filter(|begun| !begun.finished).cloned().collect(),
            slots: begun.into_iter().map(|begun| (begun.job, begun)).collect(),
            working: request.threads.max(1),
            ended: false,
            reached: None,
            observer,
        });
        let turn = Condvar::new();
        let broken = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..request.threads.max(1) {
                scope.spawn(|| {
                    let worker = Worker { counter: self, request, shared: &shared, turn: &turn };
                    broken.fetch_or(!worker.work(), Ordering::Relaxed);
                });
            }
            self.watch(&shared, &turn, &clock, before.0);
        });
        if broken.into_inner() {
            return Err(CheckpointError::Jobs);
        }
        let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let session_s = clock.elapsed().as_secs_f64();
        shared.state.elapsed_s = before.0 + session_s;
        let complete = shared.state.head == self.jobs.len();
        if !complete && shared.reached.is_none() {
            let last = shared.checkpoint();
            (shared.observer)(Event::Checkpoint(Box::new(last)));
        }
        Ok(self.counted(&shared, complete, before.1, session_s))
    }

    fn nodes_of(&self, state: &Checkpoint) -> u64 {
        let begun = state.begun.iter().map(|begun| begun.tally.nodes);
        begun.fold(state.tally.nodes, u64::saturating_add)
    }

    fn counted(
        &self,
        shared: &Shared<'_>,
        complete: bool,
        nodes_before: u64,
        session_s: f64,
    ) -> Counted {
        let tally = shared.reached.unwrap_or_else(|| shared.tally());
        let looks = match shared.reached {
            // A solution stands for all its turns, but no more are told than were asked for.
            Some(_) => shared.state.told,
            None => tally.looks.saturating_mul(self.search.times),
        };
        let solutions = match self.fresh.block {
            // The sum stops at the largest number it can hold.
            Some(_) => (tally.fillings < u64::MAX).then_some(u128::from(tally.fillings)),
            None if looks == 0 => Some(0),
            None => self.search.ways.and_then(|ways| ways.checked_mul(u128::from(looks))),
        };
        Counted {
            conclusion: match (complete, shared.reached) {
                (_, Some(_)) => Conclusion::Solved,
                (true, None) => Conclusion::Exhausted,
                (false, None) => Conclusion::Stopped,
            },
            solutions,
            looks,
            distinct: tally.twelfths.div_ceil(12),
            nodes: tally.nodes,
            elapsed_s: shared.state.elapsed_s,
            session_s,
            session_nodes: tally.nodes.saturating_sub(nodes_before),
        }
    }

    /// Waits for the workers, tells how far they are, and ends them when it is time.
    fn watch(&self, shared: &Mutex<Shared<'_>>, turn: &Condvar, clock: &Clock<'_>, before: f64) {
        let (mut saved, mut shown) = (0.0, 0.0);
        let mut expected = None;
        loop {
            let mut held = lock(shared);
            let now = clock.elapsed();
            if clock.due(now) {
                held.ended = true;
                turn.notify_all();
            }
            let waited = turn.wait_timeout_while(held, LOOK_EVERY, |shared| shared.working > 0);
            let (mut held, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            if !timeout.timed_out() {
                return;
            }
            let seconds = now.as_secs_f64();
            held.state.elapsed_s = before + seconds;
            if held.reached.is_none() && seconds - saved >= CHECKPOINT_EVERY {
                saved = seconds;
                let checkpoint = held.checkpoint();
                (held.observer)(Event::Checkpoint(Box::new(checkpoint)));
            }
            if seconds - shown < PROGRESS_EVERY {
                continue;
            }
            shown = seconds;
            let (tally, told) = (held.tally(), held.state.head);
            let begun =
                held.slots.values().map(|slot| (slot.job, (!slot.finished).then(|| slot.path())));
            let begun: Vec<_> = begun.collect();
            drop(held);
            if seconds > LONG && expected.is_none() {
                expected = Some(total(&self.search.parts, &self.jobs));
            }
            let done = self.done(told, &begun);
            let progress = Progress {
                elapsed_s: before + seconds,
                nodes: tally.nodes,
                looks: tally.looks.saturating_mul(self.search.times),
                share: done.iter().sum::<f64>() / self.jobs.len().max(1) as f64,
                total: expected.as_ref().map(|jobs| whole(jobs, &done, tally.nodes)),
            };
            (lock(shared).observer)(Event::Progress(progress));
        }
    }

    /// The share of each job that is done, if all its branches are equal; jobs not begun are left out.
    fn done(&self, told: usize, begun: &[(usize, Option<Path>)]) -> Vec<f64> {
        let mut done = vec![1.0; told];
        for (job, path) in begun {
            done.resize(job + 1, 0.0);
            done[*job] = path.as_ref().map_or(1.0, |path| {
                let Job { part, prefix } = &self.jobs[*job];
                TreeWalk::new(&self.search.parts[*part], Mode::Plain).share(prefix, path)
            });
        }
        done
    }
}

/// The nodes of the whole tree: those laid, and what the estimates of the jobs say of the rest, held
/// to what they said of the jobs that are done.
fn whole(jobs: &[f64], done: &[f64], nodes: u64) -> f64 {
    let all: f64 = jobs.iter().sum();
    let behind: f64 = jobs.iter().zip(done).map(|(nodes, done)| nodes * done).sum();
    let nodes = nodes as f64;
    // While little is done, the estimate is believed; later its own measure is.
    let trust = behind / all.max(1.0);
    let rate = trust * nodes / behind.max(1.0) + (1.0 - trust);
    nodes + (all - behind).max(0.0) * rate
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::generate::{Colours, Recipe};

    /// How long a count still takes is asked when half of its nodes are laid.
    #[test]
    fn the_rest_is_known_within_a_factor_of_two_at_half_time() {
        for seed in 1..=10 {
            let mut recipe = Recipe::eternity_like(6, 6, seed);
            recipe.colours = Colours::Shared(5 + seed as usize % 3);
            let puzzle = recipe.make().unwrap().puzzle;
            let counter = Counter::new(&puzzle, &Exact::default(), None).unwrap();
            let parts = &counter.search.parts;
            let real: Vec<u64> = (counter.jobs.iter())
                .map(|job| {
                    let mut walker = TreeWalk::new(&parts[job.part], Mode::Plain);
                    assert!(walker.start(&job.prefix, &Path::default()));
                    walker.run(u64::MAX, &mut |_, _| true);
                    walker.nodes()
                })
                .collect();
            let all: u64 = real.iter().sum();
            let (mut nodes, mut jobs) = (0, 0);
            while nodes < all / 2 {
                nodes += real[jobs];
                jobs += 1;
            }
            let expected = whole(&total(parts, &counter.jobs), &vec![1.0; jobs], nodes);
            let (left, rest) = (expected - nodes as f64, (all - nodes) as f64);
            assert!((0.5..=2.0).contains(&(left / rest)), "seed {seed}: {left} of {rest}");
        }
    }
}
