//! `campaign show`: the board of a stored run.

use super::super::typed::ink;
use super::super::{show, tokens};
use super::Done;
use crate::args::{CampaignShow, Picture};
use crate::campaign::{Campaign, Plan, Record, Store, Studied, Subject};
use crate::{load, output, shelf};
use anyhow::{Context, Result, bail};
use marquetry::draw;
use marquetry::edge::{Board, Puzzle};
use marquetry::tokens::{Grid, Verdict};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) fn show(args: &CampaignShow) -> Result<Done> {
    args.picture.drawing.pictures.on_stdout(args.picture.json)?;
    let hints = args.clues.hints.as_deref();
    let files = load::sources(args.puzzle.as_deref().unwrap_or_default(), hints);
    let files = files.reads_store(&args.store).reads("the plan", args.plan.as_ref());
    args.picture.drawing.pictures.among(files).check()?;
    let mut store = Store::read(&args.store)?;
    let run = store.pick(&args.job)?;
    let Some(line) = &run.board else { bail!(no_board(&run)) };
    let subject = match store.puzzle(&run.spec.puzzle)? {
        Some(subject) => subject,
        None => supplied(args, &run)?,
    };
    if !args.picture.json {
        let (job, name, spec) = (&run.job, &run.puzzle_name, &run.spec);
        output::say(&format!("job {job}: {} on {name}, seed {}", spec.algorithm, spec.seed));
    }
    match &*subject {
        Subject::Edge(puzzle) => {
            show_board(&args.picture, puzzle, &run, &judged(puzzle, &run, line)?)
        }
        Subject::Tokens(puzzle) => show_grid(&args.picture, &run, &judged(puzzle, &run, line)?),
    }
}

fn no_board(run: &Record) -> String {
    match &run.error {
        Some(error) => format!("run {} failed and has no board: {error}", run.job),
        None => format!("run {} has no board: it found none", run.job),
    }
}

/// The puzzle of a run whose store does not hold it: as it was named, or from the shelf.
fn supplied(args: &CampaignShow, run: &Record) -> Result<Arc<Subject>> {
    let (id, name) = (&run.spec.puzzle, &run.puzzle_name);
    if let Some(plan) = &args.plan {
        let campaign = Campaign::new(Plan::load(plan)?, false)?;
        let mut subjects = campaign.cells.into_iter().filter_map(|cell| cell.subject);
        let found = subjects.find(|subject| subject.id() == *id);
        return found
            .with_context(|| format!("{plan} has no puzzle with the fingerprint {id} ({name})"));
    }
    let spec = match &args.puzzle {
        Some(spec) => spec,
        None if shelf::find(name).is_some() => name,
        None => bail!(
            "{} does not hold the pieces of {name} (fingerprint {id}): name them with --puzzle, or the run's plan with --plan",
            args.store.display()
        ),
    };
    let puzzle = load::puzzle(spec, &args.clues.source())?.puzzle;
    let found = puzzle.fingerprint();
    if found != *id {
        bail!(
            "{spec} is not the puzzle of the run: its fingerprint is {found}, that of the run's {name} is {id}; other clues make another puzzle (--clues, --hints)"
        );
    }
    Ok(Arc::new(Subject::Edge(puzzle)))
}

/// The solution of a line, if the judge says what the run says.
fn judged<P: Studied>(problem: &P, run: &Record, line: &str) -> Result<P::Solution> {
    let Record { job, score, .. } = run;
    let solution = problem.read(line);
    let solution = solution.with_context(|| format!("run {job} is damaged: its board is none"))?;
    match problem.judge(&solution) {
        Ok(judged) if judged == *score => Ok(solution),
        Ok(judged) => bail!("run {job} is damaged: it says {score}, the judge {judged}"),
        Err(fault) => bail!("run {job} is damaged: {fault}"),
    }
}

fn show_board(picture: &Picture, puzzle: &Puzzle, run: &Record, board: &Board) -> Result<Done> {
    let style = show::style(picture, board, true);
    picture.drawing.pictures.save(picture.json, || Ok(draw::svg(puzzle, board, &style)))?;
    if picture.json {
        let size = json!({"width": puzzle.width(), "height": puzzle.height()});
        output::print_json(&told(picture, run, size))?;
    } else if picture.is_text() {
        show::print(picture, puzzle, board)?;
    }
    Ok(Done::Yes)
}

fn show_grid(picture: &Picture, run: &Record, grid: &Grid) -> Result<Done> {
    if picture.numbers || picture.compact {
        bail!("--numbers and --compact are for boards of pieces, this is a grid of tokens");
    }
    picture.drawing.pictures.save(picture.json, || tokens::svg(grid, picture.drawing.cell))?;
    if picture.json {
        let odd = Verdict::of(grid).odd();
        let size = json!({"width": grid.columns(), "height": grid.rows(), "odd": odd});
        output::print_json(&told(picture, run, size))?;
    } else if picture.is_text() {
        output::print_data(&draw::grid_text(grid, ink(picture.drawing.colour)))?;
        output::print(&format!("score {} of {}", run.score, run.perfect))?;
    }
    Ok(Done::Yes)
}

/// What is told of a run whose board was drawn.
fn told(picture: &Picture, run: &Record, size: Value) -> Value {
    let mut told = json!({
        "job": run.job, "puzzle": run.spec.puzzle, "puzzle_name": run.puzzle_name,
        "algorithm": run.spec.algorithm, "seed": run.spec.seed, "score": run.score,
        "perfect": run.perfect, "board": run.board, "svg": picture.drawing.pictures.svg, "png": picture.drawing.pictures.png,
    });
    if let (Some(told), Value::Object(size)) = (told.as_object_mut(), size) {
        told.extend(size);
    }
    told
}
