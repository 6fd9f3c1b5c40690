//! The formula and its solver against a search too simple to be wrong.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use marquetry::algorithms::{count_looks, find};
use marquetry::edge::cnf::Encoding;
use marquetry::edge::generate::Recipe;
use marquetry::edge::{Clue, Frame, Piece, Placed, Puzzle};
use marquetry::search::{Budget, Conclusion, Outcome, Parameters, Rng, Setup, solve};
use serde_json::json;
use std::collections::{BTreeMap, HashSet};

type Looks = Vec<[u8; 4]>;

/// Beyond this many boards nobody counts.
const MANY: usize = 600;
const SIZES: [(usize, usize); 11] =
    [(1, 1), (1, 2), (2, 1), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2)];

/// Every perfect board by what it shows; stops beyond [`MANY`].
struct BruteForce<'p> {
    puzzle: &'p Puzzle,
    shown: Looks,
    used: Vec<bool>,
    found: HashSet<Looks>,
}

impl BruteForce<'_> {
    fn search(puzzle: &Puzzle) -> HashSet<Looks> {
        let used = vec![false; puzzle.size()];
        let mut search = BruteForce { puzzle, shown: Vec::new(), used, found: HashSet::new() };
        search.lay();
        search.found
    }

    fn lay(&mut self) {
        if self.shown.len() == self.puzzle.size() {
            self.found.insert(self.shown.clone());
            return;
        }
        let mut tried = HashSet::new();
        for piece in 0..self.puzzle.size() {
            for turn in 0..4 {
                let sides = self.puzzle.pieces()[piece].turned(turn);
                let kept = !self.used[piece] && self.found.len() <= MANY && self.fits(sides);
                if kept && tried.insert(sides) {
                    self.used[piece] = true;
                    self.shown.push(sides);
                    self.lay();
                    self.shown.pop();
                    self.used[piece] = false;
                }
            }
        }
    }

    fn fits(&self, sides: [u8; 4]) -> bool {
        let (width, height, cell) = (self.puzzle.width(), self.puzzle.height(), self.shown.len());
        let (row, col) = (cell / width, cell % width);
        let outside = [row == 0, col + 1 == width, row + 1 == height, col == 0];
        let framed = self.puzzle.frame() == Frame::Grey;
        let rim = (0..4).all(|i| !framed || outside[i] == (sides[i] == 0));
        let north = row == 0 || self.puzzle.mate(self.shown[cell - width][2]) == sides[0];
        let west = col == 0 || self.puzzle.mate(self.shown[cell - 1][1]) == sides[3];
        let clue = self.puzzle.clues().iter().find(|clue| clue.cell == cell);
        let wanted = clue.is_none_or(|clue| self.puzzle.sides(clue.placed) == sides);
        rim && north && west && wanted
    }
}

/// Few colours, so that pieces repeat and are symmetric, and now and then a puzzle is spoilt.
fn puzzle(number: u64) -> Puzzle {
    let rng = &mut Rng::new(number);
    let (width, height) = SIZES[number as usize % SIZES.len()];
    let frame = if rng.coin() { Frame::Grey } else { Frame::Open };
    let fewest = if width * height > 6 && frame == Frame::Open { 3 } else { 1 };
    let recipe = Recipe {
        signed: rng.coin(),
        distinct: false,
        clues: if rng.below(3) == 0 { rng.below(width * height + 1) } else { 0 },
        ..Recipe::random(width, height, frame, fewest + rng.below(4), number)
    };
    let mut puzzle = recipe.make().unwrap().puzzle;
    if rng.coin() {
        puzzle = spoilt(&puzzle, rng);
    }
    if rng.below(8) == 0 {
        let placed = Placed::new(rng.below(puzzle.size()), rng.below(4) as u8);
        let clue = Clue { cell: rng.below(puzzle.size()), placed };
        puzzle = puzzle.with_clues(vec![clue]).unwrap();
    }
    puzzle
}

/// The same puzzle with colours swapped between pieces: most often unsolvable.
fn spoilt(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
    let mut sides: Vec<[u8; 4]> = puzzle.pieces().iter().map(|piece| piece.0).collect();
    for _ in 0..1 + rng.below(3) {
        let (a, b) = (rng.below(sides.len()), rng.below(sides.len()));
        let (i, j) = (rng.below(4), rng.below(4));
        let (x, y) = (sides[a][i], sides[b][j]);
        if x != 0 && y != 0 {
            (sides[a][i], sides[b][j]) = (y, x);
        }
    }
    let pieces = sides.into_iter().map(Piece).collect();
    Puzzle::new(puzzle.name(), puzzle.width(), puzzle.height(), puzzle.frame(), pieces)
        .unwrap()
        .with_signed(puzzle.signed())
        .with_clues(puzzle.clues().to_vec())
        .unwrap()
}

