//! The ant colony of Söderlind 2010, sections 3.2, 4.2, 5.5 and 5.6.

use super::Ants;
use super::ant::{Ant, Weighed, best, lot, power};
use super::graph::Scent;
use super::pheromone::Pheromone;
use crate::edge::{Puzzle, State};
use crate::search::{Problem as _, Rng, Score};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Outside MMAS no pheromone falls below this part of the initial value: it would reach nothing
/// after some thousand rounds, and edges that have faded could never be forgotten.
const FLOOR: f64 = 1e-6;
/// Nothing ever holds as much.
const CEILING: f64 = 1e300;

/// How ants choose and who leaves pheromone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// Ant System (section 3.2.1): a choice by lot, and every ant deposits.
    As,
    /// Ant Colony System (section 3.2.2): mostly the best choice, edges fade as they are
    /// travelled, and the best ant alone deposits.
    #[default]
    Acs,
    /// Max-Min Ant System (section 3.2.3): a choice by lot, the best ant alone deposits, and
    /// pheromone stays between two bounds.
    Mmas,
}

/// Which board the best ant's pheromone comes from: section 3.2.2 leaves it open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Champion {
    /// The best of the round: the thesis speaks of the best ant, not of the best board so far.
    #[default]
    Round,
    /// The best since the start.
    Ever,
}

/// How much pheromone a board is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Deposit {
    /// Its score, as in section 4.2.
    #[default]
    Raw,
    /// Its score as a part of the perfect one.
    Scaled,
}

/// Which edges evaporate in MMAS. Section 3.2.3 says that it updates as ACS does, which is on the
/// best ant's edges alone; but then edges not yet created would never change, and section 5.5
/// needs a counter for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Evaporation {
    /// All of them, as its inventors have it.
    #[default]
    All,
    /// Those of the best ant.
    Tour,
}

impl Ants {
    /// Pheromone for a score.
    fn worth(&self, score: Score, perfect: Score) -> f64 {
        match self.deposit {
            Deposit::Raw => f64::from(score),
            Deposit::Scaled => f64::from(score) / f64::from(perfect.max(1)),
        }
    }

    /// The bounds of the pheromone. In MMAS (section 3.2.3) the least is the initial value of the
    /// Ant System and the most is that of the best possible board, unless given.
    fn bounds(&self, perfect: Score) -> (f64, f64) {
        match self.system {
            System::As | System::Acs => (FLOOR * self.tau0, CEILING),
            System::Mmas => {
                let low = self.tau_min.unwrap_or(self.tau0);
                (low, self.tau_max.unwrap_or_else(|| self.worth(perfect, perfect)).max(low))
            }
        }
    }
}

/// Ants and the pheromone they share.
pub(super) struct Colony<'p> {
    puzzle: &'p Puzzle,
    parameters: &'p Ants,
    pheromone: Pheromone,
    view: Scent,
    /// The heuristic raised to its exponent, by matched joins.
    desire: [f64; 5],
    /// The best board since the start.
    ever: Option<State<'p>>,
    choices: Vec<Weighed>,
}

impl<'p> Colony<'p> {
    /// A colony for a puzzle without obstacle.
    pub(super) fn new(puzzle: &'p Puzzle, parameters: &'p Ants) -> Self {
        let bounds = parameters.bounds(puzzle.perfect());
        let (rows, _) = parameters.graph.shape(puzzle.size());
        Self {
            puzzle,
            pheromone: Pheromone::new(rows, parameters.tau0, bounds),
            view: Scent::new(parameters.graph, parameters.combine, puzzle.size()),
            // The heuristic is the number of matches and one (section 4.2).
            desire: [1.0, 2.0, 3.0, 4.0, 5.0].map(|value| power(value, parameters.beta)),
            ever: None,
            choices: Vec::new(),
            parameters,
        }
    }

    /// The pheromone.
    pub(super) fn pheromone(&self) -> &Pheromone {
        &self.pheromone
    }

