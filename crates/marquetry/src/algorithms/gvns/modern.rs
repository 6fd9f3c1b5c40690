//! Variable neighbourhood search as one would write it today.
//!
//! The frame is that of [`Gvns`](super::Gvns): build, descend, shake ever harder, start anew. The parts
//! are stronger. A narrow beam builds; the descent refills regions of growing size exactly, deals
//! cells that do not touch by an optimal assignment and steps sideways; shakes hit cells with
//! breaks; and a board a little worse may be kept if it lies far away.

use super::MOST_LEVELS;
use crate::algorithms::beam::{BeamSearch, Beams};
use crate::algorithms::shared::Growth;
use crate::edge::{Board, Ground, Move, Puzzle, State, greedy};
use crate::search::{Algorithm, Conclusion, Entry, Rng, Run, Score};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};

/// Steps each walker takes before all meet again.
const SHARE: u64 = 1 << 14;

/// More walkers than this only cost memory.
const MOST_WALKERS: u16 = 64;

/// The entry of the catalogue.
pub(in crate::algorithms) const ENTRY: Entry<Puzzle> = Entry::new::<GvnsModern>(
    "gvns:modern",
    "variable neighbourhood search with exact refills, shaken near breaks, begun by a beam",
    "ours, after Coelho et al. 2010; skewed acceptance after Hansen et al. 2008",
    "one piece laid, or one candidate of the beam",
)
.with_children("walkers")
.resuming()
.tried(
    1_000_000,
    &[
        r#"{"width": 5, "patience": 700, "iter_max": 1, "level_max": 2, "skew": 0, "walkers": 3}"#,
        r#"{"patience": 300, "iter_max": 2, "skew": 30}"#,
    ],
);

/// Builds with a narrow beam, descends by exact refills of small regions, then shakes near breaks
/// and descends again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GvnsModern {
    /// Boards the constructor grows side by side.
    pub width: NonZeroU16,
    /// Steps without gain that end a descent.
    pub patience: NonZeroU32,
    /// Shakes without gain after which they grow stronger.
    pub iter_max: NonZeroU16,
    /// Strengths of shaking after which the search starts anew.
    pub level_max: NonZeroU16,
    /// How much worse a board may be and still be kept, in hundredths of a join for every cell that
    /// differs: the skewed acceptance of Hansen et al. 2008. 0 for never.
    pub skew: u16,
    /// Independent searches. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for GvnsModern {
    fn default() -> Self {
        Self {
            width: const { NonZeroU16::new(256).unwrap() },
            patience: const { NonZeroU32::new(1_000_000).unwrap() },
            iter_max: const { NonZeroU16::new(4).unwrap() },
            level_max: const { NonZeroU16::new(4).unwrap() },
            skew: 3,
            walkers: NonZeroU16::MIN,
        }
    }
}

impl Algorithm<Puzzle> for GvnsModern {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        let (walkers, levels) = (self.walkers.get(), self.level_max.get());
        if levels > MOST_LEVELS {
            return Some(format!("expected at most {MOST_LEVELS} levels, found {levels}"));
        }
        (walkers > MOST_WALKERS)
            .then(|| format!("expected at most {MOST_WALKERS} walkers, found {walkers}"))
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if let Some(end) = greedy::open(puzzle, run) {
            return end;
        }
        let beams = BeamSearch { width: self.width.into(), ..BeamSearch::default() };
        let beams = beams.prepare(puzzle);
        let shop = Shop { puzzle, ground: Ground::new(puzzle), beams, parameters: self };
        let mut walkers: Vec<SkewedSearch<'_>> = run
            .rng
            .split(self.walkers.get().into())
            .into_iter()
            .map(|rng| SkewedSearch { rng, growth: None, home: None, level: 0, iteration: 0 })
            .collect();
        if let (Some(board), Some(first)) = (run.start(), walkers.first_mut()) {
            first.growth = Some(Growth::repair(puzzle, board, first.rng.bits()));
        }
        while !run.over() {
            run.fork(&mut walkers, SHARE, |walker, child| walker.advance(&shop, child));
        }
        Conclusion::Stopped
    }
}

/// What all walkers share.
struct Shop<'a, 'p> {
    puzzle: &'p Puzzle,
    ground: Ground,
    beams: Beams,
    parameters: &'a GvnsModern,
}

impl Shop<'_, '_> {
    /// So many swaps of a piece that has a break with any other of its kind, each with the turns
    /// that match most.
    fn shake(&self, board: &Board, moves: u16, rng: &mut Rng) -> Board {
        let mut state = State::from_board(self.puzzle, board);
        let layout = self.puzzle.layout();
        for _ in 0..moves {
            let cells = self.ground.swappable().iter().map(|&cell| usize::from(cell));
            let broken: Vec<usize> =
                cells.filter(|&cell| state.matches(cell) < state.neighbours(cell)).collect();
            let Some(&a) = rng.pick(&broken) else { break };
            let kind = self.ground.cells(layout.kind(a));
            let others: Vec<usize> =
                kind.iter().map(|&cell| usize::from(cell)).filter(|&cell| cell != a).collect();
            if let Some(&b) = rng.pick(&others) {
                Move::best_swap(&state, a, b).make(&mut state);
            }
        }
        state.board()
    }
}

/// One search.
struct SkewedSearch<'p> {
    rng: Rng,
    /// The board being built or descending; none before a start.
    growth: Option<Growth<'p>>,
    /// The board shakes start from; none before the first descent of a start has ended.
    home: Option<(Score, Board)>,
    level: u16,
    iteration: u16,
}

impl<'p> SkewedSearch<'p> {
    fn advance(&mut self, shop: &Shop<'_, 'p>, run: &mut Run<'_, Puzzle>) {
        while !run.over() {
            let Self { rng, growth, .. } = self;
            let growth = growth.get_or_insert_with(|| {
                let way = rng.below(shop.beams.ways());
                Growth::beam(shop.beams.begin(way, shop.beams.width(), rng.bits()))
            });
            let patience = shop.parameters.patience.get().into();
            if let Some(found) = growth.advance(shop.puzzle, run, patience, || rng.bits()) {
                self.compare(shop, found);
            }
        }
    }

    /// The end of a descent: which board to shake next, and how hard.
    fn compare(&mut self, shop: &Shop<'_, 'p>, (score, board): (Score, Board)) {
        let parameters = shop.parameters;
        match &self.home {
            None => (self.level, self.iteration) = (0, 0),
            Some((home, _)) if score > *home => (self.level, self.iteration) = (0, 0),
            Some(_) => self.iteration += 1,
        }
        let kept = self.home.as_ref().is_none_or(|(home, old)| {
            let differ = old.cells().iter().zip(board.cells()).filter(|(a, b)| a != b).count();
            let allowance = differ * usize::from(parameters.skew);
            score > *home || ((*home - score) as usize) * 100 < allowance
        });
        if kept {
            self.home = Some((score, board));
        }
        if self.iteration >= parameters.iter_max.get() {
            (self.level, self.iteration) = (self.level + 1, 0);
        }
        let home = self.home.take_if(|_| self.level >= parameters.level_max.get());
        self.growth = match (&self.home, home) {
            (Some((_, board)), None) => {
                let shaken = shop.shake(board, self.level + 2, &mut self.rng);
                Some(Growth::repair(shop.puzzle, &shaken, self.rng.bits()))
            }
            _ => None,
        };
    }
}
