//! Every operator on every kind of board.

use super::Ga;
use super::constraint::{Constraint, Violations};
use super::crossover::{Crossover, Regions, cross};
use super::fitness::{Fitness, Penalties, Rules};
use super::individual::Individual;
use super::mutation::{Mutation, mutate};
use super::repair::{DeadlockWatch, Mender, Rearrange, Remedy, Tagging};
use super::terrain::{Freedom, Joins, Terrain};
use crate::edge::generate::Recipe;
use crate::edge::{Board, Frame, Placed, Puzzle, judge};
use crate::search::{Algorithm, Budget, Event, Rng, Setup, solve};
use std::collections::BTreeMap;
use std::num::{NonZeroU16, NonZeroU32};

const MUTATIONS: [Mutation; 9] = [
    Mutation::Rotate,
    Mutation::Swap,
    Mutation::SwapRotate,
    Mutation::RotateRegion,
    Mutation::SwapRegion,
    Mutation::RegionInversion,
    Mutation::RowInversion,
    Mutation::ColumnInversion,
    Mutation::Scramble,
];

fn puzzles() -> Vec<Puzzle> {
    let sizes = [(1, 1), (1, 5), (4, 1), (2, 2), (3, 3), (5, 4), (6, 6)];
    let frames = [Frame::Grey, Frame::Open];
    let all = sizes.iter().flat_map(|&(w, h)| frames.map(|f| Recipe::random(w, h, f, 3, 5)));
    let mut puzzles: Vec<Puzzle> = all.map(|r| r.make().unwrap().puzzle).collect();
    for (frame, signed, clues) in [(Frame::Grey, false, 9), (Frame::Open, true, 3)] {
        let recipe = Recipe { signed, clues, ..Recipe::random(5, 5, frame, 4, 5) };
        puzzles.push(recipe.make().unwrap().puzzle);
    }
    puzzles
}

fn terrains(puzzle: &Puzzle) -> Vec<Terrain<'_>> {
    let all = [Freedom::Free, Freedom::Class, Freedom::Kept];
    let both =
        |freedom| [Joins::Inner, Joins::All].map(|joins| Terrain::new(puzzle, freedom, joins));
    all.into_iter().flat_map(both).collect()
}

fn board(puzzle: &Puzzle, cells: &[Placed]) -> Board {
    let cells = cells.iter().map(|&placed| Some(placed)).collect();
    Board::from_cells(puzzle.width(), puzzle.height(), cells).unwrap()
}

/// Every piece once, clues where they belong, and a board the judge accepts if the frame is kept.
fn check(terrain: &Terrain<'_>, cells: &[Placed], what: &str) {
    let mut pieces: Vec<usize> = cells.iter().map(|placed| placed.piece()).collect();
    pieces.sort_unstable();
    assert!(pieces.into_iter().eq(0..terrain.puzzle.size()), "{what}");
    for clue in terrain.puzzle.clues() {
        assert_eq!(cells[clue.cell], clue.placed, "{what}");
    }
    if terrain.freedom == Freedom::Kept {
        let faults = judge(terrain.puzzle, &board(terrain.puzzle, cells)).faults;
        assert!(faults.is_empty(), "{what}: {faults:?}");
    }
    if terrain.freedom == Freedom::Class {
        for (cell, placed) in cells.iter().enumerate() {
            assert!(terrain.puzzle.layout().turns(placed.piece(), cell) > 0, "{what}");
        }
    }
}

