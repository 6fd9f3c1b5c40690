//! The children of a whole layer, made and sifted by all threads of a run.

use super::brood::{Brood, Cut, SHARDS, Step};
use super::bud::Child;
use super::history::Link;
use super::layer::Layer;
use super::seen::Seen;
use crate::edge::{Placed, Puzzle};
use crate::search::Run;

/// States expanded in one go: enough to be worth a thread's while, few enough that none waits.
const BLOCK: usize = 256;

/// The part of a layer, and the most states of it, by which the bar is set.
const SAMPLED: (usize, usize) = (32, 512);

/// States of a sample that are looked at in one go, the first of them by one thread.
const PARTY: usize = 32;

/// Children below the bar beyond those wanted: the sample may have been unlucky.
const SPARE: f32 = 1.1;

/// Cells between two searches for doubles where there are few: more than one in so many children
/// makes it worth while at every cell.
const DOUBLES: (usize, usize) = (4, 64);

/// Blocks that are quicker done than handed to other threads, where each takes a moment only.
const FEW: usize = 32;

/// A layer's children, block by block. What comes out does not depend on the number of threads:
/// blocks are cut by states, shards by hashes, and both are put together in their order.
#[derive(Debug)]
pub(super) struct Broods {
    blocks: Vec<Brood>,
    /// By shard, the hashes met.
    seen: Vec<Seen>,
    /// By block, how many children there are before it.
    bases: Vec<u32>,
    /// Children below the bar for each that is wanted, by the doubles last found.
    margin: f32,
    /// Whether these were many.
    doubling: bool,
}

impl Default for Broods {
    fn default() -> Self {
        let seen = std::iter::repeat_with(Seen::default).take(SHARDS).collect();
        Self { blocks: Vec::new(), seen, bases: Vec::new(), margin: SPARE, doubling: true }
    }
}

impl Broods {
    /// Makes about as many children as wanted, the cheapest; the work, or nothing if time cut it
    /// short.
    pub(super) fn grow(
        &mut self,
        step: &Step<'_>,
        wanted: usize,
        run: &mut Run<'_, Puzzle>,
    ) -> Option<u64> {
        let states = step.layer.len();
        self.blocks.resize_with(states.div_ceil(BLOCK), Brood::default);
        let (mut work, mut margin) = (0, self.margin);
        loop {
            let (bar, sampled) = bar(step, wanted as f32 * margin / states as f32, run)?;
            run.spread(self.blocks.iter_mut().enumerate(), |(block, brood)| {
                let from = block * BLOCK;
                brood.grow(step, from..(from + BLOCK).min(states), bar);
            })?;
            work += sampled + self.blocks.iter().map(|brood| brood.work).sum::<u64>();
            let children: usize = self.blocks.iter().map(|brood| brood.children.len()).sum();
            if 2 * children >= wanted || bar == f32::INFINITY {
                break;
            }
            // The bar was too low: once more with a higher one.
            margin *= 2.0;
        }
        if self.doubling || step.level.is_multiple_of(DOUBLES.0) {
            self.drop_doubles(run)?;
        }
        Some(work)
    }

    /// Of children that are the same state only the cheapest stays.
    fn drop_doubles(&mut self, run: &mut Run<'_, Puzzle>) -> Option<()> {
        let mut children = 0;
        self.bases.clear();
        for brood in &self.blocks {
            self.bases.push(children);
            children += brood.children.len() as u32;
        }
        each_block(self.blocks.iter_mut(), run, Brood::sort_by_hash)?;
        let mut dearer: Vec<Vec<u32>> = vec![Vec::new(); SHARDS];
        let (blocks, bases) = (&self.blocks, &self.bases);
        let shards = dearer.iter_mut().zip(&mut self.seen).enumerate();
        run.spread(shards, |(shard, (dearer, seen))| {
            *dearer = doubles(blocks, bases, shard, seen);
        })?;
        for &child in dearer.iter().flatten() {
            let (block, place) = locate(&self.bases, child);
            self.blocks[block].children[place].cost = f32::INFINITY;
        }
        let doubles: usize = dearer.iter().map(Vec::len).sum();
        self.doubling = doubles * DOUBLES.1 > children as usize;
        self.margin = SPARE / (1.0 - doubles as f32 / children.max(1) as f32).max(0.3);
        Some(())
    }

    /// Makes the next layer of the cheapest children, at most `width` of them; what each laid, or
    /// nothing if time cut it short.
    pub(super) fn settle(
        &self,
        step: &Step<'_>,
        width: usize,
        next: &mut Layer,
        run: &mut Run<'_, Puzzle>,
    ) -> Option<Vec<Link>> {
        let cuts = self.cuts(width, run)?;
        let sizes: Vec<usize> = cuts.iter().map(|(_, size)| *size).collect();
        let mut links = vec![Link { parent: 0, placed: Placed::new(0, 0) }; sizes.iter().sum()];
        let mut rest = &mut links[..];
        let mut jobs = Vec::with_capacity(sizes.len());
        for ((brood, rows), (cut, size)) in self.blocks.iter().zip(next.split(&sizes)).zip(cuts) {
            let own;
            (own, rest) = rest.split_at_mut(size);
            jobs.push((brood, rows, cut, own));
        }
        run.spread(jobs, |(brood, mut rows, cut, own)| brood.settle(step, cut, &mut rows, own))?;
        Some(links)
    }

