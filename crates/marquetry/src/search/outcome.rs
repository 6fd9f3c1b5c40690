//! One run from start to finish.

use super::clock::Clock;
use super::run::{Context, Run};
use super::sink::{Lead, Sink};
use super::threads::Threads;
use super::{
    Algorithm, Budget, Conclusion, Curve, Event, Keep, Observer, Problem, Rng, Sampler, Score,
    Signature,
};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Everything that determines a run besides the problem and the algorithm.
#[derive(Debug)]
pub struct Setup<'a, S> {
    /// Same seed and work, same run.
    pub seed: u64,
    /// How much the run may do.
    pub budget: Budget,
    /// How many threads share the work, if they can be had. It never changes the result.
    pub threads: usize,
    /// Raised by someone who wants the run to end.
    pub stop: Option<&'a AtomicBool>,
    /// A solution to go on from. An invalid one is ignored.
    pub start: Option<&'a S>,
    /// Which solutions the observer hears of besides new bests.
    pub keep: Keep,
    /// How often the observer hears what the run is doing now. It never changes the result.
    pub sampler: Option<&'a Sampler>,
}

impl<S> Default for Setup<'_, S> {
    fn default() -> Self {
        let (budget, keep) = (Budget::default(), Keep::Nothing);
        Self { seed: 1, budget, threads: 1, stop: None, start: None, keep, sampler: None }
    }
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<S> {
    /// How it ended.
    pub conclusion: Conclusion,
    /// The best score, 0 if there is no solution.
    pub score: Score,
    /// The best solution, judged.
    pub solution: Option<S>,
    /// Steps taken.
    pub work: u64,
    /// Wall time.
    pub elapsed: Duration,
    /// The hash of all improvements, the work and the conclusion.
    pub signature: String,
    /// What the algorithm [plotted](Run::plot).
    pub curves: Vec<Curve>,
    /// What the judge said of an offer whose score was wrong: a bug, never normal.
    pub refused: Option<String>,
}

/// Runs an algorithm on a problem and tells the observer everything.
///
/// ```
/// use marquetry::algorithms::find;
/// use marquetry::edge::generate::Recipe;
/// use marquetry::search::{Budget, Event, Setup, solve};
///
/// let puzzle = Recipe::eternity_like(6, 6, 1).make()?.puzzle;
/// let local = find("local")?.build(Default::default())?;
/// let budget = Budget { work: Some(20_000), ..Budget::default() };
/// let mut scores = Vec::new();
/// let outcome = solve(&puzzle, &*local, &Setup { budget, ..Setup::default() }, &mut |_, event| {
///     if let Event::Improved { score, .. } = event {
///         scores.push(*score);
///     }
/// });
/// assert!(scores.is_sorted() && scores.last() == Some(&outcome.score));
/// let board = outcome.solution.ok_or("no board")?;
/// assert_eq!(puzzle.verdict(&board).score, outcome.score);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<'a, P: Problem>(
    problem: &'a P,
    algorithm: &dyn Algorithm<P>,
    setup: &Setup<'a, P::Solution>,
    observer: &'a mut Observer<'a, P::Solution>,
) -> Outcome<P::Solution> {
    let never = AtomicBool::new(false);
    let Setup { seed, budget, threads, stop, start, keep, sampler } = *setup;
    let perfect = problem.perfect();
    let goal = budget.target.map_or(perfect, |target| target.min(perfect));
    let clock = Clock::start(budget.time, stop.unwrap_or(&never));
    let start = start.and_then(|start| Some((problem.judge(start).ok()?, start)));
    let given = start.map(|(_, solution)| solution);
    let context = Context { problem, goal, keep, sampler, clock: &clock, start: given };
    let sink = Sink::Lead(Lead {
        observer,
        signature: Signature::default(),
        gauges: Vec::new(),
        curves: Vec::new(),
        last_progress: Duration::ZERO,
        sampled: None,
    });
    let limit = budget.work.unwrap_or(u64::MAX);
    let threads = Threads::new(threads);
    let mut run = Run::new(context, Rng::new(seed), limit, &threads, sink);
    if let Some((score, start)) = start {
        run.offer(score, || start.clone());
    }
    let said = algorithm.solve(problem, &mut run);
    finish(run, said, goal)
}

fn finish<P: Problem>(mut run: Run<'_, P>, said: Conclusion, goal: Score) -> Outcome<P::Solution> {
    let reached = run.best.as_ref().is_some_and(|(score, _)| *score >= goal);
    let conclusion = match said {
        _ if reached => Conclusion::Solved,
        Conclusion::Solved => Conclusion::Stopped,
        said => said,
    };
    let (work, score) = (run.work(), run.best_score());
    let signature = run.finish_signature(conclusion);
    let stamp = run.stamp(work);
    let mut curves = Vec::new();
    if let Sink::Lead(lead) = &mut run.sink {
        curves = std::mem::take(&mut lead.curves);
        if !lead.gauges.is_empty() {
            // The last counts, which the last sign of life may have missed.
            let gauges = std::mem::take(&mut lead.gauges);
            (lead.observer)(stamp, &Event::Progress { score, gauges });
        }
        let signature = signature.clone();
        (lead.observer)(stamp, &Event::Finished { conclusion, score, signature });
    }
    Outcome {
        conclusion,
        score,
        solution: run.best.take().map(|(_, solution)| solution),
        work,
        elapsed: Duration::from_secs_f64(stamp.elapsed_s),
        signature,
        curves,
        refused: run.refused.take(),
    }
}
