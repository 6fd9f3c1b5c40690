//! The paper's table beside ours, with a verdict line by line.

use super::super::{Claim, Measure, Paper, Test};
use super::compare::{ALPHA, p_value};
use super::document::{NamedColumn, Passage, Table, column};
use super::findings::{Finding, Findings};
use super::tables::{dash, short_seconds, show};
use crate::statistics::{MannWhitney, Method, Wilcoxon, mann_whitney, wilcoxon};
use serde::Serialize;
use std::collections::BTreeSet;

/// How many times the paper's evaluations still count as as many.
const FACTOR: f64 = 2.0;
/// With fewer runs than this there is no verdict.
const FEW: usize = 3;
/// How many times the paper's spread, or the other way round, still is as large.
const SPREAD: f64 = 1.5;

/// How a line compares with the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// So much better that it can hardly be what the paper's authors ran.
    #[serde(rename = "far above")]
    Far,
    /// Better than the paper.
    Above,
    /// What the paper says, mean and spread, as far as so many runs can tell.
    Reproduced,
    /// The paper's mean with another spread.
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
            Self::Far => "far above",
            Self::Above => "above",
            Self::Reproduced => "reproduced",
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

/// A cell with what the paper says of it.
struct Compared<'f, 'a> {
    finding: &'f Finding<'a>,
    paper: &'f Paper,
    measure: Measure,
}

fn table(findings: &Findings) -> Vec<Passage> {
    let measure = findings.campaign.plan.measure;
    let line = |finding| Some(Compared { finding, paper: line_of(findings, finding)?, measure });
    let lines: Vec<Compared> = findings.cells.iter().filter_map(line).collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let counted: BTreeSet<&str> =
        lines.iter().flat_map(|line| line.paper.counts.keys().map(String::as_str)).collect();
    let table = Table::new("The paper's table beside ours", &columns(&counted), &lines);
    vec![Passage::Table(table.pruned()), Passage::Text(rule(measure).to_owned())]
}

/// What the paper says of a cell; a stand-in is looked up by the puzzle it stands for.
pub fn line_of<'a>(findings: &'a Findings, finding: &Finding) -> Option<&'a Paper> {
    findings.campaign.plan.paper(finding.cell.planned(), finding.algorithm())
}

fn rule(measure: Measure) -> &'static str {
    match measure {
        Measure::Score => {
            "Reproduced: our mean lies within the paper's standard deviation of its mean, and the one spread is at \
             most 1.5 times the other; holds: the mean alone does. Above and short: beyond that; far above: beyond \
             three deviations. Where the paper gives no deviation, reproduced means that its mean lies within the \
             95 % interval of ours, and far above that its best lies below. Where it has no mean, the best scores \
             are compared."
        }
        Measure::Success => {
            "Above: the paper's share of successes lies below the 95 % interval of ours; reproduced: within it, with at \
             most twice the evaluations; short: above it, or more evaluations. Evaluations are means of the runs \
             that succeed."
        }
        Measure::Time => {
            "Above: every run succeeds in less than half the paper's time; reproduced: in no more than its time; short: \
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
    match (paper.mean, paper.sd) {
        (Some(mean), Some(sd)) => Some(by_spread((scores.mean, scores.sd), (mean, sd))),
        (Some(mean), None) => {
            let (low, high) = finding.interval.unwrap_or((scores.mean, scores.mean));
            let far = paper.best.is_some_and(|best| best < low);
            Some(by_interval(mean, (low, high), far))
        }
        (None, _) => Some(by_interval(paper.best?, (scores.max, scores.max), false)),
    }
}

/// Ours and the paper's mean and standard deviation.
fn by_spread((ours, spread): (f64, Option<f64>), (mean, sd): (f64, f64)) -> Standing {
    let alike = spread.is_some_and(|spread| spread <= SPREAD * sd && sd <= SPREAD * spread);
    match ours - mean {
        more if more > 3.0 * sd => Standing::Far,
        more if more > sd => Standing::Above,
        more if more < -sd => Standing::Short,
        _ if alike => Standing::Reproduced,
        _ => Standing::Holds,
    }
}

/// What the paper says beside our interval.
fn by_interval(said: f64, (low, high): (f64, f64), far: bool) -> Standing {
    if said < low {
        if far { Standing::Far } else { Standing::Above }
    } else if said <= high {
        Standing::Reproduced
    } else {
        Standing::Short
    }
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
        Standing::Reproduced
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
        Standing::Reproduced
    })
}

