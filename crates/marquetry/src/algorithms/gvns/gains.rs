//! The kernel: every swap and turn within one kind of cells, its worth kept as a byte.
//!
//! For two cells that do not touch, the gain of swapping their pieces, each with its best turn, is
//! what the one fits on the place of the other and the other way round, less what matches now.
//! Those fits depend on the piece and on the colours around the cell alone, so a move changes the
//! fits of its cells and of their neighbours and no others; the rest of the table stays true.
//! A scan then adds three bytes per candidate, sixteen candidates at a time.

use super::moves::swap_one_by_one;
use super::{Pivot, Turning};
use crate::edge::{GREY, Placed, Puzzle, State};
use crate::search::Rng;

/// Bytes the loops below work on at once.
const LANE: usize = 16;
/// What stands for a gain of nothing in the sums of a scan.
const NO_GAIN: u8 = 8;

/// The first best candidate of a scan, and what finding it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scan {
    /// The cells of a swap, or a cell and its new turn. `None` if nothing gains.
    pub(super) found: Option<(usize, usize)>,
    /// Candidates scored.
    pub(super) scored: u64,
}

/// The free cells of one kind with the pieces on them.
#[derive(Clone, Debug)]
pub(super) struct GainTable {
    /// What never changes.
    cells: Vec<usize>,
    /// Quarter turns from the rim of the kind's first cell to that of each cell.
    rims: Vec<u8>,
    /// How many turns a piece may take on a cell: 1, 2 (half turns) or 4.
    turns: usize,
    /// How the pieces of a pair that touches are turned.
    turning: Turning,
    /// Pairs that touch, and the side of the first that does, by either of their numbers.
    touching: Vec<Vec<Touch>>,
    stride: usize,

    /// Where the last scans found something: the place an [`Pivot::Onward`] scan begins.
    next_swap: usize,
    next_turn: usize,

    /// What changes with the board: cells whose piece or surroundings may have changed.
    stale: Vec<usize>,
    is_stale: Vec<bool>,
    seen: Vec<Seen>,
    /// The sides of the pieces as they would lie on the kind's first cell, and the colours the
    /// cells want, turned alike. A plane for each side.
    bases: [Vec<u8>; 4],
    wants: [Vec<u8>; 4],
    /// For each pair, the best fit of the second's piece on the first cell, and of the first's on
    /// the second. Pairs that touch have the exact sum in the former.
    here: Vec<u8>,
    there: Vec<u8>,
    /// Four less the joins that match.
    slack: Vec<u8>,
    /// The best gain of turning a piece where it lies, four added.
    spins: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Touch {
    first: usize,
    second: usize,
    side: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    placed: Option<Placed>,
    wanted: [u8; 4],
}

impl GainTable {
    /// A table of free cells of one kind. Everything in it is stale.
    pub(super) fn new(puzzle: &Puzzle, cells: Vec<usize>, turning: Turning) -> Self {
        let (layout, count) = (puzzle.layout(), cells.len());
        let first = cells.first().copied().unwrap_or(0);
        let piece = layout.pieces(layout.kind(first)).first().map_or(0, |&p| usize::from(p));
        let turn = |cell: usize| layout.turns(piece, cell).trailing_zeros() as u8;
        let stride = count.next_multiple_of(LANE);
        let plane = || std::array::from_fn(|_| vec![0; stride]);
        let mut touching = vec![Vec::new(); count];
        for (i, &a) in cells.iter().enumerate() {
            for (j, &b) in cells.iter().enumerate().skip(i + 1) {
                let east = b == a + 1 && b % puzzle.width() > 0;
                if east || b == a + puzzle.width() {
                    let touch = Touch { first: i, second: j, side: if east { 1 } else { 2 } };
                    touching[i].push(touch);
                    touching[j].push(touch);
                }
            }
        }
        Self {
            rims: cells.iter().map(|&cell| (turn(cell) + 4 - turn(first)) % 4).collect(),
            turns: layout.turns(piece, first).count_ones() as usize,
            turning,
            touching,
            stride,
            next_swap: 0,
            next_turn: 0,
            stale: (0..count).collect(),
            is_stale: vec![true; count],
            seen: vec![Seen::default(); count],
            bases: plane(),
            wants: plane(),
            here: vec![0; stride * count],
            there: vec![0; stride * count],
            slack: vec![0; stride],
            spins: vec![0; stride],
            cells,
        }
    }

