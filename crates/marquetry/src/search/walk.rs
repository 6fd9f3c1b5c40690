//! Walks: solutions changed a little at a time, whatever the puzzle.

use super::{Problem, Rng, Score};

/// A problem whose solutions can be walked.
pub trait Walkable: Problem {
    /// A solution being changed.
    type Walk<'p>: Walk<Solution = Self::Solution> + Clone + Send
    where
        Self: 'p;

    /// A walk from a solution, or from a random one. `None` if no solution is valid.
    fn walk<'p>(&'p self, from: Option<&Self::Solution>, rng: &mut Rng) -> Option<Self::Walk<'p>>;
}

/// A solution being changed a little at a time.
pub trait Walk {
    /// The plain value.
    type Solution;
    /// A small change.
    type Move: Copy;

    /// A random small change.
    fn propose(&self, rng: &mut Rng) -> Self::Move;

    /// How much more the solution would score.
    fn gain(&self, change: Self::Move) -> i32;

    /// Changes the solution.
    fn make(&mut self, change: Self::Move);

    /// The score.
    fn score(&self) -> Score;

    /// The solution as a plain value.
    fn solution(&self) -> Self::Solution;
}
