//! What can be said of a puzzle before solving it (Söderlind, section 3.1).

mod pool;
mod report;
#[cfg(test)]
mod tests;

use super::theory::{self, Hardest, KINDS, Shape};
use super::{Colour, Frame, Kind, Piece, Puzzle};
use pool::Pools;
use serde::Serialize;
use std::collections::HashSet;

/// Below this many combinations a board is easy whatever its colours: 4x4 has 6 x 10^9.
const SMALL_LOG10: f64 = 12.0;

/// Everything known of a puzzle from its pieces, its size and its clues. Its text is a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// What people call it.
    pub name: String,
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// What surrounds the board.
    pub frame: Frame,
    /// Whether a colour fits only its mate.
    pub signed: bool,
    /// Number of pieces.
    pub pieces: usize,
    /// Pieces and cells by kind, the kinds that occur.
    pub kinds: Vec<KindCount>,
    /// Pieces that differ up to turns.
    pub distinct: usize,
    /// Pieces beyond the first of each look.
    pub repeated: usize,
    /// Pieces that look the same in two or four turns.
    pub symmetric: usize,
    /// Number of clues.
    pub clues: usize,
    /// Joins: the score of a perfect board.
    pub joins: usize,
    /// Joins along the rim of a framed board.
    pub frame_joins: usize,
    /// All other joins.
    pub inner_joins: usize,
    /// Every colour in use, grey not counted.
    pub colours: Vec<ColourCount>,
    /// Colours on frame sides.
    pub frame_colours: usize,
    /// Colours on inner sides.
    pub inner_colours: usize,
    /// How many distinct pieces as many colours can make, `(c^4 + c^2 + 2c) / 4`.
    pub distinct_possible: u128,
    /// The sum of [`ColourCount::matches`].
    pub matches: u64,
    /// Reasons in words why no perfect board exists; empty if none is plain.
    pub obstacles: Vec<String>,
    /// No board can match more joins than this, by its colours alone.
    pub ceiling: usize,
    /// Ways to lay the pieces that keep frame and clues (section 3.1.3).
    pub combinations: Amount,
    /// Ways to lay and turn the pieces anywhere: `n! * 4^n`.
    pub combinations_free: Amount,
    /// How many perfect boards chance would leave.
    pub expected: Expected,
    /// The colours of the hardest puzzle of this shape.
    pub hardest: Hardest,
    /// The same with one inner piece known, as for Eternity II in section 3.1.4.
    pub hardest_one_known: Hardest,
    /// How hard it should be, in words.
    pub verdict: String,
}

/// The pieces of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KindCount {
    /// corner, border, inner; bridge, end and lone on boards one cell wide or high.
    pub name: &'static str,
    /// Pieces of this kind.
    pub pieces: usize,
    /// Cells of this kind.
    pub cells: usize,
}

/// How often a colour occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ColourCount {
    /// The colour.
    pub colour: Colour,
    /// The colour it fits.
    pub mate: Colour,
    /// Sides next to a grey side: they meet only each other.
    pub frame_sides: u64,
    /// All other sides.
    pub inner_sides: u64,
    /// Ways to put two of its sides together, `n(n-1)/2`, frame and inner sides apart. In a signed
    /// puzzle, ways to put it to its mate, `n * m`, given with the lesser of the two.
    pub matches: u64,
}

/// A number too large or too small for anything but its logarithm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Amount {
    /// Its decimal logarithm; `None` if it is zero.
    pub log10: Option<f64>,
    /// As people write it: `1.12 x 10^557`.
    pub text: String,
}

/// How many perfect boards are expected of pieces whose sides are coloured by chance: the
/// combinations times the chance that every join matches. Turned whole boards count separately, so
/// do boards that differ only in pieces of the same look, and a planted board comes on top. Joins
/// between two clues are settled and not counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expected {
    /// Every join matches with chance 1/B on the frame and 1/M inside, B and M being the numbers
    /// of colours there (section 3.1.4).
    pub simple: Amount,
    /// Every join matches with the chance that two sides drawn at random do: the sum of the
    /// squares of the colours' shares.
    pub shares: Amount,
    /// All sides are paired at random and every pair matches: exact on average over all puzzles
    /// with these colour counts. Framed boards only, where every side is paired.
    pub pairing: Option<Amount>,
}

