//! One call of irace: one run.

use super::super::{Cell, Record, play};
use anyhow::{Context, Result, bail};
use marquetry::search::{Parameters, Score};
use serde_json::Value;
use std::sync::Arc;

/// What irace is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// What a run lacks of a perfect score.
    Cost(Score),
    /// That no cost is greater: the algorithm cannot search with these parameters, and says why.
    Refusal(String),
}

/// Plays what irace asks for: `--KEY VALUE` pairs on a puzzle with a seed.
///
/// # Errors
/// If the puzzle, the algorithm or a parameter is unknown, or the run fails.
pub fn call(
    algorithm: &str,
    work: u64,
    seed: u64,
    puzzle: &str,
    words: &[String],
) -> Result<Answer> {
    let subject = super::subject(puzzle)?;
    let (_, defaults) = super::schema(&subject, algorithm)?;
    let given = parameters(words, &defaults)?;
    let cell = match Cell::lone(Arc::new(subject), algorithm, &given, Some(work), None) {
        Ok(cell) => cell,
        Err(objection) => return Ok(Answer::Refusal(format!("{objection:#}"))),
    };
    let Record { error, perfect, score, .. } = play(&cell, seed)?.context("stopped")?;
    match error {
        Some(error) => bail!("the run failed: {error}"),
        None => Ok(Answer::Cost(perfect.saturating_sub(score))),
    }
}

/// The parameters of a command line; `NA` is irace's word for one that is not set.
fn parameters(words: &[String], defaults: &Parameters) -> Result<Parameters> {
    let mut given = Parameters::new();
    for pair in words.chunks(2) {
        let [key, value] = pair else { bail!("expected a value after {:?}", pair.concat()) };
        let name = key.strip_prefix("--").unwrap_or_default();
        let Some(default) = defaults.get(name) else {
            let known: Vec<&str> = defaults.keys().map(String::as_str).collect();
            bail!("unknown parameter {key:?}, expected -- and one of {}", known.join(", "));
        };
        if value != "NA" && given.insert(name.to_owned(), read(value, default)).is_some() {
            bail!("{key} is there twice");
        }
    }
    Ok(given)
}

/// A value as irace writes it, which may be 2e+07 for a whole number.
fn read(value: &str, default: &Value) -> Value {
    let read = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    match read.as_f64() {
        Some(number) if read.is_f64() && default.is_u64() && is_whole(number) => {
            Value::from(number as u64)
        }
        _ => read,
    }
}

/// Whether a number is a whole one that is written exactly.
fn is_whole(number: f64) -> bool {
    number.fract() == 0.0 && (0.0..=(1_u64 << f64::MANTISSA_DIGITS) as f64).contains(&number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn values_are_read_as_irace_writes_them() {
        let defaults = json!({"patience": 5, "cold": 0.5, "accept": "better", "frame": true});
        let defaults = defaults.as_object().unwrap();
        let read = |line: &str| parameters(&words(line), defaults).map(Value::Object);
        let all = read("--patience 2e+07 --cold 1 --accept equal --frame false").unwrap();
        let expected =
            json!({"patience": 20_000_000, "cold": 1, "accept": "equal", "frame": false});
        assert_eq!(all, expected);
        assert_eq!(read("--patience NA --cold 0.25").unwrap(), json!({"cold": 0.25}));
        assert_eq!(read("").unwrap(), json!({}));
        for wrong in ["--patience", "--magic 1", "patience 1", "--cold 1 --cold 1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn calls_cost_what_is_lacking() {
        let play = |line: &str| call("local", 300, 7, "twin-4x4", &words(line));
        let cost = play("--patience 50").unwrap();
        assert!(matches!(cost, Answer::Cost(0..=24)), "{cost:?}");
        assert_eq!(play("--patience 50").unwrap(), cost);
        assert!(matches!(play("--walkers 0").unwrap(), Answer::Refusal(_)));
        assert!(play("--magic 1").is_err());
        assert!(call("magic", 300, 7, "twin-4x4", &[]).is_err());
        let tokens = call("sa", 300, 7, "tokens-6x6-6", &[]).unwrap();
        assert!(matches!(tokens, Answer::Cost(_)), "{tokens:?}");
    }
}
