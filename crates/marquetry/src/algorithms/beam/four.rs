//! Candidates by fours, for those who look ahead.

use super::deck::Candidate;

/// Up to four candidates of a list, so laid out that which of them are free is told without a guess.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four {
    /// Their pieces; where there are fewer than four, one that nobody has.
    pub(super) pieces: [u16; 4],
    /// What each wants of its neighbours, clockwise from north.
    pub(super) wants: [[u8; 4]; 4],
    /// The four with further ones, [`NOBODY`] if there are none.
    pub(super) more: u32,
}

/// The four without a candidate.
pub(super) const NOBODY: u32 = 0;

/// The lists of a table, by fours.
#[derive(Debug)]
pub(super) struct Fours {
    fours: Vec<Four>,
    /// A piece that nobody has, and that counts as used.
    nobody: u16,
}

impl Fours {
    /// No fours yet, of a puzzle with so many pieces.
    pub(super) fn new(pieces: usize) -> Self {
        let nobody = pieces.next_multiple_of(64) as u16;
        let empty = Four { pieces: [nobody; 4], wants: [[0; 4]; 4], more: NOBODY };
        Self { fours: vec![empty], nobody }
    }

    /// Adds a list of candidates; the first of its fours.
    pub(super) fn add(&mut self, candidates: &[Candidate], mates: &[u8; 256]) -> u32 {
        let mut first = NOBODY;
        for chunk in candidates.chunks(4).rev() {
            let four = Four::new(chunk, mates, self.nobody, first);
            first = self.fours.len() as u32;
            self.fours.push(four);
        }
        first
    }

    #[inline(always)]
    pub(super) fn get(&self, four: u32) -> &Four {
        &self.fours[four as usize]
    }
}

impl Four {
    /// A four of so many candidates or fewer.
    fn new(candidates: &[Candidate], mates: &[u8; 256], nobody: u16, more: u32) -> Self {
        let (mut pieces, mut wants) = ([nobody; 4], [[0; 4]; 4]);
        for (at, candidate) in candidates.iter().enumerate() {
            pieces[at] = candidate.placed.piece() as u16;
            wants[at] = candidate.sides.map(|side| mates[usize::from(side)]);
        }
        Self { pieces, wants, more }
    }

    /// Which of its candidates are free, as bits.
    #[inline(always)]
    pub(super) fn free(&self, used: &[u64]) -> u32 {
        let [a, b, c, d] = self.pieces;
        bit(used, a) | bit(used, b) << 1 | bit(used, c) << 2 | bit(used, d) << 3
    }
}

/// Whether a piece is free.
#[inline(always)]
fn bit(used: &[u64], piece: u16) -> u32 {
    (!used[usize::from(piece >> 6)] >> (piece & 63)) as u32 & 1
}
