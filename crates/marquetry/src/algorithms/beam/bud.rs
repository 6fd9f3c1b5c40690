//! A state of a beam giving children.

use super::brood::Step;
use super::course::{Course, Stop};
use super::deck::{Candidate, Deck};
use super::glance::Glance;
use super::layer::{LayerState, Meta};
use super::seen::mix;
use super::suit::Suit;

/// No piece has more ordered pairs of sides than this.
const MOST_PAIRS: i32 = 16;

/// A state that may be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// Of the state it becomes; known once it is wanted.
    pub(super) hash: u64,
    pub(super) cost: f32,
    pub(super) parent: u32,
    pub(super) candidate: Candidate,
    pub(super) breaks: u16,
}

/// One state about to be expanded.
pub(super) struct Bud<'a, 'g> {
    step: Step<'a>,
    /// Looks ahead from this state.
    glance: &'g mut Glance<'a>,
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

impl<'a, 'g> Bud<'a, 'g> {
    /// A state about to be expanded at a step.
    pub(super) fn new(step: &Step<'a>, state: usize, bar: f32, glance: &'g mut Glance<'a>) -> Self {
        let stop = &step.course.stops[step.level];
        let (table, parent) = (&step.course.tables[stop.table], step.layer.view(state));
        let rim_potential = stop.joins_left[1] * step.course.logs.of(parent.meta.collisions[1]);
        let on_rim = table.rim_sides.contains(&true);
        let looked_at = 8;
        Self {
            step: *step,
            glance,
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
        let (table, needed) = (self.table, self.needed());
        let may_break = self.ln(self.parent.meta.collisions[0] + MOST_PAIRS) >= needed;
        if may_break {
            self.glance.survey();
        }
        match self.stop.keys.map(|key| self.parent.want(key)) {
            [Some(first), Some(second)] => {
                self.add_all(table.both(first, second), children);
                if may_break {
                    let scarce = self.scarce();
                    for (key, colour) in [first, second].into_iter().enumerate() {
                        let most = self.most_left(colour, scarce);
                        self.sift(table.suit(key, colour), 1 - key, needed, most, children);
                    }
                }
            }
            [Some(first), None] => {
                self.add_all(table.first(first), children);
                if may_break {
                    self.sift(&table.everything, 0, needed, f32::INFINITY, children);
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
                    self.add(candidate, rest, self.collisions(candidate), children);
                }
            }
        }
    }

    /// Adds the free pieces of a suit that break the join on key side `except` and stay below the bar.
    /// `needed` is the logarithm of the collisions that one must leave, `most` that of the most that
    /// any can.
    fn sift(
        &mut self,
        suit: &Suit,
        except: usize,
        needed: f32,
        most: f32,
        children: &mut Vec<Child>,
    ) {
        if most < needed {
            return;
        }
        self.looked_at += suit.len() as u64;
        let colour = self.parent.want(self.stop.keys[except]).unwrap_or(0);
        let side = self.stop.key_sides[except];
        let needed_in_vain = needed + self.glance.most() / self.stop.joins_left[0].max(1e-6);
        let hopeless = most < needed_in_vain;
        suit.visit_free(self.parent.used, |candidate| {
            let goes_on = self.glance.may_go_on(candidate);
            if (hopeless && !goes_on) || candidate.sides[side] == colour {
                return;
            }
            let needed = if goes_on { needed } else { needed_in_vain };
            let collisions = self.collisions(candidate);
            if (self.on_rim || self.ln(collisions[0]) >= needed)
                && broken_among(&self.stop.rest, self.parent, candidate) == 0
            {
                self.add(candidate, 1, collisions, children);
            }
        });
    }

    /// Adds every piece left, whatever breaks.
    fn take_any(&mut self, children: &mut Vec<Child>) {
        self.looked_at += self.table.all().len() as u64;
        for candidate in self.table.all() {
            if !self.parent.is_used(candidate) {
                let broken = broken(self.stop, self.parent, candidate);
                self.add(candidate, broken, self.collisions(candidate), children);
            }
        }
    }

    /// The logarithm of the fewest inner collisions with which a piece that breaks a join can stay
    /// below the bar.
    fn needed(&self) -> f32 {
        let [inner, rim] = self.stop.joins_left;
        let breaks = self.step.parameters.break_cost * f32::from(self.parent.meta.breaks + 1);
        let rim_potential = match self.on_rim {
            true => rim * self.ln(self.parent.meta.collisions[1] + MOST_PAIRS),
            false => self.rim_potential,
        };
        // A little lower, so that rounding never decides.
        (breaks - rim_potential - self.bar) / inner.max(1e-6) - 1e-4
    }

    #[inline]
    fn ln(&self, count: i32) -> f32 {
        self.step.course.logs.of(count)
    }

    /// The smallest supply that a side of a piece left can have.
    fn scarce(&self) -> i32 {
        if !self.step.course.scarcity {
            return 0;
        }
        let left = self.parent.supply.iter().filter(|&&supply| supply > 0);
        left.min().map_or(0, |&supply| i32::from(supply))
    }

    /// The logarithm of the most inner collisions that a piece with this colour can leave.
    fn most_left(&self, colour: u8, scarce: i32) -> f32 {
        if self.on_rim {
            return f32::INFINITY;
        }
        let supply = i32::from(self.parent.supply[usize::from(colour)]);
        self.ln(self.parent.meta.collisions[0] - 2 * (supply + 3 * scarce) + MOST_PAIRS)
    }

    /// By pool, the collisions once a piece is laid.
    #[inline(always)]
    fn collisions(&self, candidate: &Candidate) -> [i32; 2] {
        if self.on_rim {
            return self.parent.collisions(candidate, &self.table.rim_sides);
        }
        let [inner, rim] = self.parent.meta.collisions;
        [inner - 2 * self.parent.matching(candidate) + i32::from(candidate.pairs[0]), rim]
    }

    /// Adds a child with so many new breaks and collisions left unless it is too dear.
    #[inline(always)]
    fn add(
        &mut self,
        candidate: &Candidate,
        breaks: u16,
        [inner, rim]: [i32; 2],
        children: &mut Vec<Child>,
    ) {
        let Step { parameters, salt, .. } = self.step;
        let breaks = self.parent.meta.breaks + breaks;
        let [inner_joins, rim_joins] = self.stop.joins_left;
        let rim = if self.on_rim { rim_joins * self.ln(rim) } else { self.rim_potential };
        let lot = mix(self.parent.meta.hash ^ salt ^ (candidate.placed.index() as u64) << 40);
        let noise = (lot >> 40) as f32 / (1_u32 << 24) as f32;
        let cost = parameters.break_cost * f32::from(breaks) - (inner_joins * self.ln(inner) + rim)
            + parameters.noise * noise;
        if cost + self.glance.least(candidate) <= self.bar {
            children.push(Child {
                hash: 0,
                cost,
                parent: self.index,
                candidate: *candidate,
                breaks,
            });
        }
    }
}

impl Child {
    /// Finds out which state it becomes.
    pub(super) fn name(&mut self, step: &Step<'_>) {
        let (stop, parent) =
            (&step.course.stops[step.level], step.layer.view(self.parent as usize));
        self.hash = hash_of(step.course, stop, parent, &self.candidate);
    }

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
