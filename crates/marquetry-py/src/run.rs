//! The run that a method written in Python works in.
//!
//! A run lives on the stack of the search and Python keeps objects as long as it likes. So the run is
//! lent: the object Python holds points to it while the method is called, and to nothing afterwards. This
//! is the only place of the crate with `unsafe` of its own.
#![expect(unsafe_code, reason = "a run is lent to Python for the time of one call")]

use crate::game::{Game, Offered};
use crate::given::{Whole, bad};
use crate::rng::PyRng;
use marquetry::search::{Run, Score};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::Arc;

/// What a method asks of a run, whatever the puzzle.
trait Errand {
    fn step(&mut self) -> bool;
    fn take(&mut self, steps: u64) -> u64;
    fn over(&mut self) -> bool;
    fn work(&self) -> u64;
    fn work_left(&self) -> u64;
    fn goal(&self) -> Score;
    fn best_score(&self) -> Score;
    fn best(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>>;
    fn start(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>>;
    fn offer(&mut self, given: &Bound<'_, PyAny>) -> PyResult<bool>;
    fn phase(&mut self, name: &str);
    fn gauge(&mut self, name: &str, value: f64);
    fn plot(&mut self, of: &str, over: &str);
}

/// A run and the puzzle it is of.
struct Lent<'l, 'a, P: Game> {
    run: &'l mut Run<'a, P>,
    game: Arc<P>,
}

impl<P: Game> Errand for Lent<'_, '_, P> {
    fn step(&mut self) -> bool {
        self.run.step()
    }

    fn take(&mut self, steps: u64) -> u64 {
        self.run.take(steps)
    }

    fn over(&mut self) -> bool {
        self.run.over()
    }

    fn work(&self) -> u64 {
        self.run.work()
    }

    fn work_left(&self) -> u64 {
        self.run.work_left()
    }

    fn goal(&self) -> Score {
        self.run.goal()
    }

    fn best_score(&self) -> Score {
        self.run.best_score()
    }

    fn best(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let best = self.run.best().cloned();
        best.map(|best| P::found(&self.game, best).shown(py)).transpose()
    }

    fn start(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let start = self.run.start().cloned();
        start.map(|start| P::found(&self.game, start).shown(py)).transpose()
    }

    /// The judge is asked first: what he refuses is the method's error, said at once.
    fn offer(&mut self, given: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Offered { score, make } = P::offered(&self.game, given)?;
        let beaten = |score: Score| self.run.best().is_none() || score > self.run.best_score();
        if score.is_some_and(|score| !beaten(score)) {
            return Ok(false);
        }
        let solution = make();
        let judged = self.game.judge(&solution).map_err(bad)?;
        Ok(self.run.offer(judged, || solution))
    }

    fn phase(&mut self, name: &str) {
        self.run.phase(name);
    }

    fn gauge(&mut self, name: &str, value: f64) {
        self.run.gauge(name, value);
    }

    fn plot(&mut self, of: &str, over: &str) {
        self.run.plot(of, over);
    }
}

/// What a method receives: steps to take, boards to offer, random numbers.
#[pyclass(name = "Run", module = "marquetry")]
pub(crate) struct PyRun {
    /// Random numbers of the run.
    rng: Py<PyRng>,
    lent: Option<Pointer>,
}

/// Where a lent run lies. Python's lock is held whenever it is followed, so one thread at a time does.
struct Pointer(NonNull<dyn Errand>);
unsafe impl Send for Pointer {}
unsafe impl Sync for Pointer {}

impl PyRun {
    pub(crate) fn new(rng: Py<PyRng>) -> Self {
        Self { rng, lent: None }
    }

    #[inline]
    fn get(&mut self) -> PyResult<&mut (dyn Errand + 'static)> {
        let Some(pointer) = &mut self.lent else {
            return Err(PyRuntimeError::new_err("the run is over: its method has returned"));
        };
        // SAFETY: a `Loan` has put it here and takes it away before what it points to ends; `self` is
        // borrowed for as long as the result, so nobody else follows it.
        Ok(unsafe { pointer.0.as_mut() })
    }
}

/// A run lent to Python until this ends.
pub(crate) struct Loan<'l> {
    held: Py<PyRun>,
    /// Never read through here: dropped after the pointer to it is gone.
    _errand: Box<dyn Errand + 'l>,
    _lent: PhantomData<&'l mut ()>,
}

impl<'l> Loan<'l> {
    pub(crate) fn new<P: Game>(
        py: Python<'_>,
        held: PyRun,
        run: &'l mut Run<'_, P>,
        game: Arc<P>,
    ) -> PyResult<Self> {
        let mut errand: Box<dyn Errand + 'l> = Box::new(Lent { run, game });
        let pointer: NonNull<dyn Errand + 'l> = NonNull::from(&mut *errand);
        // SAFETY: only the lifetime changes; `drop` ends the pointer before the lifetime does.
        let pointer: NonNull<dyn Errand + 'static> = unsafe { std::mem::transmute(pointer) };
        let held = Py::new(py, PyRun { lent: Some(Pointer(pointer)), ..held })?;
        Ok(Self { held, _errand: errand, _lent: PhantomData })
    }

    /// What Python may hold.
    pub(crate) fn run(&self, py: Python<'_>) -> Py<PyRun> {
        self.held.clone_ref(py)
    }
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        // No method of a run lets other Python code in, so nobody is in the middle of one now.
        Python::attach(|py| self.held.borrow_mut(py).lent = None);
    }
}

#[pymethods]
impl PyRun {
    /// Takes one step if the run may go on.
    fn step(&mut self) -> PyResult<bool> {
        Ok(self.get()?.step())
    }

