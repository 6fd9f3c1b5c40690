//! Tabu search with what was learnt since: it looks where the breaks are, forbids pieces their old
//! cells for a random while, has its best boards repaired exactly and goes on from the best ones.

use crate::algorithms::repair::{Repair, Repairer};
use crate::algorithms::shared::{Choice, Elites, MOST_ELITES, Opening, above_limit};
use crate::edge::{Board, Broken, Fits, Ground, Move, Placed, Puzzle, State, each};
use crate::search::{Algorithm, Conclusion, Entry, Rng, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU64};

/// Steps all walkers together take before they meet again.
const SHARE: usize = 1 << 16;

/// More walkers than this only cost memory.
const MOST_WALKERS: u16 = 64;

/// The most memory the tables of all walkers may take, in bytes: five for every piece and cell.
const MOST_MEMORY: usize = 1 << 30;

/// More broken cells than this are too many to score between two looks at the clock.
const MOST_CELLS: u16 = 1024;

/// Neighbours scored in a step: they cost so much less than a piece laid by the repair.
const SCORED: u64 = 16;

/// The entry of the catalogue.
pub(in crate::algorithms) const ENTRY: Entry<Puzzle> = Entry::new::<TabuModern>(
    "tabu:modern",
    "tabu search that looks where the breaks are, with exact repair when it is stuck",
    "ours, after Wang and Chiang 2010 and Glover 1989",
    "sixteen neighbours scored, or one piece laid by the repair",
)
.with_children("walkers")
.resuming()
.tried(
    1_000_000,
    &[r#"{"cells": 3, "elites": 2, "shake": 2, "width": 5, "tenure": 2, "spread": 3, "patience": 9, "polish": 50, "walkers": 3}"#],
);

/// From a narrow beam's board, always the best swap or turn at some of the breaks, unless a piece comes back to a cell it left a short while ago. When that brings nothing more, small regions around
/// the breaks are refilled exactly; then one of the best boards is shaken and searched again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TabuModern {
    /// Broken cells whose neighbours are scored in an iteration, drawn anew each time.
    pub cells: NonZeroU16,
    /// Iterations for which a piece may not come back, at least.
    pub tenure: u16,
    /// Iterations that are added to that at random.
    pub spread: u16,
    /// Iterations without a better board after which it is repaired.
    pub patience: NonZeroU64,
    /// Steps without a better board after which a repair ends; 0 for no repair.
    pub polish: u64,
    /// Random swaps a good board is shaken with before it is searched again.
    pub shake: u16,
    /// Good boards to go on from.
    pub elites: NonZeroU16,
    /// Boards the beam of a start keeps after each cell; 0 for a greedy start.
    pub width: u16,
    /// Independent searches. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for TabuModern {
    fn default() -> Self {
        Self {
            cells: const { NonZeroU16::new(24).unwrap() },
            tenure: 2,
            spread: 8,
            patience: const { NonZeroU64::new(50_000).unwrap() },
            polish: 500_000,
            shake: 4,
            elites: const { NonZeroU16::new(4).unwrap() },
            width: 64,
            walkers: const { NonZeroU16::new(1).unwrap() },
        }
    }
}

impl Algorithm<Puzzle> for TabuModern {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        let most = MOST_MEMORY / (5 * puzzle.size() * puzzle.size());
        let most = most.clamp(1, MOST_WALKERS.into()) as u16;
        above_limit([
            ("cells", self.cells.get(), MOST_CELLS),
            ("elites", self.elites.get(), MOST_ELITES),
            ("walkers", self.walkers.get(), most),
        ])
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        let searches = self.walkers.get().into();
        let opening = Opening { width: self.width, searches, share: SHARE };
        let begin = |board: &Board, seed| FocusedTabu::new(self, puzzle, board, seed);
        opening.search(puzzle, run, begin, FocusedTabu::advance)
    }
}

/// A board being searched or repaired.
struct FocusedTabu<'p> {
    settings: &'p TabuModern,
    rng: Rng,
    ground: Ground,
    state: State<'p>,
    fits: Fits,
    broken: Broken,
    /// The iteration from which a piece may come to a cell again, by cell and piece.
    barred: Vec<u32>,
    /// The iteration from which a piece may be turned again, by cell.
    fixed: Vec<u32>,
    now: u32,
    /// The best board since the search began anew, as a state.
    best: State<'p>,
    idle: u64,
    /// What the last iteration chose, until its work is paid for.
    chosen: Option<Move>,
    owed: u64,
    repair: Option<Repairer<'p>>,
    elites: Elites,
}

impl<'p> FocusedTabu<'p> {
    fn new(settings: &'p TabuModern, puzzle: &'p Puzzle, board: &Board, seed: u64) -> Self {
        let state = State::from_board(puzzle, board);
        Self {
            settings,
            rng: Rng::new(seed),
            ground: Ground::new(puzzle),
            fits: Fits::new(&state),
            broken: Broken::new(&state),
            barred: vec![0; puzzle.size() * puzzle.size()],
            fixed: vec![0; puzzle.size()],
            now: 0,
            best: state.clone(),
            state,
            idle: 0,
            chosen: None,
            owed: 0,
            repair: None,
            elites: Elites::new(settings.elites.get().into()),
        }
    }

    fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        while !run.over() {
            match &mut self.repair {
                Some(repair) if repair.idle_work() < self.settings.polish => repair.advance(run),
                Some(_) => self.shake(),
                None => self.iterate(run),
            }
        }
    }

    /// One iteration: its neighbour is taken once its work is paid for.
    fn iterate(&mut self, run: &mut Run<'_, Puzzle>) {
        self.owed -= run.take(self.owed);
        if self.owed > 0 {
            return;
        }
        if let Some(change) = self.chosen.take() {
            self.take(change);
            run.offer(self.state.score(), || self.state.board());
            if self.state.score() > self.best.score() {
                self.best.clone_from(&self.state);
                self.idle = 0;
            }
            self.idle += 1;
            if self.idle > self.settings.patience.get() {
                let (puzzle, board) = (self.state.puzzle(), self.best.board());
                let seed = self.rng.bits();
                self.repair = Some(Repairer::new(puzzle, &board, Repair::default(), seed));
                return;
            }
        }
        self.scan();
    }

    /// Chooses the best neighbour at some of the breaks.
    fn scan(&mut self) {
        let mut choice = Choice::none();
        let mut scored = 0;
        for _ in 0..self.settings.cells.get() {
            let Some(&cell) = self.rng.pick(self.broken.cells()) else { break };
            scored += self.look(cell.into(), &mut choice);
        }
        self.chosen = Some(choice.change().unwrap_or(Move::Nothing));
        self.owed = scored / SCORED + 1;
    }

    /// Scores the neighbours at a cell; their number.
    fn look(&mut self, a: usize, choice: &mut Choice<Move>) -> u64 {
        let Self { rng, state, fits, .. } = self;
        let layout = state.puzzle().layout();
        let cells = self.ground.cells(layout.kind(a));
        // A break may lie at a clue, which stays.
        let Some(at_a) = state.get(a).filter(|_| cells.binary_search(&(a as u16)).is_ok()) else {
            return 0;
        };
        let size = state.puzzle().size();
        let barred = |cell: usize, piece: usize| self.barred[cell * size + piece] > self.now;
        // What is better than the best board since the last shake is never barred.
        let room = self.best.score() as i32 - state.score() as i32;
        for b in cells.iter().map(|&b| usize::from(b)).filter(|&b| b != a) {
            let gain = fits.swap_gain(state, a, b);
            let Some(at_b) = state.get(b).filter(|_| gain >= choice.gain()) else { continue };
            if gain > room || !(barred(a, at_b.piece()) || barred(b, at_a.piece())) {
                let swap = Move::Swap { a, turn_a: 0, b, turn_b: 0 };
                choice.consider(gain, swap, rng);
            }
        }
        for turn in each(layout.turns(at_a.piece(), a) & !(1 << at_a.turn())) {
            let gain = state.turn_gain(a, turn);
            if gain > room || self.fixed[a] <= self.now {
                choice.consider(gain, Move::Turn { cell: a, turn }, rng);
            }
        }
        cells.len() as u64
    }

    /// Makes a move, a swap with its best turns, and bars the way back for a while.
    fn take(&mut self, change: Move) {
        self.now = self.now.saturating_add(1);
        let while_barred = u32::from(self.settings.tenure)
            + self.rng.below(usize::from(self.settings.spread) + 1) as u32;
        let until = self.now.saturating_add(while_barred);
        match change {
            Move::Swap { a, b, .. } => {
                let size = self.state.puzzle().size();
                for cell in [a, b] {
                    let left = self.state.get(cell).map_or(0, Placed::piece);
                    self.barred[cell * size + left] = until;
                }
                Move::best_swap(&self.state, a, b).make(&mut self.state);
                self.refresh(&[a, b]);
            }
            Move::Turn { cell, .. } => {
                self.fixed[cell] = until;
                change.make(&mut self.state);
                self.refresh(&[cell]);
            }
            Move::Nothing => {}
        }
    }

    fn refresh(&mut self, cells: &[usize]) {
        self.fits.refresh(&self.state, cells);
        self.broken.refresh(&self.state, cells);
    }

    /// Keeps what the repair made and goes on from one of the best boards.
    fn shake(&mut self) {
        if let Some(repair) = self.repair.take() {
            self.elites.add(repair.best_score(), repair.best_board());
        }
        let puzzle = self.state.puzzle();
        if let Some(board) = self.elites.pick(&mut self.rng) {
            self.state = State::from_board(puzzle, board);
        }
        for _ in 0..self.settings.shake {
            let Some((a, b)) = self.ground.pair(puzzle, &mut self.rng) else { break };
            Move::best_swap(&self.state, a, b).make(&mut self.state);
        }
        self.fits = Fits::new(&self.state);
        self.broken = Broken::new(&self.state);
        self.best.clone_from(&self.state);
        self.barred.fill(0);
        self.fixed.fill(0);
        self.now = 0;
        self.idle = 0;
    }
}
