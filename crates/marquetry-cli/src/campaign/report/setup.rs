//! What a report opens with: everything that was held fixed, and what its reader should beware of.

use super::super::{Cell, Record, Spec, Studied, Subject};
use super::document::{Passage, Table, column};
use super::findings::{Finding, Findings};
use marquetry::{edge, tokens};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The caption of the table of algorithms and parameters.
pub const WHAT_WAS_RUN: &str = "What was run";
/// Fewer runs than this get a caution.
const FEW: usize = 5;
/// The least share of a core that a run should have had, and the seconds from which it can be told.
const SHARE: f64 = 0.9;
const TOLD_FROM: f64 = 0.1;

/// Budget, seeds, threads, every parameter, the plan and the machines.
pub fn section(findings: &Findings) -> Vec<Passage> {
    if findings.cells.is_empty() {
        return Vec::new();
    }
    let cells = || findings.cells.iter().map(|finding| finding.cell);
    let plan = &findings.campaign.plan;
    let hash = plan.hash.as_ref();
    let hash = hash.map_or_else(String::new, |hash| format!("Plan {}, hash {hash}. ", plan.name));
    let said = format!(
        "{hash}Budget of a run: {}. Seeds: {}. Threads of a run: {}.",
        each(cells().map(|cell| cell.spec.limits())),
        each(cells().map(|cell| seeds(&cell.seeds))),
        each(cells().map(|cell| cell.spec.threads.to_string())),
    );
    let mut known = BTreeSet::new();
    let algorithms: Vec<&Cell> = cells().filter(|cell| known.insert(&cell.algorithm)).collect();
    let columns = [
        column("label", |cell: &&Cell| cell.algorithm.clone()),
        column("algorithm", |cell: &&Cell| cell.spec.algorithm.clone()),
        column("every parameter", |cell: &&Cell| parameters(&cell.spec)),
        column("a step is", |cell: &&Cell| step(&cell.spec).unwrap_or("-").to_owned()),
    ];
    let table = Table::new(WHAT_WAS_RUN, &columns, &algorithms);
    let cautions = cautions(findings).into_iter().map(Passage::Text);
    let machines = Passage::Text(super::tables::provenance(findings));
    [Passage::Text(said), machines, Passage::Table(table)].into_iter().chain(cautions).collect()
}

/// Each different word once, in their order.
fn each(words: impl Iterator<Item = String>) -> String {
    let mut known = BTreeSet::new();
    words.filter(|word| known.insert(word.clone())).collect::<Vec<_>>().join("; ")
}

/// Seeds in words, such as `1-5, 8` or `10, 20, ..., 300 (30)`.
fn seeds(seeds: &[u64]) -> String {
    let runs = seeds.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    let words: Vec<String> = runs
        .map(|run| match run {
            [only] => only.to_string(),
            [first, .., last] => format!("{first}-{last}"),
            [] => String::new(),
        })
        .collect();
    match words.as_slice() {
        [first, second, .., last] if words.len() > 6 => {
            format!("{first}, {second}, ..., {last} ({})", seeds.len())
        }
        few => few.join(", "),
    }
}

/// Every parameter; of an algorithm that the catalogue does not have, what was written down.
fn parameters(spec: &Spec) -> String {
    let given = spec.parameters.clone();
    let all = match is_tokens(spec) {
        true => tokens::Puzzle::entry(&spec.algorithm).and_then(|entry| entry.parameters(given)),
        false => edge::Puzzle::entry(&spec.algorithm).and_then(|entry| entry.parameters(given)),
    };
    let all = all.ok().and_then(|all| all.as_object().cloned());
    let word = |(key, value): (&String, &serde_json::Value)| match value.as_str() {
        Some(text) => format!("{key}={text}"),
        None => format!("{key}={value}"),
    };
    let words: Vec<String> = all.as_ref().unwrap_or(&spec.parameters).iter().map(word).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

/// Whether a puzzle is of tokens.
fn is_tokens(spec: &Spec) -> bool {
    matches!(Subject::restore(&spec.puzzle, None), Ok(Some(_)))
}

/// What one step of an algorithm is, if the catalogue has it.
fn step(spec: &Spec) -> Option<&'static str> {
    match is_tokens(spec) {
        true => Some(tokens::Puzzle::entry(&spec.algorithm).ok()?.step),
        false => Some(edge::Puzzle::entry(&spec.algorithm).ok()?.step),
    }
}

