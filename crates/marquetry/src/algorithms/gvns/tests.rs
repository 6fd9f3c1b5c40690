//! Every scan beside a plain one that tries each candidate.

use super::gains::other_turns;
use super::moves::{Desk, KINDS, Neighbourhood, SHAKES};
use super::multistart::BORDER_TO_CENTRE;
use super::*;
use crate::edge::generate::Recipe;
use crate::edge::{Frame, Ground, Kind, Move, judge};
use crate::search::Rng;

const ALL: [Neighbourhood; 5] = [
    Neighbourhood::SwapCorner,
    Neighbourhood::SwapSide,
    Neighbourhood::Rotate,
    Neighbourhood::SwapCentre,
    Neighbourhood::SwapRotateCentre,
];

fn puzzles() -> Vec<Puzzle> {
    let sizes = [(1, 1), (1, 2), (1, 6), (5, 1), (2, 2), (2, 5), (3, 3), (7, 6), (9, 9)];
    let framed = [Frame::Grey, Frame::Open];
    let all = sizes.iter().flat_map(|&(w, h)| framed.map(|f| Recipe::random(w, h, f, 4, 5)));
    let mut recipes: Vec<Recipe> = all.collect();
    recipes.push(Recipe { clues: 9, ..Recipe::random(6, 6, Frame::Grey, 4, 5) });
    recipes.push(Recipe { signed: true, ..Recipe::random(5, 6, Frame::Grey, 4, 5) });
    recipes.push(Recipe { signed: true, clues: 3, ..Recipe::random(6, 4, Frame::Open, 4, 5) });
    recipes.into_iter().map(|recipe| recipe.make().unwrap().puzzle).collect()
}

/// The candidates of a neighbourhood, those of one cell together.
fn candidates(state: &State<'_>, kind: Neighbourhood) -> Vec<Vec<Move>> {
    let ground = Ground::new(state.puzzle());
    let cells = |kinds: &[Kind]| -> Vec<usize> {
        let cells = kinds.iter().flat_map(|&kind| ground.cells(kind));
        cells.map(|&cell| usize::from(cell)).collect()
    };
    let pairs = |cells: Vec<usize>| {
        let row = |i: usize| cells[i + 1..].iter().map(move |&b| (i, b));
        let rows = (0..cells.len()).map(row);
        rows.map(|row| row.map(|(i, b)| Move::best_swap(state, cells[i], b)).collect()).collect()
    };
    match kind {
        Neighbourhood::SwapCorner => pairs(cells(&KINDS[0])),
        Neighbourhood::SwapSide => pairs(cells(&KINDS[1])),
        Neighbourhood::SwapCentre | Neighbourhood::SwapRotateCentre => pairs(cells(&KINDS[2])),
        Neighbourhood::Rotate => {
            let turns = |cell| other_turns(state, cell).map(move |turn| Move::Turn { cell, turn });
            cells(&[Kind::Inner, Kind::Lone, Kind::Bridge])
                .into_iter()
                .map(|cell| turns(cell).collect())
                .collect()
        }
    }
}

/// Tries the candidates one by one, from a cell on; what is found, where, and how many were tried.
fn plain_scan(
    state: &State<'_>,
    kind: Neighbourhood,
    improvement: Pivot,
    from: usize,
) -> (Option<(Move, usize)>, u64) {
    let rows = candidates(state, kind);
    let from = if improvement == Pivot::Onward { from } else { 0 };
    let (mut best, mut scored) = ((0, None), 0);
    for row in (from..rows.len()).chain(0..from) {
        for &one in &rows[row] {
            scored += 1;
            let gain = one.gain(state);
            if gain > best.0 {
                best = (gain, Some((one, row)));
                if improvement != Pivot::Best {
                    return (best.1, scored);
                }
            }
        }
    }
    (best.1, scored)
}

#[test]
fn scans_find_and_count_what_plain_ones_do() {
    let rng = &mut Rng::new(1);
    for puzzle in &puzzles() {
        let mut desk = Desk::new(puzzle, State::random(puzzle, rng));
        let mut home = desk.clone();
        let mut next = [0; 4];
        for round in 0..300 {
            for (kind, next) in BORDER_TO_CENTRE.into_iter().zip(&mut next) {
                // Tables may be out of date by any number of moves.
                if rng.below(3) > 0 {
                    continue;
                }
                let improvement = [Pivot::Best, Pivot::First, Pivot::Onward][rng.below(3)];
                let plain = plain_scan(&desk.state, kind, improvement, *next);
                let (found, scored) = desk.scan(kind, improvement);
                let expected = (plain.0.map(|(one, _)| one), plain.1);
                assert_eq!((found, scored), expected, "{kind:?} on {}", puzzle.name());
                if let Some((one, row)) = plain.0 {
                    *next = row;
                    desk.make(one);
                }
            }
            match round % 7 {
                0 => desk.copy(&home),
                3 => home.copy(&desk),
                _ => {
                    for _ in 0..rng.below(4) {
                        let kind = SHAKES[rng.below(4)];
                        if let Some(one) = desk.random(kind, rng) {
                            desk.make(one);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn moves_keep_frame_clues_and_kind() {
    let rng = &mut Rng::new(2);
    for puzzle in &puzzles() {
        let mut desk = Desk::new(puzzle, State::random(puzzle, rng));
        for _ in 0..200 {
            let kind = ALL[rng.below(5)];
            let Some(one) = desk.random(kind, rng) else { continue };
            let cells: Vec<usize> = match one {
                Move::Swap { a, b, .. } => vec![a, b],
                Move::Turn { cell, .. } => vec![cell],
                Move::Nothing => vec![],
            };
            for cell in cells {
                let strip = if puzzle.width() == 1 { Kind::Bridge } else { Kind::Lone };
                let own = match kind {
                    Neighbourhood::SwapCorner => KINDS[0],
                    Neighbourhood::SwapSide => KINDS[1],
                    Neighbourhood::Rotate => [Kind::Inner, strip],
                    Neighbourhood::SwapCentre | Neighbourhood::SwapRotateCentre => [Kind::Inner; 2],
                };
                let kind = puzzle.layout().kind(cell);
                let strip = puzzle.height() == 1 && kind == Kind::Bridge || kind == Kind::Lone;
                assert!(own.contains(&kind) || strip, "{one:?} on {}", puzzle.name());
            }
            let (before, gain) = (desk.state.score() as i32, one.gain(&desk.state));
            desk.make(one);
            let verdict = judge(puzzle, &desk.state.board());
            assert!(verdict.faults.is_empty(), "{one:?} on {}", puzzle.name());
            assert_eq!(verdict.score as i32, before + gain, "{one:?}");
        }
    }
}

#[test]
fn both_constructors_make_whole_boards() {
    let rng = &mut Rng::new(3);
    for puzzle in &puzzles() {
        let mut sums = [0, 0];
        for _ in 0..20 {
            let states = [build::build(puzzle, rng), State::random(puzzle, rng)];
            for (sum, state) in sums.iter_mut().zip(states) {
                assert!(judge(puzzle, &state.board()).faults.is_empty());
                assert!((0..puzzle.size()).all(|cell| state.get(cell).is_some()));
                *sum += state.score();
            }
        }
        assert!(sums[0] >= sums[1] || puzzle.size() < 9, "{sums:?} on {}", puzzle.name());
    }
}
