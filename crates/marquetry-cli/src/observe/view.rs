//! The ways a run can be shown on the terminal.

use super::{Live, RunTitle, Thesis};
use marquetry::algorithms::Ga;
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{Budget, Event, Stamp};
use serde::Deserialize;
use serde_json::Value;

/// Which view is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ViewKind {
    /// The board in place where the terminal allows it, else a line now and then.
    #[default]
    Board,
    /// As the console of Niang's thesis.
    Thesis,
}

/// One of the views.
#[derive(Debug)]
pub enum View<'a> {
    /// The board in place, or a line now and then.
    Board(Box<Live<'a>>),
    /// Niang's console.
    Thesis(Box<Thesis<'a>>),
}

impl<'a> View<'a> {
    /// A view of a run that ends with this budget; `title` names it in a line.
    #[must_use]
    pub fn new(
        kind: ViewKind,
        puzzle: &'a Puzzle,
        title: RunTitle,
        parameters: &'a Value,
        budget: Budget,
    ) -> Self {
        match kind {
            ViewKind::Board => Self::Board(Box::new(Live::new(puzzle, title, budget))),
            ViewKind::Thesis => {
                let method = method(&title.algorithm, parameters);
                Self::Thesis(Box::new(Thesis::new(puzzle, method, parameters)))
            }
        }
    }

    /// Notes an event.
    pub fn notice(&mut self, stamp: Stamp, event: &Event<Board>) {
        match self {
            Self::Board(live) => live.notice(stamp, event),
            Self::Thesis(thesis) => thesis.notice(stamp, event),
        }
    }
}

/// The lines that name the method on the thesis's console: its own words for its own algorithm.
fn method(algorithm: &str, parameters: &Value) -> Vec<String> {
    if let Ok(ga) = Ga::deserialize(parameters)
        && algorithm == "ga"
    {
        let (selection, crossover) = (ga.selection_name(), ga.crossover_name());
        let (mutation, xo, mutated) = (ga.mutation_name(), ga.crossover_rate, ga.mutation_rate);
        return vec![
            format!("Selection Method: {selection} *** Crossover operator: {crossover}"),
            format!("Mutation operator: {mutation}"),
            format!("Crossover Rate: {xo} *** Mutation Rate: {mutated}"),
        ];
    }
    let named = |(name, value): (&String, &Value)| format!("{name}: {value}");
    let facts: Vec<String> = parameters.as_object().into_iter().flatten().map(named).collect();
    vec![format!("Method: {algorithm}"), facts.join(" *** ")]
}
