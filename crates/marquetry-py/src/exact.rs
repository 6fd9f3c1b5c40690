//! The exact engine: every perfect board counted, or their number estimated.

use crate::board::PyBoard;
use crate::event::word;
use crate::given::{Whole, bad, json, plain, seconds};
use crate::job::failure;
use crate::puzzle::PyPuzzle;
use marquetry::exact::{Block, Counted, Counter, Event, Exact, Request, estimate as estimate_tree};
use marquetry_cli::campaign::last_words;
use marquetry_cli::{cores, fresh_seed};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often a wait looks whether the user pressed Ctrl-C.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Nodes that an estimate follows at each depth, and those of a tree that is searched as well: as on the command line.
const PROBES: u32 = 10_000;
const ENUMERATE: u64 = 20_000_000;

/// What came of a count.
#[pyclass(frozen, get_all, name = "Count", module = "marquetry")]
pub(crate) struct PyCount {
    /// Perfect boards with numbered pieces and turns; None if they are too many for a number.
    solutions: Option<u128>,
    /// Those that differ by more than a turn of the whole board.
    distinct: u64,
    /// Those that look different.
    looks: u64,
    /// Pieces laid.
    nodes: u64,
    /// Seconds it took.
    elapsed_s: f64,
    /// "exhausted" if every solution was found, "solved" if as many as were asked for, else "stopped".
    conclusion: &'static str,
    /// Why there is nothing to search; empty if there is.
    reasons: Vec<String>,
    /// The boards, where a limit was given.
    boards: Vec<Py<PyBoard>>,
}

#[pymethods]
impl PyCount {
    fn __repr__(&self) -> String {
        let solutions = self.solutions.map_or("too many".to_owned(), |n| n.to_string());
        format!("<Count {solutions} solutions, {}, {} nodes>", self.conclusion, self.nodes)
    }
}

/// Counts the perfect boards of a puzzle, or the fillings of a block.
#[pyfunction]
#[pyo3(signature = (puzzle, *, time=None, limit=None, threads=None, block=None, order=None,
    lookahead=None, symmetry=None))]
#[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
pub(crate) fn count(
    py: Python<'_>,
    puzzle: &PyPuzzle,
    time: Option<f64>,
    limit: Option<Whole<u64>>,
    threads: Option<Whole<u16>>,
    block: Option<&Bound<'_, PyAny>>,
    order: Option<&Bound<'_, PyAny>>,
    lookahead: Option<&Bound<'_, PyAny>>,
    symmetry: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyCount> {
    let how = exact([("order", order), ("lookahead", lookahead), ("symmetry", symmetry)])?;
    let block: Option<Block> = match block {
        Some(block) => Some(serde_json::from_value(json(block)?).map_err(bad)?),
        None => None,
    };
    let time = time.map(seconds).transpose()?;
    let threads = threads.map_or_else(cores, |threads| usize::from(threads.0).max(1));
    let counter = py.detach(|| Counter::new(&puzzle.0, &how, block)).map_err(bad)?;
    let stop = AtomicBool::new(false);
    let limit = limit.map(|limit| limit.0);
    let request =
        Request { threads, time, limit, boards: limit.is_some(), stop: &stop, from: None };
    let mut boards = Vec::new();
    let counted = while_looking(py, &stop, || {
        counter.run(&request, &mut |event| {
            if let Event::Board(board) = event {
                boards.push(board);
            }
        })
    })?;
    let Counted { conclusion, solutions, looks, distinct, nodes, elapsed_s, .. } =
        counted.map_err(bad)?;
    let shown = |board| Py::new(py, PyBoard { puzzle: Arc::clone(&puzzle.0), board });
    Ok(PyCount {
        solutions,
        distinct,
        looks,
        nodes,
        elapsed_s,
        conclusion: word(conclusion),
        reasons: counter.reasons().to_vec(),
        boards: boards.into_iter().map(shown).collect::<PyResult<_>>()?,
    })
}

/// Estimates how large the search tree of a puzzle is, by samples of it; a small one is searched as well.
#[pyfunction]
#[pyo3(signature = (puzzle, *, probes=None, seed=None, enumerate=None, order=None,
    lookahead=None, symmetry=None))]
#[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
pub(crate) fn estimate<'py>(
    py: Python<'py>,
    puzzle: &PyPuzzle,
    probes: Option<Whole<u32>>,
    seed: Option<Whole<u64>>,
    enumerate: Option<Whole<u64>>,
    order: Option<&Bound<'_, PyAny>>,
    lookahead: Option<&Bound<'_, PyAny>>,
    symmetry: Option<&Bound<'_, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let how = exact([("order", order), ("lookahead", lookahead), ("symmetry", symmetry)])?;
    let seed = seed.map_or_else(fresh_seed, |seed| seed.0);
    let probes = probes.map_or(PROBES, |probes| probes.0);
    let enumerate = enumerate.map_or(ENUMERATE, |nodes| nodes.0);
    let found = py.detach(|| estimate_tree(&puzzle.0, &how, probes, seed, enumerate));
    plain(py, &found.map_err(bad)?)
}

/// How the tree is searched: what is not given is as usual.
fn exact(given: [(&str, Option<&Bound<'_, PyAny>>); 3]) -> PyResult<Exact> {
    let mut how = Map::new();
    for (name, value) in given {
        if let Some(value) = value {
            how.insert(name.to_owned(), json(value)?);
        }
    }
    serde_json::from_value(Value::Object(how)).map_err(bad)
}

/// Works in a thread while this one looks whether the user pressed Ctrl-C, which ends the work.
fn while_looking<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, raised) = py.detach(|| {
        thread::scope(|scope| {
            let worker = scope.spawn(work);
            let mut raised = None;
            while !worker.is_finished() {
                thread::park_timeout(LOOK_EVERY);
                let looked: PyResult<()> = Python::attach(|py| {
                    py.check_signals()?;
                    Ok(())
                });
                if let Err(error) = looked {
                    stop.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
            (worker.join(), raised)
        })
    });
    let quiet = |error: &PyErr| error.is_instance_of::<PyKeyboardInterrupt>(py);
    match raised.filter(|error| !quiet(error)) {
        Some(error) => Err(error),
        None => done.map_err(|panic| failure(last_words(&*panic))),
    }
}
