//! The puzzle as a formula that is satisfiable iff a perfect board exists.
//!
//! The variables are those of Heule ("Solving edge-matching problems with satisfiability solvers",
//! LaSh 2008): what lies on a cell, and the colour of each join, the two tied together in both
//! directions. Pieces that look the same are one, used several times, and turns that look the same
//! are one turn, so that boards that look the same are one solution.

mod dimacs;
mod formula;

pub use dimacs::{ModelError, is_model, read_model};

use super::{Board, Colour, Frame, GREY, Piece, Placed, Puzzle};
pub(crate) use formula::Formula;
use std::collections::HashMap;
use thiserror::Error;

/// The largest formula that is written, in literals, as estimated: framed boards up to 28x28 fit,
/// larger ones if many of their pieces are the same.
pub const MAX_LITERALS: usize = 1 << 26;

/// Literals, about, that one look on one cell brings with it.
const LITERALS_PER_LOOK: usize = 32;
/// Literals that it takes to give a join one colour, at most.
const LITERALS_PER_JOIN: usize = 2_500;
/// Literals, about, that one variable of a counter brings with it.
const LITERALS_PER_COUNT: usize = 8;

/// Why a puzzle cannot be written as a formula.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the formula would have some {literals} literals, expected at most {MAX_LITERALS}")]
pub struct TooLarge {
    pub(crate) literals: usize,
}

/// The four colours a cell may show, clockwise from north, and the sort of piece they belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    sort: usize,
    sides: [Colour; 4],
}

/// What may lie on a cell: look `i` of the list is variable `first + i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    list: usize,
    first: i32,
    clue: Option<Placed>,
}

/// The join of a cell with the one to its east or south: colour `i`, as this cell shows it, is
/// variable `first + i`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Join {
    cell: usize,
    side: usize,
    first: i32,
    colours: Vec<Colour>,
}

/// A puzzle written as a formula, and the way back from a model to a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    name: String,
    width: usize,
    height: usize,
    lists: Vec<Vec<Look>>,
    cells: Vec<Cell>,
    joins: Vec<Join>,
    /// The pieces no clue has placed, sorted by how they look.
    sorts: Vec<Vec<(usize, Piece)>>,
    formula: Formula,
}

impl Encoding {
    /// Writes a puzzle as a formula. With `symmetry`, only one of the boards that are turned
    /// versions of each other satisfies it, where a piece that is unique tells them apart; the
    /// variables mean the same either way.
    ///
    /// # Errors
    /// If the formula would be larger than [`MAX_LITERALS`].
    pub fn new(puzzle: &Puzzle, symmetry: bool) -> Result<Self, TooLarge> {
        let mut encoding = Self::numbered(puzzle);
        let literals = encoding.estimate();
        if literals > MAX_LITERALS {
            return Err(TooLarge { literals });
        }
        encoding.match_joins(puzzle);
        encoding.fill_cells(puzzle);
        encoding.use_pieces();
        if symmetry {
            encoding.break_symmetry(puzzle);
        }
        Ok(encoding)
    }

    /// The number of variables.
    #[must_use]
    pub fn variables(&self) -> i32 {
        self.formula.variables
    }

