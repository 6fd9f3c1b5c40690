//! The beam itself, a machine that can stop and go on anywhere.

use super::BeamSearch;
use super::bud::{Bud, Offspring, broken, cheaper, hash_of};
use super::course::Course;
use super::layer::{Layer, Meta};
use super::seen::{Seen, mix};
use crate::edge::{Board, Placed, Puzzle};
use crate::search::Run;
use std::sync::Arc;

/// States are expanded in so many rounds, each spread over the whole layer.
const ROUNDS: usize = 64;

/// Children kept without a bar, in widths.
const UNBARRED: usize = 8;

/// What was laid last, and on which state of the layer before.
#[derive(Clone, Copy, Debug)]
struct Laid {
    parent: u32,
    placed: Placed,
}

/// Many partial boards that grow side by side along a course.
///
/// After every cell the best are kept: those with few breaks, and among those the ones whose
/// remaining pieces are most likely to match each other. Its work is counted in candidates.
#[derive(Debug)]
pub(crate) struct Beam {
    course: Arc<Course>,
    parameters: BeamSearch,
    /// States kept after each cell.
    width: usize,
    /// Tells the noise of one beam from that of another.
    salt: u64,
    pub(super) level: usize,
    pub(super) layer: Layer,
    next: Layer,
    /// The state to expand next, and how many have been.
    at: usize,
    expanded: usize,
    children: Vec<Offspring>,
    /// Children that cost more need not be looked at.
    bar: f32,
    /// Whether the bar was too low on this level, so that it is done again without.
    unbarred: bool,
    /// By level, what every state laid.
    history: Vec<Vec<Laid>>,
    /// What was laid before the first level.
    prefix: Vec<Placed>,
    /// Work done and not yet paid for.
    debt: u64,
    /// How many states each family has.
    families: Vec<u32>,
    seen: Seen,
}

impl Beam {
    /// A beam over a course of a puzzle. Different seeds have different noise.
    pub(super) fn new(
        course: Arc<Course>,
        parameters: BeamSearch,
        width: usize,
        seed: u64,
    ) -> Self {
        let mut layer = Layer::new(&course);
        layer.push_root(&course);
        Self {
            next: Layer::new(&course),
            layer,
            course,
            parameters,
            width,
            salt: mix(seed),
            level: 0,
            at: 0,
            expanded: 0,
            children: Vec::new(),
            bar: f32::INFINITY,
            unbarred: false,
            history: Vec::new(),
            prefix: Vec::new(),
            debt: 0,
            families: Vec::new(),
            seen: Seen::default(),
        }
    }

    /// The same beam begun with what lies on the first cells of its course on a board.
    pub(crate) fn after(mut self, board: &Board, cells: usize) -> Self {
        let course = Arc::clone(&self.course);
        for stop in course.stops.iter().take(cells) {
            let Some(placed) = board.get(stop.cell) else { break };
            let table = &course.tables[stop.table];
            let Some(candidate) = table.find(placed, course.sides[placed.index()]) else { break };
            let parent = self.layer.view(0);
            let meta = Meta {
                breaks: parent.meta.breaks + broken(stop, parent, candidate),
                collisions: parent.collisions(candidate, &table.rim_sides),
                hash: hash_of(&course, stop, parent, candidate),
                ..*parent.meta
            };
            self.next.clear();
            self.next.push(&course, stop, parent, candidate, meta);
            std::mem::swap(&mut self.layer, &mut self.next);
            self.prefix.push(placed);
            self.level += 1;
        }
        self
    }

    /// Whether every cell is filled.
    pub(crate) fn finished(&self) -> bool {
        self.level == self.course.stops.len() && self.debt == 0
    }

    /// The breaks of the best state.
    pub(crate) fn breaks(&self) -> u16 {
        self.layer.metas.iter().map(|meta| meta.breaks).min().unwrap_or(0)
    }

    /// The best board. It is complete once the beam is finished.
    pub(crate) fn board(&self, puzzle: &Puzzle) -> Board {
        let mut board = Board::empty(puzzle.width(), puzzle.height());
        puzzle.clues().iter().for_each(|clue| board.set(clue.cell, Some(clue.placed)));
        let best = self.layer.metas.iter().enumerate().min_by_key(|(_, meta)| meta.breaks);
        let mut i = best.map_or(0, |(i, _)| i);
        let stops = &self.course.stops;
        for (links, stop) in self.history.iter().zip(&stops[self.prefix.len()..]).rev() {
            board.set(stop.cell, Some(links[i].placed));
            i = links[i].parent as usize;
        }
        for (stop, placed) in stops.iter().zip(&self.prefix) {
            board.set(stop.cell, Some(*placed));
        }
        board
    }

