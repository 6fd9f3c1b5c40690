//! An ant colony as one would build it today: ants that rebuild a part of the best board from the
//! pieces that match, and a local search for the best ant of a round.

use super::ant::{Ant, Weighed, lot, power};
use super::graph::{Scent, matches};
use super::modern::AntsModern;
use super::pheromone::Pheromone;
use super::{Combine, Graph};
use crate::algorithms::repair::{Repair, Repairer};
use crate::edge::{Board, Placed, Puzzle, State, WAYS, scan};
use crate::search::{Rng, Run};

/// The least pheromone; the most, and that of the start, is 1. Stützle and Hoos relate it to the
/// number of choices: with ten pieces that match, one that no good board ever used is still drawn
/// in one case of three.
const LEAST: f64 = 0.05;
/// The shortest side of the part of a board that is built again.
const SHORTEST: usize = 3;

/// What a swarm is doing.
enum Errand<'p> {
    /// An ant is building its board.
    Build(Box<Ant<'p>>),
    /// The best board of the round is being repaired.
    Mend(Box<Repairer<'p>>),
}

/// A colony that can stop after any step and go on later.
pub(super) struct Swarm<'p> {
    puzzle: &'p Puzzle,
    parameters: &'p AntsModern,
    rng: Rng,
    pheromone: Pheromone,
    view: Scent,
    choices: Vec<Weighed>,
    /// How many sides of each colour the pieces have that the ant may still lay, and one.
    left: [u16; 256],
    task: Errand<'p>,
    /// Boards finished in this round.
    finished: u16,
    /// The best of them.
    champion: Option<State<'p>>,
    /// The board to begin with, now and whenever everything was forgotten.
    home: Option<State<'p>>,
    /// The best board since everything was forgotten.
    best: Option<State<'p>>,
    /// Rounds without a better one.
    idle: u32,
}

impl<'p> Swarm<'p> {
    /// A swarm for a puzzle without obstacle, which goes on from a complete board if there is one.
    pub(super) fn new(
        puzzle: &'p Puzzle,
        parameters: &'p AntsModern,
        start: Option<&Board>,
        seed: u64,
    ) -> Self {
        let mut rng = Rng::new(seed);
        let best = start.map(|board| State::from_board(puzzle, board));
        let ant = ant(puzzle, best.as_ref(), parameters.part, &mut rng);
        Self {
            puzzle,
            parameters,
            rng,
            left: colours_left(&ant.state),
            task: Errand::Build(Box::new(ant)),
            pheromone: fresh(puzzle),
            view: Scent::new(Graph::Sides, Combine::Product, puzzle.size()),
            choices: Vec::new(),
            finished: 0,
            champion: None,
            home: best.clone(),
            best,
            idle: 0,
        }
    }

    /// Works until the run is over, offering every board.
    pub(super) fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        while !run.over() {
            match &mut self.task {
                Errand::Build(ant) if ant.next().is_some() => {
                    if run.step() {
                        self.lay();
                    }
                }
                Errand::Build(ant) => {
                    run.offer(ant.state.score(), || ant.state.board());
                    self.finish_board();
                }
                Errand::Mend(repair) => {
                    repair.advance(run);
                    if repair.idle_work() >= u64::from(self.parameters.patience.get()) {
                        self.finish_round();
                    }
                }
            }
        }
    }

    /// Lays a piece: by lot among those that match most joins, the likelier the more pheromone lies
    /// on its joins and the rarer its colours are, so that some colours are used up early.
    fn lay(&mut self) {
        let Errand::Build(ant) = &mut self.task else { return };
        let Some(cell) = ant.next() else { return };
        let most = ant.best_fit();
        self.view.look(&ant.state, cell, &self.pheromone);
        let (view, left) = (&self.view, &self.left);
        let &AntsModern { alpha, beta, .. } = self.parameters;
        let sides = |placed| self.puzzle.sides(placed).map(usize::from);
        ant.choices(&mut self.choices, |placed, matched| {
            (matched == most).then(|| {
                let common = sides(placed).map(|colour| f64::from(left[colour]));
                let rarity = 1.0 / common.iter().product::<f64>();
                power(view.of(placed), alpha.into()) * power(rarity, beta.into())
            })
        });
        if let Some(choice) = lot(&self.choices, &mut self.rng) {
            ant.lay(choice);
            sides(choice.placed).into_iter().for_each(|colour| self.left[colour] -= 1);
        }
    }

    /// Takes an ant's board; the next ant goes out, or the best board of the round is repaired.
    fn finish_board(&mut self) {
        let Errand::Build(ant) = &mut self.task else { return };
        if self.champion.as_ref().is_none_or(|best| ant.state.score() > best.score()) {
            self.champion = Some(ant.state.clone());
        }
        self.finished += 1;
        match self.champion.take() {
            Some(board) if self.finished >= self.parameters.ants.get() => {
                self.finished = 0;
                let seed = self.rng.bits();
                let repair = Repairer::new(self.puzzle, &board.board(), Repair::default(), seed);
                self.task = Errand::Mend(Box::new(repair));
            }
            champion => {
                self.champion = champion;
                self.send_ant();
            }
        }
    }

    /// Rewards the best board, which may be the one just repaired, as in MMAS with bounds.
    fn finish_round(&mut self) {
        let Errand::Mend(repair) = &self.task else { return };
        let mended = State::from_board(self.puzzle, repair.best_board());
        let best = self.best.as_ref().map(State::score);
        self.idle = if best.is_none_or(|best| mended.score() > best) { 0 } else { self.idle + 1 };
        // A different board that is as good takes over: the ants start somewhere else.
        if best.is_none_or(|best| mended.score() >= best) {
            self.best = Some(mended);
        }
        self.pheromone.evaporate(1.0 - self.parameters.rho);
        if let Some(best) = &self.best {
            for edge in Graph::Sides.board(best) {
                if matches(self.puzzle, edge) {
                    let rho = self.parameters.rho;
                    Graph::Sides.change(&mut self.pheromone, edge, |value| value + rho);
                }
            }
        }
        if self.idle >= self.parameters.rounds.get() {
            self.pheromone = fresh(self.puzzle);
            self.best = self.home.clone();
            self.idle = 0;
        }
        self.send_ant();
    }

    fn send_ant(&mut self) {
        let ant = ant(self.puzzle, self.best.as_ref(), self.parameters.part, &mut self.rng);
        self.left = colours_left(&ant.state);
        self.task = Errand::Build(Box::new(ant));
    }
}

