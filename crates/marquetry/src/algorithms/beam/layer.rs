//! The states of a beam after the same cells: what each has used, shows and still owns.

use super::course::{Course, Stop, Want};
use super::deck::Candidate;

/// What is known of a state besides its pieces and sides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meta {
    /// Of the pieces used and the sides shown, in whatever order they were laid.
    pub(super) hash: u64,
    /// By pool, the number of ordered pairs of unplaced sides that would match.
    pub(super) collisions: [i32; 2],
    pub(super) breaks: u16,
}

/// All states of a level, in flat arrays.
#[derive(Debug, Default)]
pub(super) struct Layer {
    pub(super) metas: Vec<Meta>,
    words: usize,
    slots: usize,
    colours: usize,
    used: Vec<u64>,
    wants: Vec<u8>,
    /// How many unplaced sides would match a colour.
    supply: Vec<u16>,
}

/// One state of a layer.
#[derive(Clone, Copy)]
pub(super) struct LayerState<'a> {
    pub(super) meta: &'a Meta,
    pub(super) used: &'a [u64],
    pub(super) wants: &'a [u8],
    pub(super) supply: &'a [u16],
}

impl LayerState<'_> {
    #[inline]
    pub(super) fn is_used(&self, candidate: &Candidate) -> bool {
        let piece = candidate.placed.piece();
        self.used[piece >> 6] >> (piece & 63) & 1 == 1
    }

    #[inline]
    pub(super) fn want(&self, want: Want) -> Option<u8> {
        match want {
            Want::Nothing => None,
            Want::Slot(slot) => Some(self.wants[usize::from(slot)]),
            Want::Fixed(colour) => Some(colour),
        }
    }

    /// How many unplaced sides would match the sides of a piece, taken together.
    #[inline]
    pub(super) fn matching(&self, candidate: &Candidate) -> i32 {
        candidate.sides.iter().map(|&side| i32::from(self.supply[usize::from(side)])).sum()
    }

    /// The collisions once this piece is gone from the supply.
    #[inline]
    pub(super) fn collisions(&self, candidate: &Candidate, rim_sides: &[bool; 4]) -> [i32; 2] {
        let mut after = self.meta.collisions;
        for side in 0..4 {
            let matching = i32::from(self.supply[usize::from(candidate.sides[side])]);
            after[usize::from(rim_sides[side])] -= 2 * matching;
        }
        [after[0] + i32::from(candidate.pairs[0]), after[1] + i32::from(candidate.pairs[1])]
    }
}

/// Room for some states of a layer in a row.
pub(super) struct Rows<'a> {
    metas: &'a mut [Meta],
    used: &'a mut [u64],
    wants: &'a mut [u8],
    supply: &'a mut [u16],
}

impl Layer {
    pub(super) fn new(course: &Course) -> Self {
        Self {
            words: course.look_hashes.len().div_ceil(64),
            slots: course.slots.max(1),
            colours: course.colours,
            ..Self::default()
        }
    }

    pub(super) fn len(&self) -> usize {
        self.metas.len()
    }

    #[inline]
    pub(super) fn view(&self, i: usize) -> LayerState<'_> {
        LayerState {
            meta: &self.metas[i],
            used: &self.used[i * self.words..][..self.words],
            wants: &self.wants[i * self.slots..][..self.slots],
            supply: &self.supply[i * self.colours..][..self.colours],
        }
    }

    /// Makes room for groups of states, one after the other.
    pub(super) fn split(&mut self, sizes: &[usize]) -> Vec<Rows<'_>> {
        let all: usize = sizes.iter().sum();
        self.metas.resize(all, Meta::default());
        self.used.resize(all * self.words, 0);
        self.wants.resize(all * self.slots, 0);
        self.supply.resize(all * self.colours, 0);
        let mut rest = (&mut self.metas[..], &mut self.used[..]);
        let mut more = (&mut self.wants[..], &mut self.supply[..]);
        let mut groups = Vec::with_capacity(sizes.len());
        for &size in sizes {
            let (metas, others) = rest.0.split_at_mut(size);
            let (used, free) = rest.1.split_at_mut(size * self.words);
            let (wants, open) = more.0.split_at_mut(size * self.slots);
            let (supply, left) = more.1.split_at_mut(size * self.colours);
            (rest, more) = ((others, free), (open, left));
            groups.push(Rows { metas, used, wants, supply });
        }
        groups
    }

    /// The state with only the clues laid.
    pub(super) fn set_root(&mut self, course: &Course) {
        let matching = |colour: usize| course.supply[usize::from(course.mates[colour])];
        let supply: Vec<u16> =
            (0..self.colours).map(|c| if c == 0 { 0 } else { matching(c) }).collect();
        let mut collisions = [0; 2];
        for (colour, &mates) in supply.iter().enumerate() {
            let pool = usize::from(course.rim_colours[colour]);
            collisions[pool] += i32::from(course.supply[colour]) * i32::from(mates);
        }
        self.metas = vec![Meta { breaks: course.fixed_breaks, hash: 0, collisions }];
        self.used = vec![0; self.words];
        course.clued.iter().for_each(|&piece| self.used[piece >> 6] |= 1 << (piece & 63));
        self.wants = vec![0; self.slots];
        self.supply = supply;
    }
}

impl Rows<'_> {
    /// Makes state `at` the one that follows `parent` when `candidate` is laid on `stop`.
    pub(super) fn set(
        &mut self,
        at: usize,
        course: &Course,
        stop: &Stop,
        parent: LayerState<'_>,
        candidate: &Candidate,
        meta: Meta,
    ) {
        self.metas[at] = meta;
        let used = &mut self.used[at * parent.used.len()..][..parent.used.len()];
        used.copy_from_slice(parent.used);
        let piece = candidate.placed.piece();
        used[piece >> 6] |= 1 << (piece & 63);
        let wants = &mut self.wants[at * parent.wants.len()..][..parent.wants.len()];
        wants.copy_from_slice(parent.wants);
        for &slot in &stop.reads {
            wants[usize::from(slot)] = 0;
        }
        for &(side, slot) in &stop.writes {
            wants[usize::from(slot)] = course.mates[usize::from(candidate.sides[side])];
        }
        let supply = &mut self.supply[at * parent.supply.len()..][..parent.supply.len()];
        supply.copy_from_slice(parent.supply);
        for colour in candidate.sides.into_iter().filter(|&colour| colour != 0) {
            supply[usize::from(course.mates[usize::from(colour)])] -= 1;
        }
    }
}
