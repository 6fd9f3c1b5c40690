//! Every perfect board: Söderlind's backtracking that goes on after the first, section 5.2.

use crate::edge::{Board, Order, Puzzle, greedy};
use crate::exact::{Deal, Exact, Lookahead, deal};
use crate::search::{Algorithm, Conclusion, Entry, Run, gauge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pieces laid between two looks at the clock: some ten milliseconds.
const SHARE: u64 = 1 << 20;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Enumerate>(
    "enumerate",
    "try every way to fill the board to the end, and count the perfect ones",
    "Söderlind 2010, sections 5.2 and 6.2",
    "one piece laid",
)
.tried(2_000_000, &[r#"{"order": "row", "lookahead": "off", "symmetry": false}"#]);

/// Tries every way to fill the board to the end and counts the perfect ones. The first of them is
/// shown when all are counted, since a perfect board ends a run; how many there are is told as
/// `solutions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Enumerate {
    /// The order of the cells, as for `dfs`.
    pub order: Order,
    /// Whether cells that are not next but know two sides are looked at: auto, on, off.
    pub lookahead: Lookahead,
    /// Whether boards that are the same up to turns of the whole board count once.
    pub symmetry: bool,
}

impl Default for Enumerate {
    fn default() -> Self {
        let Exact { order, lookahead, symmetry } = Exact::default();
        Self { order, lookahead, symmetry }
    }
}

impl Algorithm<Puzzle> for Enumerate {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        let cells = self.order.cells(puzzle.width(), puzzle.height());
        cells.err().map(|error| error.to_string())
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.obstacle().is_some() {
            return Conclusion::Exhausted;
        }
        if !run.step() {
            return Conclusion::Stopped;
        }
        // Something to show. A perfect board would end the run before the others are counted.
        let shown = greedy::build(puzzle, greedy::Placement::Regular, &mut run.rng);
        if shown.score() < puzzle.joins() {
            run.offer(shown.score(), || shown.board());
        }
        let Self { order, lookahead, symmetry } = self.clone();
        let Ok(dealt) = Deal::new(puzzle, &Exact { order, lookahead, symmetry }) else {
            return Conclusion::Stopped;
        };
        run.take(dealt.above);
        let mut hands = dealt.hands(1);
        let (mut next, mut solutions) = (0, 0_u64);
        let mut first: Option<Board> = None;
        run.gauge(gauge::SOLUTIONS, 0.0);
        while deal(&mut hands, &mut next) && !run.over() {
            for hand in &mut hands {
                while !run.over() {
                    let portion = hand.work(run.work_left().min(SHARE));
                    run.take(portion.nodes);
                    if let Some(board) = portion.solution {
                        solutions += 1;
                        first.get_or_insert(board);
                        run.gauge(gauge::SOLUTIONS, solutions as f64);
                    }
                    run.present(|| hand.board());
                    if portion.idle {
                        break;
                    }
                }
            }
        }
        let all = !run.over();
        match first {
            Some(board) => run.offer(puzzle.joins(), || board),
            None => run.offer(shown.score(), || shown.board()),
        };
        if all && run.goal() == puzzle.joins() {
            Conclusion::Exhausted
        } else {
            Conclusion::Stopped
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::generate::Recipe;
    use crate::exact::{Counter, Request};
    use crate::search::{Event, Setup, solve};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn it_counts_what_the_counter_counts() {
        for (seed, symmetry) in [(1, true), (2, false), (3, true)] {
            let mut recipe = Recipe::eternity_like(4, 4, seed);
            recipe.colours = crate::edge::generate::Colours::Shared(3);
            (recipe.distinct, recipe.asymmetric) = (false, false);
            let puzzle = recipe.make().unwrap().puzzle;
            let algorithm = Enumerate { symmetry, ..Enumerate::default() };
            let mut told = 0.0;
            let outcome = solve(&puzzle, &algorithm, &Setup::default(), &mut |_, event| {
                if let Event::Progress { gauges, .. } = event {
                    told = gauges[0].1;
                }
            });
            assert_eq!(outcome.conclusion, Conclusion::Solved);
            let how = Exact { symmetry, ..Exact::default() };
            let counter = Counter::new(&puzzle, &how, None).unwrap();
            let stop = AtomicBool::new(false);
            let request = Request {
                threads: 1,
                time: None,
                limit: None,
                boards: false,
                stop: &stop,
                from: None,
            };
            let counted = counter.run(&request, &mut |_| {}).unwrap();
            let expected = if symmetry { counted.distinct } else { counted.looks };
            assert_eq!(told as u64, expected, "seed {seed}");
        }
    }
}
