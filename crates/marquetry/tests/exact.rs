//! Exact search against brute force, against a SAT solver, and against itself.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use marquetry::algorithms::count_looks;
use marquetry::edge::generate::{Colours, Recipe};
use marquetry::edge::{Board, Clue, Frame, Kind, Order, Piece, Placed, Puzzle};
use marquetry::exact::{
    Block, Checkpoint, Corner, Counted, Counter, Event, Exact, Lookahead, Request, estimate,
};
use marquetry::search::{Conclusion, Rng};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

const PLAIN: Exact = Exact { order: Order::Row, lookahead: Lookahead::Off, symmetry: false };
/// More boards than these are not asked of the SAT solver one by one.
const FEW: u64 = 60;

fn request(threads: usize, stop: &AtomicBool) -> Request<'_> {
    Request { threads, time: None, limit: None, boards: false, stop, from: None }
}

fn count(puzzle: &Puzzle, how: &Exact, threads: usize) -> Counted {
    let stop = AtomicBool::new(false);
    Counter::new(puzzle, how, None).unwrap().run(&request(threads, &stop), &mut |_| {}).unwrap()
}

fn boards(
    puzzle: &Puzzle,
    how: &Exact,
    threads: usize,
    limit: Option<u64>,
) -> (Vec<Board>, Counted) {
    let stop = AtomicBool::new(false);
    let mut boards = Vec::new();
    let request = Request { boards: true, limit, ..request(threads, &stop) };
    let counter = Counter::new(puzzle, how, None).unwrap();
    let counted = counter.run(&request, &mut |event| {
        if let Event::Board(board) = event {
            boards.push(board);
        }
    });
    (boards, counted.unwrap())
}

/// Sizes 2 to 5, both frames, signed or not, clues, copies, and every fourth spoilt: a side of a
/// piece is given another colour, or two sides change places.
fn puzzle(seed: u64) -> Puzzle {
    let rng = &mut Rng::new(seed);
    let sides = [2, 2, 3, 3, 4, 4, 5];
    let (width, height) = (*rng.pick(&sides).unwrap(), *rng.pick(&sides).unwrap());
    let frame = if rng.coin() { Frame::Grey } else { Frame::Open };
    let hardest = Recipe::hardest(width, height, frame);
    let small = width * height <= 9;
    let recipe = Recipe {
        // Few colours on small boards, so that there are many solutions and copies.
        colours: if small { Colours::Shared(1 + rng.below(4)) } else { hardest.colours },
        signed: rng.below(3) == 0,
        distinct: false,
        asymmetric: false,
        clues: [0, 0, 1, 3][rng.below(4)],
        seed,
        ..hardest
    };
    let made = recipe.make().unwrap();
    let clues = made.puzzle.clues().to_vec();
    let mut pieces: Vec<Piece> = made.puzzle.pieces().to_vec();
    if seed.is_multiple_of(4) {
        let (a, b) = (rng.below(pieces.len()), rng.below(pieces.len()));
        let coloured = |piece: Piece, rng: &mut Rng| {
            let sides: Vec<usize> = (0..4).filter(|&s| piece.0[s] != 0).collect();
            rng.pick(&sides).copied()
        };
        if let (Some(i), Some(j)) = (coloured(pieces[a], rng), coloured(pieces[b], rng)) {
            let (x, y) = (pieces[a].0[i], pieces[b].0[j]);
            if rng.coin() {
                (pieces[a].0[i], pieces[b].0[j]) = (y, x);
            } else {
                pieces[a].0[i] = y;
            }
        }
    }
    let spoilt = Puzzle::new(format!("puzzle {seed}"), width, height, frame, pieces).unwrap();
    spoilt.with_signed(made.puzzle.signed()).with_clues(clues).unwrap()
}

