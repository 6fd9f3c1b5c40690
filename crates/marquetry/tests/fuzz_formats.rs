//! No input may make a reader panic, and whatever is accepted must make sense.
//!
//! Valid documents of every format are mutated by a fixed generator, so a failure repeats.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use marquetry::edge::format::{
    Content, Format, LooseBoard, LooseClue, apply_clues, read, write_board, write_puzzle,
};
use marquetry::edge::generate::Recipe;
use marquetry::edge::{Board, Clue, Frame, MAX_COLOUR, MAX_SIDE, Puzzle};
use marquetry::search::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};

const INPUTS: usize = 100_000;

/// What makes the valid documents. A new format adds a line.
const SOURCES: &[fn(&mut Rng) -> Vec<String>] = &[puzzles, boards, literals];

#[test]
fn mutated_documents_never_panic() {
    let mut rng = Rng::new(20_070_728);
    let corpus = corpus(&mut rng);
    let mut accepted = [0usize; 3];
    for document in &corpus {
        assert!(check(document, &mut accepted), "refused: {}", shown(document));
    }
    accepted = [0; 3];
    for _ in 0..INPUTS {
        let input = mutated(&mut rng, &corpus);
        check(&input, &mut accepted);
    }
    println!("accepted puzzles, boards, clues: {accepted:?} of {INPUTS}");
    assert!(accepted.iter().all(|&n| n > 500), "the mutations leave too little: {accepted:?}");
}

#[test]
fn random_bytes_never_panic() {
    let mut rng = Rng::new(1);
    for _ in 0..10_000 {
        let length = rng.below(200);
        let alphabet = b"0123456789 \n,|/-[]().#c{}\":\xff\x00";
        let any = rng.coin();
        let byte =
            |rng: &mut Rng| if any { rng.bits() as u8 } else { *rng.pick(alphabet).unwrap() };
        let input: Vec<u8> = (0..length).map(|_| byte(&mut rng)).collect();
        check(&input, &mut [0; 3]);
    }
}

fn corpus(rng: &mut Rng) -> Vec<Vec<u8>> {
    SOURCES.iter().flat_map(|source| source(rng)).map(String::into_bytes).collect()
}

fn puzzles(rng: &mut Rng) -> Vec<String> {
    let mut documents = Vec::new();
    for (width, height) in [(1, 1), (2, 2), (3, 3), (4, 4), (6, 3), (8, 8), (16, 16)] {
        for frame in [Frame::Grey, Frame::Open] {
            let (puzzle, board) = planted(rng, width, height, 6, frame);
            let clues = board.cells().iter().enumerate().step_by(5);
            let clues = clues.filter_map(|(cell, placed)| Some(Clue { cell, placed: (*placed)? }));
            let puzzle = puzzle.with_clues(clues.collect()).unwrap();
            for format in [Format::Pieces, Format::Hints, Format::BinaryCsv] {
                documents.extend(write_puzzle(format, &puzzle));
            }
        }
    }
    documents
}

fn boards(rng: &mut Rng) -> Vec<String> {
    let mut documents = Vec::new();
    for (width, height) in [(1, 1), (2, 2), (3, 3), (5, 4), (8, 8), (16, 16)] {
        let (puzzle, mut board) = planted(rng, width, height, 6, Frame::Grey);
        let clue = Clue { cell: 0, placed: board.get(0).unwrap() };
        let puzzle = puzzle.with_clues(vec![clue]).unwrap();
        documents.extend(write_board(Format::MetaSolution, &puzzle, &board));
        board.set(width * height - 1, None);
        for format in [Format::Grid, Format::Quads, Format::BoardLine] {
            documents.extend(write_board(format, &puzzle, &board));
        }
    }
    documents
}

