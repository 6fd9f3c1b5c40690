//! `prove`: that a puzzle has no perfect board, with a proof that any checker of DRAT files accepts.

mod outside;

use super::Done;
use super::typed::fresh_seed;
use crate::observe::{clock, short, show_line};
use crate::terminal::is_live;
use crate::{args, interrupt, output};
use anyhow::{Context, Result, bail};
use atomic_write_file::AtomicWriteFile;
use marquetry::algorithms::{Proven, prove as prove_formula};
use marquetry::edge::analyse::obstacles;
use marquetry::edge::cnf::Encoding;
use marquetry::edge::{Board, BoardLine, Puzzle};
use outside::Outside;
use serde_json::{Value, json};
use std::cell::Cell;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Time between two signs of life.
const TELL_EVERY: Duration = Duration::from_millis(200);

pub(super) fn prove(args: &args::Prove) -> Result<Done> {
    let loaded = args.puzzle.load()?;
    let stem = args.out.clone().unwrap_or_else(|| output::slug(loaded.puzzle.name()).into());
    let (formula, proof) =
        (output::with_suffix(&stem, ".cnf"), output::with_suffix(&stem, ".drat"));
    let files = args.puzzle.sources().writes("--out", Some(&formula));
    files.writes("--out", Some(&proof)).check()?;
    if !args.quiet && !args.json {
        loaded.tell();
    }
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let mut attempt = Attempt {
        puzzle: &loaded.puzzle,
        solver: args.solver.as_deref().map(Outside::new),
        formula,
        proof,
        seed,
        stop: Stop::new(args.time, args.quiet || args.json),
        size: None,
    };
    interrupt::catch()?;
    let reasons = obstacles(attempt.puzzle);
    // Whoever counts the colours needs no other proof.
    let proven = if reasons.is_empty() { Some(attempt.run()?) } else { None };
    let elapsed = attempt.stop.began.elapsed().as_secs_f64();
    if attempt.stop.live {
        show_line("");
    }
    let unsolvable = matches!(proven, None | Some(Proven::Unsolvable { .. }));
    match args.json {
        true => {
            let mut told = attempt.json(proven.as_ref());
            told["reasons"] = json!(reasons);
            told["elapsed_s"] = json!(elapsed);
            told["notes"] = json!(loaded.notes);
            output::print_json(&told)?;
        }
        false => output::print(&attempt.summary(proven.as_ref(), &reasons, elapsed))?,
    }
    Ok(Done::from(unsolvable))
}

/// When to give up, and signs of life until then.
struct Stop {
    began: Instant,
    time: Option<Duration>,
    live: bool,
    told: Cell<Duration>,
}

impl Stop {
    fn new(time: Option<Duration>, quiet: bool) -> Self {
        let live = !quiet && is_live();
        Self { began: Instant::now(), time, live, told: Cell::default() }
    }

    fn due(&self) -> bool {
        let elapsed = self.began.elapsed();
        if self.live && elapsed - self.told.get() >= TELL_EVERY {
            self.told.set(elapsed);
            show_line(&format!("{}  looking for a proof", clock(elapsed.as_secs_f64())));
        }
        interrupt::stop().load(Ordering::Relaxed) || self.time.is_some_and(|time| elapsed >= time)
    }
}

/// A proof that is looked for.
struct Attempt<'a> {
    puzzle: &'a Puzzle,
    /// Who reasons, if not we.
    solver: Option<Outside>,
    formula: PathBuf,
    proof: PathBuf,
    seed: u64,
    stop: Stop,
    /// Variables and clauses of the formula, once it is written.
    size: Option<(i32, usize)>,
}

