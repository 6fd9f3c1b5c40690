//! A search made ready: the parts of the tree, and the jobs they are cut into.

use super::estimate::guess;
use super::kernel::{Mode, Pause};
use super::likely::likely;
use super::looks::{looks, ways};
use super::region::{self, Block};
use super::route::{Assignment, Candidate, Route};
use super::symmetry::{Setup, setups};
use super::tree_walk::TreeWalk;
use super::{Exact, ExactError, Lookahead};
use crate::edge::analyse::obstacles;
use crate::edge::{Clue, Order, Puzzle};

/// Enough jobs to keep many threads busy to the end.
const MANY_JOBS: usize = 1024;
/// More jobs than anybody needs.
const MOST_JOBS: usize = 1 << 16;

/// Pieces laid to estimate the tree of an order, at first and for those in front.
const QUICK_LAYS: usize = 1 << 14;
const THOROUGH_LAYS: usize = 1 << 19;
/// The orders that are looked at more closely.
const FINALISTS: usize = 4;
/// Trees of fewer nodes than this are searched sooner than compared.
const CLOSE: f64 = 1e7;
/// Trees of more nodes than this are never searched, in whatever order.
const HOPELESS: f64 = 1e16;
/// Boards of more cells than this have no order that follows the clues.
const MOST_LIKELY: usize = 400;
/// The width of the beam that looks for such an order, where so many nodes are expected so far.
const LIKELY_WIDTHS: [(f64, usize); 4] = [(0.0, 64), (1e7, 512), (1e9, 4096), (1e11, 12288)];

/// The tree below some pieces, to be searched on its own.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) part: usize,
    pub(super) prefix: Vec<Candidate>,
}

/// Everything that is decided before a search starts.
#[derive(Debug)]
pub(super) struct Search {
    /// One plan, or more where symmetry leaves several places for a piece.
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
        let plan = |setup: &Setup, lookahead: bool, fix: Option<Clue>| {
            let mut cells = setup.order.cells(width, height).unwrap_or_default();
            region::keep(puzzle, block, &mut cells);
            let mut fixed = region::clues(puzzle, block);
            fixed.extend(fix);
            cells.retain(|&cell| fixed.iter().all(|clue| clue.cell != usize::from(cell)));
            let extra: Vec<usize> = fix.iter().map(|clue| clue.placed.piece()).collect();
            let pieces = free_pieces(puzzle, &extra);
            Route::new(&Assignment { puzzle, fixed, pieces, cells, lookahead })
        };
        let plans = |setup: &Setup, lookahead: bool| -> Vec<Route> {
            setup.fixes.iter().map(|&fix| plan(setup, lookahead, fix)).collect()
        };
        let symmetry = how.symmetry && block.is_none();
        let size =
            |setup: &Setup, lays: usize| setup.price * guess(&plans(setup, search.lookahead), lays);
        let follow = how.order == Order::Best && block.is_none() && !puzzle.clues().is_empty();
        let mut rivals = Rivals::new(setups(puzzle, &how.order, symmetry), &size);
        if follow && puzzle.size() <= MOST_LIKELY {
            rivals.follow_clues(puzzle, &size);
        }
        let Some(setup) = rivals.smallest(&size) else { return Ok(search) };
        search.parts = plans(&setup, search.lookahead);
        if how.lookahead == Lookahead::Auto {
            let watched = |plan: &Route| plan.steps.iter().any(|step| !step.watches.is_empty());
            search.lookahead = search.parts.iter().any(watched);
        }
        (search.times, search.order) = (setup.times, setup.order);
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

/// Ways to search, each with the estimated nodes of its tree, the smallest first.
struct Rivals(Vec<(f64, Setup)>);

impl Rivals {
    fn new(setups: Vec<Setup>, size: &impl Fn(&Setup, usize) -> f64) -> Self {
        // Who has no rival need not be measured.
        let alone = setups.len() == 1;
        let quick = |setup: &Setup| if alone { 0.0 } else { size(setup, QUICK_LAYS) };
        let mut rivals = Self(setups.into_iter().map(|setup| (quick(&setup), setup)).collect());
        rivals.sort();
        rivals
    }

    fn sort(&mut self) {
        self.0.sort_by(|a, b| a.0.total_cmp(&b.0));
    }

    /// Adds an order that follows the clues, found with the more care the more there is to gain.
    fn follow_clues(&mut self, puzzle: &Puzzle, size: &impl Fn(&Setup, usize) -> f64) {
        let (mut cells, mut expected) = likely(puzzle, LIKELY_WIDTHS[0].1);
        for (worth, width) in &LIKELY_WIDTHS[1..] {
            if !(*worth..HOPELESS).contains(&expected) {
                break;
            }
            let found = likely(puzzle, *width);
            if found.1 < expected {
                (cells, expected) = found;
            }
        }
        let clues = puzzle.clues().iter().map(|clue| clue.cell as u16);
        let order = Order::List(clues.chain(cells).collect());
        let setup = Setup::plain(order);
        self.0.push((size(&setup, QUICK_LAYS), setup));
        self.sort();
    }

    /// The one whose tree is smallest, those in front looked at more closely.
    fn smallest(mut self, size: &impl Fn(&Setup, usize) -> f64) -> Option<Setup> {
        let close = self.0.first().is_some_and(|(nodes, _)| (CLOSE..HOPELESS).contains(nodes));
        if close && self.0.len() > 1 {
            self.0.truncate(FINALISTS);
            self.0.iter_mut().for_each(|(nodes, setup)| *nodes = size(setup, THOROUGH_LAYS));
            self.sort();
        }
        self.0.into_iter().next().map(|(_, setup)| setup)
    }
}
