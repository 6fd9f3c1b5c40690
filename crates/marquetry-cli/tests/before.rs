//! What programs before this one wrote down is read, and known for what it is.
//!
//! The files under `fixtures/before` were made by version 0.1.0 as it was before boards had one line
//! and puzzles one fingerprint; they are never to be made again.

mod desk;

use desk::{Desk, stderr};
use marquetry::edge::builtin::builtin;
use marquetry::search::Parameters;
use marquetry::{algorithms, tokens};
use marquetry_cli::campaign::{Cell, Store, Subject};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A desk with a copy of the old files.
fn desk() -> Desk {
    let desk = Desk::new();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/before"), &desk.path(""));
    desk
}

fn copy(from: &Path, to: &PathBuf) {
    fs::create_dir_all(to).expect("a folder can be made");
    for file in fs::read_dir(from).expect("the fixtures are there") {
        let path = file.expect("a file").path();
        let to = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &to),
            false => drop(fs::copy(&path, &to).expect("it can be copied")),
        }
    }
}

fn jobs(desk: &Desk, store: &str) -> BTreeSet<String> {
    let store = Store::read(&desk.path(store)).expect("a store");
    store.records(true).expect("runs").into_iter().map(|run| run.job).collect()
}

#[test]
fn jobs_keep_their_names() {
    let desk = desk();
    let old = jobs(&desk, "store.sqlite");
    assert_eq!(old.len(), 8);
    assert_eq!(old, jobs(&desk, "runs.jsonl"));
    desk.out(0, "campaign run plan.toml --store new.sqlite --quiet");
    assert_eq!(jobs(&desk, "new.sqlite"), old);
}

/// Kept runs are found again by the names of their jobs. A new algorithm adds a line to the file. A line that changes
/// forsakes what was kept: a new parameter is to be named in its entry's `later`, another default needs a reason.
#[test]
fn jobs_of_every_algorithm_keep_their_names() {
    let twin = builtin("twin-4x4").and_then(|built| built.puzzle().ok()).expect("it is built in");
    let edge = Arc::new(Subject::Edge(twin));
    let lines = Arc::new(Subject::Tokens(tokens::Puzzle::new(6, 6, 10).expect("a puzzle")));
    let job = |subject: &Arc<Subject>, name: &str| {
        let cell = Cell::lone(Arc::clone(subject), name, &Parameters::new(), Some(1000), None);
        format!("{} {name} {}\n", subject.name(), cell.expect(name).spec_of(1).job())
    };
    let of_edge = algorithms::catalogue().iter().map(|entry| job(&edge, entry.name));
    let of_lines = tokens::catalogue().iter().map(|entry| job(&lines, entry.name));
    let jobs: String = of_edge.chain(of_lines).collect();
    assert!(
        jobs == include_str!("fixtures/jobs.txt"),
        "jobs have other names than in fixtures/jobs.txt:\n{jobs}"
    );
}

#[test]
fn stores_are_read_and_nothing_is_run_again() {
    let desk = desk();
    for store in ["store.sqlite", "runs.jsonl", "runs-puzzles.jsonl"] {
        let words = format!("campaign status plan.toml --store {store}");
        let status = desk.json(0, &words);
        assert_eq!((&status["runs"], &status["done"]), (&8.into(), &8.into()), "{store}");
    }
    let before = Store::read(&desk.path("store.sqlite")).and_then(|s| s.records(true)).unwrap();
    desk.out(0, "campaign run plan.toml --store store.sqlite --quiet");
    let after = Store::read(&desk.path("store.sqlite")).and_then(|s| s.records(true)).unwrap();
    assert_eq!(before, after);
    let merged = desk.json(0, "campaign merge store.sqlite runs.jsonl runs-puzzles.jsonl");
    assert_eq!((&merged["new"], &merged["known"]), (&0.into(), &16.into()));
    // Judged again with the pieces that come along.
    let merged = desk.json(0, "campaign merge all.sqlite runs-puzzles.jsonl");
    assert_eq!((&merged["new"], &merged["unjudged"]), (&8.into(), &0.into()));
}

#[test]
fn archives_go_on() {
    let desk = desk();
    let old = desk.get("archive/boards.jsonl");
    let status = desk.json(0, "hunt clued.json --archive archive --status");
    assert_eq!((&status["best"], &status["kept"]), (&22.into(), &2.into()));
    // A session that finds no perfect board says so by its code.
    let code = desk.run("hunt clued.json --archive archive --keep 20 --work 50 --quiet").status;
    assert!(matches!(code.code(), Some(0 | 1)), "{code}");
    let head: Value = serde_json::from_str(&desk.get("archive/hunt.json")).expect("JSON");
    assert_eq!((&head["sessions"], &head["seed"]), (&2.into(), &1.into()));
    assert!(desk.get("archive/boards.jsonl").starts_with(&old), "the old boards come first");
    let error = desk.error("hunt twin-4x4 --archive archive --status");
    assert!(error.contains("other pieces or clues"), "{error}");
}

/// Their jobs were cut from another tree: which corner piece is fixed, and where, was chosen otherwise.
#[test]
fn counts_are_known_and_left_alone() {
    let desk = desk();
    let files = ["count.json", "counts/twin-8x8-4f41194d.json"];
    let before = files.map(|file| desk.get(file));
    let error = desk.error("count few.json --list list.jsonl --resume count.json");
    assert!(error.contains("marquetry-count/1") && error.contains("count anew"), "{error}");
    let said = stderr(&desk.run("count twin-8x8 --time 1ms"));
    assert!(!said.contains("4f41194d"), "{said}");
    assert_eq!(files.map(|file| desk.get(file)), before);
    let counted = desk.json(0, "count few.json");
    assert_eq!((&counted["solutions"], &counted["distinct"]), (&90.into(), &90.into()));
}

#[test]
fn logs_play_again() {
    let desk = desk();
    desk.out(0, "replay run.log --speed 0 --out last.json --json");
    let judged = desk.json(0, "check clued.json last.json");
    assert_eq!((&judged["score"], &judged["perfect"]), (&31.into(), &true.into()));
}
