//! Published boards and puzzles, where the machine has them.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod outside;

use marquetry::algorithms::{Dfs, Sat};
use marquetry::edge::format::official::{Clues, Recognition, official_clues, recognise};
use marquetry::edge::format::{
    Content, Format, LooseBoard, Reading, native_board, native_puzzle, read, write_board,
    write_puzzle,
};
use marquetry::edge::{Colour, Frame, Order, Piece, Placed, Puzzle};
use marquetry::exact::{Counter, Exact, Lookahead, Request};
use marquetry::search::{Algorithm, Budget, Conclusion, Rng, Score, Setup, solve};
use std::sync::atomic::AtomicBool;

/// The text of a file from outside; the test is skipped where there is none.
fn instance(name: &str) -> Option<String> {
    outside::instance(name).map(|path| std::fs::read_to_string(path).unwrap())
}

fn reading(text: &str) -> Reading {
    read(text.as_bytes()).unwrap()
}

fn puzzle_in(text: &str) -> Puzzle {
    match reading(text).content {
        Content::Puzzle(puzzle) => puzzle,
        other => panic!("{other:?}"),
    }
}

fn board_in(text: &str) -> LooseBoard {
    match reading(text).content {
        Content::Board(board) => board,
        other => panic!("{other:?}"),
    }
}

fn official() -> Option<Puzzle> {
    instance("e2_official.json").map(|text| puzzle_in(&text))
}

struct Known {
    name: String,
    score: Score,
    placed: usize,
    clues: usize,
    order: String,
    link: String,
}

fn known_boards() -> Option<Vec<Known>> {
    let text = instance("known_boards.txt")?;
    let known = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        Known {
            name: fields[0].into(),
            score: fields[2].parse().unwrap(),
            placed: fields[3].parse().unwrap(),
            clues: fields[5].split(',').count(),
            order: fields[6].into(),
            link: fields[8].into(),
        }
    };
    Some(text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).map(known).collect())
}

#[test]
fn known_boards_score_what_they_should() {
    let (Some(puzzle), Some(known)) = (official(), known_boards()) else { return };
    assert_eq!(known.len(), 36);
    for Known { name, score, placed, clues, link, .. } in known {
        let loose = board_in(&link);
        let (board, notes) = loose.bind(&puzzle).unwrap();
        let verdict = puzzle.verdict(&board);
        assert_eq!((verdict.score, board.filled()), (score, placed), "{name}");
        let all_clues = puzzle.clues().iter().filter(|c| board.get(c.cell) == Some(c.placed));
        assert_eq!(all_clues.count(), clues, "{name}");
        assert!(notes.is_empty(), "{name}: {notes:?}");
        if placed < 256 {
            let why = loose.to_puzzle().unwrap_err().to_string();
            assert!(why.contains(&format!("{} cells without", 256 - placed)), "{why}");
            continue;
        }
        let (carried, laid, _) = loose.to_puzzle().unwrap();
        assert_eq!(carried.verdict(&laid).score, score, "{name}");
        assert_eq!(recognise(&carried), Recognition::Official, "{name}");
        // The carried pieces may have other numbers, but they lie on the same cells.
        let id = |p| {
            let cell = laid.cells().iter().position(|l| l.unwrap().piece() == p).unwrap();
            board.get(cell).unwrap().piece()
        };
        check_clues(&puzzle, &carried, id, |c| c);
    }
}

/// The official clues of `other` land on the official pieces and show the official sides, as
/// `id` translates pieces from it and `colour` translates colours to it.
fn check_clues(
    puzzle: &Puzzle,
    other: &Puzzle,
    id: impl Fn(usize) -> usize,
    colour: impl Fn(Colour) -> Colour,
) {
    let found = official_clues(other, Clues::All).unwrap();
    let ids: Vec<_> = found.iter().map(|c| (id(c.placed.piece()) + 1, c.cell)).collect();
    assert_eq!(ids, [(139, 135), (208, 34), (255, 45), (181, 210), (249, 221)]);
    assert_eq!(official_clues(other, Clues::Start).unwrap(), found[..1]);
    assert_eq!(official_clues(other, Clues::None).unwrap(), []);
    for clue in found {
        let listed = puzzle.clues().iter().find(|c| c.cell == clue.cell).unwrap();
        let wanted = puzzle.sides(listed.placed).map(&colour);
        assert_eq!(other.sides(clue.placed), wanted);
    }
}

