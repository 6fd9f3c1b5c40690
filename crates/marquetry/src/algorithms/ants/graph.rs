//! The two graphs of Söderlind, section 4.2: what an edge stands for.

use super::pheromone::Pheromone;
use crate::edge::{GREY, Placed, Puzzle, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the edges with the pheromone connect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Graph {
    /// A piece in one of its turns with a position on the board: the thesis's version 1.
    #[default]
    Position,
    /// A side of a piece with a side of another piece: version 2.
    Sides,
}

/// How the pheromone of the edges to several neighbours becomes one value. The thesis only says
/// that it is combined. A mean is no third way: all pieces for a cell have the same number of
/// neighbours, so that it chooses exactly as a sum does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Combine {
    /// Added up: one good neighbour is enough.
    #[default]
    Sum,
    /// Multiplied: every neighbour must be a good one.
    Product,
}

/// An edge: row and column of [`Pheromone`].
pub(super) type Edge = (usize, usize);

impl Graph {
    /// Rows and columns of the table of edges of a puzzle with so many pieces.
    pub(super) fn shape(self, size: usize) -> (usize, usize) {
        match self {
            Self::Position => (size, 4 * size),
            Self::Sides => (4 * size, 4 * size),
        }
    }

    /// The edges an ant travels that lays a piece on a cell, its neighbours as they lie.
    pub(super) fn edges(self, state: &State<'_>, cell: usize, placed: Placed) -> Vec<Edge> {
        match self {
            Self::Position => vec![(cell, placed.index())],
            Self::Sides => {
                let facing = facing_sides(state, cell).into_iter().enumerate();
                facing.filter_map(|(side, other)| Some((other?, own(placed, side)))).collect()
            }
        }
    }

    /// The edges of a whole board, each once.
    pub(super) fn board(self, state: &State<'_>) -> Vec<Edge> {
        let cells = 0..state.puzzle().size();
        let placed = cells.filter_map(|cell| Some((cell, state.get(cell)?)));
        let edges = placed.flat_map(|(cell, placed)| self.edges(state, cell, placed));
        // Between sides every join is met from both of its ends.
        edges.filter(|&(row, column)| self == Self::Position || row < column).collect()
    }

    /// Changes an edge; between sides it can be travelled both ways.
    pub(super) fn change(
        self,
        pheromone: &mut Pheromone,
        (row, column): Edge,
        change: impl Fn(f64) -> f64,
    ) {
        pheromone.change(row, column, &change);
        if self == Self::Sides {
            pheromone.change(column, row, &change);
        }
    }
}

/// Whether the two sides of an edge match.
pub(super) fn matches(puzzle: &Puzzle, (a, b): Edge) -> bool {
    let colour = |side: usize| puzzle.sides(Placed::new(side / 4, 0))[side % 4];
    colour(a) != GREY && puzzle.mate(colour(a)) == colour(b)
}

/// The number of the side that a placed piece turns to direction `side`: `4 * piece + side at rest`.
fn own(placed: Placed, side: usize) -> usize {
    4 * placed.piece() + (side + 4 - usize::from(placed.turn())) % 4
}

/// The number of the neighbours' side that faces a cell, by direction from north to west.
fn facing_sides(state: &State<'_>, cell: usize) -> [Option<usize>; 4] {
    let (width, size) = (state.puzzle().width(), state.puzzle().size());
    let (col, below) = (cell % width, cell + width);
    let beside = [
        cell.checked_sub(width),
        (col + 1 < width).then_some(cell + 1),
        (below < size).then_some(below),
        (col > 0).then(|| cell - 1),
    ];
    std::array::from_fn(|side| Some(own(state.get(beside[side]?)?, (side + 2) % 4)))
}

/// The pheromone that counts for one cell, spread out for quick reading.
#[derive(Clone, Debug)]
pub(super) struct Scent {
    graph: Graph,
    combine: Combine,
    /// By direction for sides, the first one alone for positions.
    tables: [Vec<f64>; 4],
    known: [bool; 4],
}

impl Scent {
    pub(super) fn new(graph: Graph, combine: Combine, size: usize) -> Self {
        let (_, columns) = graph.shape(size);
        Self { graph, combine, tables: [(); 4].map(|()| vec![0.0; columns]), known: [false; 4] }
    }

