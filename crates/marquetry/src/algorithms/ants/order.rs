//! The ways an ant goes over the board.

use crate::edge::{Order, Puzzle, greedy};
use crate::search::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The order in which an ant fills the cells (Söderlind, section 4.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Insertion {
    /// Row by row from the top left corner.
    Row,
    /// Column by column from the top left corner, as the thesis's greedy search does.
    #[default]
    Column,
    /// In any order, new for every board.
    Random,
    /// From a random cell to a random neighbour, again and again.
    Walk,
}

impl Insertion {
    /// The cells in the order they are filled.
    #[must_use]
    pub fn cells(self, puzzle: &Puzzle, rng: &mut Rng) -> Vec<usize> {
        let (width, height) = (puzzle.width(), puzzle.height());
        let fixed = |order: Order| {
            let cells = order.cells(width, height).unwrap_or_default();
            cells.into_iter().map(usize::from).collect()
        };
        match self {
            Self::Row => fixed(Order::Row),
            Self::Column => fixed(Order::Column),
            Self::Random => {
                let mut cells: Vec<usize> = (0..puzzle.size()).collect();
                rng.shuffle(&mut cells);
                cells
            }
            Self::Walk => greedy::walk(width, height, rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::{Frame, generate::Recipe};

    #[test]
    fn every_insertion_visits_every_cell_once() {
        let puzzle = Recipe::random(5, 3, Frame::Open, 4, 1).make().unwrap().puzzle;
        let rng = &mut Rng::new(1);
        for insertion in [Insertion::Row, Insertion::Column, Insertion::Random, Insertion::Walk] {
            let mut cells = insertion.cells(&puzzle, rng);
            if insertion == Insertion::Column {
                assert_eq!(cells[..4], [0, 5, 10, 1]);
            }
            cells.sort_unstable();
            assert_eq!(cells, (0..15).collect::<Vec<_>>(), "{insertion:?}");
        }
    }
}
