//! `count`: every perfect board, or every filling of a block.

use super::typed::cores;
use super::{Done, exact};
use crate::args;
use crate::load::Loaded;
use crate::observe::{CheckpointFile, LeftCount, Listing, Meter, clock, read_checkpoint, short};
use crate::output::Lock;
use crate::{interrupt, output};
use anyhow::{Context, Error, Result, bail};
use marquetry::edge::{Board, Puzzle};
use marquetry::exact::{Block, Checkpoint, Counted, Counter, Event, Exact, Request};
use marquetry::search::{Conclusion, Signature};
use serde_json::{Value, json};
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Where checkpoints go when no file is named.
const COUNTS: &str = "counts";

pub(super) fn count(args: &args::Count) -> Result<Done> {
    refuse_same_files(args)?;
    let loaded = args.puzzle.load()?;
    if !args.quiet && !args.json {
        loaded.tell();
    }
    let how = exact::how(&args.tree)?;
    let block = args.block.as_deref().map(|text| exact::block(text, args.at)).transpose()?;
    let counter = Counter::new(&loaded.puzzle, &how, block)?;
    // Locked before it is read: what is read is then not written by another count.
    let kept = args.checkpoint.as_deref().or(args.resume.as_deref());
    let lock = kept.map(lock).transpose()?;
    let left = args.resume.as_deref().map(read_checkpoint).transpose()?;
    CountRun { args, loaded: &loaded, counter, how, block }.run(left, lock)
}

/// Takes the file that is to keep the count.
fn lock(path: &Path) -> Result<Lock> {
    if !output::is_file_to_be(path) {
        bail!("expected a file for the checkpoint, found {}", path.display());
    }
    output::ensure_writable(path)?;
    CheckpointFile::lock(path)
}

/// The list and the checkpoint take the place of nothing that is read, nor of each other. Only the
/// checkpoint that is gone on from may be kept up to date.
fn refuse_same_files(args: &args::Count) -> Result<()> {
    let (list, checkpoint) = (args.list.as_deref(), args.checkpoint.as_deref());
    let files = || args.puzzle.sources();
    files().reads("--resume", args.resume.as_deref()).writes("--list", list).check()?;
    files().writes("--checkpoint", checkpoint).writes("--list", list).check()?;
    files().writes("--resume", args.resume.as_deref()).check()
}

/// A count, turned once from what was typed.
struct CountRun<'a> {
    args: &'a args::Count,
    loaded: &'a Loaded,
    counter: Counter<'a>,
    how: Exact,
    block: Option<Block>,
}

/// Does with the events of a count what was asked for.
struct Scribe<'a> {
    puzzle: &'a Puzzle,
    whole: bool,
    listing: Option<Listing>,
    checkpoint: CheckpointFile,
    meter: Option<Meter>,
    quiet: bool,
    failure: Option<Error>,
}

