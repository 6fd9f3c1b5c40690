//! Plans: which runs a study makes, and what the paper found.

use crate::args::{Seeds, seeds};
use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use marquetry::algorithms::{Entry, Parameters};
use marquetry::tokens::{self, Puzzle};
use serde::Deserialize;
use std::num::NonZeroU64;
use std::path::Path;

/// The plans that need no file.
const BUILT_IN: [(&str, &str); 8] = [
    ("study-1", include_str!("../../../../../../plans/tokens-study-1.toml")),
    ("study-2", include_str!("../../../../../../plans/tokens-study-2.toml")),
    ("study-3", include_str!("../../../../../../plans/tokens-study-3.toml")),
    ("study-4", include_str!("../../../../../../plans/tokens-study-4.toml")),
    ("study-5", include_str!("../../../../../../plans/tokens-study-5.toml")),
    ("study-3-duplicates", include_str!("../../../../../../plans/tokens-study-3-duplicates.toml")),
    ("study-4-duplicates", include_str!("../../../../../../plans/tokens-study-4-duplicates.toml")),
    ("cycles", include_str!("../../../../../../plans/tokens-cycles.toml")),
];

/// The plans played when none is named.
pub(super) const STUDIES: [&str; 5] = ["study-1", "study-2", "study-3", "study-4", "study-5"];

/// A list of runs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    pub name: String,
    pub about: String,
    pub source: String,
    pub algorithm: String,
    #[serde(default)]
    pub parameters: Parameters,
    /// The seeds of every case, such as 1-10.
    seeds: String,
    /// The evaluations of a run, unless a case has its own.
    work: Option<NonZeroU64>,
    #[serde(rename = "case")]
    pub cases: Vec<Case>,
    /// The test the paper made.
    pub test: Option<Test>,
}

/// Runs that differ only in their seed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    pub n: usize,
    pub remove: usize,
    work: Option<NonZeroU64>,
    pub paper: Option<Paper>,
}

/// What the paper's table says of a case.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Paper {
    pub evaluations: Option<f64>,
    /// In percent.
    pub success: f64,
    pub seconds: Option<f64>,
}

/// A Wilcoxon signed-rank test of the evaluations, case by case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Test {
    /// The other plan.
    pub against: String,
    /// What the paper says came out.
    pub p: f64,
}

impl Plan {
    /// The plan of a name or a file.
    pub fn load(spec: &str) -> Result<Self> {
        let built_in = BUILT_IN.iter().find(|(name, _)| *name == spec);
        let text = match built_in {
            Some((_, text)) => (*text).to_owned(),
            None if spec == "-" || Path::new(spec).exists() => {
                String::from_utf8(output::read_input(spec)?)
                    .with_context(|| format!("{spec} is not text"))?
            }
            None => {
                let known: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
                bail!("no plan {spec:?}, expected a file or one of {}", known.join(", "));
            }
        };
        let plan: Self = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            anyhow!("{spec}, line {line}: {}", error.message().replace('\n', " "))
        })?;
        plan.check().with_context(|| format!("cannot play {spec}"))?;
        Ok(plan)
    }

    /// Makes sure before the first run that every one can be made.
    fn check(&self) -> Result<()> {
        self.seeds()?;
        // TOML has no null: this is how a float that is no number arrives.
        if let Some((name, _)) = self.parameters.iter().find(|(_, value)| value.is_null()) {
            bail!("{name} is not a number");
        }
        for case in &self.cases {
            let puzzle = case.puzzle()?;
            let (n, m) = (case.n, case.remove);
            puzzle.feasible().with_context(|| format!("n = {n}, remove = {m} is infeasible"))?;
            self.work(case).with_context(|| format!("n = {n}, remove = {m} has no work"))?;
            if let Some(why) = self.entry()?.build(self.parameters.clone())?.objection(&puzzle) {
                bail!("{}: {why}", self.algorithm);
            }
        }
        Ok(())
    }

    pub fn entry(&self) -> Result<&'static Entry<Puzzle>> {
        Ok(tokens::find(&self.algorithm)?)
    }

    pub fn seeds(&self) -> Result<Seeds> {
        seeds(&self.seeds).map_err(|error| anyhow!(error))
    }

    /// The evaluations of a run.
    pub fn work(&self, case: &Case) -> Option<u64> {
        case.work.or(self.work).map(NonZeroU64::get)
    }
}

impl Case {
    pub fn puzzle(&self) -> Result<Puzzle> {
        Ok(Puzzle::new(self.n, self.n, self.remove)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry::tokens::Sa;

    #[test]
    fn the_built_in_plans_can_be_played() {
        for (name, _) in BUILT_IN {
            let plan = Plan::load(name).unwrap();
            assert_eq!(plan.name, name);
            assert!(!plan.cases.is_empty() && plan.seeds().unwrap().0.len() == 10, "{name}");
            if let Some(test) = plan.test {
                assert!(Plan::load(&test.against).is_ok());
            }
        }
    }

    /// A run of study 5 is one grid cooled from hot to cold, as in the paper.
    #[test]
    fn annealing_has_one_schedule() {
        let plan = Plan::load("study-5").unwrap();
        for case in &plan.cases {
            let schedule = Sa::default().schedule(&case.puzzle().unwrap());
            assert_eq!(plan.work(case), Some(schedule), "n = {}, m = {}", case.n, case.remove);
        }
    }
}
