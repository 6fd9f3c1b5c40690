//! The search itself: one level a step, each with the list it is reading.

use super::route::{Extra, Route};
use super::tables::{Candidate, Tables, look_of};

/// What limits a step: breaks and quota sides once it is laid, and breaks it may bring itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) breaks: u16,
    pub(super) quota: u16,
}

/// A step's place in its lists.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    next: u32,
    end: u32,
    /// Which list is read: 0 for those that fit, then those with breaks in the key.
    list: u8,
    /// The sides of candidates that must differ from these colours, so that nobody comes twice.
    skip: [(u8, u8); 2],
    /// Breaks everyone of the list brings by the key.
    cost: u8,
    /// Breaks and quota sides before this step.
    breaks: u16,
    quota: u16,
    laid: Candidate,
    /// Breaks once this step is laid.
    after: u16,
}

/// Why the search paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// The steps asked for are done.
    Steps,
    /// Every cell is filled.
    Complete,
    /// There is nothing left to try.
    Exhausted,
}

/// A search that can be continued.
pub(super) struct Kernel {
    /// The level that is looked at next.
    level: usize,
    levels: Vec<Level>,
    /// Sides of what lies: see [`super::route::Source`].
    sides: Vec<[u8; 4]>,
    /// Copies left of every look.
    left: Vec<u16>,
    /// The most breaks one piece may bring.
    per_piece: u8,
    /// What a level must keep.
    pub(super) limits: Vec<Limit>,
    /// The deepest the search has been, and what lay there.
    pub(super) deepest: usize,
    pub(super) best: Vec<Candidate>,
}

/// A side that no candidate is told by.
const NOTHING: (u8, u8) = (0, u8::MAX);

impl Kernel {
    /// A search that has laid nothing. `breaks` and `quota` are those of what is fixed.
    pub(super) fn new(
        plan: &Route<'_>,
        tables: &Tables,
        limits: Vec<Limit>,
        per_piece: u8,
        (breaks, quota): (u16, u16),
    ) -> Self {
        let steps = plan.steps.len();
        let mut sides = vec![[0; 4]; steps];
        sides.extend(plan.resting());
        sides.push([0; 4]);
        let copies = |look: &crate::exact::Look| look.copies.len() as u16;
        let mut kernel = Self {
            level: 0,
            levels: vec![Level { breaks, quota, ..Level::default() }; steps],
            sides,
            left: plan.looks.iter().map(copies).collect(),
            per_piece,
            limits,
            deepest: 0,
            best: Vec::new(),
        };
        if steps > 0 {
            kernel.enter(plan, tables, 0);
        }
        kernel
    }

    /// What lies, step by step.
    pub(super) fn laid(&self) -> impl Iterator<Item = Candidate> {
        self.levels[..self.level].iter().map(|level| level.laid)
    }

    /// Breaks of what lies; `None` if nothing was laid.
    pub(super) fn breaks(&self) -> Option<u16> {
        self.level.checked_sub(1).map(|last| self.levels[last].after)
    }

    /// Lays up to so many pieces; how many it laid, and why it paused.
    pub(super) fn search(&mut self, plan: &Route<'_>, tables: &Tables, most: u64) -> (u64, Pause) {
        let mut nodes = 0;
        if self.level == self.levels.len() && !self.lift() {
            return (0, Pause::Exhausted);
        }
        while nodes < most {
            let level = self.level;
            let Some(candidate) = self.next(plan, tables, level) else {
                if !self.lift() {
                    return (nodes, Pause::Exhausted);
                }
                continue;
            };
            nodes += 1;
            self.lay(level, candidate);
            if self.level > self.deepest {
                self.deepest = self.level;
                self.best.clear();
                self.best.extend(self.levels[..self.level].iter().map(|level| level.laid));
            }
            if self.level == self.levels.len() {
                return (nodes, Pause::Complete);
            }
            self.enter(plan, tables, self.level);
        }
        (nodes, Pause::Steps)
    }

    /// Lifts what the limits no longer allow.
    pub(super) fn prune(&mut self) {
        let over = |i: &usize| self.levels[*i].after > self.limits[*i].breaks;
        if let Some(first) = (0..self.level).find(over) {
            while self.level > first && self.lift() {}
        }
        let open = self.levels.iter_mut().zip(&self.limits).take(self.level + 1);
        for (level, limit) in open {
            if level.breaks + u16::from(level.cost) > limit.breaks {
                level.next = level.end;
            }
        }
    }

    #[inline(always)]
    fn lay(&mut self, level: usize, candidate: Candidate) {
        let [n, e, s, w, ..] = candidate;
        self.sides[level] = [n, e, s, w];
        self.left[look_of(candidate)] -= 1;
        self.levels[level].laid = candidate;
        let Level { after, quota, .. } = self.levels[level];
        self.level = level + 1;
        if let Some(next) = self.levels.get_mut(level + 1) {
            next.breaks = after;
            next.quota = quota + u16::from(candidate[7]);
        }
    }