fn everywhere(mut test: impl FnMut(&Terrain<'_>, &mut Rng)) {
    let rng = &mut Rng::new(3);
    for puzzle in &puzzles() {
        terrains(puzzle).iter().for_each(|terrain| test(terrain, rng));
    }
}

#[test]
fn individuals_are_permutations_that_keep_what_is_kept() {
    everywhere(|terrain, rng| {
        for _ in 0..20 {
            let one = Individual::random(terrain, rng);
            check(terrain, &one.cells, "random");
            let fitted = one.fitted(terrain, rng).board();
            assert!(judge(terrain.puzzle, &fitted).faults.is_empty());
            let back = Individual::from_board(&fitted);
            assert_eq!(back.board(terrain), fitted);
            // What keeps the frame comes out as it is.
            assert_eq!(back.fitted(terrain, rng).board(), fitted);
        }
    });
}

#[test]
fn mutations_keep_permutation_frame_and_clues() {
    for mutation in MUTATIONS {
        let mut changed = 0;
        everywhere(|terrain, rng| {
            let mut cells = Individual::random(terrain, rng).cells;
            for _ in 0..50 {
                let before = cells.clone();
                mutate(mutation, terrain, &mut cells, rng);
                check(terrain, &cells, &format!("{mutation}"));
                changed += u32::from(cells != before);
            }
        });
        assert!(changed > 500, "{mutation}: {changed}");
    }
}

#[test]
fn crossovers_keep_permutation_frame_and_clues() {
    let ways = [
        (Crossover::RegionExchange, Regions::Same),
        (Crossover::RegionExchange, Regions::Apart),
        (Crossover::Uniform, Regions::Same),
    ];
    for (crossover, regions) in ways {
        everywhere(|terrain, rng| {
            for _ in 0..30 {
                let parents = [(); 2].map(|()| Individual::random(terrain, rng).cells);
                let [a, b] = &parents;
                for child in cross(crossover, regions, terrain, [a, b], rng) {
                    check(terrain, &child, &format!("{crossover}"));
                }
                // Like parents have like children, unless the regions lie apart.
                if regions == Regions::Same {
                    let children = cross(crossover, regions, terrain, [a, a], rng);
                    assert!(children.iter().all(|child| child == a), "{crossover}");
                }
            }
        });
    }
}

#[test]
fn a_turned_region_keeps_the_joins_inside() {
    // On an open board that is turned as a whole nothing is lost.
    let puzzle = Recipe::random(2, 2, Frame::Open, 3, 1).make().unwrap().puzzle;
    let terrain = Terrain::new(&puzzle, Freedom::Free, Joins::Inner);
    let rng = &mut Rng::new(1);
    for _ in 0..100 {
        let mut cells = Individual::random(&terrain, rng).cells;
        let score = judge(&puzzle, &board(&puzzle, &cells)).score;
        mutate(Mutation::RotateRegion, &terrain, &mut cells, rng);
        assert_eq!(judge(&puzzle, &board(&puzzle, &cells)).score, score);
    }
}

/// The violations counted side by side and square by square.
fn counted(terrain: &Terrain<'_>, cells: &[Placed]) -> (u32, u32) {
    let (puzzle, width, height) = (terrain.puzzle, terrain.width, terrain.height);
    let colour = |row: usize, col: usize, side: usize| puzzle.sides(cells[row * width + col])[side];
    let all = terrain.joins == Joins::All;
    let fits = |a: u8, b: u8| puzzle.mate(a) == b && (all || a != 0);
    let across = |row, col| fits(colour(row, col, 1), colour(row, col + 1, 3));
    let down = |row, col| fits(colour(row, col, 2), colour(row + 1, col, 0));
    let (mut edges, mut areas) = (0, 0);
    for row in 0..height {
        for col in 0..width {
            let (right, below) = (col + 1 < width, row + 1 < height);
            edges += u32::from(right && !across(row, col)) + u32::from(below && !down(row, col));
            let whole =
                || across(row, col) && across(row + 1, col) && down(row, col) && down(row, col + 1);
            areas += u32::from(right && below && !whole());
            if all && puzzle.frame() == Frame::Grey {
                let rim = [row == 0, !right, !below, col == 0];
                let bare = |side: &usize| rim[*side] && colour(row, col, *side) != 0;
                edges += (0..4).filter(bare).count() as u32;
            }
        }
    }
    (edges, areas)
}

#[test]
fn violations_are_those_counted_one_by_one() {
    let ga = Ga::default();
    everywhere(|terrain, rng| {
        for _ in 0..50 {
            let one = Individual::random(terrain, rng);
            let fitness = Fitness::of(terrain, Rules { ga: &ga, added: &[] }, &one.cells);
            assert_eq!((fitness.edges, fitness.areas), counted(terrain, &one.cells));
            assert!((0.0..=1.0).contains(&fitness.value));
            assert_eq!(fitness.value == 1.0, fitness.violations() == 0);
            if terrain.freedom == Freedom::Kept {
                let joins = terrain.puzzle.joins();
                let score = judge(terrain.puzzle, &board(terrain.puzzle, &one.cells)).score;
                assert_eq!(joins - fitness.edges, score);
            }
        }
    });
}

/// The weight w of section 4.1: a penalty of a weight counts so many times, and none at 0.
#[test]
fn weights_rim_and_added_constraints_count() {
    let usual = Ga::default();
    let rim =
        Ga { rim: true, rim_weight: 2.0, edge_weight: 3.0, area_weight: 0.0, ..usual.clone() };
    let all = |_: &Puzzle, cells: &[Placed]| {
        let total = cells.len() as u32;
        Violations { violated: total, total }
    };
    let added = [
        Constraint::new("never", 5.0, all),
        Constraint::new("none", 1.0, |_, _| Violations::default()),
    ];
    everywhere(|terrain, rng| {
        let cells = Individual::random(terrain, rng).cells;
        let (edges, _) = counted(terrain, &cells);
        let total = super::fitness::totals(terrain).0;
        let grey = terrain.puzzle.frame() == Frame::Grey;
        let around = if grey { 2 * (terrain.width + terrain.height) as u32 } else { 0 };
        let bare = bare_sides(terrain, &cells);
        let fitness = Fitness::of(terrain, Rules { ga: &rim, added: &added }, &cells);
        let size = cells.len() as u32;
        assert_eq!((fitness.others, fitness.edges), (bare + size, edges));
        let share = |violated: u32, total: u32| {
            if total == 0 { 0.0 } else { f64::from(violated) / f64::from(total) }
        };
        let weight = |weight: f64, total: u32| if total == 0 { 0.0 } else { weight };
        let weights = weight(3.0, total) + weight(2.0, around) + 5.0;
        let violated = 3.0 * share(edges, total) + 2.0 * share(bare, around) + 5.0;
        assert!((fitness.value - (1.0 - violated / weights)).abs() < 1e-12);
    });
}

/// The sides of the rim that are not grey.
fn bare_sides(terrain: &Terrain<'_>, cells: &[Placed]) -> u32 {
    let (puzzle, width, height) = (terrain.puzzle, terrain.width, terrain.height);
    let bare = |(cell, placed): (usize, &Placed)| {
        let (row, col) = (cell / width, cell % width);
        let rim = [row == 0, col + 1 == width, row + 1 == height, col == 0];
        let sides = puzzle.sides(*placed).into_iter().zip(rim);
        sides.filter(|&(colour, rim)| rim && colour != 0).count() as u32
    };
    match puzzle.frame() {
        Frame::Grey => cells.iter().enumerate().map(bare).sum(),
        Frame::Open => 0,
    }
}

#[test]
fn what_does_not_count_or_cannot_be_weighed_is_refused() {
    let puzzle = &puzzles()[10];
    let said = |ga: Ga| ga.objection(puzzle).unwrap_or_default();
    assert_eq!(said(Ga { edge: false, area: false, rim: true, ..Ga::default() }), "");
    let none = Ga { edge_weight: 0.0, area: false, ..Ga::default() };
    assert!(said(none).contains("found none"));
    assert!(said(Ga { area_weight: -1.0, ..Ga::default() }).contains("area_weight from 0 to 1000"));
    assert!(said(Ga { rim_weight: f64::NAN, ..Ga::default() }).contains("rim_weight"));
    let own = Constraint::new("mine", f64::INFINITY, |_, _| Violations::default());
    let own = Ga::default().constrained(vec![own]).objection(puzzle);
    assert!(own.is_some_and(|said| said.contains("a weight of \"mine\"")));
}

/// An added constraint is what is evolved for, if it weighs enough.
#[test]
fn an_added_constraint_is_searched_for() {
    let puzzle = Recipe::random(6, 6, Frame::Grey, 12, 1).make().unwrap().puzzle;
    let ordered = |_: &Puzzle, cells: &[Placed]| {
        let falls = cells.windows(2).filter(|pair| pair[0].piece() > pair[1].piece()).count();
        Violations { violated: falls as u32, total: cells.len() as u32 - 1 }
    };
    let plain = Ga { frame: Freedom::Free, repair: false, ..Ga::default() };
    let ga = |weight| plain.clone().constrained(vec![Constraint::new("order", weight, ordered)]);
    let heavy = gauges(&puzzle, &ga(1000.0), 20_000);
    // The fitness is then nearly the share of pairs in order: half of them by chance.
    assert!(heavy["fitness"] > 0.7, "{heavy:?}");
}

/// The screens of figures 23, 24, 43 and 44: size, violated edges ("Tiles") and squares, fitness.
#[test]
fn the_formula_gives_the_numbers_on_the_screens() {
    for (side, edges, areas, fitness) in
        [(5, 25, 13, 0.281), (5, 3, 2, 0.900), (6, 3, 2, 0.935), (4, 3, 2, 0.826)]
    {
        let puzzle = Recipe::random(side, side, Frame::Grey, 5, 1).make().unwrap().puzzle;
        let terrain = Terrain::new(&puzzle, Freedom::Free, Joins::Inner);
        let totals = super::fitness::totals(&terrain);
        let mut penalties = Penalties::default();
        penalties.add(true, 1.0, edges, totals.0);
        penalties.add(true, 1.0, areas, totals.1);
        assert!((penalties.value() - fitness).abs() < 0.0005, "{side}");
    }
}

#[test]
fn repairs_keep_permutation_frame_and_clues() {
    for rearrange in [Rearrange::Random, Rearrange::Search, Rearrange::Best] {
        everywhere(|terrain, rng| {
            let mut mender = Mender::new(terrain);
            let framed = Terrain::new(terrain.puzzle, Freedom::Kept, terrain.joins);
            for _ in 0..10 {
                let mut one = Individual::random(terrain, rng);
                for _ in 0..3 {
                    mender.repair(rearrange, &mut one, rng);
                    check(&framed, &one.cells, &format!("{rearrange:?}"));
                }
            }
        });
    }
}

#[test]
fn a_search_gains_joins_and_leaves_a_solution_alone() {
    let solved = Recipe::random(6, 6, Frame::Grey, 7, 1).make().unwrap();
    let (puzzle, rng) = (&solved.puzzle, &mut Rng::new(1));
    let terrain = Terrain::new(puzzle, Freedom::Class, Joins::Inner);
    let mut mender = Mender::new(&terrain);
    let score = |one: &Individual| judge(puzzle, &board(puzzle, &one.cells)).score;
    let (mut before, mut after) = (0, 0);
    for _ in 0..20 {
        let mut one = Individual::random(&terrain, rng);
        mender.repair(Rearrange::Search, &mut one, rng);
        before += score(&one);
        (0..100).for_each(|_| mender.repair(Rearrange::Search, &mut one, rng));
        after += score(&one);
    }
    assert!(after > 2 * before, "{before} {after}");
    let mut one = Individual::from_board(&solved.solution);
    mender.repair(Rearrange::Search, &mut one, rng);
    assert_eq!(one.board(&terrain), solved.solution);
}

#[test]
fn the_best_arrangement_loses_one_join_at_most_and_gains_many() {
    let mut gained = 0;
    everywhere(|terrain, rng| {
        let (puzzle, mut mender) = (terrain.puzzle, Mender::new(terrain));
        let framed = Terrain::new(puzzle, Freedom::Kept, Joins::Inner);
        let mut one = Individual::random(&framed, rng);
        for _ in 0..50 {
            let before = judge(puzzle, &board(puzzle, &one.cells)).score;
            mender.repair(Rearrange::Best, &mut one, rng);
            let after = judge(puzzle, &board(puzzle, &one.cells)).score;
            // Now and then one join is lost for another arrangement.
            assert!(after + 1 >= before);
            gained += i64::from(after) - i64::from(before);
        }
    });
    assert!(gained > 500, "{gained}");
}

#[test]
fn the_second_hit_repairs() {
    let threshold = NonZeroU32::new(10).unwrap();
    let ga = Ga { threshold, lowered: 50.0, ..Ga::default() };
    let mut watch = DeadlockWatch::default();
    let observe = |watch: &mut DeadlockWatch, best| watch.observe(&ga, best);
    let told = |watch: &mut DeadlockWatch, best| {
        (1..).find_map(|i| match observe(watch, best) {
            Remedy::Nothing => None,
            measure => Some((i, measure)),
        })
    };
    assert_eq!(observe(&mut watch, 0.5), Remedy::Untag);
    assert_eq!(told(&mut watch, 0.5), Some((10, Remedy::Tag)));
    assert_eq!(told(&mut watch, 0.5), Some((5, Remedy::Repair)));
    // A better one in between begins anew.
    assert_eq!(observe(&mut watch, 0.6), Remedy::Untag);
    assert_eq!(told(&mut watch, 0.6), Some((10, Remedy::Tag)));
    assert_eq!(observe(&mut watch, 0.7), Remedy::Untag);
    assert_eq!(told(&mut watch, 0.7), Some((10, Remedy::Tag)));
}

/// The rigidity is the individual's: a child that is no better than its forebears is as old as they are.
#[test]
fn a_child_goes_on_where_its_parent_stood_still() {
    let puzzle = &puzzles()[10];
    let terrain = Terrain::new(puzzle, Freedom::Kept, Joins::Inner);
    let ga = Ga { threshold: NonZeroU32::new(3).unwrap(), lowered: 0.0, ..Ga::default() };
    let rng = &mut Rng::new(1);
    let [mut parent, mut child] = [(); 2].map(|()| Individual::random(&terrain, rng));
    assert_eq!(parent.watch.observe(&ga, 0.5), Remedy::Untag);
    (0..2).for_each(|_| assert_eq!(parent.watch.observe(&ga, 0.5), Remedy::Nothing));
    child.copy(&parent);
    assert_eq!((&child.cells, child.fitness), (&parent.cells, Fitness::default()));
    assert_eq!(child.watch.observe(&ga, 0.4), Remedy::Tag);
    // The parent is not tagged for it.
    assert_eq!(parent.watch.observe(&ga, 0.6), Remedy::Untag);
}

/// The last gauges of a run.
fn gauges(puzzle: &Puzzle, ga: &dyn Algorithm<Puzzle>, work: u64) -> BTreeMap<String, f64> {
    let setup =
        Setup { budget: Budget { work: Some(work), ..Budget::default() }, ..Setup::default() };
    let mut last = BTreeMap::new();
    solve(puzzle, ga, &setup, &mut |_, event| {
        if let Event::Progress { gauges, .. } = event {
            last = gauges.iter().cloned().collect();
        }
    });
    last
}

#[test]
fn individuals_are_repaired_one_by_one() {
    let puzzle = Recipe::random(8, 8, Frame::Grey, 12, 1).make().unwrap().puzzle;
    let (suspects, rounds) = (NonZeroU16::MIN, NonZeroU16::MIN);
    let threshold = NonZeroU32::new(4).unwrap();
    let all = Ga { threshold, suspects, rounds, ..Ga::default() };
    let each = Ga { tagging: Tagging::Individual, ..all.clone() };
    let [all, each] = [all, each].map(|ga| gauges(&puzzle, &ga, 20_000)["repairs"]);
    // Children of the tagged are tagged with them, but only one is the best.
    assert!(each > 0.0 && all > 4.0 * each, "{all} {each}");
}
