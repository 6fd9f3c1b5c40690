//! A state of a beam giving children.

use super::brood::Step;
use super::course::{Course, Stop};
use super::deck::{Candidate, Deck};
use super::layer::{LayerState, Meta};
use super::seen::mix;

/// Candidates looked at in one go.
const GATHER: usize = 64;

/// No piece has more ordered pairs of sides than this.
const MOST_PAIRS: i32 = 16;

/// A state that may be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) hash: u64,
    pub(super) cost: f32,
    pub(super) parent: u32,
    pub(super) candidate: Candidate,
    pub(super) breaks: u16,
}

/// One state about to be expanded.
pub(super) struct Bud<'a> {
    step: Step<'a>,
    stop: &'a Stop,
    table: &'a Deck,
    parent: LayerState<'a>,
    index: u32,
    /// Children that cost more are not wanted.
    bar: f32,
    /// Whether the cell lies on the rim, so that its pieces change the second pool as well.
    on_rim: bool,
    /// What the second pool adds to the potential.
    rim_potential: f32,
    /// Candidates looked at.
    pub(super) looked_at: u64,
}

impl<'a> Bud<'a> {
    /// A state about to be expanded at a step.
    pub(super) fn new(step: &Step<'a>, state: usize, bar: f32) -> Self {
        let stop = &step.course.stops[step.level];
        let (table, parent) = (&step.course.tables[stop.table], step.layer.view(state));
        let rim_potential = stop.joins_left[1] * ln(parent.meta.collisions[1]);
        let on_rim = table.rim_sides.contains(&true);
        let looked_at = 8;
        Self {
            step: *step,
            stop,
            table,
            parent,
            index: state as u32,
            bar,
            on_rim,
            rim_potential,
            looked_at,
        }
    }

    /// Adds every child below the bar: pieces that match, and pieces that break one join. A state
    /// that has none takes any piece, so that a beam always gets to the end.
    pub(super) fn open(&mut self, children: &mut Vec<Child>) {
        let before = children.len();
        let (table, [first, second]) = (self.table, self.stop.keys);
        match [self.parent.want(first), self.parent.want(second)] {
            [Some(first), Some(second)] => {
                self.add_all(table.both(first, second), children);
                let needed = self.needed();
                if ln(self.parent.meta.collisions[0] + MOST_PAIRS) >= needed {
                    let scarce = self.scarce();
                    if self.may_reach(first, scarce, needed) {
                        self.sift(table.first(first), 1, needed, children);
                    }
                    if self.may_reach(second, scarce, needed) {
                        self.sift(table.second(second), 0, needed, children);
                    }
                }
            }
            [Some(first), None] => {
                self.add_all(table.first(first), children);
                let needed = self.needed();
                if ln(self.parent.meta.collisions[0] + MOST_PAIRS) >= needed {
                    self.sift(table.all(), 0, needed, children);
                }
            }
            _ => self.add_all(table.all(), children),
        }
        if children.len() == before && self.bar == f32::INFINITY {
            self.take_any(children);
        }
    }

    /// Adds the free pieces among these, which match on the key sides.
    fn add_all(&mut self, candidates: &[Candidate], children: &mut Vec<Child>) {
        self.looked_at += candidates.len() as u64;
        for candidate in candidates {
            if !self.parent.is_used(candidate) {
                let rest = broken_among(&self.stop.rest, self.parent, candidate);
                if rest <= 1 {
                    self.add(candidate, rest, children);
                }
            }
        }
    }

