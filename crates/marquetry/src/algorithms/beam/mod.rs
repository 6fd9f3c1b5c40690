//! Beam search: many partial boards grown side by side, cell by cell, the most promising kept.
//!
//! What is promising is told by the breaks so far and by the *collision potential*: the
//! log-probability that the joins still to be made would all match if the sides left were paired
//! at random. It rewards using some colours up early, so that the last rows are played with few.
//! A look ahead adds to it how far the next cells can be filled at all.

mod brood;
mod broods;
mod bud;
mod course;
mod deck;
mod four;
mod glance;
mod history;
mod layer;
mod logs;
mod search;
mod seen;
mod suit;
#[cfg(test)]
mod tests;

pub(super) use search::Beam;

use crate::edge::{Order, Puzzle, Start, WAYS, greedy, scan};
use crate::search::{Algorithm, Conclusion, Entry, Run, gauge};
use course::Course;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use std::sync::Arc;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<BeamSearch>(
    "beam",
    "many boards grown side by side, those kept whose breaks are few and whose pieces left match",
    "ours, after the public Eternity II beams; the column finish after Blackwood 2020",
    "one candidate looked at",
)
.tried(
    2_000_000,
    &[
        r#"{"width": 50, "break_cost": 5, "finish": 1, "ahead": 0, "start": "bottom-right"}"#,
        r#"{"width": 700, "order": "spiral", "noise": 0, "memory": 1, "ahead": 8}"#,
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
    /// How many of the next cells must be fillable without a break for a state to cost no more; each
    /// that is not costs its part of a break. 0 to 8.
    pub ahead: u8,
    /// The order of the cells, as for `dfs`; without one, rows from a corner with a finish by
    /// columns.
    pub order: Option<Order>,
    /// The corner the rows start from: any, top-left, top-right, bottom-left, bottom-right.
    pub start: Start,
    /// How many of the last rows are filled column by column; without it, three in ten.
    pub finish: Option<u8>,
    /// The memory the beam may take, in megabytes.
    pub memory: NonZeroU32,
}

impl Default for BeamSearch {
    fn default() -> Self {
        Self {
            width: const { NonZeroU32::new(8192).unwrap() },
            break_cost: 10.0,
            noise: 1.0,
            ahead: 6,
            order: None,
            start: Start::Any,
            finish: None,
            memory: const { NonZeroU32::new(1024).unwrap() },
        }
    }
}

impl BeamSearch {
    /// The beams of a puzzle, ready to begin.
    pub(super) fn prepare(self, puzzle: &Puzzle) -> Beams {
        let courses = self.courses(puzzle);
        let state = courses.iter().map(|course| course.bytes_per_state()).max().unwrap_or(1);
        let memory = (self.memory.get() as usize) << 20;
        let widest = (memory / state).max(1);
        Beams { parameters: self, courses, widest }
    }

    /// The courses a beam may take: one if the order is given, else one for each way to scan.
    fn courses(&self, puzzle: &Puzzle) -> Vec<Arc<Course>> {
        let (width, height) = (puzzle.width(), puzzle.height());
        if let Some(Ok(order)) = self.order.as_ref().map(|order| order.cells(width, height)) {
            return vec![Arc::new(Course::new(puzzle, &order))];
        }
        let course = |way: usize| {
            let rows = if way & 4 == 0 { height } else { width };
            let finish = self.finish.map_or(fitting_finish(rows), usize::from);
            Arc::new(Course::new(puzzle, &scan(width, height, finish, way)))
        };
        (0..WAYS).map(course).collect()
    }

    /// What no puzzle can be searched with.
    pub(super) fn flaw(&self) -> Option<String> {
        let numbers =
            [("break_cost", self.break_cost, 0.0..=1e3), ("noise", self.noise, 0.0..=1e3)];
        if let Some((name, found, range)) =
            numbers.into_iter().find(|(_, found, range)| !range.contains(found))
        {
            let (from, to) = range.into_inner();
            return Some(format!("expected {name} from {from} to {to}, found {found}"));
        }
        let (most, ahead) = (glance::MOST_AHEAD, self.ahead);
        (usize::from(ahead) > most)
            .then(|| format!("expected at most {most} cells ahead, found {ahead}"))
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
        while !run.over() {
            let way = self.start.way(&mut run.rng) % beams.ways();
            let mut beam = beams.begin(way, beams.width(), run.rng.bits());
            beam.advance(run);
            if beam.finished() {
                let score = puzzle.joins() - u32::from(beam.breaks());
                run.offer(score, || beam.board(puzzle));
                // A puzzle that is all clues leaves nothing else to do.
                run.take(1);
            }
        }
        Conclusion::Stopped
    }
}
