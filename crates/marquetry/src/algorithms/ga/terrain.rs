//! What never changes while boards evolve: where pieces may lie and what they show.

use crate::edge::{Frame, GREY, Kind, Placed, Puzzle};
use crate::search::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Four colours in a word, north in the lowest byte.
pub(super) type Sides = u32;

/// What a side wants that nothing can match: no piece shows it.
const NOTHING: u8 = 255;

/// Which placements an individual may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Freedom {
    /// Any piece anywhere, turned in any way; only clues stay.
    Free,
    /// Pieces lie on cells of their kind, turned in any way: sections 1 and 3, and the boards on the
    /// thesis's screens, where a border piece lies turned the wrong way on the rim.
    Class,
    /// Grey lies on the rim: pieces move within their kind (corner, border, inner).
    #[default]
    Kept,
}

/// Which joins the edge constraint counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Joins {
    /// Those between two pieces, 2n(n-1) of them; a grey side among them never matches. It is what
    /// the numbers on the thesis's screens (figures 23, 24, 43 to 45) come from.
    #[default]
    Inner,
    /// Those with the rim as well, 2n(n+1) of them, as section 1 counts; grey matches grey
    /// anywhere.
    All,
}

/// Tables of a puzzle for one kind of freedom.
#[derive(Clone, Debug)]
pub(super) struct Terrain<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) freedom: Freedom,
    pub(super) joins: Joins,
    /// The sides of every placed piece, by [`Placed::index`].
    pub(super) shown: Vec<Sides>,
    /// The sides that match those from across the join.
    pub(super) wanted: Vec<Sides>,
    /// A piece may lie on the cells of its own class only. Every clue is a class of its own.
    cell_classes: Vec<u16>,
    piece_classes: Vec<u16>,
    /// The cells of every class that moves.
    classes: Vec<Vec<u16>>,
    /// The cells that are no clue's.
    movable: Vec<u16>,
    /// The cells whose piece may take more than one turn.
    turnable: Vec<u16>,
}

impl<'p> Terrain<'p> {
    /// The tables. The puzzle has no obstacle.
    pub(super) fn new(puzzle: &'p Puzzle, freedom: Freedom, joins: Joins) -> Self {
        let (size, layout) = (puzzle.size(), puzzle.layout());
        let sides = |i: usize| puzzle.sides(Placed::new(i / 4, (i % 4) as u8));
        let mate = |colour| match (colour, joins) {
            (GREY, Joins::Inner) => NOTHING,
            _ => puzzle.mate(colour),
        };
        let (sorted, kept) = (freedom != Freedom::Free, freedom == Freedom::Kept);
        let mut cell_classes = vec![0; size];
        let mut piece_classes = vec![0; size];
        for kind in Kind::ALL.into_iter().filter(|_| sorted) {
            let class = kind as u16;
            layout.cells(kind).iter().for_each(|&cell| cell_classes[usize::from(cell)] = class);
            layout.pieces(kind).iter().for_each(|&p| piece_classes[usize::from(p)] = class);
        }
        for (i, clue) in puzzle.clues().iter().enumerate() {
            cell_classes[clue.cell] = 6 + i as u16;
            piece_classes[clue.placed.piece()] = 6 + i as u16;
        }
        let cells = 0..size as u16;
        let of = |class: u16| {
            cells.clone().filter(|&cell| cell_classes[usize::from(cell)] == class).collect()
        };
        let classes: Vec<Vec<u16>> = (0..6).map(of).collect();
        let movable: Vec<u16> = classes.iter().flatten().copied().collect();
        // Corners, borders and the ends of strips have one turn each.
        let fixed = |&&cell: &&u16| {
            kept && {
                matches!(layout.kind(usize::from(cell)), Kind::Border | Kind::Corner | Kind::End)
            }
        };
        let turnable = movable.iter().filter(|cell| !fixed(cell)).copied().collect();
        Self {
            puzzle,
            width: puzzle.width(),
            height: puzzle.height(),
            freedom,
            joins,
            shown: (0..4 * size).map(|i| Sides::from_le_bytes(sides(i))).collect(),
            wanted: (0..4 * size).map(|i| Sides::from_le_bytes(sides(i).map(mate))).collect(),
            cell_classes,
            piece_classes,
            classes,
            movable,
            turnable,
        }
    }

    /// Whether the rim counts: its sides are joins of the edge constraint.
    pub(super) fn counts_rim(&self) -> bool {
        self.joins == Joins::All && self.puzzle.frame() == Frame::Grey
    }

