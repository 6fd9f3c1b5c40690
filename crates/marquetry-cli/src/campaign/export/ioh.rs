//! A folder for IOHanalyzer: the JSON format that IOHexperimenter writes since 0.3.3.
//!
//! One folder for each algorithm with its settings; in it for each puzzle
//! `IOHprofiler_f{number}_{name}.json`, which says what there is, and
//! `data_f{number}_{name}/IOHprofiler_f{number}_DIM{cells}.dat` with the improvements. A function is
//! a puzzle, its dimension the number of cells, and an evaluation a step. Readers tell runs apart by
//! their first evaluation: every run has a line for it, with a score of 0 if there was no board yet.

use super::super::{Record, Subject, folder};
use crate::output;
use anyhow::{Context, Result};
use marquetry::algorithms;
use marquetry::search::{Parameters, Score};
use marquetry::tokens;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The version of the format, which readers ask for.
const VERSION: &str = "0.3.5";

/// Runs that are not in the folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// They failed.
    pub failed: usize,
    /// The store does not know how many cells their puzzles have.
    pub unsized_puzzle: usize,
}

/// Runs of one algorithm with one setting, by puzzle.
type RunsByPuzzle<'a> = BTreeMap<Function, Vec<&'a Record>>;

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Function {
    number: usize,
    name: String,
    cells: usize,
}

/// Writes a folder with the runs, puzzles being those the store has the pieces of.
///
/// # Errors
/// If the folder is not empty or cannot be written.
pub fn ioh(path: &Path, puzzles: &[String], runs: &[Record]) -> Result<LeftOut> {
    let (algorithms, left) = sort(puzzles, runs)?;
    folder::fill(path, |path| {
        let mut taken = HashSet::new();
        for (label, puzzles) in &algorithms {
            let slug = output::slug(label);
            let mut name = slug.clone();
            for count in 2_usize.. {
                if taken.insert(name.clone()) {
                    break;
                }
                name = format!("{slug}-{count}");
            }
            for (function, runs) in puzzles {
                write(&path.join(&name), label, function, runs)?;
            }
        }
        Ok(())
    })?;
    Ok(left)
}

/// Runs by algorithm and puzzle.
fn sort<'a>(
    puzzles: &[String],
    runs: &'a [Record],
) -> Result<(BTreeMap<String, RunsByPuzzle<'a>>, LeftOut)> {
    let subjects = puzzles.iter().map(|text| Subject::parse(text));
    let subjects = subjects.map(|subject| subject.map(|subject| (subject.id(), subject.cells())));
    let cells: HashMap<String, usize> = subjects.collect::<Result<_>>()?;
    let mut functions: HashMap<&str, Function> = HashMap::new();
    let (mut algorithms, mut left) = (BTreeMap::<String, RunsByPuzzle>::new(), LeftOut::default());
    let limits: HashSet<String> = runs.iter().map(budget).collect();
    let several = limits.len() > 1;
    for run in runs {
        if run.failed() {
            left.failed += 1;
            continue;
        }
        let id = run.spec.puzzle.as_str();
        let known =
            cells.get(id).copied().or_else(|| Some(Subject::restore(id, None).ok()??.cells()));
        let Some(cells) = known else {
            left.unsized_puzzle += 1;
            continue;
        };
        let number = functions.len() + 1;
        let function = functions.entry(id).or_insert_with(|| Function {
            number,
            name: output::slug(&run.puzzle_name),
            cells,
        });
        let name = if several { label(run) + &budget(run) } else { label(run) };
        let algorithm = algorithms.entry(name).or_default();
        algorithm.entry(function.clone()).or_default().push(run);
    }
    Ok((algorithms, left))
}

/// The limits of a run, for stores that hold runs with different ones.
fn budget(run: &Record) -> String {
    let spec = &run.spec;
    let mut words = String::new();
    if let Some(work) = spec.work_limit {
        _ = write!(words, " {work} steps");
    }
    if let Some(time) = spec.time_s {
        _ = write!(words, " {time} s");
    }
    if let Some(target) = spec.target {
        _ = write!(words, " to {target}");
    }
    if spec.threads > 1 {
        _ = write!(words, " {} threads", spec.threads);
    }
    words
}

/// The algorithm with the parameters that are not at their defaults.
fn label(run: &Record) -> String {
    let spec = &run.spec;
    let tokens = matches!(Subject::restore(&spec.puzzle, None), Ok(Some(Subject::Tokens(_))));
    let defaults = match tokens {
        true => tokens::find(&spec.algorithm).and_then(|entry| entry.parameters(Parameters::new())),
        false => {
            algorithms::find(&spec.algorithm).and_then(|entry| entry.parameters(Parameters::new()))
        }
    };
    let defaults = defaults.unwrap_or_default();
    let mut label = spec.algorithm.clone();
    for (key, value) in
        spec.parameters.iter().filter(|(key, value)| defaults.get(key) != Some(value))
    {
        let shown = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        _ = write!(label, " {key}={shown}");
    }
    label
}

fn write(folder: &Path, label: &str, function: &Function, runs: &[&Record]) -> Result<()> {
    let Function { number, name, cells } = function;
    let data = format!("data_f{number}_{name}");
    let path = format!("{data}/IOHprofiler_f{number}_DIM{cells}.dat");
    let (mut text, mut listed) = (String::new(), Vec::with_capacity(runs.len()));
    for (place, run) in runs.iter().enumerate() {
        text += "evaluations raw_y\n";
        let points = points(run);
        for (evaluations, score) in &points {
            _ = writeln!(text, "{evaluations} {score}");
        }
        listed.push(about(place + 1, run, &points));
    }
    let versions: HashSet<&str> = runs.iter().map(|run| run.version.as_str()).collect();
    let mut versions: Vec<&str> = versions.into_iter().collect();
    versions.sort_unstable();
    let head = json!({
        "version": VERSION,
        "suite": "marquetry",
        "function_id": number,
        "function_name": name,
        "maximization": true,
        "algorithm": {"name": label, "info": format!("marquetry {}", versions.join(", "))},
        "attributes": ["evaluations", "raw_y"],
        "scenarios": [{"dimension": cells, "path": path, "runs": listed}],
    });
    let cannot = || format!("cannot write into {}", folder.display());
    fs::create_dir_all(folder.join(data)).with_context(cannot)?;
    fs::write(folder.join(path), text).with_context(cannot)?;
    let head = serde_json::to_string_pretty(&head)?;
    fs::write(folder.join(format!("IOHprofiler_f{number}_{name}.json")), head).with_context(cannot)
}

fn about(instance: usize, run: &Record, points: &[(u64, Score)]) -> Value {
    let best = points.iter().find(|(_, score)| *score == run.score);
    let best = best.map_or(run.work, |(evaluations, _)| *evaluations);
    json!({
        "instance": instance,
        "evals": run.work.max(1),
        "best": {"evals": best, "y": run.score, "x": []},
    })
}

/// The best score after a number of steps, from the first step to the last.
fn points(run: &Record) -> Vec<(u64, Score)> {
    let mut points = vec![(1, 0)];
    let trace = run.trace.iter().map(|at| (at.work, at.score));
    for (work, score) in trace.chain([(run.work, run.score)]) {
        match points.last_mut() {
            Some(last) if work <= last.0 => last.1 = score,
            _ => points.push((work, score)),
        }
    }
    points
}
