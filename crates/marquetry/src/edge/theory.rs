//! What follows from a board's shape and number of colours alone (Söderlind, section 3.1).

use super::{Frame, Puzzle};

/// The number of kinds of cells.
pub const KINDS: usize = super::Kind::ALL.len();

/// How many turns a piece of each kind may take on a cell of its kind.
const TURNS: [f64; KINDS] = [4.0, 1.0, 1.0, 2.0, 1.0, 4.0];

/// The natural logarithm of `n!`, summed term by term: exact enough and quick up to 4096 cells.
#[must_use]
pub fn ln_factorial(n: usize) -> f64 {
    (2..=n).map(|k| (k as f64).ln()).sum()
}

/// How many pieces, different up to turns, `c` colours can make: `(c^4 + c^2 + 2c) / 4`
/// (section 3.1.4; it is Burnside's count for the four turns).
#[must_use]
pub fn distinct_pieces(colours: u32) -> u128 {
    let c = u128::from(colours);
    (c * c * c * c + c * c + 2 * c) / 4
}

/// How many of the [`distinct_pieces`] look different in each of their four turns.
#[must_use]
pub fn asymmetric_pieces(colours: u32) -> u128 {
    let c = u128::from(colours);
    (c * c * c * c - c * c) / 4
}

/// In how many ways two of `n` sides of one colour can be put together: `n(n-1)/2`.
///
/// Section 3.1.1. Its table 1 prints 18 for six pieces; the formula gives 15.
#[must_use]
pub fn matches(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// In how many ways one of `n` sides can be put to one of `m` mates: `n * m` (section 3.1.1).
#[must_use]
pub fn signed_matches(n: u64, m: u64) -> u64 {
    n * m
}

/// The size and frame of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of columns, at least 1.
    pub width: usize,
    /// Number of rows, at least 1.
    pub height: usize,
    /// What surrounds it.
    pub frame: Frame,
}

/// How many colours make the hardest puzzle of a shape: about one perfect board is expected.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Hardest {
    /// M, colours on inner joins, as the formula gives it; 0 if there are none.
    pub inner: f64,
    /// B, colours on frame joins, as the formula gives it; 0 if there are none.
    pub frame: f64,
    /// M rounded up.
    pub inner_colours: usize,
    /// B rounded up.
    pub frame_colours: usize,
}

impl Shape {
    /// The shape of a puzzle.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Self {
        Self { width: puzzle.width(), height: puzzle.height(), frame: puzzle.frame() }
    }

    /// The number of cells of each kind: inner, border, corner, bridge, end, lone.
    #[must_use]
    pub fn kinds(self) -> [usize; KINDS] {
        let (short, long) = (self.width.min(self.height), self.width.max(self.height));
        match (self.frame, short, long) {
            (Frame::Open, ..) => [short * long, 0, 0, 0, 0, 0],
            (Frame::Grey, 1, 1) => [0, 0, 0, 0, 0, 1],
            (Frame::Grey, 1, _) => [0, 0, 0, long - 2, 2, 0],
            _ => [(short - 2) * (long - 2), 2 * (short - 2) + 2 * (long - 2), 4, 0, 0, 0],
        }
    }

    /// All joins: the score of a perfect board.
    #[must_use]
    pub fn joins(self) -> usize {
        self.width * (self.height - 1) + self.height * (self.width - 1)
    }

    /// The joins between neighbours on the same edge of a framed board. Their sides never meet
    /// inner sides (section 3.1.4, figure 3).
    #[must_use]
    pub fn frame_joins(self) -> usize {
        let (short, long) = (self.width.min(self.height), self.width.max(self.height));
        match (self.frame, short) {
            (Frame::Open, _) => 0,
            (Frame::Grey, 1) => long - 1,
            _ => 2 * (short - 1) + 2 * (long - 1),
        }
    }

    /// The joins that are not [`Shape::frame_joins`].
    #[must_use]
    pub fn inner_joins(self) -> usize {
        self.joins() - self.frame_joins()
    }

    /// The natural logarithm of the number of ways to lay and turn the pieces with every kind on
    /// its cells, `known` pieces of each kind being fixed (section 3.1.3).
    #[must_use]
    pub fn ln_combinations(self, known: [usize; KINDS]) -> f64 {
        let free = self.kinds().into_iter().zip(known).map(|(n, k)| n.saturating_sub(k));
        free.zip(TURNS).map(|(n, turns)| ln_ways(n, turns)).sum()
    }

    /// The colours of the hardest puzzle, `known` of its inner pieces being fixed (section 3.1.4).
    ///
    /// Real numbers are rounded up: that turns 16.85 and 4.97 into 17 and 5, and it alone gives
    /// the 6, 9, 14 and 23 colours (M + B) of the evenly coloured puzzles in table 2. As there, B
    /// is computed from the rounded M. The thesis covers framed boards with inner cells. On an
    /// open board the same reasoning gives one number for all joins; so it does on a framed board
    /// without inner cells.
    #[must_use]
    pub fn hardest(self, known: usize) -> Hardest {
        let kinds = self.kinds();
        let [inner, border, ..] = kinds;
        let inside = ln_ways(inner.saturating_sub(known), TURNS[0]);
        let rim: f64 = kinds.into_iter().zip(TURNS).skip(1).map(|(n, t)| ln_ways(n, t)).sum();
        let (frame_joins, inner_joins) = (self.frame_joins(), self.inner_joins());
        let (m, b) = if self.frame == Frame::Open {
            (root(inside, self.joins()), 0.0)
        } else if inner == 0 {
            let both = root(rim, self.joins());
            (if inner_joins > 0 { both } else { 0.0 }, if frame_joins > 0 { both } else { 0.0 })
        } else {
            let m = root(inside, 2 * inner);
            let halves = border as f64 / 2.0 * (round_up(m) as f64).ln();
            (m, root(rim - halves, frame_joins))
        };
        Hardest { inner: m, frame: b, inner_colours: round_up(m), frame_colours: round_up(b) }
    }
}

