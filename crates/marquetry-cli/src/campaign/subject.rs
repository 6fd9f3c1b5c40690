//! What a campaign studies: an edge-matching puzzle or a token puzzle.

use anyhow::{Context, Result, bail};
use marquetry::algorithms;
use marquetry::edge::format::{self, Content, native_puzzle};
use marquetry::edge::{Board, BoardLine, Puzzle};
use marquetry::search::{Entry, Parameters, Problem, Score, SpecError};
use marquetry::tokens::{self, Grid};
use std::fmt::Display;

/// A puzzle of either kind.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there are few, and they are shared")]
pub enum Subject {
    /// An edge-matching puzzle.
    Edge(Puzzle),
    /// A token puzzle.
    Tokens(tokens::Puzzle),
}

/// A problem whose runs can be kept: it has a catalogue, and its solutions can be written down.
pub trait Studied: Problem + Sized + 'static {
    /// The algorithm of a name.
    ///
    /// # Errors
    /// If there is none.
    fn entry(name: &str) -> Result<&'static Entry<Self>, SpecError>;

    /// A solution in one line.
    fn write(&self, solution: &Self::Solution) -> String;

    /// The solution of such a line.
    fn read(&self, line: &str) -> Option<Self::Solution>;

    /// The score of such a line by the judge.
    ///
    /// # Errors
    /// If it is not a valid solution of this puzzle.
    fn judge_line(&self, line: &str) -> Result<Score> {
        let solution = self.read(line).context("not a board of this puzzle")?;
        self.judge(&solution).map_err(|fault| anyhow::anyhow!("a bad board: {fault}"))
    }
}

impl Studied for Puzzle {
    fn entry(name: &str) -> Result<&'static Entry<Self>, SpecError> {
        algorithms::find(name)
    }

    fn write(&self, board: &Board) -> String {
        BoardLine::of(board).to_string()
    }

    fn read(&self, line: &str) -> Option<Board> {
        line.parse::<BoardLine>().ok()?.board_of(self)
    }
}

impl Studied for tokens::Puzzle {
    fn entry(name: &str) -> Result<&'static Entry<Self>, SpecError> {
        tokens::find(name)
    }

    fn write(&self, grid: &Grid) -> String {
        grid.to_line()
    }

    fn read(&self, line: &str) -> Option<Grid> {
        Grid::from_line(line).ok()
    }
}

impl Subject {
    /// What tells it from every other puzzle, whatever they are called.
    #[must_use]
    pub fn id(&self) -> String {
        match self {
            Self::Edge(puzzle) => puzzle.fingerprint(),
            Self::Tokens(puzzle) => tokens_id(puzzle.rows(), puzzle.columns(), puzzle.removed()),
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Edge(puzzle) => puzzle.name().to_owned(),
            Self::Tokens(_) => self.id(),
        }
    }

    /// The score nothing can exceed.
    #[must_use]
    pub fn perfect(&self) -> Score {
        match self {
            Self::Edge(puzzle) => puzzle.perfect(),
            Self::Tokens(puzzle) => puzzle.perfect(),
        }
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        match self {
            Self::Edge(puzzle) => puzzle.size(),
            Self::Tokens(puzzle) => puzzle.rows() * puzzle.columns(),
        }
    }

    /// Its file, in one line; a token puzzle needs none, its id says all.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Edge(puzzle) => {
                Some(native_puzzle(puzzle).split('\n').map(str::trim).collect::<String>())
            }
            Self::Tokens(_) => None,
        }
    }

    /// The puzzle of an id, or of the file kept with it; `None` if the file is needed and not there.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn restore(id: &str, text: Option<&str>) -> Result<Option<Self>> {
        if let Some(puzzle) = read_tokens_id(id) {
            return Ok(Some(Self::Tokens(puzzle)));
        }
        let Some(text) = text else { return Ok(None) };
        let subject = Self::parse(text)?;
        if subject.id() != id {
            bail!("the puzzle kept as {id} is another one");
        }
        Ok(Some(subject))
    }

    /// The edge-matching puzzle of a file.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(text: &str) -> Result<Self> {
        match format::read(text.as_bytes())?.content {
            Content::Puzzle(puzzle) => Ok(Self::Edge(puzzle)),
            _ => bail!("expected a puzzle"),
        }
    }

    /// The parameters of an algorithm that suits the puzzle, as its runs are recorded, once these are given.
    ///
    /// # Errors
    /// If the algorithm or a parameter is unknown, or the algorithm cannot search the puzzle.
    pub fn parameters(&self, algorithm: &str, given: &Parameters) -> Result<Parameters> {
        match self {
            Self::Edge(puzzle) => checked(puzzle, algorithm, given),
            Self::Tokens(puzzle) => checked(puzzle, algorithm, given),
        }
    }

    /// The score of a written solution by the judge.
    ///
    /// # Errors
    /// If it is not a valid one.
    pub fn judge(&self, line: &str) -> Result<Score> {
        match self {
            Self::Edge(puzzle) => puzzle.judge_line(line),
            Self::Tokens(puzzle) => puzzle.judge_line(line),
        }
    }
}

fn checked<P: Studied>(problem: &P, name: &str, given: &Parameters) -> Result<Parameters> {
    let entry = P::entry(name)?;
    if let Some(objection) = entry.build(given.clone())?.objection(problem) {
        bail!("{name} cannot search it: {objection}");
    }
    Ok(entry.recorded(given.clone())?)
}

/// `tokens-ROWSxCOLUMNS-REMOVED`: the whole puzzle.
fn tokens_id(rows: impl Display, columns: impl Display, removed: impl Display) -> String {
    format!("tokens-{rows}x{columns}-{removed}")
}

fn read_tokens_id(id: &str) -> Option<tokens::Puzzle> {
    let (size, removed) = id.strip_prefix("tokens-")?.split_once('-')?;
    let (rows, columns) = size.split_once('x')?;
    tokens::Puzzle::new(rows.parse().ok()?, columns.parse().ok()?, removed.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry::edge::generate::Recipe;

    #[test]
    fn puzzles_come_back_from_id_and_text() {
        let puzzle = Recipe::eternity_like(5, 4, 3).make().unwrap();
        let edge = Subject::Edge(puzzle.puzzle.with_name("five"));
        let text = edge.text().unwrap();
        assert!(!text.contains('\n'));
        let back = Subject::restore(&edge.id(), Some(&text)).unwrap().unwrap();
        assert_eq!((back.id(), back.name()), (edge.id(), "five".to_owned()));
        assert!(Subject::restore(&edge.id(), None).unwrap().is_none());
        assert!(Subject::restore("0000", Some(&text)).is_err());
        let Subject::Edge(problem) = &edge else { unreachable!() };
        let line = problem.write(&puzzle.solution);
        assert_eq!(edge.judge(&line).unwrap(), edge.perfect());
        assert!(edge.judge("[[1,0]]").is_err());
        assert!(edge.judge(&line.replacen("[[", "[[1", 1)).is_err());

        let tokens = Subject::Tokens(tokens::Puzzle::new(2, 3, 2).unwrap());
        assert_eq!(tokens.id(), "tokens-2x3-2");
        assert!(matches!(
            Subject::restore("tokens-2x3-2", None),
            Ok(Some(Subject::Tokens(puzzle))) if (puzzle.rows(), puzzle.columns()) == (2, 3)
        ));
        assert_eq!(tokens.judge("110 110").unwrap(), tokens.perfect());
        assert!(tokens.judge("111 110").is_err());
    }
}
