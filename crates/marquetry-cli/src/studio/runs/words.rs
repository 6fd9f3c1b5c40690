//! A run as a command line and as a plan.

use super::spec::Spec;
use crate::output;
use marquetry::search::Parameters;
use serde_json::Value;
use std::fmt::Write as _;

/// What makes the same run on the command line. A puzzle that is not on the shelf, and the board it went
/// on from, must be saved first.
pub(crate) fn command(spec: &Spec) -> String {
    let request = &spec.request;
    let mut line = format!("marquetry solve {} --with {}", puzzle(spec), request.algorithm);
    for (name, value) in &request.parameters {
        _ = write!(line, " --set {}", quoted(&format!("{name}={}", plain(value))));
    }
    _ = write!(line, " --seed {}", request.seed.as_deref().unwrap_or("1"));
    _ = request.work.as_ref().map(|work| write!(line, " --work {work}"));
    _ = request.time_s.map(|seconds| write!(line, " --time {}", time(seconds)));
    _ = request.target.map(|target| write!(line, " --target {target}"));
    _ = write!(line, " --threads {}", request.threads);
    if request.from.is_some() {
        line += " --from board.json";
    }
    line
}

/// The same as a plan, to be repeated with other seeds and beside other algorithms.
pub(crate) fn plan(spec: &Spec) -> String {
    let request = &spec.request;
    let seed = request.seed.as_deref().unwrap_or("1");
    let mut budget = Vec::new();
    budget.extend(request.work.as_ref().map(|work| format!("evaluations = {work}")));
    budget.extend(request.time_s.map(|seconds| format!("time = \"{}\"", time(seconds))));
    budget.extend(request.target.map(|target| format!("target = {target}")));
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = request.algorithm.chars().map(word).collect();
    let lines = [
        format!("name = {}", toml_text(&format!("studio-{name}"))),
        format!(
            "title = {}",
            toml_text(&format!("{} on {}", request.algorithm, one_line(&spec.name)))
        ),
        format!("seeds = \"{seed}-{seed}\""),
        format!("threads = {}", request.threads),
        format!("budget = {{ {} }}", budget.join(", ")),
        format!("puzzle = [{{ puzzle = {} }}]", toml_text(&puzzle(spec))),
        format!(
            "algorithm = [{{ with = {}{} }}]",
            toml_text(&request.algorithm),
            set(&request.parameters)
        ),
    ];
    lines.join("\n") + "\n"
}

/// How the command line calls the puzzle: by name, or by the file it is saved to.
fn puzzle(spec: &Spec) -> String {
    match spec.shelved {
        true => spec.request.puzzle.clone(),
        false => format!("{}.json", output::slug(&spec.name)),
    }
}

fn set(parameters: &Parameters) -> String {
    let pairs =
        parameters.iter().map(|(name, value)| format!("{} = {}", toml_text(name), toml(value)));
    let pairs: Vec<String> = pairs.collect();
    if pairs.is_empty() { String::new() } else { format!(", set = {{ {} }}", pairs.join(", ")) }
}

fn toml(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => {
            let field =
                |(name, value): (&String, &Value)| format!("{} = {}", toml_text(name), toml(value));
            format!("{{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => toml_text(text),
        other => other.to_string(),
    }
}

/// The strings of JSON are strings of TOML.
fn toml_text(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A parameter as it is typed.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A word that a shell takes as it is.
fn quoted(word: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "-_=.,:+/".contains(c);
    match word.chars().all(safe) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn time(seconds: f64) -> String {
    match seconds.fract() == 0.0 {
        true => format!("{seconds}s"),
        false => format!("{}ms", (seconds * 1000.0).round()),
    }
}
