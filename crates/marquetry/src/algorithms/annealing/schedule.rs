//! How it cools.

use crate::search::Chances;

/// Square roots that lead from the ratio of a cycle to that of a level.
const HALVINGS: u32 = 8;

/// Temperatures of a cycle.
const LEVELS: u64 = 1 << HALVINGS;

/// A temperature and the steps left at it.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    hot: f64,
    /// What a level is colder than the last.
    ratio: f64,
    growth: f64,
    temperature: f64,
    level: u64,
    /// Steps of a level.
    length: f64,
    left: u64,
    pub(super) chances: Chances,
}

impl Schedule {
    /// Cools from `hot` to `cold` in `work` steps, and again and again in ever more.
    pub(super) fn new(hot: f64, cold: f64, work: f64, growth: f64) -> Self {
        let ratio = (0..HALVINGS).fold(cold / hot, |ratio, _| ratio.sqrt());
        let length = (work / LEVELS as f64).max(1.0);
        let (temperature, chances) = (hot, Chances::new(hot));
        Self { hot, ratio, growth, temperature, level: 0, length, left: length as u64, chances }
    }

    /// Goes on by a step; whether a cycle has just ended.
    #[inline]
    pub(super) fn step(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0 && self.next_level()
    }

    #[cold]
    fn next_level(&mut self) -> bool {
        self.level = (self.level + 1) % LEVELS;
        if self.level == 0 {
            self.temperature = self.hot;
            self.length = (self.length * self.growth).min(1e12);
        } else {
            self.temperature *= self.ratio;
        }
        self.left = self.length as u64;
        self.chances = Chances::new(self.temperature);
        self.level == 0
    }
}

/// What is to be said of a run that ends before the first cycle of its walkers is cold: the temperature
/// falls with the steps, so that such a run never gets to choose.
pub(super) fn cut_short(cycle: u64, walkers: u16, work: u64) -> Option<String> {
    let (walkers, share) = (u64::from(walkers), work / u64::from(walkers).max(1));
    (share < cycle).then(|| {
        let percent = 100.0 * share as f64 / cycle as f64;
        let fitting = share.max(LEVELS);
        format!(
            "{work} steps end the first cooling at {percent:.0} % of its {} steps: work={fitting} would fit",
            cycle.saturating_mul(walkers)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_cools_from_hot_to_cold_and_the_next_is_longer() {
        let mut schedule = Schedule::new(2.0, 0.5, 2560.0, 2.0);
        let mut last = schedule.temperature;
        let mut cycle = |schedule: &mut Schedule| {
            let mut steps = 1;
            while !schedule.step() {
                steps += 1;
                last = schedule.temperature;
            }
            (steps, last)
        };
        let (steps, coldest) = cycle(&mut schedule);
        assert_eq!((steps, schedule.temperature), (2560, 2.0));
        assert!((0.5..0.51).contains(&coldest), "{coldest}");
        assert_eq!(cycle(&mut schedule).0, 5120);
    }

    #[test]
    fn a_cooling_that_is_cut_short_is_told_with_what_would_fit() {
        assert_eq!(cut_short(1000, 1, 1000), None);
        assert_eq!(cut_short(1000, 4, 4000), None);
        let said = cut_short(50_000_000, 1, 3_500_000).unwrap();
        assert!(said.contains("at 7 % of its 50000000 steps: work=3500000 would fit"), "{said}");
        assert!(cut_short(1000, 4, 3999).unwrap().contains("work=999 "), "each walker has a cycle");
        assert!(cut_short(u64::MAX, u16::MAX, 0).is_some());
    }
}
