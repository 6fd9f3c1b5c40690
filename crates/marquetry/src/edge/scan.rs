//! The scan of the record holders: rows from a corner, the last of them column by column.

use crate::search::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// In how many ways a board can be scanned: four corners, by rows or by columns.
pub(crate) const WAYS: usize = 8;

/// The corner the search starts from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Each walker chooses a corner and whether to go by rows or by columns.
    #[default]
    Any,
    /// By rows from the top left.
    TopLeft,
    /// By rows from the top right.
    TopRight,
    /// By rows from the bottom left.
    BottomLeft,
    /// By rows from the bottom right.
    BottomRight,
}

impl Start {
    /// One of the ways to scan a board from here.
    pub(crate) fn way(self, rng: &mut Rng) -> usize {
        match self {
            Self::Any => rng.below(WAYS),
            Self::TopLeft => 0,
            Self::TopRight => 1,
            Self::BottomLeft => 2,
            Self::BottomRight => 3,
        }
    }
}

/// The cells of a board by rows, the last `finish` rows column by column. Bit 0 of the way mirrors
/// left and right, bit 1 up and down, bit 2 exchanges rows and columns.
pub(crate) fn scan(width: usize, height: usize, finish: usize, way: usize) -> Vec<u16> {
    let turned = way & 4 != 0;
    let (across, down) = if turned { (height, width) } else { (width, height) };
    let rows = down.saturating_sub(finish);
    let by_rows = (0..rows).flat_map(|row| (0..across).map(move |col| (row, col)));
    let by_columns = (0..across).flat_map(|col| (rows..down).map(move |row| (row, col)));
    let placed = |(row, col): (usize, usize)| {
        let (row, col) = if turned { (col, row) } else { (row, col) };
        let row = if way & 2 != 0 { height - 1 - row } else { row };
        let col = if way & 1 != 0 { width - 1 - col } else { col };
        (row * width + col) as u16
    };
    by_rows.chain(by_columns).map(placed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_finish_goes_by_columns() {
        assert_eq!(scan(2, 3, 2, 0), [0, 1, 2, 4, 3, 5]);
        assert_eq!(scan(3, 2, 0, 1), [2, 1, 0, 5, 4, 3]);
        assert_eq!(scan(3, 2, 2, 2), [3, 0, 4, 1, 5, 2]);
        assert_eq!(scan(3, 2, 0, 4), [0, 3, 1, 4, 2, 5]);
    }
}
