//! The workers of a count: jobs are taken in order, boards are told in order, and the sums do not
//! depend on who did what.

use super::count::{Counter, Event, Request};
use super::kernel::{Mode, Pause};
use super::tally::{Begun, Checkpoint, Counting, Found, Tally};
use super::tree_walk::TreeWalk;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Nodes between two reports of a worker: some ten milliseconds.
const SLICE: u64 = 1 << 20;
/// Cells of the boards a worker finds before it reports.
const BATCH: usize = 1 << 13;
/// Cells of the boards that may wait to be told before workers ahead of their turn pause.
const WAITING: usize = 1 << 18;
/// What the workers share.
pub(super) struct Shared<'a> {
    pub(super) state: Checkpoint,
    pub(super) slots: BTreeMap<usize, Begun>,
    pub(super) resumed: VecDeque<Begun>,
    pub(super) waiting: usize,
    pub(super) working: usize,
    pub(super) ended: bool,
    /// Set when the limit was reached, or the observer had enough: the sums up to that very board.
    pub(super) reached: Option<Tally>,
    /// It says whether it wants more boards.
    pub(super) observer: &'a mut (dyn FnMut(Event) -> bool + Send),
}

impl Shared<'_> {
    /// The sums so far.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = self.state.tally;
        self.slots.values().for_each(|begun| tally.add(begun.tally));
        tally
    }

    pub(super) fn checkpoint(&self) -> Checkpoint {
        let mut checkpoint = self.state.clone();
        checkpoint.begun = self.slots.values().cloned().collect();
        checkpoint
    }

    /// Tells the boards whose turn has come, and closes the jobs that are done.
    fn settle(&mut self, request: &Request<'_>, turns: &[u8]) {
        while let Some(slot) = self.slots.get_mut(&self.state.head) {
            let untold = std::mem::take(&mut slot.untold);
            self.waiting -= untold.len();
            for found in untold {
                for &turns in turns {
                    let board = (0..turns).fold(found.board.clone(), |board, _| board.turned());
                    let enough = request.boards && !(self.observer)(Event::Board(board));
                    self.state.told += 1;
                    if enough || request.limit.is_some_and(|limit| self.state.told >= limit) {
                        let mut tally = self.state.tally;
                        tally.add(found.tally);
                        (self.reached, self.ended) = (Some(tally), true);
                        return;
                    }
                }
            }
            if !self.slots[&self.state.head].finished {
                return;
            }
            if let Some(slot) = self.slots.remove(&self.state.head) {
                self.state.tally.add(slot.tally);
            }
            self.state.head += 1;
        }
    }
}

/// One thread's part.
pub(super) struct Worker<'a, 'p, 'o> {
    pub(super) counter: &'a Counter<'p>,
    pub(super) request: &'a Request<'a>,
    pub(super) shared: &'a Mutex<Shared<'o>>,
    pub(super) turn: &'a Condvar,
}

impl Drop for Worker<'_, '_, '_> {
    /// However a worker ends, the others must hear of it.
    fn drop(&mut self) {
        let mut shared = lock(self.shared);
        shared.working -= 1;
        shared.ended |= std::thread::panicking();
        drop(shared);
        self.turn.notify_all();
    }
}

impl Worker<'_, '_, '_> {
    /// Does jobs until there are none. False if a job cannot be begun where it was left.
    pub(super) fn work(&self) -> bool {
        let parts = &self.counter.search.parts;
        let mut walkers: Vec<_> = parts.iter().map(|_| None).collect();
        while let Some(begun) = self.take() {
            let job = &self.counter.jobs[begun.job];
            let walker = walkers[job.part]
                .get_or_insert_with(|| TreeWalk::new(&parts[job.part], Mode::Plain));
            if !walker.start(&job.prefix, &begun.path()) {
                lock(self.shared).ended = true;
                return false;
            }
            if !self.finish(walker, begun) {
                break;
            }
        }
        true
    }

    /// The next job, one that was left first.
    fn take(&self) -> Option<Begun> {
        let mut shared = lock(self.shared);
        if shared.ended {
            return None;
        }
        if let Some(begun) = shared.resumed.pop_front() {
            return Some(begun);
        }
        let job = shared.state.next;
        if job == self.counter.jobs.len() {
            return None;
        }
        shared.state.next += 1;
        shared.slots.insert(job, Begun::new(job));
        Some(Begun::new(job))
    }

    /// Works on a job, slice by slice. False if the count was ended before it was done.
    fn finish(&self, walker: &mut TreeWalk<'_>, mut begun: Begun) -> bool {
        let Counter { puzzle, search, jobs, fresh } = self.counter;
        let plan = &search.parts[jobs[begun.job].part];
        let counting = Counting::new(puzzle, plan, fresh.block.is_some(), search.times > 1);
        let keep = self.request.boards || self.request.limit.is_some();
        begun.untold.clear();
        loop {
            let start = walker.nodes();
            let mut tally = begun.tally;
            let mut untold = Vec::new();
            let pause = walker.run(start + SLICE, &mut |laid, nodes| {
                counting.see(laid, &mut tally);
                if keep {
                    let tally = Tally { nodes: begun.tally.nodes + nodes - start, ..tally };
                    untold.push(Found { board: plan.board(laid), tally });
                }
                untold.len() <= BATCH / puzzle.size()
            });
            tally.nodes = begun.tally.nodes + walker.nodes() - start;
            begun.tally = tally;
            begun.finished = pause == Pause::Exhausted;
            begun.set_path(&walker.path());
            if self.report(&begun, untold) {
                return false;
            }
            if begun.finished {
                return true;
            }
        }
    }

    /// Hands over what was found. Whoever is far ahead waits for his turn. True if all must end.
    fn report(&self, begun: &Begun, mut untold: Vec<Found>) -> bool {
        let turns: &[u8] = match self.counter.search.times {
            4 => &[0, 1, 2, 3],
            2 => &[0, 2],
            _ => &[0],
        };
        let mut shared = lock(self.shared);
        if shared.ended {
            // What was found after the end is found again by whoever goes on.
            return true;
        }
        shared.waiting += untold.len();
        if let Some(slot) = shared.slots.get_mut(&begun.job) {
            let mut all = std::mem::take(&mut slot.untold);
            all.append(&mut untold);
            slot.clone_from(begun);
            slot.untold = all;
        }
        shared.settle(self.request, turns);
        self.turn.notify_all();
        let size = self.counter.puzzle.size();
        let ahead = |shared: &mut Shared<'_>| {
            !shared.ended && shared.waiting > WAITING / size && shared.state.head < begun.job
        };
        let shared = self.turn.wait_while(shared, ahead).unwrap_or_else(PoisonError::into_inner);
        shared.ended
    }
}

pub(super) fn lock<'a, 'o>(shared: &'a Mutex<Shared<'o>>) -> MutexGuard<'a, Shared<'o>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
