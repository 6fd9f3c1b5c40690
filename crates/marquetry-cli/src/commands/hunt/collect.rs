//! `hunt --collect`: the boards of all hunters in one archive.

use super::super::Done;
use super::overview::HuntOverview;
use crate::archive::{Archive, Head, now};
use crate::cluster::{Collected, collect as gather};
use crate::terminal::is_live;
use crate::{args, interrupt, output};
use anyhow::Result;
use marquetry::edge::Puzzle;
use serde_json::json;
use std::path::Path;
use std::time::Instant;

pub(super) fn collect(args: &args::Hunt, puzzle: &Puzzle, folder: &Path) -> Result<Done> {
    let Some(engine) = args.engine.engine()? else { return Ok(Done::No) };
    let new = || Head::new(puzzle, "collect", 0);
    let (mut archive, notes) = Archive::open(folder, puzzle, args.cap as usize, new)?;
    notes.iter().for_each(|note| output::say(&format!("note: {note}")));
    archive.keep(args.keep)?;
    archive.head.sessions += 1;
    archive.save()?;
    interrupt::catch()?;
    let quiet = args.quiet || args.json;
    let (mut said, mut last) = (Collected::default(), Instant::now());
    let told =
        gather(&engine, puzzle, &mut archive, args.effort.limits.time, &mut |archive, told| {
            let due = is_live() || last.elapsed() >= args.log_every || said == Collected::default();
            if !quiet && told != said && due {
                let (best, kept) = (archive.index().best_score(), archive.index().len());
                output::say(&format!("{} boards read, {kept} kept, best {best}", told.read));
                (said, last) = (told, Instant::now());
            }
        })?;
    archive.prune()?;
    archive.save()?;
    let (head, index, bests) = (&archive.head, archive.index(), archive.bests());
    let overview = HuntOverview { puzzle, folder, head, index, bests, now: now(), session: None };
    if args.json {
        let mut value = overview.json(None);
        let Collected { read, new, bad } = told;
        value["collected"] = json!({"read": read, "new": new, "bad": bad});
        output::print_json(&value)?;
    } else {
        let bad = match told.bad {
            0 => String::new(),
            bad => format!(", {bad} refused by the judge"),
        };
        output::say(&format!("{} boards read, {} new{bad}", told.read, told.new));
        output::print(&overview.lines().join("\n"))?;
    }
    Ok(Done::Yes)
}
