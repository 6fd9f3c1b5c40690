//! Every writer read back, every reader refused.

use super::*;
use crate::edge::{Board, Clue, Frame, Piece, Placed};
use crate::search::Rng;

/// A puzzle with two clues and an awkward name, and its perfect board.
fn sample(width: usize, height: usize, frame: Frame, signed: bool, seed: u64) -> (Puzzle, Board) {
    let (puzzle, board) = sample::make(seed, width, height, 6, frame, signed);
    let clue = |cell| Clue { cell, placed: board.get(cell).unwrap() };
    let clues = vec![clue(width * height / 2), clue(0)];
    let puzzle = puzzle.with_name("a \"b\" & c+d/é").with_clues(clues).unwrap();
    assert!(puzzle.verdict(&board).perfect);
    (puzzle, board)
}

fn samples() -> Vec<(Puzzle, Board)> {
    let mut samples = Vec::new();
    for (width, height) in [(2, 2), (4, 4), (5, 3), (2, 7), (1, 4), (12, 12)] {
        for frame in [Frame::Grey, Frame::Open] {
            for signed in [false, true] {
                samples.push(sample(width, height, frame, signed, samples.len() as u64));
            }
        }
    }
    samples
}

fn puzzle_in(text: &str) -> Puzzle {
    match read(text.as_bytes()).unwrap().content {
        Content::Puzzle(puzzle) => puzzle,
        other => panic!("{other:?}"),
    }
}

fn board_in(text: &str) -> LooseBoard {
    match read(text.as_bytes()).unwrap().content {
        Content::Board(board) => board,
        other => panic!("{other:?}"),
    }
}

fn refusal(text: &str) -> String {
    read(text.as_bytes()).unwrap_err().to_string()
}

/// A small perfect board as a link: 2x2, pieces numbered 4, 3, 2, 1.
const LINK: &str = "https://e2.bucas.name/#puzzle=t&board_w=2&board_h=2\
    &board_edges=abcaaadbceaadaae&board_pieces=004003002001";

#[test]
fn puzzles_survive_writing() {
    for (puzzle, _) in samples() {
        assert_eq!(puzzle_in(&json::puzzle(&puzzle)), puzzle);
        match json::puzzle_json(&puzzle) {
            Ok(text) => assert_eq!(puzzle_in(&text), puzzle),
            Err(why) => assert!(puzzle.signed() && why.to_string().contains("signed")),
        }
    }
}

#[test]
fn boards_survive_writing() {
    for (puzzle, full) in samples() {
        let mut holey = full.clone();
        (0..puzzle.size()).step_by(3).for_each(|cell| holey.set(cell, None));
        for board in [full, holey, Board::empty(puzzle.width(), puzzle.height())] {
            let square = puzzle.width() == puzzle.height();
            let texts = [
                Some(json::board(&puzzle, &board)),
                Some(link::bucas(&puzzle, &board).unwrap()),
                square.then(|| link::dev(&puzzle, &board).unwrap()),
                square.then(|| json::board_doc(&puzzle, &board).unwrap()),
            ];
            for text in texts.into_iter().flatten() {
                let (bound, notes) = board_in(&text).bind(&puzzle).unwrap();
                let sides = |b: &Board| -> Vec<_> {
                    b.cells().iter().map(|p| p.map(|p| puzzle.sides(p))).collect()
                };
                assert_eq!(sides(&bound), sides(&board), "{text}");
                let faults = puzzle.verdict(&bound).faults;
                assert_eq!(faults.len(), puzzle.verdict(&board).faults.len(), "{faults:?}");
                assert!(!notes.iter().any(|note| note.contains("claims")), "{notes:?}");
            }
            let exact = board_in(&json::board(&puzzle, &board)).bind(&puzzle).unwrap();
            assert_eq!(exact.0, board);
            assert!(exact.1.is_empty(), "{:?}", exact.1);
            assert_eq!(link::dev(&puzzle, &board).is_ok(), square);
        }
    }
}

