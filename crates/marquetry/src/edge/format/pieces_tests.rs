//! Tests of the piece lists.

use super::super::{Content, read, sample};
use super::*;

fn load(text: &str) -> (Puzzle, Vec<String>) {
    let reading = read(text.as_bytes()).unwrap();
    assert_eq!(reading.format, Format::Pieces, "{text}");
    let Content::Puzzle(puzzle) = reading.content else { panic!("no puzzle") };
    (puzzle, reading.notes)
}

fn error(text: &str) -> String {
    read(text.as_bytes()).unwrap_err().to_string()
}

/// A list of pieces whose columns are the given sides (0 north to 3 west), with `map` on colours.
fn list(puzzle: &Puzzle, columns: [usize; 4], map: impl Fn(u8) -> u32) -> String {
    let mut text = String::new();
    for piece in puzzle.pieces() {
        let [a, b, c, d] = columns.map(|side| map(piece.0[side]));
        let _ = writeln!(text, "{a} {b} {c} {d}");
    }
    text
}

fn same(colour: u8) -> u32 {
    u32::from(colour)
}

#[test]
fn a_written_puzzle_reads_back() {
    for (width, height) in [(1, 1), (2, 1), (2, 2), (3, 3), (12, 6), (16, 16), (64, 64)] {
        for (puzzle, _) in [sample::planted(2, width, height, 9), sample::open(2, width, height, 9)]
        {
            assert_eq!(load(&write(&puzzle).unwrap()).0, puzzle);
        }
    }
}

#[test]
fn headers_separators_and_comments_vary() {
    let (puzzle, _) = sample::planted(3, 4, 4, 5);
    let list = list(&puzzle, [0, 1, 2, 3], same);
    for header in ["4 4\n", "4\n", "0\n", "16\n", "", "\u{feff}# pieces\r\n\r\n4;4\r\n"] {
        let text = format!("{header}{}// end\n", list.replace(' ', ",\t").replace('\n', " \r\n\n"));
        let (read, notes) = load(&text);
        assert_eq!(read, puzzle, "{header:?}");
        assert!(notes.contains(&"sides read as north, east, south, west".to_owned()));
    }
    assert_eq!(load(&list).1[0], "no header: 16 pieces make a 4x4 board");
}

/// The same puzzle with its corners listed with grey in the given columns.
fn corners_listed(puzzle: &Puzzle, grey_mask: u8) -> Puzzle {
    let mut pieces = puzzle.pieces().to_vec();
    for &corner in puzzle.layout().pieces(Kind::Corner) {
        let piece = pieces[usize::from(corner)];
        let turn = (0..4).find(|&t| piece.grey_mask(t) == grey_mask).unwrap();
        pieces[usize::from(corner)] = Piece(piece.turned(turn));
    }
    Puzzle::new("", puzzle.width(), puzzle.height(), Frame::Grey, pieces).unwrap()
}

/// Up to a turn of the pieces, every order with the same opposite sides gives the same set.
#[test]
fn orders_are_told_by_the_rim() {
    let orders = [
        ([0, 1, 2, 3], "north, east, south, west"),
        ([2, 3, 0, 1], "north, east, south, west"),
        ([0, 2, 3, 1], "north, south, west, east"),
        ([0, 3, 1, 2], "north, west, east, south"),
    ];
    for seed in 0..20 {
        let puzzle = sample::planted(seed, 6, 7, 6).0;
        let listed = [0b0011, 0b0110, 0b1100, 0b1001].map(|mask| corners_listed(&puzzle, mask));
        for ((columns, says), puzzle) in
            orders.into_iter().flat_map(|o| listed.iter().map(move |p| (o, p)))
        {
            let text = format!("6 7\n{}", list(puzzle, columns, same));
            let (read, notes) = load(&text);
            assert!(notes.iter().any(|note| note.contains(says)), "{says}: {notes:?}");
            for (a, b) in puzzle.pieces().iter().zip(read.pieces()) {
                assert_eq!(a.canonical(), b.canonical(), "{says}");
            }
            assert_eq!(read.obstacle(), None);
        }
    }
}

