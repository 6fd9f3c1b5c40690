//! Beam search as walkers that start again and again.

use super::greedy;
use crate::beam::{Beam, Course, Settings};
use crate::edge::{Order, Puzzle, Start, WAYS, scan};
use crate::search::{Algorithm, Conclusion, Rng, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;

/// Candidates a walker looks at between two meetings.
const SHARE: u64 = 1 << 17;

/// More walkers than this only cost memory.
const MOST_WALKERS: u16 = 256;

/// Grows many boards side by side, cell by cell, and keeps those with the fewest breaks and the
/// most promising pieces left; then once more from another corner with other noise. One step is
/// one candidate looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BeamSearch {
    /// States kept after each cell, if the memory allows.
    pub width: NonZeroU32,
    /// What a break costs, in units of log-probability.
    pub break_cost: f32,
    /// The most that is added to a state's cost at random.
    pub noise: f32,
    /// The part of the width that one family (states with a common ancestor at the last row
    /// boundary) may hold; 1 for all of it.
    pub family: f32,
    /// The order of the cells, as for `dfs`; without one, rows from a corner with a finish by
    /// columns.
    pub order: Option<Order>,
    /// The corner the rows start from: any, top-left, top-right, bottom-left, bottom-right.
    pub start: Start,
    /// How many of the last rows are filled column by column; without it, three in ten.
    pub finish: Option<u8>,
    /// Beams at work at the same time. It decides what one seed gives, whatever the number of
    /// threads.
    pub walkers: NonZeroU16,
    /// The memory all beams may take, in megabytes.
    pub memory: NonZeroU32,
}

impl Default for BeamSearch {
    fn default() -> Self {
        Self {
            width: const { NonZeroU32::new(8192).unwrap() },
            break_cost: 10.0,
            noise: 1.0,
            family: 1.0,
            order: None,
            start: Start::Any,
            finish: None,
            walkers: const { NonZeroU16::new(2).unwrap() },
            memory: const { NonZeroU32::new(512).unwrap() },
        }
    }
}

impl BeamSearch {
    /// The courses a beam may take: one if the order is given, else one for each way to scan.
    pub(crate) fn courses(&self, puzzle: &Puzzle) -> Vec<Arc<Course>> {
        let (width, height) = (puzzle.width(), puzzle.height());
        if let Some(Ok(order)) = self.order.as_ref().map(|order| order.cells(width, height)) {
            return vec![Arc::new(Course::new(puzzle, &order, width))];
        }
        let course = |way: usize| {
            let (row, rows) = if way & 4 == 0 { (width, height) } else { (height, width) };
            let finish = self.finish.map_or(fitting_finish(rows), usize::from);
            Arc::new(Course::new(puzzle, &scan(width, height, finish, way), row))
        };
        (0..WAYS).map(course).collect()
    }

    /// The widest beams the memory has room for.
    pub(crate) fn room(&self, courses: &[Arc<Course>]) -> usize {
        let state = courses.iter().map(|course| course.bytes_per_state()).max().unwrap_or(1);
        let memory = (self.memory.get() as usize) << 20;
        (memory / usize::from(self.walkers.get()) / state).max(1)
    }

    /// How the beams choose, no wider than the memory allows.
    pub(crate) fn settings(&self, courses: &[Arc<Course>]) -> Settings {
        Settings {
            width: (self.width.get() as usize).min(self.room(courses)),
            break_cost: self.break_cost,
            noise: self.noise,
            family: self.family,
        }
    }

    /// What no puzzle can be searched with.
    pub(crate) fn flaw(&self) -> Option<String> {
        let numbers = [
            ("break_cost", self.break_cost, 0.0..=1e3),
            ("noise", self.noise, 0.0..=1e3),
            ("family", self.family, 0.0..=1.0),
        ];
        if let Some((name, found, range)) =
            numbers.into_iter().find(|(_, found, range)| !range.contains(found))
        {
            let (from, to) = range.into_inner();
            return Some(format!("expected {name} from {from} to {to}, found {found}"));
        }
        let walkers = self.walkers.get();
        (walkers > MOST_WALKERS)
            .then(|| format!("expected at most {MOST_WALKERS} walkers, found {walkers}"))
    }
}

/// Rows that are filled column by column: about five of sixteen.
fn fitting_finish(rows: usize) -> usize {
    (rows * 5).div_ceil(16).min(rows)
}

/// One beam after the other.
struct Walker {
    beam: Option<Beam>,
    rng: Rng,
}

impl Algorithm<Puzzle> for BeamSearch {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        self.flaw().or_else(|| {
            let order = self.order.as_ref()?.cells(puzzle.width(), puzzle.height());
            order.err().map(|error| error.to_string())
        })
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if let Some(end) = greedy::open(puzzle, run) {
            return end;
        }
        let courses = self.courses(puzzle);
        let settings = self.settings(&courses);
        run.gauge("width", settings.width as f64);
        let rngs = run.rng.split(usize::from(self.walkers.get()));
        let mut walkers: Vec<Walker> =
            rngs.into_iter().map(|rng| Walker { beam: None, rng }).collect();
        while !run.over() {
            run.fork(&mut walkers, SHARE, |Walker { beam, rng }, child| {
                while !child.over() {
                    let mut now = beam.take().unwrap_or_else(|| {
                        let course = &courses[self.start.way(rng) % courses.len()];
                        Beam::new(Arc::clone(course), settings, rng.bits())
                    });
                    now.advance(child);
                    if now.finished() {
                        let score = puzzle.joins() - u32::from(now.breaks());
                        child.offer(score, || now.board(puzzle));
                        // A puzzle that is all clues leaves nothing else to do.
                        child.take(1);
                    } else {
                        *beam = Some(now);
                    }
                }
            });
        }
        Conclusion::Stopped
    }
}
