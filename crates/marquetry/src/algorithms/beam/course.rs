//! The way a beam takes over the board: its cells in order, and how each hangs on earlier ones.

use super::deck::Deck;
use super::glance::{View, views};
use super::logs::Logs;
use super::seen::mix;
use crate::edge::{Frame, Piece, Placed, Puzzle};
use crate::exact::Numbers;

/// What a side of a cell must show to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    /// Nothing lies there yet, or it is the rim.
    Nothing,
    /// What an earlier piece of this state left in a slot.
    Slot(u16),
    /// What a clue shows, the same for every state.
    Fixed(u8),
}

/// One cell of the course.
#[derive(Debug)]
pub(super) struct Stop {
    pub(super) cell: usize,
    /// The table of its candidates, by index.
    pub(super) table: usize,
    /// Up to two sides the table is sorted by.
    pub(super) keys: [Want; 2],
    /// Which sides these are.
    pub(super) key_sides: [usize; 2],
    /// Other sides that must match.
    pub(super) rest: Vec<(usize, Want)>,
    /// Slots that this cell empties.
    pub(super) reads: Vec<u16>,
    /// Sides later cells will look at, and the slots they go to.
    pub(super) writes: Vec<(usize, u16)>,
    /// Joins still to be made once this cell is filled, by pool.
    pub(super) joins_left: [f32; 2],
}

/// The whole course of a beam over a puzzle.
#[derive(Debug)]
pub struct Course {
    pub(super) stops: Vec<Stop>,
    /// By stop, the cells that come next, seen from there.
    pub(super) views: Vec<Vec<View>>,
    pub(super) tables: Vec<Deck>,
    pub(super) slots: usize,
    pub(super) mates: [u8; 256],
    pub(super) colours: usize,
    /// Unplaced sides by colour number, clue pieces not counted.
    pub(super) supply: Vec<u16>,
    /// Colour numbers of the second pool.
    pub(super) rim_colours: Vec<bool>,
    /// By piece, a hash that equal pieces share.
    pub(super) look_hashes: Vec<u64>,
    /// The numbered sides of every placed piece, by [`Placed::index`].
    pub(super) sides: Vec<[u8; 4]>,
    /// Whether every side of a piece left finds its own colour in the supply: not if colours have
    /// mates, nor if border pieces with fewer coloured sides share the inner colours.
    pub(super) scarcity: bool,
    /// Of numbers of collisions.
    pub(super) logs: Logs,
    /// The pieces of the clues.
    pub(super) clued: Vec<usize>,
    /// Breaks among the clues, which nobody can help.
    pub(super) fixed_breaks: u16,
}

impl Course {
    /// The number of cells to fill.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.stops.len()
    }

    /// About what each state of a beam's width costs in memory.
    #[must_use]
    pub fn bytes_per_state(&self) -> usize {
        let layer = self.look_hashes.len().div_ceil(64) * 8 + self.slots + 2 * self.colours + 24;
        // Two layers; the children and where they lie by hash, the hashes seen, and the way back, of
        // which eight levels are whole: by the most that beams of 60,000 and 200,000 states took.
        2 * layer + 560
    }
}

/// The four neighbours of a cell, clockwise from north.
pub(super) fn neighbours(puzzle: &Puzzle, cell: usize) -> [Option<usize>; 4] {
    let (width, col) = (puzzle.width(), cell % puzzle.width());
    [
        cell.checked_sub(width),
        (col + 1 < width).then_some(cell + 1),
        (cell + width < puzzle.size()).then_some(cell + width),
        (col > 0).then(|| cell - 1),
    ]
}

/// By piece, a hash that equal pieces share: states that differ in them only are the same.
fn look_hashes(puzzle: &Puzzle) -> Vec<u64> {
    let hash = |piece: &Piece| {
        let sides = piece.canonical().0.map(u64::from);
        mix(sides.iter().fold(1, |hash, side| hash << 8 | side))
    };
    puzzle.pieces().iter().map(hash).collect()
}

/// What is known while the course is laid out.
struct Surveyor<'p> {
    puzzle: &'p Puzzle,
    numbers: Numbers,
    mates: [u8; 256],
    clue: Vec<Option<Placed>>,
    done: Vec<bool>,
    /// The slot that holds what a cell shows on a side.
    slot_of: Vec<[Option<u16>; 4]>,
    free: Vec<u16>,
    slots: u16,
    joins: [usize; 2],
    tables: Vec<Deck>,
    known: Vec<([bool; 4], bool, [usize; 2])>,
}

impl Course {
    /// A course over the cells of `order`, each once.
    #[must_use]
    pub fn new(puzzle: &Puzzle, order: &[u16]) -> Self {
        let mut surveyor = Surveyor::new(puzzle);
        let fixed_breaks = surveyor.join_clues();
        let mut stops: Vec<Stop> = Vec::with_capacity(order.len());
        for cell in order.iter().map(|&cell| usize::from(cell)) {
            if surveyor.clue[cell].is_none() {
                stops.push(surveyor.stop(cell));
            }
        }
        let clued: Vec<usize> = puzzle.clues().iter().map(|clue| clue.placed.piece()).collect();
        let (supply, rim_colours) = surveyor.supply(&clued);
        Self {
            views: views(&stops, usize::from(surveyor.slots), surveyor.numbers.count),
            stops,
            slots: usize::from(surveyor.slots),
            mates: surveyor.mates,
            colours: surveyor.numbers.count,
            rim_colours,
            look_hashes: look_hashes(puzzle),
            sides: surveyor.sides(),
            scarcity: !puzzle.signed() && (surveyor.numbers.apart || puzzle.frame() == Frame::Open),
            logs: Logs::new(supply.iter().map(|&sides| usize::from(sides).pow(2)).sum()),
            clued,
            supply,
            fixed_breaks,
            tables: surveyor.tables,
        }
    }
}

