//! The machine against the judge, the hot loop against every filling tried.

use super::*;
use crate::edge::Frame;
use crate::edge::generate::Recipe;
use crate::search::{Algorithm, Budget, Conclusion, Problem, Setup, solve};
use std::num::NonZeroU32;

/// A random valid board of a puzzle: pieces shuffled within their kinds, clues kept.
fn shuffled(puzzle: &Puzzle, rng: &mut Rng) -> Board {
    let layout = puzzle.layout();
    let mut state = State::with_clues(puzzle);
    for kind in crate::edge::Kind::ALL {
        let loose = layout.pieces(kind).iter().map(|&p| usize::from(p));
        let mut pieces: Vec<usize> = loose.filter(|&p| state.home(p).is_none()).collect();
        rng.shuffle(&mut pieces);
        for &cell in layout.cells(kind) {
            let cell = usize::from(cell);
            if state.get(cell).is_none() {
                let piece = pieces.pop().unwrap();
                let turns: Vec<u8> =
                    (0..4).filter(|t| layout.turns(piece, cell) >> t & 1 == 1).collect();
                state.place(cell, Placed::new(piece, *rng.pick(&turns).unwrap()));
            }
        }
    }
    state.board()
}

fn puzzles() -> Vec<Puzzle> {
    let random = |w, h, frame, colours| Recipe::random(w, h, frame, colours, 3);
    let recipes = [
        random(1, 1, Frame::Open, 2),
        random(1, 6, Frame::Grey, 3),
        random(2, 2, Frame::Grey, 2),
        random(5, 4, Frame::Open, 4),
        random(6, 7, Frame::Grey, 5),
        Recipe { signed: true, clues: 4, ..random(6, 6, Frame::Grey, 4) },
        Recipe { clues: 9, ..random(4, 5, Frame::Open, 3) },
        Recipe::eternity_like(10, 10, 3),
        Recipe { clues: 20, ..random(5, 5, Frame::Grey, 4) },
    ];
    recipes.iter().map(|r| r.make().unwrap().puzzle).collect()
}

/// Advances a machine in shares of this size.
struct InShares<'a> {
    board: &'a Board,
    parameters: Repair,
    share: u64,
}

impl Algorithm<Puzzle> for InShares<'_> {
    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        let mut machine = [Repairer::new(puzzle, self.board, self.parameters, 7)];
        while !run.over() {
            run.fork(&mut machine, self.share, |machine, child| {
                machine.advance(child);
                let board = machine.state.board();
                assert_eq!(puzzle.judge(&board), Ok(machine.state.score()));
                assert_eq!(puzzle.judge(machine.best_board()), Ok(machine.best_score()));
                assert!(machine.best_score() >= machine.state.score());
                let kept = |c: &crate::edge::Clue| board.get(c.cell) == Some(c.placed);
                assert!(puzzle.clues().iter().all(kept));
                assert_eq!(machine.breaks.len() as u32, puzzle.joins() - machine.state.score());
            });
        }
        Conclusion::Stopped
    }
}

#[test]
fn boards_stay_valid_and_shares_do_not_matter() {
    let rng = &mut Rng::new(1);
    for puzzle in puzzles() {
        let board = shuffled(&puzzle, rng);
        let nodes = NonZeroU32::new(200).unwrap();
        let parameters = Repair { nodes, losses: 30, slack: 2, rows: true, ..Repair::default() };
        let play = |share| {
            let budget = Budget { work: Some(60_000), ..Budget::default() };
            let setup = Setup { budget, ..Setup::default() };
            let outcome = solve(
                &puzzle,
                &InShares { board: &board, parameters, share },
                &setup,
                &mut |_, _| {},
            );
            assert_eq!(outcome.refused, None);
            outcome
        };
        let (long, short) = (play(60_000), play(37));
        assert!(long.score >= puzzle.judge(&board).unwrap());
        assert_eq!((long.score, long.solution), (short.score, short.solution));
    }
}

/// The fewest breaks of any way to fill the cells with the pieces.
fn fewest(state: &mut State<'_>, cells: &[usize], pieces: &[usize]) -> Option<u32> {
    let Some((&cell, rest)) = cells.split_first() else {
        return Some(state.puzzle().joins() - state.score());
    };
    let mut best: Option<u32> = None;
    for (i, &piece) in pieces.iter().enumerate() {
        let others: Vec<usize> = [&pieces[..i], &pieces[i + 1..]].concat();
        for turn in 0..4 {
            if state.puzzle().layout().turns(piece, cell) >> turn & 1 == 1 {
                state.place(cell, Placed::new(piece, turn));
                let found = fewest(state, rest, &others);
                best = [best, found].into_iter().flatten().min();
                state.lift(cell);
            }
        }
    }
    best
}

