//! The genetic algorithm of Niang 2010, "Solving the Eternity II puzzle using evolutionary computing
//! techniques", one file for each noun: individual, fitness, selection, crossover, mutation, repair,
//! population. `breed` and `island` belong to what came after (`modern`).

mod breed;
mod constraint;
mod crossover;
mod fitness;
mod individual;
mod island;
pub(super) mod modern;
mod mutation;
mod population;
mod region;
mod repair;
mod selection;
mod terrain;
#[cfg(test)]
mod tests;

pub use constraint::{ConstrainedGa, Constraint, Violations};
pub use crossover::{Crossover, Regions};
pub use mutation::Mutation;
pub use repair::{Rearrange, Tagging};
pub use selection::Selection;
pub use terrain::{Freedom, Joins};

use crate::edge::Puzzle;
use crate::search::{Algorithm, Conclusion, Entry, Run, gauge};
use fitness::Rules;
use individual::Individual;
use population::{Counters, Population};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};
use std::ops::RangeInclusive;
use terrain::Terrain;

/// What a generation may take between two looks at the clock, in pieces laid or individuals drawn.
const MOST_WORK: usize = 1 << 22;

/// The weights a penalty may have.
const WEIGHTS: RangeInclusive<f64> = 0.0..=1000.0;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Ga>(
    "ga",
    "a genetic algorithm: boards exchange regions, change a little, and are repaired when stuck",
    "Niang 2010, sections 4 to 6",
    "one individual scored",
)
.resuming()
.later(&["tagging", "rim", "edge_weight", "area_weight", "rim_weight"])
.tried(5_000, &[
            r#"{"frame": "free", "joins": "all", "rearrange": "random", "population": 20, "threshold": 2}"#,
            r#"{"frame": "free", "crossover": "uniform", "selection": "ranking", "pressure": 1.8, "elitism": 0, "generations": 5, "population": 31, "repair": false}"#,
            r#"{"selection": "roulette", "crossover_rate": 0.5, "rounds": 20, "suspects": 5, "regions": "same", "area": false, "population": 10, "threshold": 1, "elitism": 3, "mutations": ["rotate", "swap", "swap-rotate"]}"#,
            r#"{"frame": "class", "rearrange": "search", "rounds": 100, "threshold": 3, "population": 40}"#,
            r#"{"replacement": false, "tournament": 5, "edge": false, "population": 30, "threshold": 1, "lowered": 100, "mutations": ["region-inversion", "row-inversion", "column-inversion", "scramble"], "mutation_rate": 0.8}"#,
            r#"{"rim": true, "rim_weight": 3.0, "edge_weight": 2.0, "area_weight": 0.5, "frame": "free", "rearrange": "random", "population": 25, "threshold": 5}"#,
            r#"{"tagging": "individual", "frame": "class", "rearrange": "search", "rounds": 10, "threshold": 3, "lowered": 50, "suspects": 10, "population": 30}"#,
        ]);

/// Evolves boards: selection, crossover, mutation, elitism, and repair of the deadlocked. After its
/// generations a new population begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ga {
    /// Individuals that live at the same time; 200, 500 or 1000 in the thesis.
    pub population: NonZeroU16,
    /// Generations before a new population begins; 100 to 10,000 in the thesis.
    pub generations: NonZeroU32,
    /// The part of all pairs that is crossed, 0 to 1.
    pub crossover_rate: f64,
    /// The part of all individuals that is mutated, 0 to 1.
    pub mutation_rate: f64,
    /// How many of the best replace the worst of the next generation.
    pub elitism: u16,
    /// Who may have children: roulette, ranking or tournament.
    pub selection: Selection,
    /// The individuals in a tournament.
    pub tournament: NonZeroU16,
    /// Whether one individual may stand in a tournament more than once.
    pub replacement: bool,
    /// The s of linear ranking, from 1 (all alike) to 2.
    pub pressure: f64,
    /// How two boards make two new ones: region-exchange or uniform.
    pub crossover: Crossover,
    /// Where the regions of an exchange lie: at the same place, or apart.
    pub regions: Regions,
    /// The mutations, one drawn each time: rotate, swap, swap-rotate, rotate-region, swap-region,
    /// region-inversion, row-inversion, column-inversion, scramble.
    pub mutations: Vec<Mutation>,
    /// Which placements are allowed: free (grey may lie anywhere), class (pieces on cells of their
    /// kind, turned in any way) or kept.
    pub frame: Freedom,
    /// Which joins the edge constraint counts: inner, or all with the rim.
    pub joins: Joins,
    /// Whether the fitness counts the edges of adjacent pieces.
    pub edge: bool,
    /// Whether the fitness counts squares of 2x2 cells.
    pub area: bool,
    /// Whether the fitness counts the sides of the rim that are not grey: those of free boards.
    pub rim: bool,
    /// The weight of a penalty for edges, 0 to 1000: the w of section 4.1.
    pub edge_weight: f64,
    /// The weight of a penalty for squares.
    pub area_weight: f64,
    /// The weight of a penalty for the rim.
    pub rim_weight: f64,
    /// Whether deadlocked individuals are repaired.
    pub repair: bool,
    /// Generations without a better fitness before individuals are tagged.
    pub threshold: NonZeroU32,
    /// Whose fitness must stand still: the best of the population's, or that of each individual.
    pub tagging: Tagging,
    /// How many of the best are tagged, or watched one by one.
    pub suspects: NonZeroU16,
    /// By how much of a hundred the threshold is lowered until the tagged are repaired.
    pub lowered: f64,
    /// How a repair lays pieces again: random, search or best.
    pub rearrange: Rearrange,
    /// Rearrangements of one repair, each of them scored but those of search.
    pub rounds: NonZeroU16,
}

