//! A state of a beam giving children.

use super::BeamSearch;
use super::course::{Course, Stop};
use super::deck::{Candidate, Deck};
use super::layer::LayerState;
use super::seen::mix;
use std::cmp::Ordering;

/// Candidates looked at in one go.
const GATHER: usize = 64;

/// A state that may be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offspring {
    pub(super) cost: f32,
    pub(super) breaks: u16,
    pub(super) parent: u32,
    pub(super) candidate: Candidate,
}

/// Children by cost; the rest only makes the order complete.
pub(super) fn cheaper(a: &Offspring, b: &Offspring) -> Ordering {
    let placed = |child: &Offspring| child.candidate.placed;
    a.cost.total_cmp(&b.cost).then(a.parent.cmp(&b.parent)).then(placed(a).cmp(&placed(b)))
}

/// One state about to be expanded.
pub(super) struct Bud<'a> {
    pub(super) parameters: &'a BeamSearch,
    pub(super) salt: u64,
    pub(super) stop: &'a Stop,
    pub(super) table: &'a Deck,
    pub(super) scarcity: bool,
    pub(super) parent: LayerState<'a>,
    pub(super) index: u32,
    pub(super) bar: f32,
    pub(super) children: &'a mut Vec<Offspring>,
    pub(super) looked_at: u64,
}

impl Bud<'_> {
    /// Adds every child below the bar: pieces that match, and pieces that break one join. A state
    /// that has none takes any piece, so that a beam always gets to the end.
    pub(super) fn open(&mut self) {
        let before = self.children.len();
        let table = self.table;
        match self.stop.keys.map(|key| self.parent.want(key)) {
            [Some(first), Some(second)] => {
                self.sift(table.both(first, second), 0, None);
                let (needed, scarce) = (self.needed(1), self.scarce());
                if self.may_reach(first, scarce, needed) {
                    self.sift(table.first(first), 1, Some(1));
                }
                if self.may_reach(second, scarce, needed) {
                    self.sift(table.second(second), 1, Some(0));
                }
            }
            [Some(first), None] => {
                self.sift(table.first(first), 0, None);
                self.sift(table.all(), 1, Some(0));
            }
            _ => self.sift(table.all(), 0, None),
        }
        if self.children.len() == before && self.bar == f32::INFINITY {
            self.take_any();
        }
    }

    /// Adds the free pieces among these that could stay below the bar with so many breaks, but for
    /// those that match on key side `except`.
    fn sift(&mut self, candidates: &[Candidate], breaks: u16, except: Option<usize>) {
        self.looked_at += candidates.len() as u64;
        // A little lower than needed, so that rounding never decides.
        let floor = (self.needed(breaks).min(20.0).exp() * 0.999) as i32 - 1;
        let wanted = |key: usize| self.parent.want(self.stop.keys[key]).unwrap_or(0);
        let (side, colour) =
            except.map_or((0, u8::MAX), |key| (self.stop.key_sides[key], wanted(key)));
        let rim = self.on_rim();
        for part in candidates.chunks(GATHER) {
            // Most are used or too dear: gathering the others first spares the guesses of a branch.
            let (mut good, mut count) = ([part[0]; GATHER], 0);
            for candidate in part {
                let left = self.parent.meta.collisions[0] - 2 * self.parent.matching(candidate);
                let cheap = rim | (left + i32::from(candidate.pairs[0]) >= floor);
                let fresh = !self.parent.is_used(candidate) & (candidate.sides[side] != colour);
                good[count] = *candidate;
                count += usize::from(cheap & fresh);
            }
            for candidate in &good[..count] {
                let rest = broken_among(&self.stop.rest, self.parent, candidate);
                if breaks + rest <= 1 {
                    self.add(candidate, breaks + rest);
                }
            }
        }
    }

    /// Adds every piece left, whatever breaks.
    fn take_any(&mut self) {
        self.looked_at += self.table.all().len() as u64;
        for candidate in self.table.all() {
            if !self.parent.is_used(candidate) {
                self.add(candidate, broken(self.stop, self.parent, candidate));
            }
        }
    }

    fn on_rim(&self) -> bool {
        self.table.rim_sides.contains(&true)
    }

    /// The logarithm of the fewest inner collisions with which an inner piece can stay below the bar.
    fn needed(&self, breaks: u16) -> f32 {
        let [inner, rim] = self.stop.joins_left;
        let breaks = self.parameters.break_cost * f32::from(self.parent.meta.breaks + breaks);
        (breaks - rim * ln(self.parent.meta.collisions[1]) - self.bar) / inner.max(1e-6)
    }

    /// The smallest supply that a side of a piece left can have.
    fn scarce(&self) -> i32 {
        if !self.scarcity {
            return 0;
        }
        let left = self.parent.supply.iter().filter(|&&supply| supply > 0);
        left.min().map_or(0, |&supply| i32::from(supply))
    }

    /// Whether a piece with this colour could leave the inner collisions needed.
    fn may_reach(&self, colour: u8, scarce: i32, needed: f32) -> bool {
        let supply = i32::from(self.parent.supply[usize::from(colour)]);
        // No piece has more than sixteen pairs of sides.
        let most = self.parent.meta.collisions[0] - 2 * (supply + 3 * scarce) + 16;
        self.on_rim() || ln(most) >= needed - 1e-4
    }

    fn add(&mut self, candidate: &Candidate, breaks: u16) {
        let breaks = self.parent.meta.breaks + breaks;
        let [inner, rim] = self.parent.collisions(candidate, &self.table.rim_sides);
        let [inner_joins, rim_joins] = self.stop.joins_left;
        let potential = inner_joins * ln(inner) + rim_joins * ln(rim);
        let lot = mix(self.parent.meta.hash ^ self.salt ^ (candidate.placed.index() as u64) << 40);
        let noise = (lot >> 40) as f32 / (1_u32 << 24) as f32;
        let cost = self.parameters.break_cost * f32::from(breaks) - potential
            + self.parameters.noise * noise;
        if cost <= self.bar {
            let candidate = *candidate;
            self.children.push(Offspring { cost, breaks, parent: self.index, candidate });
        }
    }
}

