//! How much a run may do.

use super::Score;
use std::time::Duration;

/// Limits of a run. An absent limit does not bind; a perfect solution always ends a run.
///
/// ```
/// use marquetry::search::Budget;
/// use std::time::Duration;
///
/// let repeatable = Budget { work: Some(1_000_000), ..Budget::default() };
/// let coffee = Budget { time: Some(Duration::from_secs(300)), target: Some(460), ..repeatable };
/// assert_eq!(coffee.work, Some(1_000_000), "what binds first ends the run");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Steps: the unit every algorithm counts in, and the one that repeats exactly.
    pub work: Option<u64>,
    /// Wall time. The run ends at its next look at the clock; the work done by then is recorded,
    /// and the same work gives the same run again.
    pub time: Option<Duration>,
    /// A score that is good enough.
    pub target: Option<Score>,
}