/// A piece list says nothing about the order of its sides; the official set is known all the same.
#[test]
fn the_official_set_is_known_in_any_order_of_sides() {
    let Some(puzzle) = official() else { return };
    for order in [[0, 1, 2, 3], [2, 3, 0, 1], [0, 2, 3, 1], [0, 3, 2, 1], [1, 0, 3, 2]] {
        let line = |p: &Piece| order.map(|side: usize| p.0[side].to_string()).join(" ");
        let lines: Vec<String> = puzzle.pieces().iter().map(line).collect();
        let read = puzzle_in(&lines.join("\n"));
        assert_eq!(recognise(&read), Recognition::Official, "{order:?}");
        assert_eq!(official_clues(&read, Clues::All).map(|c| c.len()), Some(5), "{order:?}");
    }
}

#[test]
fn colour_numbers_are_found_out() {
    let (Some(puzzle), Some(known)) = (official(), known_boards()) else { return };
    let mut rng = Rng::new(5);
    for Known { name, score, order, link, .. } in known {
        // The motif order withheld: the letters must be recognised by what they fit.
        let silent = link.replace("&motifs_order=", "&forgotten=");
        let (board, notes) = board_in(&silent).bind(&puzzle).unwrap();
        assert_eq!(puzzle.verdict(&board).score, score, "{name}");
        assert_eq!(notes.len(), usize::from(order != "-"), "{name}: {notes:?}");
        // Any other numbering: complete boards only.
        let mut colours: Vec<Colour> = (0..=25).collect();
        rng.shuffle(&mut colours[1..]);
        let mut loose = board_in(&link);
        for sides in loose.cells.iter_mut().flatten().filter_map(|c| c.sides.as_mut()) {
            *sides = sides.map(|c| colours[usize::from(c)]);
        }
        match loose.bind(&puzzle) {
            Ok((board, _)) => assert_eq!(puzzle.verdict(&board).score, score, "{name}"),
            Err(why) => {
                assert!(loose.cells.contains(&None), "{name}");
                assert!(why.to_string().contains("a piece of the puzzle at row "), "{why}");
            }
        }
    }
}

#[test]
fn known_boards_survive_every_writer() {
    let (Some(puzzle), Some(known)) = (official(), known_boards()) else { return };
    for Known { name, link, .. } in known {
        let (board, _) = board_in(&link).bind(&puzzle).unwrap();
        for text in [
            native_board(&puzzle, &board),
            write_board(Format::BoardDoc, &puzzle, &board).unwrap(),
            write_board(Format::BucasLink, &puzzle, &board).unwrap(),
            write_board(Format::DevLink, &puzzle, &board).unwrap(),
        ] {
            assert_eq!(board_in(&text).bind(&puzzle).unwrap().0, board, "{name}");
        }
    }
}

/// The pinned puzzles list the official pieces in the official order, turned by half.
#[test]
fn another_base_turn_is_found_out() {
    let (Some(puzzle), Some(known)) = (official(), known_boards()) else { return };
    let Some(pinned) = instance("pinned/variant_00.json").map(|t| puzzle_in(&t)) else { return };
    for Known { name, score, placed, link, .. } in known {
        let (board, _) = board_in(&link).bind(&puzzle).unwrap();
        let text = write_board(Format::Grid, &puzzle, &board).unwrap();
        let (bound, notes) = board_in(&text).bind(&pinned).unwrap();
        assert_eq!(pinned.verdict(&bound).score, score, "{name}");
        // Five scattered clues on no rim say nothing about turns.
        assert_eq!(notes.len(), usize::from(placed > 5), "{name}: {notes:?}");
    }
}

#[test]
fn puzzle_files_load() {
    let sizes = [(6, 6), (12, 6), (6, 6), (12, 6)];
    for (i, (width, height)) in sizes.into_iter().enumerate() {
        let Some(text) = instance(&format!("e2_clue{}.json", i + 1)) else { return };
        let reading = reading(&text);
        assert_eq!((reading.format, reading.notes), (Format::AnnotatedJson, vec![]));
        let puzzle = puzzle_in(&text);
        assert_eq!((puzzle.width(), puzzle.height()), (width, height));
        assert_eq!((puzzle.obstacle(), recognise(&puzzle)), (None, Recognition::Other));
    }
    let Some(official) = official() else { return };
    check_clues(&official, &official, |p| p, |c| c);
    let mut listed = official.clues().to_vec();
    let mut found = official_clues(&official, Clues::All).unwrap();
    listed.sort_by_key(|c| c.cell);
    found.sort_by_key(|c| c.cell);
    assert_eq!(listed, found);
    for i in 0..5 {
        let Some(text) = instance(&format!("pinned/variant_0{i}.json")) else { return };
        let reading = reading(&text);
        assert_eq!((reading.format, reading.notes), (Format::PuzzleJson, vec![]));
        let puzzle = puzzle_in(&text);
        assert_eq!((puzzle.clues().len(), puzzle.obstacle()), (8, None));
        assert_eq!(recognise(&puzzle), Recognition::Official);
        check_clues(&official, &puzzle, |p| p, |c| c);
        for clue in official_clues(&puzzle, Clues::All).unwrap() {
            assert!(puzzle.clues().contains(&clue), "variant {i}: {clue:?}");
        }
        assert_eq!(puzzle_in(&native_puzzle(&puzzle)), puzzle);
        assert_eq!(puzzle_in(&write_puzzle(Format::PuzzleJson, &puzzle).unwrap()), puzzle);
    }
}

