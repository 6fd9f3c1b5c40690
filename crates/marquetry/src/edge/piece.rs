//! A piece: four colours, clockwise from north.

use serde::{Deserialize, Serialize};

/// A colour of a side; [`GREY`] is the rim.
pub type Colour = u8;

/// The colour of the rim. It never matches anything.
pub const GREY: Colour = 0;

/// The largest colour number a puzzle may use.
pub const MAX_COLOUR: Colour = 250;

/// One of the four sides, clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// The upper side.
    North = 0,
    /// The right side.
    East = 1,
    /// The lower side.
    South = 2,
    /// The left side.
    West = 3,
}

/// The four sides in order.
pub const SIDES: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

impl Side {
    /// The side that touches this one across a join.
    #[must_use]
    pub fn opposite(self) -> Self {
        SIDES[(self as usize + 2) % 4]
    }
}

/// Four colours, clockwise from north, as the piece lies in its file (turn 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Piece(pub [Colour; 4]);

impl Piece {
    /// The colours after `turn` clockwise quarter turns.
    #[must_use]
    #[inline]
    pub fn turned(self, turn: u8) -> [Colour; 4] {
        u32::from_le_bytes(self.0).rotate_left(8 * u32::from(turn % 4)).to_le_bytes()
    }

    /// The first turn in which the piece shows these sides, if there is one.
    #[must_use]
    pub fn turn_to(self, sides: [Colour; 4]) -> Option<u8> {
        (0..4).find(|&turn| self.turned(turn) == sides)
    }

    /// The least of the four turned versions: equal for two pieces iff they are the same piece.
    #[must_use]
    pub fn canonical(self) -> Self {
        Self((0..4).map(|turn| self.turned(turn)).min().unwrap_or(self.0))
    }

    /// How many of the four turns look different: 4, 2 or 1.
    #[must_use]
    pub fn distinct_turns(self) -> u8 {
        match self.0 {
            [a, b, c, d] if a == b && b == c && c == d => 1,
            [a, b, c, d] if a == c && b == d => 2,
            _ => 4,
        }
    }

    /// Which sides are grey after `turn`, bit 0 for north to bit 3 for west.
    #[must_use]
    pub fn grey_mask(self, turn: u8) -> u8 {
        self.turned(turn).iter().enumerate().fold(0, |m, (i, &c)| m | (u8::from(c == GREY) << i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_is_clockwise() {
        let piece = Piece([1, 2, 3, 4]);
        assert_eq!(piece.turned(1), [4, 1, 2, 3]);
        assert_eq!(piece.turned(4), [1, 2, 3, 4]);
        assert_eq!(piece.turned(3), [2, 3, 4, 1]);
        assert_eq!(piece.turn_to([2, 3, 4, 1]), Some(3));
        assert_eq!(piece.turn_to([4, 3, 2, 1]), None);
    }

    #[test]
    fn symmetry_and_identity() {
        assert_eq!(Piece([1, 1, 1, 1]).distinct_turns(), 1);
        assert_eq!(Piece([1, 2, 1, 2]).distinct_turns(), 2);
        assert_eq!(Piece([1, 1, 2, 2]).distinct_turns(), 4);
        assert_eq!(Piece([3, 1, 2, 1]).canonical(), Piece([2, 1, 3, 1]).canonical());
        assert_ne!(Piece([1, 2, 3, 4]).canonical(), Piece([4, 3, 2, 1]).canonical());
    }

    #[test]
    fn grey_follows_the_turn() {
        assert_eq!(Piece([0, 1, 2, 0]).grey_mask(0), 0b1001);
        assert_eq!(Piece([0, 1, 2, 0]).grey_mask(1), 0b0011);
    }
}
