//! The puzzles of a plan: on the shelf, made by recipe, or still to be supplied.

use super::super::Subject;
use super::budget::BudgetEntry;
use crate::load::{self, ClueSource, Imposed};
use crate::shelf;
use anyhow::{Context, Result, anyhow, bail};
use marquetry::edge::Frame;
use marquetry::edge::generate::{Colours, Recipe, Spread};
use marquetry::tokens;
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;

/// A puzzle as a plan names it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleEntry {
    puzzle: Option<String>,
    generate: Option<RecipeEntry>,
    tokens: Option<TokensEntry>,
    label: Option<String>,
    /// What is run while the puzzle is missing.
    instead: Option<String>,
    /// How to supply it.
    supply: Option<String>,
    /// Its id, so that kept runs are known even where the puzzle is missing.
    id: Option<String>,
    /// Which clues are imposed, and a file of more.
    clues: Option<Imposed>,
    hints: Option<String>,
    #[serde(default)]
    pub(super) budget: BudgetEntry,
}

/// What `marquetry generate` takes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecipeEntry {
    size: String,
    #[serde(default)]
    frame: FrameEntry,
    colours: Option<usize>,
    frame_colours: Option<usize>,
    inner_colours: Option<usize>,
    spread: Option<Spread>,
    #[serde(default)]
    signed: bool,
    #[serde(default)]
    duplicates: bool,
    #[serde(default)]
    clues: usize,
    seed: u64,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FrameEntry {
    #[default]
    Grey,
    Open,
}

/// A token puzzle: a square of side `n`, or rows and columns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokensEntry {
    n: Option<usize>,
    rows: Option<usize>,
    columns: Option<usize>,
    remove: usize,
}

/// A puzzle that is not there, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// What tables call it.
    pub label: String,
    /// What the plan calls it.
    pub puzzle: String,
    /// What is run instead.
    pub instead: String,
    /// How to supply it.
    pub supply: String,
}

/// A puzzle that jobs can be made of.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// What tables call it.
    pub(super) label: String,
    pub(super) id: String,
    /// Absent where only the id is known: its runs can be reported, not made.
    pub(super) subject: Option<Arc<Subject>>,
    /// The label of the puzzle it stands in for: a paper's numbers are of that one.
    pub(super) stands_for: Option<String>,
}

impl PuzzleEntry {
    /// A puzzle of the shelf, a file or a link.
    pub(super) fn named(spec: String, clues: &ClueSource) -> Self {
        let ClueSource { imposed, hints } = clues.clone();
        Self { puzzle: Some(spec), clues: imposed, hints, ..Self::default() }
    }

    fn clue_source(&self) -> ClueSource {
        ClueSource { imposed: self.clues, hints: self.hints.clone() }
    }

    /// What tables call it.
    pub(super) fn label(&self) -> String {
        let own = self.label.clone().or_else(|| self.puzzle.clone());
        own.unwrap_or_else(|| match (&self.generate, &self.tokens) {
            (Some(recipe), _) => format!("{} seed {}", recipe.size, recipe.seed),
            (None, Some(tokens)) => {
                tokens.puzzle().map_or_else(|_| String::new(), |p| Subject::Tokens(p).id())
            }
            (None, None) => String::new(),
        })
    }

    /// The puzzles it stands for: itself, or where it is missing its stand-in, and the missing one
    /// too if its id is known.
    pub(super) fn find(&self) -> Result<(Vec<Found>, Option<Missing>)> {
        let label = self.label();
        match (&self.puzzle, &self.generate, &self.tokens) {
            (Some(spec), None, None) => self.on_shelf(spec, label),
            (None, Some(recipe), None) => {
                let puzzle = recipe.make().with_context(|| format!("puzzle {label}"))?;
                Ok((vec![self.found(label, puzzle)?], None))
            }
            (None, None, Some(tokens)) => {
                let puzzle = tokens.puzzle().with_context(|| format!("puzzle {label}"))?;
                puzzle.feasible().with_context(|| format!("puzzle {label} has no solution"))?;
                Ok((vec![self.found(label, Subject::Tokens(puzzle))?], None))
            }
            _ => bail!("a puzzle needs one of puzzle, generate and tokens"),
        }
    }

    fn found(&self, label: String, subject: Subject) -> Result<Found> {
        let id = subject.id();
        match &self.id {
            Some(expected) if *expected != id => {
                bail!(
                    "puzzle {label} is not the one the plan means: its id is {id}, not {expected}"
                )
            }
            _ => Ok(Found { label, id, subject: Some(Arc::new(subject)), stands_for: None }),
        }
    }

    fn on_shelf(&self, spec: &str, label: String) -> Result<(Vec<Found>, Option<Missing>)> {
        if Path::new(spec).exists() || shelf::find(spec).is_some() || self.instead.is_none() {
            return Ok((vec![self.found(label, read(spec, &self.clue_source())?)?], None));
        }
        let instead = self.instead.clone().unwrap_or_default();
        let twin = read(&instead, &ClueSource::default())?;
        let missing = Missing {
            label: label.clone(),
            puzzle: spec.to_owned(),
            instead: instead.clone(),
            supply: self
                .supply
                .clone()
                .unwrap_or_else(|| format!("marquetry puzzles add FILE --name {spec}")),
        };
        let absent = self.id.iter().map(|id| Found {
            label: label.clone(),
            id: id.clone(),
            subject: None,
            stands_for: None,
        });
        let stand_in = Found {
            label: format!("{label} ({instead})"),
            id: twin.id(),
            subject: Some(Arc::new(twin)),
            stands_for: Some(label.clone()),
        };
        Ok((absent.chain([stand_in]).collect(), Some(missing)))
    }
}

fn read(spec: &str, clues: &ClueSource) -> Result<Subject> {
    Ok(Subject::Edge(load::puzzle(spec, clues)?.puzzle))
}

impl RecipeEntry {
    fn make(&self) -> Result<Subject> {
        let size = self.size.split_once('x');
        let size = size.and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        let (width, height) =
            size.ok_or_else(|| anyhow!("expected a size such as 6x6, found {:?}", self.size))?;
        let frame = match self.frame {
            FrameEntry::Grey => Frame::Grey,
            FrameEntry::Open => Frame::Open,
        };
        let hardest = Recipe::hardest(width, height, frame);
        let colours = match (self.colours, self.frame_colours, self.inner_colours) {
            (None, None, None) => hardest.colours,
            (Some(colours), None, None) => Colours::Shared(colours),
            (None, Some(frame), Some(inner)) => Colours::Apart { frame, inner },
            _ => bail!("expected colours, or frame_colours and inner_colours"),
        };
        let recipe = Recipe {
            colours,
            spread: self.spread.unwrap_or(hardest.spread),
            signed: self.signed,
            distinct: hardest.distinct && !self.duplicates,
            asymmetric: hardest.asymmetric && !self.duplicates,
            clues: self.clues,
            seed: self.seed,
            ..hardest
        };
        let name = format!("puzzle-{}-s{}", self.size, self.seed);
        Ok(Subject::Edge(recipe.make()?.puzzle.with_name(name)))
    }
}

impl TokensEntry {
    fn puzzle(&self) -> Result<tokens::Puzzle> {
        let (rows, columns) = match (self.n, self.rows, self.columns) {
            (Some(n), None, None) => (n, n),
            (None, Some(rows), Some(columns)) => (rows, columns),
            _ => bail!("a token puzzle needs n, or rows and columns"),
        };
        Ok(tokens::Puzzle::new(rows, columns, self.remove)?)
    }
}
