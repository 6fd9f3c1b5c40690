//! The beam itself, a machine that can stop after any cell and go on later.

use super::BeamSearch;
use super::brood::Step;
use super::broods::Broods;
use super::bud::{broken, hash_of};
use super::course::Course;
use super::history::History;
use super::layer::{Layer, Meta};
use super::seen::mix;
use crate::edge::{Board, Puzzle};
use crate::search::{Run, Score};
use std::collections::HashSet;
use std::sync::Arc;

/// The best states of the last layer that are looked at for boards.
const FINALISTS: usize = 1 << 14;

/// Many partial boards that grow side by side along a course.
///
/// After every cell the best are kept: those with few breaks, and among those the ones whose
/// remaining pieces are most likely to match each other. Its work is counted in candidates. All
/// threads of a run work on it; what comes out does not depend on how many there are.
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
    broods: Broods,
    history: History,
    /// Work done and not yet paid for.
    debt: u64,
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
        layer.set_root(&course);
        Self {
            next: Layer::new(&course),
            layer,
            course,
            parameters,
            width,
            salt: mix(seed),
            level: 0,
            broods: Broods::default(),
            history: History::default(),
            debt: 0,
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
            };
            let rows = &mut self.next.split(&[1])[0];
            rows.set(0, &course, stop, parent, candidate, meta);
            std::mem::swap(&mut self.layer, &mut self.next);
            self.history.begin_with(placed);
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
        let best = self.layer.metas.iter().enumerate().min_by_key(|(_, meta)| meta.breaks);
        self.board_of(puzzle, best.map_or(0, |(i, _)| i))
    }

    /// The best boards, at most so many, and their scores. No two come of the same state a sixteenth
    /// of the board before: others differ in a few cells only.
    pub(crate) fn boards(&self, puzzle: &Puzzle, most: usize) -> Vec<(Score, Board)> {
        let breaks = |(state, meta): (usize, &Meta)| (meta.breaks, state);
        let mut states: Vec<(u16, usize)> =
            self.layer.metas.iter().enumerate().map(breaks).collect();
        states.sort_unstable();
        let (mut ancestors, mut boards) = (HashSet::new(), Vec::new());
        for (breaks, state) in states.into_iter().take(FINALISTS) {
            if boards.len() < most
                && ancestors.insert(self.history.ancestor(state, self.level / 16))
            {
                let score = puzzle.joins() - Score::from(breaks);
                boards.push((score, self.board_of(puzzle, state)));
            }
        }
        boards
    }

    pub(super) fn board_of(&self, puzzle: &Puzzle, state: usize) -> Board {
        let mut board = Board::empty(puzzle.width(), puzzle.height());
        puzzle.clues().iter().for_each(|clue| board.set(clue.cell, Some(clue.placed)));
        self.history.lay(state, &self.course.stops, &mut board);
        board
    }

    /// Works until the run is over or the board is full.
    pub(crate) fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        loop {
            self.debt -= run.take(self.debt);
            if self.debt > 0 || self.finished() {
                return;
            }
            match self.grow(run) {
                Some(work) => self.debt = work,
                // Time is up: nobody will ask for this beam again.
                None => return,
            }
            let puzzle = run.problem();
            run.present(|| Some(self.board(puzzle)));
        }
    }

    /// Fills the next cell of all states; the work it took, or nothing if time cut it short.
    pub(super) fn grow(&mut self, run: &mut Run<'_, Puzzle>) -> Option<u64> {
        let step = Step {
            parameters: &self.parameters,
            course: &self.course,
            layer: &self.layer,
            level: self.level,
            salt: self.salt,
        };
        let work = self.broods.grow(&step, self.width, run)?;
        let links = self.broods.settle(&step, self.width, &mut self.next, run)?;
        self.history.push(links);
        std::mem::swap(&mut self.layer, &mut self.next);
        self.level += 1;
        Some(work)
    }
}
