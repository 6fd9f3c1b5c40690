//! What irace may try: an algorithm's parameters with their types and ranges.

use anyhow::{Result, bail};
use marquetry::search::Parameters;
use serde_json::Value;
use std::fmt::{self, Display, Formatter};

/// The largest integer of R.
const MOST_WHOLE: i64 = i32::MAX as i64;
/// The smallest default irace can vary: it rounds real numbers to four decimals.
const LEAST_REAL: f64 = 0.001;

/// A parameter irace can tune.
#[derive(Clone, Debug, PartialEq)]
pub struct Tunable {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub range: Range,
    /// What it is by default.
    pub default: String,
}

/// What a parameter may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Range {
    /// One of these.
    Choice(Vec<String>),
    /// A whole number between these.
    Whole(i64, i64),
    /// A number between these.
    Real(f64, f64),
}

/// The parameters of an algorithm that irace can tune, and the names of those it cannot: lists, and
/// what has no value by default.
///
/// # Errors
/// If only some are wanted and one of them is none of these.
pub fn space(
    schema: &Value,
    defaults: &Parameters,
    only: &[String],
) -> Result<(Vec<Tunable>, Vec<String>)> {
    let (mut tunable, mut others) = (Vec::new(), Vec::new());
    for (name, default) in defaults {
        match range(schema, &schema["properties"][name], default) {
            Some(range) => {
                let default = default.as_str().map_or_else(|| default.to_string(), str::to_owned);
                tunable.push(Tunable { name: name.clone(), range, default });
            }
            None => others.push(name.clone()),
        }
    }
    if let Some(wrong) = only.iter().find(|name| tunable.iter().all(|known| known.name != **name)) {
        let known: Vec<&str> = tunable.iter().map(|known| known.name.as_str()).collect();
        bail!("{wrong:?} cannot be tuned, expected some of {}", known.join(", "));
    }
    if !only.is_empty() {
        tunable.retain(|known| only.contains(&known.name));
        others.clear();
    }
    if tunable.is_empty() {
        bail!("it has no parameter that can be tuned");
    }
    Ok((tunable, others))
}

