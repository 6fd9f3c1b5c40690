//! A search made ready: the parts of the tree, and the jobs they are cut into.

use super::estimate::guess;
use super::kernel::{Mode, Pause};
use super::looks::{looks, ways};
use super::region::{self, Block};
use super::route::{Assignment, Candidate, Route};
use super::tree_walk::TreeWalk;
use super::{Exact, ExactError, Lookahead};
use crate::edge::analyse::obstacles;
use crate::edge::{Clue, Frame, Order, Placed, Puzzle};

/// Enough jobs to keep many threads busy to the end.
const MANY_JOBS: usize = 1024;
/// More jobs than anybody needs.
const MOST_JOBS: usize = 1 << 16;
/// Probes for each order that is considered.
const PROBES: u32 = 200;

/// The tree below some pieces, to be searched on its own.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) part: usize,
    pub(super) prefix: Vec<Candidate>,
}

/// Everything that is decided before a search starts.
#[derive(Debug)]
pub(super) struct Search {
    /// One plan, or two where symmetry leaves two places for a corner piece.
    pub(super) parts: Vec<Route>,
    /// Every solution found stands for so many, turned.
    pub(super) times: u64,
    /// In how many ways a solution can be laid with numbered pieces; only for whole boards.
    pub(super) ways: Option<u128>,
    pub(super) order: Order,
    pub(super) lookahead: bool,
    /// Why there is nothing to search.
    pub(super) reasons: Vec<String>,
}

impl Search {
    /// Makes a search ready as it is described.
    pub(super) fn new(
        puzzle: &Puzzle,
        how: &Exact,
        block: Option<Block>,
    ) -> Result<Self, ExactError> {
        if let Some(block) = block {
            block.fits(puzzle)?;
        }
        let (width, height) = (puzzle.width(), puzzle.height());
        how.order.cells(width, height)?;
        let free: Vec<u16> = free_pieces(puzzle, &[]);
        let mut search = Self {
            parts: Vec::new(),
            times: 1,
            ways: ways(&looks(puzzle, &free)),
            order: how.order.clone(),
            lookahead: how.lookahead != Lookahead::Off,
            reasons: match block {
                Some(_) => clash(puzzle, &region::clues(puzzle, block)).into_iter().collect(),
                None => obstacles(puzzle),
            },
        };
        if !search.reasons.is_empty() {
            return Ok(search);
        }
        let fixes = match (how.symmetry && block.is_none()).then(|| symmetry(puzzle)).flatten() {
            Some((fixes, times)) => {
                search.times = times;
                fixes.into_iter().map(Some).collect()
            }
            None => vec![None],
        };
        let plan = |order: &Order, lookahead: bool, fix: Option<Clue>| {
            let mut cells = order.cells(width, height).unwrap_or_default();
            region::keep(puzzle, block, &mut cells);
            let mut fixed = region::clues(puzzle, block);
            fixed.extend(fix);
            cells.retain(|&cell| fixed.iter().all(|clue| clue.cell != usize::from(cell)));
            let extra: Vec<usize> = fix.iter().map(|clue| clue.placed.piece()).collect();
            let pieces = free_pieces(puzzle, &extra);
            Route::new(&Assignment { puzzle, fixed, pieces, cells, lookahead })
        };
        if how.order == Order::Best {
            let first = fixes[0];
            let size = |order: &Order| guess(&plan(order, search.lookahead, first), PROBES);
            search.order = best(scans(width, height), size);
        }
        if how.lookahead == Lookahead::Auto {
            let ahead = plan(&search.order, true, fixes[0]);
            search.lookahead = ahead.steps.iter().any(|step| !step.watches.is_empty());
        }
        search.parts =
            fixes.into_iter().map(|fix| plan(&search.order, search.lookahead, fix)).collect();
        Ok(search)
    }

    /// Cuts the tree into numbered jobs, in the order a single search would meet them, and counts
    /// the nodes above them.
    pub(super) fn jobs(&self) -> (Vec<Job>, u64) {
        let mut jobs = Vec::new();
        let mut nodes = 0;
        for (part, plan) in self.parts.iter().enumerate() {
            let (prefixes, above) = prefixes(plan);
            nodes += above;
            jobs.extend(prefixes.into_iter().map(|prefix| Job { part, prefix }));
        }
        (jobs, nodes)
    }
}