    /// The cells.
    pub(super) fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// Whether a piece may be turned where it lies.
    pub(super) fn can_turn(&self) -> bool {
        self.turns > 1 && !self.cells.is_empty()
    }

    /// Says that the piece or the neighbours of a cell, given by its number here, have changed.
    pub(super) fn touch(&mut self, number: usize) {
        if !self.is_stale[number] {
            self.is_stale[number] = true;
            self.stale.push(number);
        }
    }

    /// Becomes as another table of the same cells is, but for where scans go on.
    pub(super) fn copy(&mut self, other: &Self) {
        self.stale.clone_from(&other.stale);
        self.is_stale.clone_from(&other.is_stale);
        self.seen.clone_from(&other.seen);
        for side in 0..4 {
            self.bases[side].clone_from(&other.bases[side]);
            self.wants[side].clone_from(&other.wants[side]);
        }
        self.here.clone_from(&other.here);
        self.there.clone_from(&other.there);
        self.slack.clone_from(&other.slack);
        self.spins.clone_from(&other.spins);
    }

    /// The swap of two cells with their best turns that gains most, cells in order, the first of
    /// equals; or the first that gains.
    pub(super) fn best_swap(&mut self, state: &State<'_>, improvement: Pivot) -> Scan {
        self.refresh(state);
        let count = self.cells.len();
        let start = if improvement == Pivot::Onward { self.next_swap } else { 0 };
        let (mut best, mut found, mut scored) = (NO_GAIN, None, 0);
        for row in (start..count).chain(0..start) {
            let worth = self.best_in(row) + self.slack[row];
            if worth > best {
                (best, found) = (worth, Some(row));
                if improvement != Pivot::Best {
                    break;
                }
            }
            scored += (count - 1 - row) as u64;
        }
        let Some(row) = found else { return Scan { found: None, scored } };
        let at = row * self.stride;
        let worth = |&col: &usize| {
            self.here[at + col] + self.there[at + col] + self.slack[col] + self.slack[row]
        };
        let wanted = if improvement == Pivot::Best { best } else { NO_GAIN + 1 };
        let col = (row + 1..count).find(|col| worth(col) >= wanted).unwrap_or(row);
        if improvement != Pivot::Best {
            scored += (col - row) as u64;
        }
        self.next_swap = row;
        Scan { found: Some((self.cells[row], self.cells[col])), scored }
    }

    /// The turn of a piece that gains most, or the first that gains: the cell and the new turn.
    pub(super) fn best_turn(&mut self, state: &State<'_>, improvement: Pivot) -> Scan {
        self.refresh(state);
        let (count, others) = (self.cells.len(), self.turns.saturating_sub(1) as u64);
        let start = if improvement == Pivot::Onward { self.next_turn } else { 0 };
        let (mut best, mut found, mut scored) = (4, None, 0);
        for number in (start..count).chain(0..start) {
            if self.spins[number] > best {
                (best, found) = (self.spins[number], Some(number));
                if improvement != Pivot::Best {
                    break;
                }
            }
            scored += others;
        }
        let Some(number) = found else { return Scan { found: None, scored } };
        let cell = self.cells[number];
        let wanted = if improvement == Pivot::Best { i32::from(best) - 4 } else { 1 };
        let (mut tried, mut turn) = (0, 0);
        for other in other_turns(state, cell) {
            tried += 1;
            if state.turn_gain(cell, other) >= wanted {
                turn = usize::from(other);
                break;
            }
        }
        if improvement != Pivot::Best {
            scored += tried;
        }
        self.next_turn = number;
        Scan { found: Some((cell, turn)), scored }
    }

    /// Any swap of two cells, and what it gains with their best turns. `None` if there are no two.
    pub(super) fn any_swap(
        &mut self,
        state: &State<'_>,
        rng: &mut Rng,
    ) -> Option<((usize, usize), i32)> {
        self.refresh(state);
        let count = self.cells.len();
        if count < 2 {
            return None;
        }
        let (one, other) = (rng.below(count), rng.below(count - 1));
        let other = other + usize::from(other >= one);
        let (row, col) = (one.min(other), one.max(other));
        let at = row * self.stride + col;
        let worth = self.here[at] + self.there[at] + self.slack[col] + self.slack[row];
        Some(((self.cells[row], self.cells[col]), i32::from(worth) - i32::from(NO_GAIN)))
    }