    /// By block, where to cut so that at most `width` children stay, and how many that are.
    fn cuts(&self, width: usize, run: &mut Run<'_, Puzzle>) -> Option<Vec<(Cut, usize)>> {
        let mut costs: Vec<Vec<f32>> = vec![Vec::new(); self.blocks.len()];
        each_block(self.blocks.iter().zip(&mut costs), run, |(brood, costs)| {
            costs.extend(brood.children.iter().map(|child| child.cost));
            costs.retain(|cost| *cost < f32::INFINITY);
        })?;
        let mut all = costs.concat();
        if all.len() <= width {
            let cut = Cut { cost: f32::INFINITY, ties: 0 };
            return Some(costs.iter().map(|costs| (cut, costs.len())).collect());
        }
        let (_, &mut cost, _) = all.select_nth_unstable_by(width - 1, f32::total_cmp);
        let mut counts = vec![(0, 0); costs.len()];
        each_block(costs.iter().zip(&mut counts), run, |(costs, (below, equal))| {
            *below = costs.iter().filter(|other| **other < cost).count();
            *equal = costs.iter().filter(|other| **other == cost).count();
        })?;
        let mut ties = width - counts.iter().map(|(below, _)| below).sum::<usize>();
        let cut = |(below, equal): (usize, usize)| {
            let own = equal.min(ties);
            ties -= own;
            (Cut { cost, ties: own }, below + own)
        };
        Some(counts.into_iter().map(cut).collect())
    }
}

/// Does something quick to every block; nothing if time cut it short.
fn each_block<T: Send>(
    blocks: impl ExactSizeIterator<Item = T>,
    run: &mut Run<'_, Puzzle>,
    body: impl Fn(T) + Sync,
) -> Option<()> {
    if blocks.len() > FEW {
        return run.spread(blocks, body);
    }
    blocks.for_each(body);
    Some(())
}

/// Some states of a sample, and what they gave.
#[derive(Debug, Default)]
struct Party {
    children: Vec<Child>,
    work: u64,
}

impl Party {
    /// Adds the children of some states that cost no more than the bar, looking ahead for each.
    fn grow(&mut self, step: &Step<'_>, states: impl Iterator<Item = usize>, bar: f32) {
        let mut glance = step.glance();
        for state in states {
            let before = self.children.len();
            self.work += step.expand(state, bar, &mut glance, &mut self.children);
            for child in &mut self.children[before..] {
                child.cost += glance.cost(&child.candidate);
            }
        }
        self.work += glance.nodes();
    }
}

/// The cost that, by some states spread over the layer, about `wanted` children of each state do
/// not exceed, and the work it took to know; nothing if time cut it short.
fn bar(step: &Step<'_>, wanted: f32, run: &mut Run<'_, Puzzle>) -> Option<(f32, u64)> {
    let states = step.layer.len();
    let sampled = (states / SAMPLED.0).clamp(8, SAMPLED.1);
    if states <= sampled {
        return Some((f32::INFINITY, 0));
    }
    // Spread by the golden ratio: evenly after any number of them.
    let place = |tried: usize| {
        let part = (tried as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        ((part * states as u64) >> 32) as usize
    };
    let keep = |tried: usize| {
        let wanted = wanted * tried as f32;
        (wanted + 3.0 * wanted.sqrt()) as usize
    };
    // The first tell the others what is far too dear.
    let (mut first, mut bar) = (Party::default(), f32::INFINITY);
    let scouts = sampled.min(PARTY);
    for tried in 0..scouts {
        first.grow(step, std::iter::once(place(tried)), bar);
        if (tried + 1).is_power_of_two() || tried + 1 == scouts {
            bar = lower(&mut first.children, 2 * keep(tried + 1)).unwrap_or(bar);
        }
    }
    let mut parties: Vec<Party> = Vec::new();
    parties.resize_with((sampled - scouts).div_ceil(PARTY), Party::default);
    run.spread(parties.iter_mut().enumerate(), |(i, party)| {
        let from = scouts + i * PARTY;
        party.grow(step, (from..(from + PARTY).min(sampled)).map(place), bar);
    })?;
    let mut children = first.children;
    parties.iter_mut().for_each(|party| children.append(&mut party.children));
    let work = first.work + parties.iter().map(|party| party.work).sum::<u64>();
    Some((lower(&mut children, keep(sampled)).unwrap_or(bar), work))
}

/// Keeps so many of the cheapest children; the cost of the cheapest that goes, if any does.
fn lower(children: &mut Vec<Child>, keep: usize) -> Option<f32> {
    if keep >= children.len() {
        return None;
    }
    children.select_nth_unstable_by(keep, |a, b| a.cost.total_cmp(&b.cost));
    let cost = children[keep].cost;
    children.truncate(keep);
    Some(cost)
}

/// The children of a shard that are the same state as a cheaper one, or as dear as an earlier one.
fn doubles(blocks: &[Brood], bases: &[u32], shard: usize, seen: &mut Seen) -> Vec<u32> {
    seen.clear(blocks.iter().map(|brood| brood.shards[shard].len()).sum());
    let mut dearer = Vec::new();
    for (brood, &base) in blocks.iter().zip(bases) {
        for &place in &brood.shards[shard] {
            let child = &brood.children[place as usize];
            let Some(first) = seen.meet(child.hash, base + place) else { continue };
            let (block, other) = locate(bases, *first);
            if child.cost < blocks[block].children[other].cost {
                dearer.push(std::mem::replace(first, base + place));
            } else {
                dearer.push(base + place);
            }
        }
    }
    dearer
}

/// The block of a child and its place there.
fn locate(bases: &[u32], child: u32) -> (usize, usize) {
    let block = bases.partition_point(|&base| base <= child) - 1;
    (block, (child - bases[block]) as usize)
}
