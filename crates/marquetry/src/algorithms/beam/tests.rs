//! Beams against the judge, brute force and themselves.

use super::glance::Glance;
use super::{Beam, BeamSearch, Course};
use crate::algorithms::{Dfs, find};
use crate::edge::generate::Recipe;
use crate::edge::{Board, Frame, GREY, Order, Placed, Puzzle, WAYS, scan};
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
    scans.chain(named).map(|order| Arc::new(Course::new(puzzle, &order))).collect()
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
        let course = Arc::new(Course::new(&puzzle, &scan(3, 3, 1, seed as usize % WAYS)));
        let (score, _) = board(&puzzle, beam(course, 1 << 17, seed), 1 << 20);
        let exact = solve(&puzzle, &Dfs::default(), &Setup::default(), &mut |_, _| {});
        assert_eq!(score == puzzle.perfect(), exact.conclusion == Conclusion::Solved);
        perfect += u32::from(score == puzzle.perfect());
    }
    assert!((6..12).contains(&perfect), "{perfect}");
}

/// Grows one beam on the threads of the run.
struct Whole(Arc<Course>);

impl Algorithm<Puzzle> for Whole {
    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        let mut beam = beam(Arc::clone(&self.0), 10_000, 5);
        beam.advance(run);
        for (score, board) in beam.boards(puzzle, 40) {
            run.offer(score, || board.clone());
            assert_eq!(puzzle.verdict(&board).score, score);
        }
        Conclusion::Stopped
    }
}

#[test]
fn a_beam_is_the_same_on_any_number_of_threads() {
    let puzzle = Recipe::eternity_like(9, 9, 1).make().unwrap().puzzle;
    let whole = Whole(Arc::new(Course::new(&puzzle, &scan(9, 9, 3, 0))));
    let outcome =
        |threads| solve(&puzzle, &whole, &Setup { threads, ..Setup::default() }, &mut |_, _| {});
    let one = outcome(1);
    for threads in [2, 5, 16] {
        let many = outcome(threads);
        assert_eq!((many.signature, many.solution), (one.signature.clone(), one.solution.clone()));
    }
}

/// How far cells can be filled without a break, and how many pieces were laid to know, by trying
/// everything.
fn brute_reach(puzzle: &Puzzle, board: &mut Board, cells: &[usize]) -> (usize, u64) {
    let Some((&cell, others)) = cells.split_first() else { return (0, 0) };
    let (mut reach, mut nodes) = (0, 0);
    for piece in 0..puzzle.size() {
        if (0..puzzle.size()).any(|c| board.get(c).is_some_and(|placed| placed.piece() == piece)) {
            continue;
        }
        for turn in 0..puzzle.pieces()[piece].distinct_turns() {
            board.set(cell, Some(Placed::new(piece, turn)));
            if fits(puzzle, board, cell) {
                let (further, more) = brute_reach(puzzle, board, others);
                reach = reach.max(1 + further);
                nodes += 1 + more;
            }
        }
    }
    board.set(cell, None);
    (reach, nodes)
}

/// Whether a piece matches its neighbours and shows the frame only to the rim.
fn fits(puzzle: &Puzzle, board: &Board, cell: usize) -> bool {
    let sides = |placed| puzzle.sides(placed);
    let own = sides(board.get(cell).unwrap());
    super::course::neighbours(puzzle, cell).into_iter().enumerate().all(|(side, next)| match next {
        None => puzzle.frame() == Frame::Open || own[side] == GREY,
        Some(next) => {
            let other = board.get(next).map(|placed| sides(placed)[(side + 2) % 4]);
            let framed = puzzle.frame() == Frame::Grey;
            other.map_or(!framed || own[side] != GREY, |other| puzzle.mate(own[side]) == other)
        }
    })
}

#[test]
fn a_look_ahead_sees_what_trying_everything_finds() {
    let large = Recipe::random(9, 8, Frame::Grey, 12, 1).make().unwrap().puzzle;
    let (mut looked, mut short, mut ruled_out) = (0, 0, 0);
    for puzzle in puzzles().iter().chain([&large]).filter(|puzzle| puzzle.size() >= 20) {
        for course in courses(puzzle) {
            let algorithm = Looks { course, looked: Mutex::new((0, 0, 0)) };
            solve(puzzle, &algorithm, &Setup::default(), &mut |_, _| {});
            let (all, missing, unfit) = *algorithm.looked.lock().unwrap();
            (looked, short, ruled_out) = (looked + all, short + missing, ruled_out + unfit);
        }
    }
    assert!(looked > 1000 && short > 200 && ruled_out > 50, "{looked} {short} {ruled_out}");
}

/// Compares the look ahead of the first state of every layer with brute force.
struct Looks {
    course: Arc<Course>,
    /// Candidates looked at, those that cannot go on, those that the survey ruled out.
    looked: Mutex<(u64, u64, u64)>,
}

impl Algorithm<Puzzle> for Looks {
    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        let parameters = BeamSearch { ahead: 3, break_cost: 3.0, ..BeamSearch::default() };
        let mut beam = Beam::new(Arc::clone(&self.course), parameters.clone(), 5, 3);
        while beam.level < self.course.cells() {
            let stops = &self.course.stops[beam.level..];
            let next: Vec<usize> = stops.iter().skip(1).take(3).map(|stop| stop.cell).collect();
            let mut glance = Glance::new(&self.course, beam.level, &parameters);
            let mut board = beam.board_of(puzzle, 0);
            for candidate in self.course.tables[stops[0].table].all().iter().step_by(5) {
                if beam.layer.view(0).is_used(candidate) {
                    continue;
                }
                glance.stand(beam.layer.view(0));
                let cost = glance.cost(candidate);
                glance.survey();
                assert!(glance.least(candidate) <= cost, "{}", puzzle.name());
                assert_eq!(glance.cost(candidate), cost, "{}", puzzle.name());
                if 5 * beam.level < 2 * self.course.cells() {
                    assert_eq!(cost, 0.0);
                    continue;
                }
                board.set(stops[0].cell, Some(candidate.placed));
                let (reach, nodes) = brute_reach(puzzle, &mut board, &next);
                let missing = next.len() - reach;
                assert!(cost >= missing as f32, "{}", puzzle.name());
                assert!(
                    nodes > 30 || cost == missing as f32,
                    "{}: {cost} {missing}",
                    puzzle.name()
                );
                let mut looked = self.looked.lock().unwrap();
                let unfit = u64::from(glance.least(candidate) > 0.0);
                *looked = (looked.0 + 1, looked.1 + u64::from(missing > 0), looked.2 + unfit);
            }
            beam.grow(run).unwrap();
        }
        Conclusion::Stopped
    }
}

#[test]
fn little_memory_makes_a_narrow_beam() {
    let puzzle = Recipe::eternity_like(16, 16, 1).make().unwrap().puzzle;
    let given = serde_json::json!({"width": 1 << 20, "memory": 1});
    let algorithm = find("beam").unwrap().build(given.as_object().unwrap().clone()).unwrap();
    let budget = Budget { work: Some(2_000_000), ..Budget::default() };
    let mut width = 0.0;
    solve(&puzzle, &*algorithm, &Setup { budget, ..Setup::default() }, &mut |_, event| {
        if let crate::search::Event::Progress { gauges, .. } = event {
            width = gauges.iter().find(|(name, _)| name == "width").map_or(width, |(_, w)| *w);
        }
    });
    assert!((500.0..2000.0).contains(&width), "{width}");
}