    /// Takes up to so many steps at once; the number taken.
    fn take(&mut self, steps: Whole<u64>) -> PyResult<u64> {
        Ok(self.get()?.take(steps.0))
    }

    /// Whether the run is over, without taking a step.
    #[getter]
    fn over(&mut self) -> PyResult<bool> {
        Ok(self.get()?.over())
    }

    /// Steps taken so far.
    #[getter]
    fn work(&mut self) -> PyResult<u64> {
        Ok(self.get()?.work())
    }

    /// Steps that may still be taken.
    #[getter]
    fn work_left(&mut self) -> PyResult<u64> {
        Ok(self.get()?.work_left())
    }

    /// The score that ends the run: a perfect one, or the target.
    #[getter]
    fn goal(&mut self) -> PyResult<u32> {
        Ok(self.get()?.goal())
    }

    /// The best score so far, 0 if nothing was offered.
    #[getter]
    fn best_score(&mut self) -> PyResult<u32> {
        Ok(self.get()?.best_score())
    }

    /// The best board so far, or None.
    #[getter]
    fn best(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.get()?.best(py)
    }

    /// The board to go on from, or None.
    #[getter]
    fn start(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.get()?.start(py)
    }

    /// The run's own random numbers: the same seed gives the same ones.
    #[getter]
    fn rng(&self, py: Python<'_>) -> Py<PyRng> {
        self.rng.clone_ref(py)
    }

    /// Offers a state or a board; whether it is a new best.
    fn offer(&mut self, found: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.get()?.offer(found)
    }

    /// Says that the method enters a part of its work.
    fn phase(&mut self, name: &str) -> PyResult<()> {
        self.get()?.phase(name);
        Ok(())
    }

    /// Reports a named quantity with the next sign of life.
    fn gauge(&mut self, name: &str, value: f64) -> PyResult<()> {
        self.get()?.gauge(name, value);
        Ok(())
    }

    /// Adds what two gauges say now to the curve of the first over the second, which the outcome has.
    fn plot(&mut self, of: &str, over: &str) -> PyResult<()> {
        self.get()?.plot(of, over);
        Ok(())
    }
}