/// Every perfect board with numbered pieces and turns, the slow way.
fn brute_force(puzzle: &Puzzle) -> Vec<Board> {
    fn fill(
        puzzle: &Puzzle,
        cell: usize,
        board: &mut Board,
        used: &mut [bool],
        all: &mut Vec<Board>,
    ) {
        if cell == puzzle.size() {
            // A clue is that very piece in that very turn, though an equal one would pass the judge.
            let kept = |clue: &Clue| board.get(clue.cell) == Some(clue.placed);
            if puzzle.verdict(board).perfect && puzzle.clues().iter().all(kept) {
                all.push(board.clone());
            }
            return;
        }
        for piece in 0..puzzle.size() {
            if used[piece] {
                continue;
            }
            for turn in 0..4 {
                board.set(cell, Some(Placed::new(piece, turn)));
                // The judge's own eyes: a break or a broken rim among the cells so far.
                let verdict = puzzle.verdict(board);
                let broken = verdict.faults.iter().any(|f| {
                    !f.to_string().contains("is missing") && !f.to_string().contains("clue")
                });
                if verdict.breaks.is_empty() && !broken {
                    used[piece] = true;
                    fill(puzzle, cell + 1, board, used, all);
                    used[piece] = false;
                }
                board.set(cell, None);
            }
        }
    }
    let mut all = Vec::new();
    let mut board = Board::empty(puzzle.width(), puzzle.height());
    fill(puzzle, 0, &mut board, &mut vec![false; puzzle.size()], &mut all);
    all
}

fn sight(puzzle: &Puzzle, board: &Board) -> Vec<[u8; 4]> {
    board.cells().iter().map(|cell| puzzle.sides(cell.unwrap())).collect()
}

/// The least of all turned versions that keep the board's shape.
fn canonical(puzzle: &Puzzle, board: &Board) -> Vec<[u8; 4]> {
    let mut turned = board.clone();
    let mut least = sight(puzzle, board);
    for _ in 0..3 {
        turned = turned.turned();
        if turned.width() == board.width() {
            least = least.min(sight(puzzle, &turned));
        }
    }
    least
}

#[test]
fn counts_agree_with_brute_force() {
    let mut seen = [0; 4];
    for seed in (0..2_000).filter(|seed| puzzle(*seed).size() <= 6).take(250) {
        let puzzle = puzzle(seed);
        if count(&puzzle, &PLAIN, 1).solutions.is_none_or(|all| all > 5_000) {
            continue;
        }
        let all = brute_force(&puzzle);
        let looks: HashSet<_> = all.iter().map(|board| sight(&puzzle, board)).collect();
        let distinct: HashSet<_> = all.iter().map(|board| canonical(&puzzle, board)).collect();
        for symmetry in [false, true] {
            let counted = count(&puzzle, &Exact { symmetry, ..Exact::default() }, 1);
            let what = format!("{puzzle:?}, symmetry {symmetry}");
            assert_eq!(counted.solutions, Some(all.len() as u128), "{what}");
            assert_eq!(counted.looks, looks.len() as u64, "{what}");
            assert_eq!(counted.distinct, distinct.len() as u64, "{what}");
            assert_eq!(counted.conclusion, Conclusion::Exhausted, "{what}");
        }
        seen[usize::from(!all.is_empty())] += 1;
        seen[2] += usize::from(all.len() > looks.len());
        seen[3] += usize::from(!puzzle.clues().is_empty());
    }
    assert!(
        seen.iter().all(|&n| n > 20),
        "unsolvable, solvable, with copies, with clues: {seen:?}"
    );
}

/// Orders that are quick enough: any on small boards, scans and blocks on all.
fn orders(puzzle: &Puzzle, seed: u64) -> Vec<Order> {
    let mut list = Order::Row.cells(puzzle.width(), puzzle.height()).unwrap();
    match puzzle.size() {
        0..=9 => Rng::new(seed).shuffle(&mut list),
        _ => list.reverse(),
    }
    let mut orders = vec![Order::Best, Order::Column, Order::Snake, Order::List(list)];
    if puzzle.size() <= 16 {
        orders.extend([Order::Block, Order::Spiral, Order::Frame]);
    }
    orders
}

#[test]
fn strips_agree_with_brute_force_too() {
    for (width, height) in [(1, 1), (1, 2), (2, 1), (1, 3), (4, 1), (1, 5)] {
        for (frame, clues) in
            [(Frame::Grey, 0), (Frame::Open, 0), (Frame::Grey, 1), (Frame::Open, 1)]
        {
            let clues = clues.min(width * height - 1);
            let recipe = Recipe::random(width, height, frame, 2, 3);
            let puzzle = Recipe { distinct: false, clues, ..recipe }.make().unwrap().puzzle;
            let all = brute_force(&puzzle);
            let looks: HashSet<_> = all.iter().map(|board| sight(&puzzle, board)).collect();
            let distinct: HashSet<_> = all.iter().map(|board| canonical(&puzzle, board)).collect();
            for symmetry in [false, true] {
                let counted = count(&puzzle, &Exact { symmetry, ..Exact::default() }, 2);
                let found = (counted.solutions, counted.looks, counted.distinct);
                let expected = (all.len() as u128, looks.len() as u64, distinct.len() as u64);
                assert_eq!(found, (Some(expected.0), expected.1, expected.2), "{puzzle:?}");
            }
        }
    }
}

