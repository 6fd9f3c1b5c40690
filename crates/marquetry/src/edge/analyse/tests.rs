use super::*;
use crate::edge::builtin::builtin;
use crate::edge::generate::{Colours, Recipe, Spread};
use crate::edge::{Board, Clue, GREY, Placed};
use crate::search::Rng;

fn close(amount: &Amount, value: f64) -> bool {
    amount.log10.is_some_and(|log10| (log10 - value.log10()).abs() < 1e-9)
}

fn framed(width: usize, height: usize, pieces: &[[Colour; 4]]) -> Puzzle {
    let pieces = pieces.iter().map(|&p| Piece(p)).collect();
    Puzzle::new("", width, height, Frame::Grey, pieces).unwrap()
}

/// All orders of `0..n`.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![vec![]];
    }
    let insert = |order: &Vec<usize>, at: usize| {
        let mut longer = order.clone();
        longer.insert(at, n - 1);
        longer
    };
    orders(n - 1).iter().flat_map(|o| (0..n).map(move |at| insert(o, at))).collect()
}

/// The number of perfect boards, by laying every order of pieces with every turn.
fn perfect_boards(puzzle: &Puzzle) -> usize {
    let size = puzzle.size();
    let mut found = 0;
    for order in orders(size) {
        'turns: for code in 0..1usize << (2 * size) {
            let mut board = Board::empty(puzzle.width(), puzzle.height());
            for (cell, &piece) in order.iter().enumerate() {
                let placed = Placed::new(piece, (code >> (2 * cell) & 3) as u8);
                if !puzzle.layout().allows(placed, cell) {
                    continue 'turns;
                }
                board.set(cell, Some(placed));
            }
            found += usize::from(puzzle.verdict(&board).perfect);
        }
    }
    found
}

/// Pairing is exact on average: over all ways to deal given colours to the sides that look
/// clockwise, a 2x2 board has just as many perfect boards as expected.
#[test]
fn pairing_is_the_true_mean_on_a_ring() {
    for colours in [[1, 1, 2, 2], [1, 1, 1, 2], [1, 2, 3, 3]] {
        let mut total = 0;
        let deal = |order: &[usize]| {
            let piece = |i: usize| [GREY, colours[order[i]], colours[i], GREY];
            framed(2, 2, &[piece(0), piece(1), piece(2), piece(3)])
        };
        for order in orders(4) {
            total += perfect_boards(&deal(&order));
        }
        let expected = analyse(&deal(&[0, 1, 2, 3])).expected.pairing.unwrap();
        assert!(close(&expected, total as f64 / 24.0), "{total} {expected}");
    }
}

/// The same on a strip, where any two sides can meet, signed and not.
#[test]
fn pairing_is_the_true_mean_on_a_strip() {
    for (signed, colours) in [(false, [1, 1, 2, 2]), (false, [3, 3, 3, 3]), (true, [1, 1, 2, 2])] {
        let deal = |order: &[usize]| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| colours[order[i]]);
            framed(3, 1, &[[0, a, 0, 0], [0, b, 0, c], [0, 0, 0, d]]).with_signed(signed)
        };
        let total: usize = orders(4).iter().map(|order| perfect_boards(&deal(order))).sum();
        let expected = analyse(&deal(&[0, 1, 2, 3])).expected.pairing.unwrap();
        assert!(close(&expected, total as f64 / 24.0), "{total} {expected}");
    }
}

#[test]
fn made_puzzles_have_no_obstacle() {
    let mut rng = Rng::new(4);
    for i in 0..400 {
        let (width, height) = (1 + rng.below(9), 1 + rng.below(9));
        let frame = if rng.coin() { Frame::Grey } else { Frame::Open };
        let recipe = Recipe {
            signed: rng.coin(),
            colours: Colours::Shared(1 + rng.below(9)),
            spread: if rng.coin() { Spread::Even } else { Spread::Random },
            distinct: false,
            clues: rng.below(width * height + 1),
            seed: i,
            ..Recipe::hardest(width, height, frame)
        };
        let analysis = analyse(&recipe.make().unwrap().puzzle);
        assert_eq!(analysis.obstacles, [""; 0], "{recipe}");
        assert_eq!(analysis.ceiling, analysis.joins, "{recipe}");
        let frame_sides: u64 = analysis.colours.iter().map(|c| c.frame_sides).sum();
        let inner_sides: u64 = analysis.colours.iter().map(|c| c.inner_sides).sum();
        let sides = match frame {
            Frame::Grey => (2 * analysis.frame_joins, 2 * analysis.inner_joins),
            Frame::Open => (0, 4 * analysis.pieces),
        };
        assert_eq!((frame_sides as usize, inner_sides as usize), sides, "{recipe}");
        let Expected { simple, shares, pairing } = &analysis.expected;
        assert!(simple.log10.is_some() && shares.log10.is_some(), "{recipe}");
        assert_eq!(pairing.is_some(), frame == Frame::Grey, "{recipe}");
        assert!(!analysis.to_string().contains("NaN"), "{analysis}");
        if recipe.clues == width * height {
            assert!(close(&analysis.combinations, 1.0) && close(simple, 1.0), "{recipe}");
            assert!(close(shares, 1.0), "{recipe}");
            assert!(pairing.as_ref().is_none_or(|p| close(p, 1.0)), "{recipe}");
        }
    }
}

