//! Beam search: many partial boards grown side by side, cell by cell, the most promising kept.
//!
//! What is promising is told by the breaks so far and by the *collision potential*: the
//! log-probability that the joins still to be made would all match if the sides left were paired
//! at random. It rewards using some colours up early, so that the last rows are played with few.

mod bud;
mod course;
mod deck;
mod layer;
mod search;
mod seen;
#[cfg(test)]
mod tests;

pub(super) use search::Beam;

use crate::edge::{Order, Puzzle, Start, WAYS, greedy, scan};
use crate::search::{Algorithm, Conclusion, Entry, Rng, Run, gauge};
use course::Course;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;

/// Candidates a walker looks at between two meetings.
const SHARE: u64 = 1 << 17;

/// More walkers than this only cost memory.
const MOST_WALKERS: u16 = 256;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<BeamSearch>(
    "beam",
    "many boards grown side by side, those kept whose breaks are few and whose pieces left match",
    "ours, after the public Eternity II beams; the column finish after Blackwood 2020",
    "one candidate looked at",
)
.with_children("walkers")
.tried(
    2_000_000,
    &[
        r#"{"width": 50, "break_cost": 5, "finish": 1, "family": 0.1, "walkers": 3, "start": "bottom-right"}"#,
        r#"{"width": 7, "order": "spiral", "noise": 0, "memory": 1}"#,
    ],
);

/// Grows many boards side by side, cell by cell, and keeps those with the fewest breaks and the
/// most promising pieces left; then once more from another corner with other noise.
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
    /// The beams of a puzzle, ready to begin.
    pub(super) fn prepare(self, puzzle: &Puzzle) -> Beams {
        let courses = self.courses(puzzle);
        let state = courses.iter().map(|course| course.bytes_per_state()).max().unwrap_or(1);
        let memory = (self.memory.get() as usize) << 20;
        let widest = (memory / usize::from(self.walkers.get()) / state).max(1);
        Beams { parameters: self, courses, widest }
    }

    /// The courses a beam may take: one if the order is given, else one for each way to scan.
    fn courses(&self, puzzle: &Puzzle) -> Vec<Arc<Course>> {
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

    /// What no puzzle can be searched with.
    pub(super) fn flaw(&self) -> Option<String> {
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

/// The beams of a puzzle: how they choose, where they may go and how wide the memory lets them be.
#[derive(Clone, Debug)]
pub(super) struct Beams {
    parameters: BeamSearch,
    courses: Vec<Arc<Course>>,
    widest: usize,
}

impl Beams {
    /// How many ways there are to go over the board.
    pub(super) fn ways(&self) -> usize {
        self.courses.len()
    }

    /// The cells of the board in the order of a way, clues included.
    pub(super) fn order(&self, way: usize) -> &[u16] {
        self.courses[way].order()
    }

    /// The number of cells a beam fills.
    pub(super) fn cells(&self, way: usize) -> usize {
        self.courses[way].cells()
    }

    /// The width asked for, as far as the memory allows.
    pub(super) fn width(&self) -> usize {
        self.fitting(self.parameters.width.get() as usize)
    }

    /// A width as far as the memory allows.
    pub(super) fn fitting(&self, width: usize) -> usize {
        width.min(self.widest)
    }

    /// A beam that goes over the board in a way, no wider than the memory allows.
    pub(super) fn begin(&self, way: usize, width: usize, seed: u64) -> Beam {
        let course = Arc::clone(&self.courses[way]);
        Beam::new(course, self.parameters.clone(), self.fitting(width), seed)
    }
}

/// One beam after the other.
struct Relay {
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
        let beams = self.clone().prepare(puzzle);
        run.gauge(gauge::WIDTH, beams.width() as f64);
        let rngs = run.rng.split(usize::from(self.walkers.get()));
        let mut walkers: Vec<Relay> =
            rngs.into_iter().map(|rng| Relay { beam: None, rng }).collect();
        while !run.over() {
            run.fork(&mut walkers, SHARE, |Relay { beam, rng }, child| {
                while !child.over() {
                    let mut now = beam.take().unwrap_or_else(|| {
                        let way = self.start.way(rng) % beams.ways();
                        beams.begin(way, beams.width(), rng.bits())
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
