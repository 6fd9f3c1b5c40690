//! Where the solutions of a run go: to the observer, or home with a forked child.

use super::{Curve, Observer, Score, Signature};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// Where improvements go: to the observer, or into the log of a forked child.
pub(super) enum Sink<'a, S> {
    Lead(Lead<'a, S>),
    Child(Child<'a, S>),
}

/// The part of a run that speaks to the world.
pub(super) struct Lead<'a, S> {
    pub(super) observer: &'a mut Observer<'a, S>,
    pub(super) signature: Signature,
    pub(super) gauges: Vec<(String, f64)>,
    pub(super) curves: Vec<Curve>,
    pub(super) last_progress: Duration,
    /// The work at which the last sample became due.
    pub(super) sampled: Option<u64>,
}

/// The part of a run that is one of many.
pub(super) struct Child<'a, S> {
    pub(super) index: usize,
    pub(super) log: Vec<Found<S>>,
    /// The earliest (step, child) that reached the goal, packed by [`race_key`].
    pub(super) race: &'a AtomicU64,
}

/// A judged solution in the log of a forked child.
pub(super) struct Found<S> {
    pub(super) step: u64,
    pub(super) score: Score,
    pub(super) solution: S,
    pub(super) worth: Worth,
}

/// Why a child brings a solution home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// It was the child's new best.
    Best,
    /// It is worth keeping.
    Kept,
    /// It is a sample of what the child was doing.
    Present,
}

/// Orders the steps of forked children: step by step, and by index within a step.
pub(super) fn race_key(step: u64, index: usize) -> u64 {
    (step << 16) | index as u64
}
