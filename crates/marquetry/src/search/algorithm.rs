//! How a problem is searched.

use super::{Problem, Run};
use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Conclusion {
    /// The target was reached: a perfect solution, or the score that was asked for.
    Solved,
    /// The whole space was searched, or shown to be empty: nothing reaches the goal. A proof.
    Exhausted,
    /// The budget ran out or someone stopped the run.
    Stopped,
}

/// A method with its parameters. It owns its loop and holds no stopping rule: it works while the
/// run lets it step.
pub trait Algorithm<P: Problem>: Send + Sync {
    /// Why these parameters do not suit this problem, if they do not.
    fn objection(&self, _problem: &P) -> Option<String> {
        None
    }

    /// What should be said of a run that ends after so many steps, if something should: that a schedule
    /// was cut short, and what would fit.
    fn caution(&self, _work: u64) -> Option<String> {
        None
    }

    /// Searches until the run is over, offering every solution worth keeping.
    fn solve(&self, problem: &P, run: &mut Run<'_, P>) -> Conclusion;
}
