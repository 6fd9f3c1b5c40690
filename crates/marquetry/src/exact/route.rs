//! Everything about a search that does not change while it runs: which cell comes when, which
//! sides are known by then, and the candidates for every combination of their colours.
//!
//! Each cell is seen in its own frame, turned so that cells in the same situation share one table:
//! whatever the order, an inner cell with two known neighbouring sides finds its candidates in
//! the same list, and a piece has four entries there, one for each turn.

use super::builder::Builder;
use super::looks::Look;
use crate::edge::{Board, Clue, Puzzle};

/// Candidates per word of a table.
pub(super) const WORD: usize = 32;
/// Entries switched at once when a piece is laid or lifted.
pub(super) const CHUNK: usize = 4;
/// Bytes of a level of the kernel.
pub(super) const LEVEL: usize = 64;
/// A byte of a candidate that is always zero.
pub(super) const NO_SIDE: u8 = 7;

/// The look of nobody.
pub(super) const NOBODY: u16 = u16::MAX;

/// A look in one turn, in the frame of its table: four colours, the look's number (low byte
/// first), the turn, and a zero. Plain bytes, since the kernel picks sides by their number.
pub(super) type Candidate = [u8; 8];

/// A candidate from its parts.
pub(super) fn candidate(sides: [u8; 4], look: u16, turn: u8) -> Candidate {
    let [n, e, s, w] = sides;
    let [low, high] = look.to_le_bytes();
    [n, e, s, w, low, high, turn, 0]
}

/// The look of a candidate.
#[inline(always)]
pub(super) fn look_of(candidate: &Candidate) -> u16 {
    u16::from_le_bytes([candidate[4], candidate[5]])
}

/// Up to [`WORD`] candidates of a table that fit the same colours: the number of the first in the
/// upper half, and in the lower half a bit for each that is free. One register holds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word(u64);

impl Word {
    /// The candidates from `start` on, all free.
    pub(super) fn new(start: usize, count: usize) -> Self {
        Self((start as u64) << WORD | ((1 << count) - 1))
    }

    #[inline(always)]
    pub(super) fn mask(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.mask() == 0
    }

    /// The number of the first candidate, free or not.
    pub(super) fn start(self) -> u32 {
        (self.0 >> WORD) as u32
    }

    /// Takes the first free candidate. There must be one.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> usize {
        let index = (self.0 >> WORD) as usize + self.mask().trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        index
    }

    #[inline(always)]
    pub(super) fn switch(&mut self, bit: u32) {
        self.0 ^= u64::from(bit);
    }

    /// Keeps the free candidates that pass.
    pub(super) fn retain(&mut self, passes: impl Fn(usize) -> bool) {
        let mut rest = *self;
        while !rest.is_empty() {
            let index = rest.pop();
            if !passes(index) {
                self.switch(1 << (index - self.start() as usize));
            }
        }
    }

    /// Leaves out the candidates before this number.
    pub(super) fn skip_to(&mut self, index: u32) {
        self.retain(|candidate| candidate >= index as usize);
    }
}

/// An entry of a look in a table: switched when the last copy is laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switch {
    pub(super) word: u32,
    pub(super) bit: u32,
}

/// Where the word for the known sides of a cell is: `base + (first << shift) + second`. First and
/// second are colours of what lies, each by the place of its byte: [`LEVEL`] bytes to a level, the
/// steps first, then the fixed cells, then a zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Key {
    pub(super) base: u32,
    pub(super) first: u32,
    pub(super) second: u32,
}

/// Known sides that are not part of the key: at most two.
#[derive(Clone, Debug, Default)]
pub(super) struct Filter {
    sides: [(u8, u32); 2],
    count: u8,
}

impl Filter {
    /// Side of the candidate, byte of `laid` that it must fit.
    pub(super) fn sides(&self) -> &[(u8, u32)] {
        &self.sides[..usize::from(self.count)]
    }
}

impl FromIterator<(u8, u32)> for Filter {
    fn from_iter<T: IntoIterator<Item = (u8, u32)>>(sides: T) -> Self {
        let mut filter = Self::default();
        for (place, side) in filter.sides.iter_mut().zip(sides) {
            *place = side;
            filter.count += 1;
        }
        filter
    }
}

/// A cell that is not next but already knows two or more sides: somebody must fit there.
#[derive(Clone, Debug)]
pub(super) struct Lookout {
    pub(super) key: Key,
    pub(super) filter: Filter,
}

/// What there is to know of one cell of the order.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) cell: u16,
    /// Side `i` of the cell's frame is side `i + turn` of the board.
    pub(super) turn: u8,
    /// The sides of the board's frame that are known, bit 0 for north.
    pub(super) known: u8,
    pub(super) key: Key,
    /// The key without what the step before brings, that is its side and the shift of its colour.
    pub(super) partial: Key,
    pub(super) from_last: (u8, u8),
    pub(super) filter: Filter,
    /// Looked at once the step before is laid.
    pub(super) watches: Vec<Lookout>,
    /// Whether a bucket of the table needs more than one word.
    pub(super) chained: bool,
    /// Chunks of further entries to switch when a piece is laid here: tables still to be used.
    pub(super) chunks: u8,
}

/// The immutable part of a search.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) fixed: Vec<Clue>,
    pub(super) looks: Vec<Look>,
    /// Whether some look has several copies.
    pub(super) repeats: bool,
    pub(super) steps: Vec<Step>,
    /// Bits a colour takes in a key.
    pub(super) shift: u8,
    pub(super) candidates: Vec<Candidate>,
    pub(super) words: Vec<Word>,
    /// The word that goes on with a bucket, 0 if there is none.
    pub(super) chain: Vec<u32>,
    /// The entries of each look in the tables used longest.
    pub(super) entries: Vec<[Switch; CHUNK]>,
    /// Its other entries: `more[look * stride..][..stride]`, those used longest first.
    pub(super) more: Vec<[Switch; CHUNK]>,
    pub(super) stride: usize,
    /// What lies on fixed cells, in the board's frame.
    pub(super) resting: Vec<Candidate>,
    /// The colour that fits a colour.
    pub(super) mate: [u8; 256],
}

/// What a plan is made for.
pub(super) struct Assignment<'a> {
    pub(super) puzzle: &'a Puzzle,
    /// What lies already, on cells of the region.
    pub(super) fixed: Vec<Clue>,
    /// The pieces that may be laid.
    pub(super) pieces: Vec<u16>,
    /// The empty cells of the region, in order.
    pub(super) cells: Vec<u16>,
    /// Whether cells that are not next are looked at.
    pub(super) lookahead: bool,
}

impl Route {
    /// The place of a byte that is always zero.
    pub(super) fn zero(&self) -> u32 {
        (LEVEL * (self.steps.len() + self.resting.len())) as u32
    }

    pub(super) fn new(task: &Assignment<'_>) -> Self {
        Builder::new(task).build()
    }

    /// The board of a path: what is fixed, and a candidate for each step.
    pub(super) fn board(&self, path: &[Candidate]) -> Board {
        let mut board = Board::empty(self.width, self.height);
        self.fixed.iter().for_each(|clue| board.set(clue.cell, Some(clue.placed)));
        let mut laid = vec![0; self.looks.len()];
        for (candidate, step) in path.iter().zip(&self.steps) {
            let look = usize::from(look_of(candidate));
            let copy = self.looks[look].copies[laid[look]];
            laid[look] += 1;
            let placed = copy.with_turn(copy.turn() + candidate[6] + step.turn);
            board.set(usize::from(step.cell), Some(placed));
        }
        board
    }
}