/// How many joins a candidate breaks.
pub(super) fn broken(stop: &Stop, parent: LayerState<'_>, candidate: &Candidate) -> u16 {
    let keys = [0, 1].map(|i| (stop.key_sides[i], stop.keys[i]));
    broken_among(&keys, parent, candidate) + broken_among(&stop.rest, parent, candidate)
}

fn broken_among(
    wants: &[(usize, super::course::Want)],
    parent: LayerState<'_>,
    candidate: &Candidate,
) -> u16 {
    let breaks = |&&(side, want): &&(usize, super::course::Want)| {
        parent.want(want).is_some_and(|colour| colour != candidate.sides[side])
    };
    wants.iter().filter(breaks).count() as u16
}

/// The hash of a child from its parent's: a sum, so that the order of laying does not matter.
pub(super) fn hash_of(
    course: &Course,
    stop: &Stop,
    parent: LayerState<'_>,
    candidate: &Candidate,
) -> u64 {
    let mut hash = parent.meta.hash.wrapping_add(course.look_hashes[candidate.placed.piece()]);
    let open = |slot: u16, colour: u8| mix(1 << 32 | u64::from(slot) << 8 | u64::from(colour));
    for &slot in &stop.reads {
        hash = hash.wrapping_sub(open(slot, parent.wants[usize::from(slot)]));
    }
    for &(side, slot) in &stop.writes {
        hash = hash.wrapping_add(open(slot, course.mates[usize::from(candidate.sides[side])]));
    }
    hash
}

/// The natural logarithm of a count, at least of 1, the same on every machine.
fn ln(count: i32) -> f32 {
    let bits = (count.max(1) as f32).to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000);
    // ln m = 2 artanh t, with t at most 1/3.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let series = [2.0 / 9.0, 2.0 / 7.0, 2.0 / 5.0, 2.0 / 3.0, 2.0];
    let ln = series.into_iter().fold(0.0, |sum, term| sum * square + term) * t;
    exponent as f32 * std::f32::consts::LN_2 + ln
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close() {
        for count in (1..100_000).chain([1 << 20, (1 << 28) + 12_345]) {
            assert!((f64::from(ln(count)) - f64::from(count).ln()).abs() < 2e-5, "{count}");
        }
        assert_eq!(ln(0), 0.0);
    }
}
