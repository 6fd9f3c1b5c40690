//! From a job to its run.

use super::machine::{compiler, machine, thread_seconds};
use super::record::FORMAT;
use super::{Cell, Ending, Improvement, Record, Studied, Subject};
use crate::interrupt;
use anyhow::{Result, anyhow};
use marquetry::search::{self, Budget, Event, Outcome, Problem, Setup, gauge};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What was noticed while a run went on.
#[derive(Default)]
struct Noticed {
    trace: Vec<Improvement>,
    counts: BTreeMap<String, f64>,
}

/// Plays one job of a cell; `None` if the user stopped it. A run that goes wrong is a record, too.
///
/// # Errors
/// If the puzzle of the cell is not at hand.
pub fn play(cell: &Cell, seed: u64) -> Result<Option<Record>> {
    let subject = cell.subject.as_deref();
    match subject.ok_or_else(|| anyhow!("the puzzle {} is not at hand", cell.puzzle))? {
        subject @ Subject::Edge(puzzle) => Ok(play_on(puzzle, subject, cell, seed)),
        subject @ Subject::Tokens(puzzle) => Ok(play_on(puzzle, subject, cell, seed)),
    }
}

fn play_on<P: Studied>(problem: &P, subject: &Subject, cell: &Cell, seed: u64) -> Option<Record> {
    let blank = blank(subject, cell, seed);
    let (start, cpu) = (Instant::now(), thread_seconds());
    let played = catch_unwind(AssertUnwindSafe(|| search_with(problem, cell, seed)));
    if interrupt::stop().load(Ordering::Relaxed) {
        return None;
    }
    // Threads of a run beside this one are not in its account.
    let spent = thread_seconds().zip(cpu).map(|(after, before)| after - before);
    let blank = Record { cpu_s: spent.filter(|_| blank.spec.threads == 1), ..blank };
    let failed = |error: String| Record {
        error: Some(error),
        wall_s: start.elapsed().as_secs_f64(),
        ..blank.clone()
    };
    let (outcome, noticed) = match played {
        Ok(Ok(played)) => played,
        Ok(Err(error)) => return Some(failed(format!("{error:#}"))),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            return Some(failed(format!("panicked: {}", text.unwrap_or("unknown reason"))));
        }
    };
    if let Some(refused) = outcome.refused {
        return Some(failed(format!("offered a wrong board: {refused}")));
    }
    let evaluations =
        noticed.counts.get(gauge::EVALUATIONS).map_or(outcome.work, |&count| count as u64);
    Some(Record {
        wall_s: outcome.elapsed.as_secs_f64(),
        work: outcome.work,
        evaluations,
        counts: noticed.counts,
        score: outcome.score,
        conclusion: outcome.conclusion.into(),
        signature: outcome.signature,
        trace: noticed.trace,
        board: outcome.solution.map(|solution| problem.write(&solution)),
        ..blank
    })
}

fn search_with<P: Studied>(
    problem: &P,
    cell: &Cell,
    seed: u64,
) -> Result<(Outcome<<P as Problem>::Solution>, Noticed)> {
    let spec = &cell.spec;
    let algorithm = P::entry(&spec.algorithm)?.build(spec.parameters.clone())?;
    let time = spec.time_s.map(Duration::try_from_secs_f64).transpose()?;
    let setup = Setup {
        seed,
        budget: Budget { work: spec.work_limit, time, target: spec.target },
        threads: usize::from(spec.threads),
        stop: Some(interrupt::stop()),
        ..Setup::default()
    };
    let mut noticed = Noticed::default();
    let outcome = search::solve(problem, &*algorithm, &setup, &mut |stamp, event| match event {
        Event::Improved { score, .. } => {
            let (time_s, work, score) = (stamp.elapsed_s, stamp.work, *score);
            noticed.trace.push(Improvement { time_s, work, score });
        }
        Event::Progress { gauges, .. } => noticed.counts = gauges.iter().cloned().collect(),
        _ => {}
    });
    Ok((outcome, noticed))
}

/// The record of a run that has not been made.
fn blank(subject: &Subject, cell: &Cell, seed: u64) -> Record {
    let spec = cell.spec_of(seed);
    Record {
        format: FORMAT.to_owned(),
        job: spec.job(),
        spec,
        puzzle_name: subject.name(),
        perfect: subject.perfect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: Some(machine().to_owned()),
        compiler: Some(compiler().to_owned()),
        started: SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs()),
        cpu_s: None,
        wall_s: 0.0,
        work: 0,
        evaluations: 0,
        counts: BTreeMap::new(),
        score: 0,
        conclusion: Ending::Failed,
        signature: String::new(),
        trace: Vec::new(),
        board: None,
        error: None,
    }
}
