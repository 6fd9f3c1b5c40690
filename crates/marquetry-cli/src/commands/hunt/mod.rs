//! `hunt`: the search for days, whose archive loses no board.

mod export;
mod overview;
mod trouble;
mod watch;

use super::Done;
use crate::archive::{self, Archive, Head, Snapshot, WITHIN};
use crate::load::Loaded;
use crate::{DEFAULT_ALGORITHM, args, interrupt, output};
use anyhow::{Result, bail};
use marquetry::algorithms;
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{self, Conclusion, Entry, Keep, Outcome, Parameters, Setup, Signature};
use overview::HuntOverview;
use serde_json::json;
use std::hash::{Hash, Hasher};
use std::path::Path;
use watch::Watch;

pub(super) fn hunt(args: &args::Hunt) -> Result<Done> {
    let loaded = args.puzzle.load()?;
    let puzzle = &loaded.puzzle;
    let slug = || Path::new("hunt").join(output::slug(puzzle.name()));
    let folder = args.archive.clone().unwrap_or_else(slug);
    if let Some(target) = &args.export {
        let snapshot = Snapshot::at(&folder, puzzle)?;
        snapshot.damage.iter().for_each(|damage| output::say(&format!("warning: {damage}")));
        return export::export(args, puzzle, &snapshot, target);
    }
    if args.status {
        return status(args, puzzle, &folder);
    }
    args.puzzle.sources().writes_into("the archive", Some(&folder), &archive::NAMES).check()?;
    session(args, &loaded, &folder)
}

