//! Which cells are lifted together.

use super::adjacency::Adjacency;
use super::fill::MOST_CELLS;
use crate::search::Rng;

/// The shape of a region. All of them start at a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Neighbours of neighbours of a break, other breaks preferred.
    Blob,
    /// Two blobs around two breaks.
    Jump,
    /// The cells of several breaks, wherever they are.
    Scatter,
    /// A rectangle over a break.
    Window,
    /// Cells that do not touch, dealt out anew at once.
    Apart,
    /// A band over a break, along the side of the board that is nearest.
    Rows,
}

/// A board as far as regions care: its breaks.
pub(super) struct BreakMap<'a> {
    pub(super) ground: &'a Adjacency<'a>,
    pub(super) breaks: &'a [(u16, u16)],
    /// Whether a cell has a break.
    pub(super) broken: &'a [bool],
}

impl BreakMap<'_> {
    /// Chooses about `size` cells, none of them a clue's, none twice.
    pub(super) fn region(&self, shape: Shape, size: usize, rng: &mut Rng, region: &mut Vec<usize>) {
        region.clear();
        match shape {
            Shape::Blob => self.grow(size, rng, region),
            Shape::Jump => {
                self.grow(size / 2, rng, region);
                self.grow(size, rng, region);
            }
            Shape::Scatter => (0..size).for_each(|_| {
                let room = region.len() + 2 <= size;
                self.grow(if room { region.len() + 2 } else { size }, rng, region);
            }),
            Shape::Window => self.window(size, 1 + rng.below(3), rng, region),
            Shape::Apart => self.apart(size, rng, region),
            Shape::Rows => self.rows(size, rng, region),
        }
        debug_assert!(shape == Shape::Apart || region.len() <= MOST_CELLS);
    }

    /// Adds the cells of a random break, then their neighbours, until there are `size` cells.
    fn grow(&self, size: usize, rng: &mut Rng, region: &mut Vec<usize>) {
        let Some(&(a, b)) = rng.pick(self.breaks) else { return };
        let first = region.len();
        for cell in [usize::from(a), usize::from(b)] {
            self.add(cell, size, region);
        }
        // A few misses are normal; more mean that there is no room.
        let mut misses = 0;
        while region.len() < size && misses < 40 && first < region.len() {
            let cell = region[first + rng.below(region.len() - first)];
            let next = self.ground.around(cell)[rng.below(4)];
            let wanted = next.filter(|&next| self.broken[next] || rng.coin());
            misses += 1;
            if wanted.is_some_and(|next| self.add(next, size, region)) {
                misses = 0;
            }
        }
    }

    fn add(&self, cell: usize, size: usize, region: &mut Vec<usize>) -> bool {
        let fresh = region.len() < size && self.ground.is_free(cell) && !region.contains(&cell);
        if fresh {
            region.push(cell);
        }
        fresh
    }

    /// A rectangle `thick` cells thick over a random break, lying or standing.
    fn window(&self, size: usize, thick: usize, rng: &mut Rng, region: &mut Vec<usize>) {
        let Some((col, row)) = self.broken_cell(rng) else { return };
        let long = size.div_ceil(thick);
        let (cols, rows) = if rng.coin() { (long, thick) } else { (thick, long) };
        let (width, height) = (self.ground.puzzle.width(), self.ground.puzzle.height());
        let corner = (over(col, cols, width, rng), over(row, rows, height, rng));
        self.rectangle(corner, (cols, rows), size, region);
    }

    /// A rectangle two or three cells thick over a random break, as close as possible to the side
    /// of the board that is nearest.
    fn rows(&self, size: usize, rng: &mut Rng, region: &mut Vec<usize>) {
        let Some((col, row)) = self.broken_cell(rng) else { return };
        let (width, height) = (self.ground.puzzle.width(), self.ground.puzzle.height());
        let thick = 2 + rng.below(2);
        let long = size / thick;
        let lying = row.min(height - 1 - row) <= col.min(width - 1 - col);
        let (left, top) = if lying {
            (over(col, long, width, rng), outermost(row, thick, height))
        } else {
            (outermost(col, thick, width), over(row, long, height, rng))
        };
        let (cols, rows) = if lying { (long, thick) } else { (thick, long) };
        self.rectangle((left, top), (cols, rows), size, region);
    }

    /// The column and row of a cell of a random break.
    fn broken_cell(&self, rng: &mut Rng) -> Option<(usize, usize)> {
        let &(a, b) = rng.pick(self.breaks)?;
        let (cell, width) =
            (usize::from(if rng.coin() { a } else { b }), self.ground.puzzle.width());
        Some((cell % width, cell / width))
    }

    /// The cells of a rectangle from a corner on, as far as the board goes.
    fn rectangle(
        &self,
        (left, top): (usize, usize),
        (cols, rows): (usize, usize),
        size: usize,
        region: &mut Vec<usize>,
    ) {
        let (width, height) = (self.ground.puzzle.width(), self.ground.puzzle.height());
        for row in top..(top + rows).min(height) {
            let cells = (left..(left + cols).min(width)).map(|col| row * width + col);
            cells.for_each(|cell| _ = self.add(cell, size, region));
        }
    }

    /// Cells of one kind of which no two touch, those with breaks first.
    fn apart(&self, size: usize, rng: &mut Rng, region: &mut Vec<usize>) {
        let Some(&(a, b)) = rng.pick(self.breaks) else { return };
        let first = usize::from(if rng.coin() { a } else { b });
        let layout = self.ground.puzzle.layout();
        let mut cells: Vec<usize> =
            layout.cells(layout.kind(first)).iter().map(|&cell| usize::from(cell)).collect();
        rng.shuffle(&mut cells);
        let (broken, whole): (Vec<usize>, Vec<usize>) =
            cells.into_iter().partition(|&cell| self.broken[cell]);
        for cell in broken.into_iter().chain(whole) {
            let touches = self.ground.around(cell).iter().flatten().any(|c| region.contains(c));
            if !touches {
                self.add(cell, size, region);
            }
        }
    }
}

/// Where a stretch of this length may begin to cover a place, any of them.
fn over(at: usize, length: usize, room: usize, rng: &mut Rng) -> usize {
    let (low, high) = ((at + 1).saturating_sub(length), at.min(room.saturating_sub(length)));
    low + rng.below(high + 1 - low)
}

/// Where a stretch of this length begins that covers a place and lies closest to an end.
fn outermost(at: usize, length: usize, room: usize) -> usize {
    let low = (at + 1).saturating_sub(length);
    if 2 * at < room { low } else { at.min(room.saturating_sub(length)).max(low) }
}
