//! The run and its forks, on a problem simple enough to see through.

use super::*;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// Mixes steps of its own with forks whose children end early or fork again.
struct Mixed;

impl Algorithm<Climb> for Mixed {
    fn solve(&self, _: &Climb, run: &mut Run<'_, Climb>) -> Conclusion {
        run.phase("mixing");
        let mut rounds = 0;
        while run.step() {
            rounds += 1;
            run.gauge("rounds", f64::from(rounds));
            run.gauge("nonsense", f64::NAN);
            run.fork(&mut [10, 3, 100, 40], 60, |patience, child| {
                while *patience > 0 && child.step() {
                    *patience -= 1;
                    child.fork(&mut [(), ()], 2, |(), grandchild| {
                        while grandchild.step() {
                            let drawn = 2 * grandchild.rng.below(499) as u32;
                            grandchild.offer(drawn, || drawn);
                        }
                    });
                }
            });
        }
        Conclusion::Stopped
    }
}

#[test]
fn children_may_end_early_and_fork_again() {
    for work in [1, 2, 3, 5, 50, 241, 242, 1_000, 4_321] {
        let (one, stamps) = play(&Mixed, &by_work(work));
        let (two, _) = play(&Mixed, &Setup { threads: 2, ..by_work(work) });
        assert_eq!((one.work, one.signature.clone()), (work, two.signature));
        assert!(stamps.is_sorted_by(|a, b| a.work <= b.work));
        assert!(stamps.last().is_none_or(|s| s.work <= work));
    }
    let budget = Budget { time: Some(Duration::from_millis(20)), ..Budget::default() };
    let (timed, _) = play(&Mixed, &Setup { budget, threads: 2, ..Setup::default() });
    assert_eq!(play(&Mixed, &by_work(timed.work)).0.signature, timed.signature);
}

#[test]
fn phases_and_finite_gauges_are_heard() {
    let (mut phases, mut seen) = (Vec::new(), Vec::new());
    let budget = Budget { time: Some(Duration::from_millis(250)), ..Budget::default() };
    solve(&Climb, &Mixed, &Setup { budget, ..Setup::default() }, &mut |_, event| match event {
        Event::Phase { name } => phases.push(name.clone()),
        Event::Progress { gauges, .. } => seen.extend(gauges.iter().map(|(n, _)| n.clone())),
        _ => {}
    });
    assert_eq!(phases, ["mixing"]);
    assert!(!seen.is_empty() && seen.iter().all(|name| name == "rounds"), "{seen:?}");
}

/// Everything an observer hears of solutions, and the signature.
fn heard(
    algorithm: &dyn Algorithm<Climb>,
    setup: &Setup<'_, u32>,
) -> (Vec<(u64, u32, bool)>, String) {
    let mut heard = Vec::new();
    let outcome = solve(&Climb, algorithm, setup, &mut |stamp, event| match event {
        Event::Improved { score, solution } | Event::Kept { score, solution } => {
            assert_eq!(score, solution);
            heard.push((stamp.work, *score, matches!(event, Event::Kept { .. })));
        }
        _ => {}
    });
    (heard, outcome.signature)
}

#[test]
fn what_is_kept_depends_on_no_thread_and_changes_nothing() {
    let draw = |share, bound| Draw { children: 5, share, bound };
    let algorithms: [&dyn Algorithm<Climb>; 4] =
        [&draw(7, 900), &draw(2_000, 1_000), &draw(300, 1_000), &Mixed];
    let mut kept = 0;
    for algorithm in algorithms {
        for keep in [Keep::From(700), Keep::Within(60)] {
            let setup = |threads, keep| Setup { threads, seed: 3, keep, ..by_work(9_999) };
            let (plain, signature) = heard(algorithm, &setup(1, Keep::Nothing));
            let (one, same) = heard(algorithm, &setup(1, keep));
            assert_eq!(signature, same);
            for threads in [2, 5] {
                assert_eq!(heard(algorithm, &setup(threads, keep)), (one.clone(), same.clone()));
            }
            assert!(one.is_sorted_by_key(|(work, ..)| *work));
            let improved: Vec<_> = one.iter().copied().filter(|(.., kept)| !kept).collect();
            assert_eq!(improved, plain, "improvements are the same");
            let mut best = 0_u32;
            for (_, score, is_kept) in one {
                assert!(best < 1_000, "nothing comes after the goal");
                let least = if keep == Keep::From(700) { 700 } else { best.saturating_sub(60) };
                assert!(!is_kept || (least..=best).contains(&score), "{score} of {best}");
                best = best.max(score);
                kept += usize::from(is_kept);
            }
        }
    }
    assert!(kept > 1_000, "{kept}");
}

