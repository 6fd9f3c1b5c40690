//! What never changes while a board is repaired: who lies beside whom, and what pieces show.

use crate::edge::{GREY, Placed, Puzzle, State};

/// Tables of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency<'p> {
    pub(super) puzzle: &'p Puzzle,
    /// The cells north, east, south and west of every cell.
    around: Vec<[Option<u16>; 4]>,
    /// Whether a cell's piece may be lifted: not if it is a clue.
    free: Vec<bool>,
    /// The colours of every placed piece, by [`Placed::index`].
    shown: Vec<[u8; 4]>,
    /// The colours that match those from across the join.
    wanted: Vec<[u8; 4]>,
}

impl<'p> Adjacency<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle) -> Self {
        let (width, size) = (puzzle.width(), puzzle.size());
        let around = (0..size).map(|cell| {
            let (north, west) = (cell >= width, cell % width > 0);
            let (east, south) = ((cell + 1) % width > 0, cell + width < size);
            [
                north.then(|| (cell - width) as u16),
                east.then(|| (cell + 1) as u16),
                south.then(|| (cell + width) as u16),
                west.then(|| (cell - 1) as u16),
            ]
        });
        let mut free = vec![true; size];
        puzzle.clues().iter().for_each(|clue| free[clue.cell] = false);
        let shown: Vec<[u8; 4]> =
            (0..4 * size).map(|i| puzzle.sides(Placed::new(i / 4, (i % 4) as u8))).collect();
        let wanted = shown.iter().map(|sides| sides.map(|colour| puzzle.mate(colour))).collect();
        Self { puzzle, around: around.collect(), free, shown, wanted }
    }

    pub(super) fn size(&self) -> usize {
        self.around.len()
    }

    /// The cells beside a cell, by side.
    pub(crate) fn around(&self, cell: usize) -> [Option<usize>; 4] {
        self.around[cell].map(|other| other.map(usize::from))
    }

    /// Whether a cell's piece may be lifted.
    pub(crate) fn is_free(&self, cell: usize) -> bool {
        self.free[cell]
    }

    /// The colours of a placed piece.
    pub(super) fn shown(&self, placed: Placed) -> [u8; 4] {
        self.shown[placed.index()]
    }

    /// The colours that match those of a placed piece from across the join. Grey matches nothing.
    pub(super) fn wanted(&self, placed: Placed) -> [u8; 4] {
        self.wanted[placed.index()]
    }

    /// The breaks of a complete board, as pairs of cells.
    pub(super) fn breaks(&self, state: &State<'_>, breaks: &mut Vec<(u16, u16)>) {
        breaks.clear();
        for cell in 0..self.size() {
            let Some(placed) = state.get(cell) else { continue };
            let wanted = self.wanted(placed);
            for side in [1, 2] {
                let Some(other) = self.around(cell)[side] else { continue };
                let Some(facing) = state.get(other) else { continue };
                let colour = self.shown(facing)[(side + 2) % 4];
                if colour == GREY || colour != wanted[side] {
                    breaks.push((cell as u16, other as u16));
                }
            }
        }
    }
}
