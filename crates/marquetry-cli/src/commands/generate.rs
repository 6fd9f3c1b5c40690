//! `generate`: puzzles by recipe.

use super::Done;
use super::typed::fresh_seed;
use crate::args::{self, Preset, SpreadChoice};
use crate::output::{self, Files};
use anyhow::{Result, bail};
use marquetry::edge::Frame;
use marquetry::edge::format::{native_board, native_puzzle};
use marquetry::edge::generate::{Colours, Recipe, Spread};
use serde_json::{Value, json};

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
    let recipe = recipe(args)?;
    let made = recipe.make()?;
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
            "seed": recipe.seed, "recipe": recipe,
            "puzzle": parse(&text)?, "solution": parse(&solution)?,
        }))?;
    } else {
        output::say(&format!("seed {}", recipe.seed));
        if args.out.is_none() {
            output::print_data(&text)?;
        }
    }
    Ok(Done::Yes)
}

/// The preset, changed by whatever else was said. Without one: the hardest of its size.
fn recipe(args: &args::Generate) -> Result<Recipe> {
    let (width, height) = args.size;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let frame = Frame::from(args.frame);
    let mut recipe = match args.preset {
        Some(Preset::Eternity) if frame == Frame::Open => {
            bail!("the eternity preset has a grey frame: leave out --frame open")
        }
        Some(Preset::Eternity) => Recipe::eternity_like(width, height, seed),
        Some(Preset::Hardest) | None => Recipe::hardest(width, height, frame),
    };
    recipe.seed = seed;
    if args.signed {
        // A side of a signed puzzle fits half as many others: half the pairs are as hard.
        recipe.colours = match recipe.colours {
            Colours::Shared(n) => Colours::Shared(n.div_ceil(2)),
            Colours::Apart { frame, inner } => {
                Colours::Apart { frame: frame.div_ceil(2), inner: inner.div_ceil(2) }
            }
        };
    }
    if let Some(shared) = args.colours {
        recipe.colours = Colours::Shared(usize::from(shared));
    }
    if let (Some(frame), Some(inner)) = (args.frame_colours, args.inner_colours) {
        recipe.colours = Colours::Apart { frame: usize::from(frame), inner: usize::from(inner) };
    }
    match args.spread {
        Some(SpreadChoice::Random) => recipe.spread = Spread::Random,
        Some(SpreadChoice::Even) => recipe.spread = Spread::Even,
        None => {}
    }
    recipe.signed |= args.signed;
    if args.duplicates {
        (recipe.distinct, recipe.asymmetric) = (false, false);
    }
    recipe.clues = args.clues.unwrap_or(recipe.clues);
    Ok(recipe)
}
