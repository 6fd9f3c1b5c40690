//! Who does what next: the good boards and what each means has been worth.

use super::Portfolio;
use super::elite::{Elite, EliteBoards};
use super::task::{Means, Task};
use crate::algorithms::beam::{Beam, Beams};
use crate::algorithms::breaks::{Breaker, Breaks};
use crate::edge::{Board, Order, Puzzle};
use crate::search::{Rng, Score, gauge};

/// How much of what a means was worth is remembered from one task to the next.
const MEMORY: f32 = 0.9;

/// The least part of the work that each means gets: starts, tries from the middle, deep search.
const LEAST: [f32; 3] = [0.2, 0.2, 0.05];

/// Starts before anything else is tried; the first of them are narrow.
const FIRST_STARTS: u32 = 16;

/// By how much of the board deep search begins higher or lower next time.
const KEPT_STEP: f32 = 1.0 / 64.0;

/// Starts after which beams begin to get wider, with the square root of their number.
const WIDENING: u32 = 64;

/// What a board so many joins below the best is worth: one join less, half as much.
fn reward(below: Score) -> f32 {
    1.0 / (1_u64 << below.min(63)) as f32
}

/// What a means has been worth: tasks, their reward and their work, all fading.
#[derive(Clone, Copy, Debug)]
struct Worth {
    tasks: f32,
    reward: f32,
    work: f32,
}

impl Worth {
    /// Before anything is known: a task costs a second or so and ends that many joins below the best.
    fn expected(below: Score) -> Self {
        Self { tasks: 1.0, reward: reward(below), work: 2e7 }
    }

    fn add(&mut self, reward: f32, work: u64) {
        self.tasks = MEMORY * self.tasks + 1.0;
        self.reward = MEMORY * self.reward + reward;
        self.work = MEMORY * self.work + work as f32;
    }
}

/// Deals out tasks and learns from what they bring.
pub(super) struct Pool<'p> {
    puzzle: &'p Puzzle,
    parameters: &'p Portfolio,
    beams: Beams,
    rng: Rng,
    elites: EliteBoards,
    worths: [Worth; 3],
    best: Score,
    starts: u32,
    done: [u32; 3],
    /// The part of a board that deep search keeps.
    kept: f32,
}

impl<'p> Pool<'p> {
    pub(super) fn new(parameters: &'p Portfolio, puzzle: &'p Puzzle, rng: Rng) -> Self {
        Self {
            puzzle,
            parameters,
            beams: parameters.beams().prepare(puzzle),
            rng,
            elites: EliteBoards::new(parameters.elites.get().into()),
            worths: [4, 2, 6].map(Worth::expected),
            best: 0,
            starts: 0,
            done: [0; 3],
            kept: 0.6,
        }
    }

