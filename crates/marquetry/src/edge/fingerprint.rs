//! The fingerprint: what tells one puzzle from every other.

use super::Puzzle;
use crate::search::Signature;
use std::hash::Hasher;

impl Puzzle {
    /// Sixteen hexadecimal digits made from size, frame, signs, pieces and clues: the same for the
    /// same puzzle, whatever it is called and in whatever order its clues are listed.
    ///
    /// Archives, stores and checkpoints know puzzles by it and the names of stored jobs are made from
    /// it, so every byte of it is said here and none may change.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut hash = Signature::default();
        hash.write_usize(self.width());
        hash.write_usize(self.height());
        hash.write_u32(self.frame() as u32);
        hash.write_u32(self.signed().into());
        for piece in self.pieces() {
            hash.write_usize(piece.0.len());
            hash.write(&piece.0);
        }
        let mut clues: Vec<_> = self.clues().iter().map(|c| (c.cell, c.placed.index())).collect();
        clues.sort_unstable();
        hash.write_usize(clues.len());
        for (cell, placed) in clues {
            hash.write_usize(cell);
            hash.write_usize(placed);
        }
        hash.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::builtin::builtin;
    use crate::edge::format;

    /// Signed, with clues: `generate 5x4 --colours 4 --clues 2 --signed --seed 3`.
    const CLUED: &str = r#"{"format": "marquetry-puzzle/1", "name": "clued", "width": 5, "height": 4,
        "frame": "grey", "signed": true, "pieces": [[5,0,6,7], [8,0,4,2], [5,6,0,6], [0,0,2,3],
        [3,0,8,1], [4,5,6,2], [3,2,0,7], [5,3,1,2], [7,4,3,8], [2,0,5,1], [7,8,7,0], [4,5,0,0],
        [5,0,0,8], [7,0,3,7], [3,8,4,5], [7,8,0,6], [6,6,6,2], [4,0,0,1], [3,8,4,4], [0,1,1,1]],
        "clues": [{"piece":15,"row":2,"col":2,"turn":1}, {"piece":13,"row":3,"col":0,"turn":1}]}"#;

    fn clued() -> Puzzle {
        format::read(CLUED.as_bytes()).unwrap().puzzle().unwrap()
    }

    /// Stores hold these: if one changes, thousands of runs are lost.
    #[test]
    fn fingerprints_are_what_stores_hold() {
        assert_eq!(clued().fingerprint(), "01fb790527a2a971");
        for (name, fingerprint) in [
            ("p0", "e533d78501f1290d"),
            ("p4", "0837e002cfc188eb"),
            ("p11", "b4258474aa4762fd"),
            ("twin-16x16", "15e6a9e942cf5e38"),
        ] {
            assert_eq!(builtin(name).unwrap().puzzle().unwrap().fingerprint(), fingerprint);
        }
    }

    #[test]
    fn all_that_makes_a_puzzle_counts_and_nothing_else() {
        let puzzle = clued();
        let clues: Vec<_> = puzzle.clues().iter().rev().copied().collect();
        let same = puzzle.clone().with_name("other").with_clues(clues.clone()).unwrap();
        assert_eq!(puzzle.fingerprint(), same.fingerprint());
        let fewer = puzzle.clone().with_clues(clues[..1].to_vec()).unwrap();
        assert_ne!(puzzle.fingerprint(), fewer.fingerprint());
        assert_ne!(puzzle.fingerprint(), puzzle.clone().with_signed(false).fingerprint());
    }
}
