//! `tokens solve`: one run on a token puzzle.

use super::super::Done;
use super::super::algorithms::ensure_resumes;
use super::super::outfile::Outfile;
use super::super::typed::ink;
use super::{Form, puzzle, read, side, size};
use crate::args;
use crate::interrupt;
use crate::observe::TokenLine;
use crate::output::{self, Files};
use crate::terminal::Room;
use anyhow::{Context, Result, anyhow, bail};
use marquetry::draw;
use marquetry::search::{self, Conclusion, Entry, Outcome, Parameters, Problem, Setup};
use marquetry::tokens::{self, Grid, Puzzle};
use serde_json::{Value, json};
use std::io::{self, IsTerminal};
use std::path::Path;

/// Everything a run needs, turned once from what was typed.
struct TokenRun<'a> {
    args: &'a args::TokensSolve,
    puzzle: Puzzle,
    entry: &'static Entry<Puzzle>,
    given: Parameters,
    start: Option<Grid>,
    seed: u64,
    form: Option<Form>,
    outfile: Option<Outfile<'a>>,
}

pub(super) fn solve(args: &args::TokensSolve) -> Result<Done> {
    let out = output::is_stdout(args.out.as_ref());
    output::one_stream(&[("--json", args.json), ("--out -", out)])?;
    let files = Files::default().reads("--from", args.from.as_ref());
    files.writes("--out", args.out.as_ref()).check()?;
    let run = TokenRun::new(args)?;
    if let Err(reason) = run.puzzle.feasible() {
        return run.refuse(&reason.to_string());
    }
    run.run()
}

impl<'a> TokenRun<'a> {
    fn new(args: &'a args::TokensSolve) -> Result<Self> {
        let puzzle = puzzle(&args.puzzle)?;
        let entry = tokens::find(&args.with)?;
        let given = args.effort.settings.parameters()?;
        if let Some(objection) = entry.build(given.clone())?.objection(&puzzle) {
            bail!("{} cannot search this grid: {objection}", entry.name);
        }
        let form = args.out.as_deref().map(|out| Form::of(out, &puzzle)).transpose()?;
        let score_in = move |path: &Path| puzzle.judge(&read(path.to_str()?).ok()?).ok();
        let outfile = |out| Outfile::new(out, args.force, score_in);
        let outfile = args.out.as_deref().map(outfile).transpose()?;
        if args.from.is_some() {
            ensure_resumes(entry, tokens::catalogue())?;
        }
        let start = args.from.as_deref().map(|from| start(from, &puzzle)).transpose()?;
        let seed = args.effort.seed();
        Ok(Self { args, puzzle, entry, given, start, seed, form, outfile })
    }

    /// No search can find what is not there.
    fn refuse(&self, reason: &str) -> Result<Done> {
        if self.args.json {
            output::print_json(&self.json(None, Some(reason)))?;
        } else {
            output::say(&format!("infeasible: {reason}"));
        }
        Ok(Done::No)
    }

    fn run(&self) -> Result<Done> {
        let algorithm = self.entry.build(self.given.clone())?;
        interrupt::catch()?;
        let setup = Setup {
            seed: self.seed,
            budget: self.args.effort.limits.budget(None),
            threads: self.args.effort.threads(),
            stop: Some(interrupt::stop()),
            start: self.start.as_ref(),
            ..Setup::default()
        };
        let title = format!("{}  seed {}", self.entry.name, self.seed);
        let mut line = (!self.args.quiet && !self.args.json)
            .then(|| TokenLine::new(title, self.puzzle.perfect()));
        let outcome = search::solve(&self.puzzle, &*algorithm, &setup, &mut |stamp, event| {
            line.iter_mut().for_each(|line| line.notice(stamp, event));
        });
        line.iter().for_each(TokenLine::clear);
        if let Some(refused) = &outcome.refused {
            bail!("{} offered a wrong grid, please report it: {refused}", self.entry.name);
        }
        let as_asked = self.save(&outcome)?;
        self.report(&outcome)?;
        Ok(Done::from(outcome.conclusion == Conclusion::Solved && as_asked))
    }

    /// Saves the best grid if that is asked for; whether it is where it was to go.
    fn save(&self, outcome: &Outcome<Grid>) -> Result<bool> {
        let (Some(form), Some(outfile)) = (self.form, &self.outfile) else { return Ok(true) };
        let Some(grid) = &outcome.solution else { return Ok(true) };
        let landed = outfile.save(outcome.score, &form.bytes(grid)?)?;
        landed.tell();
        Ok(landed.as_asked())
    }

    fn report(&self, outcome: &Outcome<Grid>) -> Result<()> {
        if self.args.json {
            return output::print_json(&self.json(Some(outcome), None));
        }
        if let (Some(grid), None) = (&outcome.solution, &self.args.out) {
            print(grid)?;
        }
        let what = match (outcome.conclusion, &outcome.solution) {
            (Conclusion::Solved, _) => "solved".to_owned(),
            (_, Some(_)) => format!("{} odd lines left", self.puzzle.perfect() - outcome.score),
            (_, None) => "no grid found".to_owned(),
        };
        output::say(&format!(
            "{what}: {} less {} tokens, {}, seed {}, {} evaluation{}, {:.3} s",
            size(self.puzzle.rows(), self.puzzle.columns()),
            self.puzzle.removed(),
            self.entry.name,
            self.seed,
            outcome.work,
            if outcome.work == 1 { "" } else { "s" },
            outcome.elapsed.as_secs_f64(),
        ));
        Ok(())
    }

    fn json(&self, outcome: Option<&Outcome<Grid>>, reason: Option<&str>) -> Value {
        let grid = outcome.and_then(|outcome| outcome.solution.as_ref());
        let best = outcome.filter(|_| grid.is_some()).map(|outcome| outcome.score);
        json!({
            "n": side(&self.puzzle),
            "rows": self.puzzle.rows(),
            "columns": self.puzzle.columns(),
            "remove": self.puzzle.removed(),
            "algorithm": self.entry.name,
            "parameters": self.entry.parameters(self.given.clone()).ok(),
            "seed": self.seed,
            "feasible": reason.is_none(),
            "reason": reason,
            "grid": grid.map(Grid::lines),
            "odd": best.map(|score| self.puzzle.perfect() - score),
            "evaluations": outcome.map_or(0, |outcome| outcome.work),
            "elapsed_s": outcome.map_or(0.0, |outcome| outcome.elapsed.as_secs_f64()),
            "conclusion": outcome.map_or(Conclusion::Exhausted, |outcome| outcome.conclusion),
            "signature": outcome.map(|outcome| &outcome.signature),
        })
    }
}

/// A picture for people, rows of 0 and 1 for programs.
fn print(grid: &Grid) -> Result<()> {
    if !io::stdout().is_terminal() {
        return output::print(&grid.to_string());
    }
    if 2 * grid.columns() > Room::of_stderr().columns {
        output::say("the grid is wider than the terminal: --out FILE saves it");
        return Ok(());
    }
    output::print_data(&draw::grid_text(grid, ink(None)))
}

fn start(from: &str, puzzle: &Puzzle) -> Result<Grid> {
    let grid = read(from)?;
    puzzle.judge(&grid).map_err(|fault| anyhow!("{from}: {fault}")).context("cannot go on")?;
    Ok(grid)
}
