//! The five moves of the paper on a board with its tables.

use super::gains::{GainTable, Scan, other_turns};
use super::{Pivot, Turning};
use crate::edge::{Ground, Kind, Move, Puzzle, State};
use crate::search::Rng;

/// The moves, and with each the set of boards it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbourhood {
    /// Two corners change places; the frame turns them.
    SwapCorner,
    /// Two sides change places; the frame turns them.
    SwapSide,
    /// One piece takes another turn.
    Rotate,
    /// Two inner pieces change places and keep their turns.
    SwapCentre,
    /// Two inner pieces change places, each with the turn that matches most.
    SwapRotateCentre,
}

/// The neighbourhoods a shake draws from (section 2).
pub(super) const SHAKES: [Neighbourhood; 4] = [
    Neighbourhood::SwapCorner,
    Neighbourhood::SwapSide,
    Neighbourhood::Rotate,
    Neighbourhood::SwapCentre,
];

const CORNERS: usize = 0;
const SIDES: usize = 1;
const CENTRE: usize = 2;

/// Their kinds of cells, with what takes their place on boards one cell wide: of every two kinds a
/// board has one at most.
pub(super) const KINDS: [[Kind; 2]; 3] =
    [[Kind::Corner, Kind::End], [Kind::Border, Kind::Bridge], [Kind::Inner, Kind::Lone]];

/// A complete board, and tables of what every move on it is worth.
///
/// Boards one cell wide have ends for corners and bridges for sides; bridges may lie two ways.
#[derive(Clone, Debug)]
pub(super) struct Desk<'p> {
    pub(super) state: State<'p>,
    tables: [GainTable; 3],
    turning: Turning,
    /// The table of every free cell and its number there.
    places: Vec<Option<(u8, u16)>>,
}

impl<'p> Desk<'p> {
    pub(super) fn new(puzzle: &'p Puzzle, state: State<'p>, turning: Turning) -> Self {
        let ground = Ground::new(puzzle);
        let free = |kinds: [Kind; 2], turning: Turning| {
            let cells = kinds.iter().flat_map(|&kind| ground.cells(kind));
            GainTable::new(puzzle, cells.map(|&cell| usize::from(cell)).collect(), turning)
        };
        let [corners, sides, centre] = KINDS;
        // The frame turns what lies on it.
        let tables = [
            free(corners, Turning::Together),
            free(sides, Turning::Together),
            free(centre, turning),
        ];
        let mut places = vec![None; puzzle.size()];
        for (which, table) in tables.iter().enumerate() {
            for (number, &cell) in table.cells().iter().enumerate() {
                places[cell] = Some((which as u8, number as u16));
            }
        }
        Self { state, tables, turning, places }
    }

    /// Becomes as another desk of the same puzzle is.
    pub(super) fn copy(&mut self, other: &Self) {
        self.state.clone_from(&other.state);
        for (table, other) in self.tables.iter_mut().zip(&other.tables) {
            table.copy(other);
        }
    }

    /// Scores the candidates of a neighbourhood: the best or first that gains, and how many
    /// were scored. Nothing descends by [`Neighbourhood::SwapCentre`].
    pub(super) fn scan(
        &mut self,
        neighbourhood: Neighbourhood,
        improvement: Pivot,
    ) -> (Option<Move>, u64) {
        let number = self.table(neighbourhood);
        let table = &mut self.tables[number];
        let Scan { found, scored } = match neighbourhood {
            Neighbourhood::Rotate => table.best_turn(&self.state, improvement),
            _ => table.best_swap(&self.state, improvement),
        };
        (found.map(|found| self.as_move(neighbourhood, found)), scored)
    }

    /// Any candidate of a neighbourhood of a descent and what it gains, if there is one.
    pub(super) fn any(
        &mut self,
        neighbourhood: Neighbourhood,
        rng: &mut Rng,
    ) -> Option<((usize, usize), i32)> {
        let number = self.table(neighbourhood);
        let table = &mut self.tables[number];
        match neighbourhood {
            Neighbourhood::Rotate => table.any_turn(&self.state, rng),
            _ => table.any_swap(&self.state, rng),
        }
    }

    /// The number of the table that knows a neighbourhood.
    fn table(&self, neighbourhood: Neighbourhood) -> usize {
        match neighbourhood {
            Neighbourhood::SwapCorner => CORNERS,
            Neighbourhood::SwapSide => SIDES,
            Neighbourhood::Rotate if self.tables[CENTRE].can_turn() => CENTRE,
            Neighbourhood::Rotate => SIDES,
            Neighbourhood::SwapCentre | Neighbourhood::SwapRotateCentre => CENTRE,
        }
    }