#[test]
fn a_child_brings_home_a_bounded_number() {
    /// Offers the same score at every step.
    struct Same;
    impl Algorithm<Climb> for Same {
        fn solve(&self, _: &Climb, run: &mut Run<'_, Climb>) -> Conclusion {
            run.fork(&mut [(), ()], 5_000, |(), child| {
                while child.step() {
                    child.offer(4, || 4);
                }
            });
            Conclusion::Stopped
        }
    }
    let (heard, _) = heard(&Same, &Setup { keep: Keep::From(2), ..by_work(10_000) });
    // The first of each child, one of them the best, and eight more of each.
    assert_eq!(heard.len(), 18);
}

/// Many short forks, then steps that are all slow.
struct Slowing;

impl Algorithm<Climb> for Slowing {
    fn solve(&self, _: &Climb, run: &mut Run<'_, Climb>) -> Conclusion {
        for _ in 0..200 {
            run.fork(&mut [()], 1, |(), child| while child.step() {});
        }
        while run.step() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Conclusion::Stopped
    }
}

#[test]
fn steps_that_become_dear_are_watched() {
    let budget = Budget { time: Some(Duration::from_millis(100)), ..Budget::default() };
    let (outcome, _) = play(&Slowing, &Setup { budget, ..Setup::default() });
    assert!(outcome.work < 1_000, "{}", outcome.work);
}

/// Five steps, then a fork that would last for minutes; in its second step someone wants to stop.
struct Endless<'a>(&'a AtomicBool);

impl Algorithm<Climb> for Endless<'_> {
    fn solve(&self, _: &Climb, run: &mut Run<'_, Climb>) -> Conclusion {
        for n in [2, 4, 6, 8, 10] {
            if run.step() {
                run.offer(n, || n);
            }
        }
        while !run.over() {
            run.fork(&mut [(); 1_000], 1_000, |(), child| {
                while child.step() {
                    if child.work() > 1 {
                        self.0.store(true, Ordering::Relaxed);
                    }
                    std::thread::sleep(Duration::from_millis(1));
                    let found = 100 + 2 * child.work() as u32;
                    child.offer(found, || found);
                }
            });
        }
        Conclusion::Stopped
    }
}

/// The fork is not waited for, its best is not lost, and the run can be repeated by its work.
#[test]
fn a_long_fork_is_cut_short() {
    let stop = AtomicBool::new(false);
    for threads in [1, 2] {
        stop.store(false, Ordering::Relaxed);
        let setup = Setup { stop: Some(&stop), threads, ..Setup::default() };
        let (outcome, improvements) = play(&Endless(&stop), &setup);
        assert_eq!((outcome.work, outcome.conclusion), (5, Conclusion::Stopped));
        assert!(outcome.score >= 104, "{}", outcome.score);
        assert_eq!(outcome.solution, Some(outcome.score));
        assert!(improvements.len() > 5 && improvements.iter().all(|told| told.work <= 5));
        let (again, _) = play(&Endless(&AtomicBool::new(false)), &by_work(5));
        assert_eq!((again.score, again.signature), (10, outcome.signature));
    }
}

/// The first child wins at step 3. The second finds as much in one go of ten steps: it cannot take
/// them all any more, and must not win with fewer.
struct Portions;

impl Algorithm<Climb> for Portions {
    fn solve(&self, _: &Climb, run: &mut Run<'_, Climb>) -> Conclusion {
        run.fork(&mut [3, 10], 64, |portion, child| {
            child.take(*portion);
            child.offer(1000, || 1000);
        });
        Conclusion::Stopped
    }
}

