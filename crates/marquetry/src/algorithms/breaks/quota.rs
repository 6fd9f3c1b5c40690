//! Colours whose sides must be laid early, so that the last rows are played with few colours.

use super::route::Route;
use super::{Breaks, Preset};
use crate::edge::GREY;
use crate::search::Rng;

/// Blackwood's curve: by which depth of 256 how many of 122 sides must lie.
const CURVE: [(u16, u16); 11] = [
    (16, 0),
    (17, 2),
    (20, 11),
    (26, 28),
    (36, 42),
    (56, 70),
    (76, 89),
    (102, 105),
    (120, 110),
    (140, 114),
    (160, 119),
];
const CURVE_ROW: u16 = 16;
const CURVE_CELLS: u64 = 240;
const CURVE_SIDES: u64 = 122;

/// One part in so many of all sides belongs to the quota, at random: 122 of 960 in Blackwood's
/// search, fewer where clues leave less freedom.
const SHARES: std::ops::Range<usize> = 8..17;

/// Choices of colours that compete at each start.
const CHOICES: usize = 6;

/// A choice of colours, and how many of their sides must lie by which depth.
#[derive(Clone, Debug)]
pub(super) struct Quota {
    /// By colour number.
    pub(super) counts: [bool; 256],
    /// Sides of these colours on all pieces, and on fixed ones.
    pub(super) total: u16,
    pub(super) fixed: u16,
    /// By step: how many must lie once it is laid.
    pub(super) needs: Vec<u16>,
}

impl Quota {
    /// Chooses colours and fits the curve. `ease` in 256ths makes it milder.
    pub(super) fn new(plan: &Route<'_>, parameters: &Breaks, ease: u16, rng: &mut Rng) -> Self {
        let counts = match &parameters.colours {
            Some(colours) => {
                let mut counts = [false; 256];
                for pool in 0..2 {
                    colours
                        .iter()
                        .for_each(|&c| counts[usize::from(plan.numbers.of(pool, c))] = true);
                }
                counts[0] = false;
                counts
            }
            None => choose(plan, rng),
        };
        let sides = |sides: [u8; 4]| sides.iter().filter(|&&c| counts[usize::from(c)]).count();
        let all = plan.puzzle.pieces().iter().map(|piece| sides(plan.numbers.sides(piece.0)));
        let total = all.sum::<usize>().min(usize::from(u16::MAX)) as u16;
        let fixed = plan.resting().map(sides).sum::<usize>() as u16;
        let need = |depth: u16| match (&parameters.quota, parameters.preset) {
            (Some(points), _) => at(points.iter().copied(), depth),
            (None, Preset::Verhaard) => 0,
            (None, _) => {
                // The first row, along the rim, is free.
                let row = plan.puzzle.width() as u64;
                let cells = plan.puzzle.size() as u64 - row;
                let scaled = CURVE.iter().map(|&(depth, sides)| {
                    let depth = row + u64::from(depth - CURVE_ROW) * cells / CURVE_CELLS;
                    let sides = u64::from(sides) * u64::from(total) * u64::from(ease);
                    (depth as u16, (sides / (CURVE_SIDES * 256)) as u16)
                });
                at(scaled, depth)
            }
        };
        let needs = plan.steps.iter().map(|step| need(step.depth)).collect();
        Self { counts, total, fixed, needs }
    }

    /// The first step that needs all the quota asks for.
    pub(super) fn end(&self) -> usize {
        self.needs.partition_point(|need| Some(need) < self.needs.last())
    }

    /// No quota at all.
    pub(super) fn none(plan: &Route<'_>) -> Self {
        Self { counts: [false; 256], total: 0, fixed: 0, needs: vec![0; plan.steps.len()] }
    }
}

/// The curve at a depth: straight between two points, level after the last.
fn at(points: impl Iterator<Item = (u16, u16)>, depth: u16) -> u16 {
    let mut last = (0, 0);
    for (to, sides) in points {
        if depth < to {
            let (from, before) = last;
            let part =
                u64::from(depth.saturating_sub(from)) * u64::from(sides.saturating_sub(before));
            return before + (part / u64::from((to - from).max(1))) as u16;
        }
        last = (to, sides);
    }
    last.1
}

/// One colour along the rim, if the frame has its own, and inner ones until they are enough; of a
/// few random choices the one that sits on the fewest pieces, since those are laid soonest.
fn choose(plan: &Route<'_>, rng: &mut Rng) -> [bool; 256] {
    let pieces: Vec<[u8; 4]> =
        plan.puzzle.pieces().iter().map(|piece| plan.numbers.sides(piece.0)).collect();
    let mut sides = [0_usize; 256];
    pieces.iter().flatten().for_each(|&number| sides[usize::from(number)] += 1);
    sides[0] = 0;
    let all: usize = sides.iter().sum();
    let pool = |pool: usize| {
        let numbers = (1..=255).map(|colour| plan.numbers.of(pool, colour));
        numbers.filter(|&number| number != GREY).collect::<Vec<u8>>()
    };
    let (inner, rim) = (pool(0), if plan.numbers.apart { pool(1) } else { Vec::new() });
    let share = SHARES.start + rng.below(SHARES.len());
    let mut best: Option<(usize, usize, [bool; 256])> = None;
    for _ in 0..CHOICES {
        let mut choice = [false; 256];
        let mut taken = 0;
        let mut take = |number: u8, choice: &mut [bool; 256]| {
            // Signed sides are used up in pairs.
            for number in [number, plan.mate[usize::from(number)]] {
                if !std::mem::replace(&mut choice[usize::from(number)], true) {
                    taken += sides[usize::from(number)];
                }
            }
            taken
        };
        // With two colours along the rim there is nothing to spare.
        if let Some(&number) = rng.pick(&rim).filter(|_| rim.len() > 2) {
            take(number, &mut choice);
        }
        let mut order = inner.clone();
        rng.shuffle(&mut order);
        for &number in order.iter().take(inner.len() / 2) {
            if take(number, &mut choice) * share >= all {
                break;
            }
        }
        let holds = |piece: &&[u8; 4]| piece.iter().any(|&c| choice[usize::from(c)]);
        let pieces = pieces.iter().filter(holds).count();
        // Fewest pieces for the sides they hold, as a fraction.
        if best.is_none_or(|(p, s, _)| pieces * s < p * taken) {
            best = Some((pieces, taken, choice));
        }
    }
    best.map_or([false; 256], |(_, _, choice)| choice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_straight_between_points() {
        let points = [(4, 0), (8, 8), (10, 9)];
        let curve: Vec<u16> = (0..13).map(|depth| at(points.into_iter(), depth)).collect();
        assert_eq!(curve, [0, 0, 0, 0, 0, 2, 4, 6, 8, 8, 9, 9, 9]);
    }
}
