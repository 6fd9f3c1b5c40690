//! Looking ahead: how many of the next cells can still be filled without a break.

use super::BeamSearch;
use super::course::{Course, Stop, Want};
use super::deck::{Candidate, Deck};
use super::four::NOBODY;
use super::layer::LayerState;

/// The most cells looked at ahead.
pub(super) const MOST_AHEAD: usize = 8;

/// Pieces laid by one look.
const MOST_NODES: u64 = 32;

/// The part of the board, in fifths, that is filled without looking ahead: there is so much choice
/// that it changes nothing but the time.
const BLIND_FIFTHS: usize = 2;

/// Where the colours of clues lie on the desk, one of each; before them those wanted by the pieces
/// laid on the way, four each.
const FIXED: usize = 4 * (MOST_AHEAD + 1);

/// Where the colours lie that the state looked from wants, by slot.
const SLOTS: usize = FIXED + 256;

/// Colours that have a bit in the set of those that fit.
const MOST_COLOURS: usize = 64;

/// The places on the desk of the colours that a cell ahead must show.
#[derive(Clone, Copy, Debug)]
enum Keys {
    None,
    One(usize),
    Two(usize, usize),
}

/// A cell ahead, seen from an earlier one.
#[derive(Debug)]
pub(super) struct View {
    table: usize,
    keys: Keys,
    rest: Vec<(usize, usize)>,
    hinge: Option<Hinge>,
}

/// How the next cell hangs on the child before it and on one older piece.
#[derive(Clone, Copy, Debug)]
struct Hinge {
    /// The side of the child.
    child: usize,
    /// The side of the next cell that meets it.
    side: usize,
    /// Where the colour lies that the other side must show.
    other: usize,
    /// Whether that is the first or the second its table is sorted by.
    other_key: usize,
}

impl View {
    fn new(stop: &Stop, place: impl Fn(Want) -> Option<usize>, colours: usize) -> Self {
        let keys = match stop.keys.map(&place) {
            [None, _] => Keys::None,
            [Some(first), None] => Keys::One(first),
            [Some(first), Some(second)] => Keys::Two(first, second),
        };
        let hinge = match keys {
            _ if colours > MOST_COLOURS => None,
            Keys::Two(other, child) if child < 4 && other >= 4 => {
                Some(Hinge { child, side: stop.key_sides[1], other, other_key: 0 })
            }
            Keys::Two(child, other) if child < 4 && other >= 4 => {
                Some(Hinge { child, side: stop.key_sides[0], other, other_key: 1 })
            }
            _ => None,
        };
        let rest = stop.rest.iter().filter_map(|&(side, want)| Some((side, place(want)?)));
        Self { table: stop.table, keys, rest: rest.collect(), hinge }
    }
}

/// By stop, the cells that come next: what they want of pieces laid since, and of older ones.
pub(super) fn views(stops: &[Stop], slots: usize, colours: usize) -> Vec<Vec<View>> {
    let from = |at: usize| {
        let mut laid: Vec<Option<usize>> = vec![None; slots];
        let mut next = Vec::new();
        for (step, stop) in stops[at..].iter().take(MOST_AHEAD + 1).enumerate() {
            let place = |want: Want| match want {
                Want::Nothing => None,
                Want::Fixed(colour) => Some(FIXED + usize::from(colour)),
                Want::Slot(slot) => {
                    Some(laid[usize::from(slot)].unwrap_or(SLOTS + usize::from(slot)))
                }
            };
            if step > 0 {
                next.push(View::new(stop, place, colours));
            }
            for &(side, slot) in &stop.writes {
                laid[usize::from(slot)] = Some(4 * step + side);
            }
        }
        next
    };
    (0..stops.len()).map(from).collect()
}

/// A cell ahead with the table of its candidates.
struct Ahead<'a> {
    view: &'a View,
    table: &'a Deck,
}

/// What was not tried yet on a cell ahead.
#[derive(Clone, Copy, Default)]
struct Attempt {
    /// The four being tried.
    four: u32,
    /// Its free candidates, as bits.
    free: u32,
    /// The piece that lies there.
    piece: u16,
}

impl Ahead<'_> {
    /// An attempt with every candidate still to try.
    #[inline(always)]
    fn begin(&self, desk: &[u8], used: &[u64]) -> Attempt {
        let four = match self.view.keys {
            Keys::Two(first, second) => self.table.fours_of_both(desk[first], desk[second]),
            Keys::One(first) => self.table.fours_of_first_colour(desk[first]),
            Keys::None => self.table.fours_of_all,
        };
        Attempt { four, free: self.table.fours.get(four).free(used), piece: 0 }
    }

    /// The next candidate that is free and fits: what it wants of its neighbours.
    #[inline(always)]
    fn next(
        &self,
        attempt: &mut Attempt,
        desk: &[u8],
        used: &[u64],
        mates: &[u8; 256],
    ) -> Option<[u8; 4]> {
        let fours = &self.table.fours;
        loop {
            let mut four = fours.get(attempt.four);
            while attempt.free == 0 {
                if four.more == NOBODY {
                    return None;
                }
                attempt.four = four.more;
                four = fours.get(attempt.four);
                attempt.free = four.free(used);
            }
            let at = attempt.free.trailing_zeros() as usize & 3;
            attempt.free &= attempt.free - 1;
            let (wants, rest) = (four.wants[at], &self.view.rest);
            let meets =
                |&(side, place): &(usize, usize)| mates[usize::from(wants[side])] == desk[place];
            if rest.is_empty() || rest.iter().all(meets) {
                attempt.piece = four.pieces[at];
                return Some(wants);
            }
        }
    }
}