/// Analyses a puzzle.
#[must_use]
pub fn analyse(puzzle: &Puzzle) -> Analysis {
    let shape = Shape::of(puzzle);
    let pools = Pools::new(puzzle);
    let kinds = kinds(puzzle);
    let looks: HashSet<Piece> = puzzle.pieces().iter().map(|p| p.canonical()).collect();
    let symmetric = puzzle.pieces().iter().filter(|p| p.distinct_turns() < 4).count();
    let colours = pools.colours(puzzle);
    let obstacles = obstacles_in(puzzle, &pools);
    let ln_combinations = shape.ln_combinations(known(puzzle));
    let free = Shape { frame: Frame::Open, ..shape };
    let expected = expected(&pools, puzzle, ln_combinations, obstacles.is_empty());
    let verdict = verdict(&pools, puzzle, ln_combinations, &expected, obstacles.is_empty());
    Analysis {
        name: puzzle.name().into(),
        width: shape.width,
        height: shape.height,
        frame: shape.frame,
        signed: puzzle.signed(),
        pieces: puzzle.size(),
        kinds,
        distinct: looks.len(),
        repeated: puzzle.size() - looks.len(),
        symmetric,
        clues: puzzle.clues().len(),
        joins: shape.joins(),
        frame_joins: shape.frame_joins(),
        inner_joins: shape.inner_joins(),
        frame_colours: colours.iter().filter(|c| c.frame_sides > 0).count(),
        inner_colours: colours.iter().filter(|c| c.inner_sides > 0).count(),
        distinct_possible: theory::distinct_pieces(puzzle.colours() as u32),
        matches: colours.iter().map(|c| c.matches).sum(),
        ceiling: pools.ceiling(puzzle),
        colours,
        obstacles,
        combinations: Amount::exp(ln_combinations),
        combinations_free: Amount::exp(free.ln_combinations([0; KINDS])),
        expected,
        hardest: shape.hardest(0),
        hardest_one_known: shape.hardest(1),
        verdict,
    }
}

fn kinds(puzzle: &Puzzle) -> Vec<KindCount> {
    let layout = puzzle.layout();
    Kind::ALL
        .into_iter()
        .map(|kind| {
            let (pieces, cells) = (layout.pieces(kind).len(), layout.cells(kind).len());
            KindCount { name: kind.name(), pieces, cells }
        })
        .filter(|kind| kind.pieces + kind.cells > 0)
        .collect()
}

/// How many cells of each kind the clues settle.
fn known(puzzle: &Puzzle) -> [usize; KINDS] {
    let mut known = [0; KINDS];
    for clue in puzzle.clues() {
        known[puzzle.layout().kind(clue.cell) as usize] += 1;
    }
    known
}

/// Reasons in words why no perfect board exists; empty if none is plain from the pieces, the clues
/// and the colours.
#[must_use]
pub fn obstacles(puzzle: &Puzzle) -> Vec<String> {
    obstacles_in(puzzle, &Pools::new(puzzle))
}

fn obstacles_in(puzzle: &Puzzle, pools: &Pools) -> Vec<String> {
    let mut reasons: Vec<String> = puzzle.obstacle().iter().map(ToString::to_string).collect();
    reasons.extend(pools.clashes.iter().map(|&(a, b)| {
        let at = |cell: usize| {
            format!("row {}, column {}", cell / puzzle.width(), cell % puzzle.width())
        };
        format!("the clues at {} and {} do not match", at(a), at(b))
    }));
    // With the wrong number of border pieces the sides do not pair up anyway.
    if reasons.is_empty() {
        reasons.extend(pools.unpaired(puzzle));
    }
    reasons
}

fn expected(pools: &Pools, puzzle: &Puzzle, ln_combinations: f64, possible: bool) -> Expected {
    let amount = |ln_chance: f64| {
        if possible { Amount::exp(ln_combinations + ln_chance) } else { Amount::zero() }
    };
    let framed = puzzle.frame() == Frame::Grey;
    Expected {
        simple: amount(pools.sum(|pool| pool.ln_simple(puzzle))),
        shares: amount(pools.sum(|pool| pool.ln_shares(puzzle))),
        pairing: framed.then(|| amount(pools.sum(|pool| pool.ln_pairing(puzzle)))),
    }
}

/// Söderlind's finding in words: a puzzle is hardest when about one perfect board is expected;
/// fewer colours leave many, more colours leave few candidates for each cell (section 6.2). The
/// number itself is a poor measure, since one colour multiplies it by millions on a large board:
/// what counts is how far, in colours, it is from one.
fn verdict(
    pools: &Pools,
    puzzle: &Puzzle,
    ln_combinations: f64,
    expected: &Expected,
    possible: bool,
) -> String {
    let best = expected.pairing.as_ref().unwrap_or(&expected.shares);
    let Some(log10) = best.log10.filter(|_| possible) else {
        return "impossible: no perfect board exists".into();
    };
    if ln_combinations / std::f64::consts::LN_10 < SMALL_LOG10 {
        return "easy: a small board".into();
    }
    let step = -pools.sum(|pool| pool.ln_half_a_colour(puzzle)) / std::f64::consts::LN_10;
    if log10 > step {
        format!("not the hardest: too few colours, {best} perfect boards expected")
    } else if log10 < -step {
        format!("easy for its size: too many colours, {best} perfect boards expected by chance")
    } else {
        format!("hard: within half a colour of the hardest, {best} perfect boards expected")
    }
}