fn run(puzzle: &Puzzle, symmetry: bool) -> Outcome<marquetry::edge::Board> {
    let mut given = Parameters::new();
    given.insert("symmetry".to_owned(), json!(symmetry));
    let sat = find("sat").unwrap().build(given).unwrap();
    let budget = Budget { work: Some(1_000_000), ..Budget::default() };
    solve(puzzle, &*sat, &Setup { budget, ..Setup::default() }, &mut |_, _| {})
}

/// How many turned versions each board has if symmetry can be broken, else 1.
fn orbit(puzzle: &Puzzle) -> u64 {
    let mut copies: BTreeMap<Piece, usize> = BTreeMap::new();
    puzzle.pieces().iter().for_each(|piece| *copies.entry(piece.canonical()).or_default() += 1);
    let telling = copies.iter().any(|(piece, &n)| n == 1 && piece.distinct_turns() == 4);
    match (telling && puzzle.clues().is_empty(), puzzle.width() == puzzle.height()) {
        (false, _) => 1,
        (true, true) => 4,
        (true, false) => 2,
    }
}

#[test]
fn the_solver_and_brute_force_agree() {
    let mut seen = BTreeMap::new();
    for number in 0..800 {
        let puzzle = puzzle(number);
        let looks = BruteForce::search(&puzzle);
        let expected = (looks.len() <= MANY).then_some(looks.len() as u64);
        assert_eq!(count_looks(&puzzle, false, MANY as u64), expected, "{number}: {puzzle:?}");
        for symmetry in [true, false] {
            let outcome = run(&puzzle, symmetry);
            assert_eq!(outcome.refused, None, "{number}");
            let solved = outcome.conclusion == Conclusion::Solved;
            assert_eq!(solved, !looks.is_empty(), "{number}, symmetry {symmetry}: {puzzle:?}");
            assert!(solved || outcome.conclusion == Conclusion::Exhausted, "{number}");
            if solved {
                let board = outcome.solution.unwrap();
                assert!(puzzle.verdict(&board).perfect, "{number}");
                for clue in puzzle.clues() {
                    assert_eq!(board.get(clue.cell), Some(clue.placed), "{number}: clue moved");
                }
            }
        }
        // Of the turned versions of a board one is left, where a piece can tell them apart.
        let orbit = orbit(&puzzle);
        let left = expected.map(|count| count / orbit);
        if expected.is_some() {
            assert_eq!(count_looks(&puzzle, true, MANY as u64), left, "{number}: {puzzle:?}");
        }
        let distinct: HashSet<Piece> = puzzle.pieces().iter().map(|p| p.canonical()).collect();
        for (what, is) in [
            ("framed", puzzle.frame() == Frame::Grey),
            ("open", puzzle.frame() == Frame::Open),
            ("signed", puzzle.signed()),
            ("clued", !puzzle.clues().is_empty()),
            ("repeated", distinct.len() < puzzle.size()),
            ("symmetric", puzzle.pieces().iter().any(|p| p.distinct_turns() < 4)),
            ("strip", puzzle.width() == 1 || puzzle.height() == 1),
            ("unsolvable", looks.is_empty()),
            ("one board", looks.len() == 1),
            ("many", looks.len() > MANY),
            ("turned twice", orbit == 2 && left > Some(0)),
            ("turned four times", orbit == 4 && left > Some(0)),
        ] {
            *seen.entry(what).or_insert(0) += usize::from(is);
        }
    }
    println!("{seen:?}");
    assert!(seen.values().all(|&times| times >= 20), "{seen:?}");
}

#[test]
fn formulas_are_bounded() {
    let formula = |recipe: &Recipe| Encoding::new(&recipe.make().unwrap().puzzle, true);
    let large = formula(&Recipe::eternity_like(16, 16, 1)).unwrap();
    let literals: usize = large.clauses().map(<[i32]>::len).sum();
    assert!((2_000_000..4_000_000).contains(&literals), "{literals}");
    assert!(formula(&Recipe::random(64, 64, Frame::Open, 9, 1)).is_err());
}

/// A puzzle beyond the solver still gets a board.
#[test]
fn a_puzzle_too_large_ends_with_a_greedy_board() {
    let puzzle = Recipe::random(40, 40, Frame::Open, 9, 1).make().unwrap().puzzle;
    let outcome = run(&puzzle, true);
    assert_eq!((outcome.conclusion, outcome.work), (Conclusion::Stopped, 2));
    assert!(outcome.solution.is_some());
}

/// Colours that do not pair up need no solver, but the user still gets a board.
#[test]
fn odd_colours_are_a_proof() {
    let pieces = [[0, 1, 2, 0], [0, 0, 2, 1], [2, 1, 0, 0], [2, 0, 0, 3]].map(Piece).to_vec();
    let puzzle = Puzzle::new("odd", 2, 2, Frame::Grey, pieces).unwrap();
    assert_eq!(puzzle.obstacle(), None);
    let outcome = run(&puzzle, true);
    assert_eq!((outcome.conclusion, outcome.work, outcome.score), (Conclusion::Exhausted, 1, 3));
}
