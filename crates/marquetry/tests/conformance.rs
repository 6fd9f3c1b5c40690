//! One suite over every algorithm of the catalogue.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use marquetry::algorithms::catalogue;
use marquetry::edge::generate::{Made, Recipe};
use marquetry::edge::{Board, Clue, Frame, Kind, Piece, Placed, Puzzle, State};
use marquetry::search::{
    Budget, Conclusion, Entry, Event, Keep, Outcome, Parameters, Problem, Rng, Sampler, Setup,
    Stamp, solve,
};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Enough for every method to improve a few times, little enough to run them all.
const WORK: u64 = 3_000;

/// The same for an algorithm whose steps may be dear.
fn work_of(trial: &Trial) -> u64 {
    WORK.min(trial.entry.bench_work)
}

fn recipe(width: usize, height: usize, frame: Frame, colours: usize) -> Recipe {
    Recipe::random(width, height, frame, colours, 11)
}

fn made(recipe: &Recipe) -> Puzzle {
    recipe.make().unwrap().puzzle
}

/// A puzzle whose only clue lies on the first cell.
fn clued_corner(recipe: &Recipe) -> Puzzle {
    let made = recipe.make().unwrap();
    let clue = Clue { cell: 0, placed: made.solution.get(0).unwrap() };
    made.puzzle.with_clues(vec![clue]).unwrap()
}

/// Tiny, odd, strip-like, open, signed, clued, few- and many-coloured, with repeated pieces.
fn puzzles() -> Vec<Puzzle> {
    let (grey, open) = (Frame::Grey, Frame::Open);
    let sizes = [(1, 1), (1, 2), (2, 1), (1, 7), (5, 1), (2, 2), (3, 3), (2, 5), (7, 4), (9, 9)];
    let mut puzzles: Vec<Puzzle> = sizes
        .iter()
        .flat_map(|&(w, h)| [made(&recipe(w, h, grey, 4)), made(&recipe(w, h, open, 3))])
        .collect();
    puzzles.push(made(&Recipe { signed: true, ..recipe(6, 5, grey, 3) }));
    puzzles.push(made(&Recipe { signed: true, clues: 3, ..recipe(5, 6, open, 4) }));
    puzzles.push(made(&Recipe { clues: 5, ..recipe(6, 6, grey, 5) }));
    puzzles.push(made(&Recipe { clues: 25, ..recipe(5, 5, grey, 5) }));
    puzzles.push(clued_corner(&recipe(6, 6, grey, 5)));
    puzzles.push(made(&recipe(6, 6, grey, 1)));
    puzzles.push(made(&recipe(8, 8, grey, 60)));
    puzzles.push(made(&Recipe::eternity_like(10, 10, 3)));
    puzzles.push(made(&Recipe::eternity_like(16, 16, 3)));
    puzzles
}

struct Played {
    outcome: Outcome<Board>,
    improvements: Vec<(Stamp, u32, Board)>,
    samples: usize,
}

/// An algorithm with parameters.
struct Trial {
    name: String,
    entry: &'static Entry<Puzzle>,
    given: Parameters,
}

fn trials() -> Vec<Trial> {
    let of = |entry: &'static Entry<Puzzle>| {
        entry.settings().map(move |given| {
            let name = format!("{} {}", entry.name, Value::Object(given.clone()));
            Trial { name, entry, given }
        })
    };
    catalogue().iter().flat_map(of).collect()
}

fn play(trial: &Trial, puzzle: &Puzzle, setup: &Setup<'_, Board>) -> Played {
    let algorithm = trial.entry.build(trial.given.clone()).unwrap();
    let (mut improvements, mut samples) = (Vec::new(), 0);
    let outcome = solve(puzzle, &*algorithm, setup, &mut |stamp, event| match event {
        Event::Improved { score, solution } => {
            improvements.push((stamp, *score, solution.clone()));
        }
        Event::Kept { score, solution } => assert_eq!(puzzle.judge(solution), Ok(*score)),
        Event::Present { score, solution } => {
            assert_eq!(puzzle.judge_part(solution), Ok(*score));
            samples += 1;
        }
        Event::Phase { .. } | Event::Progress { .. } | Event::Finished { .. } => {}
    });
    Played { outcome, improvements, samples }
}