    /// Any other turn of any piece, and what it gains. `None` if no piece may be turned.
    pub(super) fn any_turn(
        &self,
        state: &State<'_>,
        rng: &mut Rng,
    ) -> Option<((usize, usize), i32)> {
        let cell = *rng.pick(&self.cells)?;
        let others = self.turns.saturating_sub(1);
        let quarters = (1 + rng.below(others)) * 4 / self.turns;
        let turn = (state.get(cell)?.turn() + quarters as u8) % 4;
        (others > 0).then(|| ((cell, turn.into()), state.turn_gain(cell, turn)))
    }

    /// The best sum of a row, its own slack not added. Left of the diagonal all sums are too small
    /// to count.
    #[inline]
    fn best_in(&self, row: usize) -> u8 {
        let (from, to) = ((row + 1) / LANE * LANE, self.stride);
        let at = row * self.stride;
        let here = self.here[at + from..at + to].as_chunks::<LANE>().0;
        let there = self.there[at + from..at + to].as_chunks::<LANE>().0;
        let slack = self.slack[from..to].as_chunks::<LANE>().0;
        let mut best = [0u8; LANE];
        for ((here, there), slack) in here.iter().zip(there).zip(slack) {
            for k in 0..LANE {
                best[k] = best[k].max(here[k] + there[k] + slack[k]);
            }
        }
        best.into_iter().fold(0, u8::max)
    }

    /// Makes the table true again.
    fn refresh(&mut self, state: &State<'_>) {
        if self.stale.is_empty() {
            return;
        }
        let mut line = vec![0; self.stride];
        let stale = std::mem::take(&mut self.stale);
        let before: Vec<Seen> = stale.iter().map(|&number| self.look(state, number)).collect();
        for (&number, &old) in stale.iter().zip(&before) {
            let new = self.seen[number];
            self.is_stale[number] = old != new;
            if old.wanted != new.wanted || old.placed.is_none() {
                self.fits(side_by_side(&self.wants, number), &self.bases, &mut line);
                self.lay(number, &line, false);
            }
            if old.placed.map(Placed::piece) != new.placed.map(Placed::piece) {
                self.fits(side_by_side(&self.bases, number), &self.wants, &mut line);
                self.lay(number, &line, true);
            }
        }
        for &number in &stale {
            for k in 0..self.touching[number].len() {
                let touch = self.touching[number][k];
                // A pair of which both have changed is met twice.
                let met = number == touch.second && self.is_stale[touch.first];
                if self.is_stale[number] && !met {
                    self.join(state, touch);
                }
            }
        }
        stale.iter().for_each(|&number| self.is_stale[number] = false);
        self.stale = stale;
        self.stale.clear();
    }

    /// Looks at a cell again; what was seen before.
    fn look(&mut self, state: &State<'_>, number: usize) -> Seen {
        let cell = self.cells[number];
        let new = Seen { placed: state.get(cell), wanted: state.wanted(cell) };
        let old = std::mem::replace(&mut self.seen[number], new);
        let Some(placed) = new.placed else { return old };
        let puzzle = state.puzzle();
        let rim = usize::from(self.rims[number]);
        let lowest = puzzle.layout().turns(placed.piece(), cell).trailing_zeros() as usize;
        let base = puzzle.sides(placed.with_turn(((lowest + 4 - rim) % 4) as u8));
        for (side, &colour) in base.iter().enumerate() {
            self.bases[side][number] = colour;
            self.wants[side][number] = new.wanted[(side + rim) % 4];
        }
        let matches = state.matches(cell);
        self.slack[number] = 4 - matches as u8;
        let spins = other_turns(state, cell).map(|turn| state.turn_gain(cell, turn));
        self.spins[number] = spins.max().map_or(0, |gain| (4 + gain) as u8);
        old
    }

    /// The best fits of one piece on all cells or of all pieces on one cell.
    fn fits(&self, one: [u8; 4], all: &[Vec<u8>; 4], line: &mut [u8]) {
        match self.turns {
            4 => fits::<4>(one, all, line),
            2 => fits::<2>(one, all, line),
            _ => fits::<1>(one, all, line),
        }
    }