    /// The move of what a table has found: two cells, or a cell and its new turn.
    pub(super) fn as_move(&self, neighbourhood: Neighbourhood, (a, b): (usize, usize)) -> Move {
        match neighbourhood {
            Neighbourhood::Rotate => Move::Turn { cell: a, turn: b as u8 },
            Neighbourhood::SwapRotateCentre => self.swap_rotate(a, b),
            _ => Move::best_swap(&self.state, a, b),
        }
    }

    /// Two inner pieces change places and are turned.
    fn swap_rotate(&self, a: usize, b: usize) -> Move {
        match self.turning {
            Turning::Together => Move::best_swap(&self.state, a, b),
            Turning::OneByOne => swap_one_by_one(&self.state, a, b),
        }
    }

    /// A random move of a neighbourhood, if it has any.
    pub(super) fn random(&self, neighbourhood: Neighbourhood, rng: &mut Rng) -> Option<Move> {
        match neighbourhood {
            Neighbourhood::SwapCorner => self.random_swap(CORNERS, rng),
            Neighbourhood::SwapSide => self.random_swap(SIDES, rng),
            Neighbourhood::SwapCentre => self.random_swap(CENTRE, rng),
            Neighbourhood::SwapRotateCentre => self.random_swap(CENTRE, rng).map(|one| match one {
                Move::Swap { a, b, .. } => self.swap_rotate(a, b),
                other => other,
            }),
            Neighbourhood::Rotate => {
                let table = self.tables.iter().rev().find(|table| table.can_turn())?;
                let cell = *rng.pick(table.cells())?;
                let (mut turns, mut count) = ([0; 3], 0);
                for turn in other_turns(&self.state, cell) {
                    turns[count] = turn;
                    count += 1;
                }
                Some(Move::Turn { cell, turn: *rng.pick(&turns[..count])? })
            }
        }
    }

    /// Two pieces change places and keep their turns where the frame lets them.
    fn random_swap(&self, table: usize, rng: &mut Rng) -> Option<Move> {
        let cells = self.tables[table].cells();
        if cells.len() < 2 {
            return None;
        }
        let a = rng.below(cells.len());
        let b = (a + 1 + rng.below(cells.len() - 1)) % cells.len();
        let (a, b) = (cells[a], cells[b]);
        let turn = |from: usize, to: usize| {
            let placed = self.state.get(from)?;
            let allowed = self.state.puzzle().layout().turns(placed.piece(), to);
            let keeps = allowed >> placed.turn() & 1 == 1;
            Some(if keeps { placed.turn() } else { allowed.trailing_zeros() as u8 & 3 })
        };
        Some(Move::Swap { a, turn_a: turn(b, a)?, b, turn_b: turn(a, b)? })
    }

    /// Makes a move.
    pub(super) fn make(&mut self, one: Move) {
        one.make(&mut self.state);
        match one {
            Move::Swap { a, b, .. } => [a, b].into_iter().for_each(|cell| self.touch(cell)),
            Move::Turn { cell, .. } => self.touch(cell),
            Move::Nothing => {}
        }
    }

    /// Tells the tables that a piece has changed.
    fn touch(&mut self, cell: usize) {
        let width = self.state.puzzle().width();
        // A cell beyond the end of a row is no neighbour: to look at it again does no harm.
        let around = [Some(cell), cell.checked_sub(width), Some(cell + 1), Some(cell + width)];
        for cell in around.into_iter().chain([cell.checked_sub(1)]).flatten() {
            if let Some(&Some((table, number))) = self.places.get(cell) {
                self.tables[usize::from(table)].touch(usize::from(number));
            }
        }
    }
}

/// The swap of two inner cells as the authors' framework makes it: the piece that comes to `a` is turned as it then
/// matches most, after it the one that comes to `b`. Turns are tried from the present one on.
pub(super) fn swap_one_by_one(state: &State<'_>, a: usize, b: usize) -> Move {
    let (Some(at_a), Some(at_b)) = (state.get(a), state.get(b)) else { return Move::Nothing };
    if !state.adjacent(a, b) {
        let turn_a = first_best(at_b.turn(), |turn| state.fit(a, at_b.with_turn(turn)) as i32);
        let turn_b = first_best(at_a.turn(), |turn| state.fit(b, at_a.with_turn(turn)) as i32);
        return Move::Swap { a, turn_a, b, turn_b };
    }
    let turn_a = first_best(at_b.turn(), |turn| state.swap_gain(a, turn, b, at_a.turn()));
    let turn_b = first_best(at_a.turn(), |turn| state.swap_gain(a, turn_a, b, turn));
    Move::Swap { a, turn_a, b, turn_b }
}

/// The first turn of those worth most, from one on.
fn first_best(from: u8, worth: impl Fn(u8) -> i32) -> u8 {
    // Worth above, and below it how few quarters on: no branch to guess.
    let keys = [0u8, 1, 2, 3].map(|by| worth((from + by) % 4) << 2 | i32::from(3 - by));
    let best = keys.into_iter().fold(i32::MIN, i32::max);
    (from + 3 - (best & 3) as u8) % 4
}
