//! The archive of a hunt: a folder that holds every board worth keeping, and loses none.

mod boards;
mod families;
mod head;
mod index;
mod symmetry;

pub use boards::{Damage, Kept};
pub use head::Head;
pub use index::{Best, Index};

use crate::output;
use anyhow::{Context, Result, bail};
use boards::Boards;
use marquetry::edge::{Board, BoardLine, Puzzle};
use marquetry::search::Score;
use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// How much less than the best is worth keeping unless the user says from where on.
pub const WITHIN: Score = 2;

/// Seconds since 1970.
#[must_use]
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// An archive as anyone may look at it, whoever writes to it.
#[derive(Debug)]
pub struct Snapshot {
    /// What the hunt is.
    pub head: Head,
    /// What boards it found.
    pub index: Index,
    file: File,
}

impl Snapshot {
    /// Looks at the hunt in a folder.
    ///
    /// # Errors
    /// If there is none, or it cannot be read, or belongs to another puzzle.
    pub fn at(folder: &Path, puzzle: &Puzzle) -> Result<Self> {
        let head = Head::read(folder, puzzle)?;
        let head = head.with_context(|| format!("no hunt in {}", folder.display()))?;
        let path = folder.join("boards.jsonl");
        let read = || -> Result<_> {
            let file = File::open(&path)?;
            let (index, _) = Index::load(&file, puzzle)?;
            Ok(Self { head, index, file })
        };
        read().with_context(|| format!("cannot read {}", path.display()))
    }

    /// All boards, the best first and the older first among equals, one at a time.
    pub fn boards(&self) -> impl Iterator<Item = Result<Kept>> {
        let mut entries: Vec<_> = self.index.entries.iter().collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.score));
        entries.into_iter().map(|entry| boards::read_at(&self.file, &entry.place))
    }
}

/// An archive that boards are added to. Only one process at a time has it.
#[derive(Debug)]
pub struct Archive<'a> {
    puzzle: &'a Puzzle,
    folder: PathBuf,
    /// What the hunt is and how far it came.
    pub head: Head,
    index: Index,
    boards: Boards,
    /// The most boards it may hold.
    most: usize,
    /// Lines of the file whose boards are no longer worth keeping.
    stale: usize,
    /// Held while the archive is open; the system lets go of it however the process ends.
    _lock: File,
}

impl<'a> Archive<'a> {
    /// Opens the archive in a folder, or makes one, and mends what a crash left. The notes say
    /// what was found.
    ///
    /// # Errors
    /// If another hunt has it, it cannot be read or written, or belongs to another puzzle.
    pub fn open(
        folder: &Path,
        puzzle: &'a Puzzle,
        most: usize,
        new: impl FnOnce() -> Head,
    ) -> Result<(Self, Vec<String>)> {
        let name = folder.display();
        fs::create_dir_all(folder).with_context(|| format!("cannot make {name}"))?;
        let lock = lock(folder)?;
        let path = folder.join("boards.jsonl");
        let head = match Head::read(folder, puzzle)? {
            Some(head) => head,
            None if path.exists() => bail!("{name} holds boards but no hunt.json"),
            None => new(),
        };
        if !path.exists() {
            head.save(folder)?;
            output::save(&path, b"")?;
            boards::sync_folder(&path);
        }
        let cannot = || format!("cannot read {}", path.display());
        let file = File::open(&path).with_context(cannot)?;
        let (index, damage) = Index::load(&file, puzzle).with_context(cannot)?;
        let notes = set_aside(&path, damage)?;
        let boards = Boards::open(&path, damage.end)?;
        let (most, folder) = (most.max(1), folder.to_owned());
        let stale = damage.bad as usize;
        let archive = Self { puzzle, folder, head, index, boards, most, stale, _lock: lock };
        Ok((archive, notes))
    }

    /// Keeps boards from this score on from now on, also below where it was before; without a
    /// score goes on as before. Lines that are no boards worth keeping are removed.
    ///
    /// # Errors
    /// If boards below it cannot be removed.
    pub fn keep(&mut self, keep: Option<Score>) -> Result<()> {
        if let Some(keep) = keep {
            (self.head.keep, self.head.threshold) = (Some(keep), keep);
        }
        self.prune()
    }