    /// The first tasks: a board to go on from is polished, the others are starts.
    pub(super) fn begin(&mut self, tasks: usize, from: Option<&Board>) -> Vec<Task<'p>> {
        let seed = self.rng.bits();
        let polish = |board| Task::polish(self.puzzle, board, self.parameters.patience, seed);
        let first = from.map(polish);
        let mut all: Vec<Task<'p>> = first.into_iter().collect();
        while all.len() < tasks {
            all.push(self.start());
        }
        all
    }

    /// The next task.
    pub(super) fn next(&mut self) -> Task<'p> {
        let task = match self.means() {
            Means::Start => None,
            Means::Again => self.again(),
            Means::Deep => self.deep(),
        };
        task.unwrap_or_else(|| self.start())
    }

    /// Learns from a task that is done.
    pub(super) fn settle(&mut self, task: &mut Task<'p>) {
        let score = task.best.as_ref().map_or(0, |(score, _)| *score);
        self.best = self.best.max(score);
        self.done[task.means as usize] += 1;
        self.worths[task.means as usize].add(reward(self.best - score), task.spent);
        if task.means == Means::Deep {
            // Less of the board is kept where too little was left to search.
            let step = if task.searched_all() { -KEPT_STEP } else { KEPT_STEP };
            self.kept = (self.kept + step).clamp(0.0, 0.9);
        }
        if let Some((score, board)) = task.best.take() {
            let elite = Elite { board, score, way: task.way, tries: 0 };
            self.elites.add(elite, task.parent.as_ref());
        }
    }

    /// Tasks that are done.
    pub(super) fn settled(&self) -> u32 {
        self.done.iter().sum()
    }

    /// What has been done, for those who watch.
    pub(super) fn gauges(&self) -> [(&'static str, f64); 4] {
        let [starts, again, deep] = self.done.map(f64::from);
        [
            (gauge::STARTS, starts),
            (gauge::AGAIN, again),
            (gauge::DEEP, deep),
            (gauge::WIDTH, self.width() as f64),
        ]
    }

    /// Draws a means by what each has been worth per work, none below its least part.
    fn means(&mut self) -> Means {
        let all = [Means::Start, Means::Again, Means::Deep];
        if self.starts < FIRST_STARTS {
            return Means::Start;
        }
        let values = self.worths.map(|worth| worth.reward / worth.work.max(1.0));
        let sum: f32 = values.iter().sum();
        let free = 1.0 - LEAST.iter().sum::<f32>();
        // Parts of the work, turned into parts of the tasks by what a task of each costs.
        let tasks: Vec<f32> = (0..3)
            .map(|i| {
                let part = LEAST[i] + free * values[i] / sum.max(f32::MIN_POSITIVE);
                part * self.worths[i].tasks / self.worths[i].work.max(1.0)
            })
            .collect();
        let mut lot = self.rng.unit() as f32 * tasks.iter().sum::<f32>();
        for (means, part) in all.into_iter().zip(&tasks) {
            lot -= part;
            if lot < 0.0 {
                return means;
            }
        }
        Means::Start
    }

    /// A beam over the whole board.
    fn start(&mut self) -> Task<'p> {
        let width = self.width();
        self.starts += 1;
        let way = self.rng.below(self.beams.ways());
        let beam = self.beams.begin(way, width, self.rng.bits());
        self.polished((Means::Start, Some(way), None), beam)
    }

    /// The first beams are narrow, so that there soon is something; in long runs they slowly get
    /// wider, since more starts of one width pay ever less.
    fn width(&self) -> usize {
        let narrow = 256_usize.saturating_mul(4_usize.saturating_pow(self.starts / 8));
        let long = (self.starts / WIDENING).isqrt().max(1) as usize;
        self.beams.fitting(narrow.min(self.beams.width().saturating_mul(long)))
    }

    /// A beam from somewhere in the middle of a good board.
    fn again(&mut self) -> Option<Task<'p>> {
        let Elite { board, way, .. } = self.elites.choose(&mut self.rng)?.clone();
        let way = way.unwrap_or_else(|| self.rng.below(self.beams.ways()));
        let cells = self.beams.cells(way);
        let kept = cells * 2 / 5 + self.rng.below((cells * 2 / 5).max(1));
        let beam = self.beams.begin(way, self.width(), self.rng.bits()).after(&board, kept);
        Some(self.polished((Means::Again, Some(way), Some(board)), beam))
    }

    /// A backtracker below the first rows of a good board.
    fn deep(&mut self) -> Option<Task<'p>> {
        let Elite { board, way, .. } = self.elites.choose(&mut self.rng)?.clone();
        let way = way.unwrap_or_else(|| self.rng.below(self.beams.ways()));
        let order = Some(Order::List(self.beams.order(way).to_vec()));
        let parameters = Breaks { order, ..Breaks::default() };
        let kept = (self.kept * self.puzzle.size() as f32) as usize;
        let below = Some((&board, kept));
        let breaker = Breaker::below(self.puzzle, &parameters, self.rng.bits(), below);
        Some(Task::dig(self.puzzle, way, board.clone(), breaker, self.parameters.depth_work))
    }

    fn polished(&mut self, what: (Means, Option<usize>, Option<Board>), beam: Beam) -> Task<'p> {
        Task::beam(self.puzzle, what, beam, self.parameters.patience, self.rng.bits())
    }
}
