//! Tuning with irace: the files of a scenario, and the answers to irace's calls.

mod call;
mod scenario;
mod space;

pub use call::{Answer, call};
pub use scenario::{Scenario, Written};

use super::{Studied, Subject};
use crate::load::{self, ClueSource};
use anyhow::Result;
use marquetry::search::Parameters;
use serde_json::Value;

/// The puzzle that was typed: an edge-matching puzzle, or `tokens-ROWSxCOLUMNS-REMOVED`.
fn subject(spec: &str) -> Result<Subject> {
    match Subject::restore(spec, None)? {
        Some(tokens) => Ok(tokens),
        None => Ok(Subject::Edge(load::puzzle(spec, &ClueSource::default())?.puzzle)),
    }
}

/// The schema of an algorithm for a kind of puzzle, and its parameters at their defaults.
fn schema(subject: &Subject, algorithm: &str) -> Result<(Value, Parameters)> {
    fn of<P: Studied>(_: &P, algorithm: &str) -> Result<(Value, Parameters)> {
        let entry = P::entry(algorithm)?;
        let defaults = entry.parameters(Parameters::new())?;
        Ok((entry.schema(), defaults.as_object().cloned().unwrap_or_default()))
    }
    match subject {
        Subject::Edge(puzzle) => of(puzzle, algorithm),
        Subject::Tokens(puzzle) => of(puzzle, algorithm),
    }
}