    /// Writes fits into the table: of all pieces on cell `number`, or of its `piece` on all cells.
    fn lay(&mut self, number: usize, line: &[u8], piece: bool) {
        let (count, stride) = (self.cells.len(), self.stride);
        let (row, column) = if piece {
            (&mut self.there, &mut self.here)
        } else {
            (&mut self.here, &mut self.there)
        };
        row[number * stride..][number + 1..count].copy_from_slice(&line[number + 1..count]);
        let column = column[number..].iter_mut().step_by(stride);
        column.zip(&line[..number]).for_each(|(byte, &fit)| *byte = fit);
    }

    /// Two cells that touch: the fits of both pieces depend on each other, so all turns of both are
    /// tried. The join between them counts twice in what matches now, and must be given back.
    fn join(&mut self, state: &State<'_>, Touch { first, second, side }: Touch) {
        let (a, b) = (self.cells[first], self.cells[second]);
        let at = first * self.stride + second;
        self.there[at] = 0;
        if self.turning == Turning::OneByOne {
            let matches = state.matches(a) + state.matches(b);
            let gain = swap_one_by_one(state, a, b).gain(state);
            self.here[at] = (gain + matches as i32) as u8;
            return;
        }
        let (Some(at_a), Some(at_b)) = (state.get(a), state.get(b)) else { return };
        let puzzle = state.puzzle();
        let (shown, wanted) = (state.sides(at_a).to_le_bytes()[side], state.wanted(a)[side]);
        let looks_a = outer_fits(state, a, at_b, side);
        let looks_b = outer_fits(state, b, at_a, side + 2);
        let mut best = 0;
        for (fit_a, colour_a) in looks_a.into_iter().flatten() {
            for (fit_b, colour_b) in looks_b.into_iter().flatten() {
                let matched = colour_a != GREY && colour_a == puzzle.mate(colour_b);
                best = best.max(fit_a + fit_b + u8::from(matched));
            }
        }
        self.here[at] = best + u8::from(shown == wanted);
    }
}

/// The turns a piece may take where it lies, but for its own.
pub(super) fn other_turns(state: &State<'_>, cell: usize) -> impl Iterator<Item = u8> + use<> {
    let (own, allowed) = state.get(cell).map_or((0, 0), |placed: Placed| {
        (placed.turn(), state.puzzle().layout().turns(placed.piece(), cell))
    });
    (0..4).filter(move |&turn| turn != own && allowed >> turn & 1 == 1)
}

/// For each turn a piece may take on a cell: the joins it matches but for one side, and the colour
/// it shows there.
fn outer_fits(state: &State<'_>, cell: usize, placed: Placed, but: usize) -> [Option<(u8, u8)>; 4] {
    let allowed = state.puzzle().layout().turns(placed.piece(), cell);
    let (but, wanted) = (but % 4, state.wanted(cell));
    std::array::from_fn(|turn| {
        let placed = placed.with_turn(turn as u8);
        let shown = state.sides(placed).to_le_bytes()[but];
        let fit = state.fit(cell, placed) - u32::from(shown == wanted[but]);
        (allowed >> turn & 1 == 1).then_some((fit as u8, shown))
    })
}

fn side_by_side(planes: &[Vec<u8>; 4], number: usize) -> [u8; 4] {
    std::array::from_fn(|side| planes[side][number])
}

/// How many sides agree in the best of so many turns. Turns and turns back are the same set, so it
/// does not matter which of the two is turned.
fn fits<const TURNS: usize>(one: [u8; 4], all: &[Vec<u8>; 4], line: &mut [u8]) {
    let lanes = |side: usize| all[side].as_chunks::<LANE>().0;
    let planes = lanes(0).iter().zip(lanes(1)).zip(lanes(2)).zip(lanes(3));
    for ((((a, b), c), d), line) in planes.zip(line.as_chunks_mut::<LANE>().0) {
        for k in 0..LANE {
            let mut best = 0;
            for turn in 0..TURNS {
                let turn = turn * (4 / TURNS);
                let agree = u8::from(a[k] == one[turn % 4])
                    + u8::from(b[k] == one[(turn + 1) % 4])
                    + u8::from(c[k] == one[(turn + 2) % 4])
                    + u8::from(d[k] == one[(turn + 3) % 4]);
                best = best.max(agree);
            }
            line[k] = best;
        }
    }
}
