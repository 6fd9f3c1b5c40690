//! Constraints that are added to those of the thesis (Niang, sections 4.1 and 5, figures 27, 28 and 30): its
//! fitness goes through an open list of them, each with a weight.

use super::{Ga, evolve};
use crate::edge::{Placed, Puzzle};
use crate::search::{Algorithm, Conclusion, Run};
use std::fmt;

/// How much of a constraint a board violates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Violations {
    /// What is violated.
    pub violated: u32,
    /// What could be; of a puzzle with 0 the constraint says nothing.
    pub total: u32,
}

/// Counts what a board violates, given as its pieces row by row. They may lie anywhere if the frame is free.
type Count = dyn Fn(&Puzzle, &[Placed]) -> Violations + Send + Sync;

/// A constraint of one's own, for [`Ga::constrained`].
pub struct Constraint {
    name: String,
    weight: f64,
    count: Box<Count>,
}

impl Constraint {
    /// A constraint with the weight of its penalty, where those of the thesis have 1.
    pub fn new(
        name: &str,
        weight: f64,
        count: impl Fn(&Puzzle, &[Placed]) -> Violations + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.to_owned(), weight, count: Box::new(count) }
    }

    /// Its weight and its violations.
    pub(super) fn penalty(&self, puzzle: &Puzzle, cells: &[Placed]) -> (f64, Violations) {
        (self.weight, (self.count)(puzzle, cells))
    }
}

impl fmt::Debug for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, weight, .. } = self;
        f.debug_struct("Constraint").field("name", name).field("weight", weight).finish()
    }
}

/// The genetic algorithm with constraints beside its own: see [`Ga::constrained`].
#[derive(Debug)]
pub struct ConstrainedGa {
    ga: Ga,
    added: Vec<Constraint>,
}

impl Ga {
    /// The algorithm with further constraints, as the thesis's repository of them allows.
    ///
    /// ```
    /// use marquetry::algorithms::{Constraint, Ga, Violations};
    /// use marquetry::edge::{Placed, generate::Recipe};
    /// use marquetry::search::{Budget, Setup, solve};
    ///
    /// // A row is violated if two neighbours in it do not match.
    /// let rows = Constraint::new("whole rows", 0.5, |puzzle, cells| {
    ///     let broken = |pair: &[Placed]| {
    ///         let (left, right) = (puzzle.sides(pair[0])[1], puzzle.sides(pair[1])[3]);
    ///         puzzle.mate(left) != right
    ///     };
    ///     let violated = cells.chunks(puzzle.width()).filter(|row| row.windows(2).any(broken));
    ///     Violations { violated: violated.count() as u32, total: puzzle.height() as u32 }
    /// });
    /// let ga = Ga::default().constrained(vec![rows]);
    /// let puzzle = Recipe::eternity_like(4, 4, 1).make()?.puzzle;
    /// let budget = Budget { work: Some(20_000), ..Budget::default() };
    /// let outcome = solve(&puzzle, &ga, &Setup { budget, ..Setup::default() }, &mut |_, _| {});
    /// assert_eq!(outcome.score, puzzle.joins());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn constrained(self, added: Vec<Constraint>) -> ConstrainedGa {
        ConstrainedGa { ga: self, added }
    }
}

impl Algorithm<Puzzle> for ConstrainedGa {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        let bad = |one: &&Constraint| !super::WEIGHTS.contains(&one.weight);
        let weight = self.added.iter().find(bad).map(|Constraint { name, weight, .. }| {
            let (from, to) = super::WEIGHTS.into_inner();
            format!("expected a weight of {name:?} from {from} to {to}, found {weight}")
        });
        weight.or_else(|| self.ga.objection(puzzle))
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        evolve(&self.ga, &self.added, puzzle, run)
    }
}
