//! One suite over every algorithm for token puzzles.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use marquetry::search::{
    Budget, Conclusion, Entry, Event, Outcome, Parameters, Problem, Setup, solve,
};
use marquetry::tokens::{Grid, Puzzle, catalogue, find};
use std::sync::atomic::AtomicBool;

/// Enough for every method to improve a few times, little enough to run them all.
const WORK: u64 = 5_000;

/// Tiny, thin, full, empty, feasible or not, more than a word wide.
fn puzzles() -> Vec<Puzzle> {
    let sizes = [
        (1, 1, 0),
        (1, 1, 1),
        (1, 6, 6),
        (2, 2, 0),
        (2, 2, 2),
        (2, 5, 2),
        (3, 3, 3),
        (4, 4, 6),
        (4, 4, 14),
        (5, 4, 7),
        (7, 70, 245),
        (20, 20, 100),
    ];
    sizes.map(|(rows, columns, removed)| Puzzle::new(rows, columns, removed).unwrap()).to_vec()
}

fn trials() -> impl Iterator<Item = (&'static Entry<Puzzle>, Parameters)> {
    catalogue().iter().flat_map(|entry| entry.settings().map(move |given| (entry, given)))
}

fn play(
    entry: &Entry<Puzzle>,
    given: &Parameters,
    puzzle: &Puzzle,
    setup: &Setup<'_, Grid>,
) -> (Outcome<Grid>, Vec<u32>) {
    let mut scores = Vec::new();
    let algorithm = entry.build(given.clone()).unwrap();
    assert_eq!(algorithm.objection(puzzle), None, "{} {given:?}", entry.name);
    let outcome = solve(puzzle, &*algorithm, setup, &mut |_, event| {
        if let Event::Improved { score, solution } = event {
            assert_eq!(puzzle.judge(solution), Ok(*score));
            scores.push(*score);
        }
    });
    (outcome, scores)
}

fn setup(work: u64, seed: u64, threads: usize) -> Setup<'static, Grid> {
    let budget = Budget { work: Some(work), ..Budget::default() };
    Setup { seed, budget, threads, ..Setup::default() }
}

#[test]
fn every_run_keeps_the_rules() {
    for (entry, given) in trials() {
        for puzzle in puzzles() {
            let what = format!("{} {given:?} {puzzle:?}", entry.name);
            let (outcome, scores) = play(entry, &given, &puzzle, &setup(WORK, 1, 1));
            assert_eq!(outcome.refused, None, "{what}");
            assert!(outcome.work <= WORK, "{what}: {}", outcome.work);
            assert!(scores.is_sorted_by(|a, b| a < b), "{what}: {scores:?}");
            assert_eq!(outcome.score, scores.last().copied().unwrap_or(0), "{what}");
            let solved = outcome.score == puzzle.perfect();
            match outcome.conclusion {
                Conclusion::Solved => assert!(solved && puzzle.feasible().is_ok(), "{what}"),
                Conclusion::Exhausted => assert!(puzzle.feasible().is_err(), "{what}"),
                Conclusion::Stopped => assert!(!solved, "{what}"),
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_run_on_any_number_of_threads() {
    for (entry, given) in trials() {
        for puzzle in puzzles() {
            let signature = |seed, threads| {
                play(entry, &given, &puzzle, &setup(WORK, seed, threads)).0.signature
            };
            let one = signature(7, 1);
            assert_eq!(one, signature(7, 1), "{} {given:?} {puzzle:?}", entry.name);
            assert_eq!(one, signature(7, 3), "{} {given:?} {puzzle:?}", entry.name);
        }
    }
}

#[test]
fn a_run_that_is_stopped_ends() {
    let stop = AtomicBool::new(true);
    for (entry, given) in trials() {
        for puzzle in puzzles() {
            let setup = Setup { stop: Some(&stop), ..Setup::default() };
            let (outcome, _) = play(entry, &given, &puzzle, &setup);
            assert_eq!(outcome.work, 0, "{} {given:?}", entry.name);
        }
    }
}

/// Small puzzles of the paper are solved by every method but brute force.
#[test]
fn every_method_solves() {
    let puzzle = Puzzle::new(10, 10, 50).unwrap();
    for entry in catalogue().iter().filter(|entry| entry.name != "brute") {
        for seed in 1..=3 {
            let none = Parameters::new();
            let (outcome, _) = play(entry, &none, &puzzle, &setup(3_000_000, seed, 1));
            assert_eq!(outcome.conclusion, Conclusion::Solved, "{} seed {seed}", entry.name);
        }
    }
}

/// Brute force proves what the theorem says, and finds Kordemsky's solution.
#[test]
fn brute_force_decides() {
    let brute = find("brute").unwrap();
    for n in 1..=4 {
        for removed in 0..=n * n {
            let puzzle = Puzzle::new(n, n, removed).unwrap();
            let (outcome, _) = play(brute, &Parameters::new(), &puzzle, &Setup::default());
            let expected = match puzzle.feasible() {
                Ok(()) => Conclusion::Solved,
                Err(_) => Conclusion::Exhausted,
            };
            assert_eq!(outcome.conclusion, expected, "{puzzle:?}");
        }
    }
}

#[test]
fn a_solved_grid_ends_a_run_before_its_first_step() {
    let puzzle = Puzzle::new(4, 4, 6).unwrap();
    let start: Grid = "1010\n0110\n1111\n0011".parse().unwrap();
    for (entry, given) in trials() {
        let setup = Setup { start: Some(&start), ..setup(1, 1, 1) };
        let (outcome, _) = play(entry, &given, &puzzle, &setup);
        let found = (outcome.conclusion, outcome.work, outcome.solution.as_ref());
        assert_eq!(found, (Conclusion::Solved, 0, Some(&start)), "{} {given:?}", entry.name);
    }
}
