//! A SAT solver that works in portions, for those that do other things as well.

use super::solver::{load, model};
use crate::edge::cnf::Encoding;
use crate::edge::{Board, Puzzle};
use batsat::{Callbacks, Solver, SolverInterface, lbool};
use std::cell::Cell;

/// A formula that is reasoned about, broken off and gone on with. What was learnt stays.
pub(in crate::algorithms) struct Reasoner {
    encoding: Encoding,
    solver: Solver<Ration>,
    refuted: bool,
}

/// The decisions left.
struct Ration(Cell<u64>);

impl Callbacks for Ration {
    fn stop(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left == 0
    }
}

impl Reasoner {
    /// None if the formula would be too large, or `cut` says that there is no time for it.
    pub(in crate::algorithms) fn new(
        puzzle: &Puzzle,
        seed: u64,
        cut: impl Fn() -> bool,
    ) -> Option<Self> {
        let encoding = Encoding::new(puzzle, true).ok()?;
        let seed = (1 + seed % ((1 << 31) - 2)) as f64;
        let solver = load(&encoding, seed, Ration(Cell::new(0)), |_| cut())?;
        Some(Self { encoding, solver, refuted: false })
    }

    /// Whether there is no perfect board.
    pub(in crate::algorithms) fn refuted(&self) -> bool {
        self.refuted
    }

    /// Makes about so many decisions; a perfect board if that leads to one.
    pub(in crate::algorithms) fn reason(&mut self, decisions: u64) -> Option<Board> {
        self.solver.cb_mut().0.set(decisions);
        let answer = self.solver.solve_limited(&[]);
        self.refuted = answer == lbool::FALSE;
        let model = (answer == lbool::TRUE).then(|| model(&self.encoding, &self.solver));
        self.encoding.decode(&model?)
    }
}
