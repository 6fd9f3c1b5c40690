//! Every algorithm by name: one line here gives it a command line, a bench row, a web form and
//! the conformance suite.

use super::{BeamSearch, Breaks, Dfs, Greedy, Local, Portfolio, Repair, Sat};
use crate::edge::Puzzle;
use crate::search::Algorithm;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

/// Named parameter values, as given on the command line or in a plan.
pub type Parameters = Map<String, Value>;

/// Why an algorithm cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SpecError {
    #[error("unknown algorithm {name:?}, expected one of {known}")]
    Unknown { name: String, known: String },
    #[error("bad parameter for {algorithm}: {reason}")]
    Parameter { algorithm: &'static str, reason: String },
}

/// An algorithm of the catalogue.
#[derive(Debug)]
pub struct Entry {
    /// The name users type.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// Parameters, as JSON, that the conformance suite and the bench play besides the defaults:
    /// together they reach every branch.
    pub trials: &'static [&'static str],
    /// Steps of one run of the bench: a tenth of a second or so on a 16x16 board.
    pub bench_work: u64,
    build: fn(Value) -> Result<Made, serde_json::Error>,
    schema: fn() -> schemars::Schema,
}

struct Made {
    algorithm: Box<dyn Algorithm<Puzzle>>,
    parameters: Value,
}

impl Entry {
    const fn new<A>(
        name: &'static str,
        about: &'static str,
        source: &'static str,
        trials: &'static [&'static str],
        bench_work: u64,
    ) -> Self
    where
        A: Algorithm<Puzzle> + Serialize + DeserializeOwned + JsonSchema + 'static,
    {
        Self {
            name,
            about,
            source,
            trials,
            bench_work,
            build: |given| {
                let algorithm: A = serde_json::from_value(given)?;
                let parameters = serde_json::to_value(&algorithm)?;
                Ok(Made { algorithm: Box::new(algorithm), parameters })
            },
            schema: || schemars::schema_for!(A),
        }
    }

    /// The algorithm with these parameters, the others at their defaults.
    ///
    /// # Errors
    /// If a parameter is unknown or has an impossible value.
    pub fn build(&self, given: Parameters) -> Result<Box<dyn Algorithm<Puzzle>>, SpecError> {
        Ok(self.make(given)?.algorithm)
    }

    /// The parameter sets every check plays: none given, and each trial.
    pub fn settings(&self) -> impl Iterator<Item = Parameters> {
        let trial = |text: &&str| serde_json::from_str(text).unwrap_or_default();
        std::iter::once(Parameters::new()).chain(self.trials.iter().map(trial))
    }

    /// All parameters with their values once these are given.
    ///
    /// # Errors
    /// If a parameter is unknown or has an impossible value.
    pub fn parameters(&self, given: Parameters) -> Result<Value, SpecError> {
        Ok(self.make(given)?.parameters)
    }

    /// The parameters as a JSON schema, with descriptions and defaults.
    #[must_use]
    pub fn schema(&self) -> Value {
        (self.schema)().to_value()
    }

    fn make(&self, given: Parameters) -> Result<Made, SpecError> {
        (self.build)(Value::Object(given)).map_err(|error| SpecError::Parameter {
            algorithm: self.name,
            reason: error.to_string(),
        })
    }
}

static CATALOGUE: [Entry; 8] = [
    Entry::new::<BeamSearch>(
        "beam",
        "many boards grown side by side, those kept whose breaks are few and whose pieces left match",
        "ours, after the public Eternity II beams; the column finish after Blackwood 2020",
        &[
            r#"{"width": 50, "family": 0.1, "walkers": 3, "start": "bottom-right"}"#,
            r#"{"width": 7, "order": "spiral", "noise": 0, "memory": 1}"#,
        ],
        2_000_000,
    ),
    Entry::new::<Breaks>(
        "breaks",
        "depth first with breaks allowed ever more the deeper, and some colours used up early",
        "after Verhaard 2009, \"Details of Eternity II solver eii\", and Blackwood 2020",
        &[
            r#"{"preset": "blackwood", "start": "bottom-left", "walkers": 2}"#,
            r#"{"preset": "verhaard", "per_piece": 2, "frame": true, "finish": 0}"#,
            r#"{"order": "spiral", "schedule": [0, 9], "colours": [1], "quota": [[4, 2]], "restart": 700}"#,
        ],
        5_000_000,
    ),
    Entry::new::<Dfs>(
        "dfs",
        "try every way to fill the board: the first perfect one, or a proof that there is none",
        "Söderlind 2010, sections 4.1 and 5.2",
        &[
            r#"{"order": "row", "symmetry": false, "hands": 3}"#,
            r#"{"order": "spiral", "lookahead": "on"}"#,
        ],
        5_000_000,
    ),
    Entry::new::<Greedy>(
        "greedy",
        "lay the first best piece cell by cell, from ever new shuffles",
        "Söderlind 2010, sections 4.1 and 5.3",
        &[r#"{"placement": "walk", "builders": 3}"#],
        500,
    ),
    Entry::new::<Local>(
        "local",
        "greedy start, then a few random swaps and turns at a time, kept if better",
        "Söderlind 2010, sections 4.1 and 5.4",
        &[r#"{"accept": "equal", "patience": 500, "walkers": 3}"#],
        500_000,
    ),
    Entry::new::<Portfolio>(
        "portfolio",
        "the record solver: beams, repair and deep search by what pays; small puzzles exactly",
        "ours",
        &[r#"{"width": 40, "patience": 3000, "depth_work": 5000, "elites": 2, "walkers": 3}"#],
        4_000_000,
    ),
    Entry::new::<Repair>(
        "repair",
        "refill small regions around breaks exactly, better or at least differently",
        "after Schaus and Deville 2008, \"Hybridization of CP and VLNS for Eternity II\"",
        &[r#"{"nodes": 100, "losses": 0, "rows": true, "walkers": 3}"#],
        1_000_000,
    ),
    Entry::new::<Sat>(
        "sat",
        "the puzzle as a formula for a SAT solver: a perfect board or a proof that there is none",
        "after Heule 2008, \"Solving edge-matching problems with satisfiability solvers\"",
        &[r#"{"symmetry": false}"#],
        300,
    ),
];

/// Every algorithm there is.
#[must_use]
pub fn catalogue() -> &'static [Entry] {
    &CATALOGUE
}

/// The algorithm of a name.
///
/// # Errors
/// If there is none; the message lists those there are.
pub fn find(name: &str) -> Result<&'static Entry, SpecError> {
    CATALOGUE.iter().find(|entry| entry.name == name).ok_or_else(|| SpecError::Unknown {
        name: name.to_owned(),
        known: CATALOGUE.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_trials_are_sound() {
        for (i, entry) in catalogue().iter().enumerate() {
            assert!(catalogue()[..i].iter().all(|other| other.name != entry.name));
            assert_eq!(find(entry.name).unwrap().name, entry.name);
            assert!(!entry.trials.is_empty(), "{}", entry.name);
            for given in entry.settings().skip(1) {
                assert!(!given.is_empty(), "{}", entry.name);
                assert!(entry.build(given).is_ok(), "{}", entry.name);
            }
        }
        assert!(find("magic").is_err_and(|e| {
            e.to_string().contains("beam, breaks, dfs, greedy, local, portfolio, repair, sat")
        }));
    }
}