/// META 2010 and Owen's sets.
#[test]
fn public_sets_load() {
    let owen = [4, 5, 6, 7, 8, 10, 12, 16].map(|n| (n, format!("owen1/pieces_{n:02}x{n:02}.txt")));
    let meta = [10, 12, 14, 16].map(|n| (n, format!("meta2010/meta_{n}x{n}.txt")));
    for (side, file) in owen.into_iter().chain(meta) {
        let Some(text) = instance(&file) else { return };
        let puzzle = puzzle_in(&text);
        assert_eq!((puzzle.width(), puzzle.height()), (side, side), "{file}");
        assert_eq!((puzzle.obstacle(), puzzle.frame()), (None, Frame::Grey), "{file}");
        assert_eq!(reading(&text).notes, ["sides read as north, east, south, west"], "{file}");
    }
}

/// Another puzzle with these pieces.
fn with_pieces(puzzle: &Puzzle, pieces: Vec<Piece>) -> Puzzle {
    Puzzle::new("other", puzzle.width(), puzzle.height(), puzzle.frame(), pieces).unwrap()
}

#[test]
fn the_official_set_is_known_in_any_disguise() {
    let Some(puzzle) = official() else { return };
    let mut rng = Rng::new(2007);
    for _ in 0..100 {
        let mut colours: Vec<Colour> = (1..=250).collect();
        rng.shuffle(&mut colours);
        colours.insert(0, 0);
        let mut order: Vec<usize> = (0..256).collect();
        rng.shuffle(&mut order);
        let disguise = |&i: &usize| {
            let sides = puzzle.pieces()[i].turned(rng.below(4) as u8);
            Piece(sides.map(|c| colours[usize::from(c)]))
        };
        let scrambled = with_pieces(&puzzle, order.iter().map(disguise).collect());
        assert_eq!(recognise(&scrambled), Recognition::Official);
        check_clues(&puzzle, &scrambled, |p| order[p], |c| colours[usize::from(c)]);
        let mirror = |p: &Piece| Piece([p.0[0], p.0[3], p.0[2], p.0[1]]);
        let mirrored = with_pieces(&puzzle, scrambled.pieces().iter().map(mirror).collect());
        assert_eq!(recognise(&mirrored), Recognition::Mirrored);
        assert_eq!(official_clues(&mirrored, Clues::All), None);
    }
}

/// What is said of a copy of the official set after `harm`.
fn complaints(puzzle: &Puzzle, harm: impl FnOnce(&mut Vec<Piece>)) -> Vec<String> {
    let mut pieces = puzzle.pieces().to_vec();
    harm(&mut pieces);
    match recognise(&with_pieces(puzzle, pieces)) {
        Recognition::Almost(complaints) => complaints,
        other => panic!("{other:?}"),
    }
}

