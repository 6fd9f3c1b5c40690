//! The limits of a plan's runs.

use marquetry::search::Score;
use serde::Deserialize;
use std::time::Duration;

/// Limits; what is absent is left to the next outer one.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a budget such as { evaluations = 1000 }")]
pub(super) struct BudgetEntry {
    #[serde(rename = "evaluations")]
    pub(super) work: Option<u64>,
    #[serde(default, deserialize_with = "duration")]
    pub(super) time: Option<Duration>,
    pub(super) target: Option<Score>,
    /// The work a reference machine does in this time.
    #[serde(default, deserialize_with = "duration")]
    pub(super) calibrate: Option<Duration>,
}

impl BudgetEntry {
    /// These limits, and the outer ones where there are none.
    pub(super) fn or(self, outer: Self) -> Self {
        // Both say how much work: the inner one counts.
        let said = self.work.is_some() || self.calibrate.is_some();
        Self {
            work: self.work.or(outer.work.filter(|_| !said)),
            calibrate: self.calibrate.or(outer.calibrate.filter(|_| !said)),
            time: self.time.or(outer.time),
            target: self.target.or(outer.target),
        }
    }
}

/// Times such as `60s`.
pub(super) fn durations<'de, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<Vec<Duration>, D::Error> {
    let parse = |text: String| {
        let bad = |error| serde::de::Error::custom(format!("expected a time such as 60s: {error}"));
        humantime::parse_duration(&text).map_err(bad)
    };
    Vec::<String>::deserialize(from)?.into_iter().map(parse).collect()
}

/// A time such as `60s`.
fn duration<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    let parsed = text.map(|text| humantime::parse_duration(&text)).transpose();
    parsed
        .map_err(|error| serde::de::Error::custom(format!("expected a time such as 60s: {error}")))
}
