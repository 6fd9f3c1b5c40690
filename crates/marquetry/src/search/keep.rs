//! Which solutions are worth telling besides new bests.

use super::Score;

/// Which solutions the observer hears of although they are no new best. It never changes what a
/// run does, and a run that keeps nothing pays nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// None.
    #[default]
    Nothing,
    /// Those that score at least this.
    From(Score),
    /// Those that score at most this much less than the best so far.
    Within(Score),
}

impl Keep {
    /// The least score kept when this is the best so far; nothing reaches the largest number.
    pub(super) fn threshold(self, best: Score) -> Score {
        match self {
            Self::Nothing => Score::MAX,
            Self::From(score) => score,
            Self::Within(less) => best.saturating_sub(less),
        }
    }
}
