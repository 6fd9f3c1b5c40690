//! Of all turned versions of a solution one is searched for.
//!
//! Where the board has a corner piece that has no equal, that piece is fixed at a corner. Elsewhere,
//! on open boards above all, some piece that has no equal lies on one cell of each orbit in turn:
//! turns of the whole board bring it there from the others.

use crate::edge::{Clue, Frame, Order, Piece, Placed, Puzzle};

/// Boards of more cells that have no lone corner piece are searched with all turned versions: they have
/// more parts than an estimate can tell the sizes of. So are those that are not square: half of a
/// tree is not worth the price.
const MOST_CELLS: usize = 36;
/// What a node costs while a piece is laid in advance: cells beside it are watched.
const ROUND_PRICE: f64 = 3.0;

/// A way to search: an order, and what is fixed so that of all turned versions of a solution one is
/// left.
pub(super) struct Setup {
    pub(super) order: Order,
    /// Each is a part of the tree.
    pub(super) fixes: Vec<Option<Clue>>,
    /// Every solution found stands for so many.
    pub(super) times: u64,
    /// What a node costs, at most, beside one of a search in which nothing lies across the way.
    pub(super) price: f64,
}

impl Setup {
    /// Searches for all solutions.
    pub(super) fn plain(order: Order) -> Self {
        Self { order, fixes: vec![None], times: 1, price: 1.0 }
    }
}

/// The ways to search in an order, or in the scans if the best is wanted.
pub(super) fn setups(puzzle: &Puzzle, order: &Order, symmetry: bool) -> Vec<Setup> {
    let best = *order == Order::Best;
    let orders = if best { scans(puzzle) } else { vec![order.clone()] };
    // Clues break the symmetry already.
    if !symmetry || !puzzle.clues().is_empty() || puzzle.size() == 1 {
        return orders.into_iter().map(Setup::plain).collect();
    }
    let corners = lone_corners(puzzle);
    if corners.is_empty() {
        let piece = scarcest(puzzle);
        let both = |order: Order| {
            let round = piece.map(|piece| go_round(puzzle, order.clone(), piece));
            std::iter::once(Setup::plain(order)).chain(round)
        };
        return orders.into_iter().flat_map(both).collect();
    }
    let considered = if best { corners.len() } else { 1 };
    let fixed = |order: &Order| {
        let order = order.clone();
        corners[..considered].iter().map(move |&piece| fix(puzzle, order.clone(), piece))
    };
    orders.iter().flat_map(fixed).collect()
}

/// Rows and columns, from every corner; but not one that is another turned.
fn scans(puzzle: &Puzzle) -> Vec<Order> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let flips: &[(bool, bool)] = match (puzzle.clues().is_empty(), width == height) {
        (true, true) => &[],
        (true, false) => &[(false, true)],
        (false, _) => &[(false, true), (true, false), (true, true)],
    };
    let mut scans = vec![Order::Row, Order::Column];
    for order in [Order::Row, Order::Column] {
        let cells = order.cells(width, height).unwrap_or_default();
        for &(flip_row, flip_col) in flips {
            let flipped = |&cell: &u16| {
                let (row, col) = (usize::from(cell) / width, usize::from(cell) % width);
                let row = if flip_row { height - 1 - row } else { row };
                let col = if flip_col { width - 1 - col } else { col };
                (row * width + col) as u16
            };
            scans.push(Order::List(cells.iter().map(flipped).collect()));
        }
    }
    scans
}

/// Whether no other piece looks like this one.
fn alone(puzzle: &Puzzle, piece: usize) -> bool {
    let look = puzzle.pieces()[piece].canonical();
    puzzle.pieces().iter().filter(|other| other.canonical() == look).count() == 1
}

/// The corner pieces, or ends of a strip, that have no equal. None where nothing is a corner.
fn lone_corners(puzzle: &Puzzle) -> Vec<usize> {
    if puzzle.frame() == Frame::Open {
        return Vec::new();
    }
    let layout = puzzle.layout();
    let pieces = layout.pieces(layout.kind(0)).iter().map(|&piece| usize::from(piece));
    pieces.filter(|&piece| alone(puzzle, piece)).collect()
}

