//! One run on a puzzle, from what is asked for to saved files: what `solve`, `meta` and the tour share.

use super::Done;
use super::algorithms::ensure_resumes;
use super::outfile::{BoardForm, Landed, Outfile};
use super::typed::{cores, fresh_seed};
use crate::load::{self, ClueSource, Loaded};
use crate::observe::{Header, PartFile, Recorder, RunTitle, View, ViewKind};
use crate::output::{Files, with_suffix};
use crate::{DEFAULT_ALGORITHM, DEFAULT_PUZZLE, DEFAULT_TIME, interrupt, output};
use anyhow::{Context, Result, anyhow, bail};
use marquetry::algorithms;
use marquetry::edge::format::{Format, native_board, write_board};
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{
    self, Budget, Conclusion, Entry, Event, Outcome, Parameters, Setup, Stamp,
};
use serde_json::Value;
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
    /// Whether the link is told whole, however long it is.
    pub(super) link: bool,
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
            link: false,
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
pub(super) struct BoardRun<'a> {
    pub(super) request: &'a BoardRequest,
    pub(super) puzzle: &'a Puzzle,
    pub(super) notes: &'a [String],
    pub(super) entry: &'static Entry<Puzzle>,
    pub(super) parameters: Value,
    start: Option<Board>,
    outfile: Option<Outfile<'a>>,
}

/// The files a run has written.
#[derive(Default)]
pub(super) struct Saved {
    pub(super) board: Option<Landed>,
    pub(super) picture: Option<PathBuf>,
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
        if let Some(caution) = self.request.budget.work.and_then(|work| self.caution(work)) {
            self.warn(&caution);
        }
        let mut view = self.view();
        let outcome = self.search(&mut |stamp, event| {
            view.iter_mut().for_each(|view| view.notice(stamp, event));
            recorder.iter_mut().for_each(|recorder| recorder.notice(stamp, event));
            part.iter_mut().for_each(|part| part.notice(stamp, event));
        })?;
        let late = self.request.budget.work.is_none() && outcome.conclusion == Conclusion::Stopped;
        if let Some(caution) = late.then(|| self.caution(outcome.work)).flatten() {
            self.warn(&caution);
        }
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

    /// What is to be said of a run of so many steps, if something is.
    pub(super) fn caution(&self, work: u64) -> Option<String> {
        self.entry.build(self.request.given.clone()).ok()?.caution(work)
    }

    fn warn(&self, caution: &str) {
        if !self.request.quiet && !self.request.json {
            output::say(&format!("warning: {caution}"));
        }
    }

    /// How the run is shown, if it is.
    fn view(&self) -> Option<View<'_>> {
        let BoardRequest { view, quiet, json, seed, budget, .. } = *self.request;
        let puzzle = self.puzzle.name().to_owned();
        let title = RunTitle { puzzle, algorithm: self.entry.name.to_owned(), seed };
        (!quiet && !json).then(|| View::new(view, self.puzzle, title, &self.parameters, budget))
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
            let form = self.request.format.map_or_else(|| BoardForm::of(out), BoardForm::Text);
            let landed = outfile.save(outcome.score, &form.bytes(self.puzzle, board)?)?;
            landed.tell();
            files.board = Some(landed);
        } else if self.keeps_boards() {
            let name = output::slug(self.puzzle.name());
            let short: String = outcome.signature.chars().take(8).collect();
            let base = Path::new(BOARDS).join(format!("{name}-{}-{short}", outcome.score));
            let (out, picture) = (with_suffix(&base, ".json"), with_suffix(&base, ".png"));
            output::save(&out, native_board(self.puzzle, board).as_bytes())?;
            output::save(&picture, &BoardForm::Png.bytes(self.puzzle, board)?)?;
            if let Ok(link) = write_board(Format::BucasLink, self.puzzle, board) {
                output::save(&with_suffix(&base, "-link.txt"), (link + "\n").as_bytes())?;
            }
            files.board = Some(Landed { path: out, better: None });
            files.picture = Some(picture);
        }
        Ok(files)
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
