//! The archive of a hunt: a folder that holds every board worth keeping, and loses none.

mod boards;
mod families;
mod shelf;
mod symmetry;

pub use boards::{Damage, Kept, board_of};
pub use shelf::{Best, Shelf};

use crate::output;
use anyhow::{Context, Result, bail};
use boards::Boards;
use marquetry::algorithms::Parameters;
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{Score, Signature};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::hash::Hash;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The name and version of the format.
const FORMAT: &str = "marquetry-hunt/1";
/// How much less than the best is worth keeping unless the user says from where on.
pub const WITHIN: Score = 2;
/// The longest `hunt.json`.
const MAX_HEAD: u64 = 1 << 20;

/// What a hunt is and how far it came: the file `hunt.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// Always `marquetry-hunt/1`.
    pub format: String,
    /// The name of the puzzle.
    pub puzzle: String,
    /// A hash of its size, frame, pieces and clues.
    pub fingerprint: String,
    /// The algorithm of the last session.
    pub algorithm: String,
    /// Its parameters.
    pub parameters: Parameters,
    /// The seed that the seed of every session comes from.
    pub seed: u64,
    /// From which score on boards are kept, if the user said it.
    pub keep: Option<Score>,
    /// From which score on boards are kept now.
    pub threshold: Score,
    /// The number of sessions begun.
    pub sessions: u64,
    /// Seconds of search over all sessions.
    pub seconds: f64,
    /// Steps over all sessions.
    pub work: u64,
}

impl Head {
    /// The head of a hunt that has not begun.
    #[must_use]
    pub fn new(puzzle: &Puzzle, algorithm: &str, seed: u64) -> Self {
        Self {
            format: FORMAT.to_owned(),
            puzzle: puzzle.name().to_owned(),
            fingerprint: fingerprint(puzzle),
            algorithm: algorithm.to_owned(),
            parameters: Parameters::new(),
            seed,
            keep: None,
            threshold: 0,
            sessions: 0,
            seconds: 0.0,
            work: 0,
        }
    }

    /// Reads the head of the hunt in a folder, `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read or belongs to another puzzle.
    pub fn read(folder: &Path, puzzle: &Puzzle) -> Result<Option<Self>> {
        let path = folder.join("hunt.json");
        if !path.exists() {
            return Ok(None);
        }
        let name = path.display();
        let length = fs::metadata(&path).map_or(0, |found| found.len());
        if length > MAX_HEAD {
            bail!("{name}: expected the head of a hunt, found {length} bytes");
        }
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
        let head: Self = serde_json::from_str(&text)
            .with_context(|| format!("{name}: expected the head of a hunt"))?;
        if head.format != FORMAT {
            bail!("{name}: expected format {FORMAT}, found {:?}", head.format);
        }
        if head.fingerprint != fingerprint(puzzle) {
            let (folder, found, wanted) = (folder.display(), &head.puzzle, puzzle.name());
            bail!(
                "{folder} holds a hunt for other pieces or clues ({found}), not for this {wanted}: name another --archive"
            );
        }
        Ok(Some(head))
    }

    fn save(&self, folder: &Path) -> Result<()> {
        output::save(&folder.join("hunt.json"), serde_json::to_string_pretty(self)?.as_bytes())
    }
}

/// A hash of everything that makes a puzzle what it is, its name excepted.
#[must_use]
pub fn fingerprint(puzzle: &Puzzle) -> String {
    let mut signature = Signature::default();
    (puzzle.width(), puzzle.height(), puzzle.frame() as u32).hash(&mut signature);
    u32::from(puzzle.signed()).hash(&mut signature);
    puzzle.pieces().iter().for_each(|piece| piece.0.hash(&mut signature));
    let mut clues: Vec<_> = puzzle.clues().iter().map(|c| (c.cell, c.placed.index())).collect();
    clues.sort_unstable();
    clues.hash(&mut signature);
    signature.to_string()
}

/// Seconds since 1970.
#[must_use]
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// An archive as anyone may look at it, whoever writes to it.
#[derive(Debug)]
pub struct Glance {
    /// What the hunt is.
    pub head: Head,
    /// What boards it found.
    pub shelf: Shelf,
    file: File,
}

impl Glance {
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
            let (shelf, _) = Shelf::load(&file, puzzle)?;
            Ok(Self { head, shelf, file })
        };
        read().with_context(|| format!("cannot read {}", path.display()))
    }

    /// All boards, the best first and the older first among equals, one at a time.
    pub fn boards(&self) -> impl Iterator<Item = Result<Kept>> {
        let mut entries: Vec<_> = self.shelf.entries.iter().collect();
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
    shelf: Shelf,
    boards: Boards,
    /// The most boards it may hold.
    most: usize,
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
        }
        let cannot = || format!("cannot read {}", path.display());
        let file = File::open(&path).with_context(cannot)?;
        let (shelf, damage) = Shelf::load(&file, puzzle).with_context(cannot)?;
        let notes = set_aside(&path, damage)?;
        let boards = Boards::open(&path, damage.end)?;
        let (most, folder) = (most.max(1), folder.to_owned());
        let mut archive = Self { puzzle, folder, head, shelf, boards, most, _lock: lock };
        if damage.bad > 0 {
            archive.rewrite()?;
        }
        Ok((archive, notes))
    }

    /// Keeps boards from this score on from now on, also below where it was before.
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
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
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
        let Some(seat) = self.shelf.seat(self.puzzle, board) else { return Ok(false) };
        let Some(cells) = Kept::cells_of(board) else { return Ok(false) };
        let kept = Kept { score, at: now(), session: self.head.sessions, work, cells };
        let place = self.boards.append(&kept)?;
        self.shelf.add(seat, place, &kept, board);
        self.raise();
        self.boards.flush()?;
        if self.shelf.len() > self.most {
            self.prune()?;
        }
        Ok(true)
    }

    /// Lets the threshold rise with the best; the least score worth keeping, were there room for
    /// all.
    fn raise(&mut self) -> Score {
        let within = self.shelf.best_score().saturating_sub(WITHIN);
        let least = self.head.keep.unwrap_or(within);
        self.head.threshold = self.head.threshold.max(least);
        least
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
        let least = self.raise();
        let before = self.shelf.len();
        self.shelf.retain(|entry| entry.score >= least);
        if self.shelf.len() > self.most {
            let room = self.most - self.most / 10;
            let mut scores: Vec<_> = self.shelf.entries.iter().map(|entry| entry.score).collect();
            scores.sort_unstable_by(|a, b| b.cmp(a));
            let last = scores.get(room - 1).copied().unwrap_or_default();
            let better = scores.partition_point(|score| *score > last);
            // The older ones of the lowest score fill what the better ones leave.
            let alike = self.shelf.entries.iter().filter(|entry| entry.score == last);
            let keys: HashSet<u64> = alike.take(room - better).map(|entry| entry.key).collect();
            self.shelf.retain(|entry| entry.score > last || keys.contains(&entry.key));
            // There is no room for more of these.
            self.head.threshold = last + 1;
        }
        if self.shelf.len() < before {
            self.save()?;
            self.rewrite()?;
        }
        Ok(())
    }

    fn rewrite(&mut self) -> Result<()> {
        self.boards.retain(self.shelf.entries.iter_mut().map(|entry| &mut entry.place))
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
