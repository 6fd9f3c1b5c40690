//! The order in which the backtracker fills the cells.

use super::Breaks;
use crate::edge::{Puzzle, scan};
use crate::search::Rng;

/// The cells in order: as given, or rows from a corner with a finish by columns.
pub(super) fn path(puzzle: &Puzzle, parameters: &Breaks, rng: &mut Rng) -> Vec<u16> {
    let (width, height) = (puzzle.width(), puzzle.height());
    if let Some(order) = &parameters.order {
        let by_rows = || (0..puzzle.size() as u16).collect();
        return order.cells(width, height).unwrap_or_else(|_| by_rows());
    }
    let way = parameters.start.way(rng);
    scan(width, height, usize::from(parameters.finish), way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::{Frame, Piece};

    #[test]
    fn paths_visit_every_cell_once_and_know_two_sides_inside() {
        let pieces = vec![Piece([1; 4]); 42];
        let puzzle = Puzzle::new("", 7, 6, Frame::Open, pieces).unwrap();
        for seed in 0..20 {
            let parameters = Breaks { finish: (seed % 7) as u8, ..Breaks::default() };
            let path = path(&puzzle, &parameters, &mut Rng::new(seed));
            let mut sorted = path.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..42).collect::<Vec<_>>());
            let mut known = [0; 42];
            for &cell in &path {
                let (row, col) = (cell / 7, cell % 7);
                let inside = (1..5).contains(&row) && (1..6).contains(&col);
                assert!(!inside || known[usize::from(cell)] == 2, "{path:?}");
                for (other, there) in [
                    (cell.wrapping_sub(7), row > 0),
                    (cell + 7, row < 5),
                    (cell.wrapping_sub(1), col > 0),
                    (cell + 1, col < 6),
                ] {
                    if there {
                        known[usize::from(other)] += 1;
                    }
                }
            }
        }
    }
}
