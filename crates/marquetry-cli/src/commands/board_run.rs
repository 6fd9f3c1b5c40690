//! One run on a puzzle, from what is asked for to saved files: what `solve`, `meta` and the tour share.

use super::Done;
use super::algorithms::ensure_resumes;
use super::outfile::{Landed, Outfile};
use super::typed::{cores, fresh_seed};
use crate::load::{self, ClueSource, Loaded};
use crate::observe::{Header, PartFile, Recorder, View, ViewKind};
use crate::output::{Files, with_suffix};
use crate::{DEFAULT_ALGORITHM, DEFAULT_PUZZLE, DEFAULT_TIME, interrupt, output, png};
use anyhow::{Context, Result, anyhow, bail};
use marquetry::algorithms;
use marquetry::draw;
use marquetry::edge::analyse::obstacles;
use marquetry::edge::format::{Format, native_board, write_board};
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{
    self, Budget, Conclusion, Entry, Event, Outcome, Parameters, Setup, Stamp,
};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Where boards go when no file is named.
const BOARDS: &str = "boards";

/// What is asked for: a puzzle, how it is searched, and where what is found goes.
pub(super) struct BoardRequest {
    /// A file, `-`, a link or a name on the shelf.
    pub(super) puzzle: String,
    pub(super) clues: ClueSource,
    /// The name of the algorithm, and those of its parameters that are not at their defaults.
    pub(super) algorithm: String,
    pub(super) given: Parameters,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) budget: Budget,
    /// The board to go on from.
    pub(super) from: Option<String>,
    pub(super) out: Option<PathBuf>,
    /// Whether `out` may take the place of anything.
    pub(super) force: bool,
    /// The format of `out`; if nobody says, what its name asks for.
    pub(super) format: Option<Format>,
    pub(super) log: Option<PathBuf>,
    pub(super) view: ViewKind,
    pub(super) quiet: bool,
    pub(super) json: bool,
}

impl Default for BoardRequest {
    fn default() -> Self {
        Self {
            puzzle: DEFAULT_PUZZLE.to_owned(),
            clues: ClueSource::default(),
            algorithm: DEFAULT_ALGORITHM.to_owned(),
            given: Parameters::new(),
            seed: fresh_seed(),
            threads: cores(),
            budget: Budget { time: Some(DEFAULT_TIME), ..Budget::default() },
            from: None,
            out: None,
            force: false,
            format: None,
            log: None,
            view: ViewKind::default(),
            quiet: false,
            json: false,
        }
    }
}

impl BoardRequest {
    /// Makes the run.
    pub(super) fn run(&self) -> Result<Done> {
        self.refuse_same_files()?;
        let loaded = load::puzzle(&self.puzzle, &self.clues)?;
        if !self.quiet && !self.json {
            loaded.tell();
        }
        BoardRun::new(self, &loaded)?.run()
    }

    /// The outputs of a run take the place of nothing it reads, nor of each other. Only the part file
    /// of a run cut short may be gone on from.
    fn refuse_same_files(&self) -> Result<()> {
        let (out, log) = (self.out.as_deref(), self.log.as_deref());
        load::sources(&self.puzzle, self.clues.hints.as_deref())
            .reads("--from", self.from.as_deref().and_then(load::file))
            .writes("--out", out)
            .writes("--log", log)
            .check()?;
        let part = out.filter(|out| output::is_file_to_be(out));
        let part = part.map(|out| with_suffix(out, ".part"));
        Files::default().writes("the part file of --out", part).writes("--log", log).check()
    }
}

/// A request whose words have been found to mean something.
struct BoardRun<'a> {
    request: &'a BoardRequest,
    puzzle: &'a Puzzle,
    notes: &'a [String],
    entry: &'static Entry<Puzzle>,
    parameters: Value,
    start: Option<Board>,
    outfile: Option<Outfile<'a>>,
}

/// The files a run has written.
#[derive(Default)]
struct Saved {
    board: Option<Landed>,
    picture: Option<PathBuf>,
}

impl<'a> BoardRun<'a> {
    fn new(request: &'a BoardRequest, loaded: &'a Loaded) -> Result<Self> {
        let [out, log] = [&request.out, &request.log].map(|path| output::is_stdout(path.as_ref()));
        output::one_stream(&[("--json", request.json), ("--out -", out), ("--log -", log)])?;
        let puzzle = &loaded.puzzle;
        let entry = algorithms::find(&request.algorithm)?;
        let parameters = entry.parameters(request.given.clone())?;
        if let Some(objection) = entry.build(request.given.clone())?.objection(puzzle) {
            bail!("{} cannot search {}: {objection}", entry.name, puzzle.name());
        }
        if request.from.is_some() {
            ensure_resumes(entry, algorithms::catalogue())?;
        }
        let start = request.from.as_deref().map(|from| start_board(from, puzzle)).transpose()?;
        let outfile = |out| Outfile::new(out, request.force, |path| load::score_in(path, puzzle));
        let outfile = request.out.as_deref().map(outfile).transpose()?;
        Ok(Self { request, puzzle, notes: &loaded.notes, entry, parameters, start, outfile })
    }

