//! Pieces by look: equal pieces are one look with several copies, equal turns are one turn.
//!
//! A search over looks finds every board that looks different once, however many copies could
//! change places.

use crate::edge::{Piece, Placed, Puzzle};
use std::collections::HashMap;

/// What one or several equal pieces look like.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    /// The first of the pieces.
    pub(crate) piece: Piece,
    /// How many of its turns look different; the others repeat them.
    pub(crate) turns: u8,
    /// Every piece of this look, with the turn in which it looks like [`Look::piece`] unturned.
    pub(crate) copies: Vec<Placed>,
}

/// The looks of some pieces of a puzzle, in the order of their first pieces.
pub(crate) fn looks(puzzle: &Puzzle, pieces: &[u16]) -> Vec<Look> {
    let mut looks: Vec<Look> = Vec::new();
    let mut known = HashMap::new();
    for &number in pieces {
        let piece = puzzle.pieces()[usize::from(number)];
        let at = *known.entry(piece.canonical()).or_insert_with(|| {
            looks.push(Look { piece, turns: piece.distinct_turns(), copies: Vec::new() });
            looks.len() - 1
        });
        let first = looks[at].piece.0;
        let turn = piece.turn_to(first).unwrap_or(0);
        looks[at].copies.push(Placed::new(usize::from(number), turn));
    }
    looks
}

/// In how many ways a board that uses every copy can be laid with numbered pieces and turns and
/// still look the same; `None` if that is beyond counting.
pub(crate) fn ways(looks: &[Look]) -> Option<u128> {
    let mut ways = 1_u128;
    for look in looks {
        let same_turns = u128::from(4 / look.turns);
        for copy in 1..=look.copies.len() as u128 {
            ways = ways.checked_mul(copy)?.checked_mul(same_turns)?;
        }
    }
    Some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::Frame;

    #[test]
    fn copies_and_symmetric_turns_are_one_look() {
        let sides = [[1, 2, 3, 4], [2, 3, 4, 1], [1, 2, 1, 2], [5; 4], [1, 2, 3, 4], [4, 3, 2, 1]];
        let pieces = sides.map(Piece).to_vec();
        let puzzle = Puzzle::new("", 3, 2, Frame::Open, pieces).unwrap();
        let looks = looks(&puzzle, &[0, 1, 2, 3, 4, 5]);
        assert_eq!(looks.iter().map(|l| l.copies.len()).collect::<Vec<_>>(), [3, 1, 1, 1]);
        assert_eq!(looks.iter().map(|l| l.turns).collect::<Vec<_>>(), [4, 2, 1, 4]);
        for look in &looks {
            for copy in &look.copies {
                assert_eq!(puzzle.sides(*copy), look.piece.0);
            }
        }
        assert_eq!(ways(&looks), Some(6 * 2 * 4));
    }
}