#[test]
fn the_twin_agrees_with_the_thesis() {
    let analysis = analyse(&builtin("twin-16x16").unwrap().puzzle().unwrap());
    assert_eq!(analysis.combinations.text, "1.12 x 10^557");
    assert_eq!((analysis.frame_colours, analysis.inner_colours), (5, 17));
    // M = 16.85 and B = 4.97 make exactly one; a little more of each makes a little less.
    assert_eq!(analysis.expected.simple.text, "0.021");
    assert_eq!(analysis.expected.pairing.unwrap().text, "14702");
    assert_eq!(analysis.distinct_possible, 58_696);
    assert!(analysis.verdict.starts_with("hard: "), "{}", analysis.verdict);
}

/// Section 6.2: P4 has many solutions, P0 and P6 are found at once, P2 and P5 are the hardest.
#[test]
fn verdicts_agree_with_the_thesis() {
    let verdict = |name: &str| analyse(&builtin(name).unwrap().puzzle().unwrap()).verdict;
    assert!(verdict("p4").starts_with("not the hardest: too few colours"), "{}", verdict("p4"));
    assert!(verdict("p0").starts_with("easy for its size: too many colours"), "{}", verdict("p0"));
    assert!(verdict("p6").starts_with("easy for its size: too many colours"), "{}", verdict("p6"));
    assert_eq!(verdict("p2"), "easy: a small board");
    for name in ["p5", "p9", "p11"] {
        assert!(verdict(name).starts_with("hard: "), "{name}: {}", verdict(name));
    }
}

#[test]
fn colours_that_do_not_pair_are_named() {
    // One colour changed on one inner side.
    let puzzle = builtin("p9").unwrap().puzzle().unwrap();
    let mut pieces = puzzle.pieces().to_vec();
    let inner = pieces.iter().position(|p| p.grey_mask(0) == 0).unwrap();
    let old = pieces[inner].0[0];
    let new = if old == 14 { 13 } else { 14 };
    pieces[inner].0[0] = new;
    let changed = Puzzle::new("", 10, 10, Frame::Grey, pieces).unwrap();
    let analysis = analyse(&changed);
    assert_eq!(analysis.obstacles.len(), 2, "{:?}", analysis.obstacles);
    assert!(analysis.obstacles.iter().all(|o| o.ends_with("inner sides, an odd number")));
    assert_eq!(analysis.ceiling, 179);
    assert_eq!(analysis.expected.simple, Amount::zero());
    assert_eq!(analysis.verdict, "impossible: no perfect board exists");
    assert!(analysis.to_string().contains("at most 179 of 180 joins can match"));
}

#[test]
fn a_ring_pairs_clockwise_with_anticlockwise() {
    // Two sides of each colour, yet no two of colour 1 look at each other.
    let puzzle = framed(2, 2, &[[0, 1, 2, 0], [0, 1, 2, 0], [0, 3, 3, 0], [0, 4, 4, 0]]);
    let analysis = analyse(&puzzle);
    assert_eq!(
        analysis.obstacles,
        [
            "colour 1 has 2 clockwise frame sides, but 0 anticlockwise ones of colour 1 fit them",
            "colour 2 has 0 clockwise frame sides, but 2 anticlockwise ones of colour 2 fit them"
        ]
    );
    assert_eq!((analysis.ceiling, analysis.repeated), (2, 1));
    assert_eq!(perfect_boards(&puzzle), 0);
}

#[test]
fn signed_mates_must_be_as_many() {
    let strip = framed(3, 1, &[[0, 1, 0, 0], [0, 1, 0, 2], [0, 0, 0, 1]]).with_signed(true);
    let analysis = analyse(&strip);
    assert_eq!(analysis.obstacles, ["colour 1 has 3 frame sides, but its mate 2 has 1"]);
    let counts: Vec<_> = analysis.colours.iter().map(|c| (c.colour, c.mate, c.matches)).collect();
    assert_eq!(counts, [(1, 2, 3), (2, 1, 0)]);
    assert_eq!(analysis.ceiling, 1);
}

#[test]
fn wrong_frames_and_clashing_clues_are_named() {
    let puzzle = framed(2, 2, &[[0, 0, 1, 1], [0, 1, 1, 0], [1, 0, 0, 1], [1, 1, 0, 1]]);
    let analysis = analyse(&puzzle);
    assert_eq!(analysis.obstacles, ["the rim needs 4 corner pieces, the set has 3"]);
    let made = Recipe::eternity_like(4, 4, 1).make().unwrap();
    let at = |cell| made.solution.get(cell).unwrap();
    let clash = vec![
        Clue { cell: 5, placed: at(6).with_turn(at(6).turn() + 1) },
        Clue { cell: 6, placed: at(5) },
    ];
    let analysis = analyse(&made.puzzle.with_clues(clash).unwrap());
    assert_eq!(
        analysis.obstacles,
        ["the clues at row 1, column 1 and row 1, column 2 do not match"]
    );
    assert_eq!(analysis.ceiling, 23);
}

