//! Which operator comes next: adaptive large neighbourhood search (Ropke and Pisinger 2006, section
//! 3.4), with gains counted per node of work instead of per call.

use crate::search::Rng;

/// What a filling with the same breaks is worth beside one with a break fewer.
const SIDEWAYS: f64 = 0.003;
/// The share of all choices that is spread evenly, so that no operator dies.
const FLOOR: f64 = 0.2;
/// What a call is thought to cost before the first one.
const PRICE: u64 = 300;
/// Work after which what was learnt counts half.
const MEMORY: f64 = 2e6;

/// What an operator has cost so far.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    calls: u64,
    work: u64,
}

/// The operators and what they have earned.
#[derive(Clone, Debug)]
pub(super) struct Operators {
    tallies: Vec<Account>,
    /// Earnings and work of late, by operator.
    recent: Vec<(f64, f64)>,
}

impl Operators {
    pub(super) fn new(operators: usize) -> Self {
        // Everyone starts with the same small credit.
        let recent = vec![(1.0, 1e5); operators];
        Self { tallies: vec![Account::default(); operators], recent }
    }

    /// An operator. Its share of the work grows with what it has earned per node.
    pub(super) fn pick(&self, rng: &mut Rng) -> usize {
        let rates = self.recent.iter().zip(&self.tallies).map(|((earned, work), tally)| {
            // Dear calls come less often.
            let price = (tally.work + PRICE) as f64 / (tally.calls + 1) as f64;
            earned / work / price
        });
        let sum: f64 = rates.clone().sum();
        let even = FLOOR * sum / self.recent.len() as f64;
        let mut at = rng.unit() * (1.0 + FLOOR) * sum;
        for (i, rate) in rates.enumerate() {
            at -= rate + even;
            if at < 0.0 {
                return i;
            }
        }
        self.recent.len() - 1
    }

    /// Credits an operator with what its last call brought.
    pub(super) fn credit(&mut self, operator: usize, work: u64, gained: u64, sideways: bool) {
        let tally = &mut self.tallies[operator];
        tally.calls += 1;
        tally.work += work;
        let (earned, spent) = &mut self.recent[operator];
        *earned += gained as f64 + if sideways { SIDEWAYS } else { 0.0 };
        *spent += work as f64;
        if *spent > MEMORY {
            *earned /= 2.0;
            *spent /= 2.0;
        }
    }
}
