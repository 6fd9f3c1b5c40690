//! How large a search tree is, before it is searched.
//!
//! Knuth (1975): walk down the tree at random; the product of the numbers of children on the way
//! estimates the number of nodes at each depth without bias. Beside it stands what chance alone
//! would give, from the numbers of pieces and colours.

use super::builder::rim;
use super::kernel::{Mode, Pause};
use super::numbers::Numbers;
use super::route::{Candidate, Route, Step};
use super::search::{Job, Search};
use super::tree_walk::{Path, TreeWalk};
use super::{Exact, ExactError};
use crate::edge::{GREY, Kind, Order, Puzzle};
use crate::search::Rng;
use serde::Serialize;

/// Candidates to look at for a quick guess.
const GUESS_CANDIDATES: usize = 1 << 18;
/// Probes for the time left of a count.
const TOTAL_PROBES: u32 = 2000;

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

/// What is expected at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Depth {
    /// Pieces laid, clues not counted.
    pub depth: usize,
    /// The cell that is filled.
    pub cell: u16,
    /// Nodes by random probes.
    pub probed: Mean,
    /// Nodes that chance would give, as a decimal logarithm.
    pub chance_log10: f64,
    /// Nodes there are, where the tree was searched.
    pub real: Option<u64>,
}

/// What is expected of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The order of the cells.
    pub order: Order,
    /// Whether cells that are not next are looked at.
    pub lookahead: bool,
    /// Every solution found stands for so many, turned.
    pub times: u64,
    /// Random walks that were made.
    pub probes: u32,
    /// Nodes of the whole tree.
    pub nodes: Mean,
    /// Perfect boards that look different, those turned included.
    pub looks: Mean,
    /// Nodes and perfect boards there are, where the tree was searched.
    pub real: Option<(u64, u64)>,
    /// By depth.
    pub depths: Vec<Depth>,
    /// Why there is nothing to search.
    pub reasons: Vec<String>,
}

/// The running mean and variance of a series.
#[derive(Clone, Copy, Debug, Default)]
struct Series {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Series {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let off = value - self.mean;
        self.mean += off / self.count;
        self.squares += off * (value - self.mean);
    }

    fn mean(&self) -> Mean {
        let variance = self.squares / (self.count - 1.0).max(1.0);
        Mean { mean: self.mean, error: (variance / self.count.max(1.0)).sqrt() }
    }
}

/// Walks down from a prefix: the estimated nodes at every depth passed. The number of candidates
/// seen on the way.
fn probe(
    walker: &mut TreeWalk<'_>,
    prefix: &[Candidate],
    rng: &mut Rng,
    widths: &mut Vec<f64>,
) -> usize {
    walker.start(prefix, &Path::default());
    widths.clear();
    let mut weight = 1.0;
    let mut seen = 0;
    loop {
        let candidates = walker.candidates();
        seen += candidates.len();
        let Some(&candidate) = rng.pick(&candidates) else { break };
        // Beyond this a sum of squares would overflow, and nobody counts so far.
        weight = f64::min(weight * candidates.len() as f64, 1e150);
        widths.push(weight);
        walker.lay(&candidate);
    }
    seen
}

/// The estimated nodes of a plan's tree, quickly.
pub(super) fn guess(plan: &Route, probes: u32) -> f64 {
    let mut walker = TreeWalk::new(plan, Mode::Plain);
    let (mut rng, mut widths, mut sum) = (Rng::new(1), Vec::new(), 0.0);
    let (mut made, mut seen) = (0, 0);
    // Large boards of few colours have long walks and long lists: a few walks must do.
    while made < probes && seen < GUESS_CANDIDATES {
        seen += probe(&mut walker, &[], &mut rng, &mut widths);
        sum += widths.iter().sum::<f64>();
        made += 1;
    }
    sum / f64::from(made.max(1))
}

/// Estimates the tree of a puzzle, and searches it if it has at most `enumerate` nodes.
///
/// ```
/// use marquetry::edge::generate::Recipe;
/// use marquetry::exact::{Exact, estimate};
///
/// let puzzle = Recipe::eternity_like(16, 16, 1).make()?.puzzle;
/// let estimate = estimate(&puzzle, &Exact::default(), 100, 1, 0)?;
/// assert!(estimate.nodes.mean > 1e6 && estimate.real.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the order is not one.
pub fn estimate(
    puzzle: &Puzzle,
    how: &Exact,
    probes: u32,
    seed: u64,
    enumerate: u64,
) -> Result<Estimate, ExactError> {
    let search = Search::new(puzzle, how, None)?;
    let steps = search.parts.first().map_or(0, |plan| plan.steps.len());
    let mut depths = vec![Series::default(); steps];
    let (mut nodes, mut looks) = (Series::default(), Series::default());
    let mut rng = Rng::new(seed);
    let mut walkers: Vec<_> =
        search.parts.iter().map(|plan| TreeWalk::new(plan, Mode::Plain)).collect();
    let mut widths = Vec::new();
    for _ in 0..if walkers.is_empty() { 0 } else { probes } {
        // One walk in a part drawn at random stands for all parts.
        let parts = walkers.len() as f64;
        let part = rng.below(walkers.len());
        probe(&mut walkers[part], &[], &mut rng, &mut widths);
        widths.resize(steps, 0.0);
        depths.iter_mut().zip(&widths).for_each(|(series, width)| series.add(width * parts));
        nodes.add(widths.iter().sum::<f64>() * parts);
        let leaves = widths.last().copied().unwrap_or(1.0);
        looks.add(leaves * parts * search.times as f64);
    }
    let real = (nodes.mean <= enumerate as f64).then(|| enumerated(&search, enumerate)).flatten();
    let chance = search.parts.first().map(|plan| chance(puzzle, plan, search.parts.len()));
    let depths = depths.iter().enumerate().map(|(depth, series)| Depth {
        depth: depth + 1,
        cell: search.parts[0].steps[depth].cell,
        probed: series.mean(),
        chance_log10: chance.as_ref().map_or(0.0, |chance| chance[depth]),
        real: real.as_ref().map(|(profile, _)| profile[depth]),
    });
    let depths = depths.collect();
    Ok(Estimate {
        probes,
        nodes: nodes.mean(),
        looks: looks.mean(),
        real: real.map(|(profile, found)| (profile.iter().sum(), found * search.times)),
        depths,
        order: search.order,
        lookahead: search.lookahead,
        times: search.times,
        reasons: search.reasons,
    })
}

