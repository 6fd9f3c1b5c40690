//! The hot loop: an exact depth-first search that fills a small region again.

use super::adjacency::Adjacency;
use super::supply::Supply;
use crate::edge::{Frame, GREY, Placed, State};

/// The most cells of a region: four turns of every piece must fit one word.
pub(crate) const MOST_CELLS: usize = 32;

/// A set of looks: bit `4 * i + t` for the region's piece number `i` with turn `t`.
type Looks = u128;

/// Looks by the number of joins they break on a cell, from none to four.
type Classes = [Looks; 5];

/// A cell of the region, in the order of the search.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    cell: u16,
    /// The looks that keep the frame here, by the joins they break with cells outside.
    classes: Classes,
    /// The earlier spots beside this one and the side they are on.
    earlier: [(u8, u8); 4],
    earlier_count: u8,
    /// The sides with a later spot beside them, as bits.
    later: u8,
    /// The colours that the cells outside want, by side; grey where there is none.
    outside: [u8; 4],
    /// The look that lay here.
    old: u8,
    /// The fewest joins this spot and all later ones break with cells outside.
    rest: u32,
}

/// What a search is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aim {
    /// The most breaks more than now, of any filling that differs from the old one.
    pub(crate) loss: u32,
    /// The pieces that may be laid.
    pub(crate) nodes: u64,
    /// Whether to cut where the colours in hand do not suffice: only large regions pay for it.
    pub(crate) supply: bool,
}

/// Fills regions; keeps its tables between calls.
#[derive(Clone, Debug)]
pub(crate) struct Filler {
    spots: Vec<Spot>,
    /// The region's pieces.
    pieces: Vec<u16>,
    /// The looks that show a colour, by side and colour.
    shows: Box<[[Looks; 256]; 4]>,
    /// The colours of every look and those it wants.
    looks: Vec<[u8; 4]>,
    wants: Vec<[u8; 4]>,
    supply: Supply,
    /// Whether all sides end up in joins of equal colours.
    paired: bool,
    chosen: [u8; MOST_CELLS],
    /// The best filling so far.
    found: Option<(u32, [u8; MOST_CELLS])>,
    /// A filling with this many breaks or more is of no use.
    bar: u32,
    /// The breaks of the region as it was.
    old: u32,
    nodes: u64,
    limit: u64,
}

impl Filler {
    pub(crate) fn new() -> Self {
        Self {
            spots: Vec::new(),
            pieces: Vec::new(),
            shows: Box::new([[0; 256]; 4]),
            looks: Vec::new(),
            wants: Vec::new(),
            supply: Supply::new(),
            paired: false,
            chosen: [0; MOST_CELLS],
            found: None,
            bar: 0,
            old: 0,
            nodes: 0,
            limit: 0,
        }
    }

    /// Searches the fillings of a region for one with fewer breaks, or else for another one within
    /// the aim, and leaves the region as it is. `laid` receives the filling, if there is one; the
    /// answer is the number of pieces laid on the way.
    pub(crate) fn fill(
        &mut self,
        ground: &Adjacency<'_>,
        state: &State<'_>,
        region: &[usize],
        aim: Aim,
        laid: &mut Vec<(usize, Placed)>,
    ) -> u64 {
        laid.clear();
        self.prepare(ground, state, &region[..region.len().min(MOST_CELLS)]);
        self.bar = self.old + aim.loss + 1;
        (self.nodes, self.limit, self.found) = (0, aim.nodes, None);
        let all = Looks::MAX >> (Looks::BITS as usize - 4 * self.spots.len().max(1));
        if self.spots.is_empty() {
            return 0;
        }
        if aim.supply {
            self.stock(ground);
            self.lay::<true>(0, 0, all);
        } else {
            self.lay::<false>(0, 0, all);
        }
        self.forget(ground);
        if let Some((_, chosen)) = self.found {
            let placed =
                |&look: &u8| Placed::new(usize::from(self.pieces[usize::from(look / 4)]), look % 4);
            let cells = self.spots.iter().map(|spot| usize::from(spot.cell));
            laid.extend(cells.zip(chosen.iter().map(placed)));
        }
        self.nodes
    }

