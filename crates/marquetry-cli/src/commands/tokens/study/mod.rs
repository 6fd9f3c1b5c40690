//! `tokens study`: plans of many runs, and their tables beside the paper's.

mod page;
mod plan;
mod runs;

use super::super::Done;
use crate::args;
use crate::book::{self, Book};
use crate::{interrupt, output};
use anyhow::{Result, bail};
use page::{Table, Test};
use plan::{Plan, STUDIES};
use runs::{Run, Spec};
use serde_json::json;

pub(super) fn study(args: &args::TokensStudy) -> Result<Done> {
    let named = args.plans.iter().map(String::as_str);
    let named: Vec<&str> = if args.plans.is_empty() { STUDIES.to_vec() } else { named.collect() };
    let plans: Vec<Plan> = named.into_iter().map(Plan::load).collect::<Result<_>>()?;
    let up_to = args.up_to.unwrap_or(usize::MAX);
    if !plans.iter().flat_map(|plan| &plan.cases).any(|case| case.n <= up_to) {
        bail!("no case has at most {up_to} rows");
    }
    if output::is_stdout(args.runs.as_ref()) {
        bail!("--runs expects a file");
    }
    let (runs, finished) = match (&args.runs, args.page) {
        (Some(path), true) => (book::read(path)?.0, true),
        _ => play(args, &plans, up_to)?,
    };
    let table = |plan| Table::new(plan, &runs, &seeds(args, plan)?, up_to);
    let tables: Vec<Table> = plans.iter().map(table).collect::<Result<_>>()?;
    let tests: Vec<Test> = plans.iter().filter_map(|plan| Test::new(plan, &tables)).collect();
    if args.json {
        output::print_json(&json!({"tables": tables, "tests": tests}))?;
        return Ok(Done::from(finished));
    }
    let shown = tables.iter().filter(|table| !table.rows.is_empty()).map(Table::markdown);
    let words = shown.chain(tests.iter().map(|test| test.sentence() + "\n"));
    output::print(&words.collect::<Vec<_>>().join("\n"))?;
    Ok(Done::from(finished))
}

/// The seeds of every case.
fn seeds(args: &args::TokensStudy, plan: &Plan) -> Result<Vec<u64>> {
    Ok(args.seeds.clone().map_or_else(|| plan.seeds(), Ok)?.0)
}

/// Makes the runs that are missing; all runs, and whether every one was made.
fn play(args: &args::TokensStudy, plans: &[Plan], up_to: usize) -> Result<(Vec<Run>, bool)> {
    let (mut book, mut runs) = match args.runs.as_deref().map(Book::open).transpose()? {
        Some((book, runs)) => (Some(book), runs),
        None => (None, Vec::<Run>::new()),
    };
    interrupt::catch()?;
    for plan in plans {
        let seeds = seeds(args, plan)?;
        for case in plan.cases.iter().filter(|case| case.n <= up_to) {
            for &seed in &seeds {
                let spec = Spec::new(plan, case, seed)?;
                if runs.iter().any(|run| run.spec == spec) {
                    continue;
                }
                let Some(run) = spec.play(plan, case)? else {
                    output::say("stopped: the same command with --runs goes on from here");
                    return Ok((runs, false));
                };
                if let Some(book) = &mut book {
                    book.add(&run)?;
                }
                tell(&run);
                runs.push(run);
            }
        }
    }
    Ok((runs, true))
}

fn tell(run: &Run) {
    let Spec { plan, n, remove, seed, .. } = &run.spec;
    let end = if run.solved() { "solved".to_owned() } else { format!("{} odd lines", run.odd) };
    output::say(&format!(
        "{plan}  n {n}  m {remove}  seed {seed}  {end}  {} evaluations  {:.3} s",
        run.evaluations, run.elapsed_s
    ));
}
