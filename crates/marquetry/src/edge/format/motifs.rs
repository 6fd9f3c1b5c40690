//! The colour numberings of the viewers: which motif each letter of a link draws.

use crate::edge::Colour;

/// A permutation of the 22 motifs, by letter; colours beyond them stay.
pub(super) type Motifs = [Colour; 23];

/// From the numbering of `motifs_order=marie` (and `jblackwood`) to the default one.
const MARIE: Motifs =
    [0, 1, 6, 11, 16, 4, 9, 14, 19, 2, 7, 12, 17, 5, 10, 15, 20, 3, 8, 13, 18, 21, 22];

/// From the numbering of `motifs_order=jef` to the default one.
const JEF: Motifs =
    [0, 19, 14, 9, 4, 16, 11, 6, 1, 20, 15, 10, 5, 17, 12, 7, 2, 22, 21, 18, 13, 8, 3];

/// The permutation a link names.
pub(super) fn named(order: &str) -> Option<Motifs> {
    match order {
        "marie" | "jblackwood" => Some(MARIE),
        "jef" => Some(JEF),
        _ => None,
    }
}

/// The permutations worth trying on a board that does not say its numbering.
pub(super) fn guesses() -> [(&'static str, Motifs); 4] {
    [
        ("the letters of marie and jblackwood", MARIE),
        ("the letters of jef", JEF),
        ("the letters of marie and jblackwood, translated once too often", inverse(MARIE)),
        ("the letters of jef, translated once too often", inverse(JEF)),
    ]
}

/// The colour that a permutation makes of a colour.
pub(super) fn translated(motifs: &Motifs, colour: Colour) -> Colour {
    motifs.get(usize::from(colour)).copied().unwrap_or(colour)
}

fn inverse(motifs: Motifs) -> Motifs {
    let mut inverse = motifs;
    for (from, &to) in motifs.iter().enumerate() {
        inverse[usize::from(to)] = from as Colour;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_permutations_that_leave_grey_alone() {
        for motifs in [MARIE, JEF] {
            let mut sorted = motifs;
            sorted.sort_unstable();
            assert!(sorted.iter().enumerate().all(|(i, &c)| i == usize::from(c)));
            assert_eq!(motifs[0], 0);
            assert!((0..23).all(|c| translated(&inverse(motifs), translated(&motifs, c)) == c));
        }
        assert_eq!(translated(&MARIE, 25), 25);
    }
}