#[test]
fn refilling_until_nothing_is_better_is_optimal() {
    let rng = &mut Rng::new(2);
    let mut filler = Filler::new();
    let (mut region, mut laid) = (Vec::new(), Vec::new());
    for puzzle in puzzles() {
        let ground = Adjacency::new(&puzzle);
        for round in 0..60 {
            let mut state = State::from_board(&puzzle, &shuffled(&puzzle, rng));
            let mut cells: Vec<usize> =
                (0..puzzle.size()).filter(|&cell| ground.is_free(cell)).collect();
            rng.shuffle(&mut cells);
            cells.truncate(1 + round % 4);
            region.clone_from(&cells);
            let aim = Aim { loss: 0, nodes: u64::MAX, supply: round % 2 == 0 };
            loop {
                let before = state.score();
                filler.fill(&ground, &state, &region, aim, &mut laid);
                if laid.is_empty() {
                    break;
                }
                state.lay(&laid);
                assert!(state.score() >= before);
                if state.score() == before {
                    break;
                }
            }
            let pieces: Vec<usize> =
                cells.iter().filter_map(|&c| state.get(c)).map(Placed::piece).collect();
            let reached = puzzle.joins() - state.score();
            cells.iter().for_each(|&cell| _ = state.lift(cell));
            assert_eq!(fewest(&mut state, &cells, &pieces), Some(reached), "{}", puzzle.name());
        }
    }
}

#[test]
fn reassignment_never_loses_and_matches_every_deal_tried() {
    let rng = &mut Rng::new(3);
    let mut laid = Vec::new();
    for puzzle in puzzles() {
        let ground = Adjacency::new(&puzzle);
        for round in 0..40 {
            let mut state = State::from_board(&puzzle, &shuffled(&puzzle, rng));
            let (mut breaks, broken) = (Vec::new(), vec![true; puzzle.size()]);
            ground.breaks(&state, &mut breaks);
            assert_eq!(breaks.len() as u32, puzzle.joins() - state.score());
            let view = BreakMap { ground: &ground, breaks: &breaks, broken: &broken };
            let mut cells = Vec::new();
            view.region(Shape::Apart, 1 + round % 4, rng, &mut cells);
            let pieces: Vec<usize> =
                cells.iter().filter_map(|&c| state.get(c)).map(Placed::piece).collect();
            assign::reassign(&ground, &state, &cells, rng, &mut laid);
            state.lay(&laid);
            let reached = puzzle.joins() - state.score();
            cells.iter().for_each(|&cell| _ = state.lift(cell));
            assert_eq!(fewest(&mut state, &cells, &pieces), Some(reached), "{}", puzzle.name());
        }
    }
}

#[test]
fn counting_colours_finds_the_same_filling_with_fewer_nodes() {
    let rng = &mut Rng::new(4);
    let mut filler = Filler::new();
    let (mut region, mut plain, mut counted) = (Vec::new(), Vec::new(), Vec::new());
    let (mut saved, mut found) = (0, 0);
    for puzzle in puzzles() {
        let ground = Adjacency::new(&puzzle);
        for round in 0..60 {
            let state = State::from_board(&puzzle, &shuffled(&puzzle, rng));
            let (mut breaks, broken) = (Vec::new(), vec![true; puzzle.size()]);
            ground.breaks(&state, &mut breaks);
            let view = BreakMap { ground: &ground, breaks: &breaks, broken: &broken };
            let shape = *rng.pick(&[Shape::Rows, Shape::Blob, Shape::Scatter]).unwrap();
            view.region(shape, 6, rng, &mut region);
            let mut fill = |supply, laid: &mut Vec<_>| {
                let aim = Aim { loss: round % 2, nodes: u64::MAX, supply };
                filler.fill(&ground, &state, &region, aim, laid)
            };
            let (all, fewer) = (fill(false, &mut plain), fill(true, &mut counted));
            assert_eq!(plain, counted, "{}", puzzle.name());
            assert!(fewer <= all, "{}: {fewer} {all}", puzzle.name());
            saved += all - fewer;
            found += usize::from(!plain.is_empty());
        }
    }
    assert!(saved > 0 && found > 100, "{saved} {found}");
}
