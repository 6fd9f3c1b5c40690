//! A method written in Python: it plays against the same judge and budget as ours.

use crate::game::Game;
use crate::given::{bad, plain};
use crate::rng::PyRng;
use crate::run::{Loan, PyRun};
use marquetry::algorithms;
use marquetry::search::{Algorithm, Conclusion, Parameters, Rng, Run};
use marquetry::tokens;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, PoisonError};

/// Something to call with a run, a puzzle and parameters.
pub(crate) struct Method {
    name: String,
    callable: Py<PyAny>,
    parameters: Py<PyDict>,
    /// What it raised.
    raised: Mutex<Option<PyErr>>,
}

impl Method {
    /// A method of this name, or the one that Python has for it.
    pub(crate) fn new(
        callable: &Bound<'_, PyAny>,
        name: Option<&str>,
        given: &Parameters,
    ) -> PyResult<Self> {
        let py = callable.py();
        let name = match (name, callable.getattr("__name__")) {
            (Some(name), _) => name.to_owned(),
            (None, Ok(name)) => name.extract()?,
            (None, Err(_)) => callable.get_type().name()?.to_string(),
        };
        if algorithms::find(&name).is_ok() || tokens::find(&name).is_ok() {
            return Err(bad(format!(
                "{name} is an algorithm of the catalogue: choose another name"
            )));
        }
        let parameters = plain(py, given)?.cast_into::<PyDict>()?.unbind();
        Ok(Self { name, callable: callable.clone().unbind(), parameters, raised: Mutex::default() })
    }

    /// What tables call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What it raised, if it did; Ctrl-C only ends the run, which is told.
    pub(crate) fn raised(&self, py: Python<'_>) -> PyResult<bool> {
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        match raised.as_ref().map(|error| error.clone_ref(py)) {
            None => Ok(false),
            Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(true),
            Some(error) => Err(error),
        }
    }

    fn call<P: Game>(
        &self,
        py: Python<'_>,
        problem: &P,
        run: &mut Run<'_, P>,
    ) -> PyResult<Conclusion> {
        let rng = std::mem::replace(&mut run.rng, Rng::new(0));
        let rng = Py::new(py, PyRng(rng))?;
        let game = Arc::new(problem.clone());
        let puzzle = P::shown(&game, py)?;
        let loan = Loan::new(py, PyRun::new(rng), run, game)?;
        let said =
            self.callable.bind(py).call((loan.run(py), puzzle), Some(self.parameters.bind(py)))?;
        match said {
            said if said.is_none() => Ok(Conclusion::Stopped),
            said if said.extract::<&str>().is_ok_and(|said| said == "exhausted") => {
                Ok(Conclusion::Exhausted)
            }
            said => Err(bad(format!(
                "a method returns None, or \"exhausted\" for a proof that nothing reaches the goal, found {}",
                said.repr()?
            ))),
        }
    }
}

impl<P: Game> Algorithm<P> for Method {
    fn solve(&self, problem: &P, run: &mut Run<'_, P>) -> Conclusion {
        Python::attach(|py| match self.call(py, problem, run) {
            Ok(conclusion) => conclusion,
            Err(error) => {
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                Conclusion::Stopped
            }
        })
    }
}
