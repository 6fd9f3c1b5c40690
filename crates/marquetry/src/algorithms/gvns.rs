//! The multistart general variable neighbourhood search of Coelho et al. 2010: see [`crate::gvns`].

use crate::edge::{Puzzle, State};
use crate::gvns::{Gvns, Search};
use crate::search::{Algorithm, Conclusion, Run};

/// Steps all walkers together take before they meet again.
const SHARE: usize = 1 << 20;

/// The most memory the tables of all walkers may take, in bytes: four for every pair of cells.
const MOST_MEMORY: usize = 1 << 28;

/// Harder shakes than this take long and leave nothing of a board.
const MOST_LEVELS: u16 = 1000;

impl Algorithm<Puzzle> for Gvns {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        let (walkers, size) = (usize::from(self.walkers.get()), puzzle.size());
        if self.level_max > MOST_LEVELS {
            let found = self.level_max;
            return Some(format!("expected at most {MOST_LEVELS} levels, found {found}"));
        }
        let most = (MOST_MEMORY / (4 * size * size)).min(1 << 10);
        (walkers > most)
            .then(|| format!("expected at most {most} walkers for {size} pieces, found {walkers}"))
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.obstacle().is_some() {
            return Conclusion::Exhausted;
        }
        let mut walkers: Vec<Option<Search<'_>>> = vec![None; usize::from(self.walkers.get())];
        let share = (SHARE / walkers.len()).max(1) as u64;
        while !run.over() {
            run.fork(&mut walkers, share, |walker, child| {
                let start = child.start().map(|board| State::from_board(puzzle, board));
                let seed = child.rng.bits();
                walker.get_or_insert_with(|| Search::new(puzzle, self, start, seed)).advance(child);
            });
        }
        Conclusion::Stopped
    }
}
