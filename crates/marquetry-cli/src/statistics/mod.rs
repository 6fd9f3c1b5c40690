//! Statistics of runs: what a referee asks for when stochastic algorithms are compared.
//!
//! Every number agrees with SciPy (see `tests/statistics.rs`); where SciPy falls back to an
//! approximation although the exact value is within reach, the exact value is given and the
//! approximation beside it. Nothing here panics: data that a function has no answer for give
//! `None` or an error.

mod friedman;
mod holm;
mod interval;
mod mann_whitney;
mod nemenyi;
mod normal;
mod permutation;
mod power;
mod rank;
mod running_time;
mod sequence;
mod summary;
mod wilcoxon;

pub use friedman::{Contrast, Friedman, Unfit, friedman};
pub use holm::holm;
pub use interval::{bootstrap_mean, wilson};
pub use mann_whitney::{Effect, MannWhitney, mann_whitney};
pub use nemenyi::{critical_difference, studentised_range};
pub use power::runs_needed;
pub use running_time::ert;
pub use sequence::{OutOfRange, Sequence};
pub use summary::{Summary, mean, quantile};
pub use wilcoxon::{Wilcoxon, wilcoxon};

use serde::Serialize;

/// Where a p comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// From the permutation distribution of the ranks, ties included.
    Exact,
    /// From the normal distribution.
    Asymptotic,
}
