//! `solve`: load, run under observation, save, report.

use super::{Done, fresh_seed};
use crate::args::{self, Reading};
use crate::load::{self, Loaded};
use crate::observe::{Checkpoint, Header, Live, Recorder};
use crate::{DEFAULT_ALGORITHM, DEFAULT_PUZZLE, output, png};
use anyhow::{Context, Result, anyhow, bail};
use marquetry::algorithms::{self, Entry, Parameters};
use marquetry::draw;
use marquetry::edge::format::{Format, native_board, native_puzzle, write_board};
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{self, Budget, Conclusion, Event, Outcome, Setup, Stamp};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

/// Where boards go when no file is named.
const BOARDS: &str = "boards";

/// Raised by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// What a new user sees first: the built-in puzzle for twenty seconds.
pub(super) fn tour() -> Result<Done> {
    let mut args = args::Solve {
        puzzle: DEFAULT_PUZZLE.to_owned(),
        reading: Reading::default(),
        with: DEFAULT_ALGORITHM.to_owned(),
        time: Some(Duration::from_secs(20)),
        work: None,
        target: None,
        seed: None,
        threads: None,
        set: Vec::new(),
        from: None,
        out: None,
        log: None,
        quiet: false,
        json: false,
    };
    args.seed = Some(fresh_seed());
    solve(&args)?;
    output::say("try `marquetry puzzles list`, `marquetry solve --help` and docs/guide.md next");
    Ok(Done::Yes)
}

pub(super) fn solve(args: &args::Solve) -> Result<Done> {
    let loaded = load::puzzle_from(&args.puzzle, &args.reading)?;
    if !args.quiet && !args.json {
        loaded.tell();
    }
    let job = Job::new(args, &loaded)?;
    let (files, outcome) = job.run()?;
    job.report(&files, &outcome)
}

/// The contest's call: `BENCH SECONDS SOLUTION`.
pub(super) fn meta(args: &args::Meta) -> Result<Done> {
    if !(args.seconds > 0.0 && args.seconds < 1e9) {
        bail!("expected a number of seconds, found {}", args.seconds);
    }
    output::ensure_writable(&args.solution)?;
    let loaded = load::puzzle_from(&args.bench, &Reading::default())?;
    let entry = algorithms::find(DEFAULT_ALGORITHM)?;
    let budget = Budget { time: Some(Duration::from_secs_f64(args.seconds)), ..Budget::default() };
    catch_interrupt()?;
    let setup = Setup { budget, threads: cores(), stop: Some(&STOP), ..Setup::default() };
    let algorithm = entry.build(Parameters::new())?;
    let outcome = search::solve(&loaded.puzzle, &*algorithm, &setup, &mut |_, _| {});
    let board = outcome.solution.context("no board was built in the time given")?;
    output::save(
        &args.solution,
        write_board(Format::MetaSolution, &loaded.puzzle, &board)?.as_bytes(),
    )?;
    output::print(&format!("{}", outcome.score))?;
    Ok(Done::from(outcome.conclusion == Conclusion::Solved))
}

/// Everything a run needs, turned once from what was typed.
struct Job<'a> {
    args: &'a args::Solve,
    puzzle: &'a Puzzle,
    entry: &'static Entry,
    given: Parameters,
    parameters: Value,
    start: Option<Board>,
    seed: u64,
    threads: usize,
    budget: Budget,
}

/// The files a run writes.
struct Files {
    out: Option<PathBuf>,
    picture: Option<PathBuf>,
}

impl<'a> Job<'a> {
    fn new(args: &'a args::Solve, loaded: &'a Loaded) -> Result<Self> {
        let entry = algorithms::find(&args.with)?;
        let given = parse_settings(&args.set)?;
        let parameters = entry.parameters(given.clone())?;
        let start =
            args.from.as_deref().map(|from| start_board(from, &loaded.puzzle)).transpose()?;
        let time = match (args.time, args.work) {
            (None, None) => Some(Duration::from_secs(60)),
            (time, _) => time,
        };
        Ok(Self {
            args,
            puzzle: &loaded.puzzle,
            entry,
            given,
            parameters,
            start,
            seed: args.seed.unwrap_or_else(fresh_seed),
            threads: args.threads.map_or_else(cores, usize::from),
            budget: Budget { work: args.work, time, target: args.target },
        })
    }

