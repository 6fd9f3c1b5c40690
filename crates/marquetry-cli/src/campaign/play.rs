//! From a job to its run.

use super::{Account, Cell, Record, Studied, Subject};
use crate::interrupt;
use anyhow::{Result, anyhow};
use marquetry::search::{self, Budget, Outcome, Setup};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::Duration;

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
    let mut account = Account::open(subject, cell.spec_of(seed));
    let search = AssertUnwindSafe(|| search_with(problem, cell, seed, &mut account));
    let played = catch_unwind(search);
    if interrupt::stop().load(Ordering::Relaxed) {
        return None;
    }
    Some(match played {
        Ok(Ok(outcome)) => account.close(problem, &outcome),
        Ok(Err(error)) => account.fail(format!("{error:#}")),
        Err(panic) => account.fail(last_words(&*panic)),
    })
}

/// What a thread said as it panicked.
#[must_use]
pub fn last_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("unknown reason"))
}

fn search_with<P: Studied>(
    problem: &P,
    cell: &Cell,
    seed: u64,
    account: &mut Account,
) -> Result<Outcome<P::Solution>> {
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
    Ok(search::solve(problem, &*algorithm, &setup, &mut |stamp, event| {
        account.notice(stamp, event);
    }))
}
