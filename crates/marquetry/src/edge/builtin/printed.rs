//! The solved boards Niang prints in figures 43 to 45, colours as printed.
//!
//! Every figure prints its board twice. The copy with commas makes a perfect board in all three;
//! the copy with bars differs from it in three rows (4x4: row 1; 5x5: rows 2 and 3) and breaks
//! joins there, so those are slips of the text.

use crate::edge::Colour;

/// A solved square board from a figure, row by row.
#[derive(Debug)]
pub(super) struct Printed {
    pub(super) figure: u64,
    pub(super) side: usize,
    pub(super) cells: &'static [[Colour; 4]],
}

pub(super) const SIX: Printed = Printed { figure: 43, side: 6, cells: SIX_CELLS };

#[rustfmt::skip]
const SIX_CELLS: &[[Colour; 4]] = &[
    [0, 13, 16, 0], [0, 18, 31, 13], [0, 26, 31, 18], [0, 36, 31, 26], [0, 26, 26, 36], [0, 0, 1, 26],
    [16, 36, 1, 0], [31, 18, 26, 36], [31, 18, 36, 18], [31, 1, 13, 18], [26, 31, 13, 1], [1, 0, 18, 31],
    [1, 1, 18, 0], [26, 18, 13, 1], [36, 26, 18, 18], [13, 36, 13, 26], [13, 13, 31, 36], [18, 0, 13, 13],
    [18, 1, 36, 0], [13, 16, 1, 1], [18, 16, 13, 16], [13, 18, 18, 16], [31, 31, 16, 18], [13, 0, 1, 31],
    [36, 13, 31, 0], [1, 13, 1, 13], [13, 36, 31, 13], [18, 36, 18, 36], [16, 18, 16, 36], [1, 0, 18, 18],
    [31, 36, 0, 0], [1, 26, 0, 36], [31, 1, 0, 26], [18, 13, 0, 1], [16, 26, 0, 13], [18, 0, 0, 26],
];

pub(super) const FOUR: Printed = Printed { figure: 44, side: 4, cells: FOUR_CELLS };

#[rustfmt::skip]
const FOUR_CELLS: &[[Colour; 4]] = &[
    [0, 17, 35, 0], [0, 25, 25, 17], [0, 17, 17, 25], [0, 0, 29, 17],
    [35, 17, 29, 0], [25, 17, 35, 17], [17, 35, 35, 17], [29, 0, 25, 35],
    [29, 17, 35, 0], [35, 25, 29, 17], [35, 25, 6, 25], [25, 0, 29, 25],
    [35, 35, 0, 0], [29, 17, 0, 35], [6, 25, 0, 17], [29, 0, 0, 25],
];

pub(super) const FIVE: Printed = Printed { figure: 45, side: 5, cells: FIVE_CELLS };

#[rustfmt::skip]
const FIVE_CELLS: &[[Colour; 4]] = &[
    [0, 3, 4, 0], [0, 2, 1, 3], [0, 5, 4, 2], [0, 1, 1, 5], [0, 0, 2, 1],
    [4, 1, 3, 0], [1, 5, 2, 1], [4, 2, 1, 5], [1, 3, 4, 2], [2, 0, 5, 3],
    [3, 1, 2, 0], [2, 4, 4, 1], [1, 3, 5, 4], [4, 2, 1, 3], [5, 0, 4, 2],
    [2, 5, 3, 0], [4, 2, 1, 5], [5, 4, 3, 2], [1, 5, 2, 4], [4, 0, 3, 5],
    [3, 4, 0, 0], [1, 3, 0, 4], [3, 1, 0, 3], [2, 2, 0, 1], [3, 0, 0, 2],
];