    /// What boards there are.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Bytes of boards that could not be written so far.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.boards.waiting()
    }

    /// Adds a board found in this session unless it is there already or not worth keeping;
    /// whether it was added. It is judged again.
    ///
    /// # Errors
    /// If it cannot be written now; it is then written with the next one.
    pub fn add(&mut self, board: &Board, work: u64) -> Result<bool> {
        let Ok(score) = self.puzzle.verdict(board).accepted() else { return Ok(false) };
        if score < self.head.threshold {
            return Ok(false);
        }
        let Some(seat) = self.index.seat(self.puzzle, board) else { return Ok(false) };
        let cells = BoardLine::of(board);
        let kept = Kept { score, at: now(), session: self.head.sessions, work, cells };
        let place = self.boards.append(&kept)?;
        self.index.add(&seat, place, &kept, board);
        self.raise();
        self.boards.flush()?;
        if self.index.len() + self.stale > self.most {
            self.prune()?;
        }
        Ok(true)
    }

    /// Lets the threshold rise with the best and forgets what is below.
    fn raise(&mut self) {
        let within = self.index.best_score().saturating_sub(WITHIN);
        let least = self.head.keep.unwrap_or(within);
        self.head.threshold = self.head.threshold.max(least);
        let lowest = self.index.scores().keys().next();
        if lowest.is_some_and(|lowest| *lowest < least) {
            self.forget(|entry| entry.score < least);
        }
    }

    fn forget(&mut self, which: impl Fn(&index::Indexed) -> bool) {
        let before = self.index.len();
        self.index.retain(|entry| !which(entry));
        self.stale += before - self.index.len();
    }

    /// Makes sure that all boards are on disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn sync(&mut self) -> Result<()> {
        self.boards.sync()
    }

    /// Writes the head.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self) -> Result<()> {
        self.head.save(&self.folder)
    }

    /// Drops the boards no longer worth keeping, and the lowest of those above if there are too many:
    /// a tenth more than need be, so that it does not happen at every board.
    ///
    /// # Errors
    /// If the file cannot be replaced; it is then as it was.
    pub fn prune(&mut self) -> Result<()> {
        self.raise();
        if self.index.len() > self.most {
            let room = self.most - self.most / 10;
            let mut scores: Vec<_> = self.index.entries.iter().map(|entry| entry.score).collect();
            scores.sort_unstable_by(|a, b| b.cmp(a));
            let last = scores.get(room - 1).copied().unwrap_or_default();
            let better = scores.partition_point(|score| *score > last);
            // The older ones of the lowest score fill what the better ones leave.
            let alike = self.index.entries.iter().filter(|entry| entry.score == last);
            let keys: HashSet<u64> = alike.take(room - better).map(|entry| entry.key).collect();
            self.forget(|entry| entry.score <= last && !keys.contains(&entry.key));
            // There is no room for more of these.
            self.head.threshold = last + 1;
        }
        if self.stale > 0 {
            self.save()?;
            self.boards.retain(self.index.entries.iter_mut().map(|entry| &mut entry.place))?;
            self.stale = 0;
        }
        Ok(())
    }
}

/// Takes the archive for this process.
fn lock(folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let cannot = || format!("cannot lock {}", path.display());
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = file.with_context(cannot)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let holder = fs::read_to_string(&path).unwrap_or_default();
            bail!("another hunt has {} (process {})", folder.display(), holder.trim());
        }
        Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
    }
    file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id())).with_context(cannot)?;
    Ok(file)
}

/// Says what is wrong with a file of boards, and keeps a copy of it if lines are to be removed.
fn set_aside(path: &Path, damage: Damage) -> Result<Vec<String>> {
    let mut notes = Vec::new();
    let name = path.display();
    if damage.torn > 0 {
        notes.push(format!("{name}: the last line was cut short, {} bytes removed", damage.torn));
    }
    if damage.bad > 0 {
        let copy = path.with_file_name(format!("boards-damaged-{}.jsonl", now()));
        fs::copy(path, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
        let (bad, copy) = (damage.bad, copy.display());
        notes.push(format!("{name}: {bad} lines are no boards of this puzzle, see {copy}"));
    }
    Ok(notes)
}
