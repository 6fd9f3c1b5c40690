//! Making puzzles, and asking whether they have one answer.

use super::puzzles::Keyed;
use super::refusal::Refusal;
use super::wire::{MakeAnswer, MakeRequest, Preset, UniqueAnswer, Uniqueness};
use crate::wish::{Base, Wish};
use crate::{cores, fresh_seed};
use marquetry::edge::analyse::analyse;
use marquetry::edge::format::native_puzzle;
use marquetry::edge::generate::{Colours, Level, Spread};
use marquetry::edge::{BoardLine, Frame, MAX_SIDE, Puzzle};
use marquetry::exact::{self, Limits};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long the exact search looks for a second perfect board.
const PATIENCE: Duration = Duration::from_secs(10);

/// Follows a recipe.
pub(super) fn make(request: &MakeRequest) -> Result<MakeAnswer, Refusal> {
    let sides = 1..=MAX_SIDE;
    let &MakeRequest { width, height, .. } = request;
    if !sides.contains(&width) || !sides.contains(&height) {
        let says = format!("a board of {width}x{height} is outside 1x1 to {MAX_SIDE}x{MAX_SIDE}");
        return Err(Refusal::unusable(says));
    }
    let wish = wish(request)?;
    let recipe = wish.recipe()?;
    let made = recipe.make().map_err(|error| Refusal::unusable(error.to_string()))?;
    let puzzle = made.puzzle.with_name(format!("puzzle-{width}x{height}-s{}", recipe.seed));
    let analysis = analyse(&puzzle);
    let expected = analysis.expected.pairing.unwrap_or(analysis.expected.shares);
    let (colours, frame_colours, inner_colours) = match recipe.colours {
        Colours::Shared(n) => (Some(n), None, None),
        Colours::Apart { frame, inner } => (None, Some(frame), Some(inner)),
    };
    Ok(MakeAnswer {
        text: native_puzzle(&puzzle),
        puzzle: Keyed::loose(puzzle).view(),
        solution: BoardLine::of(&made.solution),
        seed: recipe.seed.to_string(),
        colours,
        frame_colours,
        inner_colours,
        clues: recipe.clues,
        even: recipe.spread == Spread::Even,
        distinct: recipe.distinct,
        asymmetric: recipe.asymmetric,
        hardness: analysis.verdict,
        expected: expected.text,
        combinations: analysis.combinations.text,
        command: wish.command(),
        recipe: recipe.to_string(),
    })
}

/// What the page asks for. The seed may be beyond what a script can count.
fn wish(request: &MakeRequest) -> Result<Wish, Refusal> {
    let seed = match &request.seed {
        Some(seed) => seed.trim().parse().map_err(|_| {
            Refusal::unusable(format!("expected a whole number as seed, found {seed:?}"))
        })?,
        None => fresh_seed(),
    };
    let base = match request.preset {
        Preset::Easy => Base::Level(Level::Easy),
        Preset::Medium => Base::Level(Level::Medium),
        Preset::Hard => Base::Level(Level::Hard),
        Preset::Extreme => Base::Level(Level::Extreme),
        Preset::Hardest => Base::Hardest,
        Preset::Eternity => Base::Eternity,
    };
    let colours = match (request.colours, request.frame_colours, request.inner_colours) {
        (Some(shared), ..) => Some(Colours::Shared(shared)),
        (None, Some(frame), Some(inner)) => Some(Colours::Apart { frame, inner }),
        (None, ..) => None,
    };
    let spread = |even| if even { Spread::Even } else { Spread::Random };
    Ok(Wish {
        width: request.width,
        height: request.height,
        frame: if request.framed { Frame::Grey } else { Frame::Open },
        base,
        signed: request.signed,
        colours,
        spread: request.even.map(spread),
        distinct: request.distinct,
        asymmetric: request.asymmetric,
        clues: request.clues,
        seed,
    })
}

/// Whether a puzzle has exactly one perfect board, as far as the exact search can tell in time.
pub(super) fn unique(puzzle: &Puzzle, stop: &AtomicBool) -> UniqueAnswer {
    let limits = Limits { time: Some(PATIENCE), stop: Some(stop), threads: cores() };
    let (answer, says) = match exact::uniqueness(puzzle, &limits) {
        exact::Uniqueness::Unique(_) => {
            (Uniqueness::Unique, "Unique: proved by exact search.".to_owned())
        }
        exact::Uniqueness::Several(..) => {
            (Uniqueness::Several, "Not unique: exact search found two perfect boards.".to_owned())
        }
        exact::Uniqueness::None => {
            (Uniqueness::None, "No perfect board exists: proved by exact search.".to_owned())
        }
        exact::Uniqueness::Unknown { .. } => {
            let seconds = PATIENCE.as_secs();
            let says = format!("Not known: exact search did not finish within {seconds} seconds.");
            (Uniqueness::Unknown, says)
        }
    };
    UniqueAnswer { answer, says }
}
