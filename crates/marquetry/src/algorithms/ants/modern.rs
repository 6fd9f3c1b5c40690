//! Ants of today: candidates that match, partial reconstruction, bounds, restarts, local search.

use super::MOST_EXPONENT;
use super::swarm::Swarm;
use crate::algorithms::shared::Opening;
use crate::edge::{Board, Puzzle};
use crate::search::{Algorithm, Conclusion, Entry, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU8, NonZeroU16, NonZeroU32};

/// Steps all colonies together take before they meet again.
const SHARE: usize = 1 << 16;

/// The entry of the catalogue.
pub(in crate::algorithms) const ENTRY: Entry<Puzzle> = Entry::new::<AntsModern>(
    "ants:modern",
    "ants rebuild parts of the best board from pieces that match, and repair what they build",
    "ours, after Stützle and Hoos 2000, \"MAX-MIN Ant System\"",
    "one piece laid, by an ant or by the repair",
)
.with_children("colonies")
.resuming()
.tried(
    1_000_000,
    &[r#"{"ants": 2, "alpha": 2, "beta": 3, "part": 40, "rho": 0.2, "width": 0, "patience": 300, "rounds": 2, "colonies": 3}"#],
);

/// Ants rebuild a part of the colony's best board, only with pieces that match as many joins as any,
/// drawn by the pheromone on pairs of sides; the best of a round is repaired.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AntsModern {
    /// Ants that build a board each, the best of which is repaired.
    pub ants: NonZeroU16,
    /// The exponent of the pheromone: 0 to 30.
    pub alpha: u8,
    /// The exponent of the rarity of a piece's colours among the pieces left: 0 to 30.
    pub beta: u8,
    /// The longest side of the part of a board that is built again, in hundredths of the board's:
    /// 0 to 100.
    pub part: u8,
    /// The part of the pheromone that evaporates in a round, and what the best board gets: 0 to 1.
    pub rho: f64,
    /// Repair of a round's best board ends after so many pieces laid in vain.
    pub patience: NonZeroU32,
    /// Rounds without a better board after which a colony forgets everything and starts anew.
    pub rounds: NonZeroU32,
    /// Boards the beam of a start keeps after each cell; 0 for a greedy start.
    pub width: u16,
    /// Independent colonies. It decides what one seed gives, whatever the number of threads.
    pub colonies: NonZeroU8,
}

impl Default for AntsModern {
    fn default() -> Self {
        Self {
            ants: const { NonZeroU16::new(100).unwrap() },
            alpha: 1,
            beta: 10,
            part: 66,
            rho: 0.1,
            patience: const { NonZeroU32::new(300_000).unwrap() },
            rounds: const { NonZeroU32::new(50).unwrap() },
            width: 64,
            colonies: const { NonZeroU8::new(1).unwrap() },
        }
    }
}

impl Algorithm<Puzzle> for AntsModern {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        let &Self { alpha, beta, part, rho, .. } = self;
        for (name, exponent) in [("alpha", alpha), ("beta", beta)] {
            if exponent > MOST_EXPONENT {
                return Some(format!("expected {name} of 0 to {MOST_EXPONENT}, found {exponent}"));
            }
        }
        if part > 100 {
            return Some(format!("expected a part of 0 to 100, found {part}"));
        }
        (!(0.0..=1.0).contains(&rho)).then(|| format!("expected rho of 0 to 1, found {rho}"))
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        // On large boards there are more pieces to choose from in a step.
        let share = SHARE * 256 / puzzle.size().max(256);
        let opening = Opening { width: self.width, searches: self.colonies.get().into(), share };
        let begin = |board: &Board, seed| Swarm::new(puzzle, self, Some(board), seed);
        opening.search(puzzle, run, begin, Swarm::advance)
    }
}
