//! A search in small portions, for a run that wants its first solution.

use super::kernel::{Mode, Pause};
use super::search::{Job, Search};
use super::tree_walk::{Path, TreeWalk};
use super::{Exact, ExactError};
use crate::edge::{Board, Puzzle};
use std::collections::VecDeque;

/// Jobs dealt to a hand at a time.
const HANDFUL: usize = 4;

/// The jobs of a search, dealt in order.
#[derive(Debug)]
pub(crate) struct Deal {
    search: Search,
    jobs: Vec<Job>,
    /// Pieces laid to cut the tree into jobs.
    pub(crate) above: u64,
}

/// Somebody who works on the jobs dealt to him.
#[derive(Debug)]
pub(crate) struct Hand<'d> {
    search: &'d Search,
    jobs: &'d [Job],
    queue: VecDeque<usize>,
    walkers: Vec<TreeWalk<'d>>,
    /// The job begun, by the part it belongs to.
    current: Option<usize>,
}

/// What came of a portion of work.
pub(crate) struct Portion {
    /// Pieces laid.
    pub(crate) nodes: u64,
    /// A perfect board.
    pub(crate) solution: Option<Board>,
    /// The board of the deepest path, if deeper than any of this hand before.
    pub(crate) deepest: Option<Board>,
    /// Whether there is nothing left to do.
    pub(crate) idle: bool,
}

impl Deal {
    pub(crate) fn new(puzzle: &Puzzle, how: &Exact) -> Result<Self, ExactError> {
        let search = Search::new(puzzle, how, None)?;
        let (jobs, above) = search.jobs();
        Ok(Self { search, jobs, above })
    }

    /// So many hands, nothing dealt yet.
    pub(crate) fn hands(&self, count: usize) -> Vec<Hand<'_>> {
        let walker = |plan| {
            let mut walker = TreeWalk::new(plan, Mode::Plain);
            walker.keep_deepest();
            walker
        };
        let hand = || Hand {
            search: &self.search,
            jobs: &self.jobs,
            queue: VecDeque::new(),
            walkers: self.search.parts.iter().map(walker).collect(),
            current: None,
        };
        (0..count).map(|_| hand()).collect()
    }
}

/// Deals jobs in order until every hand has enough. False if nobody has any.
pub(crate) fn deal(hands: &mut [Hand<'_>], next: &mut usize) -> bool {
    for round in 1..=HANDFUL {
        for hand in hands.iter_mut() {
            let has = hand.queue.len() + usize::from(hand.current.is_some());
            if has < round && *next < hand.jobs.len() {
                hand.queue.push_back(*next);
                *next += 1;
            }
        }
    }
    !hands.iter().all(Hand::idle)
}

impl Hand<'_> {
    /// Whether there is nothing to do.
    pub(crate) fn idle(&self) -> bool {
        self.current.is_none() && self.queue.is_empty()
    }

    /// Lays about so many pieces, or stops at a solution.
    pub(crate) fn work(&mut self, nodes: u64) -> Portion {
        let mut portion = Portion { nodes: 0, solution: None, deepest: None, idle: false };
        while portion.nodes < nodes && portion.solution.is_none() {
            let Some(part) = self.begin() else {
                portion.idle = true;
                break;
            };
            let (plan, walker) = (&self.search.parts[part], &mut self.walkers[part]);
            let (start, depth) = (walker.nodes(), walker.deepest().len());
            let limit = start + (nodes - portion.nodes);
            let pause = walker.run(limit, &mut |laid, _| {
                portion.solution = Some(plan.board(laid));
                false
            });
            portion.nodes += walker.nodes() - start;
            if walker.deepest().len() > depth {
                portion.deepest = Some(plan.board(walker.deepest()));
            }
            if pause == Pause::Exhausted {
                self.current = None;
            }
        }
        portion
    }

    /// The board as far as it is laid now, if there is a job at hand.
    pub(crate) fn board(&mut self) -> Option<Board> {
        let part = self.current?;
        Some(self.search.parts[part].board(&self.walkers[part].path().laid))
    }

    /// The part of the job at hand, begun if need be.
    fn begin(&mut self) -> Option<usize> {
        while self.current.is_none() {
            let job = &self.jobs[self.queue.pop_front()?];
            let begun = self.walkers[job.part].start(&job.prefix, &Path::default());
            self.current = begun.then_some(job.part);
        }
        self.current
    }
}