/// Nodes by depth and solutions, if there are no more nodes than that.
fn enumerated(search: &Search, most: u64) -> Option<(Vec<u64>, u64)> {
    let mut profile = vec![0; search.parts.first().map_or(0, |plan| plan.steps.len())];
    let (mut found, mut left) = (0, most);
    for plan in &search.parts {
        let mut walker = TreeWalk::new(plan, Mode::Profile);
        let pause = walker.run(left, &mut |_, _| {
            found += 1;
            true
        });
        if pause != Pause::Exhausted {
            return None;
        }
        left = left.saturating_sub(walker.nodes());
        profile.iter_mut().zip(walker.profile()).for_each(|(sum, nodes)| *sum += nodes);
    }
    Some((profile, found))
}

/// The nodes by depth that chance would give: the ways to lay and turn as many pieces of each kind
/// on as many cells, times the chance that every join among them matches (decimal logarithms).
fn chance(puzzle: &Puzzle, plan: &Route, parts: usize) -> Vec<f64> {
    let numbers = Numbers::new(puzzle);
    let mut sides = [vec![0.0; 256], vec![0.0; 256]];
    for piece in puzzle.pieces() {
        let ids = numbers.sides(piece.0);
        for side in (0..4).filter(|&side| piece.0[side] != GREY) {
            sides[numbers.pool(piece.0, side)][usize::from(ids[side])] += 1.0;
        }
    }
    let matching = sides.map(|counts| {
        let total: f64 = counts.iter().sum();
        let fits: f64 = (0..256).map(|c| counts[c] * counts[usize::from(plan.mate[c])]).sum();
        if total > 0.0 { fits / (total * total) } else { 1.0 }
    });
    let layout = puzzle.layout();
    let mut free = [0_u32; 6];
    for copy in plan.looks.iter().flat_map(|look| &look.copies) {
        let piece = copy.piece() as u16;
        let own = Kind::ALL.into_iter().find(|&kind| layout.pieces(kind).contains(&piece));
        free[own.unwrap_or(Kind::Inner) as usize] += 1;
    }
    let turns = [4.0_f64, 1.0, 1.0, 2.0, 1.0, 4.0];
    let mut ln = (parts as f64).ln();
    let node = |step: &Step| {
        let cell = usize::from(step.cell);
        let kind = layout.kind(cell) as usize;
        let grey = rim(puzzle, cell);
        for side in (0..4).filter(|side| step.known >> side & 1 == 1) {
            let beside =
                u8::from(numbers.apart) & (grey >> ((side + 1) % 4) | grey >> ((side + 3) % 4)) & 1;
            ln += matching[usize::from(beside)].ln();
        }
        ln += (turns[kind] * f64::from(free[kind])).ln();
        free[kind] = free[kind].saturating_sub(1);
        ln / std::f64::consts::LN_10
    };
    plan.steps.iter().map(node).collect()
}

/// The estimated nodes of a tree cut into jobs: each probe starts in a job drawn at random.
pub(super) fn total(parts: &[Route], jobs: &[Job], above: u64) -> Mean {
    let (mut rng, mut widths, mut series) = (Rng::new(1), Vec::new(), Series::default());
    let mut walkers: Vec<_> = parts.iter().map(|plan| TreeWalk::new(plan, Mode::Plain)).collect();
    let mut seen = 0;
    for _ in 0..TOTAL_PROBES {
        // Whoever waits for this also waits for the clock.
        if seen > GUESS_CANDIDATES {
            break;
        }
        let Some(job) = rng.pick(jobs) else { break };
        let walker = &mut walkers[job.part];
        seen += probe(walker, &job.prefix, &mut rng, &mut widths);
        series.add(widths.iter().sum::<f64>() * jobs.len() as f64);
    }
    let Mean { mean, error } = series.mean();
    Mean { mean: mean + above as f64, error }
}
