//! A proof that others can check: what the solver learnt, clause by clause, as a DRAT file.
//!
//! Every clause of such a file follows from the formula and the clauses before it by unit propagation,
//! and the last one is empty (Heule, Hunt and Wetzler 2013). Checkers need to know nothing of puzzles.

use super::solver::{load, model};
use crate::edge::Board;
use crate::edge::cnf::Encoding;
use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, lbool};
use std::cell::Cell;
use std::io::{self, Write};

/// What came of the attempt to prove that there is no perfect board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proven {
    /// There is none, and so many clauses say why.
    Unsolvable {
        /// Clauses of the proof.
        clauses: u64,
    },
    /// Here is one.
    Solvable(Board),
    /// Nobody knows: it was ended before.
    Stopped,
}

/// Looks for a proof that a formula has no model and writes it down while it goes, in the text form of
/// DRAT. It ends when `stop` says so, which is asked before every decision.
///
/// ```
/// use marquetry::algorithms::{Proven, prove};
/// use marquetry::edge::cnf::Encoding;
/// use marquetry::edge::{Frame, Piece, Puzzle};
///
/// // Two pieces side by side without a common colour.
/// let pieces = vec![Piece([1, 2, 3, 4]), Piece([5, 6, 7, 8])];
/// let puzzle = Puzzle::new("apart", 2, 1, Frame::Open, pieces)?;
/// let formula = Encoding::new(&puzzle, true)?;
/// let mut proof = Vec::new();
/// let proven = prove(&formula, 1, &|| false, &mut proof)?;
/// assert!(matches!(proven, Proven::Unsolvable { .. }));
/// assert!(proof.ends_with(b"0\n"), "the empty clause");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the proof cannot be written.
pub fn prove(
    formula: &Encoding,
    seed: u64,
    stop: &dyn Fn() -> bool,
    proof: &mut dyn Write,
) -> io::Result<Proven> {
    let seed = (1 + seed % ((1 << 31) - 2)) as f64;
    let scribe = Scribe { proof, stop, clauses: 0, failure: Cell::new(None) };
    let Some(mut solver) = load(formula, seed, scribe, |scribe| (scribe.stop)()) else {
        return Ok(Proven::Stopped);
    };
    let answer = solver.solve_limited(&[]);
    if answer == lbool::TRUE {
        let board = formula.decode(&model(formula, &solver));
        return Ok(board.map_or(Proven::Stopped, Proven::Solvable));
    }
    let scribe = solver.cb_mut();
    if answer == lbool::FALSE {
        scribe.add("", &[]);
    }
    match scribe.failure.take() {
        Some(failure) => Err(failure),
        None if answer == lbool::FALSE => Ok(Proven::Unsolvable { clauses: scribe.clauses }),
        None => Ok(Proven::Stopped),
    }
}

/// Writes down what the solver learns and forgets.
struct Scribe<'a> {
    proof: &'a mut dyn Write,
    stop: &'a dyn Fn() -> bool,
    clauses: u64,
    failure: Cell<Option<io::Error>>,
}

impl Scribe<'_> {
    fn add(&mut self, mark: &str, clause: &[Lit]) {
        let mut line = mark.to_owned();
        for literal in clause {
            let variable = i64::from(literal.var().idx()) + 1;
            let number = if literal.sign() { variable } else { -variable };
            line.push_str(&format!("{number} "));
        }
        line.push_str("0\n");
        self.clauses += u64::from(mark.is_empty());
        if let Err(failure) = self.proof.write_all(line.as_bytes()) {
            self.failure.set(Some(failure));
        }
    }
}

impl Callbacks for Scribe<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.add("", clause);
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.add("d ", clause);
    }

    fn stop(&self) -> bool {
        let failure = self.failure.take();
        let failed = failure.is_some();
        self.failure.set(failure);
        failed || (self.stop)()
    }
}
