//! The walker paused anywhere and put back anywhere.

use super::kernel::{Mode, Pause};
use super::route::{Assignment, Route};
use super::tree_walk::{Path, TreeWalk};
use crate::edge::generate::{Colours, Recipe};
use crate::edge::{Frame, Order, Puzzle};
use crate::search::Rng;

fn plan(puzzle: &Puzzle, order: &Order, lookahead: bool) -> Route {
    let fixed = puzzle.clues().to_vec();
    let mut cells = order.cells(puzzle.width(), puzzle.height()).unwrap();
    cells.retain(|&cell| fixed.iter().all(|clue| clue.cell != usize::from(cell)));
    let held = |piece: &u16| fixed.iter().any(|clue| clue.placed.piece() == usize::from(*piece));
    let pieces = (0..puzzle.size() as u16).filter(|piece| !held(piece)).collect();
    Route::new(&Assignment { puzzle, fixed, pieces, cells, lookahead })
}

/// Chained buckets, copies, clues, watched cells.
fn plans() -> Vec<(String, Route)> {
    let few = |seed| Recipe { distinct: true, ..Recipe::random(3, 3, Frame::Open, 4, seed) };
    let copies = Recipe { distinct: false, ..Recipe::random(4, 4, Frame::Grey, 2, 1) };
    let clued = Recipe { clues: 4, ..Recipe::eternity_like(5, 5, 2) };
    let signed =
        Recipe { signed: true, colours: Colours::Shared(3), ..Recipe::hardest(3, 4, Frame::Grey) };
    let mut plans = Vec::new();
    for recipe in [few(1), few(2), copies, clued, signed] {
        let puzzle = recipe.make().unwrap().puzzle;
        for order in [Order::Row, Order::Block, Order::Spiral] {
            for lookahead in [false, true] {
                let name = format!("{} {order:?} {lookahead}", puzzle.name());
                plans.push((name, plan(&puzzle, &order, lookahead)));
            }
        }
    }
    plans
}

#[test]
fn pauses_change_nothing() {
    let rng = &mut Rng::new(1);
    let (mut chained, mut watched) = (0, 0);
    for (name, plan) in plans() {
        chained += usize::from(plan.steps.iter().any(|step| step.chained));
        watched += usize::from(plan.steps.iter().any(|step| !step.watches.is_empty()));
        let mut all = Vec::new();
        let mut whole = TreeWalk::new(&plan, Mode::Plain);
        whole.run(u64::MAX, &mut |laid, nodes| {
            all.push((laid.to_vec(), nodes));
            true
        });
        let (mut found, mut nodes, mut path) = (Vec::new(), 0, Path::default());
        loop {
            let mut walker = TreeWalk::new(&plan, Mode::Plain);
            assert!(walker.start(&[], &path), "{name}");
            let most = rng.below(found.len() + 1);
            let mut seen = 0;
            let pause = walker.run(1 + rng.below(200) as u64, &mut |laid, more| {
                found.push((laid.to_vec(), nodes + more));
                seen += 1;
                seen < 1 + most
            });
            nodes += walker.nodes();
            path = walker.path();
            if pause == Pause::Exhausted {
                break;
            }
        }
        assert_eq!(found, all, "{name}");
        assert_eq!(nodes, whole.nodes(), "{name}");
    }
    assert!(chained > 5 && watched > 5, "{chained} chained, {watched} watched");
}

/// The prefixes of every depth together have the whole tree below them.
#[test]
fn jobs_make_up_the_tree() {
    for (name, plan) in plans() {
        let mut whole = TreeWalk::new(&plan, Mode::Profile);
        let mut solutions = 0;
        whole.run(u64::MAX, &mut |_, _| {
            solutions += 1;
            true
        });
        assert_eq!(whole.profile().iter().sum::<u64>(), whole.nodes(), "{name}");
        for depth in 1..plan.steps.len().min(5) {
            let mut prefixes = Vec::new();
            let mut above = TreeWalk::new(&plan, Mode::Plain);
            above.end_at(depth);
            above.run(u64::MAX, &mut |laid, _| {
                prefixes.push(laid.to_vec());
                true
            });
            let mut walker = TreeWalk::new(&plan, Mode::Plain);
            let mut found = 0;
            for prefix in &prefixes {
                assert!(walker.start(prefix, &Path::default()), "{name}");
                let pause = walker.run(u64::MAX, &mut |_, _| {
                    found += 1;
                    true
                });
                assert_eq!(pause, Pause::Exhausted, "{name}");
            }
            assert_eq!(above.nodes() + walker.nodes(), whole.nodes(), "{name}, depth {depth}");
            assert_eq!(found, solutions, "{name}, depth {depth}");
        }
    }
}
