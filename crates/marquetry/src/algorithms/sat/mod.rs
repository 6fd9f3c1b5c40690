//! A SAT solver on the formula of [`Encoding`] (after Heule 2008).

mod proof;
mod reasoner;
mod solver;

pub use proof::{Proven, prove};
pub(super) use reasoner::Reasoner;

use crate::edge::Puzzle;
use crate::edge::analyse::obstacles;
use crate::edge::cnf::Encoding;
use crate::edge::greedy::{self, Placement};
use crate::search::{Algorithm, Conclusion, Entry, Run, gauge};
use batsat::{BasicCallbacks, Callbacks, ClauseKind, Lit, SolverInterface, lbool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use solver::{add, load, model};
use std::cell::RefCell;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Sat>(
    "sat",
    "the puzzle as a formula for a SAT solver: a perfect board or a proof that there is none",
    "after Heule 2008, \"Solving edge-matching problems with satisfiability solvers\"",
    "the greedy board, then the formula, then a look of the solver at its budget: one before each decision",
)
.tried(300, &[r#"{"symmetry": false}"#]);

/// Writes the puzzle as a formula and gives it to a SAT solver that learns from conflicts. It
/// proves a puzzle unsolvable or finds a perfect board, nothing in between: until then a greedy
/// board stands. After it the formula is made.
/// A puzzle whose formula would be too large (beyond 28x28 or so) ends after the second step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Sat {
    /// Whether turned versions of a board are ruled out beforehand, where a unique piece allows it.
    pub symmetry: bool,
}

impl Default for Sat {
    fn default() -> Self {
        Self { symmetry: true }
    }
}

impl Algorithm<Puzzle> for Sat {
    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.obstacle().is_some() {
            return Conclusion::Exhausted;
        }
        if !run.step() {
            return Conclusion::Stopped;
        }
        let state = greedy::build(puzzle, Placement::Regular, &mut run.rng);
        run.offer(state.score(), || state.board());
        // What is proven here is that there is no perfect board: a lower target is another matter.
        let none = match run.goal() == puzzle.joins() {
            true => Conclusion::Exhausted,
            false => Conclusion::Stopped,
        };
        if !obstacles(puzzle).is_empty() {
            return none;
        }
        if !run.step() {
            return Conclusion::Stopped;
        }
        let Ok(encoding) = Encoding::new(puzzle, self.symmetry) else {
            run.phase("the formula is too large");
            return Conclusion::Stopped;
        };
        run.phase("solver");
        let seed = 1 + run.rng.below((1 << 31) - 2);
        let watch = RunCallbacks { run: RefCell::new(run), conflicts: 0 };
        let cut = |watch: &RunCallbacks<'_, '_>| watch.run.borrow().due();
        let Some(mut solver) = load(&encoding, seed as f64, watch, cut) else {
            return Conclusion::Stopped;
        };
        let answer = solver.solve_limited(&[]);
        if answer == lbool::FALSE {
            return none;
        }
        let found = (answer == lbool::TRUE).then(|| encoding.decode(&model(&encoding, &solver)));
        let Some(board) = found.flatten() else { return Conclusion::Stopped };
        run.offer(puzzle.joins(), || board);
        Conclusion::Solved
    }
}

/// The run as the solver sees it.
struct RunCallbacks<'r, 'p> {
    run: RefCell<&'r mut Run<'p, Puzzle>>,
    conflicts: u64,
}

impl Callbacks for RunCallbacks<'_, '_> {
    fn on_new_clause(&mut self, _: &[Lit], _: ClauseKind) {
        self.conflicts += 1;
    }

    fn on_restart(&mut self) {
        self.run.get_mut().gauge(gauge::CONFLICTS, self.conflicts as f64);
    }

    fn stop(&self) -> bool {
        !self.run.borrow_mut().step()
    }
}

/// How many perfect boards there are that look different; `None` if there are more than `limit` or
/// the formula would be too large. Turned versions of a board count separately unless `symmetry`
/// rules them out (see [`Encoding::new`]). It asks the solver for one board after the other, each
/// time ruling out the last, which is slow beyond some thousands.
#[must_use]
pub fn count_looks(puzzle: &Puzzle, symmetry: bool, limit: u64) -> Option<u64> {
    let encoding = Encoding::new(puzzle, symmetry).ok()?;
    let mut solver = load(&encoding, 1.0, BasicCallbacks::new(), |_| false)?;
    let mut clause = Vec::new();
    for count in 0..=limit {
        if solver.solve_limited(&[]) != lbool::TRUE {
            return Some(count);
        }
        let denial: Vec<i32> = model(&encoding, &solver).iter().map(|literal| -literal).collect();
        add(&mut solver, &mut clause, &denial);
    }
    None
}
