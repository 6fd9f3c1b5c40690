//! What a piece set says of its own colours: hashes that depend on neither numbering nor turn.

use crate::edge::{Colour, GREY, Piece};

/// Enough for every set that was ever met: random sets settle after three.
const ROUNDS: usize = 8;

/// The finaliser of splitmix64. Fingerprints are kept in files, so it must never change.
pub(super) fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

pub(super) fn chain(hash: u64, value: u64) -> u64 {
    mix(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(value))
}

/// Colour refinement: two colours have the same hash only if the set cannot tell them apart.
///
/// Every round a colour takes up the pieces it lies on, each read clockwise from the colour's own
/// side, so that a mirrored set differs; sums make the order of the pieces irrelevant.
pub(super) struct Refined([u64; 256]);

impl Refined {
    /// Refines the colours of a set. Colours that are `marked` start apart from all others.
    pub(super) fn new(pieces: &[Piece], marked: &[Colour], seed: u64) -> Self {
        let mut refined = Self([chain(seed, 1); 256]);
        refined.0[usize::from(GREY)] = chain(seed, 0);
        for (i, &colour) in marked.iter().enumerate() {
            refined.0[usize::from(colour)] = chain(seed, i as u64 + 2);
        }
        for _ in 0..ROUNDS {
            refined = refined.round(pieces);
        }
        refined
    }

    fn round(&self, pieces: &[Piece]) -> Self {
        let mut met = [0u64; 256];
        for piece in pieces {
            for turn in 0..4 {
                let sides = piece.turned(turn);
                let sum = &mut met[usize::from(sides[0])];
                *sum = sum.wrapping_add(mix(self.sides(sides)));
            }
        }
        let mut next = self.0;
        next.iter_mut().zip(met).for_each(|(hash, met)| *hash = chain(*hash, met));
        Self(next)
    }

    /// The hash of a colour.
    pub(super) fn colour(&self, colour: Colour) -> u64 {
        self.0[usize::from(colour)]
    }

    /// The hash of four sides, clockwise from north.
    pub(super) fn sides(&self, sides: [Colour; 4]) -> u64 {
        sides.into_iter().fold(0, |hash, side| chain(hash, self.colour(side)))
    }
}

/// A renumbering of the colours of `from` that may make it the set `to`; the caller must check.
///
/// Colours that refinement cannot tell apart are nearly always interchangeable, so any of them is
/// chosen and the choice refined again.
pub(super) fn renumbering(from: &[Piece], to: &[Piece]) -> Option<[Colour; 256]> {
    let (mut marked_from, mut marked_to) = (Vec::new(), Vec::new());
    loop {
        let (a, b) = (sorted_colours(from, &marked_from), sorted_colours(to, &marked_to));
        if a.len() != b.len() || a.iter().zip(&b).any(|(x, y)| x.0 != y.0) {
            return None;
        }
        let tie = a.windows(2).position(|pair| pair[0].0 == pair[1].0);
        let Some(tie) = tie else {
            let mut map = [GREY; 256];
            a.iter().zip(&b).for_each(|(x, y)| map[usize::from(x.1)] = y.1);
            return Some(map);
        };
        marked_from.push(a[tie].1);
        marked_to.push(b[tie].1);
    }
}

/// The colours of a set with their hashes, by hash.
fn sorted_colours(pieces: &[Piece], marked: &[Colour]) -> Vec<(u64, Colour)> {
    let refined = Refined::new(pieces, marked, 0);
    let mut used: Vec<Colour> = pieces.iter().flat_map(|p| p.0).collect();
    used.sort_unstable();
    used.dedup();
    let mut sorted: Vec<_> = used.into_iter().map(|c| (refined.colour(c), c)).collect();
    sorted.sort_unstable();
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interchangeable_colours_are_renumbered_together() {
        // Colours 1 and 2 are alike, and so are 3 and 4, but 1 goes with 3 and 2 with 4.
        let set = |a, b, c, d| {
            [[0, a, a, c], [0, b, b, d], [c, c, a, 0], [d, d, b, 0]].map(Piece).to_vec()
        };
        let (from, to) = (set(1, 2, 3, 4), set(9, 4, 2, 7));
        let map = renumbering(&from, &to).unwrap();
        let mut seen: Vec<_> =
            from.iter().map(|p| Piece(p.0.map(|c| map[usize::from(c)])).canonical()).collect();
        let mut wanted: Vec<_> = to.iter().map(|p| p.canonical()).collect();
        seen.sort();
        wanted.sort();
        assert_eq!(seen, wanted);
        assert_eq!(renumbering(&from, &set(1, 2, 3, 3)), None);
    }
}