/// Fixes a corner piece where an order begins: anywhere else the search would find out late.
fn fix(puzzle: &Puzzle, order: Order, piece: usize) -> Setup {
    let (width, height) = (puzzle.width(), puzzle.height());
    let last = puzzle.size() - 1;
    let corners = [0, width - 1, last + 1 - width, last];
    let cells = order.cells(width, height).unwrap_or_default();
    let mut met = cells.iter().map(|&cell| usize::from(cell)).filter(|cell| corners.contains(cell));
    let first = met.next().unwrap_or(0);
    // On a board that is not square a quarter turn leads to no corner.
    let second = met.find(|&cell| cell != last - first);
    let at = |cell: usize| {
        let turn = puzzle.layout().turns(piece, cell).trailing_zeros() as u8;
        Some(Clue { cell, placed: Placed::new(piece, turn) })
    };
    let (fixes, times) = match (width == height, width.min(height), second) {
        (true, ..) => (vec![at(first)], 4),
        (_, 2.., Some(second)) => (vec![at(first), at(second)], 2),
        _ => (vec![at(first)], 2),
    };
    Setup { order, fixes, times, price: 1.0 }
}

/// The piece without an equal, and different in each turn, whose sides match the fewest others: few
/// boards have it where it must lie. None where there are more places for it than it is worth.
fn scarcest(puzzle: &Puzzle) -> Option<usize> {
    let mut shown = [0_u32; 256];
    let sides = puzzle.pieces().iter().flat_map(|piece| piece.0);
    sides.for_each(|colour| shown[usize::from(colour)] += 1);
    let matches = |&Piece(sides): &Piece| -> u32 {
        sides.iter().map(|&colour| shown[usize::from(puzzle.mate(colour))]).sum()
    };
    let fit = |&piece: &usize| puzzle.pieces()[piece].distinct_turns() == 4 && alone(puzzle, piece);
    let worth_it = puzzle.width() == puzzle.height() && puzzle.size() <= MOST_CELLS;
    let pieces = (0..puzzle.size()).filter(|_| worth_it).filter(fit);
    pieces.min_by_key(|&piece| matches(&puzzle.pieces()[piece]))
}

/// Lays a piece on the cell of each orbit that an order comes to first, in every turn. What lies before
/// is searched once for each of them, what lies behind has a quarter of all boards: it pays where
/// the tree is widest near its end, as where there are many solutions.
fn go_round(puzzle: &Puzzle, order: Order, piece: usize) -> Setup {
    let cells = order.cells(puzzle.width(), puzzle.height()).unwrap_or_default();
    let (mut met, mut fixes) = (vec![false; puzzle.size()], Vec::new());
    for cell in cells.into_iter().map(usize::from) {
        if met[cell] {
            continue;
        }
        let orbit = orbit(puzzle, cell);
        // In the middle, an orbit of its own, the board's turns are the piece's.
        let turns = if orbit == [cell; 4] { 1 } else { 4 };
        let allowed = puzzle.layout().turns(piece, cell);
        let laid = (0..turns).filter(|turn| allowed >> turn & 1 == 1);
        fixes.extend(laid.map(|turn| Some(Clue { cell, placed: Placed::new(piece, turn) })));
        orbit.into_iter().for_each(|other| met[other] = true);
    }
    Setup { order, fixes, times: 4, price: ROUND_PRICE }
}

/// The cells that turns of a square board bring a cell to.
fn orbit(puzzle: &Puzzle, cell: usize) -> [usize; 4] {
    let (width, last) = (puzzle.width(), puzzle.size() - 1);
    let quarter = |cell: usize| cell % width * width + (width - 1 - cell / width);
    [cell, quarter(cell), last - cell, quarter(last - cell)]
}