/// Open boards with many solutions are searched up to turns of the whole board, those with few as
/// they are.
#[test]
fn turned_versions_of_open_boards_are_left_out_where_it_pays() {
    let both = |width, height, colours| {
        let recipe = Recipe::random(width, height, Frame::Open, colours, 1);
        let puzzle = recipe.make().unwrap().puzzle;
        let [all, one] = [false, true]
            .map(|symmetry| count(&puzzle, &Exact { symmetry, ..Exact::default() }, 2));
        assert_eq!((all.solutions, all.distinct), (one.solutions, one.distinct), "{puzzle:?}");
        one.nodes as f64 / all.nodes as f64
    };
    assert!(both(4, 4, 5) < 0.5);
    assert!(both(3, 3, 2) < 0.5);
    assert!(both(5, 5, 9) < 0.3);
    assert_eq!(both(5, 5, 13), 1.0);
    assert_eq!(both(4, 3, 4), 1.0);
}

#[test]
fn a_thousand_puzzles_agree_with_sat_and_in_every_order() {
    let half = |first: u64| (first..1_000).step_by(2).filter(|&seed| agrees(seed)).count();
    let solvable = thread::scope(|scope| {
        let other = scope.spawn(move || half(1));
        half(0) + other.join().expect("what failed is said above")
    });
    assert!((600..990).contains(&solvable), "{solvable} of 1000 are solvable");
}

/// Holds a puzzle against SAT and in every order; tells whether it can be solved.
fn agrees(seed: u64) -> bool {
    let puzzle = puzzle(seed);
    let plain = count(&puzzle, &PLAIN, 1);
    let what = puzzle.name();
    match count_looks(&puzzle, false, FEW) {
        Some(looks) => assert_eq!(plain.looks, looks, "{what}"),
        None => assert!(plain.looks > FEW, "{what}"),
    }
    let threads = [1, 2, 5][seed as usize % 3];
    for (i, order) in orders(&puzzle, seed).into_iter().enumerate() {
        let choices = [Lookahead::On, Lookahead::Off, Lookahead::Auto];
        let lookahead = choices[(seed as usize + i) % 3];
        for symmetry in [false, true] {
            let how = Exact { order: order.clone(), lookahead, symmetry };
            let other = count(&puzzle, &how, threads);
            let found = (other.solutions, other.looks, other.distinct);
            let expected = (plain.solutions, plain.looks, plain.distinct);
            assert_eq!(found, expected, "{what}, {how:?}, {threads} threads");
        }
    }
    plain.looks > 0
}

#[test]
fn boards_come_in_the_same_order_on_any_number_of_threads() {
    let recipe = Recipe { distinct: false, ..Recipe::random(5, 4, Frame::Grey, 2, 1) };
    let puzzle = recipe.make().unwrap().puzzle;
    for how in [PLAIN, Exact::default()] {
        let (one, counted) = boards(&puzzle, &how, 1, None);
        assert_eq!(one.len() as u64, counted.looks);
        assert!(one.len() > 100, "{}", one.len());
        assert!(one.iter().all(|board| puzzle.verdict(board).perfect));
        let looks: HashSet<_> = one.iter().map(|board| sight(&puzzle, board)).collect();
        assert_eq!(looks.len(), one.len());
        for threads in [2, 5] {
            let (other, again) = boards(&puzzle, &how, threads, None);
            assert_eq!(other, one, "{threads} threads");
            assert_eq!((again.nodes, again.distinct), (counted.nodes, counted.distinct));
        }
        for limit in [1, 7, 100] {
            let runs = [1, 2, 5].map(|threads| boards(&puzzle, &how, threads, Some(limit)));
            for (some, counted) in &runs {
                assert_eq!(some[..], one[..limit as usize]);
                assert_eq!(counted.conclusion, Conclusion::Solved);
                assert_eq!((counted.nodes, counted.looks), (runs[0].1.nodes, limit));
            }
        }
    }
}