    /// Fills the spots from `depth` on; true if the search is over.
    fn lay<const SUPPLY: bool>(&mut self, depth: usize, breaks: u32, free: Looks) -> bool {
        let Some(spot) = self.spots.get(depth) else { return self.complete(breaks) };
        let mut classes = spot.classes;
        for &(earlier, side) in &spot.earlier[..usize::from(spot.earlier_count)] {
            let facing = self.wants[usize::from(self.chosen[usize::from(earlier)])];
            let side = usize::from(side);
            let fit = self.shows[side][usize::from(facing[side ^ 2])];
            for class in (1..5).rev() {
                classes[class] = classes[class] & fit | classes[class - 1] & !fit;
            }
            classes[0] &= fit;
        }
        let rest = self.spots.get(depth + 1).map_or(0, |next| next.rest);
        for (class, looks) in classes.into_iter().enumerate() {
            let breaks = breaks + class as u32;
            let mut looks = looks & free;
            while looks != 0 {
                if breaks + rest >= self.bar {
                    return false;
                }
                if self.nodes >= self.limit {
                    return true;
                }
                self.nodes += 1;
                let look = looks.trailing_zeros();
                looks &= looks - 1;
                self.chosen[depth] = look as u8;
                let free = free & !(0xf << (look & !3));
                if SUPPLY {
                    self.spend(depth, 1);
                    let hopeless = breaks + self.supply.breaks(self.paired) >= self.bar;
                    if !hopeless && self.lay::<true>(depth + 1, breaks, free) {
                        return true;
                    }
                    self.spend(depth, -1);
                } else if self.lay::<false>(depth + 1, breaks, free) {
                    return true;
                }
            }
        }
        false
    }

    /// Takes the sides of the look chosen at a depth from the supply (1) or gives them back (-1).
    fn spend(&mut self, depth: usize, sign: i16) {
        let spot = &self.spots[depth];
        let look = usize::from(self.chosen[depth]);
        let (shown, mut facing) = (self.looks[look], spot.outside);
        for &(earlier, side) in &spot.earlier[..usize::from(spot.earlier_count)] {
            let (earlier, side) = (usize::from(earlier), usize::from(side));
            facing[side] = self.wants[usize::from(self.chosen[earlier])][side ^ 2];
        }
        for side in 0..4 {
            if spot.later >> side & 1 == 1 {
                self.supply.shift(shown[side], -sign);
                self.supply.shift(self.wants[look][side], -sign);
            } else if shown[side] != facing[side] {
                self.supply.shift(shown[side], -sign);
                self.supply.shift(facing[side], sign);
            }
        }
    }

    /// Counts the sides in hand and those of the cells outside.
    fn stock(&mut self, ground: &Adjacency<'_>) {
        self.supply.clear();
        let plain = |&colour: &u8| ground.puzzle.mate(colour) == colour;
        self.paired = ground.puzzle.frame() == Frame::Grey;
        for shown in self.looks.iter().step_by(4) {
            self.paired &= shown.iter().all(plain);
            shown.iter().for_each(|&colour| self.supply.shift(colour, 1));
        }
        for spot in &self.spots {
            spot.outside.iter().for_each(|&colour| self.supply.shift(colour, -1));
        }
    }

    /// Keeps a filling; true if it is better than the old one.
    fn complete(&mut self, breaks: u32) -> bool {
        let same = |(spot, &look): (&Spot, &u8)| spot.old == look;
        if self.spots.iter().zip(&self.chosen).all(same) {
            return false;
        }
        self.found = Some((breaks, self.chosen));
        // From now on only a better one will do.
        self.bar = self.old;
        breaks < self.old
    }

