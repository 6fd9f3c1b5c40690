//! Spreading: the threads of a run work through a list together.

use super::Problem;
use super::run::Run;
use std::sync::{Mutex, PoisonError};

impl<P: Problem> Run<'_, P> {
    /// Lets the run's threads take items until none is left, in any order, and waits for the last:
    /// nothing must depend on who does what when. It takes no steps: whoever spreads work pays for it
    /// afterwards, when it is known how much it was. Nothing, and the end of the run, if it should
    /// have ended a while ago: then items may be left undone.
    pub(crate) fn spread<T: Send>(
        &mut self,
        items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
        body: impl Fn(T) + Sync,
    ) -> Option<()> {
        let items = items.into_iter();
        let helpers = self.threads.min(items.len()).saturating_sub(1);
        let clock = self.context.clock;
        let queue = Mutex::new(items);
        let worker = || {
            while !clock.overdue(clock.elapsed()) {
                // The lock is released before the item is worked on.
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(item) = next else { return };
                body(item);
            }
        };
        std::thread::scope(|scope| {
            (0..helpers).for_each(|_| _ = scope.spawn(worker));
            worker();
        });
        if clock.has_cut() {
            self.end();
            return None;
        }
        Some(())
    }
}
