//! The laboratory's figures, as SVG documents.

use crate::given::{Whole, bad};
use marquetry_cli::plots::{self, Cost, Curve, Ranked, Sample};
use pyo3::prelude::*;

/// Numbers by label.
type Samples = Vec<(String, Vec<f64>)>;
/// Runs by label: cost and score of every improvement.
type Traces = Vec<(String, Vec<Vec<(f64, f64)>>)>;

fn samples(given: &Samples) -> Vec<Sample<'_>> {
    given.iter().map(|(label, values)| Sample { label, values }).collect()
}

fn cost(name: &str) -> PyResult<Cost> {
    match name {
        "steps" => Ok(Cost::Steps),
        "seconds" => Ok(Cost::Seconds),
        _ => Err(bad(format!("unknown cost {name:?}, expected one of steps, seconds"))),
    }
}

/// Boxes of samples side by side.
#[pyfunction]
pub(crate) fn draw_boxes(title: &str, x: &str, given: Samples) -> String {
    plots::boxes(title, x, &samples(&given))
}

/// How often each number came out.
#[pyfunction]
pub(crate) fn draw_histogram(title: &str, x: &str, given: Samples) -> String {
    plots::histogram(title, x, &samples(&given))
}

/// The share of runs that have reached a target, against what they spent.
#[pyfunction]
pub(crate) fn draw_distribution(title: &str, given: Samples, against: &str) -> PyResult<String> {
    Ok(plots::distribution(title, cost(against)?, &samples(&given)))
}

/// The share of puzzles on which a method needs at most so many times the cost of the cheapest.
#[pyfunction]
pub(crate) fn draw_profiles(title: &str, given: Samples) -> String {
    plots::profiles(title, &samples(&given))
}

/// Median and quartiles of the best score against what was spent.
#[pyfunction]
pub(crate) fn draw_convergence(
    title: &str,
    y: &str,
    given: Traces,
    against: &str,
) -> PyResult<String> {
    let cost = cost(against)?;
    let bands: Vec<_> = given.iter().map(|(_, runs)| plots::bands(runs)).collect();
    let curve = |((label, runs), bands)| Curve { label, runs: Vec::len(runs), bands };
    let curves: Vec<Curve<'_>> = given
        .iter()
        .zip(&bands)
        .map(|((label, runs), bands)| curve(((label.as_str(), runs), bands.as_slice())))
        .collect();
    Ok(plots::convergence(title, cost, y, &curves))
}

/// Mean ranks, with bars over those that Nemenyi's test does not tell apart.
#[pyfunction]
pub(crate) fn draw_critical_difference(
    title: &str,
    ranks: Vec<(String, f64)>,
    blocks: Whole<usize>,
    difference: f64,
) -> String {
    let ranked: Vec<Ranked<'_>> =
        ranks.iter().map(|(label, rank)| Ranked { label, rank: *rank }).collect();
    plots::critical_difference(title, &ranked, blocks.0, difference)
}
