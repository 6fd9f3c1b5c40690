//! The files of a hunt's archive: looked at, and opened to be gone on with.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marquetry::edge::Puzzle;
use marquetry::edge::builtin::builtin;
use marquetry_cli::archive::{Archive, Head, Kept, Snapshot};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::{env, fs, process};

fn known() -> &'static (Puzzle, PathBuf) {
    static KNOWN: OnceLock<(Puzzle, PathBuf)> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let puzzle = builtin("twin-4x4").unwrap().puzzle().unwrap();
        let folder = env::temp_dir().join(format!("marquetry-fuzz-{}", process::id()));
        (puzzle, folder)
    })
}

// The first byte says which file of the archive the others are.
fuzz_target!(|bytes: &[u8]| {
    let (puzzle, folder) = known();
    let Some((&which, rest)) = bytes.split_first() else { return };
    for line in rest.split(|&byte| byte == b'\n') {
        if let Ok(kept) = serde_json::from_slice::<Kept>(line) {
            _ = kept.board(puzzle);
        }
    }
    if which % 8 != 0 {
        return;
    }
    fs::create_dir_all(folder).unwrap();
    let name = ["boards.jsonl", "hunt.json", "bests.jsonl"][usize::from(which / 8) % 3];
    fs::write(folder.join(name), rest).unwrap();
    _ = Snapshot::at(folder, puzzle);
    _ = Archive::open(folder, puzzle, 100, || Head::new(puzzle, "local", 1));
    _ = fs::remove_dir_all(folder);
});
