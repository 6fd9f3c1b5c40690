//! How the states of a beam came about.

use super::course::Stop;
use crate::edge::{Board, Placed};

/// Levels after which lines that have died out are forgotten.
const PRUNE_EVERY: usize = 8;

/// What was laid last, and on which state of the layer before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) parent: u32,
    pub(super) placed: Placed,
}

/// What every state of every level laid. The survivors of a level share almost all of their
/// ancestors, so that little is left of older levels once dead lines are taken out.
#[derive(Debug, Default)]
pub(super) struct History {
    /// What was laid before the first level.
    prefix: Vec<Placed>,
    levels: Vec<Vec<Link>>,
    /// How many of the levels had no dead lines when last looked at.
    pruned: usize,
}

impl History {
    /// Adds a piece that all states share. No level was added yet.
    pub(super) fn begin_with(&mut self, placed: Placed) {
        self.prefix.push(placed);
    }

    /// Adds what the states of a new level laid.
    pub(super) fn push(&mut self, links: Vec<Link>) {
        self.levels.push(links);
        if self.levels.len().is_multiple_of(PRUNE_EVERY) {
            self.prune();
        }
    }

    /// Lays what led to a state of the last level.
    pub(super) fn lay(&self, state: usize, stops: &[Stop], board: &mut Board) {
        let mut i = state;
        for (links, stop) in self.levels.iter().zip(&stops[self.prefix.len()..]).rev() {
            board.set(stop.cell, Some(links[i].placed));
            i = links[i].parent as usize;
        }
        for (stop, placed) in stops.iter().zip(&self.prefix) {
            board.set(stop.cell, Some(*placed));
        }
    }

    /// The ancestor of a state of the last level so many levels before.
    pub(super) fn ancestor(&self, state: usize, levels: usize) -> usize {
        let back = self.levels.iter().rev().take(levels);
        back.fold(state, |state, links| links[state].parent as usize)
    }

    /// Forgets states without descendants in the last level.
    fn prune(&mut self) {
        for level in (1..self.levels.len()).rev() {
            let (older, newer) = self.levels.split_at_mut(level);
            let (parents, links) = (&mut older[level - 1], &mut newer[0]);
            let mut place = vec![u32::MAX; parents.len()];
            links.iter().for_each(|link| place[link.parent as usize] = 0);
            let mut alive = 0;
            for place in place.iter_mut().filter(|place| **place == 0) {
                *place = alive;
                alive += 1;
            }
            if alive as usize == parents.len() && level <= self.pruned {
                break;
            }
            links.iter_mut().for_each(|link| link.parent = place[link.parent as usize]);
            // A copy, so that the room of the whole level is free for the next one.
            let living = parents.iter().zip(&place).filter(|(_, place)| **place != u32::MAX);
            *parents = living.map(|(link, _)| *link).collect();
        }
        self.pruned = self.levels.len();
    }
}
