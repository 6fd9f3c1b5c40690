//! The formula as text for any SAT solver, and what the solver answers.

use super::Encoding;
use std::fmt::Write;
use thiserror::Error;

/// What keeps the answer of a SAT solver from being a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ModelError {
    #[error("the solver says UNSATISFIABLE: no perfect board exists")]
    Unsatisfiable,
    #[error("expected a model, found no literals")]
    Nothing,
    #[error("line {line}: expected a literal, found {found:?}")]
    Literal { line: usize, found: String },
}

/// Whether a text looks like the answer of a SAT solver: its first line that is not a comment
/// starts with `s` or `v`, or is `SAT` or `UNSAT`.
#[must_use]
pub fn is_model(text: &str) -> bool {
    let words = text.lines().map(|line| line.split_whitespace().next());
    let first = words.flatten().find(|&word| word != "c");
    first.is_some_and(|word| ["s", "v", "SAT", "UNSAT"].contains(&word))
}

/// The literals of a SAT solver's answer: `s` and `v` lines as in the SAT competitions, or `SAT`
/// and a list of literals as MiniSat writes them.
///
/// # Errors
/// If the answer is that there is no model, or there is none in the text.
pub fn read_model(text: &str) -> Result<Vec<i32>, ModelError> {
    let mut literals = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let mut words = line.split_whitespace().peekable();
        match words.peek() {
            Some(&("c" | "SAT")) => continue,
            Some(&"UNSAT") => return Err(ModelError::Unsatisfiable),
            Some(&"s") if line.contains("UNSATISFIABLE") => return Err(ModelError::Unsatisfiable),
            Some(&"s") => continue,
            Some(&"v") => _ = words.next(),
            _ => {}
        }
        for word in words {
            let bad =
                |_| ModelError::Literal { line: i + 1, found: word.chars().take(20).collect() };
            literals.push(word.parse().map_err(bad)?);
        }
    }
    if literals.is_empty() { Err(ModelError::Nothing) } else { Ok(literals) }
}

impl Encoding {
    /// The formula in the DIMACS format. Comments say what the variables mean.
    #[must_use]
    pub fn to_dimacs(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        _ = self.write_comments(&mut text);
        self.formula.write(&mut text);
        text
    }

    fn write_comments(&self, text: &mut String) -> std::fmt::Result {
        let name = self.name.replace(|c: char| c.is_control(), " ");
        writeln!(text, "c {name}, {} columns, {} rows", self.width, self.height)?;
        writeln!(text, "c satisfiable iff a perfect board exists; rows and columns from 0")?;
        writeln!(
            text,
            "c lists say what may lie on a cell: piece/turn, pieces from 1, clockwise turns;"
        )?;
        writeln!(text, "c of pieces that look the same the first stands for all")?;
        for (i, list) in self.lists.iter().enumerate() {
            // A cell with a clue has a list of its own, and its line says what lies there.
            if !self.cells.iter().any(|cell| cell.list == i && cell.clue.is_none()) {
                continue;
            }
            write!(text, "c list {i}:")?;
            for look in list {
                let Some(&(number, piece)) = self.sorts[look.sort].last() else { continue };
                let Some(turn) = piece.turn_to(look.sides) else { continue };
                write!(text, " {}/{turn}", number + 1)?;
            }
            writeln!(text)?;
        }
        for (i, cell) in self.cells.iter().enumerate() {
            write!(text, "c row {} col {}: ", i / self.width, i % self.width)?;
            write_range(text, cell.first, self.lists[cell.list].len())?;
            match cell.clue {
                Some(clue) => writeln!(text, " for the clue {}/{}", clue.piece() + 1, clue.turn())?,
                None => writeln!(text, " for list {}", cell.list)?,
            }
        }
        for join in &self.joins {
            let (row, col) = (join.cell / self.width, join.cell % self.width);
            let side = if join.side == 1 { "east" } else { "south" };
            write!(text, "c row {row} col {col} {side}: ")?;
            write_range(text, join.first, join.colours.len())?;
            let colours: Vec<String> = join.colours.iter().map(ToString::to_string).collect();
            writeln!(text, " for colours {}", colours.join(" "))?;
        }
        writeln!(text, "c all other variables help to say \"at most\"")
    }
}

fn write_range(text: &mut String, first: i32, count: usize) -> std::fmt::Result {
    match count {
        0 => write!(text, "no variables"),
        _ => write!(text, "variables {first} to {}", first + count as i32 - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::{Frame, Piece, Puzzle};

    #[test]
    fn a_tiny_formula_as_text() {
        let pieces = vec![Piece([1, 2, 1, 1]), Piece([1, 1, 1, 2])];
        let puzzle = Puzzle::new("two\nlines", 2, 1, Frame::Open, pieces).unwrap();
        insta::assert_snapshot!(Encoding::new(&puzzle, true).unwrap().to_dimacs());
    }

    #[test]
    fn answers_of_solvers() {
        let literals = Ok(vec![1, -2, 3, 0]);
        for answer in ["c hi\ns SATISFIABLE\nv 1 -2\nv 3 0\n", "SAT\n1 -2 3 0\n", "v 1 -2 3 0"] {
            assert!(is_model(answer), "{answer}");
            assert_eq!(read_model(answer), literals, "{answer}");
        }
        for answer in ["c\ns UNSATISFIABLE\n", "UNSAT"] {
            assert!(is_model(answer), "{answer}");
            assert_eq!(read_model(answer), Err(ModelError::Unsatisfiable));
        }
        for answer in ["s UNKNOWN", "SAT", ""] {
            assert_eq!(read_model(answer), Err(ModelError::Nothing), "{answer}");
        }
        let error = read_model("v 1\nv 2 x").unwrap_err().to_string();
        assert_eq!(error, "line 2: expected a literal, found \"x\"");
        for other in ["", "2 2\n1 2 3 4", "c comment\n4 4", "{}", "vase"] {
            assert!(!is_model(other), "{other}");
        }
    }
}