#[test]
fn an_open_board_runs_out_of_rim() {
    // Eight colours on one side each, six sides on the rim.
    let pieces = vec![Piece([1, 2, 3, 4]), Piece([5, 6, 7, 8])];
    let puzzle = Puzzle::new("", 2, 1, Frame::Open, pieces).unwrap();
    assert_eq!(analyse(&puzzle).obstacles, ["the colours can match at most 0 of the 1 joins"]);
    let pieces = vec![Piece([1, 2, 3, 4]), Piece([4, 5, 6, 7])];
    let puzzle = Puzzle::new("", 2, 1, Frame::Open, pieces).unwrap();
    assert_eq!(analyse(&puzzle).obstacles, [""; 0]);
}

/// An obstacle is a proof: where one is named, trying everything finds nothing.
#[test]
fn obstacles_are_true() {
    let mut rng = Rng::new(9);
    let (mut impossible, mut solved) = (0, 0);
    for _ in 0..300 {
        let mut side = || 1 + rng.below(3) as Colour;
        let pieces = [(); 4].map(|()| [GREY, side(), side(), GREY]);
        let puzzle = framed(2, 2, &pieces).with_signed(rng.below(4) == 0);
        let found = perfect_boards(&puzzle);
        if analyse(&puzzle).obstacles.is_empty() {
            solved += usize::from(found > 0);
        } else {
            assert_eq!(found, 0, "{pieces:?}");
            impossible += 1;
        }
    }
    assert!(impossible > 100 && solved > 10, "{impossible} impossible, {solved} solved");
}

/// No sense is needed in the pieces or clues, and no board beats the ceiling.
#[test]
fn nonsense_is_analysed_without_complaint() {
    let mut rng = Rng::new(8);
    for _ in 0..500 {
        let (width, height) = (1 + rng.below(5), 1 + rng.below(5));
        let size = width * height;
        let frame = if rng.coin() { Frame::Grey } else { Frame::Open };
        let low = u8::from(frame == Frame::Open);
        let most = [2, 4, 249][rng.below(3)];
        let mut side = || low + rng.below(most) as Colour;
        let pieces = (0..size).map(|_| Piece([(); 4].map(|()| side()))).collect();
        let mut order: Vec<usize> = (0..size).collect();
        rng.shuffle(&mut order);
        let mut board = Board::empty(width, height);
        for (cell, &piece) in order.iter().enumerate() {
            board.set(cell, Some(Placed::new(piece, rng.below(4) as u8)));
        }
        let clue = |cell| Clue { cell, placed: board.get(cell).unwrap() };
        let clues = (0..rng.below(size + 1)).map(clue).collect();
        let puzzle = Puzzle::new("", width, height, frame, pieces).unwrap();
        let puzzle = puzzle.with_signed(rng.coin()).with_clues(clues).unwrap();
        let analysis = analyse(&puzzle);
        assert!(!analysis.to_string().contains("NaN"), "{analysis}");
        if frame == Frame::Open {
            assert!(puzzle.verdict(&board).score as usize <= analysis.ceiling, "{analysis}");
        }
    }
}

#[test]
fn amounts_are_written_as_people_do() {
    let text = |value: f64| Amount::exp(value.ln()).text;
    assert_eq!(text(1.0), "1.000");
    assert_eq!(text(14702.3), "14702");
    assert_eq!(text(9.999e9), "1.00 x 10^10");
    assert_eq!(text(1.234e-20), "1.23 x 10^-20");
    assert_eq!(text(0.0), "0");
}

#[test]
fn the_report_is_laid_out() {
    let analysis = analyse(&builtin("niang-4x4").unwrap().puzzle().unwrap());
    assert_eq!(analysis.to_string(), REPORT);
    let json = serde_json::to_value(&analysis).unwrap();
    assert_eq!(json["frame"], "grey");
    assert_eq!(json["colours"][0]["frame_sides"], 6);
}

const REPORT: &str = "\
niang-4x4: 4x4, grey frame

pieces         16: 4 corner, 8 border, 4 inner
               16 distinct, 0 repeated, 0 symmetric
clues          0
joins          24: 12 frame, 12 inner
colours        5: 4 frame, 5 inner
               enough for 165 distinct pieces

        colour   frame sides   inner sides     matches
             1             6             8          43
             2             6             6          30
             3             6             6          30
             4             6             2          16
             5             0             2           1
           all            24            24         120

combinations   5.95 x 10^9 with frame and clues
               8.99 x 10^22 without
expected       1.45 x 10^-6 perfect boards by the number of colours
               2.11 x 10^-5 by the colours' shares
               0.001 by pairing all sides at random
hardest        3 frame colours (2.19), 3 inner (2.98)
               3 frame colours (2.19), 3 inner (2.10) with one piece known
verdict        easy: a small board";
