//! Marquetry in Python: the module `marquetry._native`, over which `python/marquetry/` lays its words.
//!
//! - `puzzle`, `board`, `tokens`: values, shown as pictures in a notebook
//! - `state`, `run`, `rng`, `method`: what a method written in Python works with
//! - `job`, `running`, `event`, `outcome`, `search`: a run, from what is asked for to what came of it
//! - `exact`: counts and estimates
//! - `store`, `statistics`, `figures`: the laboratory
//! - `game`: what the two puzzles have in common; `given`: what Python gives, made into values

#![expect(clippy::needless_pass_by_value, reason = "what Python gives is made into values")]

mod board;
mod event;
mod exact;
mod figures;
mod game;
mod given;
mod job;
mod method;
mod outcome;
mod puzzle;
mod rng;
mod run;
mod running;
mod search;
mod state;
mod statistics;
mod store;
mod tokens;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::board::{PyBoard, PyVerdict};
    #[pymodule_export]
    use super::event::PyEvent;
    #[pymodule_export]
    use super::exact::{PyCount, count, estimate};
    #[pymodule_export]
    use super::figures::{
        draw_boxes, draw_convergence, draw_critical_difference, draw_distribution, draw_histogram,
        draw_profiles,
    };
    #[pymodule_export]
    use super::outcome::PyOutcome;
    #[pymodule_export]
    use super::puzzle::{PyPuzzle, puzzles};
    #[pymodule_export]
    use super::rng::PyRng;
    #[pymodule_export]
    use super::run::PyRun;
    #[pymodule_export]
    use super::running::Running;
    #[pymodule_export]
    use super::search::{algorithms_of, play, start};
    #[pymodule_export]
    use super::state::{PyMove, PyState};
    #[pymodule_export]
    use super::statistics::{
        bootstrap_mean, ert, friedman, holm, mann_whitney, nemenyi, summary, wilcoxon, wilson,
    };
    #[pymodule_export]
    use super::store::{plan_jobs, store_add, store_columns, store_jobs, store_report};
    #[pymodule_export]
    use super::tokens::{PyGrid, PyTokens, PyTokensState};
}