#[test]
fn who_was_too_late_does_not_win_with_the_steps_that_were_left() {
    for threads in [1, 2] {
        let (outcome, improvements) = play(&Portions, &Setup { threads, ..Setup::default() });
        assert_eq!((outcome.work, outcome.score, improvements.len()), (5, 1000, 1));
    }
}

/// Claims more than the judge sees.
struct Liar;

impl Algorithm<Climb> for Liar {
    fn solve(&self, _: &Climb, run: &mut Run<'_, Climb>) -> Conclusion {
        while run.step() {
            run.offer(run.work() as u32 * 2, || 1);
        }
        Conclusion::Solved
    }
}

#[test]
#[cfg_attr(debug_assertions, should_panic(expected = "offered 2, judged"))]
fn wrong_offers_are_refused() {
    let (outcome, improvements) = play(&Liar, &by_work(10));
    assert_eq!((outcome.score, outcome.solution, improvements.len()), (0, None, 0));
    assert_eq!(outcome.conclusion, Conclusion::Stopped);
    assert!(outcome.refused.is_some_and(|why| why.contains("offered 2")));
}

#[test]
#[cfg_attr(debug_assertions, should_panic(expected = "offered 2, judged"))]
fn what_is_kept_is_judged() {
    let (heard, _) = heard(&Liar, &Setup { keep: Keep::From(1), start: Some(&900), ..by_work(10) });
    assert_eq!(heard, [(0, 900, false)]);
}

type Scores = Vec<(u64, u32)>;

/// The samples and the improvements of a run, by work, and its signature.
fn sampled(algorithm: &dyn Algorithm<Climb>, setup: &Setup<'_, u32>) -> (Scores, Scores, String) {
    let (mut samples, mut improved) = (Vec::new(), Vec::new());
    let outcome = solve(&Climb, algorithm, setup, &mut |stamp, event| match event {
        Event::Present { score, solution } if score == solution => {
            samples.push((stamp.work, *score));
            // After some samples nobody looks any more.
            setup.sampler.filter(|_| samples.len() == 40).into_iter().for_each(|s| s.set(0));
        }
        Event::Improved { score, .. } => improved.push((stamp.work, *score)),
        _ => {}
    });
    assert_eq!(outcome.refused, None);
    (samples, improved, outcome.signature)
}

#[test]
fn samples_change_nothing_and_end_when_they_are_turned_off() {
    let draw = |share, bound| Draw { children: 3, share, bound };
    let algorithms: [&dyn Algorithm<Climb>; 3] = [&draw(7, 900), &draw(300, 900), &Mixed];
    for algorithm in algorithms {
        let setup = |threads| Setup { threads, seed: 3, ..by_work(40_000) };
        let (none, improved, signature) = sampled(algorithm, &setup(1));
        assert_eq!(none, []);
        for (threads, steps) in [(1, 50), (2, 50), (1, 100_000), (5, 1)] {
            let sampler = Sampler::new(steps);
            let setup = Setup { sampler: Some(&sampler), ..setup(threads) };
            let (samples, same, again) = sampled(algorithm, &setup);
            assert_eq!((&same, &again), (&improved, &signature));
            assert_eq!(samples.len(), if steps > 40_000 { 1 } else { 40 }, "every {steps}");
            assert!(samples.is_sorted_by(|a, b| a.0 + steps.min(2) <= b.0 + 1), "{samples:?}");
        }
    }
}

#[test]
fn a_run_without_forks_is_sampled_about_as_often_as_asked() {
    /// Goes on with what is no new best.
    struct Even;
    impl Algorithm<Climb> for Even {
        fn solve(&self, _: &Climb, run: &mut Run<'_, Climb>) -> Conclusion {
            while run.step() {
                run.offer(4, || 4);
                run.present(|| None);
            }
            Conclusion::Stopped
        }
    }
    let sampler = Sampler::new(100);
    let (samples, ..) = sampled(&Even, &Setup { sampler: Some(&sampler), ..by_work(100_000) });
    assert_eq!((samples.len(), sampler.steps()), (40, 0));
    assert!(samples.windows(2).all(|pair| (100..=200).contains(&(pair[1].0 - pair[0].0))));
}