    fn run(&self) -> Result<Done> {
        let mut part = self.open_part()?;
        let mut recorder = match &self.request.log {
            Some(path) => Some(Recorder::create(path, &self.header()?)?),
            None => None,
        };
        let title =
            format!("{}  {}  seed {}", self.puzzle.name(), self.entry.name, self.request.seed);
        let mut view = (!self.request.quiet && !self.request.json).then(|| {
            View::new(self.request.view, self.puzzle, title, self.entry.name, &self.parameters)
        });
        let outcome = self.search(&mut |stamp, event| {
            view.iter_mut().for_each(|view| view.notice(stamp, event));
            recorder.iter_mut().for_each(|recorder| recorder.notice(stamp, event));
            part.iter_mut().for_each(|part| part.notice(stamp, event));
        })?;
        let saved = self.save(&outcome);
        // A reader who has gone must not keep the part file from being settled.
        let reported = self.report(saved.as_ref().unwrap_or(&Saved::default()), &outcome);
        let saved = match (saved, part) {
            (Ok(saved), Some(part)) => {
                part.discard();
                saved
            }
            (Err(error), Some(part)) => return Err(part.keep(error)),
            (saved, None) => saved?,
        };
        reported?;
        recorder.map_or(Ok(()), Recorder::finish)?;
        if let Some(refused) = outcome.refused {
            bail!("{} offered a wrong board, please report it: {refused}", self.entry.name);
        }
        let as_asked = saved.board.is_none_or(|landed| landed.as_asked());
        Ok(Done::from(outcome.conclusion == Conclusion::Solved && as_asked))
    }

    fn search(&self, observer: &mut dyn FnMut(Stamp, &Event<Board>)) -> Result<Outcome<Board>> {
        let algorithm = self.entry.build(self.request.given.clone())?;
        interrupt::catch()?;
        let setup = Setup {
            seed: self.request.seed,
            budget: self.request.budget,
            threads: self.request.threads,
            stop: Some(interrupt::stop()),
            start: self.start.as_ref(),
            ..Setup::default()
        };
        Ok(search::solve(self.puzzle, &*algorithm, &setup, &mut |stamp, event| {
            observer(stamp, event);
        }))
    }

    fn header(&self) -> Result<Header> {
        let Self { puzzle, entry, parameters, .. } = self;
        let (target, start) = (self.request.budget.target, self.start.clone());
        let header = Header::of(puzzle, entry.name, parameters, self.request.seed)?;
        Ok(Header { target, start, ..header })
    }

    /// Where boards go by default; scripts that read JSON get no files they did not name.
    fn keeps_boards(&self) -> bool {
        self.request.out.is_none() && !self.request.json
    }

