//! The record solver: ever wider beams that start anew or again from the middle of good boards, by
//! what pays on this puzzle, the best boards of each polished by repair.

mod elite;
mod lane;
mod pool;
mod round;

use super::beam::BeamSearch;
use super::dfs::Quest;
use crate::edge::{Puzzle, greedy};
use crate::exact::{Deal, Exact};
use crate::search::{Algorithm, Conclusion, Entry, Run, gauge};
use elite::Elite;
use lane::Lane;
use pool::Pool;
use round::Polish;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};

/// The most cells of a board that is searched exactly for as long as it takes.
const SMALL: usize = 64;

/// The exact search's work between two rounds, and all it gets on larger boards.
const EASY: u64 = 1 << 21;

/// Work in vain after which a board to go on from counts as polished, on each of its copies.
const FIRST_PATIENCE: u64 = 1 << 20;

/// Rounds after which a puzzle without a perfect board is left alone.
const PROVEN_ROUNDS: u32 = 32;

/// Boards with more cells are not searched exactly at all.
const HUGE: usize = 400;

/// Hands of the exact search.
const HANDS: usize = 16;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Portfolio>(
    "portfolio",
    "the record solver: ever wider beams, their best boards repaired; small puzzles exactly",
    "ours",
    "one candidate or piece tried",
)
.with_children("lanes")
.later(&["lanes"])
.resuming()
.tried(
    4_000_000,
    &[
        r#"{"width": 40, "rounds": 2, "polish": 0.5, "memory": 1, "elites": 2, "walkers": 3}"#,
        r#"{"width": 40, "rounds": 1, "memory": 2, "lanes": 2}"#,
    ],
);

/// Ever wider beams that start anew or again from the middle of good boards, each as often as it
/// pays on this puzzle, the best boards of each polished by repair. Small and easy puzzles are
/// solved exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Portfolio {
    /// States the first beams keep after each cell; later ones more and more, if the memory allows.
    pub width: NonZeroU32,
    /// Beams of a width before it doubles.
    pub rounds: NonZeroU16,
    /// What part of a beam's work may be spent in vain on repairing its boards.
    pub polish: f64,
    /// Good boards to go on from.
    pub elites: NonZeroU16,
    /// Walks that polish the boards of a beam at the same time. It decides what one seed gives,
    /// whatever the number of threads.
    pub walkers: NonZeroU16,
    /// The memory that beams may take, in megabytes.
    pub memory: NonZeroU32,
    /// Portfolios side by side that tell each other of their best boards, each with a thread and its part
    /// of the memory for itself. One uses all threads, more waste none of their time. It decides what
    /// one seed gives.
    pub lanes: NonZeroU16,
}

impl Default for Portfolio {
    fn default() -> Self {
        Self {
            width: const { NonZeroU32::new(1024).unwrap() },
            rounds: const { NonZeroU16::new(4).unwrap() },
            polish: 0.1,
            elites: const { NonZeroU16::new(12).unwrap() },
            walkers: const { NonZeroU16::new(8).unwrap() },
            memory: const { NonZeroU32::new(1024).unwrap() },
            lanes: NonZeroU16::MIN,
        }
    }
}

impl Portfolio {
    fn beams(&self) -> BeamSearch {
        let Self { width, memory, .. } = *self;
        let own = memory.get() / u32::from(self.lanes.get());
        let memory = NonZeroU32::new(own).unwrap_or(NonZeroU32::MIN);
        BeamSearch { width, memory, ..BeamSearch::default() }
    }
}

impl Algorithm<Puzzle> for Portfolio {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        let Self { polish, memory, lanes, .. } = *self;
        if u32::from(lanes.get()) > memory.get() {
            return Some(format!(
                "expected at most a lane for each of {memory} megabytes, found {lanes}"
            ));
        }
        (!(0.0..=1e3).contains(&polish))
            .then(|| format!("expected polish from 0 to 1000, found {polish}"))
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if let Some(end) = greedy::open(puzzle, run) {
            return end;
        }
        let beams = self.beams().prepare(puzzle);
        let rngs = run.rng.split(self.lanes.get().into()).into_iter();
        let lanes = rngs.map(|rng| Lane::new(Pool::new(self, beams.clone(), rng))).collect();
        // The exact search takes long to set up on huge boards, and finds nothing there.
        let exact = (puzzle.size() <= HUGE).then(|| Deal::new(puzzle, &Exact::default()).ok());
        let dealt = exact.flatten();
        let quest = dealt.as_ref().map(|dealt| Quest::new(dealt, HANDS));
        self.take_turns(puzzle, run, lanes, quest)
    }
}

