//! Sides sorted by what they can meet.

use super::ColourCount;
use crate::edge::theory::{Shape, ln_factorial, matches, signed_matches};
use crate::edge::{Colour, Frame, GREY, MAX_COLOUR, Piece, Puzzle};

type Counts = [u64; 256];

/// Sides that meet only each other.
pub(super) struct Pool {
    name: &'static str,
    /// Joins to be made of these sides.
    joins: usize,
    /// Sides by colour.
    sides: Counts,
    /// On a ring of border pieces a side that looks clockwise only meets one that looks
    /// anticlockwise, since pieces are not flipped. These are the latter, [`Pool::sides`] the
    /// former; `None` where any two sides can meet.
    facing: Option<Counts>,
}

/// The frame sides and the inner sides of a puzzle, without those that clues have settled.
pub(super) struct Pools {
    frame: Pool,
    inner: Pool,
    /// All sides, settled or not: on the frame, inside.
    all: [Counts; 2],
    /// Pairs of neighbouring cells whose clues do not match.
    pub(super) clashes: Vec<(usize, usize)>,
}

/// Where a side of a piece belongs.
#[derive(Clone, Copy, PartialEq)]
enum SidePlace {
    Clockwise,
    Anticlockwise,
    /// On a framed board one cell wide or high, where pieces can be turned round.
    Along,
    Inner,
}

fn place(piece: Piece, side: usize) -> SidePlace {
    let grey = |i: usize| piece.0[i % 4] == GREY;
    match (grey(side + 3), grey(side + 1)) {
        (true, true) => SidePlace::Along,
        (true, false) => SidePlace::Clockwise,
        (false, true) => SidePlace::Anticlockwise,
        (false, false) => SidePlace::Inner,
    }
}

impl Pools {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let shape = Shape::of(puzzle);
        let ring = puzzle.frame() == Frame::Grey && shape.width > 1 && shape.height > 1;
        let pool = |name, joins, facing| Pool { name, joins, sides: [0; 256], facing };
        let mut pools = Self {
            frame: pool("frame", shape.frame_joins(), ring.then_some([0; 256])),
            inner: pool("inner", shape.inner_joins(), None),
            all: [[0; 256]; 2],
            clashes: Vec::new(),
        };
        for &piece in puzzle.pieces() {
            for side in (0..4).filter(|&side| piece.0[side] != GREY) {
                let colour = usize::from(piece.0[side]);
                *pools.count(piece, side) += 1;
                pools.all[usize::from(place(piece, side) == SidePlace::Inner)][colour] += 1;
            }
        }
        pools.settle(puzzle);
        pools
    }

    fn count(&mut self, piece: Piece, side: usize) -> &mut u64 {
        let colour = usize::from(piece.0[side]);
        match (place(piece, side), &mut self.frame.facing) {
            (SidePlace::Inner, _) => &mut self.inner.sides[colour],
            (SidePlace::Anticlockwise, Some(facing)) => &mut facing[colour],
            _ => &mut self.frame.sides[colour],
        }
    }

    /// Takes out the joins between neighbouring clues.
    fn settle(&mut self, puzzle: &Puzzle) {
        let width = puzzle.width();
        let mut clue_at = vec![None; puzzle.size()];
        puzzle.clues().iter().for_each(|clue| clue_at[clue.cell] = Some(clue.placed));
        for (cell, &placed) in clue_at.iter().enumerate() {
            let east = ((cell + 1) % width != 0).then_some((cell + 1, 1));
            for (other, side) in east.into_iter().chain([(cell + width, 2)]) {
                let (Some(a), Some(&Some(b))) = (placed, clue_at.get(other)) else { continue };
                let (a, b) = (puzzle.sides(a), puzzle.sides(b));
                let (near, far) = (a[side], b[(side + 2) % 4]);
                if near == GREY || puzzle.mate(near) != far {
                    self.clashes.push((cell, other));
                    continue;
                }
                let inner = place(Piece(a), side) == SidePlace::Inner;
                let joins = if inner { &mut self.inner.joins } else { &mut self.frame.joins };
                *joins = joins.saturating_sub(1);
                *self.count(Piece(a), side) -= 1;
                *self.count(Piece(b), (side + 2) % 4) -= 1;
            }
        }
    }

    /// The sum of a logarithm over both pools.
    pub(super) fn sum(&self, ln: impl Fn(&Pool) -> f64) -> f64 {
        ln(&self.frame) + ln(&self.inner)
    }

    pub(super) fn colours(&self, puzzle: &Puzzle) -> Vec<ColourCount> {
        (1..=MAX_COLOUR)
            .map(|colour| {
                let mate = puzzle.mate(colour);
                let pairs = |counts: &Counts| {
                    let (n, m) = (counts[usize::from(colour)], counts[usize::from(mate)]);
                    match colour.cmp(&mate) {
                        std::cmp::Ordering::Equal => matches(n),
                        std::cmp::Ordering::Less => signed_matches(n, m),
                        std::cmp::Ordering::Greater => 0,
                    }
                };
                let [frame_sides, inner_sides] = self.all.map(|counts| counts[usize::from(colour)]);
                let matches = self.all.iter().map(pairs).sum();
                ColourCount { colour, mate, frame_sides, inner_sides, matches }
            })
            .filter(|count| count.frame_sides + count.inner_sides > 0)
            .collect()
    }

    /// The most joins that can match: no colour can be in more joins than it finds partners for.
    pub(super) fn ceiling(&self, puzzle: &Puzzle) -> usize {
        let joins = Shape::of(puzzle).joins();
        let settled = joins - self.frame.joins - self.inner.joins;
        let most = settled + self.frame.ceiling(puzzle) + self.inner.ceiling(puzzle);
        most.min(joins - self.clashes.len())
    }

    /// The colours that cannot all be paired, in words.
    pub(super) fn unpaired(&self, puzzle: &Puzzle) -> Vec<String> {
        if puzzle.frame() == Frame::Grey {
            return [&self.frame, &self.inner]
                .into_iter()
                .flat_map(|p| p.unpaired(puzzle))
                .collect();
        }
        let (most, joins) = (self.inner.ceiling(puzzle), self.inner.joins);
        let short = (most < joins)
            .then(|| format!("the colours can match at most {most} of the {joins} joins"));
        short.into_iter().collect()
    }
}

