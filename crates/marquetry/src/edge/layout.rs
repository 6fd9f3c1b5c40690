//! Which pieces may lie on which cells: the frame, made into tables once.

use super::{Frame, Kind, Obstacle, Piece, Placed};

/// The cells and pieces of a puzzle sorted by kind (corner, border, inner), and the turns a piece
/// may take where it lies. On an open board there is one kind and every turn is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    rims: Vec<u8>,
    cell_kinds: Vec<Kind>,
    cells: [Vec<u16>; 6],
    pieces: [Vec<u16>; 6],
    /// Allowed turns as a bit set, by piece and rim mask.
    turns: Vec<[u8; 16]>,
}

impl Layout {
    pub(super) fn new(width: usize, height: usize, frame: Frame, pieces: &[Piece]) -> Self {
        let rims: Vec<u8> = (0..width * height)
            .map(|cell| match frame {
                Frame::Open => 0,
                Frame::Grey => rim(width, height, cell),
            })
            .collect();
        let cell_kinds: Vec<Kind> = rims.iter().map(|&rim| Kind::of(rim)).collect();
        let mut sorted = Self {
            rims,
            cells: Default::default(),
            pieces: Default::default(),
            turns: pieces.iter().map(|&p| allowed_turns(p)).collect(),
            cell_kinds,
        };
        for (cell, &kind) in sorted.cell_kinds.iter().enumerate() {
            sorted.cells[kind as usize].push(cell as u16);
        }
        for (i, piece) in pieces.iter().enumerate() {
            sorted.pieces[Kind::of(piece.grey_mask(0)) as usize].push(i as u16);
        }
        sorted
    }

    /// The kind of a cell.
    #[must_use]
    pub fn kind(&self, cell: usize) -> Kind {
        self.cell_kinds[cell]
    }

    /// The cells of a kind.
    #[must_use]
    pub fn cells(&self, kind: Kind) -> &[u16] {
        &self.cells[kind as usize]
    }

    /// The pieces of a kind.
    #[must_use]
    pub fn pieces(&self, kind: Kind) -> &[u16] {
        &self.pieces[kind as usize]
    }

    /// The turns `piece` may take on `cell`, bit `t` set for turn `t`; 0 if it may not lie there.
    #[must_use]
    #[inline]
    pub fn turns(&self, piece: usize, cell: usize) -> u8 {
        self.turns[piece][usize::from(self.rims[cell])]
    }

    /// Whether a placed piece keeps the frame on a cell.
    #[must_use]
    pub fn allows(&self, placed: Placed, cell: usize) -> bool {
        self.turns(placed.piece(), cell) >> placed.turn() & 1 == 1
    }

    /// The kind whose pieces and cells differ in number, if any.
    pub(super) fn frame_obstacle(&self) -> Option<Obstacle> {
        // Corners before borders before inner pieces: the scarcest kind is the most telling reason.
        Kind::ALL.into_iter().rev().find_map(|kind| {
            let (needed, found) = (self.cells(kind).len(), self.pieces(kind).len());
            (needed != found).then_some(Obstacle::Frame { kind: kind.name(), needed, found })
        })
    }
}

fn rim(width: usize, height: usize, cell: usize) -> u8 {
    let (row, col) = (cell / width, cell % width);
    u8::from(row == 0)
        | u8::from(col == width - 1) << 1
        | u8::from(row == height - 1) << 2
        | u8::from(col == 0) << 3
}

fn allowed_turns(piece: Piece) -> [u8; 16] {
    let mut turns = [0; 16];
    for turn in 0..4 {
        turns[usize::from(piece.grey_mask(turn))] |= 1 << turn;
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(width: usize, height: usize, pieces: &[[u8; 4]]) -> Layout {
        let pieces: Vec<_> = pieces.iter().map(|&p| Piece(p)).collect();
        Layout::new(width, height, Frame::Grey, &pieces)
    }

    #[test]
    fn two_by_two_is_all_corners() {
        let l = layout(2, 2, &[[0, 0, 1, 1], [0, 1, 1, 0], [1, 0, 0, 1], [1, 1, 0, 0]]);
        assert_eq!(l.cells(Kind::Corner), [0, 1, 2, 3]);
        assert_eq!(l.turns(0, 0), 1 << 3);
        assert_eq!(l.turns(0, 1), 1 << 0);
        assert_eq!(l.frame_obstacle(), None);
    }

    #[test]
    fn strips_have_ends_and_bridges() {
        let l = layout(3, 1, &[[0, 1, 0, 0], [0, 1, 0, 1], [0, 0, 0, 1]]);
        assert_eq!(l.cells(Kind::End), [0, 2]);
        assert_eq!(l.turns(1, 1), 0b0101);
        assert_eq!(l.frame_obstacle(), None);
        assert_eq!(layout(1, 1, &[[0, 0, 0, 0]]).turns(0, 0), 0b1111);
    }

    #[test]
    fn a_missing_corner_is_named() {
        let l = layout(2, 2, &[[0, 0, 1, 1], [0, 1, 1, 0], [1, 0, 0, 1], [1, 1, 0, 1]]);
        let obstacle = l.frame_obstacle().unwrap();
        assert_eq!(obstacle.to_string(), "the rim needs 4 corner pieces, the set has 3");
    }
}