fn by_work(work: u64, seed: u64, threads: usize) -> Setup<'static, Board> {
    let budget = Budget { work: Some(work), ..Budget::default() };
    Setup { seed, budget, threads, ..Setup::default() }
}

fn on_all(check: impl Fn(&Trial, &Puzzle)) {
    for trial in trials() {
        for puzzle in &puzzles() {
            check(&trial, puzzle);
        }
    }
}

#[test]
fn boards_are_valid_and_scores_are_the_judges() {
    on_all(|trial, puzzle| {
        let Played { outcome, improvements, .. } =
            play(trial, puzzle, &by_work(work_of(trial), 1, 1));
        let what = format!("{} on {}", trial.name, puzzle.name());
        assert_eq!(outcome.refused, None, "{what}");
        let board = outcome.solution.as_ref().unwrap_or_else(|| panic!("{what}: no board"));
        assert_eq!(puzzle.judge(board), Ok(outcome.score), "{what}");
        for clue in puzzle.clues() {
            assert_eq!(board.get(clue.cell), Some(clue.placed), "{what}: clue moved");
        }
        assert!(improvements.is_sorted_by(|a, b| a.0.work <= b.0.work && a.1 < b.1), "{what}");
        let (last, score, best) = improvements.last().unwrap();
        assert_eq!((*score, best), (outcome.score, board), "{what}");
        assert!(last.work <= outcome.work && outcome.work <= work_of(trial), "{what}");
        let solved = outcome.score == puzzle.perfect();
        assert_eq!(outcome.conclusion == Conclusion::Solved, solved, "{what}");
    });
}

#[test]
fn same_seed_and_work_same_run_on_any_number_of_threads() {
    on_all(|trial, puzzle| {
        let run = |threads, keep| {
            // Those who watch change nothing either.
            let sampler = Sampler::new(100);
            let sampler = (threads > 1).then_some(&sampler);
            let setup = Setup { keep, sampler, ..by_work(work_of(trial), 7, threads) };
            play(trial, puzzle, &setup).outcome
        };
        let one = run(1, Keep::Nothing);
        for (threads, keep) in [(2, Keep::Within(2)), (5, Keep::From(1))] {
            let other = run(threads, keep);
            let what = format!("{} on {}, {threads} threads", trial.name, puzzle.name());
            assert_eq!(other.signature, one.signature, "{what}");
            assert_eq!((other.work, other.solution), (one.work, one.solution.clone()), "{what}");
        }
    });
}

/// Long enough for children to meet many times, on puzzles small enough for it.
#[test]
fn long_runs_do_not_depend_on_threads_either() {
    let small = [recipe(5, 5, Frame::Grey, 6), recipe(4, 6, Frame::Open, 9)];
    for puzzle in small.iter().map(made) {
        for trial in &trials() {
            let work = trial.entry.bench_work.saturating_mul(100).min(100_000);
            let run = |threads| play(trial, &puzzle, &by_work(work, 3, threads)).outcome;
            assert_eq!(run(1).signature, run(2).signature, "{} on {}", trial.name, puzzle.name());
        }
    }
}

/// A solver of formulas has no board between its first and its last.
#[test]
fn everyone_but_sat_shows_what_it_is_doing() {
    let puzzle = made(&Recipe::eternity_like(9, 9, 5));
    for trial in &trials() {
        let work = trial.entry.bench_work.min(200_000);
        let sampler = Sampler::new(work / 50);
        let plain = by_work(work, 3, 2);
        let watched = Setup { sampler: Some(&sampler), ..by_work(work, 3, 2) };
        let (plain, watched) = (play(trial, &puzzle, &plain), play(trial, &puzzle, &watched));
        assert_eq!(plain.outcome.signature, watched.outcome.signature, "{}", trial.name);
        assert_eq!(watched.outcome.refused, None, "{}", trial.name);
        assert_eq!(watched.samples > 0, trial.entry.name != "sat", "{}", trial.name);
    }
}

