//! Algorithms by name: what is known of one, and how it is made from parameters.

use super::{Algorithm, Problem, plain_types};
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

/// An algorithm of a catalogue and its facts: from this the command line, the plans, the bench and
/// the conformance suite know it.
pub struct Entry<P: Problem> {
    /// The name users type.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// What one step is: the unit of its work.
    pub step: &'static str,
    /// The parameter that is its number of parallel children, if it has any: with as many of them
    /// as there are threads, all threads are used.
    pub children: Option<&'static str>,
    /// Whether it goes on from a given solution.
    pub resumes: bool,
    /// Parameters, as JSON, that the conformance suite and the bench play besides the defaults:
    /// together they reach every branch.
    pub trials: &'static [&'static str],
    /// Parameters it got after runs of it had been kept: see [`Entry::recorded`].
    pub later: &'static [&'static str],
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
    /// The entry of an algorithm that does not go on from a given solution and has no parallel
    /// children. Its name comes first, then what it does, where it was published, what a step is.
    #[must_use]
    pub const fn new<A>(
        name: &'static str,
        about: &'static str,
        source: &'static str,
        step: &'static str,
    ) -> Self
    where
        A: Algorithm<P> + Serialize + DeserializeOwned + JsonSchema + 'static,
    {
        Self {
            name,
            about,
            source,
            step,
            children: None,
            resumes: false,
            trials: &[],
            later: &[],
            bench_work: 0,
            build: |given| {
                let algorithm: A = serde_json::from_value(given)?;
                let parameters = serde_json::to_value(&algorithm)?;
                Ok(Made { algorithm: Box::new(algorithm), parameters })
            },
            schema: || schemars::schema_for!(A),
        }
    }

    /// The same entry, whose parallel children are counted by this parameter.
    #[must_use]
    pub const fn with_children(mut self, parameter: &'static str) -> Self {
        self.children = Some(parameter);
        self
    }

    /// The same entry, of an algorithm that goes on from a given solution.
    #[must_use]
    pub const fn resuming(mut self) -> Self {
        self.resumes = true;
        self
    }

    /// The same entry, played with these parameters and for so many steps by bench and conformance
    /// suite.
    #[must_use]
    pub const fn tried(mut self, bench_work: u64, trials: &'static [&'static str]) -> Self {
        (self.bench_work, self.trials) = (bench_work, trials);
        self
    }

    /// The same entry, of an algorithm that did without these parameters at first.
    #[must_use]
    pub const fn later(mut self, parameters: &'static [&'static str]) -> Self {
        self.later = parameters;
        self
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

    /// The parameters as runs of it are recorded: all of them, but those that came later only where they are not at
    /// their defaults. What was run before they came is so still known to be the same.
    ///
    /// # Errors
    /// If a parameter is unknown or has an impossible value.
    pub fn recorded(&self, given: Parameters) -> Result<Parameters, SpecError> {
        let all = |given| Ok(self.parameters(given)?.as_object().cloned().unwrap_or_default());
        let (mut recorded, usual) = (all(given)?, all(Parameters::new())?);
        recorded.retain(|name, value| {
            !self.later.contains(&name.as_str()) || usual.get(name) != Some(value)
        });
        Ok(recorded)
    }

    /// The parameters as a JSON schema, with descriptions and defaults.
    #[must_use]
    pub fn schema(&self) -> Value {
        (self.schema)().to_value()
    }

    fn make(&self, given: Parameters) -> Result<Made<P>, SpecError> {
        (self.build)(Value::Object(given.clone())).map_err(|error| SpecError::Parameter {
            algorithm: self.name,
            reason: self.blame(given, &plain_types(&error.to_string())),
        })
    }

    /// What is wrong, with the name of the parameter that is wrong by itself: the error of a value
    /// does not tell whose it is.
    fn blame(&self, given: Parameters, error: &str) -> String {
        let wrong = |(name, value): &(String, Value)| {
            let alone = Parameters::from_iter([(name.clone(), value.clone())]);
            (self.build)(Value::Object(alone)).is_err()
        };
        match given.into_iter().find(wrong) {
            Some((name, _)) if !error.contains(&name) => format!("{name}: {error}"),
            _ => error.to_owned(),
        }
    }
}

/// The algorithm of a name in a catalogue.
///
/// # Errors
/// If there is none; the message lists those there are.
pub fn find_in<'a, P: Problem>(
    entries: &'a [Entry<P>],
    name: &str,
) -> Result<&'a Entry<P>, SpecError> {
    entries.iter().find(|entry| entry.name == name).ok_or_else(|| SpecError::Unknown {
        name: name.to_owned(),
        known: entries.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", "),
    })
}
