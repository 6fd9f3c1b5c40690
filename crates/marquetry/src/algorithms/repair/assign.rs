//! Optimal reassignment of cells that do not touch: the pieces of all of them are dealt out anew at
//! once, exactly, although there are k! ways.

use super::adjacency::Adjacency;
use crate::edge::{Placed, State};
use crate::search::Rng;
use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;

/// The cost of a piece that may not lie on a cell.
const NEVER: i32 = 1 << 16;

/// Deals the pieces of cells that do not touch so that as many joins match as possible. Among equal
/// deals chance decides. `laid` receives the new placements.
pub(super) fn reassign(
    ground: &Adjacency<'_>,
    state: &State<'_>,
    cells: &[usize],
    rng: &mut Rng,
    laid: &mut Vec<(usize, Placed)>,
) {
    laid.clear();
    let pieces: Vec<usize> =
        cells.iter().filter_map(|&cell| state.get(cell)).map(Placed::piece).collect();
    if pieces.len() != cells.len() {
        return;
    }
    let best_turn = |cell: usize, piece: usize| {
        let turns = ground.puzzle.layout().turns(piece, cell);
        let allowed = (0..4).filter(|turn| turns >> turn & 1 == 1);
        let placed = allowed.map(|turn| Placed::new(piece, turn));
        placed.map(|placed| (state.fit(cell, placed), placed)).max_by_key(|&(fit, _)| fit)
    };
    let mut costs = Vec::with_capacity(cells.len() * cells.len());
    for &cell in cells {
        costs.extend(
            pieces
                .iter()
                .map(|&piece| best_turn(cell, piece).map_or(NEVER, |(fit, _)| 4 - fit as i32)),
        );
    }
    let owners = cheapest(&costs, cells.len(), rng);
    let dealt = cells.iter().zip(owners);
    laid.extend(dealt.filter_map(|(&cell, i)| Some((cell, best_turn(cell, pieces[i])?.1))));
}

/// The column of every row in a cheapest perfect matching of a square matrix. The solver sees rows
/// and columns in random order, so that among equal matchings chance decides.
fn cheapest(costs: &[i32], size: usize, rng: &mut Rng) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..size).collect();
    let mut cols = rows.clone();
    rng.shuffle(&mut rows);
    rng.shuffle(&mut cols);
    let weights = Matrix::from_fn(size, size, |(row, col)| -costs[rows[row] * size + cols[col]]);
    let (_, owners) = kuhn_munkres(&weights);
    let mut dealt = vec![0; size];
    for (row, col) in rows.into_iter().zip(owners) {
        dealt[row] = cols[col];
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brute_force(costs: &[i32], size: usize, row: usize, taken: u32) -> i32 {
        if row == size {
            return 0;
        }
        let free = (0..size).filter(|col| taken >> col & 1 == 0);
        let deal =
            |col| costs[row * size + col] + brute_force(costs, size, row + 1, taken | 1u32 << col);
        free.map(deal).min().unwrap_or(0)
    }

    #[test]
    fn as_cheap_as_every_permutation_tried() {
        let rng = &mut Rng::new(5);
        for round in 0..2_000 {
            let (size, bound) = (round % 8, 2 + rng.below(12));
            let costs: Vec<i32> = (0..size * size).map(|_| rng.below(bound) as i32).collect();
            let cols = cheapest(&costs, size, rng);
            let mut sorted = cols.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..size).collect::<Vec<_>>());
            let total: i32 =
                cols.iter().enumerate().map(|(row, col)| costs[row * size + col]).sum();
            assert_eq!(total, brute_force(&costs, size, 0, 0), "{costs:?}");
        }
    }

    #[test]
    fn among_equals_every_deal_comes_up() {
        let rng = &mut Rng::new(6);
        let mut seen = std::collections::BTreeSet::new();
        (0..200).for_each(|_| _ = seen.insert(cheapest(&[1; 9], 3, rng)));
        assert_eq!(seen.len(), 6);
    }
}
