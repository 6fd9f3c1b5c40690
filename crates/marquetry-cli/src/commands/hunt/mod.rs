//! `hunt`: the search for days, whose archive loses no board.

#[cfg(feature = "cluster")]
mod collect;
mod company;
mod export;
mod herald;
mod import;
mod list;
mod overview;
mod trouble;
mod watch;

use super::Done;
use crate::archive::{self, Archive, Head, OtherPuzzle, Snapshot, WITHIN};
use crate::args::{self, HuntAction};
use crate::load::{self, Loaded};
use crate::output::{self, Files};
use crate::{DEFAULT_ALGORITHM, interrupt};
use anyhow::{Result, bail};
use company::Company;
use import::Imported;
use marquetry::algorithms;
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{self, Conclusion, Entry, Keep, Outcome, Parameters, Setup, Signature};
use overview::HuntOverview;
use serde_json::json;
use std::hash::{Hash, Hasher};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use watch::Watch;

/// Where hunts are kept that name no folder.
const HUNTS: &str = "hunt";

pub(super) fn hunt(args: &args::Hunt) -> Result<Done> {
    match &args.action {
        Some(HuntAction::List { folder, json }) => return list::list(folder, *json),
        Some(HuntAction::Merge(merge)) => return list::merge(merge),
        None => {}
    }
    if args.puzzle.is_none() && args.archive.is_none() && args.status {
        return list::list(Path::new(HUNTS), args.json);
    }
    let (loaded, folder) = quarry(args)?;
    let puzzle = &loaded.puzzle;
    if let Some(target) = &args.export {
        let snapshot = Snapshot::at(&folder, puzzle)?;
        snapshot.damage.iter().for_each(|damage| output::say(&format!("warning: {damage}")));
        return export::export(args, puzzle, &snapshot, target);
    }
    if args.status {
        return status(args, puzzle, &folder);
    }
    sources(args).writes_into("the archive", Some(&folder), &archive::NAMES).check()?;
    #[cfg(feature = "cluster")]
    if args.collect {
        return collect::collect(args, puzzle, &folder);
    }
    session(args, &loaded, &folder)
}

/// What is hunted, and where its boards are kept.
fn quarry(args: &args::Hunt) -> Result<(Loaded, PathBuf)> {
    match (&args.puzzle, &args.archive) {
        (Some(spec), archive) => {
            let loaded = load::puzzle(spec, &args.clues.source())?;
            let home = || archive::home(Path::new(HUNTS), &loaded.puzzle);
            let folder = archive.clone().unwrap_or_else(home);
            Ok((loaded, folder))
        }
        (None, Some(folder)) if args.clues.clues.is_none() && args.clues.hints.is_none() => {
            let (puzzle, board, notes) = (archive::puzzle_of(folder)?, None, Vec::new());
            Ok((Loaded { puzzle, board, notes }, folder.clone()))
        }
        (None, Some(_)) => bail!("other clues make another hunt: name its puzzle, too"),
        (None, None) => bail!("name a puzzle, or with --archive a hunt that is to go on"),
    }
}

/// The files a hunt reads.
fn sources(args: &args::Hunt) -> Files {
    let files =
        load::sources(args.puzzle.as_deref().unwrap_or_default(), args.clues.hints.as_deref());
    files.reads("--from", args.from.as_deref().and_then(load::file))
}

fn status(args: &args::Hunt, puzzle: &Puzzle, folder: &Path) -> Result<Done> {
    let Snapshot { head, index, bests, damage, .. } = &Snapshot::at(folder, puzzle)?;
    let now = archive::now();
    let overview = HuntOverview { puzzle, folder, head, index, bests, now, session: None };
    if args.json {
        let mut value = overview.json(None);
        value["damage"] = json!(damage);
        output::print_json(&value)?;
    } else {
        let damage = damage.iter().map(|damage| format!("damage     {damage}"));
        output::print(&overview.lines().into_iter().chain(damage).collect::<Vec<_>>().join("\n"))?;
        overview.print_picture()?;
    }
    Ok(Done::from(damage.is_empty()))
}