    /// Adds the free pieces among these that break the join on key side `except` and could stay below
    /// the bar.
    fn sift(
        &mut self,
        candidates: &[Candidate],
        except: usize,
        needed: f32,
        children: &mut Vec<Child>,
    ) {
        self.looked_at += candidates.len() as u64;
        // A little lower than needed, so that rounding never decides.
        let floor = (needed.min(20.0).exp() * 0.999) as i32 - 1;
        let colour = self.parent.want(self.stop.keys[except]).unwrap_or(0);
        let side = self.stop.key_sides[except];
        for part in candidates.chunks(GATHER) {
            // Most are used or too dear: gathering the others first spares the guesses of a branch.
            let (mut good, mut count) = ([part[0]; GATHER], 0);
            for candidate in part {
                let left = self.parent.meta.collisions[0] - 2 * self.parent.matching(candidate);
                let cheap = self.on_rim | (left + i32::from(candidate.pairs[0]) >= floor);
                let fresh = !self.parent.is_used(candidate) & (candidate.sides[side] != colour);
                good[count] = *candidate;
                count += usize::from(cheap & fresh);
            }
            for candidate in &good[..count] {
                if broken_among(&self.stop.rest, self.parent, candidate) == 0 {
                    self.add(candidate, 1, children);
                }
            }
        }
    }

    /// Adds every piece left, whatever breaks.
    fn take_any(&mut self, children: &mut Vec<Child>) {
        self.looked_at += self.table.all().len() as u64;
        for candidate in self.table.all() {
            if !self.parent.is_used(candidate) {
                self.add(candidate, broken(self.stop, self.parent, candidate), children);
            }
        }
    }

    /// The logarithm of the fewest inner collisions with which a piece that breaks a join can stay
    /// below the bar.
    fn needed(&self) -> f32 {
        let [inner, rim] = self.stop.joins_left;
        let breaks = self.step.parameters.break_cost * f32::from(self.parent.meta.breaks + 1);
        let rim_potential = match self.on_rim {
            true => rim * ln(self.parent.meta.collisions[1] + MOST_PAIRS),
            false => self.rim_potential,
        };
        // A little lower, so that rounding never decides.
        (breaks - rim_potential - self.bar) / inner.max(1e-6) - 1e-4
    }

    /// The smallest supply that a side of a piece left can have.
    fn scarce(&self) -> i32 {
        if !self.step.course.scarcity {
            return 0;
        }
        let left = self.parent.supply.iter().filter(|&&supply| supply > 0);
        left.min().map_or(0, |&supply| i32::from(supply))
    }

    /// Whether a piece with this colour could leave the inner collisions needed.
    fn may_reach(&self, colour: u8, scarce: i32, needed: f32) -> bool {
        let supply = i32::from(self.parent.supply[usize::from(colour)]);
        let most = self.parent.meta.collisions[0] - 2 * (supply + 3 * scarce) + MOST_PAIRS;
        self.on_rim || ln(most) >= needed
    }

    /// Adds a child with so many new breaks unless it is too dear.
    #[inline]
    fn add(&mut self, candidate: &Candidate, breaks: u16, children: &mut Vec<Child>) {
        let Step { parameters, course, salt, .. } = self.step;
        let breaks = self.parent.meta.breaks + breaks;
        let [inner_joins, rim_joins] = self.stop.joins_left;
        let [inner, rim] = self.parent.collisions(candidate, &self.table.rim_sides);
        let rim = if self.on_rim { rim_joins * ln(rim) } else { self.rim_potential };
        let lot = mix(self.parent.meta.hash ^ salt ^ (candidate.placed.index() as u64) << 40);
        let noise = (lot >> 40) as f32 / (1_u32 << 24) as f32;
        let cost = parameters.break_cost * f32::from(breaks) - (inner_joins * ln(inner) + rim)
            + parameters.noise * noise;
        if cost <= self.bar {
            let hash = hash_of(course, self.stop, self.parent, candidate);
            let (parent, candidate) = (self.index, *candidate);
            children.push(Child { hash, cost, parent, candidate, breaks });
        }
    }
}

impl Child {
    /// What is known of the state this child becomes.
    pub(super) fn meta(&self, parent: LayerState<'_>, table: &Deck) -> Meta {
        let collisions = parent.collisions(&self.candidate, &table.rim_sides);
        Meta { hash: self.hash, collisions, breaks: self.breaks }
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
