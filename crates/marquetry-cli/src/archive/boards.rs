//! The file of boards: one JSON object a line, only ever appended to, or replaced whole.

use anyhow::{Context, Result};
use atomic_write_file::AtomicWriteFile;
use marquetry::edge::{Board, BoardLine, Puzzle};
use marquetry::search::Score;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The longest line: a board of 64x64 with room to spare.
const MAX_LINE: u64 = 1 << 20;

/// A board as it is written down: a board line, and how it was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// Its score.
    pub score: Score,
    /// When it was found, in seconds since 1970.
    pub at: u64,
    /// The session that found it.
    pub session: u64,
    /// The steps the session had taken.
    pub work: u64,
    /// The board itself.
    pub cells: BoardLine,
}

impl Kept {
    /// The board, if the judge says what the line says.
    #[must_use]
    pub fn board(&self, puzzle: &Puzzle) -> Option<Board> {
        let board = self.cells.board_of(puzzle)?;
        (puzzle.verdict(&board).accepted() == Ok(self.score)).then_some(board)
    }
}

/// What reading a file of boards found besides boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// Bytes of a last line that was cut short.
    pub torn: u64,
    /// Lines that are no boards of this puzzle, or not what they say.
    pub bad: u64,
    /// Where the last whole line ends.
    pub end: u64,
}

impl Damage {
    /// What is wrong, in words.
    #[must_use]
    pub fn words(&self, path: &Path) -> Vec<String> {
        let name = path.display();
        let mut words = Vec::new();
        if self.torn > 0 {
            words.push(format!("{name}: the last line was cut short ({} bytes)", self.torn));
        }
        match self.bad {
            0 => {}
            1 => words.push(format!("{name}: 1 line is no board of this puzzle")),
            bad => words.push(format!("{name}: {bad} lines are no boards of this puzzle")),
        }
        words
    }
}

/// Reads every board of a file and hands over its place and its line.
pub(super) fn read(
    file: &File,
    puzzle: &Puzzle,
    mut found: impl FnMut(Range<u64>, &Kept, Board),
) -> Result<Damage> {
    let mut reader = BufReader::new(file);
    reader.seek(SeekFrom::Start(0))?;
    let mut damage = Damage::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? as u64;
        if length < MAX_LINE && line.last() != Some(&b'\n') {
            damage.torn = length;
            return Ok(damage);
        }
        let place = damage.end..damage.end + length;
        damage.end = place.end;
        let kept = serde_json::from_slice::<Kept>(&line).ok();
        match kept.as_ref().and_then(|kept| Some((kept, kept.board(puzzle)?))) {
            Some((kept, board)) => found(place, kept, board),
            None => damage.bad += 1,
        }
    }
}

/// Reads one line of a file again.
pub(super) fn read_at(mut file: &File, place: &Range<u64>) -> Result<Kept> {
    file.seek(SeekFrom::Start(place.start))?;
    Ok(serde_json::from_reader(file.take(place.end - place.start))?)
}

/// Makes sure that a new name is on disk, where the system has a way to.
pub(super) fn sync_folder(path: &Path) {
    let folder = path.parent().and_then(|folder| File::open(folder).ok());
    // Not every system lets a folder be synced; the file's own data is safe either way.
    _ = folder.map(|folder| folder.sync_all());
}

/// The file of boards, open for writing.
#[derive(Debug)]
pub(super) struct Boards {
    path: PathBuf,
    file: File,
    /// Where the last whole line ends.
    end: u64,
    /// Lines the system has not taken yet.
    waiting: Vec<u8>,
    synced: bool,
}

impl Boards {
    pub(super) fn open(path: &Path, end: u64) -> Result<Self> {
        let context = || format!("cannot write {}", path.display());
        let file = File::options().read(true).write(true).open(path).with_context(context)?;
        file.set_len(end).and_then(|()| file.sync_data()).with_context(context)?;
        Ok(Self { path: path.to_owned(), file, end, waiting: Vec::new(), synced: true })
    }