/// `ln(n! * turns^n)`
fn ln_ways(n: usize, turns: f64) -> f64 {
    ln_factorial(n) + n as f64 * turns.ln()
}

/// The `n`-th root of `e^ln`; 0 if `n` is 0.
fn root(ln: f64, n: usize) -> f64 {
    if n == 0 { 0.0 } else { (ln / n as f64).exp() }
}

/// Rounds up, forgiving the last bits: the square root of 4 is 2.
fn round_up(colours: f64) -> usize {
    (colours - 1e-9).ceil().max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: usize, height: usize) -> Shape {
        Shape { width, height, frame: Frame::Grey }
    }

    #[test]
    fn the_thesis_example_for_sixteen_by_sixteen() {
        let one_known = grey(16, 16).hardest(1);
        assert!((one_known.inner - 16.85).abs() < 0.005, "{one_known:?}");
        assert!((one_known.frame - 4.97).abs() < 0.005, "{one_known:?}");
        assert_eq!((one_known.inner_colours, one_known.frame_colours), (17, 5));
    }

    /// P2, P5, P9 and P11 of table 2 are spread evenly, hence made by the formula.
    #[test]
    fn the_even_puzzles_of_table_two_have_m_plus_b_colours() {
        for (side, colours) in [(4, 6), (6, 9), (10, 14), (16, 23)] {
            let hardest = grey(side, side).hardest(0);
            assert_eq!(hardest.inner_colours + hardest.frame_colours, colours, "{hardest:?}");
        }
    }

    #[test]
    fn table_one() {
        assert_eq!([2, 4, 6, 10, 11].map(matches), [1, 6, 15, 45, 55]);
        let case_one = [(1, 1), (2, 2), (3, 3), (5, 5), (5, 6)].map(|(n, m)| signed_matches(n, m));
        assert_eq!(case_one, [1, 4, 9, 25, 30]);
        let case_two = [(1, 3), (2, 4), (8, 2), (3, 8)].map(|(n, m)| signed_matches(n, m));
        assert_eq!(case_two, [3, 8, 16, 24]);
        assert_eq!(matches(0), 0);
    }

    #[test]
    fn piece_counts_agree_with_enumeration() {
        for colours in 1..=5u8 {
            let (mut all, mut asymmetric) = (0, 0);
            for code in 0..u32::from(colours).pow(4) {
                let side = |i: u32| (code / u32::from(colours).pow(i) % u32::from(colours)) as u8;
                let piece = crate::edge::Piece([side(0), side(1), side(2), side(3)]);
                if piece.canonical() == piece {
                    all += 1;
                    asymmetric += u128::from(piece.distinct_turns() == 4);
                }
            }
            assert_eq!(distinct_pieces(colours.into()), all);
            assert_eq!(asymmetric_pieces(colours.into()), asymmetric);
        }
    }

    #[test]
    fn combinations_of_small_boards() {
        // 4! corners, 8! border pieces, 4! * 4^4 inner pieces.
        let framed = grey(4, 4).ln_combinations([0; KINDS]);
        assert!((framed - (24.0 * 40320.0 * 24.0 * 256.0_f64).ln()).abs() < 1e-9);
        let open = Shape { frame: Frame::Open, ..grey(2, 2) }.ln_combinations([0; KINDS]);
        assert!((open - (24.0 * 256.0_f64).ln()).abs() < 1e-9);
        let known = grey(4, 4).ln_combinations([4, 8, 4, 0, 0, 0]);
        assert!(known.abs() < 1e-9);
    }

    #[test]
    fn joins_and_kinds_add_up_on_every_shape() {
        for (width, height) in (1..=9).flat_map(|w| (1..=9).map(move |h| (w, h))) {
            let shape = grey(width, height);
            let kinds = shape.kinds();
            assert_eq!(kinds.iter().sum::<usize>(), width * height);
            if width > 1 && height > 1 {
                // Two joins per inner piece, half an inner join per border piece (section 3.1.4).
                assert_eq!(shape.inner_joins(), 2 * kinds[0] + kinds[1] / 2);
            }
        }
        assert_eq!((grey(16, 16).frame_joins(), grey(16, 16).inner_joins()), (60, 420));
    }
}
