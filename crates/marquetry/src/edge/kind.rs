//! Kinds of cells and pieces.

/// The kind of a cell, and of the pieces that may lie there, by its grey sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// No grey side.
    Inner,
    /// One.
    Border,
    /// Two that touch.
    Corner,
    /// Two across from each other, on boards one cell wide or high.
    Bridge,
    /// Three, at the end of such a board.
    End,
    /// Four: a board of one cell.
    Lone,
}

impl Kind {
    /// All of them; the place of a kind here is its number.
    pub const ALL: [Self; 6] =
        [Self::Inner, Self::Border, Self::Corner, Self::Bridge, Self::End, Self::Lone];

    /// The kind of a cell or piece by its grey sides (bit 0 north to bit 3 west).
    pub(super) fn of(mask: u8) -> Self {
        match mask.count_ones() {
            0 => Self::Inner,
            1 => Self::Border,
            2 if mask == 0b0101 || mask == 0b1010 => Self::Bridge,
            2 => Self::Corner,
            3 => Self::End,
            _ => Self::Lone,
        }
    }

    /// Its name in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Inner => "inner",
            Self::Border => "border",
            Self::Corner => "corner",
            Self::Bridge => "bridge",
            Self::End => "end",
            Self::Lone => "lone",
        }
    }
}
