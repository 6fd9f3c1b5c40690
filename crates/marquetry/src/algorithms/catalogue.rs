//! Algorithms by name: what is known of one, and how it is made from parameters.

use super::entries::CATALOGUE;
use crate::edge::Puzzle;
use crate::search::{Algorithm, Problem};
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

/// An algorithm of a catalogue.
pub struct Entry<P: Problem = Puzzle> {
    /// The name users type.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// Parameters, as JSON, that the conformance suite and the bench play besides the defaults:
    /// together they reach every branch.
    pub trials: &'static [&'static str],
    /// Steps of one run of the bench: a tenth of a second or so on its largest puzzle.
    pub bench_work: u64,
    build: fn(Value) -> Result<Made<P>, serde_json::Error>,
    schema: fn() -> schemars::Schema,
}

struct Made<P> {
    algorithm: Box<dyn Algorithm<P>>,
    parameters: Value,
}

impl<P: Problem> Entry<P> {
    pub(crate) const fn new<A>(
        name: &'static str,
        about: &'static str,
        source: &'static str,
        trials: &'static [&'static str],
        bench_work: u64,
    ) -> Self
    where
        A: Algorithm<P> + Serialize + DeserializeOwned + JsonSchema + 'static,
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
    pub fn build(&self, given: Parameters) -> Result<Box<dyn Algorithm<P>>, SpecError> {
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

    fn make(&self, given: Parameters) -> Result<Made<P>, SpecError> {
        (self.build)(Value::Object(given)).map_err(|error| SpecError::Parameter {
            algorithm: self.name,
            reason: error.to_string(),
        })
    }
}

/// Every algorithm there is for edge-matching puzzles.
#[must_use]
pub fn catalogue() -> &'static [Entry] {
    &CATALOGUE
}

/// The algorithm of a name.
///
/// # Errors
/// If there is none; the message lists those there are.
pub fn find(name: &str) -> Result<&'static Entry, SpecError> {
    find_in(&CATALOGUE, name)
}

/// The algorithm of a name in a catalogue.
pub(crate) fn find_in<'a, P: Problem>(
    entries: &'a [Entry<P>],
    name: &str,
) -> Result<&'a Entry<P>, SpecError> {
    entries.iter().find(|entry| entry.name == name).ok_or_else(|| SpecError::Unknown {
        name: name.to_owned(),
        known: entries.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", "),
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
            e.to_string().contains("expected one of annealing, annealing:modern, ants")
        }));
    }
}
