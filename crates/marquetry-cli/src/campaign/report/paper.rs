//! The paper's table beside ours, with a verdict line by line.

use super::super::{Measure, Paper, Test};
use super::compare::{ALPHA, p_value};
use super::findings::{Finding, Findings};
use super::tables::short_seconds;
use super::{Passage, Table};
use crate::statistics::{Method, Wilcoxon, mann_whitney, wilcoxon};
use serde::Serialize;
use std::collections::BTreeSet;

/// How many times the paper's evaluations still count as as many.
const FACTOR: f64 = 2.0;
/// With fewer runs than this there is no verdict.
const FEW: usize = 3;
/// Standard errors to either side of a mean that make 95 %.
const SIDES: f64 = 1.96;

/// How a line compares with the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Better than the paper.
    Above,
    /// As good as the paper, as far as so many runs can tell.
    Holds,
    /// Worse than the paper.
    Short,
    /// Another puzzle stands in: the numbers do not compare.
    Other,
    /// So few runs that the comparison would say nothing.
    Few,
}

impl Standing {
    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Above => "above",
            Self::Holds => "holds",
            Self::Short => "short",
            Self::Other => "other puzzle",
            Self::Few => "too few runs",
        }
    }
}

/// The paper's table and tests beside ours.
pub fn section(findings: &Findings) -> Vec<Passage> {
    let plan = &findings.campaign.plan;
    let mut passages = table(findings);
    passages.extend(claims(findings));
    passages.extend(plan.tests.iter().map(|test| Passage::Text(sentence(findings, test))));
    if !passages.is_empty() {
        passages.insert(0, Passage::Heading(2, "Beside the paper".to_owned()));
    }
    passages
}

fn table(findings: &Findings) -> Vec<Passage> {
    let plan = &findings.campaign.plan;
    let line = |finding| Some((finding, line_of(findings, finding)?));
    let lines: Vec<(&Finding, &Paper)> = findings.cells.iter().filter_map(line).collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let counted: BTreeSet<&str> =
        lines.iter().flat_map(|(_, paper)| paper.counts.keys().map(String::as_str)).collect();
    let pairs = ["runs", "mean (sd)", "median", "best", "solved %", "evaluations", "seconds"];
    let mut header = vec!["puzzle".to_owned(), "algorithm".to_owned()];
    for name in pairs.into_iter().chain(counted.iter().copied()) {
        header.extend([format!("{name}, paper"), format!("{name}, ours")]);
    }
    header.extend(["ratio", "times faster", "verdict", "remark"].map(str::to_owned));
    let mut table = Table::new("The paper's table beside ours", &[]);
    table.header = header;
    for (finding, paper) in &lines {
        table.rows.push(row(finding, paper, plan.measure, &counted));
    }
    vec![Passage::Table(table.pruned()), Passage::Text(rule(plan.measure).to_owned())]
}

/// What the paper says of a cell; a stand-in is looked up by the puzzle it stands for.
pub fn line_of<'a>(findings: &'a Findings, finding: &Finding) -> Option<&'a Paper> {
    findings.campaign.plan.paper(finding.cell.planned(), finding.algorithm())
}

fn rule(measure: Measure) -> &'static str {
    match measure {
        Measure::Score => {
            "Above: the paper's mean lies below the 95 % interval of ours, which is widened by the paper's own \
             error where its deviation and runs are known; holds: within it; short: above it. Where the paper has \
             no mean, the best scores are compared."
        }
        Measure::Success => {
            "Above: the paper's share of successes lies below the 95 % interval of ours; holds: within it, with at \
             most twice the evaluations; short: above it, or more evaluations. Evaluations are means of the runs \
             that succeed."
        }
        Measure::Time => {
            "Above: every run succeeds in less than half the paper's time; holds: in no more than its time; short: \
             not all succeed, or they take longer."
        }
    }
}

