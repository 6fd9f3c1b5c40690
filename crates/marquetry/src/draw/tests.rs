//! Whole pictures, small ones word by word and random ones by what must always hold.

use super::scene::Scene;
use super::*;
use crate::edge::{Board, Clue, Frame, Piece, Placed, Puzzle, Side};
use crate::search::Rng;
use roxmltree::Document;

/// A puzzle with a random solution in which piece i lies on cell i as it is.
fn planted(rng: &mut Rng, width: usize, height: usize, colours: usize, signed: bool) -> Puzzle {
    let mut pieces = vec![[0; 4]; width * height];
    let mate = |colour: u8| if signed { ((colour - 1) ^ 1) + 1 } else { colour };
    for cell in 0..width * height {
        let mut colour = || (rng.below(colours) + 1) as u8;
        if (cell + 1) % width > 0 {
            pieces[cell][1] = colour();
            pieces[cell + 1][3] = mate(pieces[cell][1]);
        }
        if cell + width < width * height {
            pieces[cell][2] = colour();
            pieces[cell + width][0] = mate(pieces[cell][2]);
        }
    }
    let pieces = pieces.into_iter().map(Piece).collect();
    Puzzle::new("<planted & \"drawn\"\u{1}>", width, height, Frame::Grey, pieces)
        .unwrap()
        .with_signed(signed)
}

fn solution(puzzle: &Puzzle) -> Board {
    let cells = (0..puzzle.size()).map(|i| Some(Placed::new(i, 0))).collect();
    Board::from_cells(puzzle.width(), puzzle.height(), cells).unwrap()
}

/// A 4x3 board with a clue, two pieces exchanged, an empty cell and a piece that does not exist.
fn worn(signed: bool) -> (Puzzle, Board) {
    let puzzle = planted(&mut Rng::new(1), 4, 3, 6, signed);
    let clue = Clue { cell: 6, placed: Placed::new(6, 0) };
    let puzzle = puzzle.with_clues(vec![clue]).unwrap();
    let mut board = solution(&puzzle);
    board.set(4, Some(Placed::new(5, 1)));
    board.set(5, Some(Placed::new(4, 2)));
    board.set(10, None);
    board.set(3, Some(Placed::new(99, 0)));
    (puzzle, board)
}

/// Boards of all sorts: holes, wrong pieces, wrong sizes, signed, open, 1x1 to 64x64.
fn odd_boards() -> Vec<(Puzzle, Board)> {
    let mut rng = Rng::new(5);
    let mut boards = vec![worn(false), worn(true)];
    let mut sizes: Vec<_> = (0..60).map(|_| (1 + rng.below(9), 1 + rng.below(9))).collect();
    sizes.extend([(1, 1), (64, 64), (64, 1), (1, 64)]);
    for (i, (width, height)) in sizes.into_iter().enumerate() {
        let mut puzzle = planted(&mut rng, width, height, 250, i % 3 == 0);
        if i % 4 == 0 {
            let pieces = puzzle.pieces().iter().map(|p| Piece(p.0.map(|c| c.max(1))));
            puzzle = Puzzle::new("", width, height, Frame::Open, pieces.collect()).unwrap();
        }
        let (width, height) =
            if i % 5 == 0 { (rng.below(9), rng.below(9)) } else { (width, height) };
        let cells = (0..width * height).map(|_| {
            let placed = Placed::new(rng.below(puzzle.size() + 3), rng.below(4) as u8);
            (rng.below(5) > 0).then_some(placed)
        });
        let board = Board::from_cells(width, height, cells.collect()).unwrap();
        boards.push((puzzle, board));
    }
    boards
}

/// Escape codes made visible.
fn visible(text: &str) -> String {
    text.replace('\x1b', "␛")
}

#[test]
fn small_boards_look_as_they_did() {
    let (puzzle, board) = worn(false);
    insta::assert_snapshot!("plain", text(&puzzle, &board, Ink::Plain, Detail::Full));
    insta::assert_snapshot!("plain_compact", text(&puzzle, &board, Ink::Plain, Detail::Compact));
    let coloured = |ink, detail| visible(&text(&puzzle, &board, ink, detail));
    insta::assert_snapshot!("ansi256", coloured(Ink::Ansi256, Detail::Full));
    insta::assert_snapshot!("true_colour_compact", coloured(Ink::TrueColour, Detail::Compact));
    let style = Style { numbers: true, ..Style::default() };
    insta::assert_snapshot!("svg", svg(&puzzle, &board, &style).replace('>', ">\n"));
    let (puzzle, board) = worn(true);
    insta::assert_snapshot!("plain_signed", text(&puzzle, &board, Ink::Plain, Detail::Full));
}

