//! `generate`: puzzles by recipe.

use super::{Done, fresh_seed};
use crate::args::{self, Preset, SpreadChoice};
use crate::output;
use anyhow::Result;
use marquetry::edge::Frame;
use marquetry::edge::format::{native_board, native_puzzle};
use marquetry::edge::generate::{Colours, Recipe, Spread};
use serde_json::{Value, json};

pub(super) fn generate(args: &args::Generate) -> Result<Done> {
    let recipe = recipe(args);
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
            output::print(&text)?;
        }
    }
    Ok(Done::Yes)
}

/// The preset, changed by whatever else was said. Without one: the hardest of its size.
fn recipe(args: &args::Generate) -> Recipe {
    let (width, height) = args.size;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let frame = Frame::from(args.frame);
    let mut recipe = match args.preset {
        Some(Preset::Eternity) => Recipe::eternity_like(width, height, seed),
        Some(Preset::Hardest) | None => Recipe::hardest(width, height, frame),
    };
    recipe.seed = seed;
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
    recipe
}
