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
.later(&["mutations"])
.tried(
    50_000,
    &[r#"{"accept": "equal", "patience": 500, "walkers": 3}"#, r#"{"mutations": "poisson"}"#],
);

/// How many mutations are made at once: two in the mean, either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mutations {
    /// As many as a coin is flipped until it shows tails: what the thesis implements (section 5.4).
    #[default]
    Coins,
    /// One and a number from the Poisson distribution with mean 1: what it means to approximate
    /// (sections 2.1.4 and 4.1), as its source has it (Scharnow, Tinnefeld and Wegener 2004).
    Poisson,
}

/// How many mutations are still to follow.
enum More {
    Coins,
    Counted(u32),
}

impl Mutations {
    fn draw(self, rng: &mut Rng) -> More {
        match self {
            Self::Coins => More::Coins,
            Self::Poisson => More::Counted(poisson(rng.unit())),
        }
    }
}

impl More {
    /// Whether there is another.
    fn next(&mut self, rng: &mut Rng) -> bool {
        match self {
            Self::Coins => rng.coin(),
            Self::Counted(0) => false,
            Self::Counted(left) => {
                *left -= 1;
                true
            }
        }
    }
}

/// The number from the Poisson distribution with mean 1 below which lies this share of it.
fn poisson(mut share: f64) -> u32 {
    // Twenty or more are drawn once in 10^18 times.
    let (mut number, mut chance) = (0, 1.0 / std::f64::consts::E);
    while share >= chance && number < 20 {
        share -= chance;
        number += 1;
        chance /= f64::from(number);
    }
    number
}

/// From a greedy board, draws a number of mutations (swaps within a kind of piece, turns of inner
/// pieces), makes them, and keeps the board if it is better.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Local {
    /// When a changed board replaces the old one: section 5.4 wants a better one.
    pub accept: Accept,
    /// Steps without a better board after which a walker starts again from a new greedy board;
    /// 0 for never. The thesis made ten runs, each stopped when nothing had improved for a time.
    pub patience: u64,
    /// How the number of mutations made at once is drawn.
    pub mutations: Mutations,
    /// Independent walks. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for Local {
    fn default() -> Self {
        let walkers = const { NonZeroU16::new(1).unwrap() };
        let mutations = Mutations::Coins;
        Self { accept: Accept::Better, patience: 20_000_000, mutations, walkers }
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
        let mut more = self.mutations.draw(rng);
        if !more.next(rng) {
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
            if !more.next(rng) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_number_of_mutations_has_its_distribution() {
        let rng = &mut Rng::new(1);
        for mutations in [Mutations::Coins, Mutations::Poisson] {
            let mut drawn = [0f64; 24];
            for _ in 0..100_000 {
                let (mut more, mut made) = (mutations.draw(rng), 1);
                while more.next(rng) {
                    made += 1;
                }
                drawn[made] += 1e-5;
            }
            let expected = match mutations {
                Mutations::Coins => [0.5, 0.25, 0.125, 0.0625],
                Mutations::Poisson => [0.3679, 0.3679, 0.1839, 0.0613],
            };
            for (share, expected) in drawn[1..].iter().zip(expected) {
                assert!((share - expected).abs() < 0.006, "{mutations:?}: {drawn:?}");
            }
        }
        assert_eq!([0.0, 0.3678, 0.3679, 0.7357, 0.7358].map(poisson), [0, 0, 1, 1, 2]);
    }
}