/// What is to be said of a run of so many steps, if something is.
pub fn caution(spec: &Spec, work: u64) -> Option<String> {
    fn of<P: Studied>(spec: &Spec, work: u64) -> Option<String> {
        let algorithm = P::entry(&spec.algorithm).ok()?.build(spec.parameters.clone()).ok()?;
        algorithm.caution(work)
    }
    match is_tokens(spec) {
        true => of::<tokens::Puzzle>(spec, work),
        false => of::<edge::Puzzle>(spec, work),
    }
}

/// What a reader should beware of.
fn cautions(findings: &Findings) -> Vec<String> {
    let mut said = Vec::new();
    let few = findings.cells.iter().filter(|finding| finding.runs.len() < FEW).count();
    if few > 0 {
        let (cells, have) = if few == 1 { ("cell", "has") } else { ("cells", "have") };
        said.push(format!(
            "Caution: {few} {cells} {have} fewer than five runs, which say little of the next ones."
        ));
    }
    said.extend(starved(findings));
    said.extend(unlike_steps(findings));
    let short = findings.cells.iter().filter_map(|finding| {
        let stopped = finding.runs.iter().filter(|run| !run.solved());
        let caution = caution(&finding.cell.spec, stopped.map(|run| run.work).max()?)?;
        Some(format!("Caution: {} on {}: {caution}.", finding.algorithm(), finding.puzzle()))
    });
    said.extend(short);
    said
}

/// Runs that had to share their core.
fn starved(findings: &Findings) -> Option<String> {
    let share = |run: &Record| {
        let alone = run.spec.threads == 1 && run.wall_s >= TOLD_FROM;
        run.cpu_s.filter(|_| alone).map(|cpu| cpu / run.wall_s)
    };
    let runs = findings.cells.iter().flat_map(|f| f.runs.iter().map(Rc::as_ref));
    let shares: Vec<f64> = runs.filter_map(share).collect();
    let starved: Vec<f64> = shares.iter().copied().filter(|share| *share < SHARE).collect();
    let least = starved.iter().copied().min_by(f64::total_cmp)?;
    let (count, all, least) = (starved.len(), shares.len(), 100.0 * least);
    Some(format!(
        "Caution: {count} of {all} runs had less than nine tenths of a core, the least {least:.0} %: something \
         else ran, and what they reached in a time says less than it seems to."
    ))
}

/// Algorithms compared at equal evaluations whose steps are different work.
fn unlike_steps(findings: &Findings) -> Option<String> {
    let limited = |finding: &&Finding| finding.cell.spec.work_limit.is_some();
    let compared = findings.campaign.plan.compare;
    let cells = findings.cells.iter().filter(limited).filter(|_| compared);
    let steps: BTreeSet<&str> = cells.filter_map(|finding| step(&finding.cell.spec)).collect();
    (steps.len() > 1).then(|| {
        "Caution: a step is not the same work for all algorithms (table above): equal evaluations are not \
         equal effort. Compare by time as well."
            .to_owned()
    })
}

impl Finding<'_> {
    /// What its runs were given, for a figure's axis: steps or seconds.
    pub(super) fn given(&self, seconds: bool) -> Option<f64> {
        let spec = &self.cell.spec;
        if seconds { spec.time_s } else { spec.work_limit.map(|work| work as f64) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_told_shortly() {
        assert_eq!(seeds(&[1, 2, 3, 8]), "1-3, 8");
        let tens: Vec<u64> = (1..=30).map(|n| 10 * n).collect();
        assert_eq!(seeds(&tens), "10, 20, ..., 300 (30)");
        assert_eq!((seeds(&[]), seeds(&[u64::MAX])), (String::new(), u64::MAX.to_string()));
    }
}
