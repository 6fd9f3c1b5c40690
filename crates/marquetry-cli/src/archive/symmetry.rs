//! When two boards are the same: turned as a whole, or alike in look.

use marquetry::edge::{Board, Puzzle};
use marquetry::search::Signature;
use std::hash::{Hash, Hasher};

/// How a board looks: the four colours of every cell, packed. Equal pieces and symmetric turns
/// look the same, whatever their numbers.
pub(super) type Look = Vec<u32>;

/// A valid board as it looks after every turn of the whole board that keeps size and clues; the
/// first is the board as it lies.
pub(super) fn looks(puzzle: &Puzzle, board: &Board) -> Vec<Look> {
    let size = (puzzle.width(), puzzle.height());
    let mut turned = board.clone();
    let mut looks: Vec<Look> = Vec::with_capacity(4);
    for quarter in 0..4 {
        if quarter > 0 {
            turned = turned.turned();
        }
        if (turned.width(), turned.height()) == size {
            let look = look(puzzle, &turned);
            if quarter == 0 || keeps_clues(puzzle, &look) {
                looks.push(look);
            }
        }
    }
    looks
}

/// One number for all boards that are the same.
pub(super) fn key(looks: &[Look]) -> u64 {
    let mut signature = Signature::default();
    looks.iter().min().hash(&mut signature);
    signature.finish()
}

fn look(puzzle: &Puzzle, board: &Board) -> Look {
    let look = |placed| u32::from_be_bytes(puzzle.sides(placed));
    board.cells().iter().map(|cell| cell.map_or(u32::MAX, look)).collect()
}

fn keeps_clues(puzzle: &Puzzle, look: &Look) -> bool {
    let wanted = |placed| Some(u32::from_be_bytes(puzzle.sides(placed)));
    puzzle.clues().iter().all(|clue| look.get(clue.cell).copied() == wanted(clue.placed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry::edge::generate::Recipe;
    use marquetry::edge::{Frame, Piece, Placed};

    fn key_of(puzzle: &Puzzle, board: &Board) -> u64 {
        key(&looks(puzzle, board))
    }

    #[test]
    fn turned_boards_are_the_same_unless_a_clue_forbids_it() {
        for (width, height, turns) in [(5, 5, 4), (6, 4, 2)] {
            let recipe = Recipe { seed: 1, ..Recipe::hardest(width, height, Frame::Grey) };
            let made = recipe.make().expect("it can be made");
            let board = &made.solution;
            assert_eq!(looks(&made.puzzle, board).len(), turns);
            let half = board.turned().turned();
            assert_eq!(key_of(&made.puzzle, board), key_of(&made.puzzle, &half));
            let clued = Recipe { clues: 1, ..recipe }.make().expect("it can be made");
            assert_eq!(looks(&clued.puzzle, &clued.solution).len(), 1);
        }
    }

    #[test]
    fn equal_pieces_and_symmetric_turns_look_the_same() {
        let pieces = [[1, 2, 3, 4], [1, 2, 3, 4], [5, 6, 5, 6], [1, 1, 2, 2]].map(Piece);
        let puzzle = Puzzle::new("", 4, 1, Frame::Open, pieces.to_vec()).expect("a puzzle");
        let board = |placed: [(usize, u8); 4]| {
            let cells = placed.map(|(piece, turn)| Some(Placed::new(piece, turn))).to_vec();
            Board::from_cells(4, 1, cells).expect("four cells")
        };
        let first = key_of(&puzzle, &board([(0, 0), (1, 0), (2, 0), (3, 0)]));
        assert_eq!(first, key_of(&puzzle, &board([(1, 0), (0, 0), (2, 2), (3, 0)])));
        assert_ne!(first, key_of(&puzzle, &board([(1, 0), (0, 0), (2, 1), (3, 0)])));
        assert_ne!(first, key_of(&puzzle, &board([(0, 0), (1, 1), (2, 0), (3, 0)])));
    }
}
