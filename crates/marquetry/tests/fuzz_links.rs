//! Damaged links and JSON documents: nothing panics, and what is read is sound.

use marquetry::edge::format::{
    Content, Format, LooseBoard, MAX_BYTES, native_board, native_puzzle, read, write_board,
};
use marquetry::edge::{Board, MAX_SIDE, Puzzle};
use marquetry::search::Rng;

const INPUTS: usize = 40_000;

const PUZZLE: &str = r#"{"format": "marquetry-puzzle/1", "name": "small", "width": 3, "height": 2,
 "frame": "grey", "pieces": [
  [0,1,2,0],[0,3,4,1],[0,0,5,3],
  [2,6,0,0],[4,7,0,6],[5,0,0,7]],
 "clues": [{"piece":1,"row":0,"col":0,"turn":0}, {"piece":6,"row":1,"col":2,"turn":0}]}"#;

const OTHERS: [&str; 9] = [
    r#"{"format": "marquetry-board/1", "name": "b", "puzzle": "small", "width": 3, "height": 2,
 "cells": [[1,0],[2,0],null,[4,0],[5,0],[6,0]], "score": 4}"#,
    r#"{"name":"p","width":3,"height":2,"numColors":7,"pieces":[[0,1,2,0],[0,3,4,1],[0,0,5,3],
 [2,6,0,0],[4,7,0,6],[5,0,0,7]],"hints":[{"pos":1,"piece":1,"rot":0}]}"#,
    r#"{"name":"a","width":3,"height":2,"num_colors":7,"border_color":0,"edge_order":"NESW",
 "ids":[1,2,3,4,6,5],"pieces":[[0,1,2,0],[0,3,4,1],[0,0,5,3],[2,6,0,0],[5,0,0,7],[4,7,0,6]],
 "hints":[{"piece":5,"row":1,"col":1,"rotation":2,"kind":"optional"}]}"#,
    r#"{"name":"d","size":2,"score":4,"breaks":0,"board":[0,9,14,-1],
 "board_edges":"abcaaadbceaaaaaa","url":"https://eternity2.dev/viewer?puzzle_size=2"}"#,
    r#"{"url":"https://e2.bucas.name/#board_w=3&board_h=2&board_edges=abcaadebaafdcgaaehagfaah"}"#,
    r#"{"name":"e","gen":{"seed":1},"rows":2,"cols":3,"tiles":[[0,1,2,0],[0,3,4,1],[0,0,5,3],
 [2,6,0,0],[4,7,0,6],[5,0,0,7]],"placed":[{"row":1,"col":1,"tile":[4,7,0,6]}]}"#,
    "https://e2.bucas.name/#puzzle=small&board_w=3&board_h=2&board_edges=abcaadebaafdcgaaehagfaah\
&board_pieces=001002003004005006&motifs_order=jef",
    "https://e2.bucas.name/?board_edges=abcaadebaafdcgaaehagfaah&board_h=2&board_w=3&puzzle=J%20B",
    "https://eternity2.dev/viewer?puzzle=n&puzzle_size=2&board_edges=abcaaadbceaadaae&hints=0.1-3.0",
];

/// Fragments that have broken readers before.
const SHARDS: [&str; 24] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "-1",
    "0",
    "1e9",
    "999",
    "1000000000000",
    "1.5",
    "18446744073709551616",
    "%",
    "%zz",
    "&",
    "=",
    "aaaa",
    "z",
    "é",
    "\u{feff}",
    "\\u0000",
];

fn damaged(text: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len() + 1);
        let to = (at + rng.below(12)).min(bytes.len());
        match rng.below(7) {
            0 => bytes.truncate(at),
            1 => _ = bytes.drain(at..to),
            2 => {
                let shard = rng.pick(&SHARDS).copied().unwrap_or_default();
                _ = bytes.splice(at..to.min(at + 1), shard.bytes());
            }
            3 => {
                let copy = bytes[at..to].to_vec();
                _ = bytes.splice(at..at, copy);
            }
            4 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            // A digit or letter for another: the commonest damage that still reads.
            _ if at < bytes.len() && bytes[at].is_ascii_digit() => {
                bytes[at] = b'0' + rng.below(10) as u8;
            }
            _ if at < bytes.len() && bytes[at].is_ascii_lowercase() => {
                bytes[at] = b'a' + rng.below(26) as u8;
            }
            _ => {}
        }
    }
    bytes
}

fn check_puzzle(puzzle: &Puzzle) {
    assert!(puzzle.width() <= MAX_SIDE && puzzle.height() <= MAX_SIDE);
    let again = read(native_puzzle(puzzle).as_bytes()).map(|r| r.content);
    assert_eq!(again, Ok(Content::Puzzle(puzzle.clone())));
}