impl<'p> Surveyor<'p> {
    fn new(puzzle: &'p Puzzle) -> Self {
        let numbers = Numbers::new(puzzle);
        let mut clue = vec![None; puzzle.size()];
        puzzle.clues().iter().for_each(|c| clue[c.cell] = Some(c.placed));
        let mut surveyor = Self {
            puzzle,
            mates: numbers.mates(puzzle),
            numbers,
            done: clue.iter().map(Option::is_some).collect(),
            clue,
            slot_of: vec![[None; 4]; puzzle.size()],
            free: Vec::new(),
            slots: 0,
            joins: [0; 2],
            tables: Vec::new(),
            known: Vec::new(),
        };
        for cell in 0..puzzle.size() {
            for side in [1, 2] {
                if neighbours(puzzle, cell)[side].is_some() {
                    let pool = surveyor.pool(cell, side);
                    surveyor.joins[pool] += 1;
                }
            }
        }
        surveyor
    }

    /// The pool of the join on a side of a cell.
    fn pool(&self, cell: usize, side: usize) -> usize {
        let around = neighbours(self.puzzle, cell);
        let beside = around[(side + 1) % 4].is_none() || around[(side + 3) % 4].is_none();
        usize::from(self.numbers.apart && beside)
    }

    /// Takes the joins among clues off the books; how many of them are breaks.
    fn join_clues(&mut self) -> u16 {
        let mut breaks = 0;
        for clue in self.puzzle.clues() {
            for side in [1, 2] {
                let Some(next) = neighbours(self.puzzle, clue.cell)[side] else { continue };
                let Some(other) = self.clue[next] else { continue };
                let pool = self.pool(clue.cell, side);
                self.joins[pool] -= 1;
                let shown = self.puzzle.sides(clue.placed)[side];
                let met = self.puzzle.sides(other)[(side + 2) % 4];
                breaks += u16::from(self.puzzle.mate(shown) != met);
            }
        }
        breaks
    }

    fn stop(&mut self, cell: usize) -> Stop {
        let mut wants = Vec::new();
        let mut reads = Vec::new();
        let around = neighbours(self.puzzle, cell);
        for (side, next) in around.into_iter().enumerate() {
            let Some(next) = next.filter(|&next| self.done[next]) else { continue };
            let pool = self.pool(cell, side);
            self.joins[pool] -= 1;
            let facing = (side + 2) % 4;
            if let Some(slot) = self.slot_of[next][facing].take() {
                wants.push((side, Want::Slot(slot)));
                reads.push(slot);
            } else if let Some(placed) = self.clue[next] {
                let shown = self.numbers.sides(self.puzzle.sides(placed))[facing];
                wants.push((side, Want::Fixed(self.mates[usize::from(shown)])));
            }
        }
        // States differ in their slots: look up by those first.
        wants.sort_by_key(|(_, want)| matches!(want, Want::Fixed(_)));
        self.free.extend(&reads);
        self.done[cell] = true;
        let mut writes = Vec::new();
        for (side, next) in around.into_iter().enumerate() {
            if next.is_some_and(|next| !self.done[next]) {
                let slot = self.free.pop().unwrap_or_else(|| {
                    self.slots += 1;
                    self.slots - 1
                });
                self.slot_of[cell][side] = Some(slot);
                writes.push((side, slot));
            }
        }
        let at = |i: usize| wants.get(i).map_or(Want::Nothing, |&(_, want)| want);
        let first = wants.first().map_or(0, |&(side, _)| side);
        let second = wants.get(1).map_or((first + 1) % 4, |&(side, _)| side);
        Stop {
            cell,
            table: self.table(cell, [first, second]),
            keys: [at(0), at(1)],
            key_sides: [first, second],
            rest: wants.iter().skip(2).copied().collect(),
            reads,
            writes,
            joins_left: self.joins.map(|joins| joins as f32),
        }
    }

    /// The table for a cell sorted by two sides, made once for all cells like it.
    fn table(&mut self, cell: usize, sides: [usize; 2]) -> usize {
        let rim = neighbours(self.puzzle, cell).map(|next| next.is_none());
        let key = (rim, self.numbers.apart, sides);
        if let Some(at) = self.known.iter().position(|known| *known == key) {
            return at;
        }
        self.known.push(key);
        self.tables.push(Deck::new(self.puzzle, &self.numbers, cell, sides));
        self.tables.len() - 1
    }

    fn sides(&self) -> Vec<[u8; 4]> {
        let placed = |piece| (0..4).map(move |turn| Placed::new(piece, turn));
        let all = (0..self.puzzle.size()).flat_map(placed);
        all.map(|placed| self.numbers.sides(self.puzzle.sides(placed))).collect()
    }

    fn supply(&self, clued: &[usize]) -> (Vec<u16>, Vec<bool>) {
        let mut supply = vec![0; self.numbers.count];
        let mut rim = vec![false; self.numbers.count];
        for (piece, sides) in self.puzzle.pieces().iter().enumerate() {
            let numbered = self.numbers.sides(sides.0);
            for (side, &number) in numbered.iter().enumerate().filter(|&(_, &number)| number != 0) {
                rim[usize::from(number)] = self.numbers.pool(sides.0, side) == 1;
                supply[usize::from(number)] += u16::from(!clued.contains(&piece));
            }
        }
        (supply, rim)
    }
}