    fn run(&self) -> Result<(Files, Outcome<Board>)> {
        if let Some(out) = &self.args.out {
            output::ensure_writable(out)?;
        }
        let saves = self.args.out.is_none() && !self.args.json;
        if saves {
            fs::create_dir_all(BOARDS).with_context(|| format!("cannot make folder {BOARDS}"))?;
        }
        let algorithm = self.entry.build(self.given.clone())?;
        catch_interrupt()?;
        let title = format!("{}  {}  seed {}", self.puzzle.name(), self.entry.name, self.seed);
        let mut live = (!self.args.quiet && !self.args.json).then(|| Live::new(self.puzzle, title));
        let mut recorder = match &self.args.log {
            Some(path) => Some(Recorder::create(path, &self.header()?)?),
            None => None,
        };
        let mut checkpoint = self.checkpoint_path(saves).map(|p| Checkpoint::new(self.puzzle, p));
        let mut observer = |stamp: Stamp, event: &Event<Board>| {
            live.iter_mut().for_each(|live| live.notice(stamp, event));
            recorder.iter_mut().for_each(|recorder| recorder.notice(stamp, event));
            checkpoint.iter_mut().for_each(|checkpoint| checkpoint.notice(stamp, event));
        };
        let setup = Setup {
            seed: self.seed,
            budget: self.budget,
            threads: self.threads,
            stop: Some(&STOP),
            start: self.start.as_ref(),
        };
        let outcome = search::solve(self.puzzle, &*algorithm, &setup, &mut observer);
        if let Some(refused) = outcome.refused {
            bail!("{} offered a wrong board, please report it: {refused}", self.entry.name);
        }
        let files = self.save(&outcome, saves)?;
        checkpoint.map_or(Ok(()), Checkpoint::finish)?;
        recorder.map_or(Ok(()), Recorder::finish)?;
        Ok((files, outcome))
    }

    fn header(&self) -> Result<Header> {
        let puzzle = serde_json::from_str(&native_puzzle(self.puzzle))?;
        let parameters = self.parameters.as_object().cloned().unwrap_or_default();
        let header = Header::new(puzzle, self.entry.name, parameters, self.seed);
        Ok(Header { target: self.args.target, start: self.start.clone(), ..header })
    }

    /// Where the best board so far is kept while the run goes on.
    fn checkpoint_path(&self, saves: bool) -> Option<PathBuf> {
        match &self.args.out {
            Some(out) if out == Path::new("-") => None,
            Some(out) => {
                let mut name = out.file_name()?.to_owned();
                name.push(".part");
                Some(out.with_file_name(name))
            }
            None => saves.then(|| {
                let name = output::slug(self.puzzle.name());
                let part = format!("{name}-{}-s{}.part", self.entry.name, self.seed);
                Path::new(BOARDS).join(part)
            }),
        }
    }

    fn save(&self, outcome: &Outcome<Board>, saves: bool) -> Result<Files> {
        let mut files = Files { out: None, picture: None };
        let Some(board) = &outcome.solution else { return Ok(files) };
        if let Some(out) = &self.args.out {
            output::save(out, self.board_text(out, board)?.as_bytes())?;
            files.out = Some(out.clone());
        } else if saves {
            let name = output::slug(self.puzzle.name());
            let short: String = outcome.signature.chars().take(8).collect();
            let base = Path::new(BOARDS).join(format!("{name}-{}-{short}", outcome.score));
            let (out, picture) = (with_suffix(&base, ".json"), with_suffix(&base, ".png"));
            output::save(&out, native_board(self.puzzle, board).as_bytes())?;
            let svg = draw::svg(self.puzzle, board, &draw::Style::default());
            output::save(&picture, &png::render(&svg)?)?;
            (files.out, files.picture) = (Some(out), Some(picture));
        }
        Ok(files)
    }

    /// The board in the format the file's name says.
    fn board_text(&self, out: &Path, board: &Board) -> Result<String> {
        let format = match out.extension().and_then(|e| e.to_str()) {
            Some("txt" | "et2") => Format::Grid,
            Some("sol") => Format::MetaSolution,
            _ => Format::MarquetryBoard,
        };
        Ok(write_board(format, self.puzzle, board)?)
    }