fn status(args: &args::Hunt, puzzle: &Puzzle, folder: &Path) -> Result<Done> {
    let Snapshot { head, index, damage, .. } = &Snapshot::at(folder, puzzle)?;
    let overview = HuntOverview { puzzle, folder, head, index, session: None };
    if args.json {
        let mut value = overview.json(None);
        value["damage"] = json!(damage);
        output::print_json(&value)?;
    } else {
        let damage = damage.iter().map(|damage| format!("damage     {damage}"));
        output::print(&overview.lines().into_iter().chain(damage).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(Done::from(damage.is_empty()))
}

/// One session: from the best archived board until time, target or Ctrl-C.
fn session(args: &args::Hunt, loaded: &Loaded, folder: &Path) -> Result<Done> {
    let puzzle = &loaded.puzzle;
    let seed = args.effort.seed();
    // What is wrong with the words is said before anything is made.
    let (entry, given) = method(args, Head::read(folder, puzzle)?.as_ref())?;
    if let Some(objection) = entry.build(given.clone())?.objection(puzzle) {
        bail!("{} cannot search {}: {objection}", entry.name, puzzle.name());
    }
    if let Some(obstacle) = puzzle.obstacle() {
        bail!("{} has no valid board: {obstacle}", puzzle.name());
    }
    if let Some(keep) = args.keep.filter(|&keep| keep > puzzle.joins()) {
        bail!("expected --keep up to {}, found {keep}", puzzle.joins());
    }
    let new = || Head::new(puzzle, entry.name, seed);
    let (mut archive, notes) = Archive::open(folder, puzzle, args.cap as usize, new)?;
    if !args.quiet && !args.json {
        loaded.tell();
    }
    notes.iter().for_each(|note| output::say(&format!("note: {note}")));
    archive.head.seed = args.effort.seed.unwrap_or(archive.head.seed);
    entry.name.clone_into(&mut archive.head.algorithm);
    archive.head.parameters = given.clone();
    archive.head.sessions += 1;
    archive.keep(args.keep)?;
    archive.save()?;
    let threads = args.effort.threads();
    let mut watch = Watch::new(args, puzzle, folder, archive, threads);
    let outcome = search(args, puzzle, entry, given, &mut watch)?;
    let failure = watch.finish();
    let (archive, session) = watch.parts();
    let overview =
        HuntOverview { puzzle, folder, head: &archive.head, index: archive.index(), session };
    match args.json {
        true => output::print_json(&overview.json(Some(outcome.conclusion)))?,
        false => output::print(&overview.lines().join("\n"))?,
    }
    failure?;
    if let Some(refused) = outcome.refused {
        bail!("{} offered a wrong board, please report it: {refused}", entry.name);
    }
    Ok(Done::from(args.target.is_none() || outcome.conclusion == Conclusion::Solved))
}

/// The algorithm and its parameters: as typed, else as before.
fn method(
    args: &args::Hunt,
    before: Option<&Head>,
) -> Result<(&'static Entry<Puzzle>, Parameters)> {
    let known = before.map(|head| head.algorithm.as_str());
    let name = args.with.as_deref().or(known).unwrap_or(DEFAULT_ALGORITHM);
    let entry = algorithms::find(name)?;
    let given = match before {
        Some(head) if args.with.is_none() && args.effort.settings.set.is_empty() => {
            head.parameters.clone()
        }
        _ => args.effort.settings.parameters()?,
    };
    entry.parameters(given.clone())?;
    Ok((entry, given))
}

fn search(
    args: &args::Hunt,
    puzzle: &Puzzle,
    entry: &Entry<Puzzle>,
    given: Parameters,
    watch: &mut Watch<'_>,
) -> Result<Outcome<Board>> {
    let algorithm = entry.build(with_all_cores(entry, given, watch.threads())?)?;
    interrupt::catch()?;
    let head = &watch.archive().head;
    // An algorithm that begins anew has it as the board to beat.
    let start = watch.archive().index().best().map(|best| best.board.clone());
    if start.is_some() && !entry.resumes && !args.quiet && !args.json {
        output::say(&format!("note: {} begins anew, not from the best board", entry.name));
    }
    let setup = Setup {
        seed: session_seed(head.seed, head.sessions),
        budget: args.effort.limits.open_budget(args.target),
        threads: watch.threads(),
        stop: Some(interrupt::stop()),
        start: start.as_ref(),
        keep: head.keep.map_or(Keep::Within(WITHIN), Keep::From),
        ..Setup::default()
    };
    Ok(search::solve(puzzle, &*algorithm, &setup, &mut |stamp, event| watch.notice(stamp, event)))
}

/// A hunt need not repeat: unless someone says otherwise, it has a child for every thread, as far as
/// the algorithm can have so many.
fn with_all_cores(
    entry: &Entry<Puzzle>,
    mut given: Parameters,
    threads: usize,
) -> Result<Parameters> {
    let Some(children) = entry.children else { return Ok(given) };
    let usual = entry.parameters(given.clone())?[children].as_u64();
    let most = entry.schema()["properties"][children]["maximum"].as_u64().unwrap_or(u64::MAX);
    let wanted = most.min(threads as u64);
    if usual.is_some_and(|usual| usual < wanted) && !given.contains_key(children) {
        given.insert(children.to_owned(), wanted.into());
    }
    Ok(given)
}

/// The seed of a session: sessions must not repeat each other.
fn session_seed(seed: u64, session: u64) -> u64 {
    let mut signature = Signature::default();
    (seed, session).hash(&mut signature);
    signature.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the algorithm, no thread is idle, and what was set stays.
    #[test]
    fn a_hunt_has_a_child_for_every_thread() {
        for entry in algorithms::catalogue() {
            let (name, defaults) = (entry.name, entry.parameters(Parameters::new()).unwrap());
            let all = with_all_cores(entry, Parameters::new(), 40).unwrap();
            assert!(entry.build(all.clone()).is_ok(), "{name}");
            let Some(children) = entry.children else {
                assert!(all.is_empty(), "{name}");
                continue;
            };
            assert!(entry.parameters(all).unwrap()[children].as_u64() >= Some(40), "{name}");
            let alone = with_all_cores(entry, Parameters::new(), 1).unwrap();
            assert_eq!(entry.parameters(alone).unwrap(), defaults, "{name}");
            let set = Parameters::from_iter([(children.to_owned(), 3.into())]);
            assert_eq!(with_all_cores(entry, set.clone(), 40).unwrap(), set, "{name}");
            let most = with_all_cores(entry, Parameters::new(), 1 << 20).unwrap();
            assert!(entry.build(most).is_ok(), "{name}");
        }
    }
}
