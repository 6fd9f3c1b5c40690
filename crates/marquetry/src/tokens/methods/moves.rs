//! What a step of the annealing changes: the paper's swap, and the moves of permutations it proposes to
//! try in the end (Almuhaideb et al. 2022, "Conclusion").

use super::super::{Grid, Puzzle, State, Swaps};
use crate::search::{Chances, Rng, Score, Walk, Walkable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a step changes. A section is a run of at most as many cells as a column has, read column by
/// column as in figure 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Moves {
    /// A token and a hole change places: the paper's.
    #[default]
    Swap,
    /// The first cell of a section goes behind its last, or the last before its first.
    Insertion,
    /// A section is reversed.
    Inversion,
    /// A section is shuffled.
    Scramble,
}

/// A grid being annealed.
pub(super) enum Walker {
    Swaps(Swaps),
    Sections(Moves, Sections),
}

impl Walker {
    /// A walk from a grid, or from a random one; `None` if there is none.
    pub(super) fn new(
        puzzle: &Puzzle,
        moves: Moves,
        from: Option<&Grid>,
        rng: &mut Rng,
    ) -> Option<Self> {
        if moves == Moves::Swap {
            return Some(Self::Swaps(puzzle.walk(from, rng)?));
        }
        let state = from.map_or_else(|| State::random(puzzle, rng), State::of);
        Some(Self::Sections(moves, Sections { state, changed: Vec::new() }))
    }

    /// Tries a random move; what it gained, if it was accepted.
    #[inline]
    pub(super) fn step(&mut self, chances: &Chances, rng: &mut Rng) -> Option<i32> {
        match self {
            Self::Swaps(walk) => {
                let swap = walk.propose(rng);
                let gain = walk.gain(swap);
                let accepted = chances.accept(gain, rng);
                if accepted {
                    walk.make(swap);
                }
                accepted.then_some(gain)
            }
            Self::Sections(moves, walk) => {
                let gain = walk.make(*moves, rng);
                let accepted = chances.accept(gain, rng);
                if !accepted {
                    walk.undo();
                }
                accepted.then_some(gain)
            }
        }
    }

    pub(super) fn score(&self) -> Score {
        match self {
            Self::Swaps(walk) => walk.score(),
            Self::Sections(_, walk) => walk.state.score(),
        }
    }

    pub(super) fn solution(&self) -> Grid {
        match self {
            Self::Swaps(walk) => walk.solution(),
            Self::Sections(_, walk) => walk.state.grid().clone(),
        }
    }
}

/// A grid whose sections change.
pub(super) struct Sections {
    state: State,
    /// The cells the last move flipped.
    changed: Vec<(usize, usize)>,
}

impl Sections {
    /// Makes a random move; what it gains.
    fn make(&mut self, moves: Moves, rng: &mut Rng) -> i32 {
        let (rows, columns) = (self.state.grid().rows(), self.state.grid().columns());
        let cell = |place: usize| (place % rows, place / rows);
        let first = rng.below(rows * columns);
        let end = (first + 2 + rng.below(rows.max(2) - 1)).min(rows * columns);
        let held = |place| self.state.get(cell(place).0, cell(place).1);
        let mut section: Vec<bool> = (first..end).map(held).collect();
        match moves {
            Moves::Swap => {}
            Moves::Insertion if rng.coin() => section.rotate_left(1),
            Moves::Insertion => section.rotate_right(1),
            Moves::Inversion => section.reverse(),
            Moves::Scramble => rng.shuffle(&mut section),
        }
        let before = self.state.score();
        self.changed.clear();
        for (place, token) in (first..).zip(section) {
            let (row, column) = cell(place);
            if self.state.get(row, column) != token {
                self.state.flip(row, column);
                self.changed.push((row, column));
            }
        }
        self.state.score() as i32 - before as i32
    }

    /// Takes the last move back.
    fn undo(&mut self) {
        self.changed.drain(..).for_each(|(row, column)| self.state.flip(row, column));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Problem;

    const SECTIONS: [Moves; 3] = [Moves::Insertion, Moves::Inversion, Moves::Scramble];

    #[test]
    fn the_gain_is_what_the_judge_sees_and_undone_is_undone() {
        let rng = &mut Rng::new(3);
        for (rows, columns) in [(1, 1), (1, 7), (7, 1), (2, 3), (9, 9), (70, 3)] {
            let puzzle = Puzzle::new(rows, columns, rows * columns / 3).unwrap();
            for moves in SECTIONS {
                let state = State::random(&puzzle, rng);
                let mut walk = Sections { state, changed: Vec::new() };
                let mut moved = 0;
                for _ in 0..200 {
                    let before = walk.state.clone();
                    let gain = walk.make(moves, rng);
                    assert_eq!(puzzle.judge(walk.state.grid()), Ok(walk.state.score()));
                    assert_eq!(walk.state.score() as i32 - before.score() as i32, gain);
                    moved += walk.changed.len();
                    if rng.coin() {
                        walk.undo();
                        assert_eq!(walk.state.grid(), before.grid());
                    }
                }
                assert!(moved > 0 || rows * columns == 1, "{moves:?} {rows}x{columns}");
            }
        }
    }

    /// On a line of one token each move leaves the token where it can.
    #[test]
    fn each_move_is_what_its_name_says() {
        let rng = &mut Rng::new(4);
        for moves in SECTIONS {
            for _ in 0..300 {
                let state = State::of(&"1\n1\n0\n0\n0\n0".parse::<Grid>().unwrap());
                let mut walk = Sections { state, changed: Vec::new() };
                walk.make(moves, rng);
                let text = walk.state.grid().to_string().replace('\n', "");
                // An insertion moves one token, and leaves or passes the other; an inversion mirrors both.
                let kept = match moves {
                    Moves::Insertion => text.starts_with('1') || text.starts_with("01"),
                    Moves::Inversion => text.contains("11") || text.starts_with('1'),
                    Moves::Swap | Moves::Scramble => true,
                };
                assert!(kept && text.matches('1').count() == 2, "{moves:?}: {text}");
            }
        }
    }
}
