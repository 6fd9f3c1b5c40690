//! The fitness of a board (Niang, sections 4.1 and 4.7).

use super::Ga;
use super::constraint::{Constraint, Violations};
use super::terrain::Terrain;
use crate::edge::{Frame, GREY, MAX_SIDE, Placed};

/// The constraints that count: those of the parameters, and those that were added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules<'a> {
    pub(super) ga: &'a Ga,
    pub(super) added: &'a [Constraint],
}

/// What a board is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Fitness {
    /// 1 if nothing is violated: one minus the mean, by weight, of the parts violated of each constraint.
    pub(super) value: f64,
    /// Joins that do not match: what the thesis's screen calls "Tiles".
    pub(super) edges: u32,
    /// Squares of 2x2 cells with a join that does not match: "X2" or "2x2" on its screen.
    pub(super) areas: u32,
    /// What is violated of other constraints.
    pub(super) others: u32,
}

impl Fitness {
    /// All violations: edges and areas together, as on the thesis's screen, and what else there is.
    pub(super) fn violations(self) -> u32 {
        self.edges + self.areas + self.others
    }

    /// Scores a board by the constraints that count. Matches are bits, one word for each row of joins, so that the squares are a
    /// few operations.
    pub(super) fn of(terrain: &Terrain<'_>, rules: Rules<'_>, cells: &[Placed]) -> Self {
        let (width, height) = (terrain.width, terrain.height);
        let totals = totals(terrain);
        let counted = terrain.counts_rim();
        let (mut matched, mut whole) = (if counted { grey_rim(terrain, cells) } else { 0 }, 0);
        let mut above = Row::default();
        for (row, line) in cells.chunks_exact(width).enumerate() {
            let below = cells.get((row + 1) * width..).unwrap_or_default();
            let now = Row::of(terrain, line, below);
            matched += now.across.count_ones() + now.down.count_ones();
            if row > 0 {
                let squares = above.across & now.across & above.down & (above.down >> 1);
                whole += squares.count_ones();
            }
            above = now;
        }
        debug_assert!(height <= MAX_SIDE);
        let (edges, areas) = (totals.0 - matched, totals.1 - whole);
        let Rules { ga, added } = rules;
        let mut penalties = Penalties::default();
        penalties.add(ga.edge, ga.edge_weight, edges, totals.0);
        penalties.add(ga.area, ga.area_weight, areas, totals.1);
        let mut others = 0;
        if ga.rim && terrain.puzzle.frame() == Frame::Grey {
            let total = around(terrain);
            others = total - grey_rim(terrain, cells);
            penalties.add(true, ga.rim_weight, others, total);
        }
        for constraint in added {
            let (weight, Violations { violated, total }) =
                constraint.penalty(terrain.puzzle, cells);
            others = others.saturating_add(violated);
            penalties.add(true, weight, violated, total);
        }
        Self { value: penalties.value(), edges, areas, others }
    }
}

/// The sum of section 4.7 with the weight w of section 4.1 for every constraint; the mean is by weight, so that
/// nothing violated is worth 1 and everything 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Penalties {
    violated: f64,
    weights: f64,
}

impl Penalties {
    /// Adds a constraint if it counts. A board too small for it does not violate it.
    pub(super) fn add(&mut self, counts: bool, weight: f64, violated: u32, total: u32) {
        if counts && total > 0 {
            self.violated += weight * (f64::from(violated) / f64::from(total));
            self.weights += weight;
        }
    }

    /// The fitness.
    pub(super) fn value(self) -> f64 {
        if self.weights > 0.0 { 1.0 - self.violated / self.weights } else { 1.0 }
    }
}

/// The number of joins and of squares of 2x2 cells.
pub(super) fn totals(terrain: &Terrain<'_>) -> (u32, u32) {
    let (width, height) = (terrain.width as u32, terrain.height as u32);
    let around = if terrain.counts_rim() { around(terrain) } else { 0 };
    (terrain.puzzle.joins() + around, (width - 1) * (height - 1))
}

/// The sides on the rim.
fn around(terrain: &Terrain<'_>) -> u32 {
    2 * (terrain.width + terrain.height) as u32
}

/// The matched joins of a row of cells, as bits: to the east and to the south.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    pub(super) across: u64,
    pub(super) down: u64,
}

impl Row {
    pub(super) fn of(terrain: &Terrain<'_>, line: &[Placed], below: &[Placed]) -> Self {
        let byte = |sides: u32, side: usize| sides >> (8 * side) & 0xff;
        let mut row = Self::default();
        let mut before = 256;
        for (col, placed) in line.iter().enumerate() {
            let shown = terrain.shown[placed.index()];
            let wanted = terrain.wanted[placed.index()];
            // The join to the west is bit `col - 1`; the first cell has none.
            row.across |= u64::from(byte(shown, 3) == before) << col;
            before = byte(wanted, 1);
            if let Some(next) = below.get(col) {
                let matched = byte(terrain.shown[next.index()], 0) == byte(wanted, 2);
                row.down |= u64::from(matched) << col;
            }
        }
        row.across >>= 1;
        row
    }
}

/// Grey sides on the rim.
fn grey_rim(terrain: &Terrain<'_>, cells: &[Placed]) -> u32 {
    let (width, height) = (terrain.width, terrain.height);
    let grey = |cell: usize, side: usize| {
        u32::from(terrain.shown[cells[cell].index()].to_le_bytes()[side] == GREY)
    };
    let columns = (0..width).map(|col| grey(col, 0) + grey((height - 1) * width + col, 2));
    let rows = (0..height).map(|row| grey(row * width, 3) + grey((row + 1) * width - 1, 1));
    columns.chain(rows).sum()
}
