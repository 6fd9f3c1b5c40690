//! Arguments of the score measurements.

use super::Reading;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// The most seeds of one measurement.
const MOST_SEEDS: usize = 100_000;

/// Arguments of `bench --scores` and `bench --page`.
#[derive(Debug, Args)]
pub struct Scores {
    /// Measure the scores an algorithm reaches on these puzzles, seed by seed
    #[arg(long = "scores", value_name = "PUZZLE", num_args = 1..)]
    #[arg(conflicts_with_all = ["signature", "scan", "page"])]
    pub puzzles: Vec<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "flattened")]
    pub reading: Reading,
    /// The algorithm whose scores are measured
    #[arg(long, value_name = "NAME", default_value = crate::DEFAULT_ALGORITHM, requires = "puzzles")]
    pub with: String,
    /// A parameter of the algorithm; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", requires = "puzzles")]
    pub set: Vec<String>,
    /// The seeds, such as 1-10, 1-5,8 or 10-300/10 for every tenth
    #[arg(long, value_name = "SEEDS", default_value = "1-10", value_parser = seeds)]
    #[arg(requires = "puzzles")]
    pub seeds: Seeds,
    /// Wall time of each run [default: 60s unless --work is given]
    #[arg(long, value_parser = humantime::parse_duration, requires = "puzzles")]
    pub time: Option<Duration>,
    /// Steps of each run
    #[arg(long, value_name = "N", requires = "puzzles", conflicts_with = "time")]
    pub work: Option<u64>,
    /// Earlier times whose scores are told, too, such as 10s,30s
    #[arg(long, value_name = "TIMES", value_delimiter = ',', requires = "puzzles")]
    #[arg(value_parser = humantime::parse_duration, conflicts_with = "work")]
    pub at: Vec<Duration>,
    /// Add each finished run to this file as a JSON line; runs found there are not made again
    #[arg(long, value_name = "FILE", requires = "puzzles")]
    pub out: Option<PathBuf>,
    /// Print a Markdown table of what such files hold
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["signature", "scan"])]
    pub page: Vec<PathBuf>,
}

/// A list of seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds(pub Vec<u64>);

pub(crate) fn seeds(text: &str) -> Result<Seeds, String> {
    let expected = || format!("expected seeds such as 1-10, 1-5,8 or 10-300/10, found {text:?}");
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| expected());
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let (range, step) = part.split_once('/').unwrap_or((part, "1"));
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last, step) = (number(first)?, number(last)?, number(step)?);
        if first > last || step == 0 {
            return Err(expected());
        }
        let room = MOST_SEEDS.saturating_sub(seeds.len());
        if (last - first) / step >= room as u64 {
            return Err(format!("expected at most {MOST_SEEDS} seeds, found {text:?}"));
        }
        let count = (last - first) / step;
        seeds.extend((0..=count).map(|i| first + i * step));
    }
    seeds.sort_unstable();
    seeds.dedup();
    Ok(Seeds(seeds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_ranges_and_lists() {
        assert_eq!(seeds("1-3,9,2"), Ok(Seeds(vec![1, 2, 3, 9])));
        assert_eq!(seeds("10-35/10,4"), Ok(Seeds(vec![4, 10, 20, 30])));
        for wrong in
            ["", "1-3/0", "1/x", "3-1", "x", "1-", "0-18446744073709551615", "1-99999,1-99999"]
        {
            assert!(seeds(wrong).is_err(), "{wrong}");
        }
    }
}