/// The columns of the table, those for what the algorithms count themselves included.
fn columns<'c, 'f: 'c, 'a: 'f>(
    counted: &BTreeSet<&'c str>,
) -> Vec<NamedColumn<'c, Compared<'f, 'a>>> {
    let mut columns = vec![
        column("puzzle", |line: &Compared| line.finding.puzzle().to_owned()),
        column("algorithm", |line: &Compared| line.finding.algorithm().to_owned()),
    ];
    columns.extend(pair("runs", |line| {
        let ours = line.finding.runs.len() + line.finding.failed;
        (line.paper.runs.map_or_else(dash, |runs| runs.to_string()), Some(ours.to_string()))
    }));
    columns.extend(pair("mean (sd)", |line| {
        let (paper, scores) = (line.paper, line.finding.scores.as_ref());
        let ours = with_sd(
            scores.map(|s| format!("{:.2}", s.mean)),
            scores.and_then(|s| s.sd).map(|sd| format!("{sd:.2}")),
        );
        let said = with_sd(paper.mean.map(|m| m.to_string()), paper.sd.map(|sd| sd.to_string()));
        (said, (line.measure == Measure::Score).then_some(ours))
    }));
    columns.extend(pair("median", |line| {
        let ours = exact(line.finding.scores.as_ref().map(|s| s.median));
        (exact(line.paper.median), line.paper.median.map(|_| ours))
    }));
    columns.extend(pair("best", |line| {
        let ours = exact(line.finding.scores.as_ref().map(|s| s.max));
        (exact(line.paper.best), line.paper.best.map(|_| ours))
    }));
    columns.extend(pair("solved %", |line| {
        let ours = format!("{:.0}", line.finding.success().0);
        (exact(line.paper.success), line.paper.success.map(|_| ours))
    }));
    columns.extend(pair("evaluations", |line| {
        let said = line.paper.evaluations;
        (show(said, 0), said.map(|_| show(line.evaluations(), 0)))
    }));
    columns.extend(pair("seconds", |line| {
        let ours = line.finding.seconds().map_or_else(dash, short_seconds);
        (exact(line.paper.seconds), line.paper.seconds.map(|_| ours))
    }));
    for &name in counted {
        columns.extend(pair(name, move |line| {
            let said = line.paper.counts.get(name).copied();
            (exact(said), said.map(|_| show(line.finding.count(name), 0)))
        }));
    }
    columns.extend([
        column("ratio", |line: &Compared| show(line.ratio(), 2)),
        column("times faster", |line: &Compared| show(line.times_faster(), 0)),
        column("verdict", |line: &Compared| {
            let standing = standing(line.finding, line.paper, line.measure);
            standing.map_or_else(dash, |standing| standing.name().to_owned())
        }),
        column("remark", |line: &Compared| line.paper.note.clone().unwrap_or_else(dash)),
    ]);
    columns
}

/// Two columns: what the paper says and what is ours, nothing where the two do not compare.
fn pair<'c, 'f: 'c, 'a: 'f>(
    name: &str,
    both: impl Fn(&Compared<'f, 'a>) -> (String, Option<String>) + Clone + 'c,
) -> [NamedColumn<'c, Compared<'f, 'a>>; 2] {
    let ours = both.clone();
    [
        column(format!("{name}, paper"), move |line: &Compared<'f, 'a>| both(line).0),
        column(format!("{name}, ours"), move |line: &Compared<'f, 'a>| {
            ours(line).1.unwrap_or_else(dash)
        }),
    ]
}

fn exact(value: Option<f64>) -> String {
    value.map_or_else(dash, |value| value.to_string())
}