    /// Looks at a cell.
    pub(super) fn look(&mut self, state: &State<'_>, cell: usize, pheromone: &Pheromone) {
        match self.graph {
            Graph::Position => pheromone.spread(cell, &mut self.tables[0]),
            Graph::Sides => {
                for (side, other) in facing_sides(state, cell).into_iter().enumerate() {
                    self.known[side] = other.is_some();
                    if let Some(row) = other {
                        pheromone.spread(row, &mut self.tables[side]);
                    }
                }
            }
        }
    }

    /// The pheromone for laying a piece on the cell looked at; 1 if it has no edge.
    #[inline]
    pub(super) fn of(&self, placed: Placed) -> f64 {
        if self.graph == Graph::Position {
            return self.tables[0][placed.index()];
        }
        let edges = (0..4).filter(|&side| self.known[side]);
        let mut values = edges.map(|side| self.tables[side][own(placed, side)]);
        let Some(first) = values.next() else { return 1.0 };
        match self.combine {
            Combine::Sum => values.fold(first, |a, b| a + b),
            Combine::Product => values.fold(first, |a, b| a * b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::{Frame, generate::Recipe};
    use crate::search::Rng;

    /// Laying a board cell by cell travels the board's edges: every cell, or every join, once.
    #[test]
    fn a_board_travels_every_cell_or_every_join() {
        let puzzle = Recipe::random(4, 3, Frame::Grey, 4, 1).make().unwrap().puzzle;
        let full = State::random(&puzzle, &mut Rng::new(1));
        for (graph, count) in [(Graph::Position, 12), (Graph::Sides, 17)] {
            let (mut state, mut edges) = (State::new(&puzzle), Vec::new());
            for cell in [5, 0, 11, 3, 7, 6, 1, 2, 4, 8, 9, 10] {
                let placed = full.get(cell).unwrap();
                let either_way = |(a, b): Edge| match graph {
                    Graph::Position => (a, b),
                    Graph::Sides => (a.min(b), a.max(b)),
                };
                edges.extend(graph.edges(&state, cell, placed).into_iter().map(either_way));
                state.place(cell, placed);
            }
            let mut board = graph.board(&full);
            board.sort_unstable();
            edges.sort_unstable();
            assert_eq!(edges, board);
            assert_eq!(edges.len(), count);
            let (rows, columns) = graph.shape(12);
            assert!(edges.iter().all(|&(row, column)| row < rows && column < columns));
        }
    }

    /// The sides of an edge are the two that touch: their colours decide whether the join matches.
    #[test]
    fn edges_join_the_sides_that_touch() {
        let puzzle = Recipe::random(5, 5, Frame::Open, 3, 2).make().unwrap().puzzle;
        let full = State::random(&puzzle, &mut Rng::new(2));
        let matched = Graph::Sides.board(&full).iter().filter(|&&e| matches(&puzzle, e)).count();
        assert_eq!(matched, full.score() as usize);
    }

    #[test]
    fn the_view_sees_what_the_table_holds() {
        let puzzle = Recipe::random(3, 3, Frame::Open, 3, 3).make().unwrap().puzzle;
        let full = State::random(&puzzle, &mut Rng::new(3));
        for (graph, combine) in [
            (Graph::Position, Combine::Sum),
            (Graph::Sides, Combine::Sum),
            (Graph::Sides, Combine::Product),
        ] {
            let mut pheromone = Pheromone::new(graph.shape(9).0, 1.0, (0.0, 9.0));
            let mut view = Scent::new(graph, combine, 9);
            let mut state = full.clone();
            let placed = state.lift(4).unwrap();
            let edges = graph.edges(&state, 4, placed);
            for (i, &edge) in edges.iter().enumerate() {
                graph.change(&mut pheromone, edge, |value| value + i as f64);
            }
            view.look(&state, 4, &pheromone);
            let expected = match (graph, combine) {
                (Graph::Position, _) => 1.0,
                (Graph::Sides, Combine::Sum) => 10.0,
                (Graph::Sides, Combine::Product) => 24.0,
            };
            assert_eq!(view.of(placed), expected);
            // From the other end it is the same edge.
            let west = state.lift(3).unwrap();
            state.place(4, placed);
            let edges = graph.edges(&state, 3, west);
            if graph == Graph::Sides {
                let all: Vec<f64> = edges.iter().map(|&(r, c)| pheromone.get(r, c)).collect();
                assert!(all.contains(&4.0), "{all:?}");
            }
        }
    }
}
