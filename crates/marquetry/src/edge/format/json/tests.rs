use crate::edge::format::{Content, Format, LooseBoard, Reading, json, read};
use crate::edge::{Board, Clue, Frame, Piece, Placed, Puzzle};

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

fn refusal(text: &str) -> String {
    read(text.as_bytes()).unwrap_err().to_string()
}

const PUZZLE: &str = r#"{"format": "marquetry-puzzle/1",
"name": "tiny", "width": 2, "height": 1, "frame": "grey",
"pieces": [[0,1,0,0], [0,0,0,1]],
"clues": [{"piece":2,"row":0,"col":1,"turn":0}]}"#;

const BOARD: &str = r#"{"format": "marquetry-board/1", "width": 2, "height": 1,
"cells": [[1,0], null], "score": 3}"#;

#[test]
fn native_files_are_as_documented() {
    let puzzle = puzzle_in(PUZZLE);
    assert_eq!(puzzle.pieces(), [Piece([0, 1, 0, 0]), Piece([0, 0, 0, 1])]);
    assert_eq!(puzzle.clues(), [Clue { cell: 1, placed: Placed::new(1, 0) }]);
    assert_eq!((puzzle.name(), puzzle.frame(), puzzle.signed()), ("tiny", Frame::Grey, false));
    let (board, notes) = board_in(BOARD).bind(&puzzle).unwrap();
    assert_eq!(board.cells(), [Some(Placed::new(0, 0)), None]);
    assert_eq!(notes, ["the file claims a score of 3, the judge counts 0 of 1"]);
    let written = json::board(&puzzle, &board);
    assert_eq!(
        written,
        "{\n \"format\": \"marquetry-board/1\",\n \"puzzle\": \"tiny\",\n \"width\": 2,\
         \n \"height\": 1,\n \"cells\": [\n  [1,0],null\n ],\n \"score\": 0\n}\n"
    );
    assert!(reading(&written).notes.is_empty());
    assert!(json::puzzle(&puzzle).contains("\n  [0,1,0,0],\n  [0,0,0,1]\n ],"));
}

#[test]
fn bad_native_files_are_refused() {
    let change = |from: &str, to: &str| {
        assert!(PUZZLE.contains(from), "{from}");
        refusal(&PUZZLE.replace(from, to))
    };
    for (from, to, why) in [
        (
            "puzzle/1",
            "puzzle/2",
            "expected marquetry-puzzle/1, found marquetry-puzzle/2, which this version cannot read",
        ),
        ("marquetry-puzzle/1", "x", "expected marquetry-puzzle/1 or marquetry-board/1, found x"),
        (
            "\"name\"",
            "\"title\"",
            "line 2: expected one of `format`, `name`, `width`, `height`, `frame`, `signed`, `pieces`, `clues`, found unknown field `title`",
        ),
        ("\"width\": 2, ", "", "line 4: expected a key \"width\", found none"),
        (
            "\"width\": 2",
            "\"width\": 1000000000000",
            "expected a board of 1x1 to 64x64, found 1000000000000x1",
        ),
        ("\"width\": 2", "\"width\": 3", "expected 3 pieces for 3x1, found 2"),
        ("\"grey\"", "\"blue\"", "line 2: expected `grey` or `open`, found unknown variant `blue`"),
        (
            "\"grey\"",
            "\"open\"",
            "expected a sound puzzle, found piece 1 has a grey side (0), but the puzzle is open: number its colours from 1",
        ),
        ("[0,0,0,1]", "[0,0,1]", "line 3: expected an array of length 4, found invalid length 3"),
        (
            "[0,0,0,1]",
            "[0,0,0,999]",
            "line 3: expected a whole number from 0 to 255, found invalid value: integer `999`",
        ),
        (
            "[0,0,0,1]",
            "[0,0,0,251]",
            "expected a sound puzzle, found piece 2 has colour 251, expected 0 to 250",
        ),
        ("[0,0,0,1]]", "[0,0,0,1]", "line 4: expected `,` or `]` in JSON, found something else"),
        ("\"piece\":2", "\"piece\":0", "expected pieces numbered from 1 in clue 1, found piece 0"),
        (
            "\"piece\":2",
            "\"piece\":3",
            "expected one of 2 pieces in clue 1, found a piece that is not there",
        ),
        (
            "\"col\":1",
            "\"col\":2",
            "expected a cell of the 2x1 board in clue 1, found row 0, column 2",
        ),
        ("\"turn\":0", "\"turn\":4", "expected a turn from 0 to 3 in clue 1, found 4"),
    ] {
        assert_eq!(change(from, to), why);
    }
    let board = |from: &str, to: &str| refusal(&BOARD.replace(from, to));
    assert_eq!(
        board("\"width\": 2", "\"width\": 0"),
        "expected a board of 1x1 to 64x64, found 0x1"
    );
    assert_eq!(board(", null", ""), "expected 2 cells for a 2x1 board, found 1");
    assert_eq!(
        board("[1,0]", "[0,0]"),
        "expected pieces numbered from 1 in row 0, column 0, found piece 0"
    );
    assert_eq!(board("[1,0]", "[1,7]"), "expected a turn from 0 to 3 in row 0, column 0, found 7");
    assert_eq!(
        refusal("{\"x\": 1, \"y\": []}"),
        "expected an object with format, pieces, tiles or board, found an object with these keys: x, y"
    );
    assert!(refusal("{").starts_with("line 1: expected JSON, found EOF"), "{}", refusal("{"));
    let deep = format!("{{\"pieces\": {}", "[".repeat(100_000));
    assert!(refusal(&deep).starts_with("line 1: "), "{}", refusal(&deep));
}

