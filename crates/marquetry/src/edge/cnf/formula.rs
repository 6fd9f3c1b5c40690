//! A formula in conjunctive normal form, and the ways to say "at most".

use std::fmt::Write;

/// So few literals, such as the colours of a join of Eternity II, are told apart pair by pair; more
/// go by rows and columns.
const PAIRWISE: usize = 24;

/// Clauses as DIMACS writes them: variables count from 1, a negative literal is a denial, and 0
/// ends a clause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Formula {
    pub(crate) variables: i32,
    pub(super) literals: Vec<i32>,
}

impl Formula {
    /// Makes so many new variables and returns the first.
    pub(crate) fn fresh(&mut self, count: usize) -> i32 {
        let first = self.variables + 1;
        self.variables += count as i32;
        first
    }

    pub(crate) fn add(&mut self, clause: impl IntoIterator<Item = i32>) {
        self.literals.extend(clause);
        self.literals.push(0);
    }

    pub(crate) fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        self.literals.split_inclusive(|&literal| literal == 0).map(|clause| match clause {
            [literals @ .., 0] => literals,
            literals => literals,
        })
    }

    /// Appends the formula in the DIMACS format.
    pub(crate) fn write(&self, text: &mut String) {
        text.reserve(self.literals.len() * 7);
        // Writing to a string does not fail.
        _ = writeln!(text, "p cnf {} {}", self.variables, self.clauses().count());
        for &literal in &self.literals {
            let end = if literal == 0 { '\n' } else { ' ' };
            _ = write!(text, "{literal}{end}");
        }
    }

    /// At most one of these holds: pair by pair, or else they are laid out as a square whose rows
    /// and columns each have at most one (Chen's product encoding, 2010), which takes about
    /// `2n` clauses and `2 sqrt(n)` variables.
    pub(super) fn at_most_one(&mut self, literals: &[i32]) {
        if literals.len() <= PAIRWISE {
            for (i, &a) in literals.iter().enumerate() {
                literals[..i].iter().for_each(|&b| self.add([-a, -b]));
            }
            return;
        }
        let columns = literals.len().isqrt() + 1;
        let rows = literals.len().div_ceil(columns);
        let (column, row) = (self.fresh(columns), self.fresh(rows));
        for (i, &literal) in literals.iter().enumerate() {
            self.add([-literal, column + (i % columns) as i32]);
            self.add([-literal, row + (i / columns) as i32]);
        }
        self.at_most_one(&run(column, columns));
        self.at_most_one(&run(row, rows));
    }

    /// At most `most` of these hold: a sequential counter (Sinz 2005), whose variable `(i, j)` says
    /// that more than `j` of the first `i + 1` hold.
    pub(super) fn at_most(&mut self, most: usize, literals: &[i32]) {
        if most == 1 {
            return self.at_most_one(literals);
        }
        if literals.len() <= most {
            return;
        }
        if most == 0 {
            return literals.iter().for_each(|&literal| self.add([-literal]));
        }
        let first = self.fresh(literals.len() * most);
        let counter = |i: usize, j: usize| first + (i * most + j) as i32;
        for (i, &literal) in literals.iter().enumerate() {
            self.add([-literal, counter(i, 0)]);
            if i == 0 {
                continue;
            }
            for j in 0..most {
                self.add([-counter(i - 1, j), counter(i, j)]);
            }
            for j in 1..most {
                self.add([-literal, -counter(i - 1, j - 1), counter(i, j)]);
            }
            self.add([-literal, -counter(i - 1, most - 1)]);
        }
    }
}

fn run(first: i32, count: usize) -> Vec<i32> {
    (first..).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether values for the variables beyond `fixed` satisfy the formula, by unit propagation
    /// alone: what a good counting encoding promises once its inputs are known.
    fn consistent(formula: &Formula, fixed: &[bool]) -> bool {
        let mut value: Vec<Option<bool>> = fixed.iter().map(|&v| Some(v)).collect();
        value.resize(formula.variables as usize, None);
        let truth = |value: &[Option<bool>], literal: i32| {
            value[literal.unsigned_abs() as usize - 1].map(|v| v == (literal > 0))
        };
        loop {
            let mut changed = false;
            for clause in formula.clauses() {
                if clause.iter().any(|&l| truth(&value, l) == Some(true)) {
                    continue;
                }
                let open: Vec<i32> =
                    clause.iter().copied().filter(|&l| truth(&value, l).is_none()).collect();
                match open[..] {
                    [] => return false,
                    [l] => {
                        value[l.unsigned_abs() as usize - 1] = Some(l > 0);
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return true;
            }
        }
    }

    #[test]
    fn at_most_means_at_most() {
        for count in 1..=10 {
            for most in 0..=count {
                let mut formula = Formula::default();
                let first = formula.fresh(count);
                formula.at_most(most, &run(first, count));
                for bits in 0..1u32 << count {
                    let fixed: Vec<bool> = (0..count).map(|i| bits >> i & 1 == 1).collect();
                    let held = bits.count_ones() as usize <= most;
                    assert_eq!(consistent(&formula, &fixed), held, "{most} of {fixed:?}");
                }
            }
        }
    }

    #[test]
    fn at_most_one_of_many() {
        for count in [PAIRWISE, PAIRWISE + 1, 40, 700] {
            let mut formula = Formula::default();
            let first = formula.fresh(count);
            formula.at_most_one(&run(first, count));
            assert!(consistent(&formula, &vec![false; count]));
            for i in [0, count / 3, count - 1] {
                let mut fixed = vec![false; count];
                fixed[i] = true;
                assert!(consistent(&formula, &fixed), "{i} of {count}");
                for j in (0..count).filter(|&j| j != i) {
                    fixed[j] = true;
                    assert!(!consistent(&formula, &fixed), "{i} and {j} of {count}");
                    fixed[j] = false;
                }
            }
        }
    }

    #[test]
    fn clauses_come_back_as_they_went_in() {
        let mut formula = Formula::default();
        formula.add([1, -2]);
        formula.add([]);
        formula.add([3]);
        let clauses: Vec<&[i32]> = formula.clauses().collect();
        assert_eq!(clauses, [&[1, -2][..], &[], &[3]]);
    }
}
