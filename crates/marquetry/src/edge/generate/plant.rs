//! Laying colours on the joins of an empty board until its pieces are as the recipe asks.

use super::{Colours, Recipe, Spread};
use crate::edge::{Colour, Frame, GREY, Piece};
use crate::search::Rng;
use std::collections::HashMap;

/// The joins of a board, and on an open board the sides on its rim, as slots to be coloured.
pub(super) struct Plot<'a> {
    recipe: &'a Recipe,
    /// The slot behind every side of every cell; `None` is the grey rim.
    sides: Vec<[Option<usize>; 4]>,
    /// The cells a slot touches: twice the same for a side on the rim.
    cells: Vec<[usize; 2]>,
    /// The slots sorted into frame joins, inner joins and open rim sides. Colours are exchanged
    /// only within a pool, which keeps the spread.
    pools: [Vec<usize>; 3],
    pool_of: Vec<usize>,
}

impl<'a> Plot<'a> {
    pub(super) fn new(recipe: &'a Recipe) -> Self {
        let (width, height) = (recipe.width, recipe.height);
        let size = width * height;
        let mut plot = Self {
            recipe,
            sides: vec![[None; 4]; size],
            cells: Vec::new(),
            pools: Default::default(),
            pool_of: Vec::new(),
        };
        for cell in 0..size {
            let (row, col) = (cell / width, cell % width);
            let grey = recipe.frame == Frame::Grey;
            if col + 1 < width {
                let along = grey && (row == 0 || row + 1 == height);
                plot.open_slot(usize::from(!along), (cell, 1), (cell + 1, 3));
            }
            if row + 1 < height {
                let along = grey && (col == 0 || col + 1 == width);
                plot.open_slot(usize::from(!along), (cell, 2), (cell + width, 0));
            }
            let rim = [row == 0, col + 1 == width, row + 1 == height, col == 0];
            for side in (0..4).filter(|&side| !grey && rim[side]) {
                plot.open_slot(2, (cell, side), (cell, side));
            }
        }
        plot
    }

    fn open_slot(&mut self, pool: usize, a: (usize, usize), b: (usize, usize)) {
        let slot = self.cells.len();
        self.sides[a.0][a.1] = Some(slot);
        self.sides[b.0][b.1] = Some(slot);
        self.cells.push([a.0, b.0]);
        self.pools[pool].push(slot);
        self.pool_of.push(pool);
    }

    /// A perfect board as the sides of every cell, or `None` if this draw could not be mended
    /// into the pieces asked for.
    pub(super) fn plant(&self, rng: &mut Rng) -> Option<Vec<[Colour; 4]>> {
        let mut colours = self.deal(rng);
        let wish = self.recipe.wish();
        if (wish.distinct || wish.asymmetric) && !self.mend(&mut colours, rng) {
            return None;
        }
        Some((0..self.sides.len()).map(|cell| self.sides_of(cell, &colours)).collect())
    }

    /// Gives every slot a colour: for a join, that of the side in its upper or left cell.
    fn deal(&self, rng: &mut Rng) -> Vec<Colour> {
        let mut decks = match self.recipe.colours {
            Colours::Shared(n) => vec![SideDeck::new(1, n, rng)],
            Colours::Apart { frame, inner } => {
                vec![SideDeck::new(1, frame, rng), SideDeck::new(frame + 1, inner, rng)]
            }
        };
        let mut colours = vec![GREY; self.cells.len()];
        for (pool, slots) in self.pools.iter().enumerate() {
            let last = decks.len() - 1;
            let deck = &mut decks[if pool == 1 { last } else { 0 }];
            let mut dealt: Vec<usize> =
                slots.iter().map(|_| deck.draw(self.recipe.spread, rng)).collect();
            rng.shuffle(&mut dealt);
            for (&slot, number) in slots.iter().zip(dealt) {
                let signed = self.recipe.signed;
                colours[slot] =
                    if signed { 2 * number - usize::from(rng.coin()) } else { number } as Colour;
            }
        }
        colours
    }

    fn sides_of(&self, cell: usize, colours: &[Colour]) -> [Colour; 4] {
        let mut sides = [GREY; 4];
        for (side, slot) in self.sides[cell].into_iter().enumerate() {
            let Some(colour) = slot.map(|slot| colours[slot]) else { continue };
            // East and south sides begin a join, west and north sides end it.
            let mated = self.recipe.signed && (side == 0 || side == 3);
            sides[side] = if mated { ((colour - 1) ^ 1) + 1 } else { colour };
        }
        sides
    }