    /// Whether a placed piece may lie on a cell.
    pub(super) fn allows(&self, placed: Placed, cell: usize) -> bool {
        self.cell_classes[cell] == self.piece_classes[placed.piece()]
            && self.turns(placed.piece(), cell) >> placed.turn() & 1 == 1
    }

    /// The turns a piece may take on a cell of its class, as a bit set.
    pub(super) fn turns(&self, piece: usize, cell: usize) -> u8 {
        match self.clue_of(cell) {
            Some(clue) => 1 << clue.turn(),
            None if self.freedom == Freedom::Kept => self.puzzle.layout().turns(piece, cell),
            None => 0b1111,
        }
    }

    fn clue_of(&self, cell: usize) -> Option<Placed> {
        let clue = usize::from(self.cell_classes[cell]).checked_sub(6)?;
        self.puzzle.clues().get(clue).map(|clue| clue.placed)
    }

    /// The piece of a cell turned clockwise until it may lie there again.
    pub(super) fn turned(&self, placed: Placed, cell: usize) -> Placed {
        let turns = self.turns(placed.piece(), cell);
        let next = (1..4).map(|by| (placed.turn() + by) % 4).find(|turn| turns >> turn & 1 == 1);
        next.map_or(placed, |turn| placed.with_turn(turn))
    }

    /// A cell that is no clue's.
    pub(super) fn any_cell(&self, rng: &mut Rng) -> Option<usize> {
        rng.pick(&self.movable).map(|&cell| usize::from(cell))
    }

    /// A cell whose piece may take more than one turn.
    pub(super) fn any_turnable(&self, rng: &mut Rng) -> Option<usize> {
        rng.pick(&self.turnable).map(|&cell| usize::from(cell))
    }

    /// Another cell of the same class.
    pub(super) fn another(&self, cell: usize, rng: &mut Rng) -> Option<usize> {
        let class = self.classes.get(usize::from(self.cell_classes[cell]))?;
        let at = class.binary_search(&(cell as u16)).ok()?;
        let others = class.len().checked_sub(1).filter(|&others| others > 0)?;
        let i = rng.below(others);
        class.get(i + usize::from(i >= at)).map(|&cell| usize::from(cell))
    }

    /// The cells of the class of a cell, itself among them; none for a clue's.
    pub(super) fn alike(&self, cell: usize) -> &[u16] {
        self.classes.get(usize::from(self.cell_classes[cell])).map_or(&[], Vec::as_slice)
    }

    /// The cells of the rim, clockwise from the top left; none on boards without an inside.
    pub(super) fn ring(&self) -> Vec<usize> {
        let (width, height) = (self.width, self.height);
        if width < 2 || height < 2 {
            return Vec::new();
        }
        let top = 0..width - 1;
        let right = (0..height - 1).map(|row| (row + 1) * width - 1);
        let bottom = (1..width).rev().map(|col| (height - 1) * width + col);
        let left = (1..height).rev().map(|row| row * width);
        top.chain(right).chain(bottom).chain(left).collect()
    }

    /// Puts back what an operator laid where it may not lie: those pieces are dealt, in reading
    /// order, to the cells of their class that lack one, and take a turn that is allowed there.
    /// This is how every operator of the thesis keeps frame and clues.
    pub(super) fn mend(&self, cells: &mut [Placed]) {
        let class = |placed: Placed| self.piece_classes[placed.piece()];
        let astray = |cell: usize, cells: &[Placed]| self.cell_classes[cell] != class(cells[cell]);
        let mut gaps: Vec<usize> = Vec::new();
        gaps.extend((0..cells.len()).filter(|&cell| astray(cell, cells)));
        if !gaps.is_empty() {
            let mut pieces: Vec<Placed> = gaps.iter().map(|&cell| cells[cell]).collect();
            gaps.sort_by_key(|&cell| self.cell_classes[cell]);
            pieces.sort_by_key(|&placed| class(placed));
            gaps.into_iter().zip(pieces).for_each(|(cell, placed)| cells[cell] = placed);
        }
        if self.freedom == Freedom::Kept || !self.puzzle.clues().is_empty() {
            for (cell, placed) in cells.iter_mut().enumerate() {
                let turns = self.turns(placed.piece(), cell);
                *placed = placed.with_turn(crate::edge::keep_or_fit(placed.turn(), turns));
            }
        }
    }
}
