//! The figures of a report.

use super::super::{Drawn, Improvement};
use super::bars;
use super::compare::ranking;
use super::curves::Drawing;
use super::document::{Figure, Passage};
use super::findings::{Finding, Findings};
use super::sizes::Sizes;
use crate::output;
use crate::plots::{self, Cost, Curve, Ranked, Sample};
use crate::statistics::ert;

/// The most puzzles that get figures of their own.
const MOST_PUZZLES: usize = 12;
/// The most series of one figure.
const MOST_SERIES: usize = 12;

/// All figures.
pub fn section(findings: &Findings) -> Vec<Passage> {
    let mut figures = Vec::new();
    let puzzles = findings.puzzles();
    for puzzle in puzzles.iter().take(MOST_PUZZLES) {
        let cells = findings.of_puzzle(puzzle);
        figures.extend(of_puzzle(findings, puzzle, &cells[..cells.len().min(MOST_SERIES)]));
    }
    figures.extend(bars::figures(findings));
    figures.extend(Sizes::all(findings).into_iter().map(|sizes| {
        let caption = format!("{}: seconds to a success over the number of cells.", sizes.title);
        figure("sizes", sizes.title, caption, sizes.svg())
    }));
    figures.extend(profiles(findings));
    figures.extend(critical_difference(findings));
    let mut passages = Vec::new();
    if !figures.is_empty() {
        passages.push(Passage::Heading(2, "Figures".to_owned()));
        passages.extend(figures.into_iter().map(Passage::Figure));
    }
    let most = puzzles.iter().map(|puzzle| findings.of_puzzle(puzzle).len()).max().unwrap_or(0);
    if most > MOST_SERIES && all_drawn(findings) {
        passages.push(Passage::Text(format!(
            "Figures show the first {MOST_SERIES} algorithms of {most}."
        )));
    }
    if puzzles.len() > MOST_PUZZLES {
        let rest = puzzles.len() - MOST_PUZZLES;
        passages.push(Passage::Text(format!("{rest} more puzzles have no figures of their own.")));
    }
    passages
}

pub(super) fn figure(kind: &str, about: &str, caption: String, svg: String) -> Figure {
    Figure { name: output::slug(&format!("{kind}-{about}")), caption, svg }
}

/// Whether a puzzle's figure shows all algorithms, since the plan names none for it.
fn all_drawn(findings: &Findings) -> bool {
    !findings.campaign.plan.figures.iter().any(|wanted| wanted.drawn().by_puzzle())
}

fn of_puzzle(findings: &Findings, puzzle: &str, cells: &[&Finding]) -> Vec<Figure> {
    let mut figures = Vec::new();
    let chosen = &findings.campaign.plan.figures;
    if all_drawn(findings) {
        figures.extend(convergence(puzzle, puzzle, cells));
    }
    for drawing in Drawing::all(findings, puzzle) {
        let name = format!("{puzzle} {}", drawing.number);
        figures.push(figure("curve", &name, drawing.caption(), drawing.svg()));
    }
    let scores = chosen.iter().enumerate().filter(|(_, wanted)| wanted.drawn() == Drawn::Score);
    for (number, wanted) in scores {
        let all = findings.of_puzzle(puzzle);
        let cells: Vec<&Finding> = all
            .into_iter()
            .filter(|f| wanted.algorithms.iter().any(|a| a == f.algorithm()))
            .collect();
        let name = format!("{puzzle} {}", number + 1);
        figures.extend(convergence(&name, &format!("{}, {puzzle}", wanted.title), &cells));
    }
    figures.extend(boxes(puzzle, cells));
    figures.extend(to_target(puzzle, cells));
    figures
}

/// Scores against evaluations and time.
fn convergence(name: &str, title: &str, cells: &[&Finding]) -> Vec<Figure> {
    let draw = |cost: Cost, kind: &str, against: &str| {
        let bands: Vec<_> = cells.iter().map(|finding| finding.bands(cost)).collect();
        if bands.iter().all(Vec::is_empty) {
            return None;
        }
        let curves: Vec<Curve> = cells
            .iter()
            .zip(&bands)
            .map(|(f, bands)| Curve { label: f.algorithm(), runs: f.runs.len(), bands })
            .collect();
        let svg = plots::convergence(&format!("Best score, {title}"), cost, "score", &curves);
        let caption = format!("{title}: median and quartiles of the best score against {against}.");
        Some(figure(kind, name, caption, svg))
    };
    let work = draw(Cost::Steps, "convergence-work", "steps");
    let time = draw(Cost::Seconds, "convergence-time", "time");
    work.into_iter().chain(time).collect()
}