#[inline(always)]
fn flip(used: &mut [u64], piece: u16) {
    used[usize::from(piece >> 6)] ^= 1 << (piece & 63);
}

/// A small depth-first search below children that are not laid yet.
pub(super) struct Glance<'a> {
    mates: &'a [u8; 256],
    /// The cells looked at.
    ahead: Vec<Ahead<'a>>,
    /// The side of a child that the next cell meets.
    hinge: usize,
    /// What a cell that cannot be filled costs.
    price: f32,
    /// What the next cells may have to show: colours wanted by pieces laid on the way, of clues, and
    /// wanted by the state looked from.
    desk: Vec<u8>,
    /// The pieces it has used, with those laid on the way.
    used: Vec<u64>,
    /// Colours with which the next cell can be filled, as far as it is known.
    fits: u64,
    nodes: u64,
}

impl<'a> Glance<'a> {
    pub(super) fn new(course: &'a Course, level: usize, parameters: &BeamSearch) -> Self {
        let (views, ahead) = (&course.views[level], usize::from(parameters.ahead));
        let blind = 5 * level < BLIND_FIFTHS * course.stops.len();
        let seen = if blind { 0 } else { views.len().min(ahead) };
        let see = |view: &'a View| Ahead { view, table: &course.tables[view.table] };
        let ahead_of: Vec<Ahead<'_>> = views[..seen].iter().map(see).collect();
        let mut desk = vec![0; FIXED];
        desk.extend(0..=u8::MAX);
        Self {
            mates: &course.mates,
            hinge: ahead_of.first().and_then(|next| next.view.hinge).map_or(0, |hinge| hinge.child),
            ahead: ahead_of,
            price: parameters.break_cost / ahead.max(1) as f32,
            desk,
            used: Vec::new(),
            fits: u64::MAX,
            nodes: 0,
        }
    }

    /// Looks from a state.
    pub(super) fn stand(&mut self, state: LayerState<'_>) {
        self.fits = u64::MAX;
        if self.ahead.is_empty() {
            return;
        }
        self.desk.truncate(SLOTS);
        self.desk.extend_from_slice(state.wants);
        self.used.clear();
        self.used.extend_from_slice(state.used);
        // The piece that nobody has is always used.
        self.used.push(u64::MAX);
    }

    /// Finds out with which colours the next cell can be filled at all: it spares a look below every
    /// child that shows another.
    pub(super) fn survey(&mut self) {
        let Some(next) = self.ahead.first() else { return };
        let Some(hinge) = next.view.hinge else { return };
        let suit = next.table.suit(hinge.other_key, self.desk[hinge.other]);
        let mut fits = 0;
        suit.visit_free(&self.used, |candidate| {
            fits |= 1 << (candidate.sides[hinge.side] % MOST_COLOURS as u8);
        });
        self.fits = fits;
        self.nodes += 1;
    }

    /// The work so far: pieces laid, and one for each survey.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The least that [`cost`](Self::cost) can be, by what the survey told.
    #[inline]
    pub(super) fn least(&self, child: &Candidate) -> f32 {
        if self.may_go_on(child) { 0.0 } else { self.most() }
    }

    /// What it costs if not even the next cell can be filled.
    #[inline]
    pub(super) fn most(&self) -> f32 {
        self.price * self.ahead.len() as f32
    }

    /// Whether the next cell may be filled once a child is laid, by what the survey told.
    #[inline]
    pub(super) fn may_go_on(&self, child: &Candidate) -> bool {
        let colour = self.mates[usize::from(child.sides[self.hinge & 3])];
        self.fits >> (colour % MOST_COLOURS as u8) & 1 == 1
    }

    /// What it costs that some cells ahead cannot be filled without a break once a child is laid, by
    /// what a few nodes tell: up to one break.
    pub(super) fn cost(&mut self, child: &Candidate) -> f32 {
        if self.ahead.is_empty() {
            return 0.0;
        }
        if !self.may_go_on(child) {
            return self.most();
        }
        let wants = child.sides.map(|side| self.mates[usize::from(side)]);
        self.desk[..4].copy_from_slice(&wants);
        let piece = child.placed.piece() as u16;
        flip(&mut self.used, piece);
        let (reached, nodes) = reach(&self.ahead, self.mates, &mut self.desk, &mut self.used);
        self.nodes += nodes;
        flip(&mut self.used, piece);
        self.price * (self.ahead.len() - reached) as f32
    }
}

/// How many cells ahead can be filled, one after the other, and the pieces laid to know it. A
/// function of its own, so that the compiler knows that desk and pieces do not overlap.
#[inline(never)]
fn reach(
    ahead: &[Ahead<'_>],
    mates: &[u8; 256],
    desk: &mut [u8],
    used: &mut [u64],
) -> (usize, u64) {
    let (mut depth, mut reached, mut nodes) = (0, 0, 0);
    let mut attempts = [Attempt::default(); MOST_AHEAD];
    let mut attempt = ahead[0].begin(desk, used);
    loop {
        if let Some(wants) = ahead[depth].next(&mut attempt, desk, used, mates) {
            nodes += 1;
            reached = reached.max(depth + 1);
            if reached == ahead.len() || nodes == MOST_NODES {
                break;
            }
            flip(used, attempt.piece);
            attempts[depth] = attempt;
            depth += 1;
            desk[4 * depth..4 * depth + 4].copy_from_slice(&wants);
            attempt = ahead[depth].begin(desk, used);
        } else if depth == 0 {
            break;
        } else {
            depth -= 1;
            attempt = attempts[depth];
            flip(used, attempt.piece);
        }
    }
    attempts[..depth].iter().for_each(|attempt| flip(used, attempt.piece));
    (reached, nodes)
}
