//! Random numbers that never change.

use crate::given::Whole;
use marquetry::search::Rng;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySequence};

/// Random numbers: the same seed gives the same ones in every version.
#[pyclass(name = "Rng", module = "marquetry")]
pub(crate) struct PyRng(pub(crate) Rng);

#[pymethods]
impl PyRng {
    /// A generator for a seed.
    #[new]
    fn new(seed: Whole<u64>) -> Self {
        Self(Rng::new(seed.0))
    }

    /// 64 random bits: a seed for any other generator.
    fn bits(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number from 0 to below the bound, each equally likely; 0 if the bound is 0.
    fn below(&mut self, bound: Whole<usize>) -> usize {
        self.0.below(bound.0)
    }

    /// A fair coin.
    fn coin(&mut self) -> bool {
        self.0.coin()
    }

    /// A number from 0 to below 1.
    fn unit(&mut self) -> f64 {
        self.0.unit()
    }

    /// One of the items, each equally likely; None if there are none.
    fn pick<'py>(&mut self, items: &Bound<'py, PySequence>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let count = items.len()?;
        (count > 0).then(|| items.get_item(self.0.below(count))).transpose()
    }

    /// Shuffles a list, every order equally likely.
    fn shuffle(&mut self, items: &Bound<'_, PyList>) -> PyResult<()> {
        let mut order: Vec<Bound<'_, PyAny>> = items.iter().collect();
        self.0.shuffle(&mut order);
        items.set_slice(0, order.len(), PyList::new(items.py(), order)?.as_any())
    }
}
