//! Every reader of puzzles, boards, clues and models of SAT solvers, and what is done with what they read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marquetry::edge::builtin::builtin;
use marquetry::edge::format::{self, Content};
use marquetry::edge::{Puzzle, cnf};
use std::sync::OnceLock;

fn known() -> &'static Puzzle {
    static KNOWN: OnceLock<Puzzle> = OnceLock::new();
    KNOWN.get_or_init(|| builtin("twin-4x4").unwrap().puzzle().unwrap())
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = str::from_utf8(bytes)
        && cnf::is_model(text)
    {
        _ = cnf::read_model(text);
    }
    _ = marquetry_cli::load::text(bytes, "fuzz");
    let Ok(reading) = format::read(bytes) else { return };
    match reading.content {
        Content::Puzzle(puzzle) => {
            let again = format::read(format::native_puzzle(&puzzle).as_bytes()).unwrap();
            assert_eq!(again.puzzle().unwrap(), puzzle);
        }
        Content::Board(loose) => {
            if let Ok((board, _)) = loose.bind(known()) {
                _ = known().verdict(&board);
            }
            if let Ok((puzzle, board, _)) = loose.to_puzzle() {
                _ = puzzle.verdict(&board);
            }
        }
        Content::Clues(clues) => _ = format::apply_clues(known().clone(), &clues),
    }
});
