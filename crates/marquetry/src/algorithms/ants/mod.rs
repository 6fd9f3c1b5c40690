//! The ant colonies of Söderlind, sections 3.2, 4.2, 5.5 and 5.6: boards built piece by piece, the
//! choice steered by what earlier boards did.
//!
//! `colony` is a colony and its rounds, `graph` its two graphs, `pheromone` the edges created only
//! where they matter, `order` the ways over the board, `ant` a board being built.

mod ant;
mod colony;
mod graph;
pub(super) mod modern;
mod order;
mod pheromone;
mod swarm;

pub use colony::{Champion, Deposit, Evaporation, System};
pub use graph::{Combine, Graph};
pub use order::Insertion;

use crate::edge::Puzzle;
use crate::edge::greedy::{self, Placement};
use crate::search::{Algorithm, Conclusion, Entry, Run, gauge};
use colony::Colony;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::num::NonZeroU16;

/// More ants than this only cost memory: all boards of a round are built at once.
const MOST_ANTS: u16 = 1000;
/// What a round may take: pieces looked at for the cells of all its boards.
const MOST_WORK: usize = 1 << 26;
/// Larger exponents leave the range of numbers.
const MOST_EXPONENT: u8 = 30;

/// Writes a whole number without a point, as exponents were recorded while they all were whole: jobs
/// keep their names.
fn exponent<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    if value.fract() == 0.0 && (0.0..=f64::from(MOST_EXPONENT)).contains(value) {
        to.serialize_u8(*value as u8)
    } else {
        to.serialize_f64(*value)
    }
}
/// The range of an amount of pheromone.
const AMOUNTS: std::ops::RangeInclusive<f64> = 1e-9..=1e9;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Ants>(
    "ants",
    "ants build boards, likelier with pieces that match and that good boards had there",
    "Söderlind 2010, sections 3.2, 4.2, 5.5 and 5.6",
    "one board built",
)
.tried(200, &[
            r#"{"system": "as", "graph": "sides", "combine": "product", "order": "walk"}"#,
            r#"{"system": "mmas", "ants": 2, "champion": "ever", "deposit": "scaled", "order": "random"}"#,
            r#"{"graph": "sides", "champion": "ever", "order": "row", "alpha": 2, "beta": 1, "rho": 0.3, "tau0": 2, "q0": 0.5, "phi": 0.4}"#,
            r#"{"system": "mmas", "graph": "sides", "evaporation": "tour", "tau_min": 0.1, "tau_max": 9}"#,
            r#"{"alpha": 0.5, "beta": 2.7}"#,
        ]);

/// Ants build boards piece by piece; a piece is the likelier the more joins it matches and the more
/// pheromone good boards have left on it. The defaults are the best
/// settings of the thesis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ants {
    /// How ants choose, and who leaves pheromone.
    pub system: System,
    /// What the pheromone lies on: version 1 or version 2 of the thesis.
    pub graph: Graph,
    /// How the pheromone to several neighbours becomes one value, on the graph of sides.
    pub combine: Combine,
    /// Ants that build a board each between two updates: 1 to 1000.
    pub ants: NonZeroU16,
    /// The exponent of the pheromone: 0 to 30. The thesis tries 1 and 2.
    #[serde(serialize_with = "exponent")]
    pub alpha: f64,
    /// The exponent of the heuristic, matches + 1: 0 to 30. The thesis tries 1 and 2.
    #[serde(serialize_with = "exponent")]
    pub beta: f64,
    /// The part of the pheromone that evaporates: 0 to 1. The thesis does not say; this is the
    /// value of the inventors of ACS.
    pub rho: f64,
    /// The pheromone of an edge at the start. The thesis only says that it is low.
    pub tau0: f64,
    /// How often an ant of ACS takes the best choice: 0 to 1. The thesis does not say; this is
    /// the value of the inventors of ACS.
    pub q0: f64,
    /// How far a travelled edge goes back to its initial pheromone, in ACS: 0 to 1. As `q0`.
    pub phi: f64,
    /// The least pheromone in MMAS; none given means `tau0`.
    pub tau_min: Option<f64>,
    /// The most pheromone in MMAS; none given means the deposit of a perfect board.
    pub tau_max: Option<f64>,
    /// Which edges evaporate in MMAS.
    pub evaporation: Evaporation,
    /// Whose board is rewarded in ACS and MMAS.
    pub champion: Champion,
    /// How much pheromone a board is worth.
    pub deposit: Deposit,
    /// The order in which ants fill the cells.
    pub order: Insertion,
}