impl Finding<'_> {
    /// The quartiles of the best score against what was spent.
    fn bands(&self, cost: Cost) -> Vec<plots::Band> {
        let runs: Vec<Vec<(f64, f64)>> = self
            .runs
            .iter()
            .map(|run| {
                let point = |at: &Improvement| match cost {
                    Cost::Seconds => (at.time_s, f64::from(at.score)),
                    Cost::Steps => (at.work as f64, f64::from(at.score)),
                };
                let end = Improvement { time_s: run.wall_s, work: run.work, score: run.score };
                let mut points: Vec<(f64, f64)> =
                    run.trace.iter().chain([&end]).map(point).collect();
                // What a run has reached it keeps: the axis ends where its budget does.
                if let Some(given) = self.given(cost == Cost::Seconds) {
                    points.push((given.max(point(&end).0), f64::from(run.score)));
                }
                points
            })
            .collect();
        plots::bands(&runs)
    }
}

/// Boxes and histogram of the final scores.
fn boxes(puzzle: &str, cells: &[&Finding]) -> Vec<Figure> {
    let values: Vec<Vec<f64>> = cells.iter().map(|f| f.of(|run| f64::from(run.score))).collect();
    let samples: Vec<Sample> = cells
        .iter()
        .zip(&values)
        .map(|(f, values)| Sample { label: f.algorithm(), values })
        .collect();
    let title = format!("Scores of the runs, {puzzle}");
    let boxes = plots::boxes(&title, "score", &samples);
    let histogram = plots::histogram(&title, "score", &samples);
    vec![
        figure("boxes", puzzle, format!("{puzzle}: scores of the runs."), boxes),
        figure("histogram", puzzle, format!("{puzzle}: how often each score came out."), histogram),
    ]
}

/// The score whose cost is compared on a puzzle: the goal where someone reaches it, else the least of
/// the medians, which half the runs of every algorithm reach.
fn target(cells: &[&Finding]) -> Option<u32> {
    let solved = cells.iter().flat_map(|f| &f.runs).filter(|run| run.solved());
    let goal = solved.map(|run| run.spec.target.unwrap_or(run.perfect)).max();
    let median =
        |finding: &&Finding| finding.scores.as_ref().map(|scores| scores.median.floor() as u32);
    goal.or_else(|| cells.iter().filter_map(median).min())
}

fn to_target(puzzle: &str, cells: &[&Finding]) -> Vec<Figure> {
    let Some(target) = target(cells) else { return Vec::new() };
    let draw = |cost: Cost, kind: &str, what: &str| {
        let values: Vec<Vec<f64>> = cells
            .iter()
            .map(|f| match cost {
                Cost::Seconds => f.costs_to(target, |at| at.time_s),
                Cost::Steps => f.costs_to(target, |at| at.work as f64),
            })
            .collect();
        let samples: Vec<Sample> = cells
            .iter()
            .zip(&values)
            .map(|(f, values)| Sample { label: f.algorithm(), values })
            .collect();
        let title = format!("Runs that have reached {target}, {puzzle}");
        let caption =
            format!("{puzzle}: the share of runs that have reached {target}, against {what}.");
        figure(kind, puzzle, caption, plots::distribution(&title, cost, &samples))
    };
    vec![draw(Cost::Seconds, "reached-time", "time"), draw(Cost::Steps, "reached-work", "steps")]
}

/// How often each algorithm is within a factor of the cheapest.
fn profiles(findings: &Findings) -> Option<Figure> {
    let puzzles = findings.puzzles();
    let labels = findings.algorithms();
    let compared = findings.campaign.plan.compare;
    if !compared || puzzles.len() < 2 || labels.len() < 2 || labels.len() > MOST_SERIES {
        return None;
    }
    let cost = |label: &&str, puzzle: &&str| {
        let target = target(&findings.of_puzzle(puzzle))?;
        let cell = findings.cell(puzzle, label)?;
        let spent = cell.of(|run| run.work as f64);
        let reached = cell.costs_to(target, |at| at.work as f64);
        let runs: Vec<(f64, bool)> = reached
            .iter()
            .zip(spent)
            .map(|(&cost, spent)| if cost.is_finite() { (cost, true) } else { (spent, false) })
            .collect();
        ert(&runs)
    };
    let costs: Vec<Vec<f64>> = labels
        .iter()
        .map(|label| puzzles.iter().map(|p| cost(label, p).unwrap_or(f64::INFINITY)).collect())
        .collect();
    let samples: Vec<Sample> =
        labels.iter().zip(&costs).map(|(label, values)| Sample { label, values }).collect();
    let svg = plots::profiles("Performance profiles", &samples);
    let caption = "The share of puzzles on which an algorithm needs at most so many times the evaluations of \
        the cheapest, to the target of the figures above (expected running time)."
        .to_owned();
    Some(figure("profiles", "all", caption, svg))
}

fn critical_difference(findings: &Findings) -> Option<Figure> {
    if !findings.campaign.plan.compare {
        return None;
    }
    let (labels, test) = ranking(findings)?;
    let ranked: Vec<Ranked> =
        labels.iter().zip(&test.ranks).map(|(label, &rank)| Ranked { label, rank }).collect();
    let svg = plots::critical_difference(
        "Mean ranks and critical difference",
        &ranked,
        test.blocks,
        test.critical_difference,
    );
    let caption = "Mean ranks over the puzzles; a bar joins algorithms that Nemenyi's test does not tell apart."
        .to_owned();
    Some(figure("critical-difference", "all", caption, svg))
}
