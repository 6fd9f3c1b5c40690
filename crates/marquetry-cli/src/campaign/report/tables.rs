//! The tables that every report has.

use super::super::{Measure, Missing, Record};
use super::document::{NamedColumn, Passage, Table, column};
use super::findings::{Finding, Findings};
use crate::statistics::Summary;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

/// What a reader should know before the numbers.
pub fn head(findings: &Findings) -> Vec<String> {
    let plan = &findings.campaign.plan;
    let mut said = Vec::new();
    said.extend(plan.source.as_ref().map(|source| format!("After {source}.")));
    if findings.campaign.quick && plan.has_quick() {
        said.push("The quick version: fewer seeds or smaller budgets.".to_owned());
    }
    said.extend(
        plan.note.as_ref().map(|note| note.split_whitespace().collect::<Vec<_>>().join(" ")),
    );
    for missing in &findings.campaign.missing {
        let Missing { label, puzzle, instead, supply } = missing;
        if findings.cells.iter().any(|f| f.cell.stands_for.as_ref() == Some(label)) {
            said.push(format!(
                "{puzzle} was not there and {instead} was run instead; to supply it: {supply}."
            ));
        }
    }
    if findings.cells.is_empty() {
        said.push("There are no runs yet.".to_owned());
    }
    if findings.missing > 0 && !findings.cells.is_empty() {
        said.push(format!("Not finished: {} runs are still to be made.", findings.missing));
    }
    said
}

/// The numbers of every cell.
pub fn results(findings: &Findings) -> Vec<Passage> {
    if findings.cells.is_empty() {
        return Vec::new();
    }
    let goals = findings.has_goals();
    let table = Table::new("Every cell", &columns(goals), &findings.cells);
    let mut words = "Best, mean, sd, median and quartiles are of scores; the interval of the mean is a \
        bootstrap (BCa), that of the share Wilson's. Evaluations and seconds are means of a run; the processor's \
        seconds are those it was busy with a run of one thread."
        .to_owned();
    if goals {
        words += " What a success costs is the expected running time: all that was spent, by the number of successes.";
    }
    if findings.campaign.plan.measure == Measure::Success {
        words += " Runs are compared by the evaluations they needed.";
    }
    let mut passages =
        vec![Passage::Heading(2, "Results".to_owned()), Passage::Table(table.pruned())];
    passages.extend(earlier(findings).map(Passage::Table));
    passages.push(Passage::Text(words));
    passages
}

/// What a report says of every cell; of goals only if there are any.
fn columns<'a>(goals: bool) -> [NamedColumn<'static, Finding<'a>>; 17] {
    let only = move |goal: String| if goals { goal } else { dash() };
    let scores = |f: &Finding, what: fn(&Summary) -> Option<f64>, digits: usize| {
        show(f.scores.as_ref().and_then(what), digits)
    };
    [
        column("puzzle", |f: &Finding| f.puzzle().to_owned()),
        column("algorithm", |f: &Finding| f.algorithm().to_owned()),
        column("runs", |f: &Finding| (f.runs.len() + f.failed).to_string()),
        column("best", move |f| scores(f, |s| Some(s.max), 0)),
        column("mean (95 %)", mean),
        column("sd", move |f| scores(f, |s| s.sd, 2)),
        column("median", move |f| scores(f, |s| Some(s.median), 1)),
        column("quartiles", |f: &Finding| {
            f.scores.as_ref().map_or_else(dash, |s| format!("{:.1}-{:.1}", s.q1, s.q3))
        }),
        column("solved", move |f: &Finding| only(f.solved().to_string())),
        column("solved, % (95 %)", move |f: &Finding| {
            let (share, (low, high)) = f.success();
            only(format!("{share:.0} ({low:.0}-{high:.0})"))
        }),
        column("evaluations to a success", move |f: &Finding| {
            only(show(f.expected_evaluations(), 0))
        }),
        column("seconds to a success", move |f: &Finding| {
            only(f.expected_seconds().map_or_else(dash, short_seconds))
        }),
        column("evaluations", |f: &Finding| show(f.evaluations(), 0)),
        column("seconds, processor", |f: &Finding| {
            f.cpu_seconds().map_or_else(dash, short_seconds)
        }),
        column("seconds, wall", |f: &Finding| f.wall_seconds().map_or_else(dash, short_seconds)),
        column("failed", |f: &Finding| some(f.failed)),
        column("timed out", |f: &Finding| some(f.timed_out())),
    ]
}

