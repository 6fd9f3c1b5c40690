//! The candidates that show one colour on one side, so laid out that used pieces are passed over.

use super::deck::Candidate;

/// Candidates by piece.
#[derive(Debug)]
pub(super) struct Suit {
    /// Their pieces, as bits.
    pieces: Vec<u64>,
    /// By word of the bits, how many pieces there are before it.
    before: Vec<u16>,
    /// One candidate of each piece, in the order of the bits.
    firsts: Vec<Candidate>,
    /// Further candidates of the same pieces.
    more: Vec<Candidate>,
}

impl Suit {
    /// A suit of some candidates of a puzzle with so many pieces.
    pub(super) fn new(mut candidates: Vec<Candidate>, all: usize) -> Self {
        candidates.sort_by_key(|candidate| candidate.placed);
        let mut pieces = vec![0; all.div_ceil(64)];
        let (mut firsts, mut more) = (Vec::new(), Vec::new());
        for candidate in candidates {
            let piece = candidate.placed.piece();
            let known = pieces[piece >> 6] >> (piece & 63) & 1 == 1;
            pieces[piece >> 6] |= 1 << (piece & 63);
            if known { &mut more } else { &mut firsts }.push(candidate);
        }
        let mut sum = 0;
        let mut count = |word: &u64| {
            sum += word.count_ones() as u16;
            sum - word.count_ones() as u16
        };
        Self { before: pieces.iter().map(&mut count).collect(), pieces, firsts, more }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.firsts.len() + self.more.len()
    }

    /// Shows those whose pieces are not used.
    #[inline(always)]
    pub(super) fn visit_free(&self, used: &[u64], mut visit: impl FnMut(&Candidate)) {
        for ((&pieces, &used), &before) in self.pieces.iter().zip(used).zip(&self.before) {
            let mut free = pieces & !used;
            while free != 0 {
                let below = (free & free.wrapping_neg()) - 1;
                free &= free - 1;
                visit(&self.firsts[usize::from(before) + (pieces & below).count_ones() as usize]);
            }
        }
        for candidate in &self.more {
            let piece = candidate.placed.piece();
            if used[piece >> 6] >> (piece & 63) & 1 == 0 {
                visit(candidate);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::Placed;

    #[test]
    fn the_free_ones_are_shown_once_each() {
        let candidate = |piece: usize, turn: u8| Candidate {
            placed: Placed::new(piece, turn),
            sides: [1; 4],
            pairs: [0; 2],
        };
        let all: Vec<Candidate> = (0..200)
            .filter(|piece| piece % 3 != 1)
            .flat_map(|piece| (0..1 + piece as u8 % 4).map(move |turn| candidate(piece, turn)))
            .collect();
        let suit = Suit::new(all.iter().rev().copied().collect(), 200);
        assert_eq!(suit.len(), all.len());
        for used in [[0; 4], [u64::MAX; 4], [0x5555, u64::MAX, 1 << 63 | 1, 0xf0]] {
            let free =
                |placed: &Placed| used[placed.piece() >> 6] >> (placed.piece() & 63) & 1 == 0;
            let expected: Vec<Placed> = all.iter().map(|c| c.placed).filter(free).collect();
            let mut shown = Vec::new();
            suit.visit_free(&used, |candidate| shown.push(candidate.placed));
            shown.sort_unstable();
            assert_eq!(shown, expected);
        }
    }
}
