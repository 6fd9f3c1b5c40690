//! The algorithms for token puzzles and their catalogue.

mod brute;
mod cycles;
mod exact;
mod grasp;
mod moves;
mod sa;
mod tabu;

pub use brute::Brute;
pub use cycles::Cycles;
pub use exact::{Draw, Exact};
pub use grasp::Grasp;
pub use moves::Moves;
pub use sa::{Cooling, Sa};
pub use tabu::Tabu;

use super::{Ga, Puzzle};
use crate::algorithms::{Annealing, Late};
use crate::search::{Entry, SpecError, find_in};

static CATALOGUE: [Entry<Puzzle>; 9] = [
    Entry::new::<Annealing>(
        "annealing",
        "swaps of a token with a hole, worse ones ever more rarely as it cools: the annealing of edge-matching puzzles",
        "Kirkpatrick, Gelatt and Vecchi 1983, \"Optimization by simulated annealing\"",
        "one swap scored",
    )
    .with_children("walkers")
    .resuming()
    .tried(20_000, &[r#"{"hot": 2, "cold": 0.3, "work": 700, "growth": 2, "walkers": 3}"#]),
    Entry::new::<Brute>(
        "brute",
        "every way to remove the tokens, one after the other: a solution or a proof, on small grids",
        "Almuhaideb et al. 2022, \"Background\"",
        "one grid",
    )
    .tried(20_000, &[]),
    Entry::new::<Cycles>(
        "cycles",
        "rectangles flipped so that no line is ever odd, until the number of tokens is right",
        "ours",
        "one rectangle tried; the first is the grid it begins with",
    )
    .tried(20_000, &[r#"{"temperature": 0, "shuffle": 0}"#, r#"{"temperature": 5, "shuffle": 3}"#]),
    Entry::new::<Exact>(
        "exact",
        "a solution at once, in time proportional to the cells, or the proof that there is none",
        "ours, after Ryser 1957; the uniform draw by counting",
        "one grid built",
    )
    .tried(1_000, &[r#"{"draw": "uniform"}"#]),
    Entry::new::<Ga>(
        "ga",
        "a genetic algorithm: grids exchange columns and now and then a token",
        "Almuhaideb et al. 2022, studies 1 to 4",
        "one evaluation as the paper seems to count: two a member and generation",
    )
    .tried(20_000, &[
            r#"{"crossover": "bmoc", "population": 50, "generations": 7, "duplicates": true}"#,
            r#"{"mutation": "inversion", "population": 33, "mutation_rate": 0.5, "tournament": 2}"#,
            r#"{"repair": "random", "population": 20, "crossover_rate": 1}"#,
        ]),
    Entry::new::<Grasp>(
        "grasp",
        "greedy grids with a little chance, each improved by swaps of a token with a hole",
        "Feo and Resende 1995, \"Greedy randomized adaptive search procedures\"; proposed by Almuhaideb et al. 2022",
        "one cell or one swap scored",
    )
    .tried(20_000, &[r#"{"sample": 1, "patience": 0.001}"#]),
    Entry::new::<Late>(
        "late",
        "swaps of a token with a hole, kept if not worse than some steps ago",
        "Burke and Bykov 2017, \"The late acceptance Hill-Climbing heuristic\"",
        "one swap scored",
    )
    .with_children("walkers")
    .resuming()
    .tried(20_000, &[r#"{"history": 50, "patience": 2, "walkers": 3}"#]),
    Entry::new::<Sa>(
        "sa",
        "swaps of a token with a hole, cooled as in the paper",
        "Almuhaideb et al. 2022, study 5",
        "one swap evaluated",
    )
    .resuming()
    .later(&["law", "moves"])
    .tried(20_000, &[
            r#"{"hot": 2, "cold": 0.2, "cooling": 0.5, "equilibrium": 0.01}"#,
            r#"{"law": "linear", "hot": 2, "cold": 0.2, "cooling": 0.5, "equilibrium": 0.01}"#,
            r#"{"law": "lundy-mees", "hot": 2, "cold": 0.2, "cooling": 0.5, "equilibrium": 0.01}"#,
            r#"{"moves": "insertion", "hot": 2, "cold": 0.2, "equilibrium": 0.01}"#,
            r#"{"moves": "inversion", "hot": 2, "cold": 0.2, "equilibrium": 0.01}"#,
            r#"{"moves": "scramble", "hot": 2, "cold": 0.2, "equilibrium": 0.01}"#,
        ]),
    Entry::new::<Tabu>(
        "tabu",
        "the best of a few swaps of a token with a hole; what was moved stays for a while",
        "Glover 1986, \"Future paths for integer programming\"; proposed by Almuhaideb et al. 2022",
        "one swap scored",
    )
    .resuming()
    .tried(20_000, &[r#"{"sample": 3, "tenure": 0, "patience": 50}"#]),
];

/// Every algorithm there is for token puzzles.
#[must_use]
pub fn catalogue() -> &'static [Entry<Puzzle>] {
    &CATALOGUE
}

/// The algorithm of a name.
///
/// # Errors
/// If there is none; the message lists those there are.
pub fn find(name: &str) -> Result<&'static Entry<Puzzle>, SpecError> {
    find_in(&CATALOGUE, name)
}
