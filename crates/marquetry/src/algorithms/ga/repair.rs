//! The deadlock selection and the two repairs (Niang, sections 4.8 and 4.9).

use super::Ga;
use super::fitness::Row;
use super::individual::Individual;
use super::region::{Extent, Region};
use super::terrain::{Freedom, Joins, Terrain};
use crate::algorithms::repair::{Adjacency, Aim, Filler};
use crate::edge::{Frame, Placed, State};
use crate::search::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a repair lays pieces again; the thesis does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Rearrange {
    /// At random: repaired boards are worse at first, as figure 38 shows.
    Random,
    /// Pieces that fit better are searched for all over the board: section 5 speaks of "methods for
    /// searching for tiles". The rim is turned outward, and a cell of a violated square gets the piece
    /// of its kind that fits best there, in exchange for its own. A repair is scored once.
    Search,
    /// A few squares with breaks, or a stretch of the border with one, as they fit best: by an
    /// exact search with a bound.
    #[default]
    Best,
}

/// The most cells that are laid again as they fit best.
const MOST_CELLS: usize = 12;

/// Pieces that may be laid in search of the best filling.
const NODES: u64 = 300;

/// How many of a hundred fillings may break one join more than before.
const LOSSES: usize = 10;

/// What the selection heuristic does after a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remedy {
    Nothing,
    /// The fitness has become better: whoever was tagged is no more.
    Untag,
    /// Whoever stands still is tagged.
    Tag,
    /// Whoever is still tagged is repaired.
    Repair,
}

/// Whose fitness must stand still for a deadlock (section 4.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tagging {
    /// The best of the population: then the best are tagged, and repaired, together.
    #[default]
    Population,
    /// Each of the best for itself, its forebears included: repairs come "at calculated intervals that
    /// depend on the rigidity of the individual" (section 6, before table 5).
    Individual,
}

/// Watches for deadlock (section 4.8).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DeadlockWatch {
    best: f64,
    idle: u32,
    tagged: bool,
}

impl DeadlockWatch {
    /// Takes note of a generation's fitness.
    pub(super) fn observe(&mut self, ga: &Ga, fitness: f64) -> Remedy {
        if fitness > self.best {
            *self = Self { best: fitness, ..Self::default() };
            return Remedy::Untag;
        }
        self.idle += 1;
        let lowered = if self.tagged { 1.0 - ga.lowered / 100.0 } else { 1.0 };
        if f64::from(self.idle) < f64::from(ga.threshold.get()) * lowered {
            return Remedy::Nothing;
        }
        self.idle = 0;
        if std::mem::replace(&mut self.tagged, true) {
            // What is repaired begins anew.
            *self = Self::default();
            return Remedy::Repair;
        }
        Remedy::Tag
    }
}

/// Repairs boards; keeps its tables between two of them.
#[derive(Debug)]
pub(super) struct Mender<'p> {
    /// The tables with the frame kept.
    framed: Terrain<'p>,
    ground: Adjacency<'p>,
    filler: Filler,
    laid: Vec<(usize, Placed)>,
}

impl<'p> Mender<'p> {
    pub(super) fn new(terrain: &Terrain<'p>) -> Self {
        Self {
            framed: Terrain::new(terrain.puzzle, Freedom::Kept, Joins::Inner),
            ground: Adjacency::new(terrain.puzzle),
            filler: Filler::new(),
            laid: Vec::new(),
        }
    }

    /// One rearrangement according to the board's symptoms: of the border where grey lies astray or
    /// border pieces do not match each other, else, or as often, of squares that do not match.
    pub(super) fn repair(&mut self, how: Rearrange, individual: &mut Individual, rng: &mut Rng) {
        let cells = &mut individual.cells;
        // A board that keeps the frame comes out as it is.
        self.framed.mend(cells);
        let squares = violated(&self.framed, cells);
        if how == Rearrange::Search {
            return search(&self.framed, cells, &squares, rng);
        }
        let few = how == Rearrange::Best;
        let rim = rim_break(&self.framed, cells, rng);
        let region = match rim.filter(|_| squares.is_empty() || rng.coin()) {
            Some(at) => border(&self.framed, at, few, rng),
            None => areas(&self.framed, squares, few, rng),
        };
        match few {
            true => self.refill(cells, region, rng),
            false => shuffle(&self.framed, cells, &region, rng),
        }
    }

    /// Fills a region in the best way, or in another one that is as good, or now and then a little
    /// worse.
    fn refill(&mut self, cells: &mut [Placed], mut region: Vec<usize>, rng: &mut Rng) {
        let mut state = State::new(self.framed.puzzle);
        cells.iter().enumerate().for_each(|(cell, &placed)| state.place(cell, placed));
        region.retain(|&cell| self.ground.is_free(cell));
        rng.shuffle(&mut region);
        let aim = Aim { loss: u32::from(rng.below(100) < LOSSES), nodes: NODES, supply: false };
        self.filler.fill(&self.ground, &state, &region, aim, &mut self.laid);
        self.laid.iter().for_each(|&(cell, placed)| cells[cell] = placed);
    }
}

/// Gives a cell of a violated square the piece that fits best of all that may lie there but its own, in
/// the best turn; its own goes where that one was. A board without violations stays.
fn search(framed: &Terrain<'_>, cells: &mut [Placed], squares: &[Region], rng: &mut Rng) {
    let Some(square) = rng.pick(squares) else { return };
    let within: Vec<usize> = square.cells(framed.width).collect();
    let Some(&cell) = rng.pick(&within) else { return };
    let mut best: Vec<(usize, Placed)> = Vec::new();
    let mut most = 0;
    for other in framed.alike(cell).iter().map(|&other| usize::from(other)) {
        if other == cell {
            continue;
        }
        let (fits, placed) = best_turn(framed, cells, cell, cells[other], rng);
        if fits > most || best.is_empty() {
            (most, best) = (fits, Vec::new());
        }
        if fits == most {
            best.push((other, placed));
        }
    }
    if let Some(&(other, placed)) = rng.pick(&best) {
        let own = cells[cell];
        cells[cell] = placed;
        cells[other] = best_turn(framed, cells, other, own, rng).1;
    }
}

