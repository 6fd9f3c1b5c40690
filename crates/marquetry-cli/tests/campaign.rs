//! Campaigns: cut short and gone on with, merged, reported, and everything that can be wrong with them.

use marquetry_cli::campaign::{Ending, Record, Store};
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

fn desk() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

fn command(desk: &TempDir, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
    let data = desk.path().join("data");
    command.arg("campaign").args(words.split(' ')).current_dir(desk).env("MARQUETRY_DATA", data);
    command
}

fn run(desk: &TempDir, words: &str) -> Output {
    let output = command(desk, words).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{words}: {said}");
    output
}

fn done(desk: &TempDir, words: &str) -> String {
    let output = run(desk, words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{words}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn plan(desk: &TempDir, name: &str, text: &str) {
    let head = format!("name = \"{name}\"\ntitle = \"A test\"\n");
    fs::write(desk.path().join(format!("{name}.toml")), head + text).expect("it can be written");
}

fn records(path: &Path) -> Vec<Record> {
    Store::read(path).and_then(|store| store.records(true)).expect("a store of runs")
}

/// Runs without what the clock says.
fn timeless(mut records: Vec<Record>) -> Vec<Record> {
    for record in &mut records {
        (record.wall_s, record.cpu_s, record.started) = (0.0, None, None);
        record.trace.iter_mut().for_each(|at| at.time_s = 0.0);
    }
    records
}

const SMALL: &str = r#"
seeds = "1-3"
budget = { evaluations = 300 }
puzzle = [{ puzzle = "twin-4x4" }, { puzzle = "twin-6x6" }, { tokens = { n = 6, remove = 12 }, label = "six" }]
[[algorithm]]
with = "local"
puzzles = ["twin-4x4", "twin-6x6"]
[[algorithm]]
with = "greedy"
puzzles = ["twin-4x4", "twin-6x6"]
grid = { placement = ["regular", "walk"] }
[[algorithm]]
with = "sa"
puzzles = ["six"]
"#;

/// The promise of a campaign: whatever happens to it, it ends as if nothing had.
#[test]
fn killed_twenty_times_it_equals_an_unbroken_one() {
    let desk = desk();
    let text = r#"
seeds = "1-20"
budget = { evaluations = 20000 }
puzzle = [{ puzzle = "twin-10x10" }, { puzzle = "twin-12x12" }]
algorithm = [{ with = "local" }, { with = "annealing" }]
"#;
    plan(&desk, "long", text);
    done(&desk, "run long.toml --store whole.sqlite --quiet --jobs 2");
    let broken = desk.path().join("broken.sqlite");
    let mut hit = 0;
    for kill in 0..20 {
        let mut child = command(&desk, "run long.toml --store broken.sqlite --quiet --jobs 2");
        let mut child = child.stderr(Stdio::null()).spawn().expect("the program starts");
        sleep(Duration::from_millis(40 + 7 * kill));
        hit += usize::from(child.try_wait().expect("it can be asked").is_none());
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    assert!(hit >= 10, "only {hit} of 20 kills came in time");
    done(&desk, "run long.toml --store broken.sqlite --quiet --jobs 2");
    let (whole, broken) = (records(&desk.path().join("whole.sqlite")), records(&broken));
    assert_eq!(whole.len(), 80);
    assert_eq!(timeless(broken), timeless(whole));
}

/// Whoever reads while a campaign writes sees whole runs.
#[test]
fn a_store_can_be_read_while_it_grows() {
    let desk = desk();
    let text = r#"
seeds = "1-400"
budget = { evaluations = 300 }
puzzle = [{ puzzle = "twin-6x6" }]
algorithm = [{ with = "local" }]
"#;
    plan(&desk, "many", text);
    let mut child = command(&desk, "run many.toml --quiet");
    let mut child = child.stdout(Stdio::null()).spawn().expect("the program starts");
    let path = desk.path().join("many.sqlite");
    let mut seen = Vec::new();
    while child.try_wait().expect("it can be asked").is_none() {
        let Ok(store) = Store::read(&path) else { continue };
        let runs = store.records(true).expect("a store of runs");
        assert!(runs.iter().all(|run| !run.trace.is_empty() && run.board.is_some()));
        seen.push(runs.len());
    }
    assert!(seen.iter().any(|&runs| runs > 0 && runs < 400), "{seen:?}");
    assert_eq!(records(&path).len(), 400);
}

#[test]
fn two_halves_merged_equal_the_whole() {
    let desk = desk();
    plan(&desk, "small", SMALL);
    plan(&desk, "left", &SMALL.replace("1-3", "1-2"));
    plan(&desk, "right", &SMALL.replace("1-3", "2-3"));
    for name in ["small", "left", "right"] {
        done(&desk, &format!("run {name}.toml --quiet"));
    }
    let merged: Value =
        serde_json::from_str(&done(&desk, "merge both.sqlite left.sqlite right.sqlite --json"))
            .expect("one JSON object");
    assert_eq!((&merged["new"], &merged["known"]), (&21.into(), &7.into()));
    let path = |name: &str| desk.path().join(name);
    let (both, small) = (records(&path("both.sqlite")), records(&path("small.sqlite")));
    assert_eq!(both.len(), 21);
    assert_eq!(timeless(both.clone()), timeless(small));
    // Once more changes nothing.
    done(&desk, "merge both.sqlite left.sqlite");
    assert_eq!(records(&path("both.sqlite")), both);
}

#[test]
fn the_same_job_must_end_alike() {
    let desk = desk();
    plan(&desk, "small", SMALL);
    done(&desk, "run small.toml --quiet");
    let path = desk.path().join("small.sqlite");
    let before = records(&path);
    let forged = |change: fn(&mut Record)| -> PathBuf {
        let mut record = before[0].clone();
        change(&mut record);
        let text = serde_json::to_string(&record).expect("it can be written");
        let file = desk.path().join("forged.jsonl");
        fs::write(&file, text + "\n").expect("it can be written");
        file
    };
    for (change, word) in [
        ((|r| r.signature = "0123456789abcdef".to_owned()) as fn(&mut Record), "ended in two ways"),
        (|r| r.score += 1, "the judge"),
        (|r| r.score = 1000, "cannot be"),
        (|r| r.board = Some("[]".to_owned()), "not a board"),
        (|r| r.spec.seed = 99, "it was changed"),
        (|r| r.format = "marquetry-run/9".to_owned(), "expected format"),
    ] {
        forged(change);
        let output = run(&desk, "merge small.sqlite forged.jsonl");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains(word), "{word}: {said}");
        assert_eq!(records(&path), before, "{word}");
    }
    forged(|r| r.wall_s += 1.0);
    done(&desk, "merge small.sqlite forged.jsonl");
    // Of several files all are merged or none.
    plan(&desk, "more", &SMALL.replace("1-3", "4-5"));
    done(&desk, "run more.toml --quiet");
    forged(|r| r.signature = "0123456789abcdef".to_owned());
    assert_eq!(run(&desk, "merge small.sqlite more.sqlite forged.jsonl").status.code(), Some(2));
    assert_eq!(records(&path), before);
}

#[test]
fn only_what_is_missing_is_run() {
    let desk = desk();
    plan(&desk, "small", SMALL);
    let status = |words: &str| -> Value {
        serde_json::from_str(&done(&desk, words)).expect("one JSON object")
    };
    assert_eq!(status("status small.toml --json")["done"], 0);
    done(&desk, "run small.toml --quiet");
    let first = records(&desk.path().join("small.sqlite"));
    plan(&desk, "small", &SMALL.replace("1-3", "1-4"));
    let before = status("status small.toml --json");
    assert_eq!((&before["done"], &before["runs"]), (&21.into(), &28.into()));
    done(&desk, "run small.toml --quiet");
    let after = records(&desk.path().join("small.sqlite"));
    assert_eq!(after.len(), 28);
    assert!(first.iter().all(|record| after.contains(record)), "finished runs are untouched");
    for record in &after {
        assert!(record.work <= 300 && record.board.is_some() && record.machine.is_some());
        assert!(record.trace.is_sorted_by_key(|at| at.score));
        assert_eq!(record.trace.last().map(|at| at.score), Some(record.score));
    }
}

#[test]
fn mistakes_in_a_plan_are_told() {
    let desk = desk();
    for (from, to, word) in [
        ("\"local\"", "\"magic\"", "unknown algorithm \"magic\""),
        (
            "{ puzzle = \"twin-6x6\" }",
            "{ puzzle = \"nobody\", label = \"twin-6x6\" }",
            "nobody: no such file",
        ),
        ("placement =", "place =", "place"),
        ("[\"regular\", \"walk\"]", "[]", "the grid has no value for placement"),
        ("[\"regular\", \"walk\"]", "[\"sideways\"]", "sideways"),
        ("[\"regular\", \"walk\"]", "\"walk\"", "expected a sequence"),
        ("evaluations = 300", "evaluations = 0", "a budget of nothing"),
        ("evaluations = 300", "time = \"soon\"", "expected a time"),
        ("evaluations = 300", "target = 3", "no budget"),
        ("evaluations = 300", "evaluation = 300", "unknown field"),
        ("\"1-3\"", "\"3-1\"", "expected seeds"),
        ("remove = 12", "remove = 13", "has no solution"),
        ("puzzles = [\"six\"]", "puzzles = [\"seven\"]", "no puzzle is labelled \"seven\""),
        ("with = \"sa\"", "with = \"tabu\"", "unknown algorithm \"tabu\""),
        (
            "with = \"greedy\"",
            "with = \"greedy\"\nset = { placement = \"walk\" }",
            "both set and in the grid",
        ),
        ("grid = {", "label = \"local\"\n#", "two algorithms are labelled local"),
        ("seeds", "seeds = 3\nsedes", "line"),
        ("seeds", "threads = 0\nseeds", "a run needs a thread"),
        ("seeds", "quick = { share = 3.0 }\nseeds", "expected a share"),
        ("label = \"six\"", "label = \"twin-4x4\"", "two puzzles are labelled"),
        ("label = \"six\"", "label = \"a\\nb\"", "expected words in one line"),
        ("{ evaluations = 300 }", "300", "a budget such as"),
        (
            "[[algorithm]]\nwith = \"sa\"",
            "[[paper]]\npuzzle = \"x\"\nalgorithm = \"y\"\n[[algorithm]]\nwith = \"sa\"",
            "which is not run",
        ),
    ] {
        assert!(SMALL.contains(from), "{from}");
        plan(&desk, "bad", &SMALL.replacen(from, to, 1));
        let output = run(&desk, "run bad.toml");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains(word), "{to}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(!desk.path().join("bad.sqlite").exists(), "{to}");
    }
    let output = run(&desk, "reproduce magic");
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected one of almuhaideb"));
}

#[test]
fn what_is_no_store_is_left_alone() {
    let desk = desk();
    plan(&desk, "small", SMALL);
    done(&desk, "run small.toml --quiet");
    let path = desk.path().join("small.sqlite");
    let good = fs::read(&path).expect("it is there");
    let mut damaged = good.clone();
    let middle = damaged.len() / 2;
    damaged[4096..middle].fill(0x5a);
    for (bytes, word) in [
        (
            b"not a database, only words that are long enough to be one".to_vec(),
            "is not a store of runs",
        ),
        (good[..good.len() / 3].to_vec(), "damaged"),
        (damaged, "damaged"),
    ] {
        fs::write(&path, &bytes).expect("it can be written");
        for words in ["run small.toml", "report small.toml", "merge other.sqlite small.sqlite"] {
            let output = run(&desk, words);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.code() == Some(2) && said.contains(word), "{words}: {said}");
        }
        assert_eq!(fs::read(&path).expect("it is there"), bytes, "{word}");
    }
    fs::write(&path, &good).expect("it can be written");
    done(&desk, "report small.toml");
    let lock = File::options().append(true).open(desk.path().join("small.sqlite.lock"));
    let lock = lock.expect("the lock is there");
    lock.lock().expect("it can be locked");
    let output = run(&desk, "run small.toml");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(2) && said.contains("another campaign is writing"),
        "{said}"
    );
    // Those who only read need not wait.
    done(&desk, "status small.toml");
    done(&desk, "report small.toml");
}