    /// Exchanges the colours of slots until every piece is as wished; gives up after a while.
    ///
    /// Section 5.1 draws a whole new board instead, which finds none in practice where the pieces
    /// are many and the colours few. Exchanging keeps the colour counts as they were drawn.
    fn mend(&self, colours: &mut [Colour], rng: &mut Rng) -> bool {
        let mut tally = LookCount { distinct: self.recipe.distinct, ..LookCount::default() };
        tally.asymmetric = self.recipe.asymmetric;
        for cell in 0..self.sides.len() {
            tally.add(self.sides_of(cell, colours));
        }
        // Holds all but at most one of the pieces that are the same, and every symmetric one:
        // whoever joins is pushed, and nobody leaves while unwanted.
        let mut unwanted: Vec<usize> = (0..self.sides.len()).collect();
        for _ in 0..20 * self.cells.len() + 1000 {
            if tally.cost == 0 || unwanted.is_empty() {
                break;
            }
            let at = rng.below(unwanted.len());
            let cell = unwanted[at];
            if !tally.unwanted(self.sides_of(cell, colours)) {
                unwanted.swap_remove(at);
                continue;
            }
            let Some(slot) = self.sides[cell][rng.below(4)] else { continue };
            let Some(&other) = rng.pick(&self.pools[self.pool_of[slot]]) else { continue };
            let touched = self.touched(slot, other);
            if self.exchange(slot, other, &touched, colours, &mut tally) {
                let bad = |&cell: &usize| tally.unwanted(self.sides_of(cell, colours));
                unwanted.extend(touched.into_iter().filter(bad));
            }
        }
        tally.cost == 0
    }

    fn touched(&self, slot: usize, other: usize) -> Vec<usize> {
        let mut cells = [self.cells[slot], self.cells[other]].concat();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Exchanges the colours of two slots unless that makes matters worse.
    fn exchange(
        &self,
        slot: usize,
        other: usize,
        touched: &[usize],
        colours: &mut [Colour],
        tally: &mut LookCount,
    ) -> bool {
        let before = tally.cost;
        let mut swap = |tally: &mut LookCount| {
            touched.iter().for_each(|&cell| tally.remove(self.sides_of(cell, colours)));
            colours.swap(slot, other);
            touched.iter().for_each(|&cell| tally.add(self.sides_of(cell, colours)));
        };
        swap(tally);
        if tally.cost > before {
            swap(tally);
            return false;
        }
        true
    }
}

/// Colours to deal from, over and over in a random order.
struct SideDeck {
    colours: Vec<usize>,
    next: usize,
}

impl SideDeck {
    fn new(first: usize, count: usize, rng: &mut Rng) -> Self {
        let mut colours: Vec<usize> = (first..first + count).collect();
        rng.shuffle(&mut colours);
        Self { colours, next: 0 }
    }

    fn draw(&mut self, spread: Spread, rng: &mut Rng) -> usize {
        let at = match spread {
            Spread::Random => rng.below(self.colours.len()),
            Spread::Even => self.next,
        };
        self.next = (self.next + 1) % self.colours.len();
        self.colours[at]
    }
}

/// How many pieces of each look there are, and how far that is from what is wished.
#[derive(Default)]
struct LookCount {
    counts: HashMap<Piece, usize>,
    cost: usize,
    distinct: bool,
    asymmetric: bool,
}

impl LookCount {
    fn symmetric(&self, piece: Piece) -> bool {
        // The lone grey piece of a 1x1 board cannot help its symmetry.
        self.asymmetric && piece.distinct_turns() < 4 && piece.0 != [GREY; 4]
    }

    fn unwanted(&self, sides: [Colour; 4]) -> bool {
        let piece = Piece(sides);
        let repeated = self.counts.get(&piece.canonical()).is_some_and(|&n| n > 1);
        self.distinct && repeated || self.symmetric(piece)
    }

    fn add(&mut self, sides: [Colour; 4]) {
        let piece = Piece(sides);
        let symmetric = self.symmetric(piece);
        let count = self.counts.entry(piece.canonical()).or_default();
        self.cost += usize::from(self.distinct && *count > 0) + usize::from(symmetric);
        *count += 1;
    }

    fn remove(&mut self, sides: [Colour; 4]) {
        let piece = Piece(sides);
        let symmetric = self.symmetric(piece);
        if let Some(count) = self.counts.get_mut(&piece.canonical()) {
            *count -= 1;
            self.cost -= usize::from(self.distinct && *count > 0) + usize::from(symmetric);
        }
    }
}
