//! Tabu search, which Almuhaideb et al. 2022 propose in the end.

use super::super::Puzzle;
use crate::search::{Algorithm, Conclusion, Run, Score, Walk, Walkable};
use crate::tokens::swaps::{Swap, Swaps};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};

/// Makes the best of a few random swaps of a token with a hole, be it worse than nothing; for some
/// moves the cells of a swap then stay as they are, unless the grid would be the best so far (Glover
/// 1986).
///
/// One step is one swap scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Tabu {
    /// Swaps scored for each that is made.
    pub sample: NonZeroU16,
    /// Moves for which the cells of a swap stay as they are; up to as many again are added by lot.
    pub tenure: u16,
    /// Moves without a better grid after which a new random one begins.
    pub patience: NonZeroU32,
}

impl Default for Tabu {
    fn default() -> Self {
        Self {
            sample: const { NonZeroU16::new(20).unwrap() },
            tenure: 5,
            patience: const { NonZeroU32::new(20_000).unwrap() },
        }
    }
}

/// A grid with the moves up to which its cells stay as they are.
struct Trail {
    walk: Swaps,
    columns: usize,
    free_from: Vec<u64>,
    moves: u64,
    best: Score,
}

impl Trail {
    fn new(walk: Swaps, puzzle: &Puzzle) -> Self {
        let free_from = vec![0; puzzle.cells()];
        Self { best: walk.score(), walk, columns: puzzle.columns(), free_from, moves: 0 }
    }

    fn cells(&self, swap: Swap) -> impl Iterator<Item = usize> {
        let cells = self.walk.cells(swap).into_iter().flatten();
        let columns = self.columns;
        cells.map(move |(row, column)| row * columns + column)
    }

    /// Whether a swap may be made: its cells are free, or the grid would be the best so far.
    fn allows(&self, swap: Swap, gain: i32) -> bool {
        let better = i64::from(self.walk.score()) + i64::from(gain) > i64::from(self.best);
        better || self.cells(swap).all(|cell| self.free_from[cell] <= self.moves)
    }

    /// Makes a swap; whether the grid is the best so far.
    fn make(&mut self, swap: Swap, tenure: u64) -> bool {
        self.moves += 1;
        let cells: Vec<usize> = self.cells(swap).collect();
        cells.into_iter().for_each(|cell| self.free_from[cell] = self.moves + tenure);
        self.walk.make(swap);
        let better = self.walk.score() > self.best;
        self.best = self.best.max(self.walk.score());
        better
    }
}

impl Tabu {
    /// The best of a few random swaps that may be made; `None` if the run is over.
    fn choose(&self, trail: &Trail, run: &mut Run<'_, Puzzle>) -> Option<Option<Swap>> {
        let mut best = None;
        for _ in 0..self.sample.get() {
            if !run.step() {
                return None;
            }
            let swap = trail.walk.propose(&mut run.rng);
            let gain = trail.walk.gain(swap);
            if best.is_none_or(|(most, _)| gain > most) && trail.allows(swap, gain) {
                best = Some((gain, swap));
            }
        }
        Some(best.map(|(_, swap)| swap))
    }
}

impl Algorithm<Puzzle> for Tabu {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        None
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.feasible().is_err() {
            return Conclusion::Exhausted;
        }
        let mut start = run.start();
        while run.step() {
            let Some(walk) = puzzle.walk(start.take(), &mut run.rng) else { break };
            run.offer(walk.score(), || walk.solution());
            let mut trail = Trail::new(walk, puzzle);
            let mut idle = 0;
            while idle < self.patience.get() {
                let Some(chosen) = self.choose(&trail, run) else { return Conclusion::Stopped };
                idle += 1;
                let tenure = u64::from(self.tenure);
                let tenure = tenure + run.rng.below(usize::from(self.tenure) + 1) as u64;
                if chosen.is_some_and(|swap| trail.make(swap, tenure)) {
                    idle = 0;
                    run.offer(trail.best, || trail.walk.solution());
                }
            }
        }
        Conclusion::Stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Rng;

    #[test]
    fn what_was_moved_stays_unless_that_is_best() {
        let (puzzle, rng) = (Puzzle::new(6, 6, 12).unwrap(), &mut Rng::new(1));
        let mut trail = Trail::new(puzzle.walk(None, rng).unwrap(), &puzzle);
        for _ in 0..200 {
            let swap = trail.walk.propose(rng);
            let cells: Vec<usize> = trail.cells(swap).collect();
            trail.make(swap, 3);
            // The cells change places, so the same places are the way back.
            assert_eq!(trail.cells(swap).collect::<Vec<_>>(), [cells[1], cells[0]]);
            assert!(!trail.allows(swap, 0));
            assert!(trail.allows(swap, 1 + trail.best as i32));
            assert!(cells.iter().all(|&cell| trail.free_from[cell] == trail.moves + 3));
        }
    }
}
