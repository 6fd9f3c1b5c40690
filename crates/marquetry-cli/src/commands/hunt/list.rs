//! `hunt list` and `hunt merge`: more than one hunt.

use super::super::{Done, table};
use crate::archive::{self, Archive, Head, Kept, Snapshot, now};
use crate::observe::span;
use crate::output::Lock;
use crate::{args, output};
use anyhow::{Context, Result, bail};
use marquetry::search::Score;
use serde::Deserialize;
use serde_json::json;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// What a line of an archive says without its board.
#[derive(Deserialize)]
struct Said {
    score: Score,
    at: u64,
}

/// A hunt at a glance, as its files say: nothing is judged.
struct Line {
    folder: PathBuf,
    head: Option<Head>,
    boards: usize,
    best: Option<Said>,
    goes_on: bool,
}

impl Line {
    fn of(folder: PathBuf) -> Self {
        let head = Head::peek(&folder).ok().flatten();
        let (mut boards, mut best) = (0, None::<Said>);
        let file = File::open(folder.join("boards.jsonl")).into_iter().map(BufReader::new);
        for line in file.flat_map(BufRead::lines).map_while(Result::ok) {
            let Ok(said) = serde_json::from_str::<Said>(&line) else { continue };
            boards += 1;
            if best.as_ref().is_none_or(|best| said.score > best.score) {
                best = Some(said);
            }
        }
        let goes_on = Lock::is_held(&folder.join("lock"));
        Self { folder, head, boards, best, goes_on }
    }

    fn json(&self) -> serde_json::Value {
        let head = self.head.as_ref();
        json!({
            "archive": self.folder, "puzzle": head.map(|head| &head.puzzle),
            "algorithm": head.map(|head| &head.algorithm), "best": self.best.as_ref().map(|b| b.score),
            "best_at": self.best.as_ref().map(|best| best.at), "kept": self.boards,
            "session": head.map(|head| head.sessions), "elapsed_s": head.map(|head| head.seconds),
            "goes_on": self.goes_on,
        })
    }

    fn row(&self) -> [String; 7] {
        let dash = || "-".to_owned();
        let head = self.head.as_ref();
        let found = |best: &Said| format!("{} ago", span(now().saturating_sub(best.at) as f64));
        [
            self.folder.display().to_string(),
            head.map_or_else(dash, |head| head.puzzle.clone()),
            self.best.as_ref().map_or_else(dash, |best| best.score.to_string()),
            self.best.as_ref().map_or_else(dash, found),
            self.boards.to_string(),
            head.map_or_else(dash, |head| span(head.seconds)),
            if self.goes_on { "now" } else { "" }.to_owned(),
        ]
    }
}

/// Every hunt below a folder.
pub(super) fn list(base: &Path, json: bool) -> Result<Done> {
    let lines: Vec<Line> = archive::archives(base).into_iter().map(Line::of).collect();
    if json {
        lines.iter().try_for_each(|line| output::print_json(&line.json()))?;
        return Ok(Done::Yes);
    }
    if lines.is_empty() {
        output::say(&format!("no hunts in {}: `marquetry hunt PUZZLE` begins one", base.display()));
        return Ok(Done::Yes);
    }
    let mut rows = table(&["archive", "puzzle", "best", "found", "boards", "time", "goes on"]);
    lines.iter().for_each(|line| _ = rows.add_row(line.row()));
    output::print(&rows.trim_fmt())?;
    Ok(Done::Yes)
}

/// Adds the boards of other archives to one.
pub(super) fn merge(args: &args::HuntMerge) -> Result<Done> {
    let all = || std::iter::once(&args.into).chain(&args.from);
    if let Some(same) = args.from.iter().find(|from| is_one(from, &args.into)) {
        bail!("{} cannot be merged into itself", same.display());
    }
    let known = all().find_map(|folder| archive::puzzle_of(folder).ok());
    let puzzle = match known {
        Some(puzzle) => puzzle,
        None => archive::puzzle_of(&args.from[0])?,
    };
    // All are looked at before anything is written.
    let others: Vec<Snapshot> =
        args.from.iter().map(|from| Snapshot::at(from, &puzzle)).collect::<Result<_>>()?;
    for damage in others.iter().flat_map(|other| &other.damage) {
        output::say(&format!("warning: {damage}"));
    }
    let first = &others[0].head;
    let new = || Head { sessions: 0, seconds: 0.0, work: 0, threshold: 0, ..first.clone() };
    let (mut archive, notes) = Archive::open(&args.into, &puzzle, args.cap as usize, new)?;
    notes.iter().for_each(|note| output::say(&format!("note: {note}")));
    let (mut read, mut added) = (0, 0);
    for kept in others.iter().flat_map(Snapshot::boards) {
        let kept: Kept = kept.context("cannot read a board of an archive")?;
        read += 1;
        added += usize::from(archive.adopt(&kept)?);
    }
    archive.sync()?;
    archive.prune()?;
    archive.save()?;
    let (best, kept) = (archive.index().best_score(), archive.index().len());
    let (into, joins) = (args.into.display(), puzzle.joins());
    match args.json {
        true => output::print_json(&json!({
            "archive": args.into, "read": read, "added": added, "kept": kept, "best": best,
        }))?,
        false => output::print(&format!(
            "{read} boards read, {added} added; {into} holds {kept}, the best {best} of {joins}"
        ))?,
    }
    Ok(Done::Yes)
}

fn is_one(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    a == b || real(a).is_some_and(|real_a| Some(real_a) == real(b))
}