impl Default for Ga {
    fn default() -> Self {
        Self {
            population: const { NonZeroU16::new(200).unwrap() },
            generations: const { NonZeroU32::new(100).unwrap() },
            crossover_rate: 0.9,
            mutation_rate: 0.1,
            elitism: 1,
            selection: Selection::Tournament,
            tournament: const { NonZeroU16::new(3).unwrap() },
            replacement: true,
            pressure: 1.5,
            crossover: Crossover::RegionExchange,
            regions: Regions::Apart,
            mutations: vec![Mutation::RotateRegion, Mutation::SwapRegion],
            frame: Freedom::Kept,
            joins: Joins::Inner,
            edge: true,
            area: true,
            rim: false,
            edge_weight: 1.0,
            area_weight: 1.0,
            rim_weight: 1.0,
            repair: true,
            threshold: const { NonZeroU32::MIN },
            tagging: Tagging::Population,
            suspects: const { NonZeroU16::new(100).unwrap() },
            lowered: 20.0,
            rearrange: Rearrange::Best,
            rounds: const { NonZeroU16::new(200).unwrap() },
        }
    }
}

impl Ga {
    /// The selection as the thesis's screen names it.
    #[must_use]
    pub fn selection_name(&self) -> String {
        match self.selection {
            Selection::Roulette => "Roulette Wheel Selection".to_owned(),
            Selection::Ranking => format!("Linear Ranking Selection [{}]", self.pressure),
            Selection::Tournament => format!("Tournament Selection [{}]", self.tournament),
        }
    }

    /// The crossover as the thesis's screen names it.
    #[must_use]
    pub fn crossover_name(&self) -> String {
        self.crossover.to_string()
    }

    /// The mutation as the thesis's screen names it; the mix of its tables has a name of its own.
    #[must_use]
    pub fn mutation_name(&self) -> String {
        match self.mutations[..] {
            [Mutation::RotateRegion, Mutation::SwapRegion] => "Region Rot/Swap Mutation".to_owned(),
            ref several => {
                let names: Vec<String> = several.iter().map(Mutation::to_string).collect();
                format!("{} Mutation", names.join(" / "))
            }
        }
    }
}

impl Algorithm<Puzzle> for Ga {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        let (population, size) = (usize::from(self.population.get()), puzzle.size());
        let drawn = population * usize::from(self.tournament.get());
        if population * size > MOST_WORK || drawn > MOST_WORK {
            return Some(format!(
                "expected population times pieces, and times tournament, of at most {MOST_WORK}, \
                 found {} and {drawn}",
                population * size
            ));
        }
        let numbers = [
            ("crossover_rate", self.crossover_rate, 0.0..=1.0),
            ("mutation_rate", self.mutation_rate, 0.0..=1.0),
            ("pressure", self.pressure, 1.0..=2.0),
            ("lowered", self.lowered, 0.0..=100.0),
            ("edge_weight", self.edge_weight, WEIGHTS),
            ("area_weight", self.area_weight, WEIGHTS),
            ("rim_weight", self.rim_weight, WEIGHTS),
        ];
        let outside = numbers.into_iter().find(|(_, found, range)| !range.contains(found));
        if let Some((name, found, range)) = outside {
            let (from, to) = range.into_inner();
            return Some(format!("expected {name} from {from} to {to}, found {found}"));
        }
        if self.mutations.is_empty() {
            return Some("expected at least one mutation, found none".to_owned());
        }
        let counts = [
            self.edge && self.edge_weight > 0.0,
            self.area && self.area_weight > 0.0,
            self.rim && self.rim_weight > 0.0,
        ];
        (!counts.contains(&true)).then(|| {
            "expected a constraint with a weight, edge, area or rim, found none".to_owned()
        })
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        evolve(self, &[], puzzle, run)
    }
}

/// The whole method, with constraints beside its own.
fn evolve(ga: &Ga, added: &[Constraint], puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
    if puzzle.obstacle().is_some() {
        return Conclusion::Exhausted;
    }
    let terrain = Terrain::new(puzzle, ga.frame, ga.joins);
    let mut first = run.start().map(Individual::from_board);
    let mut counters = Counters::default();
    while !run.over() {
        let rules = Rules { ga, added };
        let mut population = Population::new(&terrain, rules, first.take(), counters, run);
        let mut go_on = population.evaluate(run);
        show(&population, run);
        for _ in 0..ga.generations.get() {
            if !go_on {
                break;
            }
            go_on = population.advance(run);
            show(&population, run);
        }
        counters = population.counters;
    }
    Conclusion::Stopped
}

/// Reports what the thesis's screen shows, and the curve of its figures 31 to 41. A generation that was
/// not scored to its end has no best of its own but the board that ended it.
fn show(population: &Population<'_, '_>, run: &mut Run<'_, Puzzle>) {
    let (best, counters) = (population.best(), population.counters);
    run.gauge(gauge::GENERATION, counters.generation as f64);
    run.gauge(gauge::CROSSOVERS, counters.crossovers as f64);
    run.gauge(gauge::MUTATIONS, counters.mutations as f64);
    run.gauge(gauge::EVALUATIONS, counters.evaluations as f64);
    run.gauge(gauge::REPAIRS, counters.repairs as f64);
    if population.scored || run.best_score() >= run.goal() {
        run.gauge(gauge::FITNESS, best.value);
        run.gauge(gauge::VIOLATIONS, f64::from(best.violations()));
        run.gauge(gauge::AREAS, f64::from(best.areas));
        run.plot(gauge::FITNESS, gauge::GENERATION);
    }
}