#[test]
fn a_count_broken_off_often_equals_an_unbroken_one() {
    let colours = Colours::Apart { frame: 3, inner: 5 };
    let recipes = [
        (Recipe::eternity_like(6, 6, 3), Exact::default()),
        (Recipe { clues: 3, ..Recipe::random(4, 4, Frame::Open, 5, 4) }, Exact::default()),
        (Recipe { distinct: false, ..Recipe::random(5, 4, Frame::Grey, 2, 1) }, Exact::default()),
        // Half a second: long enough to be broken off on any machine.
        (Recipe { colours, seed: 2, ..Recipe::hardest(6, 6, Frame::Grey) }, PLAIN),
    ];
    let mut most = 0;
    for (recipe, how) in recipes {
        let puzzle = recipe.make().unwrap().puzzle;
        let whole = boards(&puzzle, &how, 2, None);
        let counter = Counter::new(&puzzle, &how, None).unwrap();
        let (mut from, mut told, mut sessions) = (None, Vec::new(), 0);
        let counted = loop {
            let stop = AtomicBool::new(false);
            let time = Some(std::time::Duration::from_millis(20));
            let request = Request { time, boards: true, from, ..request(2, &stop) };
            let mut last: Option<Checkpoint> = None;
            let mut fresh = Vec::new();
            let counted = counter.run(&request, &mut |event| match event {
                Event::Board(board) => fresh.push(board),
                Event::Checkpoint(checkpoint) => last = Some(*checkpoint),
                Event::Progress(progress) => assert!((0.0..=1.0).contains(&progress.share)),
            });
            told.append(&mut fresh);
            sessions += 1;
            let Some(checkpoint) = last else { break counted.unwrap() };
            // As it would be read from a file.
            let text = serde_json::to_string(&checkpoint).unwrap();
            let read: Checkpoint = serde_json::from_str(&text).unwrap();
            assert_eq!((&read, read.told), (&checkpoint, told.len() as u64));
            from = Some(read);
        };
        most = most.max(sessions);
        assert_eq!(told, whole.0, "{}", puzzle.name());
        let sums = |c: &Counted| (c.conclusion, c.solutions, c.looks, c.distinct, c.nodes);
        assert_eq!(sums(&counted), sums(&whole.1), "{}", puzzle.name());
    }
    assert!(most > 3, "broken off {most} times at most");
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let puzzle = Recipe::eternity_like(6, 6, 3).make().unwrap().puzzle;
    let other = Recipe::eternity_like(6, 6, 4).make().unwrap().puzzle;
    let stop = AtomicBool::new(true);
    let mut last = None;
    let counter = Counter::new(&puzzle, &PLAIN, None).unwrap();
    let halt = Request { time: Some(std::time::Duration::ZERO), ..request(1, &stop) };
    counter
        .run(&halt, &mut |event| {
            if let Event::Checkpoint(checkpoint) = event {
                last = Some(*checkpoint);
            }
        })
        .unwrap();
    let from = last.unwrap();
    stop.store(false, Ordering::Relaxed);
    for (puzzle, how) in [(&other, PLAIN), (&puzzle, Exact { order: Order::Column, ..PLAIN })] {
        let counter = Counter::new(puzzle, &how, None).unwrap();
        let request = Request { from: Some(from.clone()), ..request(1, &stop) };
        assert!(counter.run(&request, &mut |_| {}).is_err());
    }
}

