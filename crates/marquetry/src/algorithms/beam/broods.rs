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

/// Children below the bar beyond those wanted: the sample may have been unlucky.
const SPARE: f32 = 1.1;

/// A layer's children, block by block. What comes out does not depend on the number of threads:
/// blocks are cut by states, shards by hashes, and both are put together in their order.
#[derive(Debug)]
pub(super) struct Broods {
    blocks: Vec<Brood>,
    /// By shard, the hashes met.
    seen: Vec<Seen>,
    /// By block, how many children there are before it.
    bases: Vec<u32>,
    /// Children below the bar for each that is wanted, by the doubles of the last layer.
    margin: f32,
}

impl Default for Broods {
    fn default() -> Self {
        let seen = std::iter::repeat_with(Seen::default).take(SHARDS).collect();
        Self { blocks: Vec::new(), seen, bases: Vec::new(), margin: SPARE }
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
            let (bar, sampled) = bar(step, wanted as f32 * margin / states as f32);
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
        self.drop_doubles(run)?;
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
        let cuts = self.cuts(width);
        let sizes: Vec<usize> =
            self.blocks.iter().zip(&cuts).map(|(brood, &cut)| brood.kept(cut).count()).collect();
        let mut links = vec![Link { parent: 0, placed: Placed::new(0, 0) }; sizes.iter().sum()];
        let mut rest = &mut links[..];
        let mut jobs = Vec::with_capacity(sizes.len());
        for (((brood, rows), cut), &size) in
            self.blocks.iter().zip(next.split(&sizes)).zip(cuts).zip(&sizes)
        {
            let own;
            (own, rest) = rest.split_at_mut(size);
            jobs.push((brood, rows, cut, own));
        }
        run.spread(jobs, |(brood, mut rows, cut, own)| brood.settle(step, cut, &mut rows, own))?;
        Some(links)
    }

    /// By block, where to cut so that at most `width` children stay.
    fn cuts(&self, width: usize) -> Vec<Cut> {
        let all = || self.blocks.iter().flat_map(|brood| &brood.children).map(|child| child.cost);
        let mut costs: Vec<f32> = all().filter(|cost| *cost < f32::INFINITY).collect();
        if costs.len() <= width {
            return vec![Cut { cost: f32::INFINITY, ties: 0 }; self.blocks.len()];
        }
        let (below, &mut cost, _) = costs.select_nth_unstable_by(width - 1, f32::total_cmp);
        let mut ties = width - below.iter().filter(|other| **other < cost).count();
        let cut = |brood: &Brood| {
            let equal = brood.children.iter().filter(|child| child.cost == cost).count();
            let own = equal.min(ties);
            ties -= own;
            Cut { cost, ties: own }
        };
        self.blocks.iter().map(cut).collect()
    }
}

/// The cost that, by some states spread over the layer, about `wanted` children of each state do
/// not exceed; and the work it took to know.
fn bar(step: &Step<'_>, wanted: f32) -> (f32, u64) {
    let states = step.layer.len();
    let sampled = (states / SAMPLED.0).clamp(8, SAMPLED.1);
    if states <= sampled {
        return (f32::INFINITY, 0);
    }
    let (mut children, mut bar, mut work) = (Vec::new(), f32::INFINITY, 0);
    let keep = |tried: usize| {
        let wanted = wanted * tried as f32;
        (wanted + 3.0 * wanted.sqrt()) as usize
    };
    for tried in 1..=sampled {
        // Spread by the golden ratio: evenly after any number of them.
        let part = (tried as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        work += step.expand(((part * states as u64) >> 32) as usize, bar, &mut children);
        if tried.is_power_of_two() || tried == sampled {
            // Looking ahead will make some of them dearer than those that seem so now.
            bar = lower(&mut children, 3 * keep(tried)).unwrap_or(bar);
        }
    }
    let mut glance = step.glance();
    for child in &mut children {
        glance.stand(step.layer.view(child.parent as usize));
        child.cost += glance.cost(&child.candidate);
    }
    (lower(&mut children, keep(sampled)).unwrap_or(bar), work + glance.nodes())
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
