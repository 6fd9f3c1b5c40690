//! How large a search tree is, before it is searched.
//!
//! The tree is sampled layer by layer ([`super::layers`]), several times over: the samples differ as
//! much as they err. Beside them stands what chance alone would give, from the numbers of pieces
//! and colours.

use super::kernel::{Mode, Pause};
use super::layers::{Start, sample};
use super::odds::Odds;
use super::route::{Route, Step};
use super::search::{Job, Search};
use super::tree_walk::TreeWalk;
use super::{Exact, ExactError};
use crate::edge::{Order, Puzzle};
use crate::search::Rng;
use serde::Serialize;

/// Nodes of a layer in a guess.
const GUESS_WIDTHS: (usize, usize) = (8, 1024);
/// Samples of an estimate: their spread is its error.
const SAMPLES: u32 = 16;
/// Pieces to lay for the time left of a count: some tens of milliseconds. Whoever waits for it also
/// waits for the clock.
const TOTAL_LAYS: usize = 1 << 21;
const TOTAL_WIDTHS: (usize, usize) = (16, 1 << 12);

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
    /// Nodes by samples of the tree.
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
    /// Nodes that were followed at each depth, over all samples.
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

/// The nodes of a layer with which a sample lays about so many pieces.
fn width(steps: usize, lays: usize, (least, most): (usize, usize)) -> usize {
    (lays / (steps * steps / 2).max(1)).clamp(least, most)
}

/// The estimated nodes of some plans' trees, by a sample that lays about so many pieces.
pub(super) fn guess(parts: &[Route], lays: usize) -> f64 {
    let mut walkers: Vec<_> = parts.iter().map(|plan| TreeWalk::new(plan, Mode::Plain)).collect();
    let starts: Vec<_> = (0..parts.len()).map(|part| Start { part, prefix: &[] }).collect();
    let steps = parts.first().map_or(0, |plan| plan.steps.len());
    let width = width(steps, lays, GUESS_WIDTHS);
    sample(&mut walkers, &starts, width, &mut Rng::new(1)).nodes()
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
    let starts: Vec<_> = (0..walkers.len()).map(|part| Start { part, prefix: &[] }).collect();
    let samples = SAMPLES.min(probes).max(1);
    let width = (probes / samples).max(1) as usize;
    for _ in 0..if walkers.is_empty() || probes == 0 { 0 } else { samples } {
        let mut layers = sample(&mut walkers, &starts, width, &mut rng);
        nodes.add(layers.nodes());
        layers.depths.resize(steps, 0.0);
        depths.iter_mut().zip(&layers.depths).for_each(|(series, &nodes)| series.add(nodes));
        let leaves = layers.depths.last().copied().unwrap_or(walkers.len() as f64);
        looks.add(leaves * search.times as f64);
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
    let odds = Odds::new(puzzle);
    let copies = plan.looks.iter().flat_map(|look| &look.copies);
    let mut free = odds.free(copies.map(|copy| copy.piece()));
    let mut ln = (parts as f64).ln();
    let node = |step: &Step| {
        ln += odds.lay(usize::from(step.cell), step.known, &mut free);
        ln / std::f64::consts::LN_10
    };
    plan.steps.iter().map(node).collect()
}

/// The estimated nodes of each job of a tree.
pub(super) fn total(parts: &[Route], jobs: &[Job]) -> Vec<f64> {
    let mut walkers: Vec<_> = parts.iter().map(|plan| TreeWalk::new(plan, Mode::Plain)).collect();
    let starts: Vec<_> =
        jobs.iter().map(|job| Start { part: job.part, prefix: &job.prefix }).collect();
    let steps = parts.first().map_or(0, |plan| plan.steps.len());
    let width = width(steps, TOTAL_LAYS, TOTAL_WIDTHS);
    sample(&mut walkers, &starts, width, &mut Rng::new(1)).starts
}
