//! Annealing with what was learnt since: it looks where the breaks are, starts from a greedy board,
//! has every cold board repaired exactly and goes on from the best ones.

use super::MOST_WALKERS;
use super::schedule::{Schedule, cut_short};
use crate::algorithms::repair::{Repair, Repairer};
use crate::algorithms::shared::{Elites, MOST_ELITES, Opening, above_limit};
use crate::edge::{Board, Broken, Ground, Move, Puzzle, State};
use crate::search::{Algorithm, Conclusion, Entry, Rng, Run, Score};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU64};

/// Steps all walkers together take before they meet again.
const SHARE: usize = 1 << 16;

/// One of so many proposals is a turn.
const TURNS: usize = 8;

/// By how much the temperature of a new cycle is changed, and what it does not rise above.
const STRIDE: f64 = 0.05;
const HOTTEST: f64 = 1.0;

/// The entry of the catalogue.
pub(in crate::algorithms) const ENTRY: Entry<Puzzle> = Entry::new::<AnnealingModern>(
    "annealing:modern",
    "annealing that looks where the breaks are, with exact repair when it is cold",
    "ours, after Kirkpatrick, Gelatt and Vecchi 1983",
    "one changed board scored, or one piece laid by the repair",
)
.with_children("walkers")
.resuming()
.tried(
    100_000,
    &[r#"{"warm": 0.4, "cold": 0.2, "work": 400, "focus": 50, "polish": 100, "elites": 2, "width": 0, "walkers": 3}"#],
);

/// Annealing whose proposals mostly begin at a break. When it is cold, small regions around the
/// breaks are refilled exactly until that brings nothing more; then one of the best boards is
/// warmed up again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AnnealingModern {
    /// The temperature the first cycle begins with, in joins. It falls by a twentieth whenever a
    /// cycle ends with a worse board than it began with, and rises as much when it ends with the
    /// same one.
    pub warm: f64,
    /// The temperature every cycle ends with.
    pub cold: f64,
    /// Steps of a cycle, at least 256.
    pub work: NonZeroU64,
    /// How many of a hundred proposals begin at a break: 0 to 100.
    pub focus: u8,
    /// Steps without a better board after which a repair ends; 0 for no repair.
    pub polish: u64,
    /// Good boards to go on from.
    pub elites: NonZeroU16,
    /// Boards the beam of a start keeps after each cell; 0 for a greedy start.
    pub width: u16,
    /// Independent walks. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for AnnealingModern {
    fn default() -> Self {
        Self {
            warm: 0.25,
            cold: 0.12,
            work: const { NonZeroU64::new(10_000_000).unwrap() },
            focus: 80,
            polish: 1_000_000,
            elites: const { NonZeroU16::new(4).unwrap() },
            width: 64,
            walkers: const { NonZeroU16::new(1).unwrap() },
        }
    }
}

impl Algorithm<Puzzle> for AnnealingModern {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        let (warm, cold) = (self.warm, self.cold);
        if !(cold > 0.0 && warm >= cold && warm <= 1e9) {
            return Some("expected temperatures above 0, warm not below cold".to_owned());
        }
        above_limit([
            ("of a hundred for focus", self.focus.into(), 100),
            ("elites", self.elites.get(), MOST_ELITES),
            ("walkers", self.walkers.get(), MOST_WALKERS),
        ])
    }

    fn caution(&self, work: u64) -> Option<String> {
        cut_short(self.work.get(), self.walkers.get(), work)
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        let searches = self.walkers.get().into();
        let opening = Opening { width: self.width, searches, share: SHARE };
        let begin = |board: &Board, seed| Annealer::new(self, puzzle, board, seed);
        opening.search(puzzle, run, begin, Annealer::advance)
    }
}

/// A board being annealed or repaired.
struct Annealer<'p> {
    settings: &'p AnnealingModern,
    rng: Rng,
    ground: Ground,
    state: State<'p>,
    broken: Broken,
    schedule: Schedule,
    /// The temperature cycles begin with now, and the board this one began with.
    warm: f64,
    from: (Score, Board),
    repair: Option<Repairer<'p>>,
    elites: Elites,
}

