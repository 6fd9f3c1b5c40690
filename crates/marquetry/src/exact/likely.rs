//! An order for boards with clues: the one along which chance leaves the fewest partial boards.
//!
//! How many partial boards are expected on a set of cells depends on the set alone. So a beam of
//! sets that grow cell by cell, from the clues and the corners, finds an order whose whole tree is
//! expected to be small. Where clues lie well, that tree is thousands of times smaller than the one
//! of any scan.

use super::odds::{Free, Odds};
use crate::edge::{Kind, Puzzle};
use crate::search::Rng;
use std::collections::HashSet;

/// A set of cells on the way.
#[derive(Clone)]
struct Grown {
    filled: Vec<bool>,
    /// Tells sets apart.
    hash: u64,
    free: Free,
    /// The logarithms of the partial boards on this set, and of all on the way to it.
    boards: f64,
    all: f64,
    /// Its last step.
    step: usize,
}

/// A cell that would be filled next.
struct Next {
    from: usize,
    cell: usize,
    boards: f64,
    all: f64,
}

/// Candidates that are looked at for each set that is kept: the same set is reached in many ways.
const WAYS: usize = 12;

/// The cells without clues, in an order found by a beam of this width, and the expected nodes.
pub(super) fn likely(puzzle: &Puzzle, width: usize) -> (Vec<u16>, f64) {
    let odds = Odds::new(puzzle);
    let mut rng = Rng::new(1);
    let codes: Vec<u64> = (0..puzzle.size()).map(|_| rng.bits()).collect();
    let mut filled = vec![false; puzzle.size()];
    puzzle.clues().iter().for_each(|clue| filled[clue.cell] = true);
    let held = |piece: &usize| puzzle.clues().iter().any(|clue| clue.placed.piece() == *piece);
    let free = odds.free((0..puzzle.size()).filter(|piece| !held(piece)));
    // Each step knows the one before it and its cell.
    let mut steps = vec![(0, 0)];
    let mut beam =
        vec![Grown { filled, hash: 0, free, boards: 0.0, all: f64::NEG_INFINITY, step: 0 }];
    for _ in puzzle.clues().len()..puzzle.size() {
        let mut found: Vec<Next> = (beam.iter().enumerate())
            .flat_map(|(from, grown)| nexts(puzzle, &odds, from, grown))
            .collect();
        let smaller = |a: &Next, b: &Next| {
            a.all.total_cmp(&b.all).then((a.from, a.cell).cmp(&(b.from, b.cell)))
        };
        if found.len() > width * WAYS {
            found.select_nth_unstable_by(width * WAYS, smaller);
            found.truncate(width * WAYS);
        }
        found.sort_unstable_by(smaller);
        let mut seen = HashSet::new();
        let new = |next: &Next| seen.insert(beam[next.from].hash ^ codes[next.cell]);
        let chosen: Vec<Next> = found.into_iter().filter(new).take(width).collect();
        let grow = |next: &Next| {
            let mut grown = beam[next.from].clone();
            odds.lay(next.cell, 0, &mut grown.free);
            grown.filled[next.cell] = true;
            grown.hash ^= codes[next.cell];
            steps.push((grown.step, next.cell as u16));
            Grown { boards: next.boards, all: next.all, step: steps.len() - 1, ..grown }
        };
        beam = chosen.iter().map(grow).collect();
    }
    let best = beam.first();
    let mut step = best.map_or(0, |grown| grown.step);
    let mut order = Vec::new();
    while step > 0 {
        order.push(steps[step].1);
        step = steps[step].0;
    }
    order.reverse();
    (order, best.map_or(0.0, |grown| grown.all.exp()))
}

/// The cells beside those filled, and the corners.
fn nexts(puzzle: &Puzzle, odds: &Odds<'_>, from: usize, grown: &Grown) -> Vec<Next> {
    let layout = puzzle.layout();
    let empty = (0..puzzle.size()).filter(|&cell| !grown.filled[cell]);
    let beside = empty.filter_map(|cell| {
        let known = known(puzzle, &grown.filled, cell);
        (known != 0 || layout.kind(cell) == Kind::Corner).then_some((cell, known))
    });
    let next = |(cell, known): (usize, u8)| {
        let boards = grown.boards + odds.lay(cell, known, &mut grown.free.clone());
        Next { from, cell, boards, all: log_sum(grown.all, boards) }
    };
    beside.map(next).collect()
}

/// The sides of a cell beyond which something lies.
fn known(puzzle: &Puzzle, filled: &[bool], cell: usize) -> u8 {
    let (width, height) = (puzzle.width(), puzzle.height());
    let (row, col) = (cell / width, cell % width);
    u8::from(row > 0 && filled[cell - width])
        | u8::from(col + 1 < width && filled[cell + 1]) << 1
        | u8::from(row + 1 < height && filled[cell + width]) << 2
        | u8::from(col > 0 && filled[cell - 1]) << 3
}

/// The logarithm of the sum of two numbers given by theirs.
fn log_sum(a: f64, b: f64) -> f64 {
    let (low, high) = (a.min(b), a.max(b));
    high + (low - high).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::generate::Recipe;
    use crate::edge::{Frame, Order};

    #[test]
    fn every_cell_without_a_clue_comes_once() {
        let framed = Recipe { clues: 3, ..Recipe::eternity_like(6, 5, 1) };
        let open = Recipe { clues: 2, ..Recipe::random(5, 5, Frame::Open, 9, 1) };
        let full = Recipe { clues: 12, ..Recipe::eternity_like(3, 4, 1) };
        for recipe in [framed, open, full] {
            let puzzle = recipe.make().unwrap().puzzle;
            for width in [1, 30] {
                let clues = puzzle.clues().iter().map(|clue| clue.cell as u16);
                let cells: Vec<u16> = clues.chain(likely(&puzzle, width).0).collect();
                let cells = Order::List(cells).cells(puzzle.width(), puzzle.height());
                assert_eq!(cells.map(|cells| cells.len()), Ok(puzzle.size()));
            }
        }
    }

    #[test]
    fn a_wider_beam_expects_no_larger_tree() {
        let puzzle = Recipe { clues: 5, ..Recipe::eternity_like(9, 9, 3) }.make().unwrap().puzzle;
        let odds = Odds::new(&puzzle);
        let size = |order: Vec<u16>| {
            let mut filled = vec![false; puzzle.size()];
            puzzle.clues().iter().for_each(|clue| filled[clue.cell] = true);
            let held: Vec<usize> = puzzle.clues().iter().map(|clue| clue.placed.piece()).collect();
            let mut free = odds.free((0..puzzle.size()).filter(|piece| !held.contains(piece)));
            let (mut boards, mut all) = (0.0, f64::NEG_INFINITY);
            for cell in order.into_iter().map(usize::from) {
                boards += odds.lay(cell, known(&puzzle, &filled, cell), &mut free);
                filled[cell] = true;
                all = log_sum(all, boards);
            }
            all
        };
        let row = (0..81).filter(|&cell| puzzle.clues().iter().all(|c| c.cell != cell));
        let row = size(row.map(|cell| cell as u16).collect());
        let (order, expected) = likely(&puzzle, 200);
        let (narrow, wide) = (size(likely(&puzzle, 1).0), size(order));
        assert!((wide - expected.ln()).abs() < 1e-6);
        assert!(wide <= narrow && wide < row - 2.0, "{wide} {narrow} {row}");
    }
}
