//! `bench --scores`: what an algorithm reaches, puzzle by puzzle and seed by seed; `bench --page`:
//! the table of what was measured.

use super::record::{Record, Trial};
use super::tally::{Row, rows};
use crate::archive::{Kept, fingerprint};
use crate::book::{self, Book, Run as _};
use crate::commands::job::parse_settings;
use crate::commands::{Done, table};
use crate::{args, interrupt, load, output};
use anyhow::{Context, Result, bail};
use marquetry::algorithms::{self, Entry, Parameters};
use marquetry::edge::Puzzle;
use marquetry::search::{Budget, Conclusion, Event, Setup, solve};
use serde_json::json;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long a run takes when nobody says.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Runs every puzzle with every seed, one after the other, and prints the table.
pub(super) fn scores(args: &args::Bench) -> Result<Done> {
    let typed = &args.scores;
    let entry = algorithms::find(&typed.with)?;
    let given = parse_settings(&typed.set)?;
    // All of them: what the defaults were is part of what was measured.
    let parameters = entry.parameters(given.clone())?.as_object().cloned().unwrap_or_default();
    let puzzles = load_all(typed, entry, &given)?;
    let time = typed.time.or(typed.work.is_none().then_some(DEFAULT_TIME));
    if let Some(late) = typed.at.iter().find(|&&at| time.is_some_and(|time| at > time)) {
        bail!("--at {} s lies beyond the time of a run", late.as_secs_f64());
    }
    let (mut book, known) = match &typed.out {
        Some(out) => Book::<Record>::open(out).map(|(book, known)| (Some(book), known))?,
        None => (None, Vec::new()),
    };
    interrupt::catch()?;
    let mut records = Vec::new();
    let all = puzzles.len() * typed.seeds.0.len();
    for (spec, puzzle) in &puzzles {
        let trial = trial(args, entry, &parameters, puzzle);
        for &seed in &typed.seeds.0 {
            let found = known.iter().find(|r| r.trial == trial && r.seed == seed);
            let record = match found {
                Some(record) => record.clone(),
                None => {
                    let blank = blank(args, spec, trial.clone(), seed);
                    let Some(record) = measure(puzzle, entry, &given, blank)? else { break };
                    book.iter_mut().try_for_each(|book| book.add(&record))?;
                    record
                }
            };
            record.judged(puzzle).with_context(|| format!("{spec}, seed {seed}"))?;
            if found.is_none() && !args.json {
                let (score, joins) = (record.score, trial.joins);
                output::say(&format!("{}  seed {seed}  {score}/{joins}", trial.puzzle));
            }
            records.push(record);
        }
    }
    let at: Vec<f64> = typed.at.iter().map(Duration::as_secs_f64).collect();
    let rows = rows(&records, Some(&at));
    match args.json {
        true => output::print_json(&json!({"runs": records.len(), "rows": rows}))?,
        false => output::print(&shown(&rows))?,
    }
    Ok(Done::from(records.len() == all))
}

fn load_all(
    typed: &args::Scores,
    entry: &Entry,
    given: &Parameters,
) -> Result<Vec<(String, Puzzle)>> {
    let mut puzzles = Vec::new();
    for spec in &typed.puzzles {
        let puzzle = load::puzzle_from(spec, &typed.reading)?.puzzle;
        if let Some(objection) = entry.build(given.clone())?.objection(&puzzle) {
            bail!("{} cannot search {}: {objection}", entry.name, puzzle.name());
        }
        puzzles.push((spec.clone(), puzzle));
    }
    Ok(puzzles)
}

fn trial(args: &args::Bench, entry: &Entry, parameters: &Parameters, puzzle: &Puzzle) -> Trial {
    let steps = args.scores.work;
    let time = args.scores.time.or(steps.is_none().then_some(DEFAULT_TIME));
    Trial {
        puzzle: puzzle.name().to_owned(),
        fingerprint: fingerprint(puzzle),
        joins: puzzle.joins(),
        algorithm: entry.name.to_owned(),
        parameters: parameters.clone(),
        threads: args.threads,
        time_s: time.map(|time| time.as_secs_f64()),
        steps,
    }
}

/// The record of a run that is still to be made.
fn blank(args: &args::Bench, spec: &str, trial: Trial, seed: u64) -> Record {
    Record {
        format: Record::FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command(args, spec, &trial),
        trial,
        seed,
        at: args.scores.at.iter().map(Duration::as_secs_f64).collect(),
        score: 0,
        work: 0,
        elapsed_s: 0.0,
        conclusion: Conclusion::Stopped,
        signature: String::new(),
        trace: Vec::new(),
        cells: None,
    }
}

