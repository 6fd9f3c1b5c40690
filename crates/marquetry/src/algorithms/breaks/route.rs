//! What does not change between two starts: the steps, what each of them knows, who may lie there.

use crate::edge::{Clue, Frame, Placed, Puzzle};
use crate::exact::{Look, Numbers, looks};

/// A side of what lies: four bytes for each step, then for each fixed cell, then zeros.
pub(super) type Source = u32;

/// A known side that is not part of the key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extra {
    /// The side of the candidate.
    pub(super) side: u8,
    /// What it must fit.
    pub(super) source: Source,
    /// Whether the join may break.
    pub(super) breakable: bool,
}

/// An empty cell of the order.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) cell: u16,
    /// Cells of the order before this one, clues and all.
    pub(super) depth: u16,
    pub(super) table: u8,
    /// The known sides of the key: up to two, by the side of the candidate.
    pub(super) key: [Source; 2],
    /// Which sides of the key may break, bit 0 for the first.
    pub(super) breakable: u8,
    pub(super) extras: Vec<Extra>,
}

/// Cells in the same situation share their candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Situation {
    /// A cell of this kind.
    pub(super) cell: u16,
    pub(super) rim: u8,
    /// The sides of the key, in order; fewer than two where less is known.
    pub(super) key: Vec<u8>,
}

/// The immutable part of a search.
pub(super) struct Route<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) numbers: Numbers,
    pub(super) mate: [u8; 256],
    pub(super) looks: Vec<Look>,
    pub(super) fixed: Vec<Clue>,
    pub(super) kinds: Vec<Situation>,
    pub(super) steps: Vec<Step>,
    /// Joins between fixed cells that do not match.
    pub(super) broken: u16,
}

impl<'p> Route<'p> {
    /// A plan for the cells of an order that are not fixed.
    pub(super) fn new(puzzle: &'p Puzzle, order: &[u16], fixed: Vec<Clue>, frame: bool) -> Self {
        let mut free = vec![true; puzzle.size()];
        fixed.iter().for_each(|clue| free[clue.placed.piece()] = false);
        let pieces: Vec<u16> =
            (0..puzzle.size() as u16).filter(|&p| free[usize::from(p)]).collect();
        let numbers = Numbers::new(puzzle);
        let mut plan = Self {
            puzzle,
            mate: numbers.mates(puzzle),
            numbers,
            looks: looks(puzzle, &pieces),
            kinds: Vec::new(),
            steps: Vec::new(),
            broken: broken(puzzle, &fixed),
            fixed,
        };
        plan.add_steps(order, frame);
        plan
    }

    fn add_steps(&mut self, order: &[u16], frame: bool) {
        let mut place: Vec<Option<usize>> = vec![None; self.puzzle.size()];
        let is_fixed = |cell: u16| self.fixed.iter().position(|c| c.cell == usize::from(cell));
        let steps = order.iter().filter(|&&cell| is_fixed(cell).is_none()).count();
        for (i, clue) in self.fixed.iter().enumerate() {
            place[clue.cell] = Some(steps + i);
        }
        for (depth, &cell) in order.iter().enumerate() {
            if place[usize::from(cell)].is_none() {
                let step = self.step(cell, depth, &place, steps + self.fixed.len(), frame);
                place[usize::from(cell)] = Some(self.steps.len());
                self.steps.push(step);
            }
        }
    }

    fn step(
        &mut self,
        cell: u16,
        depth: usize,
        place: &[Option<usize>],
        nowhere: usize,
        frame: bool,
    ) -> Step {
        let rim = rim(self.puzzle, usize::from(cell));
        let mut known: Vec<Extra> = Vec::new();
        for side in [0, 3, 2, 1_u8] {
            let other = neighbour(self.puzzle, usize::from(cell), side);
            if let Some(at) = other.and_then(|other| place[other]) {
                let source = (4 * at) as u32 + u32::from((side + 2) % 4);
                let along = rim >> ((side + 1) % 4) & 1 == 1 || rim >> ((side + 3) % 4) & 1 == 1;
                known.push(Extra { side, source, breakable: frame || !along });
            }
        }
        // Sides laid in the course of the search come before those of clues, so that cells beside
        // clues share the tables of the others.
        known.sort_by_key(|extra| extra.source >= (4 * (nowhere - self.fixed.len())) as u32);
        let extras = known.split_off(known.len().min(2));
        known.sort_by_key(|extra| extra.side);
        let kind = Situation { cell, rim, key: known.iter().map(|extra| extra.side).collect() };
        let source = |i: usize| known.get(i).map_or((4 * nowhere) as u32, |extra| extra.source);
        let breakable = |i: usize| u8::from(known.get(i).is_some_and(|extra| extra.breakable));
        Step {
            cell,
            depth: depth as u16,
            table: self.kind_number(kind),
            key: [source(0), source(1)],
            breakable: breakable(0) | breakable(1) << 1,
            extras,
        }
    }

    /// There are at most 16 rims and 11 keys.
    fn kind_number(&mut self, kind: Situation) -> u8 {
        let same = |k: &Situation| k.rim == kind.rim && k.key == kind.key;
        if let Some(known) = self.kinds.iter().position(same) {
            return known as u8;
        }
        self.kinds.push(kind);
        (self.kinds.len() - 1) as u8
    }

    /// The sides of what is fixed, by number.
    pub(super) fn resting(&self) -> impl Iterator<Item = [u8; 4]> {
        self.fixed.iter().map(|clue| self.numbers.sides(self.puzzle.sides(clue.placed)))
    }

    /// How a look lies in one of its turns.
    pub(super) fn placed(&self, look: usize, copy: usize, turn: u8) -> Placed {
        let first = self.looks[look].copies[copy];
        first.with_turn(first.turn() + turn)
    }
}

/// The grey sides of a cell, bit 0 for north.
fn rim(puzzle: &Puzzle, cell: usize) -> u8 {
    let grey = |side: u8| puzzle.frame() == Frame::Grey && neighbour(puzzle, cell, side).is_none();
    (0..4).fold(0, |mask, side| mask | u8::from(grey(side)) << side)
}

/// The cell beside a cell.
pub(super) fn neighbour(puzzle: &Puzzle, cell: usize, side: u8) -> Option<usize> {
    let (width, col) = (puzzle.width(), cell % puzzle.width());
    match side {
        0 => cell.checked_sub(width),
        1 => (col + 1 < width).then_some(cell + 1),
        2 => (cell + width < puzzle.size()).then_some(cell + width),
        _ => (col > 0).then(|| cell - 1),
    }
}

/// Joins between fixed cells that do not match.
pub(super) fn broken(puzzle: &Puzzle, fixed: &[Clue]) -> u16 {
    let at = |cell: usize| fixed.iter().find(|c| c.cell == cell).map(|c| puzzle.sides(c.placed));
    let mut broken = 0;
    for clue in fixed {
        let sides = puzzle.sides(clue.placed);
        for side in [1, 2_u8] {
            let Some(other) = neighbour(puzzle, clue.cell, side).and_then(at) else { continue };
            let facing = other[usize::from((side + 2) % 4)];
            broken += u16::from(puzzle.mate(sides[usize::from(side)]) != facing);
        }
    }
    broken
}
