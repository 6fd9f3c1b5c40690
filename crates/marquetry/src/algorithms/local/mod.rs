//! The local search of Söderlind, sections 4.1 and 5.4.

use crate::algorithms::shared::Accept;
use crate::edge::greedy::{self, Placement};
use crate::edge::{Ground, Move, Puzzle, State};
use crate::search::{Algorithm, Conclusion, Entry, Rng, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;

/// Steps all walkers together take before they meet again.
const SHARE: usize = 1 << 15;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Local>(
    "local",
    "greedy start, then a few random swaps and turns at a time, kept if better",
    "Söderlind 2010, sections 4.1 and 5.4",
    "one changed board scored",
)
.with_children("walkers")
.resuming()
.tried(50_000, &[r#"{"accept": "equal", "patience": 500, "walkers": 3}"#]);

/// From a greedy board, flips a coin for the number of mutations (swaps within a kind of piece,
/// turns of inner pieces), makes them, and keeps the board if it is better.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Local {
    /// When a changed board replaces the old one: section 5.4 wants a better one.
    pub accept: Accept,
    /// Steps without a better board after which a walker starts again from a new greedy board;
    /// 0 for never. The thesis made ten runs, each stopped when nothing had improved for a time.
    pub patience: u64,
    /// Independent walks. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for Local {
    fn default() -> Self {
        let walkers = const { NonZeroU16::new(1).unwrap() };
        Self { accept: Accept::Better, patience: 20_000_000, walkers }
    }
}

impl Algorithm<Puzzle> for Local {
    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.obstacle().is_some() {
            return Conclusion::Exhausted;
        }
        let ground = Ground::new(puzzle);
        let mut walkers: Vec<Option<Climber>> = vec![None; usize::from(self.walkers.get())];
        let share = (SHARE / walkers.len()).max(1) as u64;
        while !run.over() {
            run.fork(&mut walkers, share, |walker, child| {
                self.walk(puzzle, &ground, walker, child);
            });
        }
        Conclusion::Stopped
    }
}

/// A board being changed, and how long it has not become better.
#[derive(Clone)]
struct Climber<'p> {
    state: State<'p>,
    idle: u64,
}

impl Local {
    fn walk<'p>(
        &self,
        puzzle: &'p Puzzle,
        ground: &Ground,
        walker: &mut Option<Climber<'p>>,
        run: &mut Run<'_, Puzzle>,
    ) {
        let mut undo = Vec::new();
        while run.step() {
            let Some(Climber { state, idle }) = walker.as_mut().filter(|w| !self.tired(w.idle))
            else {
                // The first walk goes on from the user's board, if there is one.
                let state = match run.start().filter(|_| walker.is_none()) {
                    Some(board) => State::from_board(puzzle, board),
                    None => greedy::build(puzzle, Placement::Regular, &mut run.rng),
                };
                run.offer(state.score(), || state.board());
                *walker = Some(Climber { state, idle: 0 });
                continue;
            };
            let before = state.score();
            if self.mutate(state, ground, &mut run.rng, &mut undo) {
                *idle = if state.score() > before { 0 } else { *idle + 1 };
                run.offer(state.score(), || state.board());
            } else {
                *idle += 1;
                run.present(|| Some(state.board()));
            }
        }
    }

    fn tired(&self, idle: u64) -> bool {
        self.patience > 0 && idle >= self.patience
    }

    fn accepts(&self, gain: i32) -> bool {
        gain > 0 || (gain == 0 && self.accept == Accept::Equal)
    }

    /// Makes k mutations and keeps them if the board is accepted; otherwise leaves it as it was.
    fn mutate<'p>(
        &self,
        state: &mut State<'p>,
        ground: &Ground,
        rng: &mut Rng,
        undo: &mut Vec<Move>,
    ) -> bool {
        let first = ground.random(state, rng);
        if !rng.coin() {
            // A single mutation, the most likely number, is tried without being made.
            let accepted = self.accepts(first.gain(state));
            if accepted {
                first.make(state);
            }
            return accepted;
        }
        let before = state.score();
        undo.clear();
        undo.push(first.make(state));
        loop {
            undo.push(ground.random(state, rng).make(state));
            if !rng.coin() {
                break;
            }
        }
        let accepted = self.accepts(state.score() as i32 - before as i32);
        if !accepted {
            undo.drain(..).rev().for_each(|back| _ = back.make(state));
        }
        accepted
    }
}
