//! Rectangles of cells.

use super::terrain::Terrain;
use crate::search::Rng;

/// The size of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) cols: usize,
    pub(super) rows: usize,
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) extent: Extent,
}

impl Extent {
    /// Any size a rectangle can have within these bounds.
    pub(super) fn random(cols: usize, rows: usize, rng: &mut Rng) -> Self {
        Self { cols: 1 + rng.below(cols), rows: 1 + rng.below(rows) }
    }

    /// A place for a rectangle of this size within a part of the board.
    pub(super) fn somewhere(self, within: Region, rng: &mut Rng) -> Region {
        let room = |all: usize, own: usize| (all + 1).saturating_sub(own);
        let left = within.left + rng.below(room(within.extent.cols, self.cols));
        let top = within.top + rng.below(room(within.extent.rows, self.rows));
        Region { left, top, extent: self }
    }
}

impl Region {
    /// The whole board.
    pub(super) fn whole(terrain: &Terrain<'_>) -> Self {
        let extent = Extent { cols: terrain.width, rows: terrain.height };
        Self { left: 0, top: 0, extent }
    }

    /// Any rectangle of the board.
    pub(super) fn random(terrain: &Terrain<'_>, rng: &mut Rng) -> Self {
        let extent = Extent::random(terrain.width, terrain.height, rng);
        extent.somewhere(Self::whole(terrain), rng)
    }

    /// Its cells, row by row.
    pub(super) fn cells(self, width: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
        let Extent { cols, rows } = self.extent;
        let row =
            move |row: usize| (0..cols).map(move |col| (self.top + row) * width + self.left + col);
        (0..rows).flat_map(row)
    }

    /// Whether a cell lies in it.
    pub(super) fn contains(self, cell: usize, width: usize) -> bool {
        let (row, col) = (cell / width, cell % width);
        (self.top..self.top + self.extent.rows).contains(&row)
            && (self.left..self.left + self.extent.cols).contains(&col)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_those_contained() {
        let region = Region { left: 1, top: 2, extent: Extent { cols: 3, rows: 2 } };
        let cells: Vec<usize> = region.cells(5).collect();
        assert_eq!(cells, [11, 12, 13, 16, 17, 18]);
        assert!((0..25).all(|cell| region.contains(cell, 5) == cells.contains(&cell)));
    }

    #[test]
    fn places_stay_within() {
        let rng = &mut Rng::new(1);
        let within = Region { left: 2, top: 1, extent: Extent { cols: 3, rows: 4 } };
        for _ in 0..1_000 {
            let region = Extent::random(3, 4, rng).somewhere(within, rng);
            assert!(region.cells(9).all(|cell| within.contains(cell, 9)), "{region:?}");
        }
    }
}
