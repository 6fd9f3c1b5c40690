//! The archive of a hunt: a folder that holds every board worth keeping, and loses none.

mod boards;
mod families;
mod head;
mod history;
mod home;
mod index;
mod shed;
mod symmetry;

pub use boards::{Damage, Kept};
pub use head::{Head, OtherPuzzle};
pub use history::Mark;
pub use home::{archives, home, puzzle_of};
pub use index::{Best, Index};

use crate::output::{self, Lock};
use anyhow::{Context, Result, bail};
use boards::Boards;
use marquetry::edge::{Board, BoardLine, Puzzle};
use marquetry::search::Score;
use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// How much less than the best is worth keeping unless the user says from where on.
pub const WITHIN: Score = 2;

/// The files of an archive: what the hunt is, its boards, its puzzle, its bests, and who has it.
pub const NAMES: [&str; 5] = [HEAD, BOARDS, home::PUZZLE, history::BESTS, LOCK];
const HEAD: &str = "hunt.json";
const BOARDS: &str = "boards.jsonl";
const LOCK: &str = "lock";

/// Seconds since 1970.
#[must_use]
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// One number for all boards that are the same: turned as a whole, or alike in look.
#[must_use]
pub fn key(puzzle: &Puzzle, board: &Board) -> u64 {
    symmetry::key(&symmetry::looks(puzzle, board))
}

/// An archive as anyone may look at it, whoever writes to it.
#[derive(Debug)]
pub struct Snapshot {
    /// What the hunt is.
    pub head: Head,
    /// What boards it found.
    pub index: Index,
    /// Every best, the oldest first.
    pub bests: Vec<Mark>,
    /// What is wrong with its files.
    pub damage: Vec<String>,
    file: Option<File>,
}

impl Snapshot {
    /// Looks at the hunt in a folder, as far as it can be read.
    ///
    /// # Errors
    /// If there is none, or it belongs to another puzzle, or its boards cannot be read at all.
    pub fn at(folder: &Path, puzzle: &Puzzle) -> Result<Self> {
        let path = folder.join(BOARDS);
        let mut damage = Vec::new();
        let head = match Head::read(folder, puzzle) {
            Ok(Some(head)) => head,
            Ok(None) if !path.exists() => bail!("no hunt in {}", folder.display()),
            Ok(None) => {
                let head = folder.join(HEAD);
                damage.push(format!("{} is missing: the next session rebuilds it", head.display()));
                Head::new(puzzle, "unknown", 0)
            }
            Err(error) if error.is::<OtherPuzzle>() || !path.exists() => return Err(error),
            Err(error) => {
                damage.push(format!("{error:#}; the next session rebuilds it without its totals"));
                Head::new(puzzle, "unknown", 0)
            }
        };
        if !path.exists() {
            damage.push(format!("{} is missing", path.display()));
            let (index, bests) = (Index::default(), Vec::new());
            return Ok(Self { head, index, bests, damage, file: None });
        }
        let cannot = || format!("cannot read {}", path.display());
        let file = File::open(&path).with_context(cannot)?;
        let (index, found) = Index::load(&file, puzzle).with_context(cannot)?;
        let torn = found.torn > 0 && !Lock::is_held(&folder.join(LOCK));
        let found = Damage { torn: if torn { found.torn } else { 0 }, ..found };
        damage.extend(found.words(&path));
        let bests = history::read(folder, puzzle);
        Ok(Self { head, index, bests, damage, file: Some(file) })
    }

