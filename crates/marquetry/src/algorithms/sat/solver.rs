//! The SAT solver with the formula of a puzzle in it.

use crate::edge::cnf::Encoding;
use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};

/// Learnt clauses the solver keeps at first, by the number of clauses it was given.
const LEARNT_SHARE: f64 = 0.2;
/// The same for large formulas, so that its memory stays within bounds.
const LEARNT_MOST: f64 = 200_000.0;

/// Clauses given to the solver between two looks at the clock.
const CLAUSES_AT_ONCE: usize = 1 << 12;

/// A solver with the formula. What differs from the defaults of MiniSat was measured by the time to
/// prove twin-6x6 and p5 complete: to try "true" first and to forget activities more slowly each
/// save a third of the conflicts, and fewer learnt clauses save time. Large formulas take seconds:
/// none if it is cut short.
pub(super) fn load<C: Callbacks>(
    encoding: &Encoding,
    random_seed: f64,
    callbacks: C,
    cut: impl Fn(&C) -> bool,
) -> Option<Solver<C>> {
    let clauses = encoding.clauses().count().max(1) as f64;
    let options = SolverOpts {
        random_seed,
        rnd_init_act: true,
        var_decay: 0.99,
        learntsize_factor: LEARNT_SHARE.min(LEARNT_MOST / clauses),
        // With the default of 1.1 a run of days would fill any memory.
        learntsize_inc: 1.05,
        ..SolverOpts::default()
    };
    let mut solver = Solver::new(options, callbacks);
    (0..encoding.variables()).for_each(|_| _ = solver.new_var(lbool::TRUE, true));
    let mut clause = Vec::new();
    for (number, literals) in encoding.clauses().enumerate() {
        if number % CLAUSES_AT_ONCE == 0 && cut(solver.cb()) {
            return None;
        }
        add(&mut solver, &mut clause, literals);
    }
    Some(solver)
}

pub(super) fn add<C: Callbacks>(solver: &mut Solver<C>, clause: &mut Vec<Lit>, literals: &[i32]) {
    clause.clear();
    for &literal in literals {
        let variable = solver.var_of_int(literal.unsigned_abs() - 1);
        clause.push(Lit::new(variable, literal > 0));
    }
    solver.add_clause_reuse(clause);
}

/// The literals of the solver's model that say what lies where.
pub(super) fn model<C: Callbacks>(encoding: &Encoding, solver: &Solver<C>) -> Vec<i32> {
    let values = (1..=encoding.looks()).zip(solver.get_model());
    values.filter(|&(_, &value)| value == lbool::TRUE).map(|(variable, _)| variable).collect()
}
