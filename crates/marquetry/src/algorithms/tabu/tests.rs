//! The steps of the paper, one by one.

use super::search::kept_swap;
use super::*;
use crate::edge::generate::Recipe;
use crate::edge::{Frame, Ground, State, judge};
use crate::search::{Budget, Rng, Setup, solve};

#[test]
fn the_sample_is_the_smaller_number_or_the_larger_but_never_more_than_all() {
    // The pairs of 10x10 and 16x16 boards, section 2.3.1.
    let (small, large) = (6 + 496 + 2016, 6 + 1540 + 19110);
    let min = Tabu::default();
    assert_eq!((min.drawn(small), min.drawn(large), min.drawn(0)), (1259, 6000, 0));
    let max = Tabu { sample: Sample::Max, ..Tabu::default() };
    assert_eq!((max.drawn(small), max.drawn(large), max.drawn(0)), (small, 10_328, 0));
}

#[test]
fn perturbing_swaps_keep_frame_and_clues() {
    let rng = &mut Rng::new(1);
    for (width, height, frame) in [(1, 5, Frame::Grey), (6, 5, Frame::Grey), (5, 5, Frame::Open)] {
        let recipe = Recipe { clues: 2, ..Recipe::random(width, height, frame, 3, 5) };
        let puzzle = recipe.make().unwrap().puzzle;
        let ground = Ground::new(&puzzle);
        let mut state = State::random(&puzzle, rng);
        for _ in 0..200 {
            let Some((a, b)) = ground.pair(&puzzle, rng) else { break };
            let before = state.board();
            kept_swap(&state, a, b).make(&mut state);
            assert_ne!(state.board(), before);
            assert!(judge(&puzzle, &state.board()).faults.is_empty());
        }
    }
}

/// Phase I scores ring swaps only: with its whole budget there, the ring is all but complete.
#[test]
fn phase_one_completes_the_ring() {
    let puzzle = Recipe::random(8, 8, Frame::Grey, 4, 1).make().unwrap().puzzle;
    // 384 pairs: half of them for each of at most 400 iterations.
    let budget = Budget { work: Some(100_000), ..Budget::default() };
    let setup = Setup { budget, ..Setup::default() };
    let outcome = solve(&puzzle, &Tabu::default(), &setup, &mut |_, _| {});
    let state = State::from_board(&puzzle, &outcome.solution.unwrap());
    let ring = |cell: usize| [0, 7].contains(&(cell / 8)) || [0, 7].contains(&(cell % 8));
    let mut rim = State::new(&puzzle);
    for cell in (0..64).filter(|&cell| ring(cell)) {
        rim.place(cell, state.get(cell).unwrap());
    }
    assert!(rim.score() >= 26, "{} of 28", rim.score());
}
