//! `generate`: puzzles by recipe.

use super::Done;
use super::typed::{cores, fresh_seed};
use crate::args::{self, LevelChoice, Preset, SpreadChoice};
use crate::interrupt;
use crate::output::{self, Files};
use crate::wish::{Base, Wish};
use anyhow::Result;
use marquetry::edge::format::{native_board, native_puzzle};
use marquetry::edge::generate::{Colours, Level, Made, Recipe, Spread};
use marquetry::exact::{Limits, Uniqueness, uniqueness};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub(super) fn generate(args: &args::Generate) -> Result<Done> {
    let is_stdout = |path: &Option<_>| output::is_stdout(path.as_ref());
    let (out, solution) = (is_stdout(&args.out), is_stdout(&args.solution));
    // Without --out the puzzle itself goes to standard output.
    let puzzle = args.out.is_none() && !args.json;
    output::one_stream(&[
        ("the puzzle", out || puzzle),
        ("the solution", solution),
        ("--json", args.json),
    ])?;
    let files = Files::default().writes("--out", args.out.as_ref());
    files.writes("--solution", args.solution.as_ref()).check()?;
    let Attempt { recipe, made, tried, unique } = match args.unique {
        true => first_unique(wish(args))?,
        false => Attempt::of(&wish(args))?,
    };
    if args.unique && !unique {
        let seconds = PATIENCE.as_secs();
        output::say(&format!(
            "no puzzle was proved to be unique within {seconds} s, after {tried} seeds"
        ));
        if args.json {
            output::print_json(&json!({"seed": recipe.seed, "unique": null, "tried": tried}))?;
        }
        return Ok(Done::No);
    }
    let (width, height) = args.size;
    let name = args.name.clone();
    let name = name.unwrap_or_else(|| format!("puzzle-{width}x{height}-s{}", recipe.seed));
    let puzzle = made.puzzle.with_name(name);
    let text = native_puzzle(&puzzle);
    let solution = native_board(&puzzle, &made.solution);
    if let Some(path) = &args.out {
        output::save(path, text.as_bytes())?;
    }
    if let Some(path) = &args.solution {
        output::save(path, solution.as_bytes())?;
    }
    if args.json {
        let parse = |text: &str| serde_json::from_str::<Value>(text);
        output::print_json(&json!({
            "seed": recipe.seed, "recipe": recipe, "unique": args.unique.then_some(true), "tried": tried,
            "puzzle": parse(&text)?, "solution": parse(&solution)?,
        }))?;
    } else {
        let one = if args.unique { ", proved to have one solution" } else { "" };
        output::say(&format!("seed {}{one}", recipe.seed));
        args.out.iter().chain(&args.solution).for_each(|path| output::wrote(path));
        if args.out.is_none() {
            output::print_data(&text)?;
        }
    }
    Ok(Done::Yes)
}

/// How long a puzzle with one solution is looked for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A puzzle that was made.
struct Attempt {
    recipe: Recipe,
    made: Made,
    /// Seeds tried, and whether this one is known to have one solution.
    tried: u32,
    unique: bool,
}

impl Attempt {
    fn of(wish: &Wish) -> Result<Self> {
        let recipe = wish.recipe()?;
        let made = recipe.make()?;
        Ok(Self { recipe, made, tried: 1, unique: false })
    }
}

/// The first puzzle from this seed on that exact search proves to have one solution, or the last that
/// was tried in time.
fn first_unique(mut wish: Wish) -> Result<Attempt> {
    interrupt::catch()?;
    let began = Instant::now();
    for tried in 1.. {
        let attempt = Attempt { tried, ..Attempt::of(&wish)? };
        let time = Some(PATIENCE.saturating_sub(began.elapsed()));
        let limits = Limits { threads: cores(), time, stop: Some(interrupt::stop()) };
        match uniqueness(&attempt.made.puzzle, &limits) {
            Uniqueness::Unique(_) => return Ok(Attempt { unique: true, ..attempt }),
            Uniqueness::Unknown { .. } => return Ok(attempt),
            Uniqueness::Several(..) | Uniqueness::None => wish.seed = wish.seed.wrapping_add(1),
        }
    }
    Attempt::of(&wish)
}

/// What was typed. Without a preset: the hardest of its size.
fn wish(args: &args::Generate) -> Wish {
    let (width, height) = args.size;
    let base = match (args.preset, args.level) {
        (_, Some(level)) => Base::Level(level.into()),
        (Some(Preset::Eternity), None) => Base::Eternity,
        (Some(Preset::Hardest) | None, None) => Base::Hardest,
    };
    let apart = args.frame_colours.zip(args.inner_colours);
    let apart = apart.map(|(frame, inner)| (usize::from(frame), usize::from(inner)));
    let apart = apart.map(|(frame, inner)| Colours::Apart { frame, inner });
    let shared = args.colours.map(|n| Colours::Shared(usize::from(n)));
    let spread = |choice| match choice {
        SpreadChoice::Random => Spread::Random,
        SpreadChoice::Even => Spread::Even,
    };
    let any = args.duplicates.then_some(false);
    Wish {
        width,
        height,
        frame: args.frame.into(),
        base,
        signed: args.signed,
        colours: apart.or(shared),
        spread: args.spread.map(spread),
        distinct: args.distinct.or(any),
        asymmetric: args.asymmetric.or(any),
        clues: args.clues,
        seed: args.seed.unwrap_or_else(fresh_seed),
    }
}

impl From<LevelChoice> for Level {
    fn from(choice: LevelChoice) -> Self {
        match choice {
            LevelChoice::Easy => Self::Easy,
            LevelChoice::Medium => Self::Medium,
            LevelChoice::Hard => Self::Hard,
            LevelChoice::Extreme => Self::Extreme,
        }
    }
}
