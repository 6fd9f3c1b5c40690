//! `puzzles`: the shelf.

use super::typed::ink;
use super::{Done, show, table};
use crate::args::PuzzlesAction;
use crate::{output, shelf};
use anyhow::{Context, Result};
use marquetry::edge::format;
use marquetry::edge::{Frame, Puzzle};
use serde_json::json;

pub(super) fn puzzles(action: PuzzlesAction) -> Result<Done> {
    match action {
        PuzzlesAction::List { json } => list(json)?,
        PuzzlesAction::Show { name, json } => show_one(&name, json)?,
        PuzzlesAction::Add { puzzle, name, replace, json } => {
            let loaded = puzzle.load()?;
            let name = name.unwrap_or_else(|| loaded.puzzle.name().to_owned());
            let path = shelf::add(&loaded.puzzle, &name, replace)?;
            let name = output::slug(&name);
            if json {
                let (path, notes) = (&path, &loaded.notes);
                output::print_json(&json!({"name": name, "path": path, "notes": notes}))?;
            } else {
                loaded.tell();
                output::print(&format!("added {name} ({})", path.display()))?;
            }
        }
        PuzzlesAction::Remove { name, json } => {
            shelf::remove(&name)?;
            match json {
                true => output::print_json(&json!({"removed": name}))?,
                false => output::print(&format!("removed {name}"))?,
            }
        }
    }
    Ok(Done::Yes)
}

fn list(as_json: bool) -> Result<()> {
    let mut rows = table(&["name", "size", "frame", "colours", "clues", "about"]);
    for shelved in shelf::all() {
        // A file of the user's that went bad is listed as such and hides nothing else.
        let puzzle = match parse(&shelved) {
            Ok(puzzle) => puzzle,
            Err(error) => {
                output::say(&format!("warning: {}: {error:#}", shelved.name()));
                continue;
            }
        };
        let (name, about) = (shelved.name(), shelved.about());
        let (width, height, frame) = (puzzle.width(), puzzle.height(), puzzle.frame());
        let (colours, clues) = (puzzle.colours(), puzzle.clues().len());
        if as_json {
            output::print_json(&json!({
                "name": name, "width": width, "height": height, "frame": frame,
                "signed": puzzle.signed(), "colours": colours, "clues": clues, "about": about,
            }))?;
        } else {
            let frame = if frame == Frame::Grey { "grey" } else { "open" };
            rows.add_row([
                name,
                &format!("{width}x{height}"),
                frame,
                &colours.to_string(),
                &clues.to_string(),
                &about,
            ]);
        }
    }
    if as_json { Ok(()) } else { output::print(&rows.trim_fmt()) }
}

fn show_one(name: &str, as_json: bool) -> Result<()> {
    let shelved = shelf::find(name)
        .with_context(|| format!("no puzzle named {name} (see `marquetry puzzles list`)"))?;
    if as_json {
        return output::print_data(&String::from_utf8_lossy(&shelved.text()?));
    }
    let puzzle = parse(&shelved)?;
    output::print(&format!("{name}: {}", shelved.about()))?;
    show::print_pieces(&puzzle, ink(None))
}

fn parse(shelved: &shelf::Shelved) -> Result<Puzzle> {
    Ok(format::read(&shelved.text()?)?.puzzle()?)
}