impl CountRun<'_> {
    fn run(&self, left: Option<LeftCount>, lock: Option<Lock>) -> Result<Done> {
        let args = self.args;
        let mut tells = args.list.is_some() || args.limit.is_some();
        if let Some(left) = &left {
            self.check_boards(left, tells)?;
            tells = left.tells;
        }
        let mut scribe = Scribe {
            puzzle: &self.loaded.puzzle,
            whole: self.block.is_none(),
            checkpoint: self.checkpoint(tells, lock)?,
            listing: self.listing(left.as_ref())?,
            meter: (!args.quiet && !args.json)
                .then(|| Meter::new(self.loaded.puzzle.name().to_owned())),
            quiet: args.quiet,
            failure: None,
        };
        interrupt::catch()?;
        let request = Request {
            threads: self.threads(),
            time: args.time,
            limit: args.limit,
            boards: tells,
            stop: interrupt::stop(),
            from: left.map(|left| left.count),
        };
        let run = self.counter.run(&request, &mut |event| scribe.notice(event));
        let counted = match &args.resume {
            Some(path) => run.with_context(|| path.display().to_string())?,
            None => run?,
        };
        scribe.finish()?;
        let stopped = counted.conclusion == Conclusion::Stopped;
        let kept = stopped.then(|| scribe.checkpoint.path().map(Path::to_path_buf)).flatten();
        let reported = self.report(&counted, kept.as_deref());
        if counted.conclusion == Conclusion::Exhausted {
            scribe.checkpoint.discard();
        }
        reported?;
        Ok(Done::from(!stopped))
    }

    fn threads(&self) -> usize {
        self.args.threads.map_or_else(cores, usize::from)
    }

    /// Boards that were counted without being told cannot be told later.
    fn check_boards(&self, left: &LeftCount, wanted: bool) -> Result<()> {
        if wanted && !left.tells {
            bail!("the count was begun without --list or --limit and has to go on so");
        }
        match self.args.limit {
            Some(limit) if limit <= left.count.told => {
                bail!(
                    "expected --limit beyond the {} boards found before, found {limit}",
                    left.count.told
                )
            }
            _ => Ok(()),
        }
    }

    fn listing(&self, left: Option<&LeftCount>) -> Result<Option<Listing>> {
        let told = left.map_or(0, |left| left.count.told);
        self.args.list.as_deref().map(|path| Listing::open(path, told)).transpose()
    }

    /// The file that keeps the count: tried now, and never over what an earlier count left.
    fn checkpoint(&self, tells: bool, lock: Option<Lock>) -> Result<CheckpointFile> {
        let args = self.args;
        let path = args.checkpoint.as_ref().or(args.resume.as_ref());
        let (Some(path), Some(lock)) = (path, lock) else { return self.unnamed(tells) };
        let shown = path.display();
        let real = |path: &PathBuf| fs::canonicalize(path).ok();
        if path.exists() && real(path) != args.resume.as_ref().and_then(real) {
            bail!("{shown} is there already: go on with --resume {shown}, or remove it");
        }
        Ok(CheckpointFile::named(path.clone(), lock, tells))
    }

    /// What to do when no file is named: nothing for ten seconds, then a file of our own.
    fn unnamed(&self, tells: bool) -> Result<CheckpointFile> {
        let path = self.default_file()?;
        let shown = path.display();
        if path.exists() {
            let list = self.args.list.as_ref().filter(|list| output::is_file_to_be(list));
            if list.is_some_and(|list| fs::metadata(list).is_ok_and(|found| found.len() > 0)) {
                bail!("{shown} holds this count as it was left: go on with --resume, or remove it");
            }
            if !self.args.quiet {
                output::say(&format!(
                    "note: {shown} holds this count as it was left: --resume {shown} goes on from there"
                ));
            }
        }
        Ok(CheckpointFile::unnamed(path, tells))
    }

    /// The same for the same count, another for any other, and for one of a program that cut it into
    /// other jobs.
    fn default_file(&self) -> Result<PathBuf> {
        let mut signature = Signature::default();
        signature.write(Checkpoint::FORMAT.as_bytes());
        signature.write(self.loaded.puzzle.fingerprint().as_bytes());
        signature.write(&serde_json::to_vec(&(&self.how, self.block))?);
        let (name, short) = (output::slug(self.loaded.puzzle.name()), signature.finish() as u32);
        Ok(Path::new(COUNTS).join(format!("{name}-{short:08x}.json")))
    }

    fn report(&self, counted: &Counted, kept: Option<&Path>) -> Result<()> {
        if self.args.json {
            return output::print_json(&self.json(counted, kept));
        }
        let text = self.summary(counted, kept);
        if output::is_stdout(self.args.list.as_ref()) {
            output::say(&text);
            return Ok(());
        }
        output::print(&text)
    }

    fn json(&self, counted: &Counted, kept: Option<&Path>) -> Value {
        let solutions = match counted.solutions {
            // JSON numbers beyond this are read wrong by most.
            Some(n) => u64::try_from(n).map_or_else(|_| n.to_string().into(), Value::from),
            None => Value::Null,
        };
        json!({
            "puzzle": self.loaded.puzzle.name(),
            "solutions": solutions,
            "distinct": counted.distinct,
            "unique": self.unique(counted),
            "looks": counted.looks,
            "nodes": counted.nodes,
            "nodes_per_s": speed(counted),
            "elapsed_s": counted.elapsed_s,
            "conclusion": counted.conclusion,
            "reasons": self.counter.reasons(),
            "order": self.counter.order(),
            "lookahead": self.counter.lookahead(),
            "times": self.counter.times(),
            "threads": self.threads(),
            "block": self.block,
            "checkpoint": kept,
            "notes": self.loaded.notes,
        })
    }

    fn summary(&self, counted: &Counted, kept: Option<&Path>) -> String {
        let Counted { solutions, looks, distinct, nodes, elapsed_s, .. } = *counted;
        let beyond = if self.block.is_some() { "more than 10^19" } else { "more than 10^38" };
        let count = solutions.map_or(beyond.to_owned(), |n| n.to_string());
        let what = match self.block {
            Some(block) => format!(" fillings of the block of {}x{}", block.rows, block.columns),
            None => String::new(),
        };
        let mut lines = vec![format!("solutions  {count}{what}")];
        if self.block.is_none() {
            lines.push(format!("distinct   {distinct} up to turns of the whole board"));
            let word = self
                .unique(counted)
                .map_or("not known", |unique| if unique { "yes" } else { "no" });
            lines.push(format!("unique     {word}"));
        }
        if solutions != Some(looks.into()) {
            lines.push(format!(
                "looks      {looks} if equal pieces and turns of symmetric ones are one"
            ));
        }
        let order =
            exact::order_words(&self.loaded.puzzle, self.counter.order(), self.counter.lookahead());
        let symmetry = match self.counter.times() {
            1 => String::new(),
            times => format!("; each solution found stands for {times}, turned"),
        };
        lines.push(format!("nodes      {nodes}, {}/s", short(speed(counted))));
        let time = if elapsed_s < 10.0 { format!("{elapsed_s:.3} s") } else { clock(elapsed_s) };
        lines.push(format!("time       {time} on {}", exact::threads(self.threads())));
        lines.push(format!("order      {order}{symmetry}"));
        lines.push(format!("result     {}", self.result(counted, &count)));
        lines.extend(kept.map(|path| format!("go on      --resume {}", path.display())));
        lines.join("\n")
    }

    /// Whether there is exactly one distinct board, as far as the count has come.
    fn unique(&self, counted: &Counted) -> Option<bool> {
        match (self.block, counted.distinct, counted.conclusion) {
            (Some(_), ..) => None,
            (None, 2.., _) => Some(false),
            (None, found, Conclusion::Exhausted) => Some(found == 1),
            (None, ..) => None,
        }
    }

    fn result(&self, counted: &Counted, count: &str) -> String {
        match (counted.conclusion, self.counter.reasons()) {
            (Conclusion::Exhausted, []) => "every solution was found".to_owned(),
            (Conclusion::Exhausted, reasons) => format!("unsolvable: {}", reasons.join("; ")),
            (Conclusion::Solved, _) => {
                "as many boards as were asked for; there may be more".to_owned()
            }
            (Conclusion::Stopped, _) => format!("stopped: at least {count}"),
        }
    }
}