#[test]
fn puzzle_json_counts_pieces_from_0_and_annotated_json_from_1() {
    let plain = r#"{"name":"p","width":2,"height":1,"numColors":1,"pieces":[[0,1,0,0],[0,0,0,1]],
        "hints":[{"pos":1,"piece":1,"rot":0}], "source": "somewhere"}"#;
    assert_eq!(reading(plain).format, Format::PuzzleJson);
    assert_eq!(puzzle_in(plain).clues(), puzzle_in(PUZZLE).clues());
    let annotated = r#"{"name":"p","width":2,"height":1,"num_colors":1,"border_color":7,
        "edge_order":"LURD","ids":[2,1],"pieces":[[1,7,7,7],[7,7,1,7]],
        "hints":[{"row":0,"col":1,"piece":2,"rotation":0,"kind":"optional"}]}"#;
    assert_eq!(reading(annotated).format, Format::AnnotatedJson);
    assert_eq!(puzzle_in(annotated).pieces(), puzzle_in(PUZZLE).pieces());
    assert_eq!(puzzle_in(annotated).clues(), puzzle_in(PUZZLE).clues());
    let gaps = annotated.replace("[2,1]", "[2,30]");
    assert_eq!(reading(&gaps).notes.len(), 1);
    assert_eq!(puzzle_in(&gaps).clues()[0].placed, Placed::new(0, 0));
    for (from, to, why) in [
        ("LURD", "LURR", "expected edge_order with N, E, S and W, found LURR"),
        ("[2,1]", "[2,2]", "expected 2 different ids, one a piece, found 1"),
        ("\"piece\":2", "\"piece\":9", "expected hints that name a piece's id, found 9"),
        ("\"col\":1,", "", "expected hints with pos, or with row and col, found neither"),
        (
            "\"height\":1",
            "\"height\":1000000000000",
            "expected a board of 1x1 to 64x64, found 2x1000000000000",
        ),
    ] {
        assert_eq!(refusal(&annotated.replace(from, to)), why);
    }
    let open = r#"{"width":1,"height":1,"pieces":[[1,2,3,4]]}"#;
    assert_eq!(puzzle_in(open).frame(), Frame::Open);
    assert_eq!(reading(open).notes, ["no side is grey: an open puzzle"]);
}