fn mean(finding: &Finding) -> String {
    match (&finding.scores, finding.interval) {
        (Some(scores), Some((low, high))) => format!("{:.2} ({low:.2}-{high:.2})", scores.mean),
        (Some(scores), None) => format!("{:.2}", scores.mean),
        (None, _) => dash(),
    }
}

/// What the runs of a cell had reached at an earlier time.
struct Earlier<'f, 'a> {
    finding: &'f Finding<'a>,
    seconds: f64,
    scores: Summary,
}

/// What the same runs had reached at earlier times.
fn earlier(findings: &Findings) -> Option<Table> {
    let mut lines = Vec::new();
    for finding in &findings.cells {
        let limit = finding.cell.spec.time_s.unwrap_or(f64::INFINITY);
        let times = findings.campaign.plan.at.iter().map(Duration::as_secs_f64);
        for seconds in times.filter(|seconds| *seconds < limit) {
            let scores = finding.of(|run| {
                let early = run.trace.iter().filter(|at| at.time_s <= seconds);
                early.map(|at| f64::from(at.score)).fold(0.0, f64::max)
            });
            let scores = Summary::of(&scores);
            lines.extend(scores.map(|scores| Earlier { finding, seconds, scores }));
        }
    }
    let columns = [
        column("puzzle", |line: &Earlier| line.finding.puzzle().to_owned()),
        column("algorithm", |line: &Earlier| line.finding.algorithm().to_owned()),
        column("seconds", |line: &Earlier| line.seconds.to_string()),
        column("runs", |line: &Earlier| line.scores.n.to_string()),
        column("best", |line: &Earlier| format!("{:.0}", line.scores.max)),
        column("mean", |line: &Earlier| format!("{:.2}", line.scores.mean)),
        column("sd", |line: &Earlier| show(line.scores.sd, 2)),
        column("median", |line: &Earlier| line.scores.median.to_string()),
    ];
    (!lines.is_empty()).then(|| Table::new("Earlier in the same runs", &columns, &lines))
}

/// What stands where there is nothing to say.
pub fn dash() -> String {
    "-".to_owned()
}

/// A number with so many digits, or nothing.
pub fn show(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(dash, |value| format!("{value:.digits$}"))
}

/// A count, or nothing for none.
fn some(count: usize) -> String {
    if count == 0 { dash() } else { count.to_string() }
}

/// Seconds with as many digits as mean something.
pub fn short_seconds(seconds: f64) -> String {
    let digits = if seconds < 1.0 { 3 } else { usize::from(seconds < 100.0) };
    format!("{seconds:.digits$}")
}

/// Where the runs come from.
pub fn provenance(findings: &Findings) -> String {
    let runs = || findings.cells.iter().flat_map(|f| f.runs.iter().map(Rc::as_ref));
    let all = |what: fn(&Record) -> Option<&String>| {
        let known: BTreeSet<&str> = runs().filter_map(what).map(String::as_str).collect();
        known.into_iter().collect::<Vec<_>>().join("; ")
    };
    if runs().next().is_none() {
        return "No runs.".to_owned();
    }
    let unknown = runs().filter(|run| run.machine.is_none()).count();
    let mut said =
        format!("{} runs by marquetry {}", runs().count(), all(|run| Some(&run.version)));
    let (machines, compilers) = (all(|run| run.machine.as_ref()), all(|run| run.compiler.as_ref()));
    if !machines.is_empty() {
        said += &format!(", on {machines}, made with {compilers}");
    }
    if unknown > 0 {
        said += &format!("; of {unknown} runs the machine was not written down");
    }
    said += ".";
    let timed = || runs().filter(|run| run.spec.time_s.is_some());
    let machines: BTreeSet<&String> = timed().filter_map(|run| run.machine.as_ref()).collect();
    if machines.len() > 1 {
        said += " A clock ended runs of different machines: they are not comparable.";
    }
    said
}
