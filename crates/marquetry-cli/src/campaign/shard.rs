//! A share of a campaign, for batch systems: which jobs are in it follows from their names alone.

use super::Campaign;
use std::str::FromStr;

/// Part `number` of `of`, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// Whether a job is in it: its name, a hash, modulo the number of parts.
    #[must_use]
    pub fn has(&self, job: &str) -> bool {
        let hash = u128::from_str_radix(job, 16).unwrap_or_default();
        hash % u128::from(self.of) == u128::from(self.number)
    }

    /// The file of a part's runs, where nobody names one.
    #[must_use]
    pub fn store(&self, plan: &str) -> String {
        format!("{plan}-{}-of-{}.sqlite", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((number, of)) if number < of => Ok(Self { number, of }),
            _ => Err(format!("expected I/N with I from 0 to N-1, such as 3/100, found {text:?}")),
        }
    }
}

impl Campaign {
    /// Leaves only the jobs of a part.
    pub fn only(&mut self, shard: Shard) {
        for cell in &mut self.cells {
            let spec = cell.spec.clone();
            let job = |seed| super::Spec { seed, ..spec.clone() }.job();
            cell.seeds.retain(|&seed| shard.has(&job(seed)));
        }
        self.cells.retain(|cell| !cell.seeds.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_understood_or_refused() {
        assert_eq!("3/100".parse(), Ok(Shard { number: 3, of: 100 }));
        for bad in ["", "1", "1/1", "2/1", "-1/3", "0/0", "a/b", "1/2/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn every_job_is_in_one_part() {
        let jobs: Vec<String> = (0..100_u64)
            .map(|i| blake3::hash(&i.to_le_bytes()).to_hex()[..32].to_owned())
            .collect();
        for of in [1, 2, 7] {
            let parts =
                |job: &String| (0..of).filter(|&number| Shard { number, of }.has(job)).count();
            assert!(jobs.iter().all(|job| parts(job) == 1));
        }
    }
}
