//! What a run tells the world.

use super::{Conclusion, Score};
use serde::{Deserialize, Serialize};

/// When something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stamp {
    /// Steps taken.
    pub work: u64,
    /// Seconds since the start.
    pub elapsed_s: f64,
}

/// The only interface between a search and the world. Terminal, file, store and browser observe it;
/// a recorded run replays through the same observers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event<S> {
    /// The algorithm entered a part of its work.
    Phase {
        /// What the part is called.
        name: String,
    },
    /// A new best solution, judged.
    Improved {
        /// Its score.
        score: Score,
        /// The solution itself.
        solution: S,
    },
    /// A solution that is no new best but was asked for, judged; see [`Keep`](super::Keep).
    Kept {
        /// Its score.
        score: Score,
        /// The solution itself.
        solution: S,
    },
    /// A sample of what the run is doing now, judged; see [`Sampler`](super::Sampler). It may be
    /// worse than the best, and incomplete where an algorithm lays one piece after the other.
    Present {
        /// Its score: of an incomplete solution, what it scores as far as it goes.
        score: Score,
        /// The solution itself.
        solution: S,
    },
    /// A sign of life, a few times a second.
    Progress {
        /// The best score so far.
        score: Score,
        /// Named quantities the algorithm reports.
        gauges: Vec<(String, f64)>,
    },
    /// The run is over.
    Finished {
        /// How it ended.
        conclusion: Conclusion,
        /// The best score.
        score: Score,
        /// The run's signature.
        signature: String,
    },
}

/// Receives every event of a run.
pub type Observer<'a, S> = dyn FnMut(Stamp, &Event<S>) + 'a;