    /// Works until the run is over or the board is full.
    pub(crate) fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        loop {
            self.debt -= run.take(self.debt);
            if self.debt > 0 || self.finished() {
                return;
            }
            self.debt = self.step();
            let puzzle = run.problem();
            run.present(|| Some(self.board(puzzle)));
        }
    }

    /// Expands a state, or finishes a level when all are; the work it took.
    pub(super) fn step(&mut self) -> u64 {
        if self.expanded < self.layer.len() {
            return self.expand();
        }
        let children = self.children.len() as u64;
        let links = self.select();
        self.children.clear();
        (self.at, self.expanded) = (0, 0);
        // Where the bar was too low, once more without.
        self.unbarred = links.len() < self.width && self.bar < f32::INFINITY;
        self.bar = f32::INFINITY;
        if !self.unbarred {
            self.history.push(links);
            std::mem::swap(&mut self.layer, &mut self.next);
            self.level += 1;
        }
        children
    }

    /// Adds the children of the next state; the work it took.
    fn expand(&mut self) -> u64 {
        let stop = &self.course.stops[self.level];
        let mut bud = Bud {
            parameters: &self.parameters,
            salt: self.salt,
            stop,
            table: &self.course.tables[stop.table],
            scarcity: self.course.scarcity,
            parent: self.layer.view(self.at),
            index: self.at as u32,
            bar: self.bar,
            children: &mut self.children,
            looked_at: 8,
        };
        bud.open();
        let work = bud.looked_at;
        self.expanded += 1;
        self.at += ROUNDS;
        if self.at >= self.layer.len() {
            self.at = self.at % ROUNDS + 1;
            if self.at.is_power_of_two() && !self.unbarred {
                self.lower_bar();
            }
        }
        if self.unbarred && self.children.len() > UNBARRED * self.width {
            let keep = UNBARRED / 2 * self.width;
            self.children.select_nth_unstable_by(keep, cheaper);
            self.children.truncate(keep);
        }
        work
    }

    /// Sets the bar where, by the states expanded so far, enough children will stay below it.
    fn lower_bar(&mut self) {
        let wanted = (self.width * self.expanded) as f32 / self.layer.len() as f32;
        let keep = (1.25 * wanted + 3.0 * wanted.sqrt()) as usize;
        if keep < self.children.len() {
            self.children.select_nth_unstable_by(keep, cheaper);
            self.bar = self.children[keep].cost;
            self.children.truncate(keep);
        }
    }

    /// Makes the next layer of the cheapest children, no family too large, none twice.
    fn select(&mut self) -> Vec<Laid> {
        let width = self.width;
        self.next.clear();
        self.seen.clear(width);
        self.families.clear();
        self.families.resize(width.max(self.layer.len()), 0);
        let mut links = Vec::with_capacity(width.min(self.children.len()));
        let mut children = std::mem::take(&mut self.children);
        let mut from = 0;
        while from < children.len() && self.next.len() < width {
            let to = (from + width + width / 4).min(children.len());
            if to < children.len() {
                children[from..].select_nth_unstable_by(to - from, cheaper);
            }
            children[from..to].sort_unstable_by(cheaper);
            children[from..to].iter().for_each(|child| self.keep(child, &mut links));
            from = to;
        }
        self.children = children;
        links
    }

    /// Keeps a child if there is room for it.
    fn keep(&mut self, child: &Offspring, links: &mut Vec<Laid>) {
        let (stop, candidate) = (&self.course.stops[self.level], &child.candidate);
        let parent = self.layer.view(child.parent as usize);
        let siblings = &mut self.families[parent.meta.family as usize];
        let most = (self.width as f32 * self.parameters.family).max(1.0) as u32;
        if self.next.len() == self.width || *siblings >= most {
            return;
        }
        let hash = hash_of(&self.course, stop, parent, candidate);
        if !self.seen.insert(hash) {
            return;
        }
        *siblings += 1;
        let own = self.next.len() as u32;
        let meta = Meta {
            breaks: child.breaks,
            family: if stop.boundary { own } else { parent.meta.family },
            hash,
            collisions: parent.collisions(candidate, &self.course.tables[stop.table].rim_sides),
        };
        self.next.push(&self.course, stop, parent, candidate, meta);
        links.push(Laid { parent: child.parent, placed: candidate.placed });
    }
}
