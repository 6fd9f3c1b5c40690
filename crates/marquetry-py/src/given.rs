//! What Python gives, made into values, and values made into what Python takes.

use marquetry::search::Parameters;
use pyo3::exceptions::{PyOSError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Display;
use std::time::Duration;

/// The longest time that can be asked for: a year.
const MOST_SECONDS: f64 = 366.0 * 86_400.0;

/// Whole numbers from 0 on.
pub(crate) trait Natural {
    const MOST: u64;
}

impl Natural for u8 {
    const MOST: u64 = Self::MAX as u64;
}
impl Natural for u16 {
    const MOST: u64 = Self::MAX as u64;
}
impl Natural for u32 {
    const MOST: u64 = Self::MAX as u64;
}
impl Natural for u64 {
    const MOST: u64 = Self::MAX;
}
impl Natural for usize {
    const MOST: u64 = Self::MAX as u64;
}

/// A whole number that was given. One out of range is a `ValueError`, as every bad argument is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole<T>(pub(crate) T);

impl<'a, 'py, T: Natural + FromPyObject<'a, 'py, Error = PyErr>> FromPyObject<'a, 'py>
    for Whole<T>
{
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self).map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(object.py()) {
                return bad(format!("expected a whole number from 0 to {}", T::MOST));
            }
            error
        })
    }
}

/// A bad argument, in the library's own words.
pub(crate) fn bad(words: impl Display) -> PyErr {
    PyValueError::new_err(words.to_string())
}

/// What went wrong, with its causes: a bad argument, unless the system refused something.
pub(crate) fn wrong(error: &anyhow::Error) -> PyErr {
    let words = format!("{error:#}");
    match error.chain().any(<dyn std::error::Error>::is::<std::io::Error>) {
        true => PyOSError::new_err(words),
        false => PyValueError::new_err(words),
    }
}

/// A time in seconds.
pub(crate) fn seconds(time: f64) -> PyResult<Duration> {
    match time > 0.0 && time <= MOST_SECONDS {
        true => Ok(Duration::from_secs_f64(time)),
        false => Err(bad(format!("expected a time of up to a year in seconds, found {time}"))),
    }
}

/// Anything that can be written as JSON, as plain Python values.
pub(crate) fn plain<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(bad)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Plain Python values as JSON.
pub(crate) fn json(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let options = PyDict::new(value.py());
    options.set_item("allow_nan", false)?;
    let text = value.py().import("json")?.call_method("dumps", (value,), Some(&options))?;
    serde_json::from_str(text.cast::<PyString>()?.to_str()?).map_err(bad)
}

/// The parameters of an algorithm: those given as a dictionary and those given by name.
pub(crate) fn parameters(
    listed: Option<&Bound<'_, PyDict>>,
    named: Option<&Bound<'_, PyDict>>,
) -> PyResult<Parameters> {
    let mut all = Parameters::new();
    for given in [listed, named].into_iter().flatten() {
        let Value::Object(given) = json(given.as_any())? else { continue };
        for (name, value) in given {
            if all.insert(name.clone(), value).is_some() {
                return Err(bad(format!("the parameter {name} is given twice")));
            }
        }
    }
    Ok(all)
}