#[test]
fn histograms_look_as_they_did() {
    let frame = [(1, 24), (2, 7)];
    let inner = [(3, 48), (30, 1), (250, 0)];
    let groups = [
        chart::Group { title: "frame", counts: &frame },
        chart::Group { title: "inner", counts: &inner },
    ];
    insta::assert_snapshot!("histogram", chart::histogram_text(&groups, Ink::Plain, false));
    let coloured = chart::histogram_text(&groups, Ink::TrueColour, true);
    insta::assert_snapshot!("histogram_colour", visible(&coloured));
    let drawing = chart::histogram_svg(&groups, true);
    let drawing = Document::parse(&drawing).unwrap();
    let rect = |node: &roxmltree::Node<'_, '_>| node.has_tag_name("rect");
    assert_eq!(drawing.descendants().filter(rect).count(), 1 + 5);
    for groups in [&[][..], &[chart::Group { title: "", counts: &[] }]] {
        assert!(Document::parse(&chart::histogram_svg(groups, false)).is_ok());
    }
}

#[test]
fn the_contact_sheet_shows_every_colour() {
    let sheet = swatches();
    let sheet = Document::parse(&sheet).unwrap();
    let placed = |node: &roxmltree::Node<'_, '_>| {
        node.attribute("transform").is_some_and(|t| t.starts_with("translate"))
    };
    assert_eq!(sheet.descendants().filter(placed).count(), 250);
}

#[test]
fn any_board_is_drawn() {
    for (puzzle, board) in odd_boards() {
        for cell in [0, 7, 60, u32::MAX] {
            let style = Style { cell, numbers: cell == 60, ..Style::default() };
            let drawing = svg(&puzzle, &board, &style);
            let document = Document::parse(&drawing).unwrap();
            let root = document.root_element();
            let size = |name| root.attribute(name).unwrap().parse::<usize>().unwrap();
            let pixels = style.cell.clamp(4, 256) as usize;
            assert_eq!(size("width") - board.width() * pixels, 2 * pixels.div_ceil(3));
            assert_eq!(size("height") - board.height() * pixels, 2 * pixels.div_ceil(3));
            let title = document.descendants().find(|n| n.has_tag_name("title")).unwrap();
            let name = puzzle.name().replace('\u{1}', "\u{fffd}");
            assert_eq!(title.text().unwrap_or_default(), name);
            let known = |p: &&Placed| p.piece() < puzzle.size();
            let drawn = board.cells().iter().flatten().filter(known).count();
            let used = document.descendants().filter(|n| n.has_tag_name("use"));
            let ids: Vec<_> = document.descendants().filter_map(|n| n.attribute("id")).collect();
            let uses: Vec<_> = used.filter_map(|n| n.attribute("href")).collect();
            assert_eq!(uses.len(), 4 * drawn);
            assert!(uses.iter().all(|href| ids.contains(&&href[1..])));
        }
    }
}

#[test]
fn any_board_is_written() {
    for (puzzle, board) in odd_boards() {
        for ink in [Ink::Plain, Ink::Ansi256, Ink::TrueColour] {
            for detail in [Detail::Full, Detail::Compact] {
                let written = text(&puzzle, &board, ink, detail);
                assert_eq!(
                    written.contains('\x1b'),
                    ink != Ink::Plain && !board.cells().is_empty()
                );
                for line in written.lines() {
                    let reset = line.ends_with("\x1b[0m");
                    assert!(reset || line.is_empty() || !line.contains('\x1b'), "{line:?}");
                    assert!(!line.ends_with(' '), "{line:?}");
                }
            }
        }
    }
}

/// What is marked as broken is what the judge calls broken.
#[test]
fn breaks_are_the_judges() {
    let mut compared = 0;
    for (puzzle, board) in odd_boards() {
        if (board.width(), board.height()) != (puzzle.width(), puzzle.height()) {
            continue;
        }
        let view = Scene::new(&puzzle, &board);
        let broken = |&(cell, ..): &(usize, usize, usize)| {
            [Side::East, Side::South].map(|s| view.broken(cell, s).then(|| view.neighbour(cell, s)))
        };
        let mut seen = Vec::new();
        for place in view.cells() {
            seen.extend(broken(&place).into_iter().flatten().flatten().map(|n| (place.0, n)));
        }
        assert_eq!(seen, puzzle.verdict(&board).breaks);
        compared += seen.len();
    }
    assert!(compared > 1000, "only {compared} breaks compared");
}

#[test]
fn a_large_board_stays_small() {
    let puzzle = planted(&mut Rng::new(3), 16, 16, 22, false);
    let drawing = svg(&puzzle, &solution(&puzzle), &Style::default());
    assert!(drawing.len() < 100_000, "{} bytes", drawing.len());
}