    /// The file that keeps the best board while the run goes on: tried now, so that a run of hours
    /// does not end with nowhere to go, and never over what an earlier run left there.
    fn open_part(&self) -> Result<Option<PartFile<'a>>> {
        let path = match &self.request.out {
            Some(out) => match out.file_name() {
                Some(_) if output::is_file_to_be(out) => with_suffix(out, ".part"),
                _ => return Ok(None),
            },
            None if self.keeps_boards() => {
                fs::create_dir_all(BOARDS).with_context(|| format!("cannot make {BOARDS}"))?;
                let name = output::slug(self.puzzle.name());
                let method = output::slug(self.entry.name);
                Path::new(BOARDS).join(format!("{name}-{method}-s{}.part", self.request.seed))
            }
            None => return Ok(None),
        };
        let left = fs::canonicalize(&path).ok();
        let from = self.request.from.as_ref().and_then(|from| fs::canonicalize(from).ok());
        if left.is_some() && left != from {
            let part = path.display();
            bail!(
                "{part} holds the best board of a run cut short: go on with --from {part}, or remove it"
            );
        }
        output::ensure_writable(&path)?;
        Ok(Some(PartFile::new(self.puzzle, path)))
    }

    fn save(&self, outcome: &Outcome<Board>) -> Result<Saved> {
        let mut files = Saved::default();
        let Some(board) = &outcome.solution else { return Ok(files) };
        if let (Some(out), Some(outfile)) = (&self.request.out, &self.outfile) {
            let format = self.request.format.unwrap_or_else(|| format_of(out));
            let text = write_board(format, self.puzzle, board)?;
            let landed = outfile.save(outcome.score, text.as_bytes())?;
            landed.tell();
            files.board = Some(landed);
        } else if self.keeps_boards() {
            let name = output::slug(self.puzzle.name());
            let short: String = outcome.signature.chars().take(8).collect();
            let base = Path::new(BOARDS).join(format!("{name}-{}-{short}", outcome.score));
            let (out, picture) = (with_suffix(&base, ".json"), with_suffix(&base, ".png"));
            output::save(&out, native_board(self.puzzle, board).as_bytes())?;
            let svg = draw::svg(self.puzzle, board, &draw::Style::default());
            output::save(&picture, &png::render(&svg)?)?;
            files.board = Some(Landed { path: out, better: None });
            files.picture = Some(picture);
        }
        Ok(files)
    }

    fn report(&self, files: &Saved, outcome: &Outcome<Board>) -> Result<()> {
        let proven = outcome.conclusion == Conclusion::Exhausted;
        let reason = proven.then(|| obstacles(self.puzzle)).and_then(|why| why.into_iter().next());
        if self.request.json {
            return output::print_json(&self.json(files, outcome, reason));
        }
        let text = self.summary(files, outcome, reason);
        let taken =
            [&self.request.out, &self.request.log].map(|path| output::is_stdout(path.as_ref()));
        if taken.contains(&true) {
            output::say(&text);
            return Ok(());
        }
        output::print(&text)
    }

    fn json(&self, files: &Saved, outcome: &Outcome<Board>, reason: Option<String>) -> Value {
        let board = outcome.solution.as_ref();
        let written = board.map(|board| native_board(self.puzzle, board));
        let mut value = json!({
            "puzzle": self.puzzle.name(),
            "algorithm": self.entry.name,
            "parameters": self.parameters,
            "seed": self.request.seed,
            "threads": self.request.threads,
            "score": outcome.score,
            "joins": self.puzzle.joins(),
            "perfect": board.is_some_and(|board| self.puzzle.verdict(board).perfect),
            "conclusion": outcome.conclusion,
            "work": outcome.work,
            "elapsed_s": outcome.elapsed.as_secs_f64(),
            "signature": outcome.signature,
            "notes": self.notes,
            "out": files.board.as_ref().map(|landed| &landed.path),
            "board": written.and_then(|text| serde_json::from_str::<Value>(&text).ok()),
        });
        if let (Some(reason), Some(object)) = (reason, value.as_object_mut()) {
            object.insert("reason".to_owned(), Value::String(reason));
        }
        value
    }

    fn summary(&self, files: &Saved, outcome: &Outcome<Board>, reason: Option<String>) -> String {
        let end = match (outcome.conclusion, reason) {
            (Conclusion::Solved, _) if outcome.score == self.puzzle.joins() => " (perfect)".into(),
            (Conclusion::Solved, _) => " (target reached)".into(),
            (_, Some(reason)) => format!(" (unsolvable: {reason})"),
            (Conclusion::Exhausted, None) => " (proven: no perfect board exists)".into(),
            (Conclusion::Stopped, None) => String::new(),
        };
        let mut lines = vec![
            format!("score      {} of {}{end}", outcome.score, self.puzzle.joins()),
            format!(
                "run        {}, seed {}, {} steps, {:.1} s, signature {}",
                self.entry.name,
                self.request.seed,
                outcome.work,
                outcome.elapsed.as_secs_f64(),
                outcome.signature
            ),
        ];
        let board = files.board.as_ref().map(|landed| landed.path.display());
        lines.extend(board.map(|path| format!("board      {path}")));
        lines.extend(files.picture.iter().map(|path| format!("picture    {}", path.display())));
        lines.extend(self.link(outcome).map(|link| format!("link       {link}")));
        lines.join("\n")
    }

    /// A link to the board, where links can hold it.
    fn link(&self, outcome: &Outcome<Board>) -> Option<String> {
        write_board(Format::BucasLink, self.puzzle, outcome.solution.as_ref()?).ok()
    }
}

/// The format a board file's name asks for.
fn format_of(out: &Path) -> Format {
    match out.extension().and_then(|extension| extension.to_str()) {
        Some("txt" | "et2") => Format::Grid,
        Some("sol") => Format::MetaSolution,
        _ => Format::MarquetryBoard,
    }
}

fn start_board(from: &str, puzzle: &Puzzle) -> Result<Board> {
    let (board, _) = load::board(from, puzzle)?;
    puzzle
        .verdict(&board)
        .accepted()
        .map_err(|faults| anyhow!("{from}: expected a valid board to go on from: {faults}"))?;
    Ok(board)
}
