//! The local search of Söderlind, sections 4.1 and 5.4.

use super::greedy::{self, Placement};
use crate::edge::{Placed, Puzzle, State};
use crate::search::{Algorithm, Conclusion, Rng, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;

/// Steps all walkers together take before they meet again.
const SHARE: usize = 1 << 15;

/// The kinds of pieces that may be turned where they lie.
const INNER: usize = 0;
const BRIDGE: usize = 3;

/// When a changed board replaces the old one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Accept {
    /// Only if it scores more, as in section 5.4.
    #[default]
    Better,
    /// Also if it scores the same.
    Equal,
}

/// From a greedy board, flips a coin for the number of mutations (swaps within a kind of piece,
/// turns of inner pieces), makes them, and keeps the board if it is better. One step is one
/// changed board scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Local {
    /// When a changed board replaces the old one.
    pub accept: Accept,
    /// Steps without a better board after which a walker starts again from a new greedy board;
    /// 0 for never. The thesis made ten runs, each stopped "when no improvements has been found
    /// in a while".
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
        let mut walkers: Vec<Option<Walker>> = vec![None; usize::from(self.walkers.get())];
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
struct Walker<'p> {
    state: State<'p>,
    idle: u64,
}

impl Local {
    fn walk<'p>(
        &self,
        puzzle: &'p Puzzle,
        ground: &Ground,
        walker: &mut Option<Walker<'p>>,
        run: &mut Run<'_, Puzzle>,
    ) {
        let mut undo = Vec::new();
        while run.step() {
            let Some(Walker { state, idle }) = walker.as_mut().filter(|w| !self.tired(w.idle))
            else {
                // The first walk goes on from the user's board, if there is one.
                let state = match run.start().filter(|_| walker.is_none()) {
                    Some(board) => State::from_board(puzzle, board),
                    None => greedy::build(puzzle, Placement::Regular, &mut run.rng),
                };
                run.offer(state.score(), || state.board());
                *walker = Some(Walker { state, idle: 0 });
                continue;
            };
            let before = state.score();
            if self.mutate(state, ground, &mut run.rng, &mut undo) {
                *idle = if state.score() > before { 0 } else { *idle + 1 };
                run.offer(state.score(), || state.board());
            } else {
                *idle += 1;
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
        undo: &mut Vec<Mutation>,
    ) -> bool {
        let first = ground.mutation(state, rng);
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
            undo.push(ground.mutation(state, rng).make(state));
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

/// One mutation of section 5.4. Turns are those the pieces take where they come to lie.
#[derive(Clone, Copy, Debug)]
enum Mutation {
    Swap { a: usize, turn_a: u8, b: usize, turn_b: u8 },
    Turn { cell: usize, turn: u8 },
    Nothing,
}

impl Mutation {
    fn gain(self, state: &State<'_>) -> i32 {
        match self {
            Self::Swap { a, turn_a, b, turn_b } => state.swap_gain(a, turn_a, b, turn_b),
            Self::Turn { cell, turn } => state.turn_gain(cell, turn),
            Self::Nothing => 0,
        }
    }

    /// Changes the state and returns the mutation that changes it back.
    fn make(self, state: &mut State<'_>) -> Self {
        let turn_at = |state: &State<'_>, cell| state.get(cell).map_or(0, Placed::turn);
        match self {
            Self::Swap { a, turn_a, b, turn_b } => {
                let back =
                    Self::Swap { a, turn_a: turn_at(state, a), b, turn_b: turn_at(state, b) };
                state.swap(a, turn_a, b, turn_b);
                back
            }
            Self::Turn { cell, turn } => {
                let back = Self::Turn { cell, turn: turn_at(state, cell) };
                state.turn(cell, turn);
                back
            }
            Self::Nothing => self,
        }
    }
}

/// The cells mutations may touch: all but the clues'.
struct Ground {
    /// Cells that can be swapped within their kind.
    swappable: Vec<u16>,
    /// The same, by kind.
    kinds: [Vec<u16>; 6],
    /// Cells whose piece may be turned.
    turnable: Vec<u16>,
}

impl Ground {
    fn new(puzzle: &Puzzle) -> Self {
        let layout = puzzle.layout();
        let is_clue = |cell: u16| puzzle.clues().iter().any(|c| c.cell == usize::from(cell));
        let kinds: [Vec<u16>; 6] = std::array::from_fn(|kind| {
            let cells = layout.cells(kind).iter().copied().filter(|&cell| !is_clue(cell));
            cells.collect::<Vec<_>>()
        });
        let several = kinds.iter().filter(|cells| cells.len() > 1);
        let swappable = several.flatten().copied().collect();
        // On boards one cell wide the pieces between the ends may lie two ways.
        let turnable = kinds[INNER].iter().chain(&kinds[BRIDGE]).copied().collect();
        Self { swappable, turnable, kinds }
    }

    /// A swap or a turn, each with one half where both exist.
    fn mutation(&self, state: &State<'_>, rng: &mut Rng) -> Mutation {
        let swap = match (self.swappable.is_empty(), self.turnable.is_empty()) {
            (true, true) => return Mutation::Nothing,
            (false, false) => rng.coin(),
            (no_swap, _) => !no_swap,
        };
        if swap { self.swap(state, rng) } else { self.turn(state, rng) }
    }

    fn turn(&self, state: &State<'_>, rng: &mut Rng) -> Mutation {
        let cell = usize::from(self.turnable[rng.below(self.turnable.len())]);
        let turn = state.get(cell).map_or(0, Placed::turn);
        let by = if state.puzzle().layout().kind(cell) == BRIDGE { 2 } else { 1 + rng.below(3) };
        Mutation::Turn { cell, turn: (turn + by as u8) % 4 }
    }

    fn swap(&self, state: &State<'_>, rng: &mut Rng) -> Mutation {
        let layout = state.puzzle().layout();
        let a = usize::from(self.swappable[rng.below(self.swappable.len())]);
        let kind = &self.kinds[layout.kind(a)];
        let b = loop {
            let b = usize::from(kind[rng.below(kind.len())]);
            if a != b {
                break b;
            }
        };
        let (Some(at_a), Some(at_b)) = (state.get(a), state.get(b)) else {
            return Mutation::Nothing;
        };
        let turn_a = keep_or_fit(at_b.turn(), layout.turns(at_b.piece(), a));
        let turn_b = keep_or_fit(at_a.turn(), layout.turns(at_a.piece(), b));
        Mutation::Swap { a, turn_a, b, turn_b }
    }
}

/// The turn a piece keeps when it moves, or the one the frame forces on it.
fn keep_or_fit(turn: u8, allowed: u8) -> u8 {
    if allowed >> turn & 1 == 1 { turn } else { allowed.trailing_zeros() as u8 & 3 }
}
