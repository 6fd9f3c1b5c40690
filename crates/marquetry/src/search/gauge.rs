//! The names of what algorithms report while they run: see [`Run::gauge`](super::Run::gauge).

/// Beams begun again from the middle of good boards so far.
pub const AGAIN: &str = "again";
/// Violated squares of 2x2 cells of the best individual.
pub const AREAS: &str = "x2";
/// Boards bred so far.
pub const CHILDREN: &str = "children";
/// Conflicts a SAT solver has learnt from.
pub const CONFLICTS: &str = "conflicts";
/// Crossovers so far.
pub const CROSSOVERS: &str = "xo";
/// Edges that hold pheromone of their own.
pub const EDGES: &str = "edges";
/// Individuals scored so far.
pub const EVALUATIONS: &str = "eval";
/// The best fitness of the population.
pub const FITNESS: &str = "fitness";
/// Generations of a genetic algorithm so far.
pub const GENERATION: &str = "generation";
/// Migrations between islands so far.
pub const MIGRATIONS: &str = "migrations";
/// Mutations so far.
pub const MUTATIONS: &str = "mut";
/// Individuals repaired so far.
pub const REPAIRS: &str = "repairs";
/// Perfect boards counted so far.
pub const SOLUTIONS: &str = "solutions";
/// Boards begun anew so far.
pub const STARTS: &str = "starts";
/// The temperature of an annealing.
pub const TEMPERATURE: &str = "temperature";
/// How many tokens too many or too few lie.
pub const TOKENS_OFF: &str = "tokens off";
/// Violated constraints of the best individual: edges and areas.
pub const VIOLATIONS: &str = "violations";
/// States a beam keeps after each cell.
pub const WIDTH: &str = "width";