fn range(schema: &Value, property: &Value, default: &Value) -> Option<Range> {
    let property = match property["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
        Some(name) => &schema["$defs"][name],
        None => property,
    };
    match default {
        Value::Bool(_) => Some(Range::Choice(vec!["false".to_owned(), "true".to_owned()])),
        Value::String(default) => {
            let all = choices(property);
            // irace's syntax has no way to write these.
            let plain = |text: &String| {
                text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
            };
            (all.contains(default) && all.iter().all(plain)).then_some(Range::Choice(all))
        }
        Value::Number(default) if default.is_f64() => real(default.as_f64()?),
        Value::Number(default) => whole(property, default.as_i64()?),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The words a property may be.
fn choices(property: &Value) -> Vec<String> {
    let list = |key: &str| property[key].as_array().into_iter().flatten();
    let words = list("enum").chain(list("oneOf").chain(list("anyOf")).map(|one| &one["const"]));
    words.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// From a tenth of the default to ten times as much, as far as the type reaches.
fn whole(property: &Value, default: i64) -> Option<Range> {
    let least = property["minimum"].as_i64().unwrap_or(i64::MIN);
    let most = property["maximum"].as_i64().unwrap_or(i64::MAX).min(MOST_WHOLE);
    let (low, high) = match default {
        0 => (-10, 10),
        _ => (default / 10, default.saturating_mul(10)),
    };
    let (low, high) = (low.min(high).max(least), low.max(high).min(most));
    (low < high && (low..=high).contains(&default)).then_some(Range::Whole(low, high))
}

/// The same; a number below 1 is taken for a share.
fn real(default: f64) -> Option<Range> {
    let size = default.abs();
    let (low, high) = match size {
        0.0 => (0.0, 1.0),
        _ if size < LEAST_REAL => return None,
        _ if size < 1.0 => (size / 10.0, 1.0),
        _ => (size / 10.0, size * 10.0),
    };
    // Four decimals, and no digits that come from division.
    let round = |number: f64| (number * 1e4).round() / 1e4;
    let (low, high) = (round(low), round(high));
    Some(if default < 0.0 { Range::Real(-high, -low) } else { Range::Real(low, high) })
}

/// As irace writes it: type and domain.
impl Display for Range {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        // A range of a hundredfold or more is one of magnitudes.
        let log = |low: f64, high: f64| if low > 0.0 && high >= 99.5 * low { ",log" } else { "" };
        match self {
            Self::Choice(words) => write!(to, "c ({})", words.join(", ")),
            Self::Whole(low, high) => {
                write!(to, "i{} ({low}, {high})", log(*low as f64, *high as f64))
            }
            Self::Real(low, high) => write!(to, "r{} ({low}, {high})", log(*low, *high)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry::algorithms::catalogue;
    use serde_json::json;

    #[test]
    fn ranges_lie_about_their_defaults() {
        let bounded = json!({"minimum": 1, "maximum": 255});
        let shown = |range: Option<Range>| range.map(|range| range.to_string());
        assert_eq!(shown(whole(&bounded, 8)).unwrap(), "i (1, 80)");
        assert_eq!(shown(whole(&bounded, 80)).unwrap(), "i (8, 255)");
        assert_eq!(shown(whole(&json!({"minimum": 0}), 0)).unwrap(), "i (0, 10)");
        assert_eq!(shown(whole(&json!({"minimum": 0}), 20_000)).unwrap(), "i,log (2000, 200000)");
        let large = shown(whole(&json!({}), 1 << 30)).unwrap();
        assert_eq!(large, "i (107374182, 2147483647)");
        assert_eq!(whole(&json!({}), 1 << 32), None);
        assert_eq!(shown(real(0.99)).unwrap(), "r (0.099, 1)");
        assert_eq!(shown(real(0.1)).unwrap(), "r,log (0.01, 1)");
        assert_eq!(shown(real(100.0)).unwrap(), "r,log (10, 1000)");
        assert_eq!(shown(real(0.0)).unwrap(), "r (0, 1)");
        assert_eq!(shown(real(-2.0)).unwrap(), "r (-20, -0.2)");
        assert_eq!(real(1e-5), None);
    }

    #[test]
    fn every_algorithm_has_parameters_and_its_defaults_lie_in_range() {
        for entry in catalogue() {
            let defaults = entry.parameters(Parameters::new()).unwrap();
            let defaults = defaults.as_object().unwrap();
            let (all, others) = space(&entry.schema(), defaults, &[]).unwrap();
            assert_eq!(all.len() + others.len(), defaults.len(), "{}", entry.name);
            for one in &all {
                let number = one.default.parse::<f64>();
                let inside = match &one.range {
                    Range::Choice(words) => words.contains(&one.default),
                    Range::Whole(low, high) => {
                        number.is_ok_and(|n| (*low as f64..=*high as f64).contains(&n))
                    }
                    Range::Real(low, high) => number.is_ok_and(|n| (*low..=*high).contains(&n)),
                };
                assert!(inside, "{} {one:?}", entry.name);
            }
        }
    }

    #[test]
    fn only_what_is_wanted() {
        let entry = marquetry::algorithms::find("breaks").unwrap();
        let defaults = entry.parameters(Parameters::new()).unwrap();
        let defaults = defaults.as_object().unwrap();
        let only = ["preset".to_owned(), "frame".to_owned()];
        let (some, _) = space(&entry.schema(), defaults, &only).unwrap();
        let lines: Vec<String> = some.iter().map(|one| one.range.to_string()).collect();
        assert_eq!(lines, ["c (false, true)", "c (fitted, blackwood, verhaard)"]);
        let (_, others) = space(&entry.schema(), defaults, &[]).unwrap();
        assert_eq!(others, ["colours", "order", "quota", "schedule"]);
        let error = space(&entry.schema(), defaults, &["quota".to_owned()]).unwrap_err();
        assert!(error.to_string().starts_with("\"quota\" cannot be tuned, expected some of "));
    }
}
