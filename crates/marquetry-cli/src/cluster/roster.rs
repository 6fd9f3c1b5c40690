//! Who works for a campaign: what workers tell about themselves.

use super::message::Sign;
use crate::observe::short;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// After how long without a sign a worker is said to be silent, and after how long it is forgotten.
const SILENT: Duration = Duration::from_secs(10);
const GONE: Duration = Duration::from_secs(300);
/// How many runs of a worker are named.
const NAMED: usize = 3;

/// The workers heard of.
#[derive(Debug, Default)]
pub(super) struct Roster(BTreeMap<String, (Sign, Instant)>);

impl Roster {
    /// Notes what a worker tells.
    pub(super) fn hear(&mut self, bytes: &[u8]) {
        let Ok(sign) = serde_json::from_slice::<Sign>(bytes) else { return };
        match sign.leaves {
            true => _ = self.0.remove(&sign.worker),
            false => _ = self.0.insert(sign.worker.clone(), (sign, Instant::now())),
        }
    }

    /// A line for each worker: its speed and what it is on.
    pub(super) fn lines(&mut self) -> Vec<String> {
        self.0.retain(|_, (_, heard)| heard.elapsed() < GONE);
        self.0.values().map(|(sign, heard)| line(sign, heard.elapsed())).collect()
    }
}

fn line(sign: &Sign, silent: Duration) -> String {
    let Sign { worker, cores, made, failed, work, seconds, on, .. } = sign;
    let plural = if *cores == 1 { "core" } else { "cores" };
    let failed = if *failed > 0 { format!(", {failed} failed") } else { String::new() };
    let speed = *work as f64 / seconds.max(1e-9);
    let on = match (silent > SILENT, on.is_empty()) {
        (true, _) => format!("silent for {} s", silent.as_secs()),
        (false, true) => "waits for jobs".to_owned(),
        (false, false) => {
            let more = on.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("on {}{more}", on[..on.len().min(NAMED)].join(", "))
        }
    };
    format!("{worker}  {cores} {plural}  {made} runs{failed}  {} steps/s  {on}", short(speed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_come_and_go() {
        let mut roster = Roster::default();
        let sign = Sign {
            worker: "ada".to_owned(),
            cores: 4,
            made: 7,
            work: 2_000_000,
            seconds: 2.0,
            on: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
            ..Sign::default()
        };
        let told = |sign: &Sign| serde_json::to_vec(sign).unwrap();
        roster.hear(&told(&sign));
        roster.hear(b"nonsense");
        let lines = roster.lines();
        assert_eq!(lines.len(), 1);
        assert!(
            lines[0].starts_with("ada  4 cores  7 runs")
                && lines[0].ends_with("a, b, c and 1 more")
        );
        assert!(line(&sign, Duration::from_secs(20)).ends_with("silent for 20 s"));
        roster.hear(&told(&Sign { leaves: true, ..sign }));
        assert!(roster.lines().is_empty());
    }
}