#[test]
fn complete_boards_carry_their_puzzle() {
    for (puzzle, board) in samples().into_iter().filter(|(p, _)| !p.signed()) {
        let loose = board_in(&link::bucas(&puzzle, &board).unwrap());
        let (found, laid, _) = loose.to_puzzle().unwrap();
        assert_eq!(official::invariant(&found), official::invariant(&puzzle));
        assert!(found.verdict(&laid).perfect);
        assert_eq!((found.frame(), found.name()), (puzzle.frame(), puzzle.name()));
        for (found, piece) in found.pieces().iter().zip(puzzle.pieces()) {
            assert_eq!(found.canonical(), piece.canonical());
        }
        if puzzle.width() == puzzle.height() {
            let loose = board_in(&link::dev(&puzzle, &board).unwrap());
            let (found, laid, notes) = loose.to_puzzle().unwrap();
            assert!(notes[0].contains("row by row"), "{notes:?}");
            assert!(found.verdict(&laid).perfect);
            assert_eq!(found.clues().len(), 2);
            let exact = board_in(&json::board_doc(&puzzle, &board).unwrap());
            assert_eq!(exact.to_puzzle().unwrap().0.pieces(), puzzle.pieces());
        }
    }
    let mut holey = board_in(LINK);
    holey.cells[1] = None;
    let why = holey.to_puzzle().unwrap_err().to_string();
    assert_eq!(why, "expected a complete board, sides on every cell, found 1 cell without");
}

#[test]
fn links_are_forgiven_much() {
    let board = board_in(LINK);
    assert_eq!(board.size, Some((2, 2)));
    assert_eq!(board.cells[3].unwrap().sides, Some([3, 0, 0, 4]));
    assert_eq!(board.cells[0].unwrap().piece, Some(3));
    let same = |text: &str| {
        let other = board_in(text);
        assert_eq!(other.cells, board.cells, "{text}");
        assert_eq!(other.size, Some((2, 2)));
        other.name
    };
    let name = Some("t".to_string());
    assert_eq!(same(&format!("\n  \"{LINK}\"\n\n")), name);
    assert_eq!(same(&LINK.replace('#', "?")), name);
    assert_eq!(same(&LINK.replace('#', "#?")), name);
    assert_eq!(same(&LINK.replace('&', "&amp;")), name);
    assert_eq!(same(LINK.split('#').next_back().unwrap()), name);
    assert_eq!(same(&LINK.replace("&board_w=2&board_h=2", "")), name);
    assert_eq!(same(&LINK.replace("board_h=2", "board_types=x&show_conflicts=1")), name);
    assert_eq!(same(&LINK.replace("=t&", "=J%C3%A9+F%2B&")).as_deref(), Some("Jé F+"));
    assert_eq!(same(&LINK.replace("board_edges=ab", "board_edges=%61b")), name);
    let reading = read(LINK.replace("&board_w=2", "").as_bytes()).unwrap();
    assert_eq!(reading.notes, ["the link does not give the board's size: 2x2 assumed"]);
    let dev = "https://eternity2.dev/viewer?puzzle=t&puzzle_size=2&board_edges=abcaaadbceaadaae\
        &hints=3.1-0-3.0";
    assert_eq!(read(dev.as_bytes()).unwrap().format, Format::DevLink);
    assert_eq!(board_in(dev).clues, [3, 0]);
}

#[test]
fn motif_orders_are_translated() {
    let jef = board_in(&format!("{LINK}&motifs_order=jef"));
    assert_eq!(jef.cells[0].unwrap().sides, Some([0, 19, 14, 0]));
    let marie = board_in(&format!("{LINK}&motifs_order=jblackwood"));
    assert_eq!(marie.cells[2].unwrap().sides, Some([6, 16, 0, 0]));
    let odd = read(format!("{LINK}&motifs_order=odd").as_bytes()).unwrap();
    assert_eq!(odd.notes, ["unknown motifs_order odd ignored"]);
}