/// Pheromone that prefers nothing yet: as much as there can be, so that everything is tried.
fn fresh(puzzle: &Puzzle) -> Pheromone {
    Pheromone::new(Graph::Sides.shape(puzzle.size()).0, 1.0, (LEAST, 1.0))
}

/// How many sides of each colour the pieces have that are not on a board, and one.
fn colours_left(state: &State<'_>) -> [u16; 256] {
    let mut left = [1; 256];
    for piece in (0..state.puzzle().size()).filter(|&piece| state.home(piece).is_none()) {
        let sides = state.puzzle().sides(Placed::new(piece, 0));
        sides.into_iter().for_each(|colour| left[usize::from(colour)] += 1);
    }
    left
}

/// An ant that builds a part of a board again, or a whole one.
fn ant<'p>(puzzle: &'p Puzzle, board: Option<&State<'p>>, part: u8, rng: &mut Rng) -> Ant<'p> {
    let state = match board {
        Some(board) => hollowed(board, part, rng),
        None => State::with_clues(puzzle),
    };
    let (width, height) = (puzzle.width(), puzzle.height());
    let cells = scan(width, height, height / 3, rng.below(WAYS));
    Ant::new(state, cells.into_iter().map(usize::from).collect())
}

/// A board without the pieces of a window around a break. Clues stay.
fn hollowed<'p>(board: &State<'p>, part: u8, rng: &mut Rng) -> State<'p> {
    let puzzle = board.puzzle();
    let cells = 0..puzzle.size();
    let broken: Vec<usize> =
        cells.clone().filter(|&cell| board.matches(cell) < board.neighbours(cell)).collect();
    let centre = rng.pick(&broken).copied().unwrap_or(0);
    let (width, height) = (puzzle.width(), puzzle.height());
    let columns = window(centre % width, width, part, rng);
    let rows = window(centre / width, height, part, rng);
    let mut state = board.clone();
    for cell in cells {
        let clue = puzzle.clues().iter().any(|clue| clue.cell == cell);
        if !clue && columns.contains(&(cell % width)) && rows.contains(&(cell / width)) {
            state.lift(cell);
        }
    }
    state
}

/// A random interval around a place: up to so many hundredths of the length.
fn window(place: usize, length: usize, part: u8, rng: &mut Rng) -> std::ops::Range<usize> {
    let longest = (usize::from(part) * length / 100).max(SHORTEST);
    let size = (SHORTEST + rng.below(longest - SHORTEST + 1)).min(length);
    let first = place.saturating_sub(rng.below(size)).min(length - size);
    first..first + size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::generate::Recipe;
    use crate::edge::{Frame, judge};

    #[test]
    fn windows_hold_their_place() {
        let rng = &mut Rng::new(1);
        for _ in 0..1000 {
            let length = 1 + rng.below(20);
            let place = rng.below(length);
            let window = window(place, length, rng.below(101) as u8, rng);
            assert!(window.contains(&place) && window.end <= length, "{window:?} {length}");
        }
    }

    #[test]
    fn hollowed_boards_keep_clues_and_are_built_up_again() {
        let recipe = Recipe { clues: 6, ..Recipe::random(7, 5, Frame::Grey, 4, 3) };
        let puzzle = recipe.make().unwrap().puzzle;
        let parameters = AntsModern { beta: 1, part: 60, ..AntsModern::default() };
        let rng = &mut Rng::new(2);
        for seed in 0..20 {
            let board = State::random(&puzzle, rng);
            let start = board.board();
            let mut swarm = Swarm::new(&puzzle, &parameters, Some(&start), seed);
            let Errand::Build(ant) = &swarm.task else { unreachable!() };
            let holes = (0..35).filter(|&cell| ant.state.get(cell).is_none()).count();
            assert!((1..=20).contains(&holes), "{holes}");
            for clue in puzzle.clues() {
                assert_eq!(ant.state.get(clue.cell), Some(clue.placed));
            }
            for _ in 0..holes {
                swarm.lay();
            }
            let Errand::Build(ant) = &swarm.task else { unreachable!() };
            assert!(ant.next().is_none());
            assert!(judge(&puzzle, &ant.state.board()).faults.is_empty());
        }
    }
}