/// How a cell compares with the paper.
#[must_use]
pub fn standing(finding: &Finding, paper: &Paper, measure: Measure) -> Option<Standing> {
    let judged = match measure {
        Measure::Score => by_score(finding, paper),
        Measure::Success => by_success(finding, paper),
        Measure::Time => by_time(finding, paper),
    };
    let few = finding.runs.len() + finding.failed < FEW;
    match (finding.cell.stands_for.is_some(), few) {
        (true, _) => judged.map(|_| Standing::Other),
        (false, true) => judged.map(|_| Standing::Few),
        (false, false) => judged,
    }
}

fn by_score(finding: &Finding, paper: &Paper) -> Option<Standing> {
    let scores = finding.scores.as_ref()?;
    let (low, high) = match paper.mean {
        Some(_) => {
            let (low, high) = finding.interval.unwrap_or((scores.mean, scores.mean));
            let error =
                paper.sd.zip(paper.runs).map(|(sd, runs)| sd / f64::from(runs.max(1)).sqrt());
            let theirs = SIDES * error.unwrap_or(0.0);
            let mean = scores.mean;
            (mean - theirs.hypot(mean - low), mean + theirs.hypot(high - mean))
        }
        None => (scores.max, scores.max),
    };
    let said = paper.mean.or(paper.best)?;
    Some(if said < low {
        Standing::Above
    } else if said <= high {
        Standing::Holds
    } else {
        Standing::Short
    })
}

fn by_success(finding: &Finding, paper: &Paper) -> Option<Standing> {
    let ((_, (low, high)), theirs) = (finding.success(), paper.success?);
    let few = match (finding.evaluations_solved(), paper.evaluations) {
        (Some(ours), Some(theirs)) => ours <= FACTOR * theirs,
        _ => true,
    };
    Some(if theirs < low {
        Standing::Above
    } else if theirs <= high && few {
        Standing::Holds
    } else {
        Standing::Short
    })
}

fn by_time(finding: &Finding, paper: &Paper) -> Option<Standing> {
    let (ours, theirs) = (finding.seconds()?, paper.seconds?);
    Some(if finding.success().0 < 100.0 || ours > theirs {
        Standing::Short
    } else if ours < theirs / 2.0 {
        Standing::Above
    } else {
        Standing::Holds
    })
}

fn row(
    finding: &Finding,
    paper: &Paper,
    measure: Measure,
    counted: &BTreeSet<&str>,
) -> Vec<String> {
    let dash = || "-".to_owned();
    let exact = |value: Option<f64>| value.map_or_else(dash, |v| v.to_string());
    let show =
        |value: Option<f64>, digits: usize| value.map_or_else(dash, |v| format!("{v:.digits$}"));
    let with_sd = |mean: Option<String>, sd: Option<String>| match (mean, sd) {
        (Some(mean), Some(sd)) => format!("{mean} ({sd})"),
        (Some(mean), None) => mean,
        (None, _) => dash(),
    };
    let scores = finding.scores.as_ref();
    let evaluations = match measure {
        Measure::Success => finding.evaluations_solved(),
        _ => finding.evaluations(),
    };
    let ours_if = |paper: bool, ours: String| if paper { ours } else { dash() };
    let ratio = evaluations.zip(paper.evaluations).map(|(ours, theirs)| ours / theirs);
    let faster = finding.seconds().zip(paper.seconds).map(|(ours, theirs)| theirs / ours.max(1e-9));
    let mut cells = vec![
        finding.puzzle().to_owned(),
        finding.algorithm().to_owned(),
        paper.runs.map_or_else(dash, |runs| runs.to_string()),
        (finding.runs.len() + finding.failed).to_string(),
        with_sd(paper.mean.map(|m| m.to_string()), paper.sd.map(|sd| sd.to_string())),
        ours_if(
            measure == Measure::Score,
            with_sd(
                scores.map(|s| format!("{:.2}", s.mean)),
                scores.and_then(|s| s.sd).map(|sd| format!("{sd:.2}")),
            ),
        ),
        exact(paper.median),
        ours_if(paper.median.is_some(), exact(scores.map(|s| s.median))),
        exact(paper.best),
        ours_if(paper.best.is_some(), exact(scores.map(|s| s.max))),
        exact(paper.success),
        ours_if(paper.success.is_some(), format!("{:.0}", finding.success().0)),
        show(paper.evaluations, 0),
        ours_if(paper.evaluations.is_some(), show(evaluations, 0)),
        exact(paper.seconds),
        ours_if(paper.seconds.is_some(), finding.seconds().map_or_else(dash, short_seconds)),
    ];
    for name in counted {
        let said = paper.counts.get(*name).copied();
        cells.extend([exact(said), ours_if(said.is_some(), show(finding.count(name), 0))]);
    }
    cells.extend([show(ratio, 2), show(faster, 0)]);
    cells.push(standing(finding, paper, measure).map_or_else(dash, |s| s.name().to_owned()));
    cells.push(paper.note.clone().unwrap_or_else(dash));
    cells
}

