//! Greedy boards: what Söderlind's greedy algorithm builds (sections 4.1 and 5.3), and what searches
//! begin with or complete a partial board by.

use super::{Kind, Placed, Puzzle, State};
use crate::search::{Conclusion, Rng, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The order in which cells are filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Placement {
    /// Column by column from the top left: the thesis's regular placement.
    #[default]
    Regular,
    /// A random walk from a random cell that backtracks where it cannot go on.
    Walk,
}

/// What slow starters do first: one step for a greedy board to show. The conclusion, if that is the
/// end already.
pub(crate) fn open(puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Option<Conclusion> {
    if puzzle.obstacle().is_some() {
        return Some(Conclusion::Exhausted);
    }
    if !run.step() {
        return Some(Conclusion::Stopped);
    }
    let state = build(puzzle, Placement::Regular, &mut run.rng);
    run.offer(state.score(), || state.board());
    None
}

/// One greedy board. The puzzle has no obstacle.
pub(crate) fn build<'p>(puzzle: &'p Puzzle, placement: Placement, rng: &mut Rng) -> State<'p> {
    let mut state = State::with_clues(puzzle);
    complete(&mut state, placement, rng);
    state
}

/// Fills the empty cells. The puzzle has no obstacle.
pub(crate) fn complete(state: &mut State<'_>, placement: Placement, rng: &mut Rng) {
    let puzzle = state.puzzle();
    let mut stock = shuffled_stock(state, rng);
    for cell in order(puzzle, placement, rng) {
        if state.get(cell).is_none() {
            lay_best(state, cell, &mut stock[puzzle.layout().kind(cell) as usize]);
        }
    }
}

/// The pieces not on the board, by kind, each kind in random order.
fn shuffled_stock(state: &State<'_>, rng: &mut Rng) -> [Vec<u16>; 6] {
    Kind::ALL.map(|kind| {
        let pieces = state.puzzle().layout().pieces(kind).iter().copied();
        let mut stock: Vec<u16> =
            pieces.filter(|&piece| state.home(usize::from(piece)).is_none()).collect();
        rng.shuffle(&mut stock);
        stock
    })
}

/// Lays the first piece of the stock that matches every neighbour, or else the next best.
fn lay_best(state: &mut State<'_>, cell: usize, stock: &mut Vec<u16>) {
    let all = state.neighbours(cell);
    let mut best: Option<(u32, usize, Placed)> = None;
    'search: for (i, &piece) in stock.iter().enumerate() {
        let piece = usize::from(piece);
        let turns = state.puzzle().layout().turns(piece, cell);
        for turn in (0..4).filter(|turn| turns >> turn & 1 == 1) {
            let placed = Placed::new(piece, turn);
            let fit = state.fit(cell, placed);
            if best.is_none_or(|(most, ..)| fit > most) {
                best = Some((fit, i, placed));
                if fit == all {
                    break 'search;
                }
            }
        }
    }
    if let Some((_, i, placed)) = best {
        stock.remove(i);
        state.place(cell, placed);
    }
}

/// The cells in the order they are filled.
fn order(puzzle: &Puzzle, placement: Placement, rng: &mut Rng) -> Vec<usize> {
    let (width, height) = (puzzle.width(), puzzle.height());
    match placement {
        Placement::Regular => {
            (0..width * height).map(|i| i % height * width + i / height).collect()
        }
        Placement::Walk => walk(width, height, rng),
    }
}

/// From a random cell to a random neighbour not yet visited, backtracking where there is none.
/// Cells of clues are walked over like any other.
pub(crate) fn walk(width: usize, height: usize, rng: &mut Rng) -> Vec<usize> {
    let size = width * height;
    let mut visited = vec![false; size];
    let mut order = Vec::with_capacity(size);
    let mut trail = vec![rng.below(size)];
    visited[trail[0]] = true;
    order.push(trail[0]);
    while let Some(&cell) = trail.last() {
        let (row, col) = (cell / width, cell % width);
        let around = [
            (row > 0).then(|| cell - width),
            (col + 1 < width).then(|| cell + 1),
            (row + 1 < height).then(|| cell + width),
            (col > 0).then(|| cell - 1),
        ];
        let free: Vec<usize> = around.into_iter().flatten().filter(|&c| !visited[c]).collect();
        match rng.pick(&free) {
            Some(&next) => {
                visited[next] = true;
                order.push(next);
                trail.push(next);
            }
            None => {
                trail.pop();
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_visit_every_cell_once_beside_an_earlier_one() {
        let rng = &mut Rng::new(1);
        for (width, height) in [(1, 1), (1, 5), (4, 1), (2, 2), (6, 5)] {
            let order = walk(width, height, rng);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..width * height).collect::<Vec<_>>());
            for (i, &cell) in order.iter().enumerate().skip(1) {
                let beside = |&other: &usize| {
                    let rows = (cell / width).abs_diff(other / width);
                    rows + (cell % width).abs_diff(other % width) == 1
                };
                assert!(order[..i].iter().any(beside), "{order:?}");
            }
        }
    }

    #[test]
    fn regular_placement_goes_by_columns() {
        let pieces = vec![super::super::Piece([1; 4]); 6];
        let puzzle = Puzzle::new("", 2, 3, super::super::Frame::Open, pieces).unwrap();
        let order = order(&puzzle, Placement::Regular, &mut Rng::new(1));
        assert_eq!(order, [0, 2, 4, 1, 3, 5]);
    }
}
