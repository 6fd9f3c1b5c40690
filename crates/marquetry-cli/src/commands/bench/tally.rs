//! Numbers that sum up many runs.

use super::record::{Record, Trial};
use marquetry::search::{Conclusion, Score};
use serde::Serialize;

/// The scores of one trial after one budget.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub(super) puzzle: String,
    pub(super) joins: Score,
    pub(super) algorithm: String,
    pub(super) threads: u16,
    pub(super) budget: String,
    pub(super) n: usize,
    pub(super) min: Score,
    pub(super) q1: f64,
    pub(super) median: f64,
    pub(super) q3: f64,
    pub(super) mean: f64,
    /// The standard deviation of the sample.
    pub(super) sd: f64,
    pub(super) max: Score,
    /// What the runs took in the end; an early row has none.
    pub(super) spent: Option<Spent>,
    pub(super) command: String,
}

/// What some runs took.
#[derive(Debug, Serialize)]
pub(super) struct Spent {
    /// How many ended with a perfect board or at their target.
    pub(super) solved: usize,
    /// The mean number of steps.
    pub(super) steps: f64,
    /// The mean wall time.
    pub(super) seconds: f64,
}

/// The rows of all trials among some runs, in the order of their first runs: the earlier times
/// that were asked for, then the whole budget.
pub(super) fn rows(records: &[Record], at: Option<&[f64]>) -> Vec<Row> {
    let mut trials: Vec<(&Trial, Vec<&Record>)> = Vec::new();
    for record in records {
        match trials.iter_mut().find(|(trial, _)| **trial == record.trial) {
            Some((_, runs)) if runs.iter().any(|run| run.seed == record.seed) => {}
            Some((_, runs)) => runs.push(record),
            None => trials.push((&record.trial, vec![record])),
        }
    }
    let rows = trials.iter().flat_map(|(trial, runs)| {
        let mut times: Vec<f64> = match at {
            Some(at) => at.to_vec(),
            None => runs.iter().flat_map(|run| run.at.iter().copied()).collect(),
        };
        times.retain(|at| trial.time_s.is_some_and(|time| *at < time));
        times.sort_by(f64::total_cmp);
        times.dedup();
        let early = times.into_iter().map(|at| row(trial, runs, Some(at)));
        early.chain([row(trial, runs, None)]).collect::<Vec<_>>()
    });
    rows.collect()
}

/// One row: the scores so many seconds after the start, or at the end.
fn row(trial: &Trial, runs: &[&Record], at: Option<f64>) -> Row {
    let score = |run: &&Record| at.map_or(run.score, |at| run.score_at(at));
    let mut scores: Vec<Score> = runs.iter().map(score).collect();
    scores.sort_unstable();
    let budget = match (at.or(trial.time_s), trial.steps) {
        (Some(seconds), _) => format!("{seconds} s"),
        (None, steps) => format!("{} steps", steps.unwrap_or_default()),
    };
    let mut seeds: Vec<u64> = runs.iter().map(|run| run.seed).collect();
    seeds.sort_unstable();
    let command = runs.first().map_or("", |run| &run.command);
    let values: Vec<f64> = scores.iter().copied().map(f64::from).collect();
    let (average, sd) = (mean(&values), deviation(&values));
    Row {
        puzzle: trial.puzzle.clone(),
        joins: trial.joins,
        algorithm: trial.algorithm.clone(),
        threads: trial.threads,
        budget,
        n: scores.len(),
        min: scores.first().copied().unwrap_or(0),
        q1: quantile(&scores, 0.25),
        median: quantile(&scores, 0.5),
        q3: quantile(&scores, 0.75),
        mean: average,
        sd,
        max: scores.last().copied().unwrap_or(0),
        spent: at.is_none().then(|| spent(runs)),
        command: format!("{command} --seeds {}", ranges(&seeds)),
    }
}

fn spent(runs: &[&Record]) -> Spent {
    let of = |what: fn(&Record) -> f64| mean(&runs.iter().map(|run| what(run)).collect::<Vec<_>>());
    Spent {
        solved: runs.iter().filter(|run| run.conclusion == Conclusion::Solved).count(),
        steps: of(|run| run.work as f64),
        seconds: of(|run| run.elapsed_s),
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The standard deviation of a sample, 0 for fewer than two.
fn deviation(values: &[f64]) -> f64 {
    let centre = mean(values);
    let squares: f64 = values.iter().map(|value| (value - centre).powi(2)).sum();
    (squares / values.len().saturating_sub(1).max(1) as f64).sqrt()
}

/// A quantile of sorted scores, between two of them where it falls between.
fn quantile(sorted: &[Score], share: f64) -> f64 {
    let at = share * sorted.len().saturating_sub(1) as f64;
    let score = |i: usize| sorted.get(i).or(sorted.last()).map_or(0.0, |&score| f64::from(score));
    let (low, high) = (score(at.floor() as usize), score(at.ceil() as usize));
    low + (high - low) * at.fract()
}

/// Sorted seeds as they are typed: ranges, and ranges with a step from three seeds on.
fn ranges(seeds: &[u64]) -> String {
    let mut typed = Vec::new();
    let mut rest = seeds;
    while let [first, more @ ..] = rest {
        let step = more.first().map_or(1, |next| next - first);
        let is_next =
            |(i, &seed): (usize, &u64)| (i as u64 + 1).checked_mul(step) == Some(seed - first);
        let run = more.iter().enumerate().take_while(|&next| is_next(next)).count();
        let run = if step > 1 && run < 2 { 0 } else { run };
        typed.push(match (run, step) {
            (0, _) => first.to_string(),
            (_, 1) => format!("{first}-{}", rest[run]),
            _ => format!("{first}-{}/{step}", rest[run]),
        });
        rest = &rest[run + 1..];
    }
    typed.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_scores() {
        let found = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(&[10, 20, 30, 50], share));
        assert_eq!(found, [10.0, 17.5, 25.0, 35.0, 50.0]);
        assert_eq!((quantile(&[7], 0.25), quantile(&[], 0.5)), (7.0, 0.0));
    }

    #[test]
    fn deviations_are_those_of_a_sample() {
        assert!(
            (deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]) - 2.138_089_935).abs() < 1e-9
        );
        assert_eq!((deviation(&[3.0]), deviation(&[]), mean(&[])), (0.0, 0.0, 0.0));
    }

    #[test]
    fn seeds_are_written_as_they_are_typed() {
        assert_eq!(ranges(&[1, 2, 3, 5, 8, 9]), "1-3,5,8-9");
        assert_eq!(ranges(&[4, 10, 20, 30, 35]), "4,10-30/10,35");
        assert_eq!(ranges(&[0, u64::MAX]), format!("0,{}", u64::MAX));
        assert_eq!(
            ranges(&[0, 1 << 63, (1 << 63) + 5]),
            "0,9223372036854775808,9223372036854775813"
        );
        assert_eq!(ranges(&[]), "");
    }
}