    /// Lets so many ants build a board each, piece by piece in turn, and updates the pheromone.
    ///
    /// # Errors
    /// The unfinished board of the first ant, if a round that takes long is `cut` short.
    pub(super) fn round(
        &mut self,
        ants: usize,
        rng: &mut Rng,
        cut: impl Fn() -> bool,
    ) -> Result<Vec<State<'p>>, Box<State<'p>>> {
        let start = |_| {
            let order = self.parameters.order.cells(self.puzzle, rng);
            Ant::new(State::with_clues(self.puzzle), order)
        };
        let mut ants: Vec<Ant<'p>> = (0..ants).map(start).collect();
        for _ in 0..self.puzzle.size() {
            if cut() {
                return Err(Box::new(ants.swap_remove(0).state));
            }
            for ant in &mut ants {
                self.lay(ant, rng);
            }
        }
        let boards: Vec<State<'p>> = ants.into_iter().map(|ant| ant.state).collect();
        self.update(&boards);
        Ok(boards)
    }

    /// Lays an ant's next piece; in ACS the edges it travels fade at once.
    fn lay(&mut self, ant: &mut Ant<'_>, rng: &mut Rng) {
        let Some(cell) = ant.next() else { return };
        let Ants { system, graph, alpha, phi, tau0, q0, .. } = *self.parameters;
        self.view.look(&ant.state, cell, &self.pheromone);
        let (view, desire) = (&self.view, &self.desire);
        ant.choices(&mut self.choices, |placed, matches| {
            Some(power(view.of(placed), alpha) * desire[matches as usize])
        });
        // The decision policy: by lot, or in ACS with probability `q0` the best.
        let greedy = system == System::Acs && rng.unit() < q0;
        let chosen = if greedy { best(&self.choices, rng) } else { lot(&self.choices, rng) };
        let Some(chosen) = chosen else { return };
        if system == System::Acs {
            for edge in graph.edges(&ant.state, cell, chosen.placed) {
                graph.change(&mut self.pheromone, edge, |value| value + phi * (tau0 - value));
            }
        }
        ant.lay(chosen);
    }