/// What to type to measure a puzzle again: files by their names, since folders differ.
fn command(args: &args::Bench, spec: &str, trial: &Trial) -> String {
    let name = |path: &str| {
        let file = Path::new(path).file_name().filter(|_| Path::new(path).exists());
        file.map_or(path.to_owned(), |file| file.to_string_lossy().into_owned())
    };
    let mut words = vec![format!("marquetry bench --scores {}", name(spec))];
    let reading = &args.scores.reading;
    words.extend(reading.clues.map(|clues| format!("--clues {clues:?}").to_lowercase()));
    words.extend(reading.hints.as_ref().map(|hints| format!("--hints {}", name(hints))));
    words.push(format!("--with {}", trial.algorithm));
    words.extend(args.scores.set.iter().map(|set| format!("--set {set}")));
    words.extend(trial.time_s.map(|seconds| format!("--time {seconds}s")));
    words.extend(trial.steps.map(|steps| format!("--work {steps}")));
    words.push(format!("--threads {}", trial.threads));
    words.join(" ")
}

/// Makes one run; `None` if the user stopped it.
fn measure(
    puzzle: &Puzzle,
    entry: &Entry,
    given: &Parameters,
    blank: Record,
) -> Result<Option<Record>> {
    let Trial { threads, time_s, steps, .. } = blank.trial;
    let time = time_s.map(Duration::try_from_secs_f64).transpose()?;
    let setup = Setup {
        seed: blank.seed,
        budget: Budget { work: steps, time, target: None },
        threads: usize::from(threads),
        stop: Some(interrupt::stop()),
        ..Setup::default()
    };
    let mut trace = Vec::new();
    let outcome = solve(puzzle, &*entry.build(given.clone())?, &setup, &mut |stamp, event| {
        if let Event::Improved { score, .. } = event {
            trace.push((stamp.elapsed_s, stamp.work, *score));
        }
    });
    if let Some(refused) = outcome.refused {
        bail!("{} offered a wrong board, please report it: {refused}", entry.name);
    }
    if interrupt::stop().load(Ordering::Relaxed) {
        return Ok(None);
    }
    Ok(Some(Record {
        score: outcome.score,
        work: outcome.work,
        elapsed_s: outcome.elapsed.as_secs_f64(),
        conclusion: outcome.conclusion,
        signature: outcome.signature,
        trace,
        cells: outcome.solution.as_ref().and_then(Kept::cells_of),
        ..blank
    }))
}

fn shown(rows: &[Row]) -> String {
    let header = ["puzzle", "budget", "n", "min", "q1", "median", "q3", "mean", "sd", "max", "of"];
    let mut shown = table(&header);
    for row in rows {
        shown.add_row([
            row.puzzle.clone(),
            row.budget.clone(),
            row.n.to_string(),
            row.min.to_string(),
            row.q1.to_string(),
            row.median.to_string(),
            row.q3.to_string(),
            format!("{:.1}", row.mean),
            format!("{:.1}", row.sd),
            row.max.to_string(),
            row.joins.to_string(),
        ]);
    }
    shown.trim_fmt()
}

/// Prints the Markdown table of what files of measured runs hold.
pub(super) fn page(args: &args::Bench) -> Result<Done> {
    let mut records = Vec::new();
    for path in &args.scores.page {
        records.extend(book::read::<Record>(path)?.0);
    }
    let rows = rows(&records, None);
    if args.json {
        output::print_json(&json!({"runs": records.len(), "rows": rows}))?;
        return Ok(Done::Yes);
    }
    let mut lines = vec![
        "| puzzle | algorithm | budget | seeds | min | median | mean | sd | max | of | solved | steps | seconds | command |".to_owned(),
        "|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|:--|".to_owned(),
    ];
    for Row {
        puzzle,
        algorithm,
        budget,
        n,
        min,
        median,
        mean,
        sd,
        max,
        joins,
        command,
        spent,
        ..
    } in &rows
    {
        let puzzle = puzzle.replace('|', "\\|");
        let spent = spent.as_ref().map_or_else(
            || " | | ".to_owned(),
            |spent| format!("{} | {:.0} | {:.3}", spent.solved, spent.steps, spent.seconds),
        );
        lines.push(format!(
            "| {puzzle} | {algorithm} | {budget} | {n} | {min} | {median} | {mean:.2} | {sd:.2} | {max} | {joins} | {spent} | `{command}` |"
        ));
    }
    output::print(&lines.join("\n"))?;
    Ok(Done::Yes)
}