/// What the paper says of two algorithms, tested on our runs.
fn claims(findings: &Findings) -> Vec<Passage> {
    let plan = &findings.campaign.plan;
    let header = ["source", "puzzle", "said to be better", "than", "means", "A12", "p", "verdict"];
    let mut table = Table::new("What the paper claims, on our runs", &header);
    for claim in &plan.claims {
        for puzzle in findings.puzzles() {
            let of = |label: &str| findings.cell(puzzle, label);
            let (Some(better), Some(worse)) = (of(&claim.better), of(&claim.worse)) else {
                continue;
            };
            let Some(test) =
                mann_whitney(&better.merits(plan.measure), &worse.merits(plan.measure))
            else {
                continue;
            };
            let verdict = match (test.p <= ALPHA, test.a12 > 0.5) {
                (true, true) => "confirmed",
                (true, false) => "contradicted",
                (false, _) if test.floor > ALPHA => "too few runs",
                (false, _) => "not shown",
            };
            let mean = |f: &Finding| {
                f.scores.as_ref().map_or_else(String::new, |s| format!("{:.1}", s.mean))
            };
            table.rows.push(vec![
                claim.source.clone(),
                puzzle.to_owned(),
                claim.better.clone(),
                claim.worse.clone(),
                format!("{} and {}", mean(better), mean(worse)),
                format!("{:.2}", test.a12),
                p_value(test.p, test.method),
                verdict.to_owned(),
            ]);
        }
    }
    if table.rows.is_empty() {
        return Vec::new();
    }
    let words = format!("Mann-Whitney tests, two-sided, each by itself at {ALPHA}.");
    vec![Passage::Table(table), Passage::Text(words)]
}

/// The means of two algorithms on the puzzles for which the paper has both.
struct Pairs {
    paper: Vec<(f64, f64)>,
    ours: Vec<(f64, f64)>,
}

impl Pairs {
    fn new(findings: &Findings, test: &Test) -> Self {
        let (mut paper, mut ours) = (Vec::new(), Vec::new());
        for puzzle in findings.puzzles() {
            let of = |label: &str| {
                let cell = findings.cell(puzzle, label)?;
                let said = line_of(findings, cell)?.evaluations?;
                Some((said, cell.evaluations_solved()))
            };
            if let (Some((a, our_a)), Some((b, our_b))) = (of(&test.first), of(&test.second)) {
                paper.push((a, b));
                ours.extend(our_a.zip(our_b));
            }
        }
        Self { paper, ours }
    }
}

fn how(method: Method) -> &'static str {
    match method {
        Method::Exact => "exact",
        Method::Asymptotic => "approximate",
    }
}

/// A test the paper made, by its own numbers and by ours.
fn sentence(findings: &Findings, test: &Test) -> String {
    let pairs = Pairs::new(findings, test);
    let said = |test: Option<Wilcoxon>| match test {
        None => "no pair differs".to_owned(),
        Some(Wilcoxon { pairs, p, method, asymptotic, floor, .. }) => {
            let hopeless = if floor > 0.05 { "; so few pairs cannot reach 0.05" } else { "" };
            format!("p = {asymptotic:.3} ({} {p:.4}, {pairs} pairs{hopeless})", how(method))
        }
    };
    format!(
        "Wilcoxon signed-rank test of the mean evaluations, {} against {}: the paper says p = {}, its table gives {}; ours {}.",
        test.first,
        test.second,
        test.p,
        said(wilcoxon(&pairs.paper)),
        said(wilcoxon(&pairs.ours)),
    )
}