impl Pool {
    /// For every colour of the first kind of side: the sides that have it, and those that fit it.
    /// Where any two sides can meet, a pair of mates comes once.
    fn partners(&self, puzzle: &Puzzle) -> impl Iterator<Item = (Colour, u64, u64)> {
        let other = self.facing.as_ref().unwrap_or(&self.sides);
        let once = self.facing.is_none();
        (1..=MAX_COLOUR)
            .map(|colour| (colour, puzzle.mate(colour)))
            .filter(move |&(colour, mate)| !once || colour <= mate)
            .map(|(c, mate)| (c, self.sides[usize::from(c)], other[usize::from(mate)]))
            .filter(|&(_, n, m)| n + m > 0)
    }

    fn alone(&self, puzzle: &Puzzle, colour: Colour) -> bool {
        self.facing.is_none() && puzzle.mate(colour) == colour
    }

    fn ceiling(&self, puzzle: &Puzzle) -> usize {
        let most: u64 = self
            .partners(puzzle)
            .map(|(c, n, m)| if self.alone(puzzle, c) { n / 2 } else { n.min(m) })
            .sum();
        self.joins.min(most as usize)
    }

    fn unpaired(&self, puzzle: &Puzzle) -> Vec<String> {
        let name = self.name;
        self.partners(puzzle)
            .filter_map(|(c, n, m)| {
                let mate = puzzle.mate(c);
                if self.alone(puzzle, c) {
                    (n % 2 == 1).then(|| format!("colour {c} has {n} {name} sides, an odd number"))
                } else if n == m {
                    None
                } else if self.facing.is_some() {
                    Some(format!(
                        "colour {c} has {n} clockwise frame sides, but {m} anticlockwise ones of \
                         colour {mate} fit them"
                    ))
                } else {
                    Some(format!("colour {c} has {n} {name} sides, but its mate {mate} has {m}"))
                }
            })
            .collect()
    }

    /// The number of colours, as section 3.1.4 uses it, is the inverse of the chance of a match.
    fn inverse_chance(&self, puzzle: &Puzzle) -> f64 {
        let used = self.partners(puzzle).count() as f64;
        // A signed side meets its mate, one of twice as many colours.
        let halves = if self.facing.is_none() && puzzle.signed() { 2.0 } else { 1.0 };
        (used * halves).max(1.0)
    }

    pub(super) fn ln_simple(&self, puzzle: &Puzzle) -> f64 {
        -(self.joins as f64) * self.inverse_chance(puzzle).ln()
    }

    /// What half a colour more would make of the chance that every join matches.
    pub(super) fn ln_half_a_colour(&self, puzzle: &Puzzle) -> f64 {
        let colours = self.inverse_chance(puzzle);
        -(self.joins as f64) * ((colours + 0.5) / colours).ln()
    }

    pub(super) fn ln_shares(&self, puzzle: &Puzzle) -> f64 {
        if self.joins == 0 {
            return 0.0;
        }
        let other = self.facing.as_ref().unwrap_or(&self.sides);
        let total = |counts: &Counts| counts.iter().sum::<u64>() as f64;
        let fitting = |c: u8| self.sides[usize::from(c)] * other[usize::from(puzzle.mate(c))];
        let chance = (1..=MAX_COLOUR).map(|c| fitting(c) as f64).sum::<f64>()
            / (total(&self.sides) * total(other));
        self.joins as f64 * chance.ln()
    }

    /// The share of all pairings of these sides in which every pair matches; the caller knows
    /// that there is one.
    pub(super) fn ln_pairing(&self, puzzle: &Puzzle) -> f64 {
        let good: f64 = self
            .partners(puzzle)
            .map(
                |(c, n, _)| {
                    if self.alone(puzzle, c) { ln_pairings(n) } else { ln_factorial(n as usize) }
                },
            )
            .sum();
        let sides = self.sides.iter().sum();
        let all =
            if self.facing.is_some() { ln_factorial(sides as usize) } else { ln_pairings(sides) };
        good - all
    }
}

/// The logarithm of the number of ways to pair `n` things: `(n-1)!!`.
fn ln_pairings(n: u64) -> f64 {
    let half = n as usize / 2;
    ln_factorial(2 * half) - ln_factorial(half) - half as f64 * std::f64::consts::LN_2
}