#[test]
fn a_report_says_what_the_runs_say() {
    let desk = desk();
    let paper = r#"
[[paper]]
puzzle = "twin-6x6"
algorithm = "local"
mean = 1.0
best = 60
evaluations = 300.0
runs = 30
"#;
    plan(&desk, "small", &(SMALL.to_owned() + paper));
    done(&desk, "run small.toml --quiet");
    let runs = records(&desk.path().join("small.sqlite"));
    let of = |r: &&Record| r.puzzle_name == "twin-6x6" && r.spec.algorithm == "local";
    let scores: Vec<f64> = runs.iter().filter(of).map(|r| f64::from(r.score)).collect();
    let mean = scores.iter().sum::<f64>() / 3.0;
    let page = done(&desk, "report small.toml");
    let line = page.lines().find(|line| line.starts_with("| twin-6x6 | local | 30 | 3 |"));
    let line = line.expect("a line beside the paper's");
    assert!(line.contains(&format!("| {mean:.2} (")) && line.ends_with("| above |"), "{line}");
    assert!(page.contains("| twin-4x4 | greedy placement=walk | 3 |"), "{page}");
    assert!(page.contains("no outcome could have reached 0.05"), "{page}");
    assert_eq!(done(&desk, "report small.toml"), page, "the same runs give the same page");
    done(&desk, "report small.toml --out pages");
    let html = fs::read_to_string(desk.path().join("pages/report.html")).expect("a page");
    assert!(html.matches("<svg").count() > 10 && !html.contains("href=\"http"));
    let tex = fs::read_to_string(desk.path().join("pages/tables.tex")).expect("tables");
    assert!(tex.contains("\\toprule") && tex.contains("placement=walk"));
    let figures = fs::read_dir(desk.path().join("pages/figures")).expect("a folder");
    let names: Vec<String> =
        figures.filter_map(|f| f.ok()?.file_name().into_string().ok()).collect();
    for kind in
        ["convergence-work", "convergence-time", "boxes", "histogram", "reached-time", "profiles"]
    {
        for ending in [".svg", ".png"] {
            assert!(
                names.iter().any(|n| n.starts_with(kind) && n.ends_with(ending)),
                "{kind}{ending}"
            );
        }
    }
}

