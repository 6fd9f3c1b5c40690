//! The laboratory's statistics: what a referee asks for.

use crate::given::{Whole, bad, plain};
use marquetry_cli::statistics::{self, Summary};
use pyo3::prelude::*;

/// Number, least, quartiles, most, mean and deviation.
#[pyfunction]
pub(crate) fn summary<'py>(py: Python<'py>, values: Vec<f64>) -> PyResult<Bound<'py, PyAny>> {
    plain(py, &known(Summary::of(&values), "values that are finite, at least one")?)
}

/// The test of Mann and Whitney, with the A12 of Vargha and Delaney.
#[pyfunction]
pub(crate) fn mann_whitney<'py>(
    py: Python<'py>,
    x: Vec<f64>,
    y: Vec<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    plain(py, &known(statistics::mann_whitney(&x, &y), "two samples of numbers")?)
}

/// Wilcoxon's signed-rank test of pairs.
#[pyfunction]
pub(crate) fn wilcoxon<'py>(
    py: Python<'py>,
    x: Vec<f64>,
    y: Vec<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    if x.len() != y.len() {
        return Err(bad(format!("expected pairs, found {} and {} values", x.len(), y.len())));
    }
    let pairs: Vec<(f64, f64)> = x.into_iter().zip(y).collect();
    plain(py, &known(statistics::wilcoxon(&pairs), "pairs of numbers that differ")?)
}

/// Friedman's test of methods over blocks: a row for each block, a number for each method.
#[pyfunction]
pub(crate) fn friedman<'py>(py: Python<'py>, blocks: Vec<Vec<f64>>) -> PyResult<Bound<'py, PyAny>> {
    plain(py, &statistics::friedman(&blocks).map_err(bad)?)
}

/// P-values adjusted after Holm.
#[pyfunction]
pub(crate) fn holm(p: Vec<f64>) -> Vec<f64> {
    statistics::holm(&p)
}

/// Wilson's interval of a share of successes.
#[pyfunction]
#[pyo3(signature = (successes, trials, level=0.95))]
pub(crate) fn wilson(
    successes: Whole<usize>,
    trials: Whole<usize>,
    level: f64,
) -> PyResult<(f64, f64)> {
    if successes.0 > trials.0 || !(0.0..1.0).contains(&level) {
        return Err(bad("expected at most as many successes as trials and a level below 1"));
    }
    Ok(statistics::wilson(successes.0, trials.0, level))
}

/// An interval of the mean by bootstrap; without a seed, that of seed 1.
#[pyfunction]
#[pyo3(signature = (values, level=0.95, seed=None))]
pub(crate) fn bootstrap_mean(
    values: Vec<f64>,
    level: f64,
    seed: Option<Whole<u64>>,
) -> PyResult<(f64, f64)> {
    let seed = seed.map_or(1, |seed| seed.0);
    let interval = statistics::bootstrap_mean(&values, level, seed);
    known(interval, "at least two finite values and a level between 0 and 1")
}

/// The expected running time: what all runs spent, for each success. Infinite if there is none.
#[pyfunction]
pub(crate) fn ert(spent: Vec<f64>, solved: Vec<bool>) -> PyResult<f64> {
    let legal = spent.iter().all(|spent| spent.is_finite() && *spent >= 0.0);
    if spent.len() != solved.len() || !legal {
        return Err(bad("expected as many costs of 0 or more as runs"));
    }
    let runs: Vec<(f64, bool)> = spent.into_iter().zip(solved).collect();
    Ok(statistics::ert(&runs).unwrap_or(f64::INFINITY))
}

/// Nemenyi's critical difference of mean ranks.
#[pyfunction]
pub(crate) fn nemenyi(methods: Whole<usize>, blocks: Whole<usize>) -> PyResult<f64> {
    known(statistics::critical_difference(methods.0, blocks.0), "two methods and a block or more")
}

fn known<T>(answer: Option<T>, expected: &str) -> PyResult<T> {
    answer.ok_or_else(|| bad(format!("expected {expected}")))
}
