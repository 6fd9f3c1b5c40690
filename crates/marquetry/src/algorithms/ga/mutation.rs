//! The mutations (Niang, section 4.5).

use super::region::{Extent, Region};
use super::terrain::Terrain;
use crate::edge::Placed;
use crate::search::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a board is changed a little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mutation {
    /// One piece is turned clockwise (4.5.1).
    Rotate,
    /// Two pieces change places (4.5.2).
    Swap,
    /// Two pieces change places and are turned clockwise (4.5.3).
    SwapRotate,
    /// A square of at least 2x2 cells is turned clockwise with its pieces (4.5.4).
    RotateRegion,
    /// Two regions of one size, one in each half of the board, change places; the halves lie side
    /// by side or one above the other (4.5.5).
    SwapRegion,
    /// The pieces of a region are laid back last one first (4.5.6).
    RegionInversion,
    /// A stretch of a row is reversed (4.5.7).
    RowInversion,
    /// A stretch of a column is reversed (4.5.7).
    ColumnInversion,
    /// All pieces but the one in the top left corner are shuffled (4.5.8).
    Scramble,
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rotate => "Rotate",
            Self::Swap => "Swap",
            Self::SwapRotate => "Swap & Rotate",
            Self::RotateRegion => "Region Rotation",
            Self::SwapRegion => "Region Swap",
            Self::RegionInversion => "Region Inversion",
            Self::RowInversion => "Row Inversion",
            Self::ColumnInversion => "Column Inversion",
            Self::Scramble => "Scramble",
        })
    }
}

/// Changes a board; frame and clues stay as the terrain wants them.
pub(super) fn mutate(
    mutation: Mutation,
    terrain: &Terrain<'_>,
    cells: &mut [Placed],
    rng: &mut Rng,
) {
    match mutation {
        Mutation::Rotate => {
            if let Some(cell) = terrain.any_turnable(rng) {
                cells[cell] = terrain.turned(cells[cell], cell);
            }
        }
        Mutation::Swap => _ = swap(terrain, cells, rng),
        Mutation::SwapRotate => {
            for cell in swap(terrain, cells, rng).into_iter().flatten() {
                cells[cell] = terrain.turned(cells[cell], cell);
            }
        }
        Mutation::RotateRegion => rotate_region(terrain, cells, rng),
        Mutation::SwapRegion => swap_region(terrain, cells, rng),
        Mutation::RegionInversion => {
            reverse(terrain, cells, Region::random(terrain, rng));
        }
        Mutation::RowInversion => {
            let (left, cols) = stretch(terrain.width, rng);
            let extent = Extent { cols, rows: 1 };
            reverse(terrain, cells, Region { left, top: rng.below(terrain.height), extent });
        }
        Mutation::ColumnInversion => {
            let (top, rows) = stretch(terrain.height, rng);
            let extent = Extent { cols: 1, rows };
            reverse(terrain, cells, Region { left: rng.below(terrain.width), top, extent });
        }
        Mutation::Scramble => scramble(terrain, cells, rng),
    }
}

/// Where a stretch between two random places begins, and its length.
fn stretch(length: usize, rng: &mut Rng) -> (usize, usize) {
    let (a, b) = (rng.below(length), rng.below(length));
    (a.min(b), a.abs_diff(b) + 1)
}

/// Exchanges two pieces that may lie on each other's cells; the cells.
fn swap(terrain: &Terrain<'_>, cells: &mut [Placed], rng: &mut Rng) -> Option<[usize; 2]> {
    let a = terrain.any_cell(rng)?;
    let b = terrain.another(a, rng)?;
    cells.swap(a, b);
    for cell in [a, b] {
        if !terrain.allows(cells[cell], cell) {
            cells[cell] = terrain.turned(cells[cell], cell);
        }
    }
    Some([a, b])
}

fn rotate_region(terrain: &Terrain<'_>, cells: &mut [Placed], rng: &mut Rng) {
    let widest = terrain.width.min(terrain.height);
    if widest < 2 {
        return;
    }
    let side = 2 + rng.below(widest - 1);
    let extent = Extent { cols: side, rows: side };
    let region = extent.somewhere(Region::whole(terrain), rng);
    let old: Vec<Placed> = region.cells(terrain.width).map(|cell| cells[cell]).collect();
    for (i, cell) in region.cells(terrain.width).enumerate() {
        let (row, col) = (i / side, i % side);
        let placed = old[(side - 1 - col) * side + row];
        cells[cell] = placed.with_turn((placed.turn() + 1) % 4);
    }
    terrain.mend(cells);
}

fn swap_region(terrain: &Terrain<'_>, cells: &mut [Placed], rng: &mut Rng) {
    let (width, height) = (terrain.width, terrain.height);
    let beside = if width < 2 || height < 2 { width > 1 } else { rng.coin() };
    let (cols, rows) = if beside { (width / 2, height) } else { (width, height / 2) };
    if cols == 0 || rows == 0 {
        return;
    }
    let half = Extent { cols, rows };
    let other = if beside { (width - cols, 0) } else { (0, height - rows) };
    let extent = Extent::random(cols, rows, rng);
    let first = extent.somewhere(Region { left: 0, top: 0, extent: half }, rng);
    let second = extent.somewhere(Region { left: other.0, top: other.1, extent: half }, rng);
    for (a, b) in first.cells(width).zip(second.cells(width)) {
        cells.swap(a, b);
    }
    terrain.mend(cells);
}

/// Lays the pieces of a region back in reverse order.
fn reverse(terrain: &Terrain<'_>, cells: &mut [Placed], region: Region) {
    let count = region.extent.cols * region.extent.rows;
    let order = region.cells(terrain.width);
    for (a, b) in order.clone().zip(order.rev()).take(count / 2) {
        cells.swap(a, b);
    }
    terrain.mend(cells);
}

fn scramble(terrain: &Terrain<'_>, cells: &mut [Placed], rng: &mut Rng) {
    if let Some((_, rest)) = cells.split_first_mut() {
        rng.shuffle(rest);
        for placed in rest {
            *placed = placed.with_turn(rng.below(4) as u8);
        }
    }
    terrain.mend(cells);
}
