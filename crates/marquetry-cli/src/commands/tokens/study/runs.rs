//! The runs of a study.

use super::plan::{Case, Plan};
use crate::book;
use crate::interrupt;
use anyhow::{Context, Result, bail};
use marquetry::algorithms::Parameters;
use marquetry::search::{Budget, Conclusion, Problem, Setup, solve};
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering;

/// What is played: runs with the same are the same run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Spec {
    pub plan: String,
    pub algorithm: String,
    pub parameters: Parameters,
    pub n: usize,
    pub remove: usize,
    pub work: u64,
    pub seed: u64,
}

/// One finished run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Run {
    format: String,
    version: String,
    #[serde(flatten)]
    pub spec: Spec,
    pub conclusion: Conclusion,
    /// Odd lines of the best grid.
    pub odd: u32,
    pub evaluations: u64,
    pub elapsed_s: f64,
    pub signature: String,
}

impl book::Run for Run {
    const FORMAT: &'static str = "marquetry-tokens-run/1";

    fn format(&self) -> &str {
        &self.format
    }
}

impl Run {
    pub fn solved(&self) -> bool {
        self.conclusion == Conclusion::Solved
    }
}

impl Spec {
    pub fn new(plan: &Plan, case: &Case, seed: u64) -> Result<Self> {
        let parameters = plan.entry()?.parameters(plan.parameters.clone())?;
        Ok(Self {
            plan: plan.name.clone(),
            algorithm: plan.algorithm.clone(),
            parameters: parameters.as_object().cloned().unwrap_or_default(),
            n: case.n,
            remove: case.remove,
            work: plan.work(case).context("a case has no work")?,
            seed,
        })
    }

    /// Makes the run; `None` if the user stopped it.
    pub fn play(self, plan: &Plan, case: &Case) -> Result<Option<Run>> {
        let puzzle = case.puzzle()?;
        let algorithm = plan.entry()?.build(plan.parameters.clone())?;
        let setup = Setup {
            seed: self.seed,
            budget: Budget { work: Some(self.work), ..Budget::default() },
            stop: Some(interrupt::stop()),
            ..Setup::default()
        };
        let outcome = solve(&puzzle, &*algorithm, &setup, &mut |_, _| {});
        if let Some(refused) = outcome.refused {
            bail!("{} offered a wrong grid, please report it: {refused}", self.algorithm);
        }
        if interrupt::stop().load(Ordering::Relaxed) {
            return Ok(None);
        }
        Ok(Some(Run {
            format: <Run as book::Run>::FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            spec: self,
            conclusion: outcome.conclusion,
            odd: puzzle.perfect() - outcome.score,
            evaluations: outcome.work,
            elapsed_s: outcome.elapsed.as_secs_f64(),
            signature: outcome.signature,
        }))
    }
}
