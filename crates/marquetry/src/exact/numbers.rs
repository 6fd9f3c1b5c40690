//! Colours as the kernel numbers them.

use crate::edge::{Colour, Frame, GREY, Puzzle};

/// Colours numbered densely. On a framed board sides along the rim only meet each other, so they
/// get numbers of their own.
pub(crate) struct Numbers {
    pub(crate) apart: bool,
    /// By pool (inner, rim) and colour.
    of: [[u8; 256]; 2],
    /// Numbers in use, 0 for grey included.
    pub(crate) count: usize,
}

impl Numbers {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let framed = puzzle.frame() == Frame::Grey;
        let apart = Self::assign(puzzle, framed);
        // Few puzzles have more than 127 colours in both pools.
        apart.or_else(|| Self::assign(puzzle, false)).unwrap_or(Self {
            apart: false,
            of: [[0; 256]; 2],
            count: 1,
        })
    }

    fn assign(puzzle: &Puzzle, apart: bool) -> Option<Self> {
        let mut numbers = Self { apart, of: [[0; 256]; 2], count: 1 };
        for piece in puzzle.pieces() {
            for side in 0..4 {
                let (pool, colour) = (numbers.pool(piece.0, side), piece.0[side]);
                for colour in [colour, puzzle.mate(colour)].into_iter().filter(|&c| c != GREY) {
                    let number = &mut numbers.of[pool][usize::from(colour)];
                    if *number == 0 {
                        // The last number stands for nothing.
                        *number = u8::try_from(numbers.count).ok().filter(|&n| n < u8::MAX)?;
                        numbers.count += 1;
                    }
                }
            }
        }
        Some(numbers)
    }

    /// Which colours a side belongs to: 0 for the inner ones, 1 for those along the rim.
    pub(crate) fn pool(&self, sides: [Colour; 4], side: usize) -> usize {
        let beside = sides[(side + 1) % 4] == GREY || sides[(side + 3) % 4] == GREY;
        usize::from(self.apart && beside)
    }

    /// The number of a colour in a pool, 0 if no piece shows it there.
    pub(crate) fn of(&self, pool: usize, colour: Colour) -> u8 {
        self.of[pool][usize::from(colour)]
    }

    pub(crate) fn sides(&self, sides: [Colour; 4]) -> [u8; 4] {
        std::array::from_fn(|i| self.of[self.pool(sides, i)][usize::from(sides[i])])
    }

    pub(crate) fn mates(&self, puzzle: &Puzzle) -> [u8; 256] {
        let mut mates = [0; 256];
        for pool in self.of {
            for colour in 1..=255_u8 {
                let number = pool[usize::from(colour)];
                mates[usize::from(number)] = pool[usize::from(puzzle.mate(colour))];
            }
        }
        mates[0] = 0;
        mates
    }
}
