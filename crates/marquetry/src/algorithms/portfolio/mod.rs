//! The record solver: beams that start anew or again from the middle of good boards, each board
//! polished by repair, and deep search below good prefixes, by what pays on this puzzle.

mod elite;
mod pool;
mod task;

use super::beam::BeamSearch;
use super::dfs::Quest;
use crate::edge::{Puzzle, greedy};
use crate::exact::{Deal, Exact};
use crate::search::{Algorithm, Conclusion, Entry, Run};
use pool::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};
use task::Task;

/// Work of a walker between two meetings.
const SHARE: u64 = 1 << 17;

/// The most cells of a board that is searched exactly for as long as it takes.
const SMALL: usize = 64;

/// The exact search's work between two rounds, and all it gets on larger boards.
const EASY: u64 = 1 << 21;

/// Tasks after which a puzzle without a perfect board is left alone.
const PROVEN_TASKS: u32 = 64;

/// Boards with more cells are not searched exactly at all.
const HUGE: usize = 400;

/// Hands of the exact search.
const HANDS: usize = 16;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Portfolio>(
    "portfolio",
    "the record solver: beams, repair and deep search by what pays; small puzzles exactly",
    "ours",
    "one candidate or piece tried",
)
.with_children("walkers")
.resuming()
.tried(
    4_000_000,
    &[r#"{"width": 40, "memory": 1, "patience": 3000, "depth_work": 5000, "elites": 2, "walkers": 3}"#],
);

/// Beams that start anew, beams that start again from the middle of good boards, every board
/// polished by repair, and deep search, each as often as it pays on this puzzle. Small and easy
/// puzzles are solved exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Portfolio {
    /// States a beam keeps after each cell, at first; in long runs more, if the memory allows.
    pub width: NonZeroU32,
    /// Work without a better board after which a board counts as polished.
    pub patience: u64,
    /// Work of one deep search.
    pub depth_work: u64,
    /// Good boards to go on from.
    pub elites: NonZeroU16,
    /// Tasks at work at the same time. It decides what one seed gives, whatever the number of
    /// threads.
    pub walkers: NonZeroU16,
    /// The memory all beams may take, in megabytes.
    pub memory: NonZeroU32,
}

impl Default for Portfolio {
    fn default() -> Self {
        Self {
            width: const { NonZeroU32::new(4096).unwrap() },
            patience: 4_000_000,
            depth_work: 40_000_000,
            elites: const { NonZeroU16::new(12).unwrap() },
            walkers: const { NonZeroU16::new(8).unwrap() },
            memory: const { NonZeroU32::new(512).unwrap() },
        }
    }
}

impl Portfolio {
    fn beams(&self) -> BeamSearch {
        let Self { width, walkers, memory, .. } = *self;
        BeamSearch { width, walkers, memory, ..BeamSearch::default() }
    }
}

impl Algorithm<Puzzle> for Portfolio {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        self.beams().flaw()
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if let Some(end) = greedy::open(puzzle, run) {
            return end;
        }
        let rng = run.rng.split(1).remove(0);
        let pool = Pool::new(self, puzzle, rng);
        // The exact search takes long to set up on huge boards, and finds nothing there.
        let exact = (puzzle.size() <= HUGE).then(|| Deal::new(puzzle, &Exact::default()).ok());
        let dealt = exact.flatten();
        let quest = dealt.as_ref().map(|dealt| Quest::new(dealt, HANDS));
        self.take_turns(puzzle, run, pool, quest)
    }
}

impl Portfolio {
    /// Small boards are searched exactly as much as they are played for score; of large ones only
    /// so much that the easy ones fall.
    fn take_turns(
        &self,
        puzzle: &Puzzle,
        run: &mut Run<'_, Puzzle>,
        mut pool: Pool<'_>,
        mut quest: Option<Quest<'_>>,
    ) -> Conclusion {
        let most = if puzzle.size() <= SMALL { u64::MAX } else { EASY };
        let (mut exact, mut played) = (0, 0);
        let (mut phase, mut proven) = ("", false);
        let mut tasks = pool.begin(usize::from(self.walkers.get()), run.start());
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
            run.fork(&mut tasks, SHARE, Task::advance);
            for task in tasks.iter_mut().filter(|task| task.finished()) {
                // Without a perfect board, a good one will do.
                if proven && pool.settled() >= PROVEN_TASKS {
                    return Conclusion::Exhausted;
                }
                pool.settle(task);
                *task = pool.next();
            }
            pool.gauges().into_iter().for_each(|(name, value)| run.gauge(name, value));
            played += run.work() - before;
        }
        if proven { Conclusion::Exhausted } else { Conclusion::Stopped }
    }
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
        let quick = Portfolio { patience: 5_000, ..Portfolio::default() };
        let outcome = solve(&puzzle, &quick, &Setup::default(), &mut |_, _| {});
        assert_eq!(outcome.conclusion, Conclusion::Exhausted);
        // A greedy board has 18 or so; two colours are odd, so one break is the least.
        assert_eq!(outcome.score, puzzle.joins() - 1);
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