    /// Bytes that could not be written so far.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Adds a line; its place. It is written by the next [`flush`](Self::flush).
    pub(super) fn append(&mut self, kept: &Kept) -> Result<Range<u64>> {
        let start = self.end + self.waiting.len() as u64;
        serde_json::to_writer(&mut self.waiting, kept)?;
        self.waiting.push(b'\n');
        Ok(start..self.end + self.waiting.len() as u64)
    }

    /// Hands all lines to the system: from here on they survive the end of this process. Lines
    /// that cannot be written wait for the next time, and nothing is left half written.
    pub(super) fn flush(&mut self) -> Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let start = SeekFrom::Start(self.end);
        let written = self.file.seek(start).and_then(|_| self.file.write_all(&self.waiting));
        if written.is_err() {
            _ = self.file.set_len(self.end);
        }
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        self.end += self.waiting.len() as u64;
        self.waiting.clear();
        self.synced = false;
        Ok(())
    }

    /// Where the file ends and the lines that wait begin.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// A line that waits.
    fn line(&self, place: &Range<u64>) -> Option<&[u8]> {
        let at = |offset: u64| usize::try_from(offset.checked_sub(self.end)?).ok();
        self.waiting.get(at(place.start)?..at(place.end)?)
    }

    /// A board whose line waits.
    pub(super) fn unwritten(&self, place: &Range<u64>) -> Option<Kept> {
        serde_json::from_slice(self.line(place)?).ok()
    }

    /// Writes a line that waits over others of the file that have room for it.
    pub(super) fn put(&mut self, place: &Range<u64>, over: &Range<u64>) -> Result<()> {
        let line = self.line(place).unwrap_or_default().trim_ascii_end();
        let mut bytes = vec![b' '; (over.end - over.start) as usize];
        bytes[..line.len()].copy_from_slice(line);
        bytes.iter_mut().last().into_iter().for_each(|last| *last = b'\n');
        let written = self.file.seek(SeekFrom::Start(over.start));
        let written = written.and_then(|_| self.file.write_all(&bytes));
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        self.synced = false;
        Ok(())
    }

    /// Forgets the lines that wait, except those at these places, and tells each its new place.
    pub(super) fn keep_waiting<'r>(&mut self, places: impl Iterator<Item = &'r mut Range<u64>>) {
        let mut kept = Vec::new();
        for place in places {
            let start = self.end + kept.len() as u64;
            kept.extend_from_slice(self.line(place).unwrap_or_default());
            *place = start..self.end + kept.len() as u64;
        }
        self.waiting = kept;
    }

    /// Makes sure that all lines are on disk: from here on they survive a loss of power.
    pub(super) fn sync(&mut self) -> Result<()> {
        self.flush()?;
        if !self.synced {
            let context = || format!("cannot write {}", self.path.display());
            self.file.sync_data().with_context(context)?;
            self.synced = true;
        }
        Ok(())
    }

    /// Replaces the file by the lines at these places, whole or not at all, and tells each its
    /// new place.
    pub(super) fn retain<'r>(
        &mut self,
        places: impl Iterator<Item = &'r mut Range<u64>>,
    ) -> Result<()> {
        self.flush()?;
        let mut moved = Vec::new();
        let mut end = 0;
        let write = || -> Result<()> {
            let mut out = AtomicWriteFile::open(&self.path)?;
            let mut line = Vec::new();
            let mut file = &self.file;
            for place in places {
                file.seek(SeekFrom::Start(place.start))?;
                line.clear();
                file.take(place.end - place.start).read_to_end(&mut line)?;
                out.write_all(&line)?;
                moved.push((place, end..end + line.len() as u64));
                end += line.len() as u64;
            }
            Ok(out.commit()?)
        };
        write().with_context(|| format!("cannot write {}", self.path.display()))?;
        sync_folder(&self.path);
        *self = Self::open(&self.path, end)?;
        moved.into_iter().for_each(|(place, new)| *place = new);
        Ok(())
    }
}
