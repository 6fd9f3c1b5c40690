//! What a run is: everything that was settled before it began. Its file is read again after a restart.

use super::super::folder::Folder;
use super::super::playing::with_laid;
use super::super::puzzles::{self, Keyed};
use super::super::refusal::Refusal;
use super::super::wire::{RunRequest, RunState};
use crate::{cores, fresh_seed};
use marquetry::algorithms;
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{Budget, Entry, Score, SpecError};
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The most threads a run may ask for.
const MOST_THREADS: usize = 256;
/// The longest a run may be asked to take: a year.
const MOST_SECONDS: f64 = 366.0 * 86_400.0;

/// A run as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Spec {
    /// What was asked for, the seed settled.
    pub(crate) request: RunRequest,
    /// What people call the puzzle, and its joins.
    pub(crate) name: String,
    pub(crate) joins: Score,
    /// Whether the command line knows the puzzle by its key.
    pub(crate) shelved: bool,
    pub(crate) fingerprint: String,
    /// Seconds since 1970.
    pub(crate) created: f64,
    /// How it ended; a run that was cut short has no end.
    pub(crate) end: Option<End>,
}

/// The end of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct End {
    pub(crate) state: RunState,
    pub(crate) score: Score,
    pub(crate) work: u64,
    pub(crate) elapsed_s: f64,
    pub(crate) spark: Vec<Score>,
    pub(crate) conclusion: Option<String>,
    pub(crate) signature: Option<String>,
    pub(crate) trouble: Option<String>,
}

/// A run that makes sense: what its search needs.
pub(crate) struct Ready {
    pub(crate) spec: Spec,
    pub(crate) keyed: Keyed,
    pub(crate) entry: &'static Entry<Puzzle>,
    pub(crate) seed: u64,
    pub(crate) budget: Budget,
    pub(crate) start: Option<Board>,
}

impl Ready {
    /// Finds out whether a request can be run; a seed is drawn if it has none.
    pub(crate) fn new(folder: &Folder, mut request: RunRequest) -> Result<Self, Refusal> {
        let (keyed, entry) = (subject(folder, &mut request)?, entry(&request)?);
        let puzzle = &keyed.puzzle;
        let algorithm =
            entry.build(request.parameters.clone()).map_err(|error| unusable(&error))?;
        if let Some(objection) = algorithm.objection(puzzle) {
            let says = format!("{} cannot search {}: {objection}", entry.name, puzzle.name());
            return Err(Refusal::unusable(says));
        }
        let seed = match &request.seed {
            Some(seed) => number(seed, "a seed")?,
            None => fresh_seed(),
        };
        request.seed = Some(seed.to_string());
        let (budget, start) = (budget(&request)?, start(&keyed, entry, &request)?);
        if !(1..=MOST_THREADS).contains(&request.threads) {
            let found = request.threads;
            let says = format!("expected 1 to {MOST_THREADS} threads, found {found}");
            return Err(Refusal::unusable(says));
        }
        let spec = Spec {
            name: puzzle.name().to_owned(),
            joins: puzzle.joins(),
            shelved: keyed.is_shelved(),
            fingerprint: puzzle.fingerprint(),
            created: now(),
            end: None,
            request,
        };
        // The shelf may change; a run must be shown as it was.
        puzzles::keep(folder, keyed.puzzle.clone())?;
        Ok(Self { spec, keyed, entry, seed, budget, start })
    }
}

impl Spec {
    /// Cores that it keeps busy.
    pub(crate) fn weight(&self) -> usize {
        self.request.threads.min(cores())
    }
}

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |now| now.as_secs_f64())
}

fn unusable(error: &SpecError) -> Refusal {
    Refusal::unusable(error.to_string())
}

fn entry(request: &RunRequest) -> Result<&'static Entry<Puzzle>, Refusal> {
    algorithms::find(&request.algorithm).map_err(|error| unusable(&error))
}

/// The puzzle of a request. If laid pieces become clues it is another one, and kept as such.
fn subject(folder: &Folder, request: &mut RunRequest) -> Result<Keyed, Refusal> {
    let keyed = Keyed::find(folder, &request.puzzle)?;
    let Some(laid) = request.keep.take() else { return Ok(keyed) };
    let board = keyed.board(&laid)?;
    let mut puzzle = with_laid(&keyed.puzzle, &board)?;
    let more = puzzle.clues().len() - keyed.puzzle.clues().len();
    if more == 0 {
        return Ok(keyed);
    }
    puzzle = puzzle.with_name(format!("{}, {more} laid", keyed.puzzle.name()));
    let kept = puzzles::keep(folder, puzzle)?;
    request.puzzle.clone_from(&kept.key);
    Ok(kept)
}

fn start(
    keyed: &Keyed,
    entry: &Entry<Puzzle>,
    request: &RunRequest,
) -> Result<Option<Board>, Refusal> {
    let Some(from) = &request.from else { return Ok(None) };
    if !entry.resumes {
        return Err(Refusal::unusable(format!("{} does not go on from a board", entry.name)));
    }
    let board = keyed.board(from)?;
    keyed.puzzle.verdict(&board).accepted().map_err(|faults| {
        Refusal::unusable(format!("expected a valid board to go on from: {faults}"))
    })?;
    Ok(Some(board))
}

fn number(text: &str, what: &str) -> Result<u64, Refusal> {
    let says = || Refusal::unusable(format!("expected {what} as a whole number, found {text:?}"));
    text.trim().parse().map_err(|_| says())
}

fn budget(request: &RunRequest) -> Result<Budget, Refusal> {
    let work = request.work.as_deref().map(|work| number(work, "the work")).transpose()?;
    let time = match request.time_s {
        Some(seconds) if !(seconds > 0.0 && seconds <= MOST_SECONDS) => {
            let says = format!("expected a time of up to a year in seconds, found {seconds}");
            return Err(Refusal::unusable(says));
        }
        seconds => seconds.map(Duration::from_secs_f64),
    };
    if work.is_none() && time.is_none() {
        return Err(Refusal::unusable("expected a limit: a time or an amount of work"));
    }
    Ok(Budget { work, time, target: request.target })
}