fn check_bound(claimed: Option<u32>, puzzle: &Puzzle, board: &Board, notes: &[String]) {
    assert_eq!((board.width(), board.height()), (puzzle.width(), puzzle.height()));
    assert!(board.cells().iter().flatten().all(|p| p.piece() < puzzle.size()));
    // A score the file claims is contradicted exactly when the judge counts another.
    let wrong = claimed.is_some_and(|claimed| claimed != puzzle.verdict(board).score);
    let contradicted = notes.iter().any(|note| note.starts_with("the file claims a score of"));
    assert_eq!(contradicted, wrong, "{notes:?}");
    let written = read(native_board(puzzle, board).as_bytes()).map(|r| r.content);
    assert!(matches!(written, Ok(Content::Board(_))), "{written:?}");
    let links = [Format::BucasLink, Format::DevLink].map(|to| write_board(to, puzzle, board));
    for written in links.into_iter().flatten() {
        assert!(read(written.as_bytes()).is_ok(), "{written}");
    }
}

/// Binds and unfolds a board; says whether either could be done.
fn check_board(loose: &LooseBoard, puzzles: &[Puzzle]) -> bool {
    // A board line does not say its size.
    assert!(loose.size.is_none_or(|(width, height)| loose.cells.len() == width * height));
    assert!(loose.clues.iter().all(|&c| c < loose.cells.len()));
    let mut done = false;
    for puzzle in puzzles {
        match loose.bind(puzzle) {
            Ok((board, notes)) => {
                check_bound(loose.claimed, puzzle, &board, &notes);
                let filled = loose.cells.iter().flatten().count();
                assert_eq!(board.filled(), filled);
                done = true;
            }
            Err(why) => assert!(why.to_string().len() < 500),
        }
    }
    if let Ok((puzzle, board, notes)) = loose.to_puzzle() {
        check_bound(loose.claimed, &puzzle, &board, &notes);
        check_puzzle(&puzzle);
        done = true;
    }
    done
}

#[test]
fn damage_is_survived() -> Result<(), Box<dyn std::error::Error>> {
    let mut puzzles = Vec::new();
    for text in [PUZZLE, OTHERS[1]] {
        if let Content::Puzzle(puzzle) = read(text.as_bytes())?.content {
            puzzles.push(puzzle);
        }
    }
    let Content::Board(square) = read(OTHERS[8].as_bytes())?.content else {
        return Err("a link holds a board".into());
    };
    puzzles.push(square.to_puzzle()?.0);
    let documents: Vec<&str> = OTHERS.into_iter().chain([PUZZLE]).collect();
    let mut rng = Rng::new(1);
    let (mut read_well, mut bound) = (0, 0);
    for _ in 0..INPUTS {
        let text = rng.pick(&documents).copied().unwrap_or_default();
        let input = damaged(text, &mut rng);
        match read(&input) {
            Ok(reading) => {
                read_well += 1;
                match &reading.content {
                    Content::Puzzle(puzzle) => check_puzzle(puzzle),
                    Content::Board(board) => bound += usize::from(check_board(board, &puzzles)),
                    Content::Clues(_) => {}
                }
            }
            Err(why) => assert!(why.to_string().len() < 500, "{why}"),
        }
    }
    // Too much damage would test nothing but the first character.
    assert!(read_well > INPUTS / 5 && bound > INPUTS / 20, "{read_well} read, {bound} bound");
    Ok(())
}

#[test]
fn absurd_sizes_cost_nothing() {
    let huge = "1000000000000";
    for text in [
        format!(
            "{{\"format\":\"marquetry-puzzle/1\",\"width\":{huge},\"height\":{huge},\"frame\":\"grey\",\"pieces\":[]}}"
        ),
        format!(
            "{{\"format\":\"marquetry-board/1\",\"width\":{huge},\"height\":{huge},\"cells\":[]}}"
        ),
        format!("{{\"width\":{huge},\"height\":1,\"pieces\":[]}}"),
        format!("{{\"rows\":{huge},\"cols\":{huge},\"tiles\":[]}}"),
        format!("{{\"size\":{huge},\"board\":[]}}"),
        "{\"size\":0,\"board\":[]}".into(),
        format!("https://e2.bucas.name/#board_w={huge}&board_h={huge}&board_edges=aaaa"),
        format!("https://e2.bucas.name/#board_edges={}", "a".repeat(4 * 65 * 65)),
        format!("https://e2.bucas.name/#board_edges=aaaa&hints={huge}.0"),
        " ".repeat(MAX_BYTES),
        "[".repeat(MAX_BYTES),
        format!("{{\"a\":{}", "[".repeat(MAX_BYTES - 10)),
    ] {
        assert!(read(text.as_bytes()).is_err(), "{}", text.get(..80).unwrap_or(&text));
    }
}
