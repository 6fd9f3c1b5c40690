//! Colour numbers as files have them, made into ours: the rim 0, the others 1 to 250.

use super::FormatError;
use crate::edge::{Colour, GREY, MAX_COLOUR, Piece};
use std::collections::BTreeSet;

/// Pieces with our colours, and what had to be changed for it.
#[derive(Clone, Debug)]
pub(super) struct Numbered {
    pub pieces: Vec<Piece>,
    pub note: Option<String>,
}

/// Makes `rim` grey and numbers the other colours from 1. Numbers that fit already are kept.
pub(super) fn number(sides: &[[u32; 4]], rim: Option<u32>) -> Result<Numbered, FormatError> {
    let used: BTreeSet<u32> = sides.iter().flatten().copied().filter(|&c| Some(c) != rim).collect();
    if used.len() > usize::from(MAX_COLOUR) {
        let found = format!("{} colours", used.len());
        return Err(FormatError::whole(format!("at most {MAX_COLOUR} colours"), found));
    }
    let (least, most) = (used.first().copied(), used.last().copied().unwrap_or(0));
    let zero = least == Some(0);
    let fits = most.saturating_add(u32::from(zero)) <= u32::from(MAX_COLOUR);
    let sparse: Vec<u32> = used.into_iter().collect();
    let map = |colour: u32| -> Colour {
        match sparse.binary_search(&colour) {
            Err(_) => GREY,
            Ok(_) if fits => (colour + u32::from(zero)) as Colour,
            Ok(rank) => (rank + 1) as Colour,
        }
    };
    let pieces = sides.iter().map(|piece| Piece(piece.map(map))).collect();
    let note = match (fits, zero) {
        (true, false) => None,
        (true, true) => Some("colours raised by one: 0 is the rim's number".to_owned()),
        (false, _) => Some(format!("colours up to {most} renumbered 1 to {}", sparse.len())),
    };
    Ok(Numbered { pieces, note })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_fit_are_kept_and_others_moved() {
        let kept = number(&[[0, 5, 250, 1]], Some(0)).unwrap();
        assert_eq!((kept.pieces[0].0, kept.note), ([0, 5, 250, 1], None));
        let raised = number(&[[0, 5, 23, 1]], Some(23)).unwrap();
        assert_eq!(raised.pieces[0].0, [1, 6, 0, 2]);
        let sparse = number(&[[0, 500, 65535, u32::MAX]], Some(65535)).unwrap();
        assert_eq!(sparse.pieces[0].0, [1, 2, 0, 3]);
        assert!(sparse.note.unwrap().contains("renumbered"));
    }

    #[test]
    fn too_many_colours_are_refused() {
        let sides: Vec<_> = (0..63).map(|i| [4 * i + 1, 4 * i + 2, 4 * i + 3, 4 * i + 4]).collect();
        let error = number(&sides, None).unwrap_err();
        assert_eq!(error.to_string(), "expected at most 250 colours, found 252 colours");
        assert!(number(&sides[..62], None).is_ok());
    }
}