#[test]
fn bad_links_are_refused() {
    let change = |from: &str, to: &str| refusal(&LINK.replace(from, to));
    assert_eq!(change("board_w=2", "board_w=3"), "expected 6 cells for a 3x2 board, found 4");
    assert_eq!(
        change("board_w=2", "board_w=1000000000000"),
        "expected board_w from 1 to 64, found 1000000000000"
    );
    assert_eq!(change("board_w=2", "board_w=-1"), "expected board_w from 1 to 64, found -1");
    assert_eq!(
        change("=abca", "=abc"),
        "expected board_edges with four letters for 1 to 4096 cells, found 15 letters"
    );
    assert_eq!(change("=abca", "=aBca"), "expected board_edges in letters from a to z, found 'B'");
    assert_eq!(change("=004", "="), "expected board_pieces for 4 cells, found 3");
    assert_eq!(change("=004", "=0x4"), "expected board_pieces in digits, found 'x'");
    assert_eq!(
        refusal("https://e2.bucas.name/"),
        "expected a link with board_edges, found https://e2.bucas.name/"
    );
    assert_eq!(
        refusal(&format!("{LINK}&hints=4.0")),
        "expected hints with cells from 0 to 3, found 4.0"
    );
}

#[test]
fn writers_say_what_they_cannot_write() {
    let pieces = vec![Piece([1, 26, 1, 1]), Piece([0, 1, 1, 1])];
    let puzzle = Puzzle::new("wide", 2, 1, Frame::Grey, pieces).unwrap();
    let mut board = Board::empty(2, 1);
    board.set(0, Some(Placed::new(0, 0)));
    let why = link::bucas(&puzzle, &board).unwrap_err().to_string();
    assert_eq!(why, "piece 1 has colour 26; letters end at z, colour 25");
    assert!(link::dev(&puzzle, &board).unwrap_err().0.contains("square boards, not 2x1"));
    board.set(0, Some(Placed::new(7, 0)));
    for format in [Format::BucasLink, Format::Grid, Format::Quads, Format::MarquetryBoard] {
        let why = write_board(format, &puzzle, &board).unwrap_err().0;
        assert_eq!(why, "piece 8 does not exist");
        let why = write_board(format, &puzzle, &Board::empty(1, 2)).unwrap_err().0;
        assert_eq!(why, "the board is not 2x1");
    }
}

/// A board given by numbers and turns only.
fn by_turns(board: &Board, number: impl Fn(usize) -> usize, turn: impl Fn(u8) -> u8) -> LooseBoard {
    let cell = |p: &Option<Placed>| {
        let placed = p.map(|p| (number(p.piece()), turn(p.turn())));
        placed.map(|placed| LooseCell { placed: Some(placed), piece: None, sides: None })
    };
    let cells = board.cells().iter().map(cell).collect();
    LooseBoard { cells, ..Default::default() }
}

#[test]
fn our_own_files_are_read_as_written() {
    let (puzzle, board) = sample(6, 6, Frame::Grey, false, 1);
    let mut turned = board.clone();
    for (cell, placed) in board.cells().iter().enumerate() {
        turned.set(cell, placed.map(|p| p.with_turn(p.turn() + 1)));
    }
    let (read, notes) = board_in(&native_board(&puzzle, &turned)).bind(&puzzle).unwrap();
    assert_eq!((read, notes), (turned, vec![]));
}

#[test]
fn the_sense_of_turns_and_the_first_number_are_found_out() {
    for (puzzle, board) in samples().into_iter().filter(|(p, _)| p.size() > 100) {
        let same =
            |loose: &LooseBoard| loose.bind(&puzzle).map(|(b, n)| (b == board, n.join("; ")));
        let back = |t: u8| (4 - t) % 4;
        let clockwise = same(&by_turns(&board, |p| p, |t| t)).unwrap();
        assert_eq!(clockwise, (true, "turns are read clockwise, which scores best".to_owned()));
        let other = by_turns(&board, |p| p, back);
        let anticlockwise = same(&other).unwrap();
        assert_eq!(
            anticlockwise,
            (true, "turns are read anticlockwise, which scores best".to_owned())
        );
        let said = LooseBoard { sense: Some(Sense::Anticlockwise), ..other.clone() };
        assert_eq!(same(&said).unwrap(), (true, String::new()));
        let lied = LooseBoard { sense: Some(Sense::Clockwise), ..other };
        let against = "turns are read anticlockwise, against the format: it scores better";
        assert_eq!(same(&lied).unwrap(), (true, against.to_owned()));
        let off =
            LooseBoard { sense: Some(Sense::Clockwise), ..by_turns(&board, |p| p + 1, |t| t) };
        let shifted = "piece numbers are off by one: -1 makes them fit";
        assert_eq!(same(&off).unwrap(), (true, shifted.to_owned()));
        let based = by_turns(&board, |p| p, |t| (t + 1) % 4);
        let based = LooseBoard { sense: Some(Sense::Clockwise), ..based };
        let turned = "every turn is off by the same: +3 clockwise makes them fit";
        assert_eq!(same(&based).unwrap(), (true, turned.to_owned()));
        let wild = by_turns(&board, |p| p + 2, |t| t);
        let why = same(&wild).unwrap_err().to_string();
        assert!(why.starts_with("expected a piece from 1 to 144 at row "), "{why}");
    }
}

