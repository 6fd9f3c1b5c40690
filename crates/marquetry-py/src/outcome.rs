//! What came of a run: the row that a store keeps, with its puzzle and board.

use crate::given::{bad, plain};
use crate::job::Ended;
use marquetry_cli::campaign::{Record, Subject};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::collections::BTreeMap;

/// What came of a run.
#[pyclass(frozen, name = "Outcome", module = "marquetry")]
pub(crate) struct PyOutcome {
    pub(crate) record: Record,
    pub(crate) subject: Subject,
    pub(crate) board: Option<Py<PyAny>>,
    /// Whether someone ended it.
    pub(crate) interrupted: bool,
    /// Whether it went on from a board.
    pub(crate) resumed: bool,
}

#[pymethods]
impl PyOutcome {
    /// The puzzle.
    #[getter]
    fn puzzle(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        crate::game::shown(py, &self.subject)
    }

    /// The best board (of a token puzzle: grid), judged; None if there is none.
    #[getter]
    fn board(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.board.as_ref().map(|board| board.clone_ref(py))
    }

    /// The best score.
    #[getter]
    fn score(&self) -> u32 {
        self.record.score
    }

    /// Whether nothing can score more.
    #[getter]
    fn perfect(&self) -> bool {
        self.board.is_some() && self.record.score == self.record.perfect
    }

    /// How it ended: "solved", "exhausted" (a proof that nothing reaches the goal) or "stopped".
    #[getter]
    fn conclusion(&self) -> &'static str {
        self.record.conclusion.name()
    }

    /// The name of the algorithm or method.
    #[getter]
    fn algorithm(&self) -> &str {
        &self.record.spec.algorithm
    }

    /// All its parameters.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.record.spec.parameters)
    }

    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.record.spec.seed
    }

    /// How many threads shared the work.
    #[getter]
    fn threads(&self) -> u16 {
        self.record.spec.threads
    }

    /// Steps taken.
    #[getter]
    fn work(&self) -> u64 {
        self.record.work
    }

    /// Seconds it took.
    #[getter]
    fn elapsed_s(&self) -> f64 {
        self.record.wall_s
    }

    /// The hash of all improvements, the work and the conclusion: same seed and work, same signature.
    #[getter]
    fn signature(&self) -> &str {
        &self.record.signature
    }

    /// What the algorithm counted.
    #[getter]
    fn counts(&self) -> BTreeMap<String, f64> {
        self.record.counts.clone()
    }

    /// Every improvement: seconds, steps and score.
    #[getter]
    fn trace(&self) -> Vec<(f64, u64, u32)> {
        self.record.trace.iter().copied().map(<(f64, u64, u32)>::from).collect()
    }

    /// How gauges went over others, by the names of both: places and values, each of which holds until the next.
    #[getter]
    fn curves(&self) -> BTreeMap<(String, String), Vec<(u64, f64)>> {
        let curves = self.record.curves.iter();
        curves.map(|c| ((c.of.clone(), c.over.clone()), c.points.clone())).collect()
    }

    /// Whether Ctrl-C or `stop` ended it.
    #[getter]
    fn interrupted(&self) -> bool {
        self.interrupted
    }

    /// The name of its job: what a store knows it by.
    #[getter]
    fn job(&self) -> &str {
        &self.record.job
    }

    /// The run as a line of JSON: what stores exchange.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.record).map_err(bad)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let shown = |board: &Py<PyAny>| board.call_method0(py, "_repr_svg_")?.extract(py);
        self.board.as_ref().map(shown).transpose()
    }

    fn __repr__(&self) -> String {
        let Record { spec, score, perfect, conclusion, work, puzzle_name, .. } = &self.record;
        format!(
            "<Outcome {} on {puzzle_name:?}, score {score} of {perfect}, {}, seed {}, {work} steps>",
            spec.algorithm,
            conclusion.name(),
            spec.seed
        )
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.record == other.record
    }

    #[expect(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Py<PyAny>, Option<Py<PyAny>>, bool, bool))> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let parts = (self.puzzle(py)?, self.board(py));
        Ok((restore, (self.to_json()?, parts.0, parts.1, self.interrupted, self.resumed)))
    }

    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        line: &str,
        puzzle: &Bound<'_, PyAny>,
        board: Option<Py<PyAny>>,
        interrupted: bool,
        resumed: bool,
    ) -> PyResult<Self> {
        let record = serde_json::from_str(line).map_err(bad)?;
        let subject = crate::game::subject(puzzle)?;
        Ok(Self { record, subject, board, interrupted, resumed })
    }
}

impl PyOutcome {
    /// What came of a run that has ended.
    pub(crate) fn new(py: Python<'_>, ended: Ended, interrupted: bool) -> PyResult<Self> {
        let Ended { record, subject, found, resumed } = ended;
        let board = found.map(|found| found.shown(py)).transpose()?;
        Ok(Self { record, subject, board, interrupted, resumed })
    }

    /// The row to be kept.
    pub(crate) fn kept(&self) -> PyResult<Record> {
        let why = match (self.interrupted, self.resumed) {
            (true, _) => "was interrupted",
            (_, true) => "went on from a board",
            (false, false) => return Ok(self.record.clone()),
        };
        let job = &self.record.job;
        Err(bad(format!("run {job} {why}, which its job does not say: it is not kept")))
    }
}
