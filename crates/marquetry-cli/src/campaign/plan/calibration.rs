//! Budgets of work that are measured on the spot: the steps one reference machine makes in a time.
//!
//! They are kept in a file beside the plan, so that whoever has both makes the same runs.

use super::Cell;
use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The name and version of the format.
const FORMAT: &str = "marquetry-calibration/1";

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Calibration {
    /// The file it is kept in; none for plans without one.
    path: Option<PathBuf>,
    measured: Vec<Measured>,
}

/// The steps of one cell.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    /// The run that was timed, by its name.
    job: String,
    puzzle: String,
    algorithm: String,
    evaluations: u64,
    machine: String,
    version: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: String,
    #[serde(default)]
    cell: Vec<Measured>,
}

impl Calibration {
    /// What was measured for the plan of a file.
    ///
    /// # Errors
    /// If there is a file and it cannot be understood.
    pub(super) fn beside(plan: &Path) -> Result<Self> {
        let path = plan.with_extension("calibration.toml");
        if !path.exists() {
            return Ok(Self { path: Some(path), measured: Vec::new() });
        }
        let name = path.display();
        let text = String::from_utf8(output::read_input(&path.to_string_lossy())?);
        let text = text.with_context(|| format!("{name} is not text"))?;
        let written: Written = toml::from_str(&text)
            .map_err(|error| anyhow!("{name}: {}", error.message().replace('\n', " ")))?;
        if written.format != FORMAT {
            bail!("{name}: expected format {FORMAT}, found {:?}", written.format);
        }
        Ok(Self { path: Some(path), measured: written.cell })
    }

    /// The steps that were measured for a timed run.
    pub(super) fn evaluations(&self, job: &str) -> Option<u64> {
        self.measured.iter().find(|one| one.job == job).map(|one| one.evaluations)
    }

    /// Writes down how much work a timed cell came to.
    ///
    /// # Errors
    /// If there is no file to write to.
    pub fn note(&mut self, cell: &Cell, evaluations: u64, machine: &str) -> Result<()> {
        let path = self.path.as_ref().context("a plan that is calibrated must be a file")?;
        self.measured.push(Measured {
            job: cell.spec.job(),
            puzzle: cell.puzzle.clone(),
            algorithm: cell.algorithm.clone(),
            evaluations,
            machine: machine.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        });
        let written = Written { format: FORMAT.to_owned(), cell: self.measured.clone() };
        output::save(path, toml::to_string(&written)?.as_bytes())
    }
}