    fn report(&self, files: &Files, outcome: &Outcome<Board>) -> Result<Done> {
        let perfect = outcome.solution.as_ref().is_some_and(|b| self.puzzle.verdict(b).perfect);
        let reason = self.puzzle.obstacle().map(|obstacle| obstacle.to_string());
        if self.args.json {
            output::print_json(&self.json(outcome, perfect, reason))?;
        } else {
            self.tell(files, outcome, reason)?;
        }
        Ok(Done::from(outcome.conclusion == Conclusion::Solved))
    }

    fn json(&self, outcome: &Outcome<Board>, perfect: bool, reason: Option<String>) -> Value {
        let board = outcome.solution.as_ref().map(|board| {
            let text = native_board(self.puzzle, board);
            serde_json::from_str(&text).unwrap_or(Value::Null)
        });
        let mut value = json!({
            "puzzle": self.puzzle.name(),
            "algorithm": self.entry.name,
            "parameters": self.parameters,
            "seed": self.seed,
            "threads": self.threads,
            "score": outcome.score,
            "joins": self.puzzle.joins(),
            "perfect": perfect,
            "conclusion": outcome.conclusion,
            "work": outcome.work,
            "elapsed_s": outcome.elapsed.as_secs_f64(),
            "signature": outcome.signature,
            "board": board,
        });
        if let (Some(reason), Some(object)) = (reason, value.as_object_mut()) {
            object.insert("reason".to_owned(), Value::String(reason));
        }
        value
    }

    /// A link to the board, where links can hold it.
    fn link(&self, outcome: &Outcome<Board>) -> Option<String> {
        write_board(Format::BucasLink, self.puzzle, outcome.solution.as_ref()?).ok()
    }

    fn tell(&self, files: &Files, outcome: &Outcome<Board>, reason: Option<String>) -> Result<()> {
        let score = format!("score      {} of {}", outcome.score, self.puzzle.joins());
        let end = match (outcome.conclusion, reason) {
            (Conclusion::Solved, _) if outcome.score == self.puzzle.joins() => " (perfect)".into(),
            (Conclusion::Solved, _) => " (target reached)".into(),
            (_, Some(reason)) => format!(" (unsolvable: {reason})"),
            (Conclusion::Exhausted, None) => " (nothing better exists)".into(),
            (Conclusion::Stopped, None) => String::new(),
        };
        output::print(&(score + &end))?;
        output::print(&format!(
            "run        {}, seed {}, {} steps, {:.1} s, signature {}",
            self.entry.name,
            self.seed,
            outcome.work,
            outcome.elapsed.as_secs_f64(),
            outcome.signature
        ))?;
        if let Some(out) = &files.out {
            output::print(&format!("board      {}", out.display()))?;
        }
        if let Some(picture) = &files.picture {
            output::print(&format!("picture    {}", picture.display()))?;
        }
        if let Some(link) = self.link(outcome) {
            output::print(&format!("link       {link}"))?;
        }
        Ok(())
    }
}

fn with_suffix(base: &Path, suffix: &str) -> PathBuf {
    let mut name = base.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn start_board(from: &str, puzzle: &Puzzle) -> Result<Board> {
    let (board, _) = load::board(from, puzzle)?;
    puzzle
        .verdict(&board)
        .accepted()
        .map_err(|faults| anyhow!("{from}: expected a valid board to go on from: {faults}"))?;
    Ok(board)
}

/// `key=value` pairs; a value is JSON where it can be, else a plain string.
fn parse_settings(set: &[String]) -> Result<Parameters> {
    let mut given = Parameters::new();
    for setting in set {
        let (key, value) = setting
            .split_once('=')
            .with_context(|| format!("--set expects KEY=VALUE, found {setting:?}"))?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        if given.insert(key.trim().to_owned(), value).is_some() {
            bail!("--set names {key} twice");
        }
    }
    Ok(given)
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The first Ctrl-C ends the run with its best board saved, a second one ends at once.
fn catch_interrupt() -> Result<()> {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    match ctrlc::set_handler(handler) {
        Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        other => other.context("cannot listen for Ctrl-C"),
    }
}
