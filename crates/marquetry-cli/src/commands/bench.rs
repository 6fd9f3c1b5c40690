//! `bench`: one number that changes iff behaviour changes, and how fast things are.

use super::{Done, table};
use crate::args;
use crate::observe::short;
use crate::{output, png};
use anyhow::{Context, Result};
use marquetry::algorithms::{self, Entry, Parameters};
use marquetry::draw::{self, Style};
use marquetry::edge::{Placed, Puzzle, State, builtin};
use marquetry::search::{
    Algorithm, Budget, Conclusion, Outcome, Rng, Run, Setup, Signature, solve,
};
use serde::Serialize;
use serde_json::json;
use std::hash::Hash;
use std::hint::black_box;
use std::time::Instant;

/// The puzzles of the fixed list: small, middling, large, open.
const PUZZLES: [&str; 4] = ["twin-6x6", "twin-10x10", "twin-16x16", "p8"];
/// Steps of every run, by algorithm; an unlisted one takes the last.
const WORK: [(&str, u64); 3] = [("greedy", 500), ("local", 2_000_000), ("", 100_000)];

/// One run of the list.
#[derive(Serialize)]
struct Row {
    algorithm: &'static str,
    puzzle: &'static str,
    work: u64,
    score: u32,
    steps_per_s: f64,
    signature: String,
}

pub(super) fn bench(args: &args::Bench) -> Result<Done> {
    let mut rows = Vec::new();
    let mut whole = Signature::default();
    for entry in algorithms::catalogue() {
        for name in PUZZLES {
            let row = play(entry, name, usize::from(args.threads))?;
            row.signature.hash(&mut whole);
            rows.push(row);
        }
    }
    let speeds = if args.signature { Vec::new() } else { kernel_speeds()? };
    if args.json {
        let kernels: serde_json::Map<_, _> =
            speeds.iter().map(|speed| (speed.name.to_owned(), json!(speed.value))).collect();
        output::print_json(&json!({
            "signature": whole.to_string(), "threads": args.threads, "runs": rows,
            "kernels": kernels,
        }))?;
        return Ok(Done::Yes);
    }
    if !args.signature {
        let mut shown = table(&["algorithm", "puzzle", "work", "score", "steps/s", "signature"]);
        for row in &rows {
            shown.add_row([
                row.algorithm,
                row.puzzle,
                &row.work.to_string(),
                &row.score.to_string(),
                &short(row.steps_per_s),
                &row.signature,
            ]);
        }
        output::print(&shown.trim_fmt())?;
        for speed in &speeds {
            output::print(&format!("{:<42} {}", speed.name, speed.shown))?;
        }
    }
    output::print(&format!("signature {whole}"))?;
    Ok(Done::Yes)
}

fn load(name: &str) -> Result<Puzzle> {
    let known = builtin::builtin(name).with_context(|| format!("no built-in puzzle {name}"))?;
    Ok(known.puzzle()?)
}

fn play(entry: &'static Entry, name: &'static str, threads: usize) -> Result<Row> {
    let puzzle = load(name)?;
    let work = WORK.iter().find(|(n, _)| *n == entry.name || n.is_empty()).map(|(_, w)| *w);
    let setup = Setup { budget: Budget { work, ..Budget::default() }, threads, ..Setup::default() };
    let outcome = solve(&puzzle, &*entry.build(Parameters::new())?, &setup, &mut |_, _| {});
    let Outcome { work, score, elapsed, signature, .. } = outcome;
    let steps_per_s = work as f64 / elapsed.as_secs_f64().max(1e-9);
    Ok(Row { algorithm: entry.name, puzzle: name, work, score, steps_per_s, signature })
}

/// A measured quantity.
struct Speed {
    name: &'static str,
    value: f64,
    shown: String,
}

fn kernel_speeds() -> Result<Vec<Speed>> {
    let puzzle = load("twin-16x16")?;
    let mut state = State::new(&puzzle);
    for piece in 0..puzzle.size() {
        state.place(piece, Placed::new(piece, 0));
    }
    let tries = Tries::new(&puzzle);
    // The fastest of several interleaved rounds is the least disturbed one.
    let (mut plain, mut stepped) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..9 {
        plain = plain.min(tries.plain(&state));
        stepped = stepped.min(tries.stepped(&puzzle, &state));
    }
    let swaps = tries.count() / plain;
    let overhead = (stepped / plain - 1.0) * 100.0;
    let milliseconds = png_milliseconds(&puzzle, &state)?;
    Ok(vec![
        Speed {
            name: "swap-and-turn evaluations per second, 16x16",
            value: swaps,
            shown: short(swaps),
        },
        Speed {
            name: "cost of the step counter, percent",
            value: overhead,
            shown: format!("{overhead:.2}"),
        },
        Speed {
            name: "a 16x16 PNG, milliseconds",
            value: milliseconds,
            shown: format!("{milliseconds:.0}"),
        },
    ])
}

fn png_milliseconds(puzzle: &Puzzle, state: &State<'_>) -> Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        black_box(png::render(&draw::svg(puzzle, &state.board(), &Style::default()))?);
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(best)
}

/// Random swaps of inner cells with random turns, as local search tries them.
struct Tries {
    moves: Vec<(u16, u8, u16, u8)>,
    rounds: usize,
}

impl Tries {
    fn new(puzzle: &Puzzle) -> Self {
        let mut rng = Rng::new(1);
        let inner = puzzle.layout().cells(0);
        let mut cell = || inner[rng.below(inner.len())];
        let pairs: Vec<_> =
            (0..1 << 12).map(|_| (cell(), cell())).filter(|(a, b)| a != b).collect();
        let mut turn = || rng.below(4) as u8;
        let moves = pairs.into_iter().map(|(a, b)| (a, turn(), b, turn())).collect();
        Self { moves, rounds: 500 }
    }

    fn count(&self) -> f64 {
        (self.moves.len() * self.rounds) as f64
    }

    fn plain(&self, state: &State<'_>) -> f64 {
        let start = Instant::now();
        let mut sum = 0;
        for _ in 0..self.rounds {
            for &(a, turn_a, b, turn_b) in &self.moves {
                sum += state.swap_gain(usize::from(a), turn_a, usize::from(b), turn_b);
            }
        }
        black_box(sum);
        start.elapsed().as_secs_f64()
    }

    fn stepped(&self, puzzle: &Puzzle, state: &State<'_>) -> f64 {
        let start = Instant::now();
        solve(puzzle, &Stepped { tries: self, state }, &Setup::default(), &mut |_, _| {});
        start.elapsed().as_secs_f64()
    }
}

/// The same evaluations with a step of the run before each.
struct Stepped<'a> {
    tries: &'a Tries,
    state: &'a State<'a>,
}

impl Algorithm<Puzzle> for Stepped<'_> {
    fn solve(&self, _: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        let mut sum = 0;
        for _ in 0..self.tries.rounds {
            for &(a, turn_a, b, turn_b) in &self.tries.moves {
                if !run.step() {
                    return Conclusion::Stopped;
                }
                sum += self.state.swap_gain(usize::from(a), turn_a, usize::from(b), turn_b);
            }
        }
        black_box(sum);
        Conclusion::Stopped
    }
}