#[test]
fn a_run_ended_by_time_repeats_by_its_work() {
    let puzzle = made(&Recipe::eternity_like(12, 12, 5));
    for trial in &trials() {
        let budget = Budget { time: Some(Duration::from_millis(50)), ..Budget::default() };
        let timed = play(trial, &puzzle, &Setup { budget, threads: 2, ..Setup::default() }).outcome;
        let again = play(trial, &puzzle, &by_work(timed.work, 1, 1)).outcome;
        assert_eq!(timed.signature, again.signature, "{}", trial.name);
    }
}

#[test]
fn budgets_are_obeyed_to_the_step() {
    let puzzle = made(&Recipe::eternity_like(8, 8, 5));
    for trial in &trials() {
        for work in [0, 1, 2, 17, 1_000] {
            let outcome = play(trial, &puzzle, &by_work(work, 1, 2)).outcome;
            let stopped = outcome.conclusion == Conclusion::Stopped;
            assert!(outcome.work == work || !stopped, "{}: {}", trial.name, outcome.work);
            assert!(outcome.work <= work, "{}: {}", trial.name, outcome.work);
            assert_eq!(outcome.solution.is_none(), work == 0, "{}", trial.name);
        }
        let budget = Budget { work: Some(work_of(trial)), target: Some(10), ..Budget::default() };
        let outcome = play(trial, &puzzle, &Setup { budget, ..Setup::default() }).outcome;
        assert_eq!(outcome.conclusion, Conclusion::Solved, "{}", trial.name);
        assert!(outcome.score >= 10, "{}", trial.name);
    }
}

#[test]
fn the_stop_flag_is_obeyed() {
    let puzzle = made(&Recipe::eternity_like(10, 10, 5));
    for trial in &trials() {
        let stop = AtomicBool::new(false);
        let algorithm = trial.entry.build(trial.given.clone()).unwrap();
        let setup = Setup { stop: Some(&stop), threads: 2, ..Setup::default() };
        // Without any limit, only the flag can end this run.
        let outcome = solve(&puzzle, &*algorithm, &setup, &mut |_, event| {
            if let Event::Improved { .. } = event {
                stop.store(true, Ordering::Relaxed);
            }
        });
        assert_eq!(outcome.conclusion, Conclusion::Stopped, "{}", trial.name);
        assert!(outcome.solution.is_some(), "{}", trial.name);
    }
}

#[test]
fn a_given_board_is_never_lost() {
    let recipe = Recipe::eternity_like(6, 6, 9);
    let made = recipe.make().unwrap();
    let mut start = made.solution.clone();
    let inner: Vec<usize> =
        made.puzzle.layout().cells(Kind::Inner).iter().map(|&c| c.into()).collect();
    let (a, b) = (start.get(inner[0]), start.get(inner[5]));
    start.set(inner[0], b);
    start.set(inner[5], a);
    let score = made.puzzle.judge(&start).unwrap();
    for trial in &trials() {
        let setup = Setup { start: Some(&start), ..by_work(50, 1, 1) };
        let outcome = play(trial, &made.puzzle, &setup).outcome;
        assert!(outcome.score >= score, "{}", trial.name);
        let setup = Setup { start: Some(&made.solution), ..by_work(50, 1, 1) };
        let outcome = play(trial, &made.puzzle, &setup).outcome;
        assert_eq!((outcome.conclusion, outcome.work), (Conclusion::Solved, 0), "{}", trial.name);
    }
}

