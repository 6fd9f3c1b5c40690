//! What a run tells while it goes on.

use crate::game::Found;
use marquetry::search::{Conclusion, Event, Stamp};
use marquetry_cli::campaign::Ending;
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// One thing a run tells. What an event of its kind does not have is None.
#[pyclass(frozen, get_all, name = "Event", module = "marquetry")]
pub(crate) struct PyEvent {
    /// "phase", "improved", "present", "progress" or "finished".
    kind: &'static str,
    /// Steps taken.
    work: u64,
    /// Seconds since the start.
    elapsed_s: f64,
    /// The score of the board, or the best so far.
    score: Option<u32>,
    /// The new best board, or a sample of what the run is doing now.
    board: Option<Py<PyAny>>,
    /// Named quantities the algorithm reports.
    gauges: BTreeMap<String, f64>,
    /// The part of its work that the algorithm enters.
    name: Option<String>,
    /// How the run ended: "solved", "exhausted" or "stopped".
    conclusion: Option<&'static str>,
    /// The hash of everything the run found.
    signature: Option<String>,
}

#[pymethods]
impl PyEvent {
    fn __repr__(&self) -> String {
        let score = self.score.map(|score| format!(", score {score}")).unwrap_or_default();
        format!("<Event {}{score}, {} steps, {:.3} s>", self.kind, self.work, self.elapsed_s)
    }
}

impl PyEvent {
    /// The event as Python knows it.
    pub(crate) fn new(py: Python<'_>, stamp: Stamp, event: Event<Found>) -> PyResult<Self> {
        let blank = Self {
            kind: "phase",
            work: stamp.work,
            elapsed_s: stamp.elapsed_s,
            score: None,
            board: None,
            gauges: BTreeMap::new(),
            name: None,
            conclusion: None,
            signature: None,
        };
        Ok(match event {
            Event::Phase { name } => Self { name: Some(name), ..blank },
            Event::Improved { score, solution } => {
                let board = Some(solution.shown(py)?);
                Self { kind: "improved", score: Some(score), board, ..blank }
            }
            Event::Kept { score, solution } | Event::Present { score, solution } => {
                let board = Some(solution.shown(py)?);
                Self { kind: "present", score: Some(score), board, ..blank }
            }
            Event::Progress { score, gauges } => {
                let gauges = gauges.into_iter().collect();
                Self { kind: "progress", score: Some(score), gauges, ..blank }
            }
            Event::Finished { conclusion, score, signature } => Self {
                kind: "finished",
                score: Some(score),
                conclusion: Some(word(conclusion)),
                signature: Some(signature),
                ..blank
            },
        })
    }
}

/// A conclusion as stores write it.
pub(crate) fn word(conclusion: Conclusion) -> &'static str {
    Ending::from(conclusion).name()
}