/// A piece turned so that most of its joins would match on a cell, and how many do.
fn best_turn(
    framed: &Terrain<'_>,
    cells: &[Placed],
    cell: usize,
    piece: Placed,
    rng: &mut Rng,
) -> (u32, Placed) {
    let turns = framed.turns(piece.piece(), cell);
    let first = rng.below(4) as u8;
    let turned = (0..4).map(|by| (first + by) % 4).filter(|turn| turns >> turn & 1 == 1);
    let fits =
        turned.map(|turn| piece.with_turn(turn)).map(|p| (matches(framed, cells, cell, p), p));
    fits.max_by_key(|&(fits, _)| fits).unwrap_or((0, piece))
}

/// The joins that match if a piece lies on a cell.
fn matches(framed: &Terrain<'_>, cells: &[Placed], cell: usize, placed: Placed) -> u32 {
    let (width, height) = (framed.width, framed.height);
    let (row, col) = (cell / width, cell % width);
    let neighbours = [
        (row > 0).then(|| cell - width),
        (col + 1 < width).then(|| cell + 1),
        (row + 1 < height).then(|| cell + width),
        (col > 0).then(|| cell - 1),
    ];
    let wanted = framed.wanted[placed.index()].to_le_bytes();
    let shown = |cell: usize, side: usize| framed.shown[cells[cell].index()].to_le_bytes()[side];
    let sides = neighbours.into_iter().zip(wanted).enumerate();
    let matched = sides.filter(|&(side, (neighbour, wanted))| {
        neighbour.is_some_and(|cell| shown(cell, (side + 2) % 4) == wanted)
    });
    matched.count() as u32
}

/// Shuffles the pieces of a region and turns them at random.
fn shuffle(framed: &Terrain<'_>, cells: &mut [Placed], region: &[usize], rng: &mut Rng) {
    let mut pieces: Vec<Placed> = region.iter().map(|&cell| cells[cell]).collect();
    rng.shuffle(&mut pieces);
    for (&cell, placed) in region.iter().zip(pieces) {
        cells[cell] = placed.with_turn(rng.below(4) as u8);
    }
    framed.mend(cells);
}

/// The cells of all squares with breaks, or of a few: some that lie together or just any.
fn areas(framed: &Terrain<'_>, mut squares: Vec<Region>, few: bool, rng: &mut Rng) -> Vec<usize> {
    rng.shuffle(&mut squares);
    let most = if few { 4 + rng.below(MOST_CELLS - 3) } else { usize::MAX };
    if let Some(&first) = squares.first().filter(|_| rng.coin()) {
        let far = |s: &Region| s.left.abs_diff(first.left) + s.top.abs_diff(first.top);
        squares.sort_by_key(far);
    }
    let mut region = Vec::new();
    for cell in squares.into_iter().flat_map(|square| square.cells(framed.width)) {
        if region.len() < most && !region.contains(&cell) {
            region.push(cell);
        }
    }
    region
}

/// The whole border, or a stretch of it around a break.
fn border(framed: &Terrain<'_>, at: usize, few: bool, rng: &mut Rng) -> Vec<usize> {
    let ring = framed.ring();
    if !few {
        return ring;
    }
    let length = (2 + rng.below(MOST_CELLS - 1)).min(ring.len());
    let first = at + ring.len() - rng.below(length);
    (0..length).map(|i| ring[(first + i) % ring.len()]).collect()
}

/// The place in the ring of a random break between two neighbours on the rim.
fn rim_break(framed: &Terrain<'_>, cells: &[Placed], rng: &mut Rng) -> Option<usize> {
    if framed.puzzle.frame() == Frame::Open {
        return None;
    }
    let ring = framed.ring();
    let width = framed.width;
    let matched = |a: usize, b: usize| {
        let side = if b == a + 1 {
            1
        } else if b == a + width {
            2
        } else if a == b + 1 {
            3
        } else {
            0
        };
        let wanted = framed.wanted[cells[a].index()].to_le_bytes()[side];
        framed.shown[cells[b].index()].to_le_bytes()[(side + 2) % 4] == wanted
    };
    let next = |i: usize| ring[(i + 1) % ring.len()];
    let broken: Vec<usize> = (0..ring.len()).filter(|&i| !matched(ring[i], next(i))).collect();
    rng.pick(&broken).copied()
}

/// The squares of 2x2 cells with a join inside that does not match.
fn violated(terrain: &Terrain<'_>, cells: &[Placed]) -> Vec<Region> {
    let width = terrain.width;
    let rows: Vec<Row> = (0..terrain.height)
        .map(|row| {
            let below = cells.get((row + 1) * width..).unwrap_or_default();
            Row::of(terrain, &cells[row * width..][..width], below)
        })
        .collect();
    let mut areas = Vec::new();
    for (top, pair) in rows.windows(2).enumerate() {
        let whole = pair[0].across & pair[1].across & pair[0].down & (pair[0].down >> 1);
        let broken = (0..width - 1).filter(|left| whole >> left & 1 == 0);
        let extent = Extent { cols: 2, rows: 2 };
        areas.extend(broken.map(|left| Region { left, top, extent }));
    }
    areas
}
