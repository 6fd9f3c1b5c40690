//! The tables of a study: the paper's numbers beside ours.

use super::plan::{Case, Paper, Plan};
use super::runs::{Run, Spec};
use crate::statistics::{Method, Wilcoxon, mean, wilcoxon};
use anyhow::Result;
use serde::Serialize;
use std::fmt::Write as _;

/// One line of a table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    pub n: usize,
    pub remove: usize,
    pub runs: usize,
    /// In percent.
    pub success: f64,
    /// Of the runs that found a solution, as in the paper.
    pub evaluations: Option<f64>,
    pub seconds: f64,
    pub paper_evaluations: Option<f64>,
    pub paper_success: Option<f64>,
    pub paper_seconds: Option<f64>,
    /// How that compares with the paper.
    pub standing: Option<Standing>,
}

/// How a case compares with the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Standing {
    /// More runs succeed than in the paper.
    Above,
    /// As many runs succeed, with at most twice the evaluations.
    Holds,
    /// Fewer succeed, or they need more.
    Short,
}

/// One study.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Table {
    pub plan: String,
    pub about: String,
    pub source: String,
    pub rows: Vec<Row>,
}

/// A test of two studies, on the cases both have.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Test {
    pub plan: String,
    pub against: String,
    /// What the paper says.
    pub said: f64,
    /// The same test on the numbers of the paper's tables.
    pub paper: Option<Wilcoxon>,
    /// On ours.
    pub ours: Option<Wilcoxon>,
}

impl Table {
    /// What the runs of a plan came to that have these seeds.
    pub fn new(plan: &Plan, runs: &[Run], seeds: &[u64], up_to: usize) -> Result<Self> {
        let mut rows = Vec::new();
        for case in plan.cases.iter().filter(|case| case.n <= up_to) {
            let specs: Vec<Spec> =
                seeds.iter().map(|&seed| Spec::new(plan, case, seed)).collect::<Result<_>>()?;
            let of_case: Vec<&Run> = runs.iter().filter(|run| specs.contains(&run.spec)).collect();
            rows.extend(row(case, &of_case));
        }
        let Plan { name, about, source, .. } = plan.clone();
        Ok(Self { plan: name, about, source, rows })
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("**{}**: {} ({})\n\n", self.plan, self.about, self.source);
        text.push_str("| n | m | evaluations, paper | ours | ratio | success, paper | ours | seconds, paper | ours | times faster | |\n");
        text.push_str("|---|---|---|---|---|---|---|---|---|---|---|\n");
        for row in &self.rows {
            let ratio =
                row.evaluations.zip(row.paper_evaluations).map(|(ours, paper)| ours / paper);
            let faster = row.paper_seconds.map(|paper| paper / row.seconds.max(1e-9));
            let percent = |share: f64| format!("{share:.0} %");
            let cells = [
                row.n.to_string(),
                row.remove.to_string(),
                or_dash(row.paper_evaluations, |x| format!("{x:.0}")),
                or_dash(row.evaluations, |x| format!("{x:.0}")),
                or_dash(ratio, |x| format!("{x:.2}")),
                or_dash(row.paper_success, percent),
                format!("{} of {}", percent(row.success), row.runs),
                or_dash(row.paper_seconds, |x| format!("{x}")),
                format!("{:.3}", row.seconds),
                or_dash(faster, |x| format!("{x:.0}")),
                or_dash(row.standing, |standing| format!("{standing:?}").to_lowercase()),
            ];
            _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text
    }
}

fn or_dash<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), show)
}

/// What the runs of a case came to; `None` if there are none.
fn row(case: &Case, runs: &[&Run]) -> Option<Row> {
    let times: Vec<f64> = runs.iter().map(|run| run.elapsed_s).collect();
    let solved: Vec<f64> =
        runs.iter().filter(|run| run.solved()).map(|run| run.evaluations as f64).collect();
    let success = 100.0 * solved.len() as f64 / runs.len() as f64;
    let evaluations = mean(&solved);
    let paper = case.paper;
    Some(Row {
        n: case.n,
        remove: case.remove,
        runs: runs.len(),
        success,
        evaluations,
        seconds: mean(&times)?,
        paper_evaluations: paper.and_then(|paper| paper.evaluations),
        paper_success: paper.map(|paper| paper.success),
        paper_seconds: paper.and_then(|paper| paper.seconds),
        standing: paper.map(|paper| compare(&paper, success, evaluations)),
    })
}

fn compare(paper: &Paper, success: f64, evaluations: Option<f64>) -> Standing {
    let few = match (paper.evaluations, evaluations) {
        (Some(paper), Some(ours)) => ours <= 2.0 * paper,
        (Some(_), None) => false,
        (None, _) => true,
    };
    if success > paper.success {
        Standing::Above
    } else if success == paper.success && few {
        Standing::Holds
    } else {
        Standing::Short
    }
}

impl Test {
    /// The test a plan asks for.
    pub fn new(plan: &Plan, tables: &[Table]) -> Option<Self> {
        let test = plan.test.as_ref()?;
        let find = |name: &str| tables.iter().find(|table| table.plan == name);
        let (one, other) = (find(&plan.name)?, find(&test.against)?);
        // The cases of the paper's tables.
        let of_paper = one.rows.iter().filter(|row| row.paper_evaluations.is_some());
        let pairs: Vec<(&Row, &Row)> = of_paper
            .filter_map(|row| {
                let alike = |r: &&Row| (r.n, r.remove) == (row.n, row.remove);
                Some((row, other.rows.iter().find(alike)?))
            })
            .collect();
        let compare = |of: fn(&Row) -> Option<f64>| -> Option<Wilcoxon> {
            let values: Option<Vec<(f64, f64)>> =
                pairs.iter().map(|(a, b)| of(a).zip(of(b))).collect();
            wilcoxon(&values?)
        };
        Some(Self {
            plan: plan.name.clone(),
            against: test.against.clone(),
            said: test.p,
            paper: compare(|row| row.paper_evaluations),
            ours: compare(|row| row.evaluations),
        })
    }

    pub fn sentence(&self) -> String {
        let of = |test: &Option<Wilcoxon>| match test {
            Some(Wilcoxon { pairs, p, method, asymptotic, .. }) => {
                let exact = match method {
                    Method::Exact => format!(", exact {p:.4}"),
                    Method::Asymptotic => String::new(),
                };
                format!("p = {asymptotic:.4}{exact} ({pairs} pairs)")
            }
            None => "no pairs that differ".to_owned(),
        };
        format!(
            "Wilcoxon signed-rank test of the evaluations, {} against {}: the paper says p = {}; from its table {}; from our runs {}.",
            self.plan,
            self.against,
            self.said,
            of(&self.paper),
            of(&self.ours)
        )
    }
}
