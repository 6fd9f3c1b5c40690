//! Runs as Python asks for them, on either puzzle.

use crate::board::PyBoard;
use crate::game::Game;
use crate::given::{bad, plain};
use crate::job::{Asked, Job, failure};
use crate::outcome::PyOutcome;
use crate::puzzle::PyPuzzle;
use crate::running::Running;
use crate::tokens::{PyGrid, PyTokens};
use marquetry::algorithms;
use marquetry::search::{Entry, Parameters, Problem};
use marquetry::tokens;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Something that is done with a job of either puzzle.
trait Doing {
    type Done;
    fn with<P: Game>(self, py: Python<'_>, job: Job<P>) -> PyResult<Self::Done>;
}

/// Makes the job of what was asked for and does something with it.
fn doing<D: Doing>(
    puzzle: &Bound<'_, PyAny>,
    algorithm: Option<&Bound<'_, PyAny>>,
    asked: &Asked<'_>,
    board: Option<&Bound<'_, PyAny>>,
    then: D,
) -> PyResult<D::Done> {
    let py = puzzle.py();
    if let Ok(tokens) = puzzle.cast::<PyTokens>() {
        let start = board.map(|board| board.cast::<PyGrid>()).transpose()?;
        let start = start.map(|grid| grid.get().grid.clone());
        let game = Arc::clone(&tokens.get().0);
        game.feasible().map_err(bad)?;
        return then.with(py, Job::new(game, algorithm, asked, start)?);
    }
    let start = board.map(|board| board.cast::<PyBoard>()).transpose()?;
    let start = start.map(|board| board.get().board.clone());
    let game = Arc::clone(&puzzle.cast::<PyPuzzle>()?.get().0);
    then.with(py, Job::new(game, algorithm, asked, start)?)
}

/// Starts the run in a thread of its own.
struct Start;

impl Doing for Start {
    type Done = Running;

    fn with<P: Game>(self, _py: Python<'_>, job: Job<P>) -> PyResult<Running> {
        Running::start(job, true)
    }
}

/// Makes the run and waits for its end.
struct Play;

impl Doing for Play {
    type Done = PyOutcome;

    /// A method of someone's own is played on this thread, where debuggers and Ctrl-C expect it.
    fn with<P: Game>(self, py: Python<'_>, job: Job<P>) -> PyResult<PyOutcome> {
        let Some(method) = job.method() else {
            return Running::start(job, false)?.outcome(py);
        };
        let ended = job.play(&AtomicBool::new(false), &mut |_, _| ());
        let interrupted = method.raised(py)?;
        PyOutcome::new(py, ended.map_err(failure)?, interrupted)
    }
}

/// Starts a run and returns the iterator of its events.
#[pyfunction]
pub(crate) fn start(
    puzzle: &Bound<'_, PyAny>,
    algorithm: Option<&Bound<'_, PyAny>>,
    asked: Asked<'_>,
    board: Option<&Bound<'_, PyAny>>,
) -> PyResult<Running> {
    doing(puzzle, algorithm, &asked, board, Start)
}

/// Makes a run and returns what came of it.
#[pyfunction]
pub(crate) fn play(
    puzzle: &Bound<'_, PyAny>,
    algorithm: Option<&Bound<'_, PyAny>>,
    asked: Asked<'_>,
    board: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyOutcome> {
    doing(puzzle, algorithm, &asked, board, Play)
}

/// The catalogue: for each algorithm its facts, defaults and schema.
#[pyfunction]
pub(crate) fn algorithms_of(py: Python<'_>, of_tokens: bool) -> PyResult<Bound<'_, PyAny>> {
    let all: Vec<Value> = match of_tokens {
        true => tokens::catalogue().iter().map(facts).collect(),
        false => algorithms::catalogue().iter().map(facts).collect(),
    };
    plain(py, &all)
}

fn facts<P: Problem>(entry: &Entry<P>) -> Value {
    let Entry { name, about, source, step, children, resumes, .. } = entry;
    json!({
        "name": name, "about": about, "source": source, "step": step, "children": children,
        "resumes": resumes, "schema": entry.schema(),
        "defaults": entry.parameters(Parameters::new()).ok(),
    })
}