/// Those that say so go on from a given board; what the others find does not depend on it.
#[test]
fn entries_know_whether_they_go_on() {
    let Made { puzzle, solution } = Recipe::eternity_like(8, 8, 5).make().unwrap();
    // One so poor that everyone soon finds better, one so good that it is worth keeping.
    let poor = State::random(&puzzle, &mut Rng::new(9)).board();
    let mut good = solution;
    let inner: Vec<usize> =
        puzzle.layout().cells(Kind::Inner).iter().map(|&cell| cell.into()).collect();
    let (a, b) = (good.get(inner[0]), good.get(inner[5]));
    good.set(inner[0], b);
    good.set(inner[5], a);
    let matters = |trial: &Trial, start: &Board| {
        let least = puzzle.judge(start).unwrap();
        let found = |start: Option<&Board>| -> Vec<(u32, Board)> {
            let setup = Setup { start, ..by_work(trial.entry.bench_work, 1, 1) };
            let improved = play(trial, &puzzle, &setup).improvements.into_iter();
            let improved = improved.map(|(_, score, board)| (score, board));
            improved.filter(|(score, _)| *score > least).collect()
        };
        found(None) != found(Some(start))
    };
    let trials = trials();
    for entry in catalogue() {
        let mut own = trials.iter().filter(|trial| trial.entry.name == entry.name);
        let goes_on = own.any(|trial| matters(trial, &poor) || matters(trial, &good));
        assert_eq!(goes_on, entry.resumes, "{}", entry.name);
    }
}

#[test]
fn entries_know_what_counts_their_children() {
    for entry in catalogue() {
        let Some(name) = entry.children else { continue };
        let of = |count: u64| {
            let mut given = Parameters::new();
            given.insert(name.to_owned(), json!(count));
            entry.parameters(given).unwrap()[name].clone()
        };
        assert_eq!((of(1), of(3)), (json!(1), json!(3)), "{}.{name}", entry.name);
    }
}

#[test]
fn parameters_that_came_later_are_recorded_where_they_are_used() {
    for entry in catalogue().iter().filter(|entry| !entry.later.is_empty()) {
        let usual = entry.parameters(Parameters::new()).unwrap();
        let recorded = |given| entry.recorded(given).unwrap();
        for &name in entry.later {
            assert!(usual.get(name).is_some(), "{} has no {name}", entry.name);
            assert!(!recorded(Parameters::new()).contains_key(name));
            let used =
                entry.settings().find(|given| given.get(name).is_some_and(|v| *v != usual[name]));
            let used = used.unwrap_or_else(|| panic!("no trial of {} uses {name}", entry.name));
            assert_eq!(recorded(used.clone()).get(name), used.get(name));
        }
    }
}

#[test]
fn impossible_puzzles_are_proven_so_at_once() {
    let pieces = vec![Piece([0, 0, 1, 1]), Piece([0, 0, 1, 1]), Piece([0, 0, 1, 1]), Piece([1; 4])];
    let three_corners = Puzzle::new("three corners", 2, 2, Frame::Grey, pieces).unwrap();
    let square = made(&recipe(4, 4, Frame::Grey, 3));
    let corner = usize::from(square.layout().pieces(Kind::Corner)[0]);
    let misplaced = Clue { cell: 5, placed: Placed::new(corner, 0) };
    let bad_clue = square.with_clues(vec![misplaced]).unwrap();
    for puzzle in [three_corners, bad_clue] {
        assert!(puzzle.obstacle().is_some());
        for trial in &trials() {
            let outcome = play(trial, &puzzle, &Setup::default()).outcome;
            assert_eq!(outcome.conclusion, Conclusion::Exhausted, "{}", trial.name);
            assert_eq!(outcome.solution, None, "{}", trial.name);
        }
    }
}

#[test]
fn unknown_parameters_are_refused() {
    for entry in catalogue() {
        let mut given = Parameters::new();
        given.insert("no such thing".to_owned(), json!(1));
        let error = entry.build(given).err().map(|e| e.to_string()).unwrap_or_default();
        assert!(error.contains("no such thing"), "{}: {error}", entry.name);
        let defaults = entry.parameters(Parameters::new()).unwrap();
        let schema = entry.schema();
        for (name, value) in defaults.as_object().unwrap() {
            let mut given = Parameters::new();
            given.insert(name.clone(), json!({"nonsense": [value]}));
            assert!(entry.build(given).is_err(), "{}.{name}", entry.name);
            let described = schema["properties"][name]["description"].as_str();
            assert!(described.is_some_and(|d| d.len() > 10), "{}.{name}", entry.name);
        }
        let again = entry.parameters(defaults.as_object().unwrap().clone());
        assert_eq!(again, Ok(defaults), "{}", entry.name);
    }
}
