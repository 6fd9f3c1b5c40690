//! Beams against the judge, brute force and themselves.

use super::{Beam, BeamSearch, Course};
use crate::algorithms::{Dfs, find};
use crate::edge::generate::Recipe;
use crate::edge::{Board, Frame, Order, Puzzle, WAYS, scan};
use crate::search::{Algorithm, Budget, Conclusion, Problem, Run, Score, Setup, solve};
use std::sync::{Arc, Mutex};

/// States kept after each cell, where nothing else is said.
const NARROW: usize = 20;

fn beam(course: Arc<Course>, width: usize, seed: u64) -> Beam {
    Beam::new(course, BeamSearch::default(), width, seed)
}

/// Runs a beam in shares of so many steps.
struct Once {
    beam: Mutex<Beam>,
    share: u64,
}

impl Algorithm<Puzzle> for Once {
    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        let mut beam = self.beam.lock().unwrap();
        while !beam.finished() {
            run.fork(&mut [&mut *beam], self.share, |beam, child| beam.advance(child));
        }
        run.offer(puzzle.joins() - Score::from(beam.breaks()), || beam.board(puzzle));
        Conclusion::Stopped
    }
}

/// The board of a beam, judged.
fn board(puzzle: &Puzzle, beam: Beam, share: u64) -> (Score, Board) {
    let once = Once { beam: Mutex::new(beam), share };
    let outcome = solve(puzzle, &once, &Setup::default(), &mut |_, _| {});
    assert_eq!(outcome.refused, None);
    (outcome.score, outcome.solution.unwrap())
}

fn puzzles() -> Vec<Puzzle> {
    let (grey, open) = (Frame::Grey, Frame::Open);
    let mut puzzles = Vec::new();
    for seed in 1..4 {
        for (width, height) in [(1, 1), (1, 6), (2, 2), (2, 5), (5, 3), (6, 6)] {
            puzzles.push(Recipe::random(width, height, grey, 4, seed));
            puzzles.push(Recipe::random(width, height, open, 3, seed));
        }
        puzzles.push(Recipe { signed: true, clues: 3, ..Recipe::random(5, 4, open, 4, seed) });
        puzzles.push(Recipe { clues: 6, ..Recipe::random(6, 5, grey, 5, seed) });
        puzzles.push(Recipe { clues: 16, ..Recipe::random(4, 4, grey, 5, seed) });
        puzzles.push(Recipe { distinct: false, ..Recipe::random(5, 5, grey, 1, seed) });
    }
    puzzles.into_iter().map(|recipe| recipe.make().unwrap().puzzle).collect()
}

fn courses(puzzle: &Puzzle) -> Vec<Arc<Course>> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let scans = (0..WAYS).map(|way| scan(width, height, 2, way));
    let named =
        [Order::Spiral, Order::Frame, Order::Snake].map(|o| o.cells(width, height).unwrap());
    scans.chain(named).map(|order| Arc::new(Course::new(puzzle, &order, width))).collect()
}

#[test]
fn boards_are_valid_on_any_course_and_in_any_shares() {
    for puzzle in puzzles() {
        for course in courses(&puzzle) {
            let beam = || beam(Arc::clone(&course), NARROW, 7);
            let whole = board(&puzzle, beam(), u64::MAX);
            assert_eq!(board(&puzzle, beam(), 13), whole, "{}", puzzle.name());
        }
    }
}

#[test]
fn what_a_beam_begins_with_stays() {
    for puzzle in puzzles() {
        let course = &courses(&puzzle)[5];
        let (score, first) = board(&puzzle, beam(Arc::clone(course), NARROW, 1), 1 << 20);
        for kept in [0, course.cells().min(1), course.cells() / 2, course.cells()] {
            let beam = beam(Arc::clone(course), NARROW, 2).after(&first, kept);
            let (again, second) = board(&puzzle, beam, 1 << 20);
            for stop in &course.stops[..kept] {
                assert_eq!(first.get(stop.cell), second.get(stop.cell));
            }
            assert!(kept < course.cells() || again == score);
        }
    }
}

#[test]
fn a_wide_beam_is_an_exhaustive_search() {
    let mut perfect = 0;
    for seed in 1..=12 {
        // Pieces at random: some of these have a perfect board, some do not.
        let recipe = Recipe { distinct: false, ..Recipe::random(3, 3, Frame::Open, 12, seed) };
        let made = recipe.make().unwrap().puzzle;
        let mut pieces = made.pieces().to_vec();
        if seed % 2 == 0 {
            pieces[..5].iter_mut().for_each(|piece| piece.0.swap(0, 1));
        }
        let puzzle = Puzzle::new("", 3, 3, Frame::Open, pieces).unwrap();
        let course = Arc::new(Course::new(&puzzle, &scan(3, 3, 1, seed as usize % WAYS), 3));
        let (score, _) = board(&puzzle, beam(course, 1 << 17, seed), 1 << 20);
        let exact = solve(&puzzle, &Dfs::default(), &Setup::default(), &mut |_, _| {});
        assert_eq!(score == puzzle.perfect(), exact.conclusion == Conclusion::Solved);
        perfect += u32::from(score == puzzle.perfect());
    }
    assert!((6..12).contains(&perfect), "{perfect}");
}

#[test]
fn families_leave_room_for_others() {
    let puzzle = Recipe::eternity_like(8, 8, 1).make().unwrap().puzzle;
    let course = Arc::new(Course::new(&puzzle, &scan(8, 8, 0, 0), 8));
    let parameters = BeamSearch { family: 0.125, ..BeamSearch::default() };
    let mut beam = Beam::new(course, parameters, 64, 1);
    while beam.level < 30 {
        beam.step();
    }
    let mut sizes = vec![0; 64];
    beam.layer.metas.iter().for_each(|meta| sizes[meta.family as usize] += 1);
    assert!(sizes.iter().all(|&size| size <= 8), "{sizes:?}");
    assert!(sizes.iter().filter(|&&size| size > 0).count() >= 8, "{sizes:?}");
}

#[test]
fn little_memory_makes_a_narrow_beam() {
    let puzzle = Recipe::eternity_like(16, 16, 1).make().unwrap().puzzle;
    let given = serde_json::json!({"width": 1 << 20, "memory": 1, "walkers": 1});
    let algorithm = find("beam").unwrap().build(given.as_object().unwrap().clone()).unwrap();
    let budget = Budget { work: Some(2_000_000), ..Budget::default() };
    let mut width = 0.0;
    solve(&puzzle, &*algorithm, &Setup { budget, ..Setup::default() }, &mut |_, event| {
        if let crate::search::Event::Progress { gauges, .. } = event {
            width = gauges.iter().find(|(name, _)| name == "width").map_or(width, |(_, w)| *w);
        }
    });
    assert!(width < 1000.0, "{width}");
}