impl<'p> Annealer<'p> {
    fn new(settings: &'p AnnealingModern, puzzle: &'p Puzzle, board: &Board, seed: u64) -> Self {
        let state = State::from_board(puzzle, board);
        Self {
            settings,
            rng: Rng::new(seed),
            ground: Ground::new(puzzle),
            broken: Broken::new(&state),
            warm: settings.warm,
            from: (state.score(), board.clone()),
            state,
            schedule: Schedule::new(settings.warm, settings.cold, settings.work.get() as f64, 1.0),
            repair: None,
            elites: Elites::new(settings.elites.get().into()),
        }
    }

    fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        while !run.over() {
            match &mut self.repair {
                Some(repair) if repair.idle_work() < self.settings.polish => repair.advance(run),
                Some(_) => self.warm(),
                None => self.anneal(run),
            }
        }
    }

    /// Anneals until the cycle or the run is over.
    fn anneal(&mut self, run: &mut Run<'_, Puzzle>) {
        while run.step() {
            let change = self.propose();
            let gain = change.gain(&self.state);
            if self.schedule.chances.accept(gain, &mut self.rng) {
                change.make(&mut self.state);
                match change {
                    Move::Swap { a, b, .. } => self.broken.refresh(&self.state, &[a, b]),
                    Move::Turn { cell, .. } => self.broken.refresh(&self.state, &[cell]),
                    Move::Nothing => {}
                }
                run.offer(self.state.score(), || self.state.board());
            }
            if self.schedule.step() {
                let (puzzle, board) = (self.state.puzzle(), self.state.board());
                let seed = self.rng.bits();
                self.repair = Some(Repairer::new(puzzle, &board, Repair::default(), seed));
                return;
            }
        }
    }

    /// A swap with best turns, mostly from a cell with a break, or a turn.
    fn propose(&mut self) -> Move {
        let (state, rng) = (&self.state, &mut self.rng);
        if !self.ground.turnable().is_empty() && rng.below(TURNS) == 0 {
            return self.ground.turn(state, rng);
        }
        let focused = rng.below(100) < usize::from(self.settings.focus);
        let cells = if focused { self.broken.cells() } else { self.ground.swappable() };
        let Some(&a) = rng.pick(cells) else { return Move::Nothing };
        let kind = self.ground.cells(state.puzzle().layout().kind(a.into()));
        match rng.pick(kind) {
            // A break may lie at a clue, which stays.
            Some(&b) if a != b && kind.binary_search(&a).is_ok() => {
                Move::best_swap(state, a.into(), b.into())
            }
            _ => Move::Nothing,
        }
    }

    /// Keeps what the repair made and goes on from one of the best boards.
    fn warm(&mut self) {
        if let Some(repair) = self.repair.take() {
            let (score, board) = (repair.best_score(), repair.best_board());
            self.calibrate(score, board);
            self.elites.add(score, board);
        }
        if let Some(board) = self.elites.pick(&mut self.rng) {
            self.state = State::from_board(self.state.puzzle(), board);
            self.broken = Broken::new(&self.state);
        }
        self.from = (self.state.score(), self.state.board());
        let AnnealingModern { cold, work, .. } = *self.settings;
        self.schedule = Schedule::new(self.warm, cold, work.get() as f64, 1.0);
    }

    /// Finds the temperature that changes a board and does not spoil it.
    fn calibrate(&mut self, score: Score, board: &Board) {
        let (cold, (began, from)) = (self.settings.cold, &self.from);
        if score < *began {
            self.warm = (self.warm * (1.0 - STRIDE)).max(cold);
        } else if board == from {
            self.warm = (self.warm * (1.0 + STRIDE)).min(HOTTEST.max(self.settings.warm));
        }
    }
}