/// Samples of what no writer makes: headers, numbered lists, `.puz`, `.sol`, other separators.
fn literals(_: &mut Rng) -> Vec<String> {
    let samples = [
        "\u{feff}0\r\n0 0 1 2\r\n0 0 2 1\r\n0 0 2 2\r\n0 0 1 1\r\n",
        "2\n1,0,0,1,2\n2,0,0,2,1\n4,0,0,2,2\n3,0,0,1,1\n",
        "0 0 1 2 # a corner\n0 0 2 1\n0 0 2 2\n0 0 1 1\n// end",
        "c a puzzle\np tile 3 2\n0 0 1 2\n0 1 2 0\n0 0 2 2\n0 0 1 1\n0 1 1 2\n0 2 1 1\n",
        "c tile col row turn\n0 0 0 1\n1 1 0 2\n2 2 0 2\n3 0 1 0\n4 1 1 0\n5 2 1 3\n",
        "1 1 1 1\n2 2 1 2\n3 3 1 2\n4 1 2 0\n5 2 2 0\n6 3 2 3\n",
        "5\n139 8 9 2\n208 3 3 3\n255 14 3 1\n181 3 14 3\n249 14 14 0\n",
        "0 | 3 | 4 | 0 | 0 | 0 | 1 | 3 |\n4 | 1 | 0 | 0 | 1 | 0 | 0 | 1 |\n",
        "0 3 4 0 (0 0 1 3)\n[4 1 0 0] 0 0 0 0",
        "  1/3   2/0 ---/-\n---/- 100/1   4/2\nhttps://example.org/#board_w=3\n",
        "9 9 1 2\n9 9 2 1\n9 1 3 2\n9 1 3 1\n9 2 3 2\n9 2 3 1\n9 9 2 2\n9 9 1 1\n3 3 3 3\n",
        "{\"score\":3,\"cells\":[[1,0],null]}\n{\"score\":4,\"cells\":[[2,3],[1,1]]}\n",
        "0 0 70000 5\n0 0 5 70000\n0 0 5 5\n0 0 70000 70000\n",
    ];
    samples.map(str::to_owned).to_vec()
}

/// A solvable puzzle and its board.
fn planted(
    rng: &mut Rng,
    width: usize,
    height: usize,
    colours: usize,
    frame: Frame,
) -> (Puzzle, Board) {
    let recipe = Recipe::random(width, height, frame, colours, rng.bits());
    let made = recipe.make().unwrap();
    (made.puzzle, made.solution)
}

fn mutated(rng: &mut Rng, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut input = rng.pick(corpus).cloned().unwrap_or_default();
    for _ in 0..=rng.below(3) {
        match rng.below(4) {
            0 => mutate_bytes(rng, &mut input),
            1 => mutate_lines(rng, &mut input),
            2 => mutate_number(rng, &mut input),
            _ => splice(rng, &mut input, corpus),
        }
    }
    input
}

/// Flips, inserts, deletes or scrambles a few bytes.
fn mutate_bytes(rng: &mut Rng, input: &mut Vec<u8>) {
    for _ in 0..=rng.below(3) {
        let at = rng.below(input.len() + 1);
        let byte = if rng.coin() { rng.bits() as u8 } else { *rng.pick(b"0123 ,|/-[\n").unwrap() };
        match (rng.below(3), input.get_mut(at)) {
            (0, Some(old)) => *old ^= 1 << rng.below(8),
            (1, Some(_)) => drop(input.remove(at)),
            (2, Some(old)) => *old = byte,
            _ => input.insert(at, byte),
        }
    }
}

/// Repeats, drops, swaps or shuffles lines, or cuts the end off.
fn mutate_lines(rng: &mut Rng, input: &mut Vec<u8>) {
    let mut lines: Vec<Vec<u8>> =
        input.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    let (a, b) = (rng.below(lines.len()), rng.below(lines.len()));
    match rng.below(5) {
        _ if lines.is_empty() => {}
        0 => lines.insert(b, lines[a].clone()),
        1 => drop(lines.remove(a)),
        2 => lines.swap(a, b),
        3 => rng.shuffle(&mut lines),
        _ => lines.truncate(a + 1),
    }
    *input = lines.concat();
}

