//! How much a run may do.

use super::Score;
use std::time::Duration;

/// Limits of a run. An absent limit does not bind; a perfect solution always ends a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Steps: the unit every algorithm counts in, and the one that repeats exactly.
    pub work: Option<u64>,
    /// Wall time. It ends a run wherever it is; the work done by then is recorded.
    pub time: Option<Duration>,
    /// A score that is good enough.
    pub target: Option<Score>,
}