#[test]
fn unsolvable_puzzles_say_why_at_once() {
    let square = Recipe::random(4, 4, Frame::Grey, 3, 1).make().unwrap();
    let mut odd = square.puzzle.pieces().to_vec();
    let inner = usize::from(square.puzzle.layout().pieces(Kind::Inner)[0]);
    odd[inner].0[0] = odd[inner].0[0] % 3 + 1;
    let odd = Puzzle::new("odd", 4, 4, Frame::Grey, odd).unwrap();
    let corners =
        vec![Piece([0, 0, 1, 1]), Piece([0, 0, 1, 1]), Piece([0, 0, 1, 1]), Piece([1; 4])];
    let corners = Puzzle::new("three corners", 2, 2, Frame::Grey, corners).unwrap();
    let clue = |cell: usize, turn: u8| {
        let placed = square.solution.get(cell).unwrap();
        Clue { cell, placed: placed.with_turn(placed.turn() + turn) }
    };
    let pieces = square.puzzle.pieces().iter().enumerate();
    let turned = pieces.filter(|(_, p)| p.0[0] != p.0[1]).count();
    assert!(turned > 0);
    let clash = (1..4)
        .map(|turn| square.puzzle.clone().with_clues(vec![clue(5, 0), clue(6, turn)]).unwrap())
        .find(|puzzle| !marquetry::edge::analyse::obstacles(puzzle).is_empty())
        .unwrap();
    for (puzzle, word) in [(odd, "odd"), (corners, "corner"), (clash, "do not match")] {
        let counter = Counter::new(&puzzle, &Exact::default(), None).unwrap();
        assert!(counter.reasons()[0].contains(word), "{:?}", counter.reasons());
        let counted = count(&puzzle, &Exact::default(), 2);
        assert_eq!((counted.solutions, counted.nodes), (Some(0), 0));
        assert_eq!(counted.conclusion, Conclusion::Exhausted);
    }
}

/// Blocks on an open board of copies: all fillings with numbered pieces, and those that differ.
#[test]
fn blocks_are_counted_with_numbered_pieces() {
    let pieces = vec![Piece([1, 2, 1, 2]); 4];
    let puzzle = Puzzle::new("copies", 2, 2, Frame::Open, pieces).unwrap();
    let stop = AtomicBool::new(false);
    let block = |rows, columns| Some(Block { rows, columns, at: Corner::Corner });
    let count = |block| {
        let counter = Counter::new(&puzzle, &Exact::default(), block).unwrap();
        counter.run(&request(1, &stop), &mut |_| {}).unwrap()
    };
    // One cell: four pieces in four turns, two looks. Two cells: both lie the same way.
    let one = count(block(1, 1));
    assert_eq!((one.solutions, one.distinct), (Some(16), 2));
    let two = count(block(1, 2));
    assert_eq!((two.solutions, two.distinct), (Some(12 * 4 * 2), 2));
    // Clues that do not match leave no filling.
    let pieces = [[1, 2, 1, 2], [1, 3, 1, 3], [1; 4], [2; 4]].map(Piece).to_vec();
    let clue = |cell| Clue { cell, placed: Placed::new(cell, 0) };
    let clashing = Puzzle::new("clash", 2, 2, Frame::Open, pieces).unwrap();
    let clashing = clashing.with_clues(vec![clue(0), clue(1)]).unwrap();
    let counter = Counter::new(&clashing, &Exact::default(), block(1, 2)).unwrap();
    assert_eq!(counter.run(&request(1, &stop), &mut |_| {}).unwrap().solutions, Some(0));
    assert!(counter.reasons()[0].contains("do not match"));
    assert!(Counter::new(&puzzle, &Exact::default(), block(3, 1)).is_err());
    assert!(Counter::new(&puzzle, &Exact::default(), block(0, 1)).is_err());
}

#[test]
fn estimates_are_unbiased() {
    for (recipe, order) in [
        (Recipe::eternity_like(5, 5, 1), Order::Row),
        (Recipe { clues: 3, ..Recipe::eternity_like(5, 5, 2) }, Order::Block),
        (Recipe::random(3, 3, Frame::Open, 4, 3), Order::Spiral),
    ] {
        let puzzle = recipe.make().unwrap().puzzle;
        let how = Exact { order, ..Exact::default() };
        let estimate = estimate(&puzzle, &how, 20_000, 7, 10_000_000).unwrap();
        let (nodes, looks) = estimate.real.unwrap();
        let close = |mean: f64, error: f64, real: u64| (mean - real as f64).abs() <= 4.5 * error;
        let what = puzzle.name();
        assert!(close(estimate.nodes.mean, estimate.nodes.error, nodes), "{what}: {estimate:?}");
        assert!(estimate.nodes.error < 0.2 * nodes as f64, "{what}: {:?}", estimate.nodes);
        let counted = count(&puzzle, &how, 1);
        assert_eq!((counted.nodes, counted.looks), (nodes, looks), "{what}");
        for depth in &estimate.depths {
            let (probed, real) = (depth.probed, depth.real.unwrap());
            // Rare depths may never be probed.
            let seen = probed.mean > 0.0;
            assert!(!seen || close(probed.mean, probed.error.max(1.0), real), "{what}: {depth:?}");
        }
    }
}
