//! A board being repaired.

#[cfg(test)]
mod tests;

use super::Repair;
use super::adjacency::Adjacency;
use super::assign;
use super::fill::{Aim, Filler};
use super::operators::Operators;
use super::region::{BreakMap, Shape};
use crate::edge::{Board, Placed, Puzzle, State};
use crate::search::{Rng, Run, Score};

/// The shapes and sizes of regions. Larger ones gain far less per node. The last ones are optional.
const OPERATORS: [(Shape, usize); 19] = [
    (Shape::Blob, 4),
    (Shape::Blob, 6),
    (Shape::Blob, 8),
    (Shape::Blob, 11),
    (Shape::Jump, 4),
    (Shape::Jump, 6),
    (Shape::Jump, 8),
    (Shape::Jump, 11),
    (Shape::Scatter, 4),
    (Shape::Scatter, 6),
    (Shape::Scatter, 8),
    (Shape::Scatter, 12),
    (Shape::Window, 6),
    (Shape::Window, 9),
    (Shape::Apart, 20),
    (Shape::Apart, 40),
    (Shape::Rows, 12),
    (Shape::Rows, 16),
    (Shape::Rows, 20),
];
/// The operators without the optional ones.
const USUAL: usize = 16;

/// Pieces that may be laid to fill a band of rows.
const ROWS_NODES: u64 = 20_000;

/// A board being repaired. It can stop after any piece of work and go on later exactly where it was.
#[derive(Clone, Debug)]
pub(crate) struct Repairer<'p> {
    ground: Adjacency<'p>,
    parameters: Repair,
    rng: Rng,
    state: State<'p>,
    best: (Score, Board),
    breaks: Vec<(u16, u16)>,
    broken: Vec<bool>,
    choice: Operators,
    filler: Filler,
    region: Vec<usize>,
    /// What the last operator wants to lay, once its work is paid for.
    laid: Vec<(usize, Placed)>,
    operator: Option<usize>,
    cost: u64,
    owed: u64,
    /// Work since the last new best.
    idle: u64,
}

impl<'p> Repairer<'p> {
    /// Begins with a complete and valid board.
    pub(crate) fn new(puzzle: &'p Puzzle, board: &Board, parameters: Repair, seed: u64) -> Self {
        let state = State::from_board(puzzle, board);
        let mut repairer = Self {
            ground: Adjacency::new(puzzle),
            parameters,
            rng: Rng::new(seed),
            best: (state.score(), board.clone()),
            state,
            breaks: Vec::new(),
            broken: vec![false; puzzle.size()],
            choice: Operators::new(if parameters.rows { OPERATORS.len() } else { USUAL }),
            filler: Filler::new(),
            region: Vec::new(),
            laid: Vec::new(),
            operator: None,
            cost: 0,
            owed: 0,
            idle: 0,
        };
        repairer.look();
        repairer
    }

    /// The best score so far.
    pub(crate) fn best_score(&self) -> Score {
        self.best.0
    }

    /// The best board so far.
    pub(crate) fn best_board(&self) -> &Board {
        &self.best.1
    }

    /// Work since the best board was found.
    pub(crate) fn idle_work(&self) -> u64 {
        self.idle
    }

    /// Works until the run is over, offering every board. One step is one piece laid.
    pub(crate) fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        if self.idle == 0 {
            run.offer(self.best.0, || self.best.1.clone());
        }
        while !run.over() {
            // What an operator found counts once its work is paid for, so that it does not matter
            // where a share ends.
            self.owed -= run.take(self.owed);
            if self.owed > 0 {
                return;
            }
            if self.settle() {
                run.offer(self.state.score(), || self.state.board());
            }
            run.present(|| Some(self.state.board()));
            self.attempt();
        }
    }

    /// Lets an operator look for a filling.
    fn attempt(&mut self) {
        let operator = self.choice.pick(&mut self.rng);
        let (shape, size) = OPERATORS[operator];
        let view = BreakMap { ground: &self.ground, breaks: &self.breaks, broken: &self.broken };
        view.region(shape, size, &mut self.rng, &mut self.region);
        self.cost = if shape == Shape::Apart {
            let (ground, state) = (&self.ground, &self.state);
            assign::reassign(ground, state, &self.region, &mut self.rng, &mut self.laid);
            (self.region.len() * self.region.len()) as u64
        } else {
            // Looks are tried in the order of the region's cells.
            self.rng.shuffle(&mut self.region);
            let supply = shape == Shape::Rows;
            let nodes = if supply { ROWS_NODES } else { u64::from(self.parameters.nodes.get()) };
            let aim = Aim { loss: self.loss(), nodes, supply };
            let (ground, state) = (&self.ground, &self.state);
            self.filler.fill(ground, state, &self.region, aim, &mut self.laid)
                + 4 * self.region.len() as u64
        };
        self.cost += 1;
        self.operator = Some(operator);
        self.owed = self.cost;
    }

    /// Joins that the next region may lose: to wander a little below the best board, in the manner
    /// of record-to-record travel (Dueck 1993), leaves basins that sideways steps do not.
    fn loss(&mut self) -> u32 {
        let room = self.best.0 - self.state.score() < u32::from(self.parameters.slack);
        u32::from(room && self.rng.below(100) < usize::from(self.parameters.losses))
    }

    /// Lays what the last operator found; whether that changes the board.
    fn settle(&mut self) -> bool {
        let Some(operator) = self.operator.take() else { return false };
        self.idle += self.cost;
        let before = self.state.score();
        let changed = self.laid.iter().any(|&(cell, placed)| self.state.get(cell) != Some(placed));
        if changed {
            self.state.lay(&self.laid);
            self.look();
        }
        let after = self.state.score();
        let gained = after.saturating_sub(before);
        self.choice.credit(operator, self.cost, u64::from(gained), changed && after == before);
        if after > self.best.0 {
            self.best = (after, self.state.board());
            self.idle = 0;
        }
        changed
    }

    /// Finds the breaks.
    fn look(&mut self) {
        self.ground.breaks(&self.state, &mut self.breaks);
        self.broken.fill(false);
        for &(a, b) in &self.breaks {
            self.broken[usize::from(a)] = true;
            self.broken[usize::from(b)] = true;
        }
    }
}