impl Portfolio {
    /// Small boards are searched exactly as much as they are played for score; of large ones only
    /// so much that the easy ones fall.
    fn take_turns<'p>(
        &'p self,
        puzzle: &'p Puzzle,
        run: &mut Run<'_, Puzzle>,
        mut lanes: Vec<Lane<'p>>,
        mut quest: Option<Quest<'_>>,
    ) -> Conclusion {
        let most = if puzzle.size() <= SMALL { u64::MAX } else { EASY };
        let (mut exact, mut played) = (0, 0);
        let (mut phase, mut proven) = ("", false);
        self.go_on_from_start(puzzle, run, &mut lanes);
        while !run.over() {
            let before = run.work();
            if let Some(quest) = quest.as_mut().filter(|_| exact < most.min(played + EASY)) {
                enter(run, &mut phase, "exact");
                let searched = quest.search(puzzle, run, EASY);
                proven |= searched && run.goal() == puzzle.joins();
                exact = if searched { u64::MAX } else { exact + run.work() - before };
                continue;
            }
            enter(run, &mut phase, "play");
            show(&lanes, run);
            lane::play(&mut lanes, puzzle, self, run);
            // Without a perfect board, a good one will do.
            let rounds: u32 = lanes.iter().flat_map(|lane| lane.pool.done()).sum();
            if proven && rounds >= PROVEN_ROUNDS {
                return Conclusion::Exhausted;
            }
            played += run.work() - before;
        }
        if proven { Conclusion::Exhausted } else { Conclusion::Stopped }
    }

    /// Polishes the board that the user wants to go on from, for all lanes.
    fn go_on_from_start<'p>(
        &self,
        puzzle: &'p Puzzle,
        run: &mut Run<'_, Puzzle>,
        lanes: &mut [Lane<'p>],
    ) {
        let Some(board) = run.start() else { return };
        let patience = FIRST_PATIENCE * u64::from(self.walkers.get());
        let (seed, boards) = (run.rng.bits(), std::iter::once(board));
        let mut polish = Polish::new(puzzle, self.walkers, boards, (seed, patience));
        polish.advance(run);
        if let Some((score, board)) = polish.best() {
            let elite = Elite { board, score, way: None, tries: 0 };
            lanes.iter_mut().for_each(|lane| lane.pool.admit(elite.clone(), None));
        }
    }
}

/// Says what has been done, for those who watch.
fn show(lanes: &[Lane<'_>], run: &mut Run<'_, Puzzle>) {
    let done = |means: usize| lanes.iter().map(|lane| lane.pool.done()[means]).sum::<u32>();
    let width = lanes.iter().map(|lane| lane.pool.width()).max();
    run.gauge(gauge::STARTS, f64::from(done(0)));
    run.gauge(gauge::AGAIN, f64::from(done(1)));
    run.gauge(gauge::WIDTH, width.unwrap_or(0) as f64);
}

/// Says which part of the work begins, once.
fn enter(run: &mut Run<'_, Puzzle>, phase: &mut &'static str, next: &'static str) {
    if *phase != next {
        run.phase(next);
        *phase = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::generate::Recipe;
    use crate::edge::{Frame, Piece};
    use crate::search::{Budget, Setup, solve};

    #[test]
    fn a_puzzle_without_a_perfect_board_gets_a_proof_and_a_good_board() {
        let made = Recipe::random(4, 4, Frame::Grey, 6, 1).make().unwrap().puzzle;
        let mut pieces = made.pieces().to_vec();
        // A colour that only one side has.
        let inner = pieces.iter().position(|piece| !piece.0.contains(&0)).unwrap();
        pieces[inner] = Piece([99, pieces[inner].0[1], pieces[inner].0[2], pieces[inner].0[3]]);
        let puzzle = Puzzle::new("", 4, 4, Frame::Grey, pieces).unwrap();
        let quick = Portfolio { width: NonZeroU32::MIN, ..Portfolio::default() };
        let outcome = solve(&puzzle, &quick, &Setup::default(), &mut |_, _| {});
        assert_eq!(outcome.conclusion, Conclusion::Exhausted);
        // A greedy board has 18 or so; two colours are odd, so one break is the least.
        assert_eq!(outcome.score, puzzle.joins() - 1);
    }

    #[test]
    fn a_lane_needs_a_megabyte() {
        let puzzle = Recipe::random(4, 4, Frame::Grey, 6, 1).make().unwrap().puzzle;
        let objection = |lanes| {
            let (lanes, memory) = (NonZeroU16::new(lanes).unwrap(), NonZeroU32::new(9).unwrap());
            Portfolio { lanes, memory, ..Portfolio::default() }.objection(&puzzle)
        };
        assert_eq!((objection(9), objection(10).is_some()), (None, true));
    }

    #[test]
    fn small_and_easy_puzzles_end_at_once() {
        let recipes = [Recipe::eternity_like(6, 6, 3), Recipe::random(12, 12, Frame::Grey, 60, 1)];
        for recipe in recipes {
            let puzzle = recipe.make().unwrap().puzzle;
            let budget = Budget { work: Some(EASY), ..Budget::default() };
            let setup = Setup { budget, ..Setup::default() };
            let outcome = solve(&puzzle, &Portfolio::default(), &setup, &mut |_, _| {});
            assert_eq!(outcome.conclusion, Conclusion::Solved, "{}", puzzle.name());
        }
    }
}