    /// The clauses: variables count from 1, a negative literal is a denial.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        self.formula.clauses()
    }

    /// The variables 1 to this one say what lies on the cells; they alone determine how a board
    /// looks.
    #[must_use]
    pub fn looks(&self) -> i32 {
        self.cells.last().map_or(0, |cell| cell.first - 1 + self.lists[cell.list].len() as i32)
    }

    /// The board of a model, given as its true literals (others do no harm); `None` if it is not
    /// the model of a board. Clues get the very piece and turn they name.
    #[must_use]
    pub fn decode(&self, model: &[i32]) -> Option<Board> {
        let mut holds = vec![false; self.looks() as usize + 1];
        for &literal in model {
            let variable = usize::try_from(literal).ok().and_then(|v| holds.get_mut(v));
            variable.into_iter().for_each(|held| *held = true);
        }
        let mut left = self.sorts.clone();
        let place = |cell: &Cell| {
            let shown = (cell.first..).zip(&self.lists[cell.list]);
            let mut shown = shown.filter(|&(v, _)| holds[v as usize]).map(|(_, look)| look);
            let (look, None) = (shown.next()?, shown.next()) else { return None };
            if cell.clue.is_some() {
                return cell.clue;
            }
            let (number, piece) = left.get_mut(look.sort)?.pop()?;
            let turn = piece.turn_to(look.sides)?;
            Some(Placed::new(number, turn))
        };
        let cells: Option<Vec<Placed>> = self.cells.iter().map(place).collect();
        Board::from_cells(self.width, self.height, cells?.into_iter().map(Some).collect())
    }

    /// Sorts the pieces and numbers the variables of the cells.
    fn numbered(puzzle: &Puzzle) -> Self {
        let mut numbers = HashMap::new();
        let number = |piece: &Piece| {
            let next = numbers.len();
            *numbers.entry(piece.canonical()).or_insert(next)
        };
        let sort_of: Vec<usize> = puzzle.pieces().iter().map(number).collect();
        let mut clues = vec![None; puzzle.size()];
        let mut free = vec![true; puzzle.size()];
        for clue in puzzle.clues() {
            clues[clue.cell] = Some(clue.placed);
            free[clue.placed.piece()] = false;
        }
        let mut sorts = vec![Vec::new(); numbers.len()];
        // Pieces are taken from the end: the first of a sort is laid first.
        for (number, &piece) in puzzle.pieces().iter().enumerate().rev() {
            if free[number] {
                sorts[sort_of[number]].push((number, piece));
            }
        }
        let mut encoding = Self {
            name: puzzle.name().to_owned(),
            width: puzzle.width(),
            height: puzzle.height(),
            lists: Vec::new(),
            cells: Vec::with_capacity(puzzle.size()),
            joins: Vec::new(),
            sorts,
            formula: Formula::default(),
        };
        encoding.number_cells(puzzle, &sort_of, &clues);
        encoding
    }

    fn number_cells(&mut self, puzzle: &Puzzle, sort_of: &[usize], clues: &[Option<Placed>]) {
        let mut list_of_rim = [None; 16];
        for (cell, &clue) in clues.iter().enumerate() {
            let rim = self.rim(cell);
            let list = match (clue, list_of_rim[rim]) {
                (Some(placed), _) => {
                    let look = Look { sort: sort_of[placed.piece()], sides: puzzle.sides(placed) };
                    let allowed = puzzle.layout().allows(placed, cell);
                    self.new_list(allowed.then_some(look).into_iter().collect())
                }
                (None, Some(list)) => list,
                (None, None) => {
                    let list = self.new_list(self.looks_on(puzzle, cell));
                    *list_of_rim[rim].insert(list)
                }
            };
            let first = self.formula.fresh(self.lists[list].len());
            self.cells.push(Cell { list, first, clue });
        }
    }

    fn new_list(&mut self, looks: Vec<Look>) -> usize {
        self.lists.push(looks);
        self.lists.len() - 1
    }

    /// Which sides of a cell are on the rim, as a number: cells that agree have the same looks.
    fn rim(&self, cell: usize) -> usize {
        let (row, col) = (cell / self.width, cell % self.width);
        usize::from(row == 0)
            | usize::from(col + 1 == self.width) << 1
            | usize::from(row + 1 == self.height) << 2
            | usize::from(col == 0) << 3
    }

    /// Every look the free pieces can give a cell, once.
    fn looks_on(&self, puzzle: &Puzzle, cell: usize) -> Vec<Look> {
        let sorts = self.sorts.iter().enumerate();
        sorts
            .filter_map(|(sort, pieces)| Some((sort, pieces.last()?)))
            .flat_map(|(sort, &(number, piece))| {
                let turns = puzzle.layout().turns(number, cell);
                (0..piece.distinct_turns())
                    .filter(move |turn| turns >> turn & 1 == 1)
                    .map(move |turn| Look { sort, sides: piece.turned(turn) })
            })
            .collect()
    }

    /// How many literals the formula of a large puzzle will have, at most.
    fn estimate(&self) -> usize {
        let mut uses = vec![0; self.sorts.len()];
        for (i, list) in self.lists.iter().enumerate() {
            let free = self.cells.iter().filter(|cell| cell.list == i && cell.clue.is_none());
            let cells = free.count();
            list.iter().for_each(|look| uses[look.sort] += cells);
        }
        let counter = |(&uses, pieces): (&usize, &Vec<_>)| match pieces.len() {
            0 | 1 => 0,
            most if uses <= most => 0,
            most => uses * most,
        };
        let counters: usize = uses.iter().zip(&self.sorts).map(counter).sum();
        let looks = self.looks() as usize;
        let joins = 2 * self.cells.len();
        looks * LITERALS_PER_LOOK + joins * LITERALS_PER_JOIN + counters * LITERALS_PER_COUNT
    }

    fn shown(&self, cell: usize) -> impl Iterator<Item = (i32, &Look)> {
        let Cell { list, first, .. } = self.cells[cell];
        (first..).zip(&self.lists[list])
    }

    /// The variables that use up a free piece, by the sort of the piece.
    fn by_sort(&self) -> Vec<Vec<i32>> {
        let mut by_sort = vec![Vec::new(); self.sorts.len()];
        for cell in (0..self.cells.len()).filter(|&cell| self.cells[cell].clue.is_none()) {
            self.shown(cell).for_each(|(variable, look)| by_sort[look.sort].push(variable));
        }
        by_sort
    }

    /// Something lies on every cell. That it is one thing follows, since there are only as many
    /// pieces, and a solver sees it by the colours of the joins; only where an open side has no join
    /// does it pay to say it (a quarter fewer steps on open 5x5 boards).
    fn fill_cells(&mut self, puzzle: &Puzzle) {
        for cell in 0..self.cells.len() {
            let variables: Vec<i32> = self.shown(cell).map(|(variable, _)| variable).collect();
            if puzzle.frame() == Frame::Open && self.rim(cell) != 0 {
                self.formula.at_most_one(&variables);
            }
            self.formula.add(variables);
        }
    }

    /// No piece is used more often than there are of its sort. That every piece is used follows,
    /// since there are as many cells; saying so slows the solver down.
    fn use_pieces(&mut self) {
        for (variables, pieces) in self.by_sort().iter().zip(&self.sorts) {
            self.formula.at_most(pieces.len(), variables);
        }
    }

    /// Every join has one colour: the one both its cells show, if and only if they do. The "only if"
    /// is redundant, and without it the solver needs two and a half times as many conflicts.
    fn match_joins(&mut self, puzzle: &Puzzle) {
        for cell in 0..self.cells.len() {
            let (row, col) = (cell / self.width, cell % self.width);
            let east = (col + 1 < self.width).then_some((1, cell + 1));
            let south = (row + 1 < self.height).then_some((2, cell + self.width));
            for (side, other) in east.into_iter().chain(south) {
                self.match_join(puzzle, cell, side, other);
            }
        }
    }

    fn match_join(&mut self, puzzle: &Puzzle, cell: usize, side: usize, other: usize) {
        let mut shown = [const { Vec::new() }; 256];
        let mut facing = shown.clone();
        for (variable, look) in self.shown(cell) {
            shown[usize::from(look.sides[side])].push(variable);
        }
        for (variable, look) in self.shown(other) {
            let colour = puzzle.mate(look.sides[(side + 2) % 4]);
            facing[usize::from(colour)].push(variable);
        }
        let mut colours = Vec::new();
        for colour in (GREY + 1)..=Colour::MAX {
            let sides = [&shown[usize::from(colour)], &facing[usize::from(colour)]];
            if sides.iter().all(|side| !side.is_empty()) {
                colours.push(colour);
            } else {
                sides.into_iter().flatten().for_each(|&variable| self.formula.add([-variable]));
            }
        }
        let first = self.formula.fresh(colours.len());
        for (join, &colour) in (first..).zip(&colours) {
            for side in [&shown[usize::from(colour)], &facing[usize::from(colour)]] {
                side.iter().for_each(|&variable| self.formula.add([-variable, join]));
                self.formula.add(std::iter::once(-join).chain(side.iter().copied()));
            }
        }
        let variables: Vec<i32> = (first..).take(colours.len()).collect();
        self.formula.at_most_one(&variables);
        self.formula.add(variables);
        self.joins.push(Join { cell, side, first, colours });
    }

    /// Without clues, turning a whole board gives another. A piece without equals whose four turns
    /// look different tells them apart: of the turned versions of a board only one shows it as we
    /// say, a corner piece for choice, which then lies at the top left (on a board that is not
    /// square, at the top).
    fn break_symmetry(&mut self, puzzle: &Puzzle) {
        if !puzzle.clues().is_empty() {
            return;
        }
        let unique = |pieces: &&Vec<(usize, Piece)>| match pieces[..] {
            [(_, piece)] => piece.distinct_turns() == 4,
            _ => false,
        };
        let greys = |piece: Piece| piece.grey_mask(0).count_ones();
        let candidates = self.sorts.iter().filter(unique).filter_map(|pieces| pieces.first());
        let Some(&(_, piece)) = candidates.max_by_key(|(_, piece)| greys(*piece)) else { return };
        // The canonical piece has its grey sides to the north and east.
        let canonical = piece.canonical();
        let square = self.width == self.height;
        let turns: &[u8] = if square { &[3] } else { &[3, 0] };
        let kept: Vec<[Colour; 4]> = turns.iter().map(|&turn| canonical.turned(turn)).collect();
        let denied: Vec<i32> = (0..self.cells.len())
            .flat_map(|cell| self.shown(cell))
            .filter(|(_, look)| Piece(look.sides).canonical() == canonical)
            .filter(|(_, look)| !kept.contains(&look.sides))
            .map(|(variable, _)| variable)
            .collect();
        denied.into_iter().for_each(|variable| self.formula.add([-variable]));
    }
}

#[cfg(test)]
mod tests {
    use super::super::generate::Recipe;
    use super::*;

    #[test]
    fn the_estimate_is_above_the_truth_but_not_far() {
        for recipe in [
            Recipe::eternity_like(16, 16, 1),
            Recipe::random(13, 13, Frame::Open, 5, 1),
            Recipe::random(12, 12, Frame::Open, 250, 1),
            Recipe { distinct: false, ..Recipe::random(20, 20, Frame::Open, 2, 1) },
        ] {
            let encoding = Encoding::new(&recipe.make().unwrap().puzzle, true).unwrap();
            let (literals, estimate) = (encoding.formula.literals.len(), encoding.estimate());
            assert!(literals <= estimate && estimate <= 3 * literals, "{literals}, {estimate}");
        }
    }
}