    /// All boards, the best first and the older first among equals, one at a time.
    pub fn boards(&self) -> impl Iterator<Item = Result<Kept>> {
        let mut entries: Vec<_> = self.index.entries.iter().collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.score));
        let read =
            |entry: &index::Indexed| Some(boards::read_at(self.file.as_ref()?, &entry.place));
        entries.into_iter().filter_map(read)
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
    bests: Vec<Mark>,
    boards: Boards,
    /// The most boards it may hold.
    most: usize,
    /// Lines of the file whose boards are no longer worth keeping.
    stale: usize,
    /// Boards that were given up for want of room on disk.
    shed: u64,
    /// Held while the archive is open.
    _lock: Lock,
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
        let lock = Lock::take(&folder.join(LOCK), |holder| {
            format!("another hunt has {name} (process {holder})")
        })?;
        let path = folder.join(BOARDS);
        let mut notes = Vec::new();
        let head = match Head::read(folder, puzzle) {
            Ok(Some(head)) => head,
            Ok(None) if !path.exists() => new(),
            Err(error) if error.is::<OtherPuzzle>() || !path.exists() => return Err(error),
            lost => rebuild(folder, puzzle, new(), lost.is_err(), &mut notes)?,
        };
        home::keep_puzzle(folder, puzzle)?;
        if !path.exists() {
            head.save(folder)?;
            output::save(&path, b"")?;
            boards::sync_folder(&path);
        }
        let cannot = || format!("cannot read {}", path.display());
        let file = File::open(&path).with_context(cannot)?;
        let (index, damage) = Index::load(&file, puzzle).with_context(cannot)?;
        notes.extend(set_aside(&path, damage)?);
        let boards = Boards::open(&path, damage.end)?;
        let (most, folder) = (most.max(1), folder.to_owned());
        let stale = damage.bad as usize;
        let bests = history::read(&folder, puzzle);
        let mut archive =
            Self { puzzle, folder, head, index, bests, boards, most, stale, shed: 0, _lock: lock };
        archive.begin_history();
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
        let cells = BoardLine::of(board);
        self.keep_board(board, &Kept { score, at: now(), session: self.head.sessions, work, cells })
    }

    /// Adds a board of another archive, as it was found there. It is judged again.
    ///
    /// # Errors
    /// If it cannot be written now; it is then written with the next one.
    pub fn adopt(&mut self, kept: &Kept) -> Result<bool> {
        kept.board(self.puzzle).map_or(Ok(false), |board| self.keep_board(&board, kept))
    }

    fn keep_board(&mut self, board: &Board, kept: &Kept) -> Result<bool> {
        if kept.score < self.head.threshold {
            return Ok(false);
        }
        let Some(seat) = self.index.seat(self.puzzle, board) else { return Ok(false) };
        let place = self.boards.append(kept)?;
        if self.index.is_empty() || kept.score > self.index.best_score() {
            self.mark(kept);
        }
        self.index.add(&seat, place, kept, board);
        self.raise();
        self.boards.flush()?;
        if self.index.len() + self.stale > self.most {
            self.prune()?;
        }
        Ok(true)
    }

    /// Every best, the oldest first.
    #[must_use]
    pub fn bests(&self) -> &[Mark] {
        &self.bests
    }

    /// Adds a best to the history. On a full disk only that is missing: the board itself waits.
    fn mark(&mut self, kept: &Kept) {
        self.bests.push(Mark { score: kept.score, at: kept.at, session: kept.session });
        _ = history::add(&self.folder, kept);
    }

    /// An archive of old has no history: it begins with the best of that time.
    fn begin_history(&mut self) {
        let best = self.index.best().filter(|_| self.bests.is_empty());
        let kept = best.map(|best| {
            let (score, at, session) = (best.score, best.at, best.session);
            Kept { score, at, session, work: 0, cells: BoardLine::of(&best.board) }
        });
        kept.iter().for_each(|kept| self.mark(kept));
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

    /// Makes sure that all boards are on disk. Where there is no room for all of them, the lowest
    /// make room for the better ones.
    ///
    /// # Errors
    /// If some cannot be written.
    pub fn sync(&mut self) -> Result<()> {
        let Err(full) = self.boards.sync() else { return Ok(()) };
        self.make_room()
            .and_then(|()| if self.waiting() > 0 { Err(full) } else { self.boards.sync() })
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
            // While boards wait for room there is none to write the file anew.
            self.boards.flush()?;
            self.save()?;
            self.boards.retain(self.index.entries.iter_mut().map(|entry| &mut entry.place))?;
            self.stale = 0;
        }
        Ok(())
    }
}

/// The head of a hunt whose own is lost, made of its boards. A damaged one is kept beside it.
fn rebuild(
    folder: &Path,
    puzzle: &Puzzle,
    new: Head,
    damaged: bool,
    notes: &mut Vec<String>,
) -> Result<Head> {
    let (name, path) = (folder.display(), folder.join(BOARDS));
    let cannot = || format!("cannot read {}", path.display());
    let file = File::open(&path).with_context(cannot)?;
    let Some(head) = new.rebuilt(&file, puzzle).with_context(cannot)? else {
        bail!("{name} holds no board of {}, and no hunt.json that says of what", puzzle.name());
    };
    if damaged {
        let aside = folder.join(format!("hunt-damaged-{}.json", now()));
        fs::rename(folder.join(HEAD), &aside).with_context(|| format!("cannot move {name}"))?;
        notes.push(format!("hunt.json could not be read and is kept as {}", aside.display()));
    }
    notes.push(format!("{name}/hunt.json was rebuilt from the boards, without time and work"));
    head.save(folder)?;
    Ok(head)
}

/// Says what is wrong with a file of boards, and keeps a copy of it if lines are to be removed.
fn set_aside(path: &Path, damage: Damage) -> Result<Vec<String>> {
    let mut notes = damage.words(path);
    if damage.torn > 0 {
        notes.push(format!("{}: {} bytes removed", path.display(), damage.torn));
    }
    if damage.bad > 0 {
        let copy = path.with_file_name(format!("boards-damaged-{}.jsonl", now()));
        fs::copy(path, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
        notes.push(format!("the file as it was is kept in {}", copy.display()));
    }
    Ok(notes)
}
