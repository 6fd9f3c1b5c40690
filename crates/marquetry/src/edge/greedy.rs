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
    /// Wherever a piece matches most joins: the first greedy algorithm of section 4.1.
    Anywhere,
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
    let order = order(puzzle, placement, rng);
    if placement == Placement::Anywhere {
        return lay_anywhere(state, &order, &mut stock);
    }
    for cell in order {
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
    if let Some((_, i, placed)) = best(state, cell, stock) {
        stock.remove(i);
        state.place(cell, placed);
    }
}

/// The first piece of the stock that matches as many neighbours as any: these, its place, the piece.
fn best(state: &State<'_>, cell: usize, stock: &[u16]) -> Option<(u32, usize, Placed)> {
    let all = state.neighbours(cell);
    let mut best: Option<(u32, usize, Placed)> = None;
    for (i, &piece) in stock.iter().enumerate() {
        let piece = usize::from(piece);
        let turns = state.puzzle().layout().turns(piece, cell);
        for turn in (0..4).filter(|turn| turns >> turn & 1 == 1) {
            let placed = Placed::new(piece, turn);
            let fit = state.fit(cell, placed);
            if best.is_none_or(|(most, ..)| fit > most) {
                best = Some((fit, i, placed));
                if fit == all {
                    return best;
                }
            }
        }
    }
    best
}

/// Lays the piece that adds most to the score, on the first cell of the order where it does, until the
/// board is full. What is best on a cell changes only beside the piece laid, and where that piece was it.
fn lay_anywhere(state: &mut State<'_>, order: &[usize], stock: &mut [Vec<u16>; 6]) {
    let puzzle = state.puzzle();
    let kind = |cell: usize| puzzle.layout().kind(cell) as usize;
    let look = |state: &State<'_>, stock: &[Vec<u16>; 6], cell: usize| {
        let (fit, _, placed) = best(state, cell, &stock[kind(cell)])?;
        Some((fit, placed))
    };
    let empty = |cell: &usize| state.get(*cell).is_none();
    let mut found: Vec<(usize, Option<(u32, Placed)>)> =
        order.iter().copied().filter(empty).map(|cell| (cell, look(state, stock, cell))).collect();
    // The last of those that are as good comes out: the first, read backwards.
    while let Some(next) = (0..found.len()).rev().max_by_key(|&i| found[i].1.map(|(fit, _)| fit)) {
        let (cell, Some((_, placed))) = found.remove(next) else { return };
        state.place(cell, placed);
        stock[kind(cell)].retain(|&piece| usize::from(piece) != placed.piece());
        for (other, known) in &mut found {
            let used = known.is_some_and(|(_, best)| best.piece() == placed.piece());
            if used || state.adjacent(cell, *other) {
                *known = look(state, stock, *other);
            }
        }
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
        // Of cells that are as good the first is taken: by chance, as with pieces.
        Placement::Anywhere => {
            let mut cells: Vec<usize> = (0..width * height).collect();
            rng.shuffle(&mut cells);
            cells
        }
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
    use super::super::Frame;
    use super::super::generate::Recipe;
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

    /// What is kept from step to step is what looking at everything again would find.
    #[test]
    fn anywhere_is_the_best_piece_over_all_cells() {
        for (frame, seed) in [(Frame::Grey, 1), (Frame::Open, 2)] {
            let recipe = Recipe { clues: 2, ..Recipe::random(6, 5, frame, 4, seed) };
            let puzzle = recipe.make().unwrap().puzzle;
            let built = build(&puzzle, Placement::Anywhere, &mut Rng::new(seed));
            let (rng, mut state) = (&mut Rng::new(seed), State::with_clues(&puzzle));
            let mut stock = shuffled_stock(&state, rng);
            let order = order(&puzzle, Placement::Anywhere, rng);
            loop {
                let mut most: Option<(u32, usize, usize, Placed)> = None;
                for &cell in order.iter().filter(|&&cell| state.get(cell).is_none()) {
                    let kind = puzzle.layout().kind(cell) as usize;
                    let (fit, i, placed) = best(&state, cell, &stock[kind]).unwrap();
                    if most.is_none_or(|(before, ..)| fit > before) {
                        most = Some((fit, cell, i, placed));
                    }
                }
                let Some((_, cell, i, placed)) = most else { break };
                stock[puzzle.layout().kind(cell) as usize].remove(i);
                state.place(cell, placed);
            }
            assert_eq!(built.board(), state.board());
            assert!((0..30).all(|cell| built.get(cell).is_some()));
        }
    }

    #[test]
    fn regular_placement_goes_by_columns() {
        let pieces = vec![super::super::Piece([1; 4]); 6];
        let puzzle = Puzzle::new("", 2, 3, Frame::Open, pieces).unwrap();
        let order = order(&puzzle, Placement::Regular, &mut Rng::new(1));
        assert_eq!(order, [0, 2, 4, 1, 3, 5]);
    }
}
