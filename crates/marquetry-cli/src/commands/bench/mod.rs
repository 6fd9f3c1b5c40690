//! `bench`: one number that changes iff behaviour changes, and how fast things are.

mod plain;

use super::{Done, table};
use crate::args;
use crate::observe::short;
use crate::{load, output, png};
use anyhow::{Context, Result};
use marquetry::algorithms;
use marquetry::draw::{self, Style};
use marquetry::edge::generate::Recipe;
use marquetry::edge::{Frame, Kind, Order, Placed, Puzzle, State, builtin};
use marquetry::exact::{self, Exact, Lookahead};
use marquetry::search::{
    Algorithm, Budget, Conclusion, Entry, Outcome, Parameters, Problem, Rng, Run, Setup, Signature,
    solve,
};
use marquetry::tokens;
use serde::Serialize;
use serde_json::{Value, json};
use std::hash::Hash;
use std::hint::black_box;
use std::time::Instant;

/// The puzzles of the fixed list: small, middling, large, open, signed.
const PUZZLES: [&str; 5] = ["twin-6x6", "twin-10x10", "twin-16x16", "p8", SIGNED];
/// A puzzle made on the spot, since no built-in one is signed.
const SIGNED: &str = "signed-7x9";
/// The token puzzles of the list: name, side, tokens removed.
const TOKENS: [(&str, usize, usize); 2] = [("tokens-6x6", 6, 12), ("tokens-50x50", 50, 1250)];
/// Evaluations per round of the kernel measurements.
const EVALUATIONS: usize = 1 << 21;

/// Placements per round of the row scans.
const PLACEMENTS: u64 = 60_000_000;

/// One run of the list.
#[derive(Serialize)]
struct Row {
    algorithm: &'static str,
    parameters: Parameters,
    puzzle: &'static str,
    work: u64,
    score: u32,
    steps_per_s: f64,
    signature: String,
}

pub(super) fn bench(args: &args::Bench) -> Result<Done> {
    play_all(args)
}

/// The fixed list.
fn play_all(args: &args::Bench) -> Result<Done> {
    let mut rows = Vec::new();
    let mut whole = Signature::default();
    let threads = usize::from(args.threads);
    for entry in algorithms::catalogue() {
        for given in entry.settings() {
            for name in PUZZLES {
                rows.push(play(entry, &given, name, &load(name)?, threads)?);
            }
        }
    }
    for entry in tokens::catalogue() {
        for given in entry.settings() {
            for (name, side, removed) in TOKENS {
                let puzzle = tokens::Puzzle::new(side, side, removed)?;
                rows.push(play(entry, &given, name, &puzzle, threads)?);
            }
        }
    }
    rows.iter().for_each(|row| row.signature.hash(&mut whole));
    let mut speeds = Vec::new();
    if !args.signature {
        speeds.extend(kernel_speeds()?);
        speeds.extend(scan_speeds(args)?);
    }
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
        let mut shown =
            table(&["algorithm", "puzzle", "work", "score", "steps/s", "signature", "parameters"]);
        for row in &rows {
            shown.add_row([
                row.algorithm,
                row.puzzle,
                &row.work.to_string(),
                &row.score.to_string(),
                &short(row.steps_per_s),
                &row.signature,
                &settings(&row.parameters),
            ]);
        }
        output::print(&shown.trim_fmt())?;
        for speed in &speeds {
            output::print(&format!("{:<36} {}", speed.name, speed.shown))?;
        }
    }
    output::print(&format!("signature {whole}"))?;
    Ok(Done::Yes)
}

/// Parameters as they are typed.
fn settings(parameters: &Parameters) -> String {
    let setting = |(key, value): (&String, &Value)| match value.as_str() {
        Some(text) => format!("{key}={text}"),
        None => format!("{key}={value}"),
    };
    parameters.iter().map(setting).collect::<Vec<_>>().join(" ")
}

fn load(name: &str) -> Result<Puzzle> {
    if name == SIGNED {
        let recipe =
            Recipe { signed: true, clues: 2, seed: 1, ..Recipe::hardest(7, 9, Frame::Grey) };
        return Ok(recipe.make()?.puzzle);
    }
    let known = builtin::builtin(name).with_context(|| format!("no built-in puzzle {name}"))?;
    Ok(known.puzzle()?)
}

fn play<P: Problem>(
    entry: &'static Entry<P>,
    given: &Parameters,
    name: &'static str,
    puzzle: &P,
    threads: usize,
) -> Result<Row> {
    let work = Some(entry.bench_work);
    let setup = Setup { budget: Budget { work, ..Budget::default() }, threads, ..Setup::default() };
    let outcome = solve(puzzle, &*entry.build(given.clone())?, &setup, &mut |_, _| {});
    let Outcome { work, score, elapsed, signature, .. } = outcome;
    let steps_per_s = work as f64 / elapsed.as_secs_f64().max(1e-9);
    let (algorithm, parameters) = (entry.name, given.clone());
    Ok(Row { algorithm, parameters, puzzle: name, work, score, steps_per_s, signature })
}

/// A measured quantity.
struct Quantity {
    name: &'static str,
    value: f64,
    shown: String,
}