impl Attempt<'_> {
    fn run(&mut self) -> Result<Proven> {
        let encoding = Encoding::new(self.puzzle, true)?;
        output::save(&self.formula, encoding.to_dimacs().as_bytes())?;
        self.size = Some((encoding.variables(), encoding.clauses().count()));
        let proven = match &self.solver {
            Some(solver) => {
                solver.ask(&encoding, &self.formula, &self.proof, &|| self.stop.due())?
            }
            None => self.reason(&encoding)?,
        };
        if let Proven::Solvable(board) = &proven
            && !self.puzzle.verdict(board).perfect
        {
            bail!("the solver's board is not perfect, please report it");
        }
        Ok(proven)
    }

    /// Lets our own solver reason. A proof is there whole or not at all.
    fn reason(&self, encoding: &Encoding) -> Result<Proven> {
        let context = || format!("cannot write {}", self.proof.display());
        let file = AtomicWriteFile::open(&self.proof).with_context(context)?;
        let mut file = BufWriter::new(file);
        let proven = prove_formula(encoding, self.seed, &|| self.stop.due(), &mut file);
        let proven = proven.with_context(context)?;
        file.flush().with_context(context)?;
        if matches!(proven, Proven::Unsolvable { .. }) {
            let file = file.into_inner().map_err(std::io::IntoInnerError::into_error);
            file.and_then(AtomicWriteFile::commit).with_context(context)?;
        }
        Ok(proven)
    }

    fn json(&self, proven: Option<&Proven>) -> Value {
        let (variables, clauses) = self.size.unzip();
        json!({
            "puzzle": self.puzzle.name(),
            "verdict": verdict(proven),
            "formula": self.size.map(|_| &self.formula),
            "variables": variables,
            "clauses": clauses,
            "proof": is_proof(proven).then_some(&self.proof),
            "learnt": learnt(proven),
            "solver": self.solver.as_ref().map_or("batsat", Outside::name),
            "seed": self.solver.is_none().then_some(self.seed),
            "board": board(proven).map(|board| BoardLine::of(board).to_string()),
        })
    }

    fn summary(&self, proven: Option<&Proven>, reasons: &[String], elapsed: f64) -> String {
        let mut lines = Vec::new();
        let shown = |path: &Path| path.display().to_string();
        if let Some((variables, clauses)) = self.size {
            let formula = shown(&self.formula);
            lines.push(format!("formula    {variables} variables, {clauses} clauses: {formula}"));
        }
        if is_proof(proven) {
            let clauses =
                learnt(proven).map(|learnt| format!("{} clauses: ", short(learnt as f64)));
            let (formula, proof) = (shown(&self.formula), shown(&self.proof));
            lines.push(format!("proof      {}{proof}", clauses.unwrap_or_default()));
            lines.push(format!("check it   drat-trim {formula} {proof}"));
        }
        if self.size.is_some() && self.solver.is_none() {
            lines.push(format!("seed       {}", self.seed));
        }
        lines.push(format!("time       {}", clock(elapsed)));
        lines.push(match (verdict(proven), reasons) {
            ("unsolvable", []) => "result     unsolvable: there is no perfect board".to_owned(),
            ("unsolvable", reasons) => format!("result     unsolvable: {}", reasons.join("; ")),
            ("solvable", _) => "result     solvable: here is a perfect board".to_owned(),
            _ => "result     stopped: nobody knows".to_owned(),
        });
        lines.extend(board(proven).map(|board| format!("board      {}", BoardLine::of(board))));
        lines.join("\n")
    }
}

fn verdict(proven: Option<&Proven>) -> &'static str {
    match proven {
        None | Some(Proven::Unsolvable { .. }) => "unsolvable",
        Some(Proven::Solvable(_)) => "solvable",
        Some(Proven::Stopped) => "stopped",
    }
}

/// Whether there is a file that proves it.
fn is_proof(proven: Option<&Proven>) -> bool {
    matches!(proven, Some(Proven::Unsolvable { .. }))
}

/// The clauses of the proof, where we wrote it.
fn learnt(proven: Option<&Proven>) -> Option<u64> {
    match proven {
        Some(Proven::Unsolvable { clauses }) => (*clauses > 0).then_some(*clauses),
        _ => None,
    }
}

fn board(proven: Option<&Proven>) -> Option<&Board> {
    match proven {
        Some(Proven::Solvable(board)) => Some(board),
        _ => None,
    }
}
