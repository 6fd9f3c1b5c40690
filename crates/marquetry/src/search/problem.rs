//! What can be searched.

use std::hash::Hash;

/// A quantity to maximise: matched joins, or even lines.
pub type Score = u32;

/// An immutable instance and its judge.
///
/// The judge scores a solution slowly and obviously and shares no code with the caches of the
/// search; every result shown to anyone passes it.
pub trait Problem: Send + Sync {
    /// A plain value; its hash enters the run's signature.
    type Solution: Clone + Hash + Send + Sync;
    /// Why a solution is refused.
    type Fault: std::error::Error + Send;

    /// The score of a valid solution.
    ///
    /// # Errors
    /// What is wrong with an invalid one.
    fn judge(&self, solution: &Self::Solution) -> Result<Score, Self::Fault>;

    /// The score of a solution on its way, which may lack something. Unless a problem says
    /// otherwise, none may.
    ///
    /// # Errors
    /// What is wrong with an invalid one.
    fn judge_part(&self, solution: &Self::Solution) -> Result<Score, Self::Fault> {
        self.judge(solution)
    }

    /// The score nothing can exceed.
    fn perfect(&self) -> Score;
}
