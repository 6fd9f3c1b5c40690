//! The run and its forks, on a problem simple enough to see through.

use super::*;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Find the number 1000; odd numbers are invalid.
struct Climb;

#[derive(Debug, thiserror::Error)]
#[error("odd")]
struct Odd;

impl Problem for Climb {
    type Solution = u32;
    type Fault = Odd;

    fn judge(&self, solution: &u32) -> Result<Score, Odd> {
        if solution.is_multiple_of(2) { Ok(*solution) } else { Err(Odd) }
    }

    fn perfect(&self) -> Score {
        1000
    }
}

/// Draws numbers in `children` children, `share` at a time, below `bound`.
struct Draw {
    children: usize,
    share: u64,
    bound: usize,
}

impl Algorithm<Climb> for Draw {
    fn solve(&self, _: &Climb, run: &mut Run<'_, Climb>) -> Conclusion {
        while !run.over() {
            run.fork(&mut vec![(); self.children], self.share, |(), child| {
                while child.step() {
                    let drawn = 2 * child.rng.below(self.bound / 2 + 1) as u32;
                    child.offer(drawn, || drawn);
                }
            });
        }
        Conclusion::Stopped
    }
}

/// Counts up by two, one step at a time.
struct Count;

impl Algorithm<Climb> for Count {
    fn solve(&self, _: &Climb, run: &mut Run<'_, Climb>) -> Conclusion {
        let mut n = run.start().copied().unwrap_or(0);
        while run.step() {
            n += 2;
            run.offer(n, || n);
        }
        Conclusion::Stopped
    }
}

fn play(algorithm: &dyn Algorithm<Climb>, setup: &Setup<'_, u32>) -> (Outcome<u32>, Vec<Stamp>) {
    let mut improvements = Vec::new();
    let outcome = solve(&Climb, algorithm, setup, &mut |stamp, event| {
        if let Event::Improved { .. } = event {
            improvements.push(stamp);
        }
    });
    (outcome, improvements)
}

fn by_work(work: u64) -> Setup<'static, u32> {
    Setup { budget: Budget { work: Some(work), ..Budget::default() }, ..Setup::default() }
}

#[test]
fn work_is_counted_and_obeyed() {
    for work in [0, 1, 2, 7, 100, 499] {
        let (outcome, improvements) = play(&Count, &by_work(work));
        assert_eq!((outcome.work, u64::from(outcome.score)), (work, 2 * work));
        assert_eq!(improvements.len() as u64, work);
        assert!(improvements.iter().enumerate().all(|(i, s)| s.work == i as u64 + 1));
        assert_eq!(outcome.conclusion, Conclusion::Stopped);
    }
}

#[test]
fn the_goal_ends_the_run_at_its_step() {
    let (outcome, _) = play(&Count, &by_work(10_000));
    assert_eq!((outcome.work, outcome.conclusion), (500, Conclusion::Solved));
    let budget = Budget { target: Some(20), ..Budget::default() };
    let (outcome, _) = play(&Count, &Setup { budget, ..Setup::default() });
    assert_eq!((outcome.work, outcome.conclusion), (10, Conclusion::Solved));
}

#[test]
fn a_run_goes_on_from_a_valid_start() {
    let (outcome, _) = play(&Count, &Setup { start: Some(&900), ..by_work(3) });
    assert_eq!((outcome.score, outcome.solution), (906, Some(906)));
    let (outcome, _) = play(&Count, &Setup { start: Some(&901), ..by_work(3) });
    assert_eq!(outcome.score, 6);
}

#[test]
fn forks_do_not_depend_on_threads() {
    for children in [1, 2, 3, 7] {
        for (share, bound) in [(1, 900), (5, 900), (1000, 900), (3000, 1000), (37, 1000)] {
            let draw = Draw { children, share, bound };
            let setup = |threads| Setup { threads, seed: 5, ..by_work(1_999) };
            let (one, stamps) = play(&draw, &setup(1));
            for threads in [2, 5] {
                let (other, _) = play(&draw, &setup(threads));
                assert_eq!(other, Outcome { elapsed: other.elapsed, ..one.clone() });
            }
            assert!(one.work <= 1_999);
            assert!(stamps.is_sorted_by(|a, b| a.work <= b.work));
            assert!(stamps.last().is_none_or(|s| s.work <= one.work));
            assert_eq!(one.conclusion == Conclusion::Solved, one.score == 1000);
            assert!(one.score == 1000 || one.work == 1_999);
        }
    }
}

#[test]
fn a_run_ended_by_time_repeats_by_work() {
    let draw = Draw { children: 3, share: 100, bound: 900 };
    let budget = Budget { time: Some(Duration::from_millis(20)), ..Budget::default() };
    let (timed, _) = play(&draw, &Setup { budget, threads: 2, ..Setup::default() });
    let (again, _) = play(&draw, &by_work(timed.work));
    assert_eq!(timed.signature, again.signature);
}

#[test]
fn a_raised_flag_stops_at_once() {
    let stop = AtomicBool::new(true);
    let (outcome, _) = play(&Count, &Setup { stop: Some(&stop), ..Setup::default() });
    assert_eq!((outcome.work, outcome.conclusion), (0, Conclusion::Stopped));
}

#[test]
fn signatures_tell_runs_apart() {
    let draw = Draw { children: 2, share: 10, bound: 900 };
    let signature = |seed, work| play(&draw, &Setup { seed, ..by_work(work) }).0.signature;
    assert_eq!(signature(1, 500), signature(1, 500));
    assert_ne!(signature(1, 500), signature(2, 500));
    assert_ne!(signature(1, 500), signature(1, 501));
}
