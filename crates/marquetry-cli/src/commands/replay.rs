//! `replay`: a recorded run through the same observers, or the run itself once more.

use super::Done;
use super::outfile::{BoardForm, Outfile};
use crate::args;
use crate::load;
use crate::observe::{Header, LogLine, RunTitle, View, read_log};
use crate::output::{self, Files};
use anyhow::{Context, Result, bail};
use marquetry::algorithms;
use marquetry::edge::format::{self, Reading};
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{self, Budget, Event, Setup};
use serde_json::{Value, json};
use std::thread;
use std::time::Duration;

pub(super) fn replay(args: &args::Replay) -> Result<Done> {
    if !(args.speed >= 0.0 && args.speed.is_finite()) {
        bail!("--speed expects a number from 0, found {}", args.speed);
    }
    let out = output::is_stdout(args.out.as_ref());
    output::one_stream(&[("--json", args.json), ("--out -", out)])?;
    let files = Files::default().reads("the log", Some(&args.log));
    files.writes("--out", args.out.as_ref()).check()?;
    let (header, lines, note) = read_log(&args.log)?;
    note.iter().for_each(|note| output::say(&format!("warning: {note}")));
    let puzzle = format::read(header.puzzle.to_string().as_bytes())
        .and_then(Reading::puzzle)
        .with_context(|| format!("{}, line 1", args.log.display()))?;
    let board = judged_boards(&puzzle, &lines)?;
    let as_asked = board.as_ref().map_or(Ok(true), |board| save(args, &puzzle, board))?;
    if args.again {
        let same = again(args, &header, &puzzle, &lines)?;
        return Ok(Done::from(same && as_asked));
    }
    watch(args, &header, &puzzle, &lines);
    let score = board.as_ref().map_or(0, |board| puzzle.verdict(board).score);
    let signature = finished(&lines).map(|(_, signature)| signature);
    if args.json {
        output::print_json(&json!({
            "puzzle": puzzle.name(), "algorithm": header.algorithm, "seed": header.seed,
            "score": score, "joins": puzzle.joins(), "events": lines.len(),
            "signature": signature, "board": board,
        }))?;
    } else if !out {
        output::print(&format!("score      {score} of {}", puzzle.joins()))?;
    }
    Ok(Done::from(as_asked))
}

/// Saves a board if that is asked for; whether it is where it was to go.
fn save(args: &args::Replay, puzzle: &Puzzle, board: &Board) -> Result<bool> {
    let Some(out) = &args.out else { return Ok(true) };
    let outfile = Outfile::new(out, args.force, |path| load::score_in(path, puzzle))?;
    let score = puzzle.verdict(board).score;
    let landed = outfile.save(score, &BoardForm::of(out).bytes(puzzle, board)?)?;
    landed.tell();
    if !args.json {
        output::wrote(&landed.path);
    }
    Ok(landed.as_asked())
}

/// Judges every recorded board and returns the last best.
fn judged_boards(puzzle: &Puzzle, lines: &[LogLine]) -> Result<Option<Board>> {
    let mut last = None;
    for line in lines {
        let (Event::Improved { score, solution } | Event::Kept { score, solution }) = &line.event
        else {
            continue;
        };
        let step = line.stamp.work;
        match puzzle.verdict(solution).accepted() {
            Ok(judged) if judged == *score => {}
            Ok(judged) => bail!("the log claims {score} at step {step}, the judge says {judged}"),
            Err(faults) => bail!("the log has a bad board at step {step}: {faults}"),
        }
        if let Event::Improved { .. } = line.event {
            last = Some(solution.clone());
        }
    }
    Ok(last)
}

fn watch(args: &args::Replay, header: &Header, puzzle: &Puzzle, lines: &[LogLine]) {
    if args.json {
        return;
    }
    let title = RunTitle {
        puzzle: format!("replay of {}", puzzle.name()),
        algorithm: header.algorithm.clone(),
        seed: header.seed,
    };
    let parameters = Value::Object(header.parameters.clone());
    let mut view = View::new(args.view.into(), puzzle, title, &parameters, Budget::default());
    let mut at = 0.0;
    for line in lines {
        if args.speed > 0.0 {
            let pause = (line.stamp.elapsed_s - at) / args.speed;
            thread::sleep(Duration::try_from_secs_f64(pause).unwrap_or_default());
        }
        at = line.stamp.elapsed_s;
        view.notice(line.stamp, &line.event);
    }
}

/// The work and signature a finished run recorded.
fn finished(lines: &[LogLine]) -> Option<(u64, &str)> {
    lines.iter().rev().find_map(|line| match &line.event {
        Event::Finished { signature, .. } => Some((line.stamp.work, signature.as_str())),
        _ => None,
    })
}

/// Runs again what was recorded, by its work; whether the signatures are the same.
fn again(args: &args::Replay, header: &Header, puzzle: &Puzzle, lines: &[LogLine]) -> Result<bool> {
    let (work, recorded) =
        finished(lines).context("the recorded run did not finish: it cannot be compared")?;
    let algorithm = algorithms::find(&header.algorithm)?.build(header.parameters.clone())?;
    let setup = Setup {
        seed: header.seed,
        budget: Budget { work: Some(work), time: None, target: header.target },
        start: header.start.as_ref(),
        ..Setup::default()
    };
    let outcome = search::solve(puzzle, &*algorithm, &setup, &mut |_, _| {});
    let same = outcome.signature == recorded;
    if args.json {
        output::print_json(&json!({
            "same": same, "work": work, "recorded": recorded, "repeated": outcome.signature,
        }))?;
    } else {
        let word = if same { "same" } else { "different" };
        let version = &header.version;
        let repeated = &outcome.signature;
        output::print(&format!(
            "{word}: recorded {recorded} by version {version}, repeated {repeated}"
        ))?;
    }
    Ok(same)
}
