//! Looking ahead: how many of the next cells can still be filled without a break.

use super::BeamSearch;
use super::course::{Course, Stop, Want};
use super::deck::{Candidate, Deck};
use super::layer::LayerState;

/// The most cells looked at ahead.
pub(super) const MOST_AHEAD: usize = 8;

/// Pieces laid by one look.
const MOST_NODES: u64 = 32;

/// The part of the board, in fifths, that is filled without looking ahead: there is so much choice
/// that it changes nothing but the time.
const BLIND_FIFTHS: usize = 2;

/// Where the colour comes from that a cell ahead must show.
#[derive(Clone, Copy, Debug)]
enum Source {
    Nothing,
    /// A slot of the state looked from.
    Slot(u16),
    /// A clue.
    Fixed(u8),
    /// A side of a piece laid on the way, by its place on it.
    Laid(u8, u8),
}

/// A cell ahead, seen from an earlier one.
#[derive(Debug)]
pub(super) struct View {
    table: usize,
    keys: [Source; 2],
    rest: Vec<(usize, Source)>,
}

/// By stop, the cells that come next: what they want of pieces laid since, and of older ones.
pub(super) fn views(stops: &[Stop], slots: usize) -> Vec<Vec<View>> {
    let from = |at: usize| {
        let mut writer: Vec<Option<(u8, u8)>> = vec![None; slots];
        let mut next = Vec::new();
        for (place, stop) in stops[at..].iter().take(MOST_AHEAD + 1).enumerate() {
            let source = |want: Want| match want {
                Want::Nothing => Source::Nothing,
                Want::Fixed(colour) => Source::Fixed(colour),
                Want::Slot(slot) => writer[usize::from(slot)]
                    .map_or(Source::Slot(slot), |(place, side)| Source::Laid(place, side)),
            };
            if place > 0 {
                let rest = stop.rest.iter().map(|&(side, want)| (side, source(want))).collect();
                next.push(View { table: stop.table, keys: stop.keys.map(source), rest });
            }
            for &(side, slot) in &stop.writes {
                writer[usize::from(slot)] = Some((place as u8, side as u8));
            }
        }
        next
    };
    (0..stops.len()).map(from).collect()
}

/// A small depth-first search below children that are not laid yet.
pub(super) struct Glance<'a> {
    tables: &'a [Deck],
    mates: &'a [u8; 256],
    views: &'a [View],
    /// What a cell that cannot be filled costs.
    price: f32,
    /// What the state looked from shows.
    wants: &'a [u8],
    /// The pieces it has used, with those laid on the way.
    used: Vec<u64>,
    /// The sides of what was laid on the way: the child, then the cells ahead.
    laid: [[u8; 4]; MOST_AHEAD + 1],
    /// By cell ahead, the candidates not tried yet.
    left: [&'a [Candidate]; MOST_AHEAD],
    /// By cell ahead, the piece that lies there.
    pieces: [usize; MOST_AHEAD],
    nodes: u64,
}

impl<'a> Glance<'a> {
    pub(super) fn new(course: &'a Course, level: usize, parameters: &BeamSearch) -> Self {
        let (views, ahead) = (&course.views[level], usize::from(parameters.ahead));
        let blind = 5 * level < BLIND_FIFTHS * course.stops.len();
        let seen = if blind { 0 } else { views.len().min(ahead) };
        Self {
            tables: &course.tables,
            mates: &course.mates,
            views: &views[..seen],
            price: parameters.break_cost / ahead.max(1) as f32,
            wants: &[],
            used: Vec::new(),
            laid: [[0; 4]; MOST_AHEAD + 1],
            left: [&[]; MOST_AHEAD],
            pieces: [0; MOST_AHEAD],
            nodes: 0,
        }
    }

    /// Looks from a state.
    pub(super) fn stand(&mut self, state: LayerState<'a>) {
        self.wants = state.wants;
        self.used.clear();
        self.used.extend_from_slice(state.used);
    }

    /// Pieces laid so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What it costs that some cells ahead cannot be filled without a break once a child is laid, by
    /// what a few nodes tell: up to one break.
    pub(super) fn cost(&mut self, child: &Candidate) -> f32 {
        if self.views.is_empty() {
            return 0.0;
        }
        self.laid[0] = child.sides;
        self.flip(child.placed.piece());
        let reached = self.reach();
        self.flip(child.placed.piece());
        self.price * (self.views.len() - reached) as f32
    }

    /// How many cells ahead can be filled, one after the other.
    fn reach(&mut self) -> usize {
        let (all, last_node) = (self.views.len(), self.nodes + MOST_NODES);
        let (mut depth, mut reached) = (0, 0);
        self.left[0] = self.candidates(0);
        loop {
            if let Some(candidate) = self.next_fit(depth) {
                self.nodes += 1;
                reached = reached.max(depth + 1);
                if reached == all || self.nodes == last_node {
                    break;
                }
                self.laid[depth + 1] = candidate.sides;
                self.pieces[depth] = candidate.placed.piece();
                self.flip(self.pieces[depth]);
                depth += 1;
                self.left[depth] = self.candidates(depth);
            } else if depth == 0 {
                break;
            } else {
                depth -= 1;
                self.flip(self.pieces[depth]);
            }
        }
        (0..depth).for_each(|at| self.flip(self.pieces[at]));
        reached
    }

    #[inline]
    fn flip(&mut self, piece: usize) {
        self.used[piece >> 6] ^= 1 << (piece & 63);
    }

    #[inline(always)]
    fn want(&self, source: Source) -> u8 {
        match source {
            Source::Nothing => 0,
            Source::Slot(slot) => self.wants[usize::from(slot)],
            Source::Fixed(colour) => colour,
            Source::Laid(place, side) => {
                let shown = self.laid[usize::from(place)][usize::from(side)];
                self.mates[usize::from(shown)]
            }
        }
    }

    #[inline(always)]
    fn candidates(&self, depth: usize) -> &'a [Candidate] {
        let view = &self.views[depth];
        let table = &self.tables[view.table];
        match view.keys {
            [Source::Nothing, _] => table.all(),
            [first, Source::Nothing] => table.first(self.want(first)),
            [first, second] => table.both(self.want(first), self.want(second)),
        }
    }

    /// The next candidate of a cell ahead that is free and fits.
    #[inline(always)]
    fn next_fit(&mut self, depth: usize) -> Option<&'a Candidate> {
        let fits = |candidate: &Candidate| {
            let piece = candidate.placed.piece();
            let free = self.used[piece >> 6] >> (piece & 63) & 1 == 0;
            let mut rest = self.views[depth].rest.iter();
            free && rest.all(|&(side, source)| self.want(source) == candidate.sides[side])
        };
        let left = self.left[depth];
        let at = left.iter().position(fits);
        self.left[depth] = at.map_or(&[], |at| &left[at + 1..]);
        at.map(|at| &left[at])
    }
}
