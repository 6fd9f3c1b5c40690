//! Boards as they are found, one JSON object a line.

use crate::output;
use anyhow::{Context, Result, bail};
use marquetry::edge::format::native_board;
use marquetry::edge::{Board, Puzzle};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Writes boards to a file, or to standard output for `-`.
pub struct Listing {
    path: PathBuf,
    out: BufWriter<Sink>,
    /// Where a plain file is to be cut before anything is written.
    cut: Option<u64>,
}

/// Where boards go.
enum Sink {
    Stdout(io::Stdout),
    File(File),
}

impl Listing {
    /// Opens a listing that holds this many boards already. What a file holds beyond them is cut
    /// off, but not before the first write: until then nothing is touched.
    ///
    /// # Errors
    /// If it cannot be opened or holds too few boards.
    pub fn open(path: &Path, told: u64) -> Result<Self> {
        let (sink, cut) = if output::is_stdout(Some(path)) {
            (Sink::Stdout(io::stdout()), None)
        } else {
            Self::open_file(path, told).with_context(|| path.display().to_string())?
        };
        Ok(Self { path: path.to_owned(), out: BufWriter::new(sink), cut })
    }

    fn open_file(path: &Path, told: u64) -> Result<(Sink, Option<u64>)> {
        if !output::is_file_to_be(path) {
            return Ok((Sink::File(File::options().write(true).open(path)?), None));
        }
        let mut options = File::options();
        let file = options.read(true).write(true).create(told == 0).truncate(false).open(path)?;
        let cut = end_of_line(&file, told)?;
        Ok((Sink::File(file), Some(cut)))
    }

    /// Adds a board.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, puzzle: &Puzzle, board: &Board) -> Result<()> {
        // Strings in JSON hold no line breaks of their own.
        let line = native_board(puzzle, board).replace('\n', "") + "\n";
        self.attempt(|out| out.write_all(line.as_bytes()))
    }

    /// Hands over what was added, so that a reader sees it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<()> {
        self.attempt(Write::flush)
    }

    /// Makes sure that everything added is on disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn sync(&mut self) -> Result<()> {
        self.flush()?;
        let plain = output::is_file_to_be(&self.path);
        self.attempt(|out| match out.get_ref() {
            Sink::File(file) if plain => file.sync_data(),
            Sink::File(_) | Sink::Stdout(_) => Ok(()),
        })
    }

    fn attempt(
        &mut self,
        write: impl FnOnce(&mut BufWriter<Sink>) -> io::Result<()>,
    ) -> Result<()> {
        let cut = self.cut.take();
        let out = &mut self.out;
        let cut_and_write = || {
            if let (Some(cut), Sink::File(file)) = (cut, out.get_mut()) {
                file.set_len(cut)?;
                file.seek(SeekFrom::Start(cut))?;
            }
            write(out)
        };
        cut_and_write().with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// The offset behind so many lines.
fn end_of_line(file: &File, lines: u64) -> Result<u64> {
    let mut reader = BufReader::new(file);
    let (mut end, mut found) = (0, 0);
    while found < lines {
        let length = reader.skip_until(b'\n')?;
        if length == 0 {
            bail!("expected the {lines} boards listed before the checkpoint, found {found}");
        }
        (end, found) = (end + length as u64, found + 1);
    }
    Ok(end)
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry::edge::builtin::builtin;
    use std::fs;

    #[test]
    fn a_listing_is_cut_back_to_what_was_told_and_goes_on_from_there() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("list");
        let (puzzle, solution) = sample();
        let line = native_board(&puzzle, &solution).replace('\n', "") + "\n";
        fs::write(&path, format!("{line}{line}{line}{{\"cut sho")).expect("it can be written");
        let before = fs::read_to_string(&path).expect("it is there");
        assert!(Listing::open(&path, 5).is_err_and(|e| format!("{e:#}").contains("found 4")));
        let mut listing = Listing::open(&path, 2).expect("it holds two boards");
        assert_eq!(fs::read_to_string(&path).ok(), Some(before), "nothing is touched yet");
        listing.add(&puzzle, &solution).and_then(|()| listing.sync()).expect("it can be written");
        assert_eq!(fs::read_to_string(&path).ok(), Some(line.repeat(3)));
        Listing::open(&path, 0).and_then(|mut fresh| fresh.flush()).expect("it can be written");
        assert_eq!(fs::read_to_string(&path).ok(), Some(String::new()));
        assert!(Listing::open(&folder.path().join("none"), 1).is_err());
    }

    fn sample() -> (Puzzle, Board) {
        let puzzle =
            builtin("p1").and_then(|builtin| builtin.puzzle().ok()).expect("it is built in");
        let board = Board::empty(puzzle.width(), puzzle.height());
        (puzzle, board)
    }
}