/// All ways to lay the first few steps, and the nodes it takes.
fn prefixes(plan: &Route) -> (Vec<Vec<Candidate>>, u64) {
    let mut cut = (vec![Vec::new()], 0);
    // The last step stays with the jobs, so that there is something to do.
    for depth in 1..plan.steps.len() {
        let mut walker = TreeWalk::new(plan, Mode::Plain);
        walker.end_at(depth);
        let mut found = Vec::new();
        let pause = walker.run(u64::MAX, &mut |laid, _| {
            found.push(laid.to_vec());
            found.len() <= MOST_JOBS
        });
        if pause == Pause::Refused {
            break;
        }
        let enough = found.len() >= MANY_JOBS || found.is_empty();
        cut = (found, walker.nodes());
        if enough {
            break;
        }
    }
    cut
}

/// Why the clues of a block cannot lie together, if they cannot.
fn clash(puzzle: &Puzzle, clues: &[Clue]) -> Option<String> {
    let at =
        |cell: usize| format!("row {}, column {}", cell / puzzle.width(), cell % puzzle.width());
    for clue in clues {
        if !puzzle.layout().allows(clue.placed, clue.cell) {
            return Some(format!("the clue at {} breaks the grey rim", at(clue.cell)));
        }
        for other in clues {
            let right = (clue.cell + 1) % puzzle.width() != 0 && other.cell == clue.cell + 1;
            let side = match (right, other.cell == clue.cell + puzzle.width()) {
                (true, _) => 1,
                (_, true) => 2,
                _ => continue,
            };
            let (near, far) =
                (puzzle.sides(clue.placed)[side], puzzle.sides(other.placed)[(side + 2) % 4]);
            if puzzle.mate(near) != far {
                let (one, two) = (at(clue.cell), at(other.cell));
                return Some(format!("the clues at {one} and {two} do not match"));
            }
        }
    }
    None
}

/// The pieces that no clue and no fix holds.
fn free_pieces(puzzle: &Puzzle, fixed: &[usize]) -> Vec<u16> {
    let mut free = vec![true; puzzle.size()];
    puzzle.clues().iter().for_each(|clue| free[clue.placed.piece()] = false);
    fixed.iter().for_each(|&piece| free[piece] = false);
    (0..puzzle.size() as u16).filter(|&piece| free[usize::from(piece)]).collect()
}

/// Rows and columns, from every corner.
fn scans(width: usize, height: usize) -> Vec<Order> {
    let mut scans = vec![Order::Row, Order::Column];
    for order in [Order::Row, Order::Column] {
        let cells = order.cells(width, height).unwrap_or_default();
        for (flip_row, flip_col) in [(false, true), (true, false), (true, true)] {
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

/// The order whose tree seems smallest.
fn best(orders: Vec<Order>, size: impl Fn(&Order) -> f64) -> Order {
    let sized = orders.into_iter().map(|order| (size(&order), order));
    sized.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(Order::Row, |(_, order)| order)
}

/// Where a piece that has no equal may be fixed so that of all turned versions of a solution one is
/// left, and how many there are. Only without clues: they break the symmetry already.
fn symmetry(puzzle: &Puzzle) -> Option<(Vec<Clue>, u64)> {
    let (width, height) = (puzzle.width(), puzzle.height());
    if puzzle.frame() == Frame::Open || !puzzle.clues().is_empty() || puzzle.size() == 1 {
        return None;
    }
    let layout = puzzle.layout();
    // A corner piece, or the end of a strip.
    let pieces = layout.pieces(layout.kind(0));
    let look = |piece: u16| puzzle.pieces()[usize::from(piece)].canonical();
    let alone = |piece: &&u16| pieces.iter().filter(|&&p| look(p) == look(**piece)).count() == 1;
    let piece = usize::from(*pieces.iter().find(alone)?);
    let at = |cell: usize| {
        let turn = layout.turns(piece, cell).trailing_zeros() as u8;
        Clue { cell, placed: Placed::new(piece, turn) }
    };
    Some(match (width, height) {
        (w, h) if w == h => (vec![at(0)], 4),
        (1, _) | (_, 1) => (vec![at(0)], 2),
        _ => (vec![at(0), at(width - 1)], 2),
    })
}