#[test]
fn a_scrambled_board_is_read_as_the_format_says() {
    let mut rng = Rng::new(3);
    let (puzzle, _) = sample(6, 6, Frame::Open, false, 3);
    let mut cells: Vec<_> = (0..36).map(|i| Some(Placed::new(i, (i % 4) as u8))).collect();
    rng.shuffle(&mut cells);
    let board = Board::from_cells(6, 6, cells).unwrap();
    let loose = LooseBoard { sense: Some(Sense::Clockwise), ..by_turns(&board, |p| p, |t| t) };
    assert_eq!(loose.bind(&puzzle).unwrap().0, board);
}

#[test]
fn pieces_used_twice_stay_so() {
    for (puzzle, mut board) in samples().into_iter().filter(|(p, _)| p.size() > 10) {
        board.set(1, board.get(0));
        let mut texts = vec![json::board(&puzzle, &board), link::bucas(&puzzle, &board).unwrap()];
        texts.extend(json::board_doc(&puzzle, &board));
        for text in texts {
            let (bound, _) = board_in(&text).bind(&puzzle).unwrap();
            assert_eq!(bound.get(0).unwrap().piece(), bound.get(1).unwrap().piece(), "{text}");
        }
    }
}

#[test]
fn numbers_that_contradict_the_sides_are_not_believed() {
    let (puzzle, board, _) = board_in(LINK).to_puzzle().unwrap();
    let swapped = board_in(&LINK.replace("004003", "003004"));
    let (bound, notes) = swapped.bind(&puzzle).unwrap();
    assert_eq!(bound, board);
    assert_eq!(notes[0], "2 piece numbers do not fit their sides; the sides were believed");
    let from_0 = board_in(&LINK.replace("004003002001", "003002001000"));
    let (bound, notes) = from_0.bind(&puzzle).unwrap();
    assert_eq!(bound, board);
    assert_eq!(notes[0], "piece numbers are off by one: +1 makes them fit their sides");
    let alone = board_in(&LINK.replace("board_edges", "forgotten"));
    let why = alone.bind(&puzzle).unwrap_err().to_string();
    assert_eq!(
        why,
        "expected the turn or the sides of piece 4 at row 0, column 0, found its number alone"
    );
    let wide = LooseBoard { size: Some((4, 1)), ..board_in(LINK) };
    assert_eq!(wide.bind(&puzzle).unwrap_err().to_string(), "expected a 2x2 board, found 4x1");
}

#[test]
fn what_is_not_text_is_refused() {
    assert_eq!(
        read(&[b'\n', 0xff]).unwrap_err().to_string(),
        "line 2: expected text in UTF-8, found the byte 0xff"
    );
    let long = read(&vec![b' '; MAX_BYTES + 1]).unwrap_err().to_string();
    assert_eq!(long, "expected at most 4194304 bytes, found 4194305 bytes");
    assert!(read(b"").is_err());
    let marked = format!("\u{feff}{LINK}");
    assert_eq!(read(marked.as_bytes()).unwrap(), read(LINK.as_bytes()).unwrap());
}

#[test]
fn formats_that_cannot_be_written_say_so() {
    let (puzzle, board) = sample::planted(1, 3, 3, 4);
    assert!(write_puzzle(Format::Grid, &puzzle).is_err());
    assert!(write_board(Format::Pieces, &puzzle, &board).is_err());
    assert!(write_puzzle(Format::Pieces, &puzzle.with_signed(true)).is_err());
}
