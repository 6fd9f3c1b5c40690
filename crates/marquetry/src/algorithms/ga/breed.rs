//! A crossover that knows the puzzle: what is sound in both parents is kept, the rest completed.
//!
//! Niang's conclusion asks for operators with a bias to fitness; the kept regions without breaks
//! are that, the exact completion is what a repair can do today.

use crate::algorithms::repair::{Adjacency, Aim, Filler, MOST_CELLS};
use crate::edge::greedy::{self, Placement};
use crate::edge::{Board, Placed, Puzzle, State};
use crate::search::Rng;

/// Makes children; keeps its tables between two of them.
#[derive(Debug)]
pub(super) struct Breeder<'p> {
    puzzle: &'p Puzzle,
    ground: Adjacency<'p>,
    filler: Filler,
    /// Pieces that may be laid to complete a child.
    nodes: u64,
    laid: Vec<(usize, Placed)>,
}

impl<'p> Breeder<'p> {
    pub(super) fn new(puzzle: &'p Puzzle, nodes: u64) -> Self {
        let (ground, filler) = (Adjacency::new(puzzle), Filler::new());
        Self { puzzle, ground, filler, nodes, laid: Vec::new() }
    }

    /// A child of two complete boards, and the work it took: a block of the first without breaks,
    /// then all of the second and of the first again that is sound and fits, then the rest.
    pub(super) fn child(&mut self, first: &Board, second: &Board, rng: &mut Rng) -> (Board, u64) {
        let parents = [first, second].map(|board| State::from_board(self.puzzle, board));
        let mut child = State::with_clues(self.puzzle);
        for cell in self.block(&parents[0], rng) {
            inherit(&parents[0], &mut child, cell);
        }
        for parent in [&parents[1], &parents[0]] {
            for cell in (0..self.puzzle.size()).filter(|&cell| sound(parent, cell)) {
                inherit(parent, &mut child, cell);
            }
        }
        let mut rest: Vec<usize> =
            (0..self.puzzle.size()).filter(|&cell| child.get(cell).is_none()).collect();
        greedy::complete(&mut child, Placement::Walk, rng);
        rng.shuffle(&mut rest);
        rest.truncate(MOST_CELLS);
        let work = self.refill(&mut child, &rest);
        (child.board(), work + 8 * self.puzzle.size() as u64)
    }

    /// Connected cells without breaks, a quarter to three quarters of the board if there are.
    fn block(&self, parent: &State<'_>, rng: &mut Rng) -> Vec<usize> {
        let size = self.puzzle.size();
        let whole: Vec<usize> = (0..size).filter(|&cell| sound(parent, cell)).collect();
        let wanted = size / 4 + rng.below(size / 2 + 1);
        let mut block: Vec<usize> = rng.pick(&whole).copied().into_iter().collect();
        let mut inside = vec![false; size];
        block.iter().for_each(|&cell| inside[cell] = true);
        let mut edge = block.clone();
        while block.len() < wanted && !edge.is_empty() {
            let cell = edge.swap_remove(rng.below(edge.len()));
            for next in self.ground.around(cell).into_iter().flatten() {
                if !inside[next] && sound(parent, next) {
                    inside[next] = true;
                    block.push(next);
                    edge.push(next);
                }
            }
        }
        block
    }

    /// Fills cells ever better until the nodes are used up or nothing better is found; the work.
    fn refill(&mut self, child: &mut State<'_>, rest: &[usize]) -> u64 {
        let mut work = 0;
        while work < self.nodes && !rest.is_empty() {
            let before = child.score();
            let aim = Aim { loss: 0, nodes: self.nodes - work, supply: true };
            work += self.filler.fill(&self.ground, child, rest, aim, &mut self.laid);
            child.lay(&self.laid);
            if child.score() == before {
                break;
            }
        }
        work
    }
}

/// Whether all joins of a cell match.
fn sound(state: &State<'_>, cell: usize) -> bool {
    state.matches(cell) == state.neighbours(cell)
}

/// Lays what a parent has on a cell, if the piece is left and breaks nothing.
fn inherit(parent: &State<'_>, child: &mut State<'_>, cell: usize) {
    let Some(placed) = parent.get(cell) else { return };
    let free = child.get(cell).is_none() && child.home(placed.piece()).is_none();
    if free && child.fit(cell, placed) == child.neighbours(cell) {
        child.place(cell, placed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::generate::Recipe;
    use crate::edge::{Frame, judge};

    #[test]
    fn children_are_valid_and_better_than_chance() {
        let rng = &mut Rng::new(1);
        let clued = Recipe { clues: 4, ..Recipe::random(6, 6, Frame::Grey, 5, 1) };
        let open = Recipe { signed: true, ..Recipe::random(5, 4, Frame::Open, 4, 1) };
        let strips =
            [Recipe::random(1, 1, Frame::Grey, 3, 1), Recipe::random(6, 1, Frame::Grey, 3, 1)];
        for recipe in
            strips.into_iter().chain([clued, open, Recipe::random(8, 8, Frame::Grey, 6, 1)])
        {
            let puzzle = recipe.make().unwrap().puzzle;
            let mut breeder = Breeder::new(&puzzle, 500);
            for _ in 0..20 {
                let parents = [(); 2].map(|()| State::random(&puzzle, rng));
                let (child, work) = breeder.child(&parents[0].board(), &parents[1].board(), rng);
                let verdict = judge(&puzzle, &child);
                assert!(verdict.faults.is_empty(), "{recipe}");
                let best = parents[0].score().max(parents[1].score());
                assert!(verdict.score >= best, "{recipe}: {} of {best}", verdict.score);
                assert!(work > 0);
            }
        }
    }

    #[test]
    fn a_perfect_parent_mated_with_itself_stays() {
        let made = Recipe::random(6, 6, Frame::Grey, 5, 2).make().unwrap();
        let mut breeder = Breeder::new(&made.puzzle, 500);
        let (child, _) = breeder.child(&made.solution, &made.solution, &mut Rng::new(3));
        assert_eq!(child, made.solution);
    }
}