fn speed(counted: &Counted) -> f64 {
    counted.nodes as f64 / counted.elapsed_s.max(1e-9)
}

impl Scribe<'_> {
    /// Notes an event. After a failure nothing is written any more, so that the last checkpoint
    /// does not claim what was never listed, and the count ends.
    fn notice(&mut self, event: Event) {
        if self.failure.is_some() {
            return;
        }
        self.failure = match event {
            Event::Board(board) => self.list(&board),
            Event::Progress(progress) => {
                self.meter.iter_mut().for_each(|meter| meter.notice(&progress));
                self.listing.as_mut().map_or(Ok(()), Listing::flush)
            }
            Event::Checkpoint(checkpoint) => {
                let synced = self.listing.as_mut().map_or(Ok(()), Listing::sync);
                if synced.is_ok() {
                    let news = self.checkpoint.write(&checkpoint).filter(|_| !self.quiet);
                    news.iter().for_each(|news| self.say(news));
                }
                synced
            }
        }
        .err();
        if self.failure.is_some() {
            interrupt::stop().store(true, Ordering::Relaxed);
        }
    }

    fn list(&mut self, board: &Board) -> Result<()> {
        let Some(listing) = &mut self.listing else { return Ok(()) };
        let verdict = self.puzzle.verdict(board);
        if !(if self.whole { verdict.perfect } else { verdict.breaks.is_empty() }) {
            bail!("the count found a wrong board, please report it");
        }
        listing.add(self.puzzle, board)
    }

    fn say(&self, text: &str) {
        self.meter.iter().for_each(Meter::clear);
        output::say(text);
    }

    /// Writes what is left to write.
    fn finish(&mut self) -> Result<()> {
        self.meter.iter().for_each(Meter::clear);
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.listing.as_mut().map_or(Ok(()), Listing::sync),
        }
    }
}
