//! Stores of runs, and plans of campaigns.

use crate::game;
use crate::given::{plain, wrong};
use crate::outcome::PyOutcome;
use anyhow::Result;
use marquetry_cli::campaign::export::{
    Column, ColumnType, Datum, improvement_columns, improvements, run_columns,
};
use marquetry_cli::campaign::report::report;
use marquetry_cli::campaign::{Added, Campaign, Plan, Store};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A report: Markdown, HTML, LaTeX, the document as JSON, and its figures by name with their captions.
type Written<'py> = (String, String, String, Bound<'py, PyAny>, Vec<(String, String, String)>);
/// A column: its name, what it holds, and what every row has there.
type Shown<'py> = (&'static str, &'static str, Bound<'py, PyList>);

/// The runs of a store, or their improvements, as columns.
#[pyfunction]
pub(crate) fn store_columns(
    py: Python<'_>,
    path: PathBuf,
    of_improvements: bool,
) -> PyResult<Vec<Shown<'_>>> {
    let records = py.detach(|| Store::read(&path)?.records(false));
    let records = records.map_err(|error| wrong(&error))?;
    match of_improvements {
        true => columns(py, &improvement_columns(), &improvements(&records)),
        false => columns(py, &run_columns(), &records),
    }
}

fn columns<'py, T>(
    py: Python<'py>,
    columns: &[Column<T>],
    rows: &[T],
) -> PyResult<Vec<Shown<'py>>> {
    let shown = |column: &Column<T>| {
        let kind = match column.kind {
            ColumnType::Text => "text",
            ColumnType::Whole => "whole",
            ColumnType::Unsigned => "unsigned",
            ColumnType::Real => "real",
        };
        let cell = |row| match (column.get)(row) {
            Datum::Nothing => Ok(py.None().into_bound(py)),
            Datum::Text(text) => text.into_bound_py_any(py),
            Datum::Whole(number) => number.into_bound_py_any(py),
            Datum::Real(number) => number.into_bound_py_any(py),
        };
        let cells = rows.iter().map(cell).collect::<PyResult<Vec<_>>>()?;
        Ok((column.name, kind, PyList::new(py, cells)?))
    };
    columns.iter().map(shown).collect()
}

/// Adds runs to a store, all or none, each judged again; how many are new.
#[pyfunction]
pub(crate) fn store_add(
    py: Python<'_>,
    path: PathBuf,
    outcomes: Vec<Bound<'_, PyOutcome>>,
) -> PyResult<usize> {
    let subjects: Vec<_> = outcomes.iter().map(|o| Arc::new(o.get().subject.clone())).collect();
    let records =
        outcomes.iter().map(|outcome| outcome.get().kept()).collect::<PyResult<Vec<_>>>()?;
    let add = || -> Result<usize> {
        let mut store = Store::open(&path)?;
        subjects.into_iter().for_each(|subject| store.know(subject));
        let added = store.add(&records)?;
        Ok(added.into_iter().filter(|added| *added == Added::New).count())
    };
    py.detach(add).map_err(|error| wrong(&error))
}

/// The names of the jobs that a store has runs of; none if there is no such file yet.
#[pyfunction]
pub(crate) fn store_jobs(py: Python<'_>, path: PathBuf) -> PyResult<Vec<String>> {
    let known = || -> Result<Vec<String>> {
        if !path.exists() {
            return Ok(Vec::new());
        }
        let glances = Store::read(&path)?.glances()?;
        Ok(glances.into_iter().filter(|(_, seen)| !seen.failed).map(|(job, _)| job).collect())
    };
    py.detach(known).map_err(|error| wrong(&error))
}

fn campaign(plan: &str, quick: bool) -> Result<Campaign> {
    Campaign::new(Plan::load(plan)?, quick)
}

/// The report of a plan on the runs of a store.
#[pyfunction]
pub(crate) fn store_report<'py>(
    py: Python<'py>,
    path: PathBuf,
    plan: &str,
    quick: bool,
) -> PyResult<Written<'py>> {
    let write = |path: &Path| -> Result<_> {
        let (campaign, records) = (campaign(plan, quick)?, Store::read(path)?.records(false)?);
        // Markdown has no place for pictures of its own.
        Ok((report(&campaign, records.clone(), false), report(&campaign, records, true)))
    };
    let (text, drawn) = py.detach(|| write(&path)).map_err(|error| wrong(&error))?;
    let figures = drawn.figures().map(|f| (f.name.clone(), f.caption.clone(), f.svg.clone()));
    let (markdown, latex, document) = (text.markdown(None), text.latex(), plain(py, &text.json())?);
    Ok((markdown, drawn.html(), latex, document, figures.collect()))
}

/// The jobs of a plan: name, puzzle, algorithm, whether it is someone's own, and what is asked for.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "Python unpacks it")]
pub(crate) fn plan_jobs<'py>(
    py: Python<'py>,
    plan: &str,
    quick: bool,
) -> PyResult<Vec<(String, Py<PyAny>, String, bool, Bound<'py, PyDict>)>> {
    let campaign = py.detach(|| campaign(plan, quick)).map_err(|error| wrong(&error))?;
    let mut jobs = Vec::new();
    for cell in &campaign.cells {
        let Some(subject) = cell.subject.as_deref() else { continue };
        let puzzle = game::shown(py, subject)?;
        for (job, seed) in cell.jobs() {
            let spec = &cell.spec;
            let asked = json!({
                "time": spec.time_s, "work": spec.work_limit, "target": spec.target, "seed": seed,
                "threads": spec.threads, "parameters": spec.parameters,
            });
            let asked = plain(py, &asked)?.cast_into::<PyDict>()?;
            jobs.push((job, puzzle.clone_ref(py), spec.algorithm.clone(), cell.outside, asked));
        }
    }
    Ok(jobs)
}
