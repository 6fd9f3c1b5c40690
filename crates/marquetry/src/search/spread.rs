//! Spreading: the threads of a run work through a list together.

use super::Problem;
use super::run::Run;

impl<P: Problem> Run<'_, P> {
    /// Lets the run's threads take items until none is left, in any order, and waits for the last:
    /// nothing must depend on who does what when. It takes no steps: whoever spreads work pays for it
    /// afterwards, when it is known how much it was. Nothing, and the end of the run, if it should
    /// have ended a while ago: then items may be left undone.
    pub(crate) fn spread<T: Send>(
        &mut self,
        items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
        body: impl Fn(T) + Sync,
    ) -> Option<()> {
        let clock = self.context.clock;
        let going_on = || !clock.overdue(clock.elapsed());
        self.threads.share(items.into_iter(), going_on, body);
        if clock.has_cut() {
            self.end();
            return None;
        }
        Some(())
    }
}
