//! Seeds as they are typed.

/// The most seeds of one list.
const MOST_SEEDS: usize = 100_000;

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