    fn prepare(&mut self, ground: &Adjacency<'_>, state: &State<'_>, region: &[usize]) {
        self.pieces.clear();
        self.looks.clear();
        self.wants.clear();
        let old = region.iter().filter_map(|&cell| state.get(cell));
        self.pieces.extend(old.map(|placed| placed.piece() as u16));
        for (i, &piece) in self.pieces.iter().enumerate() {
            for turn in 0..4 {
                let placed = Placed::new(usize::from(piece), turn);
                self.wants.push(ground.wanted(placed));
                self.looks.push(ground.shown(placed));
                for (side, &colour) in ground.shown(placed).iter().enumerate() {
                    if colour != GREY {
                        self.shows[side][usize::from(colour)] |= 1 << (4 * i + usize::from(turn));
                    }
                }
            }
        }
        self.order(ground, state, region);
        let mut rest = 0;
        for spot in self.spots.iter_mut().rev() {
            let fewest = spot.classes.iter().position(|&looks| looks != 0);
            rest += fewest.unwrap_or(0) as u32;
            spot.rest = rest;
        }
    }

    /// Orders the cells so that each knows as many sides as possible, and counts the breaks.
    fn order(&mut self, ground: &Adjacency<'_>, state: &State<'_>, region: &[usize]) {
        self.spots.clear();
        self.old = 0;
        let beside = |cell: usize| {
            let place = |other: usize| region.iter().position(|&cell| cell == other);
            ground.around(cell).into_iter().flatten().filter_map(place)
        };
        // By cell of the region, how many cells beside it are still to come; those done have more.
        let mut open = [usize::MAX; MOST_CELLS];
        for (open, &cell) in open.iter_mut().zip(region) {
            *open = beside(cell).count();
        }
        for _ in region {
            let next = (0..region.len()).min_by_key(|&number| open[number]).unwrap_or(0);
            let spot = self.spot(ground, state, region, next, region[next]);
            self.spots.push(spot);
            beside(region[next]).for_each(|other| open[other] = open[other].saturating_sub(1));
            open[next] = usize::MAX;
        }
    }

    fn spot(
        &mut self,
        ground: &Adjacency<'_>,
        state: &State<'_>,
        region: &[usize],
        number: usize,
        cell: usize,
    ) -> Spot {
        let turn = state.get(cell).map_or(0, Placed::turn);
        let mut spot = Spot { cell: cell as u16, old: 4 * number as u8 + turn, ..Spot::default() };
        let layout = ground.puzzle.layout();
        for (i, &piece) in self.pieces.iter().enumerate() {
            let turns = layout.turns(usize::from(piece), cell);
            spot.classes[0] |= Looks::from(turns) << (4 * i);
        }
        for (side, other) in ground.around(cell).into_iter().enumerate() {
            let Some(other) = other else { continue };
            let Some(placed) = state.get(other) else { continue };
            let wanted = ground.wanted(placed)[side ^ 2];
            let fit = self.shows[side][usize::from(wanted)];
            let earlier = self.spots.iter().position(|spot| usize::from(spot.cell) == other);
            if let Some(earlier) = earlier {
                spot.earlier[usize::from(spot.earlier_count)] = (earlier as u8, side as u8);
                spot.earlier_count += 1;
            } else if !region.contains(&other) {
                spot.outside[side] = wanted;
                for class in (1..5).rev() {
                    spot.classes[class] =
                        spot.classes[class] & fit | spot.classes[class - 1] & !fit;
                }
                spot.classes[0] &= fit;
            } else {
                spot.later |= 1 << side;
                continue;
            }
            self.old += u32::from(fit >> spot.old & 1 == 0);
        }
        spot
    }

    /// Clears the tables that `prepare` filled.
    fn forget(&mut self, ground: &Adjacency<'_>) {
        for &piece in &self.pieces {
            for turn in 0..4 {
                let shown = ground.shown(Placed::new(usize::from(piece), turn));
                for (side, colour) in shown.into_iter().enumerate() {
                    self.shows[side][usize::from(colour)] = 0;
                }
            }
        }
    }
}
