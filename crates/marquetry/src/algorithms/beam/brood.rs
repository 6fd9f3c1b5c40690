//! The children of a block of states.

use super::BeamSearch;
use super::bud::{Bud, Child};
use super::course::{Course, Stop};
use super::glance::Glance;
use super::history::Link;
use super::layer::{Layer, Rows};
use std::ops::Range;

/// Parts of all hashes, each searched for equal ones by itself.
pub(super) const SHARDS: usize = 16;

/// What is the same for all states of a layer when the next cell is filled.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) parameters: &'a BeamSearch,
    pub(super) course: &'a Course,
    pub(super) layer: &'a Layer,
    pub(super) level: usize,
    pub(super) salt: u64,
}

impl<'a> Step<'a> {
    fn stop(&self) -> &'a Stop {
        &self.course.stops[self.level]
    }

    /// Adds the children of a state that cost no more than the bar, the look ahead not yet counted; the
    /// work. The glance, which counts its own, stands at this state from then on.
    pub(super) fn expand(
        &self,
        state: usize,
        bar: f32,
        glance: &mut Glance<'a>,
        children: &mut Vec<Child>,
    ) -> u64 {
        glance.stand(self.layer.view(state));
        let mut bud = Bud::new(self, state, bar, glance);
        bud.open(children);
        bud.looked_at
    }

    /// Somebody who looks ahead from the cell to be filled.
    pub(super) fn glance(&self) -> Glance<'a> {
        Glance::new(self.course, self.level, self.parameters)
    }
}

/// Which children are kept: those below a cost, and the first so many that equal it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) cost: f32,
    pub(super) ties: usize,
}

/// The children of a block of states, in the order of their parents.
#[derive(Debug, Default)]
pub(super) struct Brood {
    pub(super) children: Vec<Child>,
    /// The children by hash: the places of those in each shard.
    pub(super) shards: [Vec<u32>; SHARDS],
    pub(super) work: u64,
}

impl Brood {
    /// Makes the children of a block of states that cost no more than the bar.
    pub(super) fn grow(&mut self, step: &Step<'_>, states: Range<usize>, bar: f32) {
        self.children.clear();
        // A level with many children must not take the memory for all that follow.
        self.children.shrink_to(8 * states.len());
        self.work = 0;
        let mut glance = step.glance();
        for state in states {
            let mut at = self.children.len();
            self.work += step.expand(state, bar, &mut glance, &mut self.children);
            while at < self.children.len() {
                let child = &mut self.children[at];
                child.cost += glance.cost(&child.candidate);
                if child.cost <= bar {
                    child.name(step);
                    at += 1;
                } else {
                    self.children.swap_remove(at);
                }
            }
        }
        self.work += glance.nodes() + self.children.len() as u64;
    }

    /// Sorts the children by the shards of their hashes.
    pub(super) fn sort_by_hash(&mut self) {
        for shard in &mut self.shards {
            shard.clear();
            shard.shrink_to(self.children.len() / 4);
        }
        for (place, child) in self.children.iter().enumerate() {
            self.shards[(child.hash >> 60) as usize % SHARDS].push(place as u32);
        }
    }

    /// The children kept.
    fn kept(&self, cut: Cut) -> impl Iterator<Item = &Child> {
        let mut ties = cut.ties;
        self.children.iter().filter(move |child| {
            let tie = child.cost == cut.cost && ties > 0;
            ties -= usize::from(tie);
            tie || child.cost < cut.cost
        })
    }

    /// Makes states of the children kept.
    pub(super) fn settle(
        &self,
        step: &Step<'_>,
        cut: Cut,
        rows: &mut Rows<'_>,
        links: &mut [Link],
    ) {
        let (course, stop) = (step.course, step.stop());
        let table = &course.tables[stop.table];
        for ((at, child), link) in self.kept(cut).enumerate().zip(links) {
            let parent = step.layer.view(child.parent as usize);
            rows.set(at, course, stop, parent, &child.candidate, child.meta(parent, table));
            *link = Link { parent: child.parent, placed: child.candidate.placed };
        }
    }
}
