//! The one file that reads the clock.

use std::time::{Duration, Instant};

/// Elapsed time since a run started, and the moment it must end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
    limit: Option<Duration>,
}

impl Clock {
    pub(crate) fn start(limit: Option<Duration>) -> Self {
        Self { start: Instant::now(), limit }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn expired(&self, elapsed: Duration) -> bool {
        self.limit.is_some_and(|limit| elapsed >= limit)
    }
}