#[test]
fn a_square_puzzle_may_give_its_size_alone() {
    let square = r#"{"size":2,"num_colors":4,"target":4,
        "pieces":[[0,1,2,0],[0,0,3,1],[2,4,0,0],[3,0,0,4]],"hints":[{"piece":3,"pos":3,"rot":0}]}"#;
    let puzzle = puzzle_in(square);
    assert_eq!((puzzle.width(), puzzle.height()), (2, 2));
    assert_eq!(puzzle.clues()[0].cell, 3);
    let none = square.replace("\"size\":2,", "\"width\":2,");
    assert_eq!(
        refusal(&none),
        "expected the keys \"width\" and \"height\", or \"size\", found none"
    );
    assert!(refusal(&square.replace(":2,", ":0,")).starts_with("expected a board of 1x1"));
}

#[test]
fn board_docs_may_leave_out_half() {
    let board = r#"{"name":"b","size":2,"score":4,"board":[0,5,-1,14],"board_edges":"","url":""}"#;
    let loose = board_in(board);
    let placed: Vec<_> = loose.cells.iter().map(|c| c.and_then(|c| c.placed)).collect();
    assert_eq!(placed, [Some((0, 0)), Some((1, 1)), None, Some((3, 2))]);
    assert_eq!((loose.claimed, loose.size), (Some(4), Some((2, 2))));
    let edges = r#"{"board_edges":"abcaaadbceaadaae"}"#;
    assert_eq!(board_in(edges).cells[0].unwrap().sides, Some([0, 1, 2, 0]));
    let url = r#"{"url":"https://eternity2.dev/viewer?board_edges=abcaaadbceaadaae"}"#;
    assert_eq!(board_in(url).cells, board_in(edges).cells);
    assert_eq!(reading(url).format, Format::BoardDoc);
    assert_eq!(
        refusal(&board.replace("5,-1", "5,-2")),
        "expected 4 * piece + turn, or -1, in cell 2 of board, found -2"
    );
    assert_eq!(
        refusal(&board.replace("14]", "14,3]")),
        "expected 4 cells for a 2x2 board, found 5"
    );
    assert_eq!(
        refusal(&board.replace(":\"\",\"url", ":\"abcd\",\"url")),
        "expected 4 cells for a 2x2 board, found 1"
    );
}

#[test]
fn eii_clues_are_found_by_their_sides() {
    let text = r#"{"name":"e","gen":null,"rows":2,"cols":2,
        "tiles":[[0,1,2,0],[0,0,1,1],[2,1,0,0],[1,0,0,1]],
        "placed":[{"row":0,"col":1,"tile":[0,0,1,1]},{"row":0,"col":1,"tile":[0,0,1,1]},
        {"row":1,"col":1,"tile":[1,0,0,1]}]}"#;
    let puzzle = puzzle_in(text);
    // Tiles 2 and 4 are the same piece; each clue takes one of them.
    assert_eq!(puzzle.clues().len(), 2);
    let mut board = Board::empty(2, 2);
    for (cell, (piece, turn)) in [(0, 0), (1, 0), (2, 0), (3, 0)].into_iter().enumerate() {
        board.set(cell, Some(Placed::new(piece, turn)));
    }
    assert!(puzzle.verdict(&board).perfect, "{:?}", puzzle.verdict(&board));
    assert_eq!(reading(text).notes, ["clues given more than once: 1"]);
    assert_eq!(
        refusal(&text.replace("\"tile\":[1,0,0,1]", "\"tile\":[1,0,1,0]")),
        "expected one of the tiles at row 1, column 1, found sides 1 0 1 0"
    );
    assert_eq!(
        refusal(&text.replacen(
            "[0,0,1,1]},{",
            "[0,0,1,1]},{\"row\":0,\"col\":1,\"tile\":[0,1,1,0]},{",
            1
        )),
        "expected one tile at row 0, column 1, found two different ones"
    );
    assert_eq!(
        refusal(&text.replace("\"row\":1", "\"row\":2")),
        "expected a placed tile on the 2x2 board, found row 2, column 1"
    );
}
