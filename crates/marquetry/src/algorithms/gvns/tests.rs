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
fn candidates(state: &State<'_>, kind: Neighbourhood, turning: Turning) -> Vec<Vec<Move>> {
    let ground = Ground::new(state.puzzle());
    let cells = |kinds: &[Kind]| -> Vec<usize> {
        let cells = kinds.iter().flat_map(|&kind| ground.cells(kind));
        cells.map(|&cell| usize::from(cell)).collect()
    };
    let one_by_one = turning == Turning::OneByOne && kind == Neighbourhood::SwapRotateCentre;
    let swap = if one_by_one { plain_one_by_one } else { Move::best_swap };
    let pairs = |cells: Vec<usize>| {
        let row = |i: usize| cells[i + 1..].iter().map(move |&b| (i, b));
        let rows = (0..cells.len()).map(row);
        rows.map(|row| row.map(|(i, b)| swap(state, cells[i], b)).collect()).collect()
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

/// Swaps two pieces on a copy of the board, turns the first and then the second quarter by quarter, and keeps the first
/// turn that has the highest score.
fn plain_one_by_one(state: &State<'_>, a: usize, b: usize) -> Move {
    let mut copy = state.clone();
    let (at_a, at_b) = (state.get(a).unwrap(), state.get(b).unwrap());
    copy.swap(a, at_b.turn(), b, at_a.turn());
    let turned = [a, b].map(|cell| {
        let from = copy.get(cell).unwrap().turn();
        let scores = [0, 1, 2, 3].map(|by| {
            copy.turn(cell, (from + by) % 4);
            copy.score()
        });
        let best = (0..4).find(|&by| scores[by] == *scores.iter().max().unwrap()).unwrap();
        copy.turn(cell, (from + best as u8) % 4);
        copy.get(cell).unwrap().turn()
    });
    Move::Swap { a, turn_a: turned[0], b, turn_b: turned[1] }
}

/// Tries the candidates one by one, from a cell on; what is found, where, and how many were tried.
fn plain_scan(
    state: &State<'_>,
    kind: Neighbourhood,
    (improvement, turning): (Pivot, Turning),
    from: usize,
) -> (Option<(Move, usize)>, u64) {
    let rows = candidates(state, kind, turning);
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
    let turnings = [Turning::Together, Turning::OneByOne];
    for (puzzle, turning) in puzzles().iter().flat_map(|puzzle| turnings.map(|how| (puzzle, how))) {
        let mut desk = Desk::new(puzzle, State::random(puzzle, rng), turning);
        let mut home = desk.clone();
        let mut next = [0; 4];
        // The plain way to turn one by one is slow.
        let rounds = if turning == Turning::Together { 300 } else { 30 };
        for round in 0..rounds {
            for (kind, next) in BORDER_TO_CENTRE.into_iter().zip(&mut next) {
                // Tables may be out of date by any number of moves.
                if rng.below(3) > 0 {
                    continue;
                }
                let improvement = [Pivot::Best, Pivot::First, Pivot::Onward][rng.below(3)];
                let plain = plain_scan(&desk.state, kind, (improvement, turning), *next);
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

/// What is drawn from the tables is worth what it says, and every candidate of a neighbourhood is drawn.
#[test]
fn draws_are_of_all_candidates_and_worth_what_they_say() {
    let rng = &mut Rng::new(4);
    let turnings = [Turning::Together, Turning::OneByOne];
    for (puzzle, turning) in puzzles().iter().flat_map(|puzzle| turnings.map(|how| (puzzle, how))) {
        let mut desk = Desk::new(puzzle, State::random(puzzle, rng), turning);
        for round in 0..40 {
            let kind = BORDER_TO_CENTRE[round % 4];
            let all = candidates(&desk.state, kind, turning).concat();
            let mut left: Vec<Move> = all.clone();
            for _ in 0..20 * all.len().min(30) {
                let (found, gain) = desk.any(kind, rng).unwrap();
                let one = desk.as_move(kind, found);
                assert!(all.contains(&one), "{one:?} on {}", puzzle.name());
                assert_eq!(gain, one.gain(&desk.state), "{one:?} on {}", puzzle.name());
                left.retain(|&other| other != one);
            }
            assert!(left.is_empty() || all.len() > 30, "{left:?} on {}", puzzle.name());
            if let Some((found, _)) = desk.any(kind, rng) {
                assert!(!all.is_empty(), "{kind:?} on {}", puzzle.name());
                desk.make(desk.as_move(kind, found));
            }
        }
    }
}

#[test]
fn moves_keep_frame_clues_and_kind() {
    let rng = &mut Rng::new(2);
    for puzzle in &puzzles() {
        let turning = if rng.coin() { Turning::Together } else { Turning::OneByOne };
        let mut desk = Desk::new(puzzle, State::random(puzzle, rng), turning);
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
fn constructors_make_whole_boards() {
    let rng = &mut Rng::new(3);
    for puzzle in &puzzles() {
        let mut sums = [0; 3];
        for _ in 0..20 {
            let states = [
                build::build(puzzle, Constructor::Greedy, rng),
                build::build(puzzle, Constructor::UpperLeft, rng),
                State::random(puzzle, rng),
            ];
            for (sum, state) in sums.iter_mut().zip(states) {
                assert!(judge(puzzle, &state.board()).faults.is_empty());
                assert!((0..puzzle.size()).all(|cell| state.get(cell).is_some()));
                *sum += state.score();
            }
        }
        let [greedy, upper_left, random] = sums;
        assert!(greedy >= random || puzzle.size() < 9, "{sums:?} on {}", puzzle.name());
        let (framed, large) = (puzzle.frame() == Frame::Grey, puzzle.size() > 40);
        let between = (random..=greedy).contains(&upper_left);
        assert!(between || !framed || !large, "{sums:?} on {}", puzzle.name());
    }
}

/// What comes later is not looked at: the first inner cell has a piece that matches both borders beside it, where there
/// is one, whatever lies to its right.
#[test]
fn the_upper_left_constructor_looks_up_and_left() {
    let puzzle = Recipe::random(9, 9, Frame::Grey, 4, 5).make().unwrap().puzzle;
    for seed in 0..20 {
        let state = build::build(&puzzle, Constructor::UpperLeft, &mut Rng::new(seed));
        let joined = |cell: usize, side: usize| {
            puzzle.sides(state.get(cell).unwrap())[side] == state.wanted(cell)[side]
        };
        // The sides of the top are laid while there are many left.
        assert!((1..5).all(|cell| joined(cell, 3)), "seed {seed}");
        assert!((10..14).all(|cell| joined(cell, 3) && joined(cell, 0)), "seed {seed}");
        // The flanks are laid after the bottom.
        let bottom = (73..76).all(|cell| joined(cell, 3));
        assert!(bottom, "seed {seed}");
    }
}

/// A descent that returns to its first neighbourhood ends where no neighbour gains; one that never does need not.
#[test]
fn descents_end_where_nothing_gains() {
    let puzzle = Recipe::random(7, 6, Frame::Grey, 4, 5).make().unwrap().puzzle;
    let unfinished = |after, improvement, seed| {
        let settings = Gvns { improvement, after, ..Gvns::default() };
        let state = Multistart::new(&puzzle, &settings, None, seed).descended();
        let mut desk = Desk::new(&puzzle, state, Turning::Together);
        BORDER_TO_CENTRE.iter().any(|&kind| desk.scan(kind, Pivot::First).0.is_some())
    };
    for (after, ends) in [(Return::First, true), (Return::Exhausted, true), (Return::Same, false)] {
        let left = (0..40).filter(|&seed| unfinished(after, Pivot::First, seed)).count();
        assert_eq!(left == 0, ends, "{after:?}: {left} of 40");
    }
    // A few random tries leave much that a thousand find.
    for pivot in [Pivot::Random, Pivot::RandomGain] {
        let settings = |tries| Gvns {
            improvement: pivot,
            after: Return::Exhausted,
            tries: NonZeroU32::new(tries).unwrap(),
            ..Gvns::default()
        };
        let sum = |tries| -> u32 {
            let run = |seed| Multistart::new(&puzzle, &settings(tries), None, seed).descended();
            (0..40).map(|seed| run(seed).score()).sum()
        };
        assert!(sum(3) + 40 < sum(1000), "{pivot:?}: {} and {}", sum(3), sum(1000));
    }
}

/// The random descent of the framework takes what gains, the other one also what is level: only there does the board
/// change while the score stays.
#[test]
fn only_the_walk_on_the_level_moves_without_gain() {
    let puzzle = Recipe::random(7, 6, Frame::Grey, 4, 5).make().unwrap().puzzle;
    for (improvement, walks) in [(Pivot::RandomGain, false), (Pivot::Random, true)] {
        let settings = Gvns { improvement, after: Return::First, ..Gvns::default() };
        let level = Multistart::new(&puzzle, &settings, None, 1).level_moves();
        assert_eq!(level > 0, walks, "{improvement:?}: {level}");
    }
}
