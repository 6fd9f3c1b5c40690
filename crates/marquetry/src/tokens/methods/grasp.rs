//! Greedy randomised adaptive search, which Almuhaideb et al. 2022 propose in the end.

use super::super::{Grid, Puzzle, State};
use crate::search::{Algorithm, Conclusion, Run, Walk, Walkable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// Takes tokens away one by one, each the best of a few drawn at random, and then improves the grid by
/// swaps of a token with a hole until none has helped for long; then it begins anew.
///
/// One step is one cell or one swap scored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Grasp {
    /// Tokens drawn for each that is taken away: the "sample greedy" of Resende and Werneck 2004.
    pub sample: NonZeroU32,
    /// Swaps without gain after which a grid is given up, as a share of all swaps.
    pub patience: f64,
}

impl Default for Grasp {
    fn default() -> Self {
        Self { sample: const { NonZeroU32::new(10).unwrap() }, patience: 0.25 }
    }
}

impl Grasp {
    /// A greedy grid; `None` if the run is over.
    fn build(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Option<Grid> {
        let row = |row| (0..puzzle.columns()).map(move |column| (row, column));
        let mut tokens: Vec<(usize, usize)> = (0..puzzle.rows()).flat_map(row).collect();
        let mut state = State::empty(puzzle.rows(), puzzle.columns());
        tokens.iter().for_each(|&(row, column)| state.flip(row, column));
        for _ in 0..puzzle.removed() {
            let mut best = None;
            for _ in 0..self.sample.get() {
                if !run.step() {
                    return None;
                }
                let place = run.rng.below(tokens.len());
                let (row, column) = tokens[place];
                let change = state.change_of_flip(row, column);
                if best.is_none_or(|(least, _)| change < least) {
                    best = Some((change, place));
                }
            }
            let (row, column) = tokens.swap_remove(best?.1);
            state.flip(row, column);
        }
        Some(state.grid().clone())
    }

    /// Swaps that do not lose, until `patience` of them have not gained; false if the run is over.
    fn improve(
        &self,
        mut walk: impl Walk<Solution = Grid>,
        puzzle: &Puzzle,
        run: &mut Run<'_, Puzzle>,
    ) -> bool {
        let swaps = puzzle.tokens() as f64 * puzzle.removed() as f64;
        let patience = (self.patience * swaps) as u64;
        let mut idle = 0;
        while idle <= patience {
            if !run.step() {
                return false;
            }
            let swap = walk.propose(&mut run.rng);
            let gain = walk.gain(swap);
            if gain >= 0 {
                walk.make(swap);
            }
            idle += 1;
            if gain > 0 {
                idle = 0;
                run.offer(walk.score(), || walk.solution());
            }
        }
        true
    }
}

impl Algorithm<Puzzle> for Grasp {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        (!(0.0..=1e6).contains(&self.patience))
            .then(|| format!("expected patience from 0 to 1000000, found {}", self.patience))
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.feasible().is_err() {
            return Conclusion::Exhausted;
        }
        while let Some(grid) = self.build(puzzle, run) {
            let Some(walk) = puzzle.walk(Some(&grid), &mut run.rng) else { break };
            run.offer(walk.score(), || grid);
            if !self.improve(walk, puzzle, run) {
                break;
            }
        }
        Conclusion::Stopped
    }
}