#[test]
fn damaged_copies_are_told_what_is_wrong() {
    let Some(puzzle) = official() else { return };
    let inner =
        puzzle.pieces().iter().position(|p| p.0[0] > 5 && p.0[0] != 22 && !p.0.contains(&0));
    let inner = inner.unwrap();
    let old = puzzle.pieces()[inner].0[0];
    let count = |colour| puzzle.pieces().iter().flat_map(|p| p.0).filter(|&c| c == colour).count();
    let stray = complaints(&puzzle, |p| p[inner].0[0] = 77);
    let odd = ", and an odd number cannot pair up";
    let fewer = count(old) - 1;
    assert_eq!(
        stray,
        [
            "23 colours, expected 22".to_string(),
            format!("colour {old} is on {fewer} sides, expected 24, 48 or 50{odd}"),
            format!("colour 77 is on 1 side, expected 24, 48 or 50{odd}"),
        ]
    );
    let twin = complaints(&puzzle, |p| p[255] = Piece(p[254].turned(1)));
    assert!(twin.contains(&"pieces 255 and 256 are the same".to_string()), "{twin:?}");
    // Two sides of one piece exchanged: every count stays right.
    let swapped = complaints(&puzzle, |p| p[inner].0.swap(0, 1));
    assert!(swapped[0].starts_with("every colour is on the right number of sides"), "{swapped:?}");
    // Four sides of one colour painted in another.
    let many = (6..=22).find(|&c| count(c) == 50).unwrap();
    let few = (6..=22).find(|&c| count(c) == 48).unwrap();
    let painted = complaints(&puzzle, |p| {
        let inner = p.iter_mut().filter(|p| !p.0.contains(&0));
        let sides = inner.flat_map(|p| p.0.iter_mut()).filter(|c| **c == many);
        sides.take(4).for_each(|c| *c = few);
    });
    let wrong =
        |colour, sides| format!("colour {colour} is on {sides} sides, expected 24, 48 or 50");
    assert_eq!(painted, [wrong(few, 52), wrong(many, 46)]);
}

#[test]
fn other_sets_with_the_same_counts_are_no_copies() {
    for name in ["meta2010/meta_16x16.txt", "owen1/pieces_16x16.txt"] {
        let (Some(official), Some(text)) = (official(), instance(name)) else { return };
        let numbers = |line: &str| -> Vec<Colour> {
            line.split_whitespace().map(|n| n.parse().unwrap()).collect()
        };
        let pieces = text.lines().skip(1).map(numbers).filter(|n| n.len() == 4);
        let pieces = pieces.map(|n| Piece([n[0], n[1], n[2], n[3]])).collect();
        assert_eq!(recognise(&with_pieces(&official, pieces)), Recognition::Other, "{name}");
    }
}

#[test]
fn a_wrong_board_is_refused_by_row_and_column() {
    let (Some(puzzle), Some(known)) = (official(), known_boards()) else { return };
    let mut loose = board_in(&known[0].link);
    loose.cells[35].as_mut().unwrap().sides = Some([6, 6, 6, 6]);
    let why = loose.bind(&puzzle).unwrap_err().to_string();
    assert_eq!(
        why,
        "expected a piece of the puzzle at row 2, column 3, found sides 6 6 6 6, which no piece has"
    );
    // One piece laid twice instead of another: both stay, and the judge counts them.
    let mut twice = board_in(&known[0].link);
    twice.cells[35] = twice.cells[36];
    let (board, _) = twice.bind(&puzzle).unwrap();
    let faults = puzzle.verdict(&board).faults;
    assert_eq!(board.filled(), 256);
    assert!(faults.iter().any(|f| f.to_string().ends_with("is used 2 times")), "{faults:?}");
    let piece = |cell: usize| board.get(cell).map(Placed::piece);
    assert_eq!(piece(35), piece(36));
}

/// The community's count of Owen's first 6x6, node by node.
#[test]
fn owens_six_by_six_is_counted_to_the_node() {
    let Some(text) = instance("owen1/pieces_06x06.txt") else { return };
    let puzzle = puzzle_in(&text);
    let how = Exact { order: Order::Row, lookahead: Lookahead::Off, symmetry: false };
    let stop = AtomicBool::new(false);
    let request =
        Request { threads: 2, time: None, limit: None, boards: false, stop: &stop, from: None };
    let counter = Counter::new(&puzzle, &how, None).unwrap();
    let counted = counter.run(&request, &mut |_| {}).unwrap();
    assert_eq!((counted.solutions, counted.distinct), (Some(260), 65));
    assert_eq!(counted.nodes, 69_284_103);
}

#[test]
fn the_clue_puzzles_are_solved() {
    for number in 1..=4 {
        let Some(text) = instance(&format!("e2_clue{number}.json")) else { return };
        let puzzle = puzzle_in(&text);
        for algorithm in [&Dfs::default() as &dyn Algorithm<Puzzle>, &Sat::default()] {
            let budget = Budget { work: Some(20_000_000), ..Budget::default() };
            let setup = Setup { budget, ..Setup::default() };
            let outcome = solve(&puzzle, algorithm, &setup, &mut |_, _| {});
            assert_eq!(outcome.conclusion, Conclusion::Solved, "clue puzzle {number}");
            assert!(puzzle.verdict(&outcome.solution.unwrap()).perfect, "clue puzzle {number}");
        }
    }
}
