//! The one file that reads the clock.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a run that must end waits for the steps under way, so that they count. What lasts longer
/// is cut short.
const GRACE: Duration = Duration::from_millis(250);

/// Elapsed time since a run started, and when it must end: by its limit, or because someone raised
/// the stop flag.
#[derive(Debug)]
pub(crate) struct Clock<'a> {
    start: Instant,
    limit: Option<Duration>,
    stop: &'a AtomicBool,
    /// When the end was first noticed, in nanoseconds since the start.
    noticed: AtomicU64,
    cut: AtomicBool,
}

impl<'a> Clock<'a> {
    pub(crate) fn start(limit: Option<Duration>, stop: &'a AtomicBool) -> Self {
        let (noticed, cut) = (AtomicU64::new(u64::MAX), AtomicBool::new(false));
        Self { start: Instant::now(), limit, stop, noticed, cut }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the run must end.
    pub(crate) fn due(&self, now: Duration) -> bool {
        let due = self.stop.load(Ordering::Relaxed) || self.limit.is_some_and(|limit| now >= limit);
        if due {
            self.noticed.fetch_min(now.as_nanos() as u64, Ordering::Relaxed);
        }
        due
    }

    /// Whether the run should have ended a while ago; then what is under way is cut short.
    pub(crate) fn overdue(&self, now: Duration) -> bool {
        let noticed = || Duration::from_nanos(self.noticed.load(Ordering::Relaxed));
        let overdue = self.due(now) && now.saturating_sub(noticed()) >= GRACE;
        if overdue {
            self.cut.store(true, Ordering::Relaxed);
        }
        overdue
    }

    /// Whether anything was cut short.
    pub(crate) fn has_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }
}
