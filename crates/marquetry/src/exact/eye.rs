//! Seeing when two solutions are the same board turned.

use crate::edge::{Board, Colour, Puzzle};

/// Looks at solutions of the whole board.
#[derive(Clone, Debug)]
pub(super) struct Eye<'p> {
    puzzle: &'p Puzzle,
    /// Quarter turns that keep the board's shape.
    turns: Vec<u8>,
}

/// The colours of every cell, as the board lies.
type Sight = Vec<[Colour; 4]>;

impl<'p> Eye<'p> {
    pub(super) fn new(puzzle: &'p Puzzle) -> Self {
        let turns = match (puzzle.width(), puzzle.height()) {
            (width, height) if width == height => vec![1, 2, 3],
            _ => vec![2],
        };
        Self { puzzle, turns }
    }

    /// How many solutions look like this one after some turn of the whole board, itself included.
    ///
    /// A turned board is a solution too if it shows every clue where it belongs.
    pub(super) fn same(&self, board: &Board) -> u32 {
        let mut seen = vec![self.sight(board)];
        for &turns in &self.turns {
            let turned = (0..turns).fold(board.clone(), |board, _| board.turned());
            let sight = self.sight(&turned);
            let clues = self.puzzle.clues();
            let solves =
                clues.iter().all(|clue| sight[clue.cell] == self.puzzle.sides(clue.placed));
            if solves && !seen.contains(&sight) {
                seen.push(sight);
            }
        }
        seen.len() as u32
    }

    fn sight(&self, board: &Board) -> Sight {
        let sides = |cell: &Option<_>| cell.map_or([0; 4], |placed| self.puzzle.sides(placed));
        board.cells().iter().map(sides).collect()
    }
}