#[test]
fn a_missing_puzzle_has_a_stand_in() {
    let desk = desk();
    let text = r#"
seeds = "1"
budget = { evaluations = 100 }
puzzle = [{ puzzle = "mine", label = "4x4", instead = "twin-4x4", supply = "look in the box" }]
algorithm = [{ with = "greedy" }]
paper = [{ puzzle = "4x4", algorithm = "greedy", mean = 24.0 }]
"#;
    plan(&desk, "away", text);
    let output = run(&desk, "run away.toml");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("mine is not on your shelf, twin-4x4 is run instead (look in the box)"),
        "{said}"
    );
    let page = done(&desk, "report away.toml");
    assert!(
        page.contains("| 4x4 (twin-4x4) | greedy |") && page.contains("| other puzzle |"),
        "{page}"
    );
    assert!(page.contains("look in the box"), "{page}");
    // Once it is there, it is the one that is run.
    let made = Command::new(env!("CARGO_BIN_EXE_marquetry"))
        .args(["generate", "4x4", "--seed", "3", "--name", "mine", "--out", "mine"])
        .current_dir(&desk)
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    let status: Value =
        serde_json::from_str(&done(&desk, "status away.toml --json")).expect("JSON");
    assert_eq!((&status["done"], &status["cells"][0]["puzzle"]), (&0.into(), &"4x4".into()));
    // Another puzzle of that name is not mistaken for it.
    plan(&desk, "away", &text.replace("label = \"4x4\"", "label = \"4x4\", id = \"0000\""));
    let output = run(&desk, "run away.toml");
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not the one the plan means"));
}

