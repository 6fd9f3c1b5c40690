//! The seeds of a plan.

use serde::Deserialize;
use std::str::FromStr;

/// The most seeds of one list.
const MOST_SEEDS: usize = 100_000;

/// A list of seeds, written as ranges: `1-10`, `1-5,8`, or `10-300/10` for every tenth.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Seeds(pub Vec<u64>);

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            || format!("expected seeds such as 1-10, 1-5,8 or 10-300/10, found {text:?}");
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
            let count = (last - first) / step;
            if count >= room as u64 {
                return Err(format!("expected at most {MOST_SEEDS} seeds, found {text:?}"));
            }
            seeds.extend((0..=count).map(|i| first + i * step));
        }
        seeds.sort_unstable();
        seeds.dedup();
        Ok(Self(seeds))
    }
}

impl TryFrom<String> for Seeds {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_ranges_and_lists() {
        let seeds = str::parse::<Seeds>;
        assert_eq!(seeds("1-3,9,2"), Ok(Seeds(vec![1, 2, 3, 9])));
        assert_eq!(seeds("10-35/10,4"), Ok(Seeds(vec![4, 10, 20, 30])));
        for wrong in
            ["", "1-3/0", "1/x", "3-1", "x", "1-", "0-18446744073709551615", "1-99999,1-99999"]
        {
            assert!(seeds(wrong).is_err(), "{wrong}");
        }
    }
}
