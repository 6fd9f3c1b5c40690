//! From which depth how many breaks are allowed.
//!
//! Verhaard predicted the speed of his search by a Markov chain over (depth, slips): how many
//! boards there are with so many pieces laid and so many slips. Here the chain places the slips:
//! as soon as fewer boards are expected than a given part of the most there were, one more break
//! is allowed, so that from there on their number stays level to the last cell.

use super::Breaks;
use super::quota::Quota;
use super::route::{Route, Step};

/// Blackwood's depths of 256.
pub(super) const BLACKWOOD: [u16; 10] = [201, 206, 211, 216, 221, 225, 229, 233, 237, 239];

/// More breaks than this are never planned.
const MOST: usize = 255;

/// What a piece at one step multiplies the number of boards by, for each number of breaks.
type Rates = [f64; 5];

/// Expected growth, step by step.
pub(super) struct Model {
    growth: Vec<Rates>,
    depths: Vec<u16>,
}

impl Model {
    /// Colours are taken as independent; the quota is taken as just kept.
    pub(super) fn new(plan: &Route<'_>, quota: &Quota, parameters: &Breaks) -> Self {
        let mut stock = Stock::new(plan, quota);
        let mut growth = vec![[0.0; 5]; plan.steps.len()];
        for (i, step) in plan.steps.iter().enumerate().rev() {
            let kind = plan.puzzle.layout().kind(usize::from(step.cell)) as usize;
            stock.left[kind] += 1.0;
            growth[i] = stock.growth(plan, step, kind, quota.needs[i], parameters.per_piece);
        }
        Self { growth, depths: plan.steps.iter().map(|step| step.depth).collect() }
    }

    /// The depths at which breaks are allowed so that the number of boards never falls far below
    /// `level` of its maximum.
    pub(super) fn schedule(&self, level: f64) -> Vec<u16> {
        let mut schedule = Vec::new();
        // Boards by breaks; all numbers are relative to a scale that changes.
        let mut boards = vec![1.0];
        let mut most: f64 = 1.0;
        for (growth, &depth) in self.growth.iter().zip(&self.depths) {
            let mut after = grown(&boards, growth, schedule.len());
            if after.iter().sum::<f64>() < level * most && schedule.len() < MOST {
                schedule.push(depth);
                after = grown(&boards, growth, schedule.len());
            }
            let sum: f64 = after.iter().sum();
            most = most.max(sum);
            if sum > 1e100 {
                after.iter_mut().for_each(|n| *n *= 1e-100);
                most *= 1e-100;
            }
            boards = after;
        }
        schedule
    }

    /// The schedule with at most so many breaks, and no more than `level` asks for.
    pub(super) fn within(&self, mut level: f64, breaks: usize) -> Vec<u16> {
        let mut schedule = self.schedule(level);
        while schedule.len() > breaks && level > 1e-90 {
            level *= 0.5;
            schedule = self.schedule(level);
        }
        schedule.truncate(breaks);
        schedule
    }
}

/// One step of the chain, with at most so many breaks.
fn grown(boards: &[f64], growth: &Rates, most: usize) -> Vec<f64> {
    let mut after = vec![0.0; most + 1];
    for (before, boards) in boards.iter().enumerate() {
        for (breaks, factor) in growth.iter().enumerate() {
            if let Some(after) = after.get_mut(before + breaks) {
                *after += boards * factor;
            }
        }
    }
    after
}

/// What is left to lay, from the end of the search backwards.
struct Stock {
    /// Pieces by kind.
    left: [f64; 6],
    /// Sides by colour number on all pieces.
    sides: [f64; 256],
    counts: [bool; 256],
    total: f64,
    all: f64,
}

impl Stock {
    fn new(plan: &Route<'_>, quota: &Quota) -> Self {
        let mut sides = [0.0; 256];
        for piece in plan.puzzle.pieces() {
            plan.numbers.sides(piece.0).iter().for_each(|&c| sides[usize::from(c)] += 1.0);
        }
        sides[0] = 0.0;
        let all = sides.iter().sum();
        Self { left: [0.0; 6], sides, counts: quota.counts, total: f64::from(quota.total), all }
    }

    /// How likely two sides of a pool fit when so many quota sides lie.
    fn fit(&self, plan: &Route<'_>, pool: usize, laid: u16, part: f64) -> f64 {
        let quota_left = if self.total > 0.0 { 1.0 - f64::from(laid) / self.total } else { 1.0 };
        // What is not of the quota goes evenly.
        let other = self.all - self.total;
        let other_left = (part * self.all - quota_left * self.total).max(1.0) / other.max(1.0);
        let left = |number: u8| {
            let share = if self.counts[usize::from(number)] { quota_left } else { other_left };
            self.sides[usize::from(number)] * share
        };
        let (mut sum, mut pairs) = (0.0, 0.0);
        for colour in 1..=255 {
            let number = plan.numbers.of(pool, colour);
            let mate = plan.mate[usize::from(number)];
            sum += left(number);
            pairs += left(number) * left(mate);
        }
        if sum > 0.0 { pairs / (sum * sum) } else { 0.0 }
    }

    fn growth(&self, plan: &Route<'_>, step: &Step, kind: usize, laid: u16, most: u8) -> Rates {
        let part = self.left.iter().sum::<f64>() / plan.puzzle.size() as f64;
        let rim = plan.kinds[usize::from(step.table)].rim;
        let turns = if rim == 0 { 4.0 } else { 1.0 };
        let mut growth = [self.left[kind] * turns, 0.0, 0.0, 0.0, 0.0];
        let key = plan.kinds[usize::from(step.table)].key.iter().enumerate();
        let key = key.map(|(i, &side)| (side, step.breakable >> i & 1 == 1));
        for (side, breakable) in key.chain(step.extras.iter().map(|e| (e.side, e.breakable))) {
            let along = rim >> ((side + 1) % 4) & 1 == 1 || rim >> ((side + 3) % 4) & 1 == 1;
            let pool = usize::from(plan.numbers.apart && along);
            let fit = self.fit(plan, pool, laid, part);
            let miss = if breakable { 1.0 - fit } else { 0.0 };
            for breaks in (0..=usize::from(most.min(4))).rev() {
                let fewer = if breaks > 0 { growth[breaks - 1] } else { 0.0 };
                growth[breaks] = growth[breaks] * fit + fewer * miss;
            }
        }
        growth
    }
}