    /// Lifts the last piece; false if nothing lies.
    #[inline(always)]
    fn lift(&mut self) -> bool {
        let Some(level) = self.level.checked_sub(1) else { return false };
        self.level = level;
        self.left[look_of(self.levels[level].laid)] += 1;
        true
    }

    /// The colour at a source.
    #[inline(always)]
    fn at(&self, source: u32) -> u8 {
        self.sides[source as usize >> 2][source as usize & 3]
    }

    /// Opens the list of those that fit.
    #[inline(always)]
    fn enter(&mut self, plan: &Route<'_>, tables: &Tables, level: usize) {
        let step = &plan.steps[level];
        let (first, second) = (self.at(step.key[0]), self.at(step.key[1]));
        let list = usize::from(first) << tables.shift | usize::from(second);
        let (next, end) = tables.both[usize::from(step.table) << (2 * tables.shift) | list];
        let now = &mut self.levels[level];
        (now.next, now.end) = (next, end);
        now.list = 0;
        now.cost = 0;
        now.skip = [NOTHING; 2];
    }

    /// The next candidate a level may lay.
    #[inline(always)]
    fn next(&mut self, plan: &Route<'_>, tables: &Tables, level: usize) -> Option<Candidate> {
        let step = &plan.steps[level];
        let limit = self.limits[level];
        loop {
            let Level { next, end, skip, breaks, quota, cost, .. } = self.levels[level];
            for (i, &candidate) in tables.candidates[next as usize..end as usize].iter().enumerate()
            {
                if self.left[look_of(candidate)] == 0 {
                    continue;
                }
                if quota + u16::from(candidate[7]) < limit.quota {
                    // Nobody further down the list has more.
                    break;
                }
                if skip.iter().any(|&(side, colour)| candidate[usize::from(side & 7)] == colour) {
                    continue;
                }
                let mut after = breaks + u16::from(cost);
                if !step.extras.is_empty() {
                    let most = self.per_piece - cost;
                    let Some(more) = self.misfits(plan, &step.extras, candidate, most) else {
                        continue;
                    };
                    after += more;
                    if more > 0 && after > limit.breaks {
                        continue;
                    }
                }
                let now = &mut self.levels[level];
                now.next = next + i as u32 + 1;
                now.after = after;
                return Some(candidate);
            }
            if breaks >= limit.breaks || !self.open(plan, tables, level, limit) {
                self.levels[level].next = self.levels[level].end;
                return None;
            }
        }
    }

    /// How many of the sides outside the key do not fit; `None` if more than may.
    fn misfits(
        &self,
        plan: &Route<'_>,
        extras: &[Extra],
        candidate: Candidate,
        most: u8,
    ) -> Option<u16> {
        let mut misfits = 0;
        for extra in extras {
            let wanted = plan.mate[usize::from(self.at(extra.source))];
            if candidate[usize::from(extra.side)] != wanted {
                if !extra.breakable || misfits == u16::from(most) {
                    return None;
                }
                misfits += 1;
            }
        }
        Some(misfits)
    }

    /// Opens the next list with breaks that may be read; false if there is none.
    fn open(&mut self, plan: &Route<'_>, tables: &Tables, level: usize, limit: Limit) -> bool {
        let step = &plan.steps[level];
        let table = &tables.tables[usize::from(step.table)];
        let [first, second] = step.key.map(|source| self.at(source));
        let must_miss = |i: usize, colour: u8| (table.key[i], plan.mate[usize::from(colour)]);
        let now = &mut self.levels[level];
        while now.list < 3 {
            now.list += 1;
            // List 1 breaks the second side of the key, 2 the first, 3 both.
            let broken = [0b10, 0b01, 0b11][usize::from(now.list) - 1];
            let cost = if broken == 0b11 { 2 } else { 1 };
            let spare = limit.breaks.saturating_sub(now.breaks).min(u16::from(self.per_piece));
            if step.breakable & broken != broken || cost > spare {
                continue;
            }
            now.cost = cost as u8;
            (now.next, now.end) = match broken {
                0b10 => range(&table.one[0], first),
                0b01 => range(&table.one[1], second),
                _ => (table.all.start, table.all.end),
            };
            now.skip = match broken {
                0b10 => [must_miss(1, second), NOTHING],
                0b01 => [must_miss(0, first), NOTHING],
                _ => [must_miss(0, first), must_miss(1, second)],
            };
            return true;
        }
        false
    }
}

fn range(begins: &[u32], list: u8) -> (u32, u32) {
    (begins[usize::from(list)], begins[usize::from(list) + 1])
}