#[test]
fn measurements_need_no_plan() {
    let desk = desk();
    let words = "measure twin-5x5 twin-6x6 --with local --work 3000 --seeds 1-3 --store s.sqlite";
    let table = done(&desk, words);
    assert_eq!(table.lines().count(), 4, "{table}");
    assert_eq!(records(&desk.path().join("s.sqlite")).len(), 6);
    assert_eq!(done(&desk, words), table, "nothing is run twice, not even times differ");
    let early = "measure twin-6x6 --with local --seeds 1 --time 300ms --at 100ms,1ns --json";
    let early: Value = serde_json::from_str(&done(&desk, early)).expect("one JSON object");
    assert_eq!(early["tables"][1]["caption"], "Earlier in the same runs");
    for (words, word) in [
        ("measure nobody", "no such file"),
        ("measure p1 --with nobody", "nobody"),
        ("measure p1 --seeds 3-1", "expected seeds"),
        ("measure p1 --time 1s --at 2s", "beyond"),
        ("measure p1 --set x --work 1", "KEY=VALUE"),
    ] {
        let output = run(&desk, words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains(word), "{words}: {said}");
    }
}

#[test]
fn duels_end_as_soon_as_they_are_clear() {
    let desk = desk();
    let duel = |words: &str| -> (Option<i32>, Value) {
        let output = run(&desk, words);
        (output.status.code(), serde_json::from_slice(&output.stdout).expect("one JSON object"))
    };
    let (code, clear) =
        duel("duel local greedy --on twin-10x10 twin-8x8 --work 400 --json --jobs 2");
    assert_eq!(code, Some(0));
    let winner = clear["verdict"].as_str().expect("a word");
    assert!(["first", "second"].contains(&winner), "{clear}");
    assert!(clear["games"].as_u64().expect("a number") < 60, "{clear}");
    let (code, same) = duel("duel greedy greedy --on twin-6x6 --work 20 --negligible 0.2 --json");
    assert_eq!((code, &same["verdict"], &same["wins"]), (Some(0), &"negligible".into(), &0.into()));
    let output = run(&desk, "duel greedy local --on twin-6x6 --work 0");
    assert!(String::from_utf8_lossy(&output.stderr).contains("a budget of nothing"));
    let (code, open) = duel("duel greedy local --on twin-6x6 --work 20 --most 3 --json");
    assert_eq!((code, &open["verdict"]), (Some(1), &"open".into()));
    let output = run(&desk, "duel greedy magic --work 5");
    assert!(String::from_utf8_lossy(&output.stderr).contains("unknown algorithm"));
}