    /// The global update at the end of a round.
    fn update(&mut self, boards: &[State<'p>]) {
        let Ants { system, rho, .. } = *self.parameters;
        let evaporates = match system {
            System::As => true,
            System::Acs => false,
            System::Mmas => self.parameters.evaporation == Evaporation::All,
        };
        if evaporates {
            self.pheromone.evaporate(1.0 - rho);
        }
        let left = if evaporates { 1.0 } else { 1.0 - rho };
        if system == System::As {
            boards.iter().for_each(|board| self.reward(board, 1.0, 1.0));
        } else if let Some(board) = self.champion(boards) {
            self.reward(&board, left, rho);
        }
    }

    /// The edges of a board keep a part of their pheromone and get a part of its worth.
    fn reward(&mut self, board: &State<'_>, left: f64, part: f64) {
        let worth = part * self.parameters.worth(board.score(), self.puzzle.perfect());
        let graph = self.parameters.graph;
        for edge in graph.board(board) {
            graph.change(&mut self.pheromone, edge, |value| left * value + worth);
        }
    }

    /// The board whose edges are rewarded.
    fn champion(&mut self, boards: &[State<'p>]) -> Option<State<'p>> {
        let first_best = boards.iter().rev().max_by_key(|board| board.score())?;
        if self.ever.as_ref().is_none_or(|ever| first_best.score() > ever.score()) {
            self.ever = Some(first_best.clone());
        }
        match self.parameters.champion {
            Champion::Round => Some(first_best.clone()),
            Champion::Ever => self.ever.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Graph;
    use super::*;
    use crate::edge::generate::Recipe;
    use crate::edge::{Frame, judge};

    #[test]
    fn boards_are_complete_and_keep_frame_and_clues() {
        let rng = &mut Rng::new(1);
        for frame in [Frame::Grey, Frame::Open] {
            let recipe = Recipe { clues: 3, signed: true, ..Recipe::random(5, 4, frame, 3, 2) };
            let puzzle = recipe.make().unwrap().puzzle;
            for system in [System::As, System::Acs, System::Mmas] {
                for graph in [Graph::Position, Graph::Sides] {
                    let parameters = Ants { system, graph, ..Ants::default() };
                    let mut colony = Colony::new(&puzzle, &parameters);
                    for state in (0..5).flat_map(|_| colony.round(3, rng, || false).unwrap()) {
                        let verdict = judge(&puzzle, &state.board());
                        assert!(verdict.faults.is_empty(), "{system:?} {graph:?}");
                        assert_eq!(verdict.score, state.score());
                        let laid = (0..20).all(|cell| state.get(cell).is_some());
                        assert!(laid, "{system:?} {graph:?}");
                    }
                }
            }
        }
    }

    /// With one ant and nothing by chance but ties, the updates are those of the formulas.
    #[test]
    fn pheromone_follows_the_formulas() {
        let puzzle = Recipe::random(4, 4, Frame::Open, 3, 2).make().unwrap().puzzle;
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * b;
        for (system, evaporation) in [
            (System::As, Evaporation::All),
            (System::Acs, Evaporation::All),
            (System::Mmas, Evaporation::All),
            (System::Mmas, Evaporation::Tour),
        ] {
            let (tau0, tau_min) = (2.0, Some(0.5));
            let parameters = Ants { system, evaporation, tau0, tau_min, ..Ants::default() };
            let greedy = Ants { q0: 1.0, ..parameters.clone() };
            let mut colony = Colony::new(&puzzle, &parameters);
            let board = colony.round(1, &mut Rng::new(3), || false).unwrap().remove(0);
            let score = f64::from(board.score());
            let used = board.get(5).unwrap().index();
            let unused = (used + 4) % 64;
            let (on, off) = (colony.pheromone.get(5, used), colony.pheromone.get(5, unused));
            let (used_now, unused_now) = match (system, evaporation) {
                (System::As, _) => (1.8 + score, 1.8),
                (System::Acs, _) | (_, Evaporation::Tour) => (1.8 + 0.1 * score, 2.0),
                (System::Mmas, Evaporation::All) => (1.8 + 0.1 * score, 1.8),
            };
            assert!(close(on, used_now) && close(off, unused_now), "{system:?} {on} {off}");
            // Travelled again, an edge of ACS fades towards the initial value first.
            if system == System::Acs {
                colony.parameters = &greedy;
                let again = colony.round(1, &mut Rng::new(3), || false).unwrap().remove(0);
                let faded = on + 0.1 * (2.0 - on);
                let reward = 0.1 * f64::from(again.score());
                if again.get(5) == board.get(5) {
                    assert!(close(colony.pheromone.get(5, used), 0.9 * faded + reward));
                }
            }
        }
    }

    /// The best board so far is rewarded again although the round's best is worse.
    #[test]
    fn the_champion_is_the_rounds_or_of_all_rounds() {
        let puzzle = Recipe::random(6, 6, Frame::Open, 6, 2).make().unwrap().puzzle;
        for champion in [Champion::Round, Champion::Ever] {
            let parameters = Ants { champion, ..Ants::default() };
            let mut colony = Colony::new(&puzzle, &parameters);
            let (rng, mut most) = (&mut Rng::new(4), 0);
            for _ in 0..30 {
                let boards = vec![State::random(&puzzle, rng), State::random(&puzzle, rng)];
                let round = boards.iter().map(State::score).max().unwrap();
                most = most.max(round);
                let expected = if champion == Champion::Ever { most } else { round };
                assert_eq!(colony.champion(&boards).unwrap().score(), expected);
            }
        }
    }
}