#[test]
fn numbered_pieces_are_put_in_order() {
    let (puzzle, _) = sample::planted(6, 4, 4, 5);
    for (base, last) in [(1, false), (0, true)] {
        let mut lines: Vec<String> = Vec::new();
        for (i, Piece([n, e, s, w])) in puzzle.pieces().iter().enumerate() {
            let sides = format!("{n} {w} {s} {e}");
            let id = i + base;
            lines.push(if last { format!("{sides} {id}\n") } else { format!("{id} {sides}\n") });
        }
        lines.swap(3, 11);
        let (read, notes) = load(&lines.concat());
        assert_eq!(read, puzzle);
        assert!(notes.iter().any(|note| note.starts_with("pieces put in the order")));
        assert!(notes.iter().any(|note| note.contains("north, west, south, east")));
    }
    let none = "5 5 5 5 5\n".repeat(4);
    let expected = "expected a column with every piece number once, from 0 or 1";
    assert_eq!(error(&none), format!("{expected}, found five columns without one"));
}

#[test]
fn the_rim_may_have_another_code() {
    let (puzzle, _) = sample::planted(4, 5, 4, 7);
    for rim in [23, 255, 65535] {
        let code = |colour| if colour == 0 { rim } else { u32::from(colour) };
        let (read, notes) = load(&format!("5 4\n{}", list(&puzzle, [0, 1, 2, 3], code)));
        assert_eq!(read, puzzle);
        assert_eq!(notes[0], format!("colour {rim} lies as the rim does: read as grey"));
        let from_zero = |colour| if colour == 0 { rim } else { u32::from(colour) - 1 };
        let (read, _) = load(&format!("5 4\n{}", list(&puzzle, [0, 1, 2, 3], from_zero)));
        assert_eq!(read, puzzle);
    }
}

#[test]
fn zero_among_the_colours_makes_an_open_board() {
    let (puzzle, _) = sample::open(4, 12, 12, 6);
    let from_zero = |colour| u32::from(colour) - 1;
    let (read, notes) = load(&list(&puzzle, [0, 1, 2, 3], from_zero));
    assert_eq!(read, puzzle);
    assert!(notes.contains(&"colours raised by one: 0 is the rim's number".to_owned()));
}

#[test]
fn sparse_colours_are_renumbered() {
    let (puzzle, _) = sample::planted(4, 6, 6, 20);
    let thousand = |colour| u32::from(colour) * 1000;
    let (read, notes) = load(&list(&puzzle, [0, 1, 2, 3], thousand));
    assert_eq!(read.colours(), puzzle.colours());
    assert_eq!(read.obstacle(), None);
    assert!(notes.iter().any(|note| note.contains("renumbered")));
}

#[test]
fn a_frame_with_a_wrong_piece_still_loads() {
    let (puzzle, _) = sample::planted(4, 8, 8, 9);
    let mut pieces = puzzle.pieces().to_vec();
    let border = pieces.iter().position(|p| p.0.iter().filter(|&&c| c == 0).count() == 1).unwrap();
    pieces[border] = Piece([1, 2, 3, 4]);
    let wrong = Puzzle::new("", 8, 8, Frame::Grey, pieces).unwrap();
    let (read, notes) = load(&write(&wrong).unwrap());
    assert_eq!(read, wrong);
    let note = notes.last().unwrap();
    assert_eq!(note, "read as framed, but the rim needs 24 border pieces, the set has 23");
}

#[test]
fn errors_say_what_was_expected() {
    assert_eq!(error("2 2\n1 2 3 4\n1 2 3\n"), "line 3: expected four colours, found 3 numbers");
    let five = "line 2: expected a piece number and four colours, found 4 numbers";
    assert_eq!(error("1 2 3 4 5\n1 2 3 4\n1 2 3 4\n1 2 3 4"), five);
    let lines = "9 9 9 9\n".repeat(5);
    assert_eq!(
        error(&format!("2 2\n{lines}")),
        "expected 4 pieces for a 2x2 board, found 5 pieces"
    );
    let header = "expected a header with the board's width and height, or a square number of \
                  pieces up to 4096, found 5 pieces";
    assert_eq!(error(&lines), header);
    let far = format!("99999 99999\n{lines}");
    assert_eq!(error(&far), "line 1: expected a board of 1x1 to 64x64, found 99999x99999");
    let zero = format!("0 5\n{lines}");
    assert_eq!(error(&zero), "line 1: expected a board of 1x1 to 64x64, found 0x5");
    assert!(error("8 8\n1 x 3 4\n").starts_with("line 2: expected a whole number"));
    assert_eq!(error("16 16\n"), "expected 256 pieces for a 16x16 board, found 0 pieces");
}