/// A run that fails is a row, is not run again by itself, and gives way to one that succeeds.
#[test]
fn a_failed_run_is_a_row() {
    let desk = desk();
    plan(&desk, "small", SMALL);
    done(&desk, "run small.toml --quiet");
    let good = records(&desk.path().join("small.sqlite")).remove(0);
    let failed = Record {
        conclusion: Ending::Failed,
        error: Some("out of luck".to_owned()),
        score: 0,
        board: None,
        trace: Vec::new(),
        signature: String::new(),
        ..good.clone()
    };
    let path = desk.path().join("new.sqlite");
    let mut store = Store::open(&path).expect("a store can be made");
    store.add(std::slice::from_ref(&failed)).expect("a failed run is kept");
    drop(store);
    let failures = |words: &str, code: i32| {
        let output = run(&desk, words);
        assert_eq!(output.status.code(), Some(code), "{words}");
        let said: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        said["failed"].clone()
    };
    assert_eq!(failures("run small.toml --store new.sqlite --json", 1), 1);
    assert_eq!(records(&path).len(), 21);
    assert_eq!(failures("run small.toml --store new.sqlite --json --retry", 0), 0);
    let all = records(&path);
    assert_eq!(all.len(), 22, "both are kept");
    let store = Store::read(&path).expect("a store");
    let last = store.records(false).expect("runs");
    assert_eq!(last.len(), 21);
    assert!(last.iter().all(|record| record.conclusion != Ending::Failed));
}
