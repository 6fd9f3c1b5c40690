//! Where archives are, and which puzzle they are of.

use super::{BOARDS, HEAD, Head, OtherPuzzle};
use crate::{output, shelf};
use anyhow::{Context, Result, bail};
use marquetry::edge::Puzzle;
use marquetry::edge::format::{self, native_puzzle};
use std::path::{Path, PathBuf};

/// The puzzle of an archive, with its clues.
pub(super) const PUZZLE: &str = "puzzle.json";

/// The folder of the hunt for a puzzle: the one that it has already, else a new one. Other clues make
/// another puzzle, so they are part of the name.
#[must_use]
pub fn home(base: &Path, puzzle: &Puzzle) -> PathBuf {
    let name = output::slug(puzzle.name());
    let clued = match puzzle.clues().len() {
        0 => name.clone(),
        1 => format!("{name}-1-clue"),
        clues => format!("{name}-{clues}-clues"),
    };
    let fingerprint = puzzle.fingerprint();
    let exact = format!("{clued}-{}", fingerprint.get(..8).unwrap_or(&fingerprint));
    let wishes = [&name, &clued, &exact].map(|name| base.join(name));
    let own = |folder: &&PathBuf| match Head::read(folder, puzzle) {
        Ok(head) => head.is_some() || folder.join(BOARDS).exists(),
        // One whose head is damaged is mended, not left alone.
        Err(error) => !error.is::<OtherPuzzle>(),
    };
    let free = |folder: &&PathBuf| !folder.join(HEAD).exists() && !folder.join(BOARDS).exists();
    let found = wishes.iter().find(own).or_else(|| wishes[1..].iter().find(free));
    found.unwrap_or(&wishes[2]).clone()
}

/// The puzzle that the archive in a folder is of.
///
/// # Errors
/// If there is no archive, or it does not hold its puzzle and the shelf does not have it.
pub fn puzzle_of(folder: &Path) -> Result<Puzzle> {
    let path = folder.join(PUZZLE);
    let name = folder.display();
    if path.exists() {
        let text = output::read_input(&path.to_string_lossy())?;
        let read = format::read(&text).and_then(format::Reading::puzzle);
        return read.with_context(|| path.display().to_string());
    }
    let Some(head) = Head::peek(folder)? else { bail!("no hunt in {name}") };
    // Archives of old do not hold their puzzles.
    let shelved = shelf::find(&head.puzzle).and_then(|shelved| shelved.text().ok());
    let puzzle = shelved.and_then(|text| format::read(&text).ok()?.puzzle().ok());
    let puzzle = puzzle.filter(|puzzle| puzzle.fingerprint() == head.fingerprint);
    puzzle.with_context(|| {
        let puzzle = head.puzzle;
        format!("{name} does not hold its puzzle {puzzle}: name that before --archive {name}")
    })
}

/// Makes sure that an archive holds its puzzle.
pub(super) fn keep_puzzle(folder: &Path, puzzle: &Puzzle) -> Result<()> {
    let path = folder.join(PUZZLE);
    if path.exists() { Ok(()) } else { output::save(&path, native_puzzle(puzzle).as_bytes()) }
}

/// The folders below one that hold archives, by name.
#[must_use]
pub fn archives(base: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(base).into_iter().flatten().flatten();
    let holds = |folder: &PathBuf| folder.join(HEAD).is_file() || folder.join(BOARDS).is_file();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(holds).collect();
    found.sort();
    found
}