/// Puts a number at the edge of something in place of another.
fn mutate_number(rng: &mut Rng, input: &mut Vec<u8>) {
    const NUMBERS: [&str; 16] = [
        "0",
        "1",
        "2",
        "3",
        "4",
        "64",
        "65",
        "250",
        "251",
        "4096",
        "65535",
        "65536",
        "4294967295",
        "99999999999999999999",
        "-1",
        "1e9",
    ];
    let start = rng.below(input.len());
    let Some(first) = (start..input.len()).find(|&i| input[i].is_ascii_digit()) else { return };
    let length = input[first..].iter().take_while(|b| b.is_ascii_digit()).count();
    let number = rng.pick(&NUMBERS).unwrap();
    input.splice(first..first + length, number.bytes());
}

/// Goes on with the rest of another document.
fn splice(rng: &mut Rng, input: &mut Vec<u8>, corpus: &[Vec<u8>]) {
    let other = rng.pick(corpus).unwrap();
    input.truncate(rng.below(input.len() + 1));
    input.extend(&other[rng.below(other.len() + 1)..]);
}

/// Reads an input and judges what came of it; whether it was accepted.
fn check(input: &[u8], accepted: &mut [usize; 3]) -> bool {
    let outcome = catch_unwind(AssertUnwindSafe(|| match read(input) {
        Err(error) => {
            assert!(!error.expected.is_empty() && error.found.len() < 300, "{error}");
            None
        }
        Ok(reading) => Some(match &reading.content {
            Content::Puzzle(puzzle) => {
                check_puzzle(puzzle);
                0
            }
            Content::Board(board) => {
                check_board(board);
                1
            }
            Content::Clues(clues) => {
                check_clues(clues);
                2
            }
        }),
    }));
    let Ok(kind) = outcome else { panic!("on this input: {}", shown(input)) };
    kind.inspect(|&kind: &usize| accepted[kind] += 1).is_some()
}

fn check_puzzle(puzzle: &Puzzle) {
    let (width, height) = (puzzle.width(), puzzle.height());
    assert!((1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height));
    assert_eq!(puzzle.size(), width * height);
    assert_eq!(puzzle.pieces().len(), puzzle.size());
    for clue in puzzle.clues() {
        assert!(clue.cell < puzzle.size() && clue.placed.piece() < puzzle.size());
    }
    let again = read(write_puzzle(Format::Pieces, puzzle).unwrap().as_bytes()).unwrap();
    let Content::Puzzle(again) = again.content else { panic!("written pieces are no puzzle") };
    assert_eq!((again.width(), again.height()), (width, height));
}

fn check_board(board: &LooseBoard) {
    match board.size {
        Some((width, height)) => {
            assert!((1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height));
            assert_eq!(board.cells.len(), width * height);
        }
        None => assert!((1..=MAX_SIDE * MAX_SIDE).contains(&board.cells.len())),
    }
    for cell in board.cells.iter().flatten() {
        assert!(cell.placed.is_some() || cell.piece.is_some() || cell.sides.is_some());
        assert!(cell.placed.is_none_or(|(piece, turn)| piece < MAX_SIDE * MAX_SIDE && turn < 4));
        assert!(cell.sides.is_none_or(|sides| sides.iter().all(|&c| c <= MAX_COLOUR)));
    }
    for (i, clue) in board.clues.iter().enumerate() {
        assert!(board.cells[*clue].is_some() && !board.clues[..i].contains(clue));
    }
}

fn check_clues(clues: &[LooseClue]) {
    for clue in clues {
        assert!(clue.piece <= MAX_SIDE * MAX_SIDE && clue.turn < 4);
        assert!(clue.row <= MAX_SIDE && clue.col <= MAX_SIDE);
    }
    let (puzzle, _) = planted(&mut Rng::new(3), 4, 3, 4, Frame::Grey);
    if let Ok((puzzle, _)) = apply_clues(puzzle, clues) {
        assert_eq!(puzzle.clues().len(), clues.len());
    }
}

fn shown(input: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(&input[..input.len().min(2000)]))
}