fn kernel_speeds() -> Result<Vec<Quantity>> {
    let puzzle = load("twin-16x16")?;
    let mut state = State::new(&puzzle);
    for piece in 0..puzzle.size() {
        state.place(piece, Placed::new(piece, 0));
    }
    let walk = SwapLoop::new(&state);
    // The fastest of several interleaved rounds is the least disturbed one.
    let mut times = [f64::INFINITY; 4];
    for _ in 0..9 {
        let round = [
            seconds(|| walk.evaluate(Moves::Listed, || true)),
            seconds(|| walk.stepped(Moves::Listed)),
            seconds(|| walk.evaluate(Moves::Drawn, || true)),
            seconds(|| walk.stepped(Moves::Drawn)),
        ];
        times.iter_mut().zip(round).for_each(|(best, time)| *best = best.min(time));
    }
    let [bare, bare_stepped, drawn, drawn_stepped] = times;
    let rate = |name, time: f64| {
        let value = EVALUATIONS as f64 / time;
        Quantity { name, value, shown: short(value) }
    };
    let cost = |name, stepped: f64, plain: f64| {
        let value = (stepped / plain - 1.0) * 100.0;
        Quantity { name, value, shown: format!("{value:.1}") }
    };
    let png = png_milliseconds(&puzzle, &state)?;
    Ok(vec![
        rate("swap-and-turn evaluations/s, 16x16", bare),
        cost("cost of the step counter there, %", bare_stepped, bare),
        rate("evaluations/s, each move drawn", drawn),
        cost("cost of the step counter here, %", drawn_stepped, drawn),
        Quantity { name: "a 16x16 PNG, ms", value: png, shown: format!("{png:.0}") },
    ])
}

/// The row scan of the exact kernel beside a plain one, on the same tree.
fn scan_speeds(args: &args::Bench) -> Result<Vec<Quantity>> {
    let puzzle = load::puzzle(&args.scan, &load::ClueSource::default())?.puzzle;
    let puzzle = puzzle.with_clues(Vec::new())?;
    let how = Exact { order: Order::Row, lookahead: Lookahead::Off, symmetry: false };
    let plain = plain::scan(&puzzle, PLACEMENTS);
    let plain = plain.context("--scan expects a framed puzzle without signed sides")?;
    let (mut slow, mut fast, mut nodes) = (f64::INFINITY, f64::INFINITY, 0);
    for _ in 0..9 {
        slow = slow.min(seconds(|| _ = black_box(plain::scan(&puzzle, PLACEMENTS))));
        let start = Instant::now();
        nodes = exact::scan(&puzzle, &how, PLACEMENTS)?.0;
        fast = fast.min(start.elapsed().as_secs_f64());
    }
    let (slow, fast) = (plain.placements as f64 / slow, nodes as f64 / fast);
    let tested = plain.candidates as f64 / plain.placements as f64;
    let rate = |name, value| Quantity { name, value, shown: short(value) };
    Ok(vec![
        rate("row scan, placements/s", fast),
        rate("a plain row scan, placements/s", slow),
        rate("its candidates tested/s", slow * tested),
        rate("the same candidates/s in the kernel", fast * tested),
        Quantity {
            name: "kernel against plain",
            value: fast / slow,
            shown: format!("{:.2}x", fast / slow),
        },
    ])
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
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

/// Where the moves of a measurement come from.
#[derive(Clone, Copy)]
enum Moves {
    /// Drawn beforehand: the kernel alone.
    Listed,
    /// Drawn one by one, as the simplest search does.
    Drawn,
}

/// Swaps of random inner cells with random turns.
struct SwapLoop<'a> {
    state: &'a State<'a>,
    inner: &'a [u16],
    listed: Vec<(usize, u8, usize, u8)>,
}

impl<'a> SwapLoop<'a> {
    fn new(state: &'a State<'a>) -> Self {
        let inner = state.puzzle().layout().cells(Kind::Inner);
        let rng = &mut Rng::new(1);
        let listed = (0..1 << 10).map(|_| draw_move(inner, rng)).collect();
        Self { state, inner, listed }
    }

    /// Evaluates moves while `step` allows it.
    #[inline(always)]
    fn evaluate(&self, moves: Moves, mut step: impl FnMut() -> bool) {
        let rng = &mut Rng::new(1);
        let mut sum = 0;
        for i in 0..EVALUATIONS {
            if !step() {
                break;
            }
            let (a, turn_a, b, turn_b) = match moves {
                Moves::Listed => self.listed[i & (self.listed.len() - 1)],
                Moves::Drawn => draw_move(self.inner, rng),
            };
            sum += self.state.swap_gain(a, turn_a, b, turn_b);
        }
        black_box(sum);
    }

    /// The same with a step of a run before each.
    fn stepped(&self, moves: Moves) {
        let stepped = Stepped { walk: self, moves };
        solve(self.state.puzzle(), &stepped, &Setup::default(), &mut |_, _| {});
    }
}

#[inline(always)]
fn draw_move(inner: &[u16], rng: &mut Rng) -> (usize, u8, usize, u8) {
    let mut cell = || usize::from(inner[rng.below(inner.len())]);
    let (a, b, bits) = (cell(), cell(), rng.bits());
    (a, (bits >> 62) as u8, b, (bits >> 60 & 3) as u8)
}

struct Stepped<'a> {
    walk: &'a SwapLoop<'a>,
    moves: Moves,
}

impl Algorithm<Puzzle> for Stepped<'_> {
    fn solve(&self, _: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        match self.moves {
            Moves::Listed => self.walk.evaluate(Moves::Listed, || run.step()),
            Moves::Drawn => self.walk.evaluate(Moves::Drawn, || run.step()),
        }
        Conclusion::Stopped
    }
}
