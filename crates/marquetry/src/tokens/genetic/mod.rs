//! The genetic algorithm of Almuhaideb et al. 2022.

mod crossover;
mod mutation;
mod population;

use super::Puzzle;
use crate::search::{Algorithm, Conclusion, Run, gauge};
use population::Population;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64};

/// How two parents make two children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Crossover {
    /// Binary partially mapped crossover: the middle columns of one parent in the other.
    Bpmx,
    /// Binary modified order crossover: the left of one parent, the right of the other.
    Bmoc,
}

/// How a child changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mutation {
    /// BSwap: two random cells.
    Swap,
    /// BInversion: a random section is reversed.
    Inversion,
}

/// Where BPMX puts holes that are missing and fills those that are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Repair {
    /// In reading order outside the middle, as in figure 4.
    Order,
    /// Anywhere.
    Random,
}

/// Grids are drawn into tournaments, exchange columns and now and then a token; the best of old
/// and new live on. When the generations are used up a new population begins.
///
/// One step is one evaluation as the paper seems to count: in a generation every member is scored
/// again, and so is every child (see docs/tokens.md).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ga {
    /// Members of the population; by default as in table 1: 1,000, and 10,000 from 100 lines on.
    pub population: Option<NonZeroU32>,
    /// Generations of a population (numG of table 1).
    pub generations: NonZeroU64,
    /// Members drawn for a parent (q of table 1).
    pub tournament: NonZeroU16,
    /// How two parents make two children.
    pub crossover: Crossover,
    /// The chance that they do; else the children are copies.
    pub crossover_rate: f64,
    /// How a child changes.
    pub mutation: Mutation,
    /// The chance that it does.
    pub mutation_rate: f64,
    /// Where BPMX mends the number of holes.
    pub repair: Repair,
    /// Whether the same grid may live twice. GENITOR is at its best with a policy of no
    /// duplicates (Eiben and Smith 2003); the paper does not say.
    pub duplicates: bool,
}

impl Default for Ga {
    fn default() -> Self {
        Self {
            population: None,
            generations: const { NonZeroU64::new(10_000).unwrap() },
            tournament: const { NonZeroU16::new(10).unwrap() },
            crossover: Crossover::Bpmx,
            crossover_rate: 0.8,
            mutation: Mutation::Swap,
            mutation_rate: 0.01,
            repair: Repair::Order,
            duplicates: false,
        }
    }
}

/// The most words of memory of a population: one GiB.
const MOST_WORDS: u64 = 1 << 27;
/// Words a member takes besides its cells and lines.
const OVERHEAD: u64 = 24;

impl Ga {
    fn population(&self, puzzle: &Puzzle) -> usize {
        let large = puzzle.rows().max(puzzle.columns()) >= 100;
        self.population.map_or(if large { 10_000 } else { 1_000 }, |size| size.get() as usize)
    }
}

impl Algorithm<Puzzle> for Ga {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        for (name, rate) in
            [("crossover_rate", self.crossover_rate), ("mutation_rate", self.mutation_rate)]
        {
            if !(0.0..=1.0).contains(&rate) {
                return Some(format!("expected {name} from 0 to 1, found {rate}"));
            }
        }
        let size = self.population(puzzle) as u64;
        let (rows, columns) = (puzzle.rows() as u64, puzzle.columns() as u64);
        let member = (rows + 1) * columns.div_ceil(64) + rows.div_ceil(64) + OVERHEAD;
        // Members and children.
        let words = 2 * size * member;
        (words > MOST_WORDS).then(|| {
            let (needed, most) = (words >> 17, MOST_WORDS >> 17);
            format!("a population of {size} takes {needed} MiB here, expected at most {most}")
        })
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        let size = self.population(puzzle);
        while !run.over() {
            let mut population = Population::random(puzzle, size, run);
            offer(&population, run);
            for generation in 1..=self.generations.get() {
                run.gauge(gauge::GENERATION, generation as f64);
                population.breed(self, size, run);
                population.survive(size, !self.duplicates);
                offer(&population, run);
                // The members of the next generation are scored again.
                if run.over() || run.take(size as u64) < size as u64 {
                    return Conclusion::Stopped;
                }
            }
        }
        Conclusion::Stopped
    }
}

fn offer(population: &Population<'_>, run: &mut Run<'_, Puzzle>) {
    if let Some(best) = population.best() {
        run.offer(best.score(), || best.grid().clone());
    }
}