impl Default for Ants {
    fn default() -> Self {
        Self {
            system: System::Acs,
            graph: Graph::Position,
            combine: Combine::Sum,
            ants: const { NonZeroU16::new(5).unwrap() },
            alpha: 1.0,
            beta: 2.0,
            rho: 0.1,
            tau0: 0.15,
            q0: 0.9,
            phi: 0.1,
            tau_min: None,
            tau_max: None,
            evaporation: Evaporation::All,
            champion: Champion::Round,
            deposit: Deposit::Raw,
            order: Insertion::Column,
        }
    }
}

impl Algorithm<Puzzle> for Ants {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        let most = MOST_WORK / (puzzle.size() * puzzle.size());
        let most = most.clamp(usize::from(Self::default().ants.get()), MOST_ANTS.into());
        if usize::from(self.ants.get()) > most {
            return Some(format!("expected at most {most} ants here, found {}", self.ants));
        }
        if let (Some(low), Some(high)) = (self.tau_min, self.tau_max)
            && low > high
        {
            return Some(format!("expected tau_min of at most tau_max, found {low} and {high}"));
        }
        for (name, exponent) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(0.0..=f64::from(MOST_EXPONENT)).contains(&exponent) {
                return Some(format!("expected {name} of 0 to {MOST_EXPONENT}, found {exponent}"));
            }
        }
        for (name, part) in [("rho", self.rho), ("q0", self.q0), ("phi", self.phi)] {
            if !(0.0..=1.0).contains(&part) {
                return Some(format!("expected {name} of 0 to 1, found {part}"));
            }
        }
        let bounds = [("tau_min", self.tau_min), ("tau_max", self.tau_max)];
        for (name, amount) in [("tau0", Some(self.tau0))].into_iter().chain(bounds) {
            if let Some(amount) = amount.filter(|amount| !AMOUNTS.contains(amount)) {
                return Some(format!("expected {name} of 1e-9 to 1e9, found {amount}"));
            }
        }
        None
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.obstacle().is_some() {
            return Conclusion::Exhausted;
        }
        let mut colony = Colony::new(puzzle, self);
        while !run.over() {
            let ants = u64::from(self.ants.get()).min(run.work_left());
            // On large boards a round takes seconds.
            let mut rng = run.rng.clone();
            let round = colony.round(ants as usize, &mut rng, || run.overdue());
            run.rng = rng;
            match round {
                Ok(states) => {
                    run.charge(ants);
                    for state in states {
                        run.offer(state.score(), || state.board());
                    }
                }
                Err(mut state) => {
                    greedy::complete(&mut state, Placement::Regular, &mut run.rng);
                    run.gift(state.score(), state.board());
                    return Conclusion::Stopped;
                }
            }
            run.gauge(gauge::EDGES, colony.pheromone().written() as f64);
        }
        Conclusion::Stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Jobs are named by their parameters: 1 and 1.0 are the same job, and the one it was before.
    #[test]
    fn whole_exponents_are_recorded_as_whole_numbers() {
        for (given, recorded) in [(json!(1), "1"), (json!(1.0), "1"), (json!(2.5), "2.5")] {
            let parameters = json!({"alpha": given, "beta": given}).as_object().cloned();
            let all = ENTRY.recorded(parameters.unwrap_or_default()).unwrap();
            assert_eq!([&all["alpha"], &all["beta"]].map(ToString::to_string), [recorded; 2]);
        }
    }

    #[test]
    fn exponents_out_of_range_are_refused() {
        let puzzle = crate::edge::builtin::builtin("p1").unwrap().puzzle().unwrap();
        for wrong in [-0.5, 30.5, f64::NAN, f64::INFINITY] {
            let ants = Ants { alpha: wrong, ..Ants::default() };
            assert!(
                ants.objection(&puzzle).is_some_and(|words| words.contains("alpha")),
                "{wrong}"
            );
            let ants = Ants { beta: wrong, ..Ants::default() };
            assert!(ants.objection(&puzzle).is_some_and(|words| words.contains("beta")), "{wrong}");
        }
        assert_eq!(Ants { alpha: 0.5, beta: 30.0, ..Ants::default() }.objection(&puzzle), None);
    }
}
