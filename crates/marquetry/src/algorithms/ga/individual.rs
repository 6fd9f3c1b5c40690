//! An individual: all pieces, each on a cell with a turn (Niang, sections 4.2 and 4.3).

use super::fitness::{Fitness, Rules};
use super::repair::DeadlockWatch;
use super::terrain::Terrain;
use crate::edge::greedy::{self, Placement};
use crate::edge::{Board, Placed, State};
use crate::search::Rng;

/// A placement of all pieces with what it is worth.
#[derive(Clone, Debug)]
pub(super) struct Individual {
    pub(super) cells: Vec<Placed>,
    pub(super) fitness: Fitness,
    /// Whether it, or the parent it was cloned from, was found deadlocked with the population.
    pub(super) tagged: bool,
    /// Whether it is deadlocked by itself; children go on where the parent was.
    pub(super) watch: DeadlockWatch,
}

impl Individual {
    /// A random one that keeps what the terrain wants kept.
    pub(super) fn random(terrain: &Terrain<'_>, rng: &mut Rng) -> Self {
        let mut cells: Vec<Placed> =
            (0..terrain.puzzle.size()).map(|piece| Placed::new(piece, 0)).collect();
        rng.shuffle(&mut cells);
        terrain.mend(&mut cells);
        for (cell, placed) in cells.iter_mut().enumerate() {
            let turns = terrain.turns(placed.piece(), cell);
            let allowed: Vec<u8> = (0..4).filter(|turn| turns >> turn & 1 == 1).collect();
            let turn = rng.pick(&allowed).copied().unwrap_or(0);
            *placed = placed.with_turn(turn);
        }
        Self::from_cells(cells)
    }

    /// A complete board.
    pub(super) fn from_cells(cells: Vec<Placed>) -> Self {
        let (fitness, watch) = (Fitness::default(), DeadlockWatch::default());
        Self { cells, fitness, tagged: false, watch }
    }

    /// The user's board, which is complete.
    pub(super) fn from_board(board: &Board) -> Self {
        Self::from_cells(board.cells().iter().copied().flatten().collect())
    }

    /// Becomes a clone of a parent, not yet scored, without taking new memory.
    pub(super) fn copy(&mut self, parent: &Self) {
        self.cells.clone_from(&parent.cells);
        (self.tagged, self.watch) = (parent.tagged, parent.watch);
        self.fitness = Fitness::default();
    }

    /// Computes the fitness anew.
    pub(super) fn score(&mut self, terrain: &Terrain<'_>, rules: Rules<'_>) {
        self.fitness = Fitness::of(terrain, rules, &self.cells);
    }

    /// The board as it lies.
    pub(super) fn board(&self, terrain: &Terrain<'_>) -> Board {
        let mut board = Board::empty(terrain.width, terrain.height);
        self.cells.iter().enumerate().for_each(|(cell, &placed)| board.set(cell, Some(placed)));
        board
    }

    /// The board as the judge wants it: what lies legally stays, the rest is laid greedily on what
    /// is left.
    pub(super) fn fitted<'p>(&self, terrain: &Terrain<'p>, rng: &mut Rng) -> State<'p> {
        let puzzle = terrain.puzzle;
        let mut state = State::new(puzzle);
        for (cell, &placed) in self.cells.iter().enumerate() {
            if puzzle.layout().allows(placed, cell) {
                state.place(cell, placed);
            }
        }
        greedy::complete(&mut state, Placement::Regular, rng);
        state
    }
}