/// One session: from the best archived board until time, target or Ctrl-C.
fn session(args: &args::Hunt, loaded: &Loaded, folder: &Path) -> Result<Done> {
    let puzzle = &loaded.puzzle;
    let seed = args.effort.seed();
    // What is wrong with the words is said before anything is made.
    let before = Head::read(folder, puzzle);
    // A head that is lost or damaged is rebuilt from the boards when the archive is opened.
    let before =
        before.or_else(|error| if error.is::<OtherPuzzle>() { Err(error) } else { Ok(None) });
    let (entry, given) = method(args, before?.as_ref())?;
    if let Some(objection) = entry.build(given.clone())?.objection(puzzle) {
        bail!("{} cannot search {}: {objection}", entry.name, puzzle.name());
    }
    if let Some(obstacle) = puzzle.obstacle() {
        bail!("{} has no valid board: {obstacle}", puzzle.name());
    }
    if let Some(keep) = args.keep.filter(|&keep| keep > puzzle.joins()) {
        bail!("expected --keep up to {}, found {keep}", puzzle.joins());
    }
    let known = args.from.as_deref().map(|spec| Imported::read(spec, puzzle)).transpose()?;
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
    if let Some(known) = known {
        output::say(&format!("note: {}", known.put(&mut archive)?));
    }
    let threads = args.effort.threads();
    let company = Company::join(args, puzzle, folder, entry.resumes)?;
    let mut watch = Watch::new(args, puzzle, folder, archive, threads, &company);
    interrupt::catch()?;
    let outcome = loop {
        let outcome = search(args, puzzle, entry, given.clone(), &mut watch)?;
        if !company.goes_on(&outcome) {
            break outcome;
        }
        watch.turn();
    };
    let failure = watch.finish();
    let overview = watch.overview();
    match args.json {
        true => output::print_json(&overview.json(Some(outcome.conclusion)))?,
        false => {
            let go_on = format!("go on      {}", again(args, folder));
            output::print(
                &overview.lines().into_iter().chain([go_on]).collect::<Vec<_>>().join("\n"),
            )?;
            if io::stdout().is_terminal() {
                overview.print_picture()?;
            }
        }
    }
    company.leave(args.quiet || args.json);
    failure?;
    if let Some(refused) = outcome.refused {
        bail!("{} offered a wrong board, please report it: {refused}", entry.name);
    }
    Ok(Done::from(args.target.is_none() || outcome.conclusion == Conclusion::Solved))
}

/// The command that goes on where this session ended.
fn again(args: &args::Hunt, folder: &Path) -> String {
    let quoted = |word: &str| match word
        .contains(|c: char| !c.is_ascii_alphanumeric() && !"-_./:".contains(c))
    {
        true => format!("'{}'", word.replace('\'', "'\\''")),
        false => word.to_owned(),
    };
    // The archive knows its puzzle.
    format!(
        "marquetry hunt --archive {}{}",
        quoted(&folder.to_string_lossy()),
        match args.keep {
            Some(keep) => format!(" --keep {keep}"),
            None => String::new(),
        }
    )
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
    let algorithm = entry.build(with_all_cores(entry, puzzle, given, watch.threads())?)?;
    let head = &watch.archive().head;
    // An algorithm that begins anew has it as the board to beat.
    let start = watch.archive().index().best().map(|best| best.board.clone());
    if start.is_some() && !entry.resumes && !args.quiet && !args.json {
        output::say(&format!("note: {} begins anew, not from the best board", entry.name));
    }
    let setup = Setup {
        seed: watch.company().seed(session_seed(head.seed, head.sessions)),
        budget: watch.left(args.effort.limits.open_budget(args.target)),
        threads: watch.threads(),
        stop: Some(watch.company().stop()),
        start: start.as_ref(),
        keep: head.keep.map_or(Keep::Within(WITHIN), Keep::From),
        ..Setup::default()
    };
    Ok(search::solve(puzzle, &*algorithm, &setup, &mut |stamp, event| watch.notice(stamp, event)))
}

/// A hunt need not repeat: unless someone says otherwise, it has a child for every thread, or half as many and so on
/// where the algorithm cannot have them on this puzzle.
fn with_all_cores(
    entry: &Entry<Puzzle>,
    puzzle: &Puzzle,
    given: Parameters,
    threads: usize,
) -> Result<Parameters> {
    let Some(children) = entry.children.filter(|&children| !given.contains_key(children)) else {
        return Ok(given);
    };
    let usual = entry.parameters(given.clone())?[children].as_u64().unwrap_or(u64::MAX);
    let most = entry.schema()["properties"][children]["maximum"].as_u64().unwrap_or(u64::MAX);
    let mut wanted = most.min(threads as u64);
    while wanted > usual {
        let mut more = given.clone();
        more.insert(children.to_owned(), wanted.into());
        if entry.build(more.clone())?.objection(puzzle).is_none() {
            return Ok(more);
        }
        wanted /= 2;
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
    use marquetry::edge::Frame;
    use marquetry::edge::generate::Recipe;

    /// Whatever the algorithm, no thread is idle, and what was set stays.
    #[test]
    fn a_hunt_has_a_child_for_every_thread() {
        let puzzle = &Recipe::random(4, 4, Frame::Grey, 4, 1).make().unwrap().puzzle;
        for entry in algorithms::catalogue() {
            let (name, defaults) = (entry.name, entry.parameters(Parameters::new()).unwrap());
            let all = with_all_cores(entry, puzzle, Parameters::new(), 40).unwrap();
            assert!(entry.build(all.clone()).is_ok(), "{name}");
            let Some(children) = entry.children else {
                assert!(all.is_empty(), "{name}");
                continue;
            };
            assert!(entry.parameters(all).unwrap()[children].as_u64() >= Some(40), "{name}");
            let alone = with_all_cores(entry, puzzle, Parameters::new(), 1).unwrap();
            assert_eq!(entry.parameters(alone).unwrap(), defaults, "{name}");
            let set = Parameters::from_iter([(children.to_owned(), 3.into())]);
            assert_eq!(with_all_cores(entry, puzzle, set.clone(), 40).unwrap(), set, "{name}");
            let most = with_all_cores(entry, puzzle, Parameters::new(), 1 << 20).unwrap();
            assert_eq!(entry.build(most).unwrap().objection(puzzle), None, "{name}");
        }
    }
}