fn with_sd(mean: Option<String>, sd: Option<String>) -> String {
    match (mean, sd) {
        (Some(mean), Some(sd)) => format!("{mean} ({sd})"),
        (Some(mean), None) => mean,
        (None, _) => dash(),
    }
}

impl Compared<'_, '_> {
    /// Of the runs the paper counts.
    fn evaluations(&self) -> Option<f64> {
        self.finding.evaluations_counted(self.measure)
    }

    fn ratio(&self) -> Option<f64> {
        self.evaluations().zip(self.paper.evaluations).map(|(ours, theirs)| ours / theirs)
    }

    fn times_faster(&self) -> Option<f64> {
        let seconds = self.finding.seconds().zip(self.paper.seconds);
        seconds.map(|(ours, theirs)| theirs / ours.max(1e-9))
    }
}

/// A claim of the paper on one puzzle.
struct Claimed<'f> {
    claim: &'f Claim,
    puzzle: &'f str,
    means: String,
    test: MannWhitney,
}

impl Claimed<'_> {
    fn verdict(&self) -> &'static str {
        match (self.test.p <= ALPHA, self.test.a12 > 0.5) {
            (true, true) => "confirmed",
            (true, false) => "contradicted",
            (false, _) if self.test.floor > ALPHA => "too few runs",
            (false, _) => "not shown",
        }
    }
}

/// The numbers a claim is about; none where a run did not count them.
fn claim_merits(claim: &Claim, measure: Measure, finding: &Finding) -> Option<Vec<f64>> {
    match &claim.by {
        Some(name) => finding.counts(name),
        None => Some(finding.merits(measure)),
    }
}

fn claim_mean(claim: &Claim, finding: &Finding) -> String {
    match &claim.by {
        Some(name) => finding.count(name).map_or_else(String::new, |mean| format!("{mean:.3}")),
        None => finding.scores.as_ref().map_or_else(String::new, |s| format!("{:.1}", s.mean)),
    }
}

/// What the paper says of two algorithms, tested on our runs.
fn claims(findings: &Findings) -> Vec<Passage> {
    let plan = &findings.campaign.plan;
    let (mut lines, mut untold) = (Vec::new(), BTreeSet::new());
    for claim in &plan.claims {
        for puzzle in findings.puzzles() {
            let of = |label: &str| findings.cell(puzzle, label);
            let (Some(better), Some(worse)) = (of(&claim.better), of(&claim.worse)) else {
                continue;
            };
            let [a, b] = [better, worse].map(|finding| claim_merits(claim, plan.measure, finding));
            let (Some(a), Some(b)) = (a, b) else {
                untold.extend(&claim.by);
                continue;
            };
            let test = mann_whitney(&a, &b);
            let [a, b] = [better, worse].map(|finding| claim_mean(claim, finding));
            let means = format!("{a} and {b}");
            lines.extend(test.map(|test| Claimed { claim, puzzle, means, test }));
        }
    }
    let untold = untold.into_iter().map(|name| {
        Passage::Text(format!("Claims by {name} are not tested: not every run counted it."))
    });
    if lines.is_empty() {
        return untold.collect();
    }
    let usual = plan.measure.name();
    let columns = [
        column("source", |line: &Claimed| line.claim.source.clone()),
        column("puzzle", |line: &Claimed| line.puzzle.to_owned()),
        column("said to be better", |line: &Claimed| line.claim.better.clone()),
        column("than", |line: &Claimed| line.claim.worse.clone()),
        column("by", |line: &Claimed| line.claim.by.clone().unwrap_or_else(|| usual.to_owned())),
        column("means", |line: &Claimed| line.means.clone()),
        column("A12", |line: &Claimed| format!("{:.2}", line.test.a12)),
        column("p", |line: &Claimed| p_value(line.test.p, line.test.method)),
        column("verdict", |line: &Claimed| line.verdict().to_owned()),
    ];
    let table = Table::new("What the paper claims, on our runs", &columns, &lines);
    let words = format!("Mann-Whitney tests, two-sided, each by itself at {ALPHA}.");
    [Passage::Table(table), Passage::Text(words)].into_iter().chain(untold).collect()
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
