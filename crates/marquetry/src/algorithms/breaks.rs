//! Depth-first search with breaks, as walkers that share the work.

use super::greedy;
use crate::breaks::{Breaker, Breaks};
use crate::edge::Puzzle;
use crate::search::{Algorithm, Conclusion, Run};

/// The pieces a walker lays between two meetings, at first and once the search is under way.
const SHARES: (u64, u64) = (64, 1 << 15);

/// More walkers than this only cost memory.
const MOST_WALKERS: u16 = 256;

impl Algorithm<Puzzle> for Breaks {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        if self.walkers.get() > MOST_WALKERS {
            return Some(format!(
                "expected at most {MOST_WALKERS} walkers, found {}",
                self.walkers
            ));
        }
        if self.per_piece > 4 {
            return Some(format!("expected at most 4 breaks per piece, found {}", self.per_piece));
        }
        let order = self.order.as_ref()?.cells(puzzle.width(), puzzle.height());
        order.err().map(|error| error.to_string())
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if let Some(end) = greedy::open(puzzle, run) {
            return end;
        }
        let mut walkers: Vec<Breaker<'_>> = Vec::new();
        // On large boards this takes a while.
        while walkers.len() < usize::from(self.walkers.get()) && !run.over() {
            walkers.push(Breaker::new(puzzle, self, run.rng.bits()));
        }
        let mut share = SHARES.0;
        while !run.over() {
            run.fork(&mut walkers, share, Breaker::advance);
            if walkers.iter().any(Breaker::exhausted) {
                // There is no perfect board; a lower target is another matter.
                return match run.goal() == puzzle.joins() {
                    true => Conclusion::Exhausted,
                    false => Conclusion::Stopped,
                };
            }
            share = (share * 2).min(SHARES.1);
        }
        Conclusion::Stopped
    }
}
