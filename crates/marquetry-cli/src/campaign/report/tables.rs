//! The tables that every report has.

use super::super::{Measure, Missing, Record};
use super::findings::{Finding, Findings};
use super::{Passage, Table};
use crate::statistics::Summary;
use std::collections::BTreeSet;
use std::rc::Rc;

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
    let header = [
        "puzzle",
        "algorithm",
        "runs",
        "best",
        "mean (95 %)",
        "sd",
        "median",
        "quartiles",
        "solved",
        "solved, % (95 %)",
        "evaluations to a success",
        "seconds to a success",
        "evaluations",
        "seconds",
        "failed",
        "timed out",
    ];
    let mut table = Table::new("Every cell", &header);
    table.rows = findings.cells.iter().map(|finding| row(finding, goals)).collect();
    let mut words = "Best, mean, sd, median and quartiles are of scores; the interval of the mean is a \
        bootstrap (BCa), that of the share Wilson's. Evaluations and seconds are means of a run; seconds are \
        the processor's where it was measured, else the clock's."
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

/// What the same runs had reached at earlier times.
fn earlier(findings: &Findings) -> Option<Table> {
    let at = &findings.campaign.plan.at;
    let header = ["puzzle", "algorithm", "seconds", "runs", "best", "mean", "sd", "median"];
    let mut table = Table::new("Earlier in the same runs", &header);
    for finding in &findings.cells {
        let limit = finding.cell.spec.time_s.unwrap_or(f64::INFINITY);
        for at in at.iter().filter(|at| at.as_secs_f64() < limit) {
            let scores = finding.of(|run| {
                let early = run.trace.iter().filter(|(time, ..)| *time <= at.as_secs_f64());
                early.map(|(.., score)| f64::from(*score)).fold(0.0, f64::max)
            });
            let Some(scores) = Summary::of(&scores) else { continue };
            table.rows.push(vec![
                finding.puzzle().to_owned(),
                finding.algorithm().to_owned(),
                at.as_secs_f64().to_string(),
                scores.n.to_string(),
                format!("{:.0}", scores.max),
                format!("{:.2}", scores.mean),
                scores.sd.map_or_else(|| "-".to_owned(), |sd| format!("{sd:.2}")),
                scores.median.to_string(),
            ]);
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

fn row(finding: &Finding, goals: bool) -> Vec<String> {
    let scores = finding.scores.as_ref();
    let dash = || "-".to_owned();
    let show =
        |value: Option<f64>, digits: usize| value.map_or_else(dash, |v| format!("{v:.digits$}"));
    let mean = match (scores, finding.interval) {
        (Some(scores), Some((low, high))) => format!("{:.2} ({low:.2}-{high:.2})", scores.mean),
        (Some(scores), None) => format!("{:.2}", scores.mean),
        (None, _) => dash(),
    };
    let only = |goal: String| if goals { goal } else { dash() };
    let (share, (low, high)) = finding.success();
    let count = |n: usize| if n == 0 { dash() } else { n.to_string() };
    vec![
        finding.puzzle().to_owned(),
        finding.algorithm().to_owned(),
        (finding.runs.len() + finding.failed).to_string(),
        show(scores.map(|s| s.max), 0),
        mean,
        show(scores.and_then(|s| s.sd), 2),
        show(scores.map(|s| s.median), 1),
        scores.map_or_else(dash, |s| format!("{:.1}-{:.1}", s.q1, s.q3)),
        only(finding.solved().to_string()),
        only(format!("{share:.0} ({low:.0}-{high:.0})")),
        only(show(finding.expected_evaluations(), 0)),
        only(finding.expected_seconds().map_or_else(dash, short_seconds)),
        show(finding.evaluations(), 0),
        finding.seconds().map_or_else(dash, short_seconds),
        count(finding.failed),
        count(finding.timed_out()),
    ]
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
    said + "."
}
