//! Campaigns: cut short and gone on with, merged, reported, and everything that can be wrong with them.

mod desk;

use desk::{Desk, stderr};
use marquetry_cli::campaign::{Ending, Record, Store};
use serde_json::Value;
use std::fs::{self, File};

fn plan(desk: &Desk, name: &str, text: &str) {
    let head = format!("name = \"{name}\"\ntitle = \"A test\"\n");
    desk.put(&format!("{name}.toml"), head + text);
}

fn records(desk: &Desk, store: &str) -> Vec<Record> {
    Store::read(&desk.path(store)).and_then(|store| store.records(true)).expect("a store of runs")
}

/// How many runs a store has, if it is there.
fn runs(desk: &Desk, store: &str) -> usize {
    let store = Store::read(&desk.path(store));
    store.and_then(|store| store.records(true)).map_or(0, |records| records.len())
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

/// A method that the catalogue does not have is left to whoever plays it, and reported once its runs
/// are there.
#[test]
fn a_method_from_outside_is_reported_and_never_played() {
    let desk = Desk::of("campaign");
    let text = r#"
seeds = "1-2"
budget = { evaluations = 300 }
puzzle = [{ puzzle = "twin-4x4" }]
algorithm = [{ with = "local" }, { with = "mine", outside = true, set = { depth = 3 } }]
"#;
    plan(&desk, "both", text);
    desk.out(0, "run both.toml --quiet");
    assert_eq!(runs(&desk, "both.sqlite"), 2);
    let mut foreign = records(&desk, "both.sqlite");
    for record in &mut foreign {
        record.spec.algorithm = "mine".to_owned();
        record.spec.parameters = serde_json::from_str(r#"{"depth":3}"#).expect("an object");
        record.job = record.spec.job();
    }
    let mut store = Store::open(&desk.path("both.sqlite")).expect("it can be written");
    store.add(&foreign).expect("the judge agrees");
    drop(store);
    let page = desk.out(0, "report both.toml");
    assert!(page.contains("| local |") && page.contains("| mine |"), "{page}");
    assert!(desk.out(0, "runs both.sqlite").contains("mine"));
    desk.out(0, "run both.toml --quiet");
    assert_eq!(runs(&desk, "both.sqlite"), 4);
    plan(&desk, "typo", &text.replace(", outside = true", ""));
    assert!(stderr(&desk.run("run typo.toml")).contains("unknown algorithm \"mine\""));
}

/// The promise of a campaign: whatever happens to it, it ends as if nothing had.
#[test]
fn killed_twenty_times_it_equals_an_unbroken_one() {
    let desk = Desk::of("campaign");
    let text = r#"
seeds = "1-20"
budget = { evaluations = 20000 }
puzzle = [{ puzzle = "twin-10x10" }, { puzzle = "twin-12x12" }]
algorithm = [{ with = "local" }, { with = "annealing" }]
"#;
    plan(&desk, "long", text);
    desk.out(0, "run long.toml --store whole.sqlite --quiet --jobs 2");
    for kill in 0..20 {
        let mut run = desk.start("run long.toml --store broken.sqlite --quiet --jobs 2");
        run.until("three more runs", || runs(&desk, "broken.sqlite") > 3 * kill);
        run.signal("KILL");
        run.output();
        assert!(runs(&desk, "broken.sqlite") < 80, "kill {kill} came too late");
    }
    desk.out(0, "run long.toml --store broken.sqlite --quiet --jobs 2");
    let (whole, broken) = (records(&desk, "whole.sqlite"), records(&desk, "broken.sqlite"));
    assert_eq!(whole.len(), 80);
    assert_eq!(timeless(broken), timeless(whole));
}

/// Whoever reads while a campaign writes sees whole runs.
#[test]
fn a_store_can_be_read_while_it_grows() {
    let desk = Desk::of("campaign");
    let text = r#"
seeds = "1-400"
budget = { evaluations = 300 }
puzzle = [{ puzzle = "twin-6x6" }]
algorithm = [{ with = "local" }]
"#;
    plan(&desk, "many", text);
    let mut run = desk.start("run many.toml --quiet");
    let path = desk.path("many.sqlite");
    let mut seen = Vec::new();
    while !run.ended() {
        let Ok(store) = Store::read(&path) else { continue };
        let runs = store.records(true).expect("a store of runs");
        assert!(runs.iter().all(|run| !run.trace.is_empty() && run.board.is_some()));
        seen.push(runs.len());
    }
    assert!(seen.iter().any(|&runs| runs > 0 && runs < 400), "{seen:?}");
    assert_eq!(records(&desk, "many.sqlite").len(), 400);
}

#[test]
fn two_halves_merged_equal_the_whole() {
    let desk = Desk::of("campaign");
    plan(&desk, "small", SMALL);
    plan(&desk, "left", &SMALL.replace("1-3", "1-2"));
    plan(&desk, "right", &SMALL.replace("1-3", "2-3"));
    for name in ["small", "left", "right"] {
        desk.out(0, &format!("run {name}.toml --quiet"));
    }
    let merged = desk.json(0, "merge both.sqlite left.sqlite right.sqlite");
    assert_eq!((&merged["new"], &merged["known"]), (&21.into(), &7.into()));
    let (both, small) = (records(&desk, "both.sqlite"), records(&desk, "small.sqlite"));
    assert_eq!(both.len(), 21);
    assert_eq!(timeless(both.clone()), timeless(small));
    // Once more changes nothing.
    desk.out(0, "merge both.sqlite left.sqlite");
    assert_eq!(records(&desk, "both.sqlite"), both);
}

#[test]
fn the_same_job_must_end_alike() {
    let desk = Desk::of("campaign");
    plan(&desk, "small", SMALL);
    desk.out(0, "run small.toml --quiet");
    let before = records(&desk, "small.sqlite");
    let forged = |change: fn(&mut Record)| {
        let mut record = before[0].clone();
        change(&mut record);
        let text = serde_json::to_string(&record).expect("it can be written");
        desk.put("forged.jsonl", text + "\n");
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
        let said = desk.error("merge small.sqlite forged.jsonl");
        assert!(said.contains(word), "{word}: {said}");
        assert_eq!(records(&desk, "small.sqlite"), before, "{word}");
    }
    forged(|r| r.wall_s += 1.0);
    desk.out(0, "merge small.sqlite forged.jsonl");
    // Of several files all are merged or none.
    plan(&desk, "more", &SMALL.replace("1-3", "4-5"));
    desk.out(0, "run more.toml --quiet");
    forged(|r| r.signature = "0123456789abcdef".to_owned());
    assert_eq!(desk.run("merge small.sqlite more.sqlite forged.jsonl").status.code(), Some(2));
    assert_eq!(records(&desk, "small.sqlite"), before);
}

#[test]
fn only_what_is_missing_is_run() {
    let desk = Desk::of("campaign");
    plan(&desk, "small", SMALL);
    assert_eq!(desk.json(0, "status small.toml")["done"], 0);
    desk.out(0, "run small.toml --quiet");
    let first = records(&desk, "small.sqlite");
    plan(&desk, "small", &SMALL.replace("1-3", "1-4"));
    let before = desk.json(0, "status small.toml");
    assert_eq!((&before["done"], &before["runs"]), (&21.into(), &28.into()));
    desk.out(0, "run small.toml --quiet");
    let after = records(&desk, "small.sqlite");
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
    let desk = Desk::of("campaign");
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
        ("[\"regular\", \"walk\"]", "\"walk\"", "expected a list"),
        ("evaluations = 300", "evaluations = 0", "a budget of nothing"),
        ("evaluations = 300", "time = \"soon\"", "expected a time"),
        ("evaluations = 300", "target = 3", "no budget"),
        ("evaluations = 300", "evaluation = 300", "unknown field"),
        ("\"1-3\"", "\"3-1\"", "expected seeds"),
        ("remove = 12", "remove = 13", "has no solution"),
        ("puzzles = [\"six\"]", "puzzles = [\"seven\"]", "no puzzle is labelled \"seven\""),
        ("with = \"sa\"", "with = \"gvns\"", "unknown algorithm \"gvns\""),
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
        let said = desk.error("run bad.toml");
        assert!(said.contains(word), "{to}: {said}");
        assert!(!desk.path("bad.sqlite").exists(), "{to}");
    }
    assert!(desk.error("reproduce magic").contains("expected one of almuhaideb"));
}

#[test]
fn what_is_no_store_is_left_alone() {
    let desk = Desk::of("campaign");
    plan(&desk, "small", SMALL);
    desk.out(0, "run small.toml --quiet");
    let path = desk.path("small.sqlite");
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
            let said = desk.error(words);
            assert!(said.contains(word), "{words}: {said}");
        }
        assert_eq!(fs::read(&path).expect("it is there"), bytes, "{word}");
    }
    fs::write(&path, &good).expect("it can be written");
    desk.out(0, "report small.toml");
    let lock = File::options().append(true).open(desk.path("small.sqlite.lock"));
    let lock = lock.expect("the lock is there");
    lock.lock().expect("it can be locked");
    let said = desk.error("run small.toml");
    assert!(said.contains("another campaign is writing"), "{said}");
    // Those who only read need not wait.
    desk.out(0, "status small.toml");
    desk.out(0, "report small.toml");
}

#[test]
fn a_report_says_what_the_runs_say() {
    let desk = Desk::of("campaign");
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
    desk.out(0, "run small.toml --quiet");
    let runs = records(&desk, "small.sqlite");
    let of = |r: &&Record| r.puzzle_name == "twin-6x6" && r.spec.algorithm == "local";
    let scores: Vec<f64> = runs.iter().filter(of).map(|r| f64::from(r.score)).collect();
    let mean = scores.iter().sum::<f64>() / 3.0;
    let page = desk.out(0, "report small.toml");
    let line = page.lines().find(|line| line.starts_with("| twin-6x6 | local | 30 | 3 |"));
    let line = line.expect("a line beside the paper's");
    assert!(line.contains(&format!("| {mean:.2} (")) && line.ends_with("| above |"), "{line}");
    assert!(page.contains("| twin-4x4 | greedy placement=walk | 3 |"), "{page}");
    assert!(page.contains("no outcome could have reached 0.05"), "{page}");
    assert_eq!(desk.out(0, "report small.toml"), page, "the same runs give the same page");
    desk.out(0, "report small.toml --out pages");
    let html = desk.get("pages/report.html");
    assert!(html.matches("<svg").count() > 10 && !html.contains("href=\"http"));
    let tex = desk.get("pages/tables.tex");
    assert!(tex.contains("\\toprule") && tex.contains("placement=walk"));
    let figures = fs::read_dir(desk.path("pages/figures")).expect("a folder");
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

/// A figure of bars has a group for every puzzle and a bar for every algorithm that ran on it, with the
/// paper's number as a mark.
#[test]
fn bars_show_a_number_over_all_puzzles() {
    let desk = Desk::of("campaign");
    let figure = r#"
[[paper]]
puzzle = "twin-4x4"
algorithm = "local"
evaluations = 20.0
[[figure]]
title = "What it took"
algorithms = ["local", "greedy placement=walk"]
bars = "evaluations"
"#;
    plan(&desk, "small", &(SMALL.to_owned() + figure));
    desk.out(0, "run small.toml --quiet");
    desk.out(0, "report small.toml --out pages");
    let svg = desk.get("pages/figures/bars-what-it-took.svg");
    let series: Vec<&str> = svg.split("<g class=\"series\">").skip(1).collect();
    assert_eq!(series.len(), 2, "{svg}");
    let count = |part: &str, of: &str| part.split("</g>").next().unwrap_or("").matches(of).count();
    assert_eq!(series.iter().map(|part| count(part, "<rect")).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(series.iter().map(|part| count(part, "<path")).collect::<Vec<_>>(), [1, 0]);
    let page = desk.get("pages/report.md");
    assert!(page.contains("![What it took. Bars are ours, marks the paper's.]"), "{page}");
    // Curves are drawn as if no figure had been asked for.
    assert!(page.contains("(figures/convergence-work-twin-4x4.svg)"), "{page}");
    plan(&desk, "wrong", &(SMALL.to_owned() + &figure.replace("\"evaluations\"", "\"joy\"")));
    let said = desk.error("check wrong.toml");
    assert!(said.contains("joy") && said.contains("seconds"), "{said}");
}

#[test]
fn a_missing_puzzle_has_a_stand_in() {
    let desk = Desk::of("campaign");
    let text = r#"
seeds = "1"
budget = { evaluations = 100 }
puzzle = [{ puzzle = "mine", label = "4x4", instead = "twin-4x4", supply = "look in the box" }]
algorithm = [{ with = "greedy" }]
paper = [{ puzzle = "4x4", algorithm = "greedy", mean = 24.0 }]
"#;
    plan(&desk, "away", text);
    let said = stderr(&desk.run("run away.toml"));
    assert!(
        said.contains("mine is not on your shelf, twin-4x4 is run instead (look in the box)"),
        "{said}"
    );
    let page = desk.out(0, "report away.toml");
    assert!(
        page.contains("| 4x4 (twin-4x4) | greedy |") && page.contains("| other puzzle |"),
        "{page}"
    );
    assert!(page.contains("look in the box"), "{page}");
    // Once it is there, it is the one that is run.
    let made = Desk::new().out(0, "generate 4x4 --seed 3 --name mine");
    desk.put("mine", made);
    let status = desk.json(0, "status away.toml");
    assert_eq!((&status["done"], &status["cells"][0]["puzzle"]), (&0.into(), &"4x4".into()));
    // Another puzzle of that name is not mistaken for it.
    plan(&desk, "away", &text.replace("label = \"4x4\"", "label = \"4x4\", id = \"0000\""));
    assert!(desk.error("run away.toml").contains("is not the one the plan means"));
}

#[test]
fn measurements_need_no_plan() {
    let desk = Desk::of("campaign");
    let words = "measure twin-5x5 twin-6x6 --with local --work 3000 --seeds 1-3 --store s.sqlite";
    let table = desk.out(0, words);
    assert_eq!(table.lines().count(), 4, "{table}");
    assert_eq!(records(&desk, "s.sqlite").len(), 6);
    assert_eq!(desk.out(0, words), table, "nothing is run twice, not even times differ");
    let early = "measure twin-6x6 --with local --seeds 1 --time 300ms --at 100ms,1ns --json";
    let early = desk.json(0, early);
    assert_eq!(early["tables"][1]["caption"], "Earlier in the same runs");
    for (words, word) in [
        ("measure nobody", "no such file"),
        ("measure p1 --with nobody", "nobody"),
        ("measure p1 --seeds 3-1", "expected seeds"),
        ("measure p1 --time 1s --at 2s", "beyond"),
        ("measure p1 --set x --work 1", "KEY=VALUE"),
    ] {
        let (_, said) = desk.both(2, words);
        assert!(said.contains(word), "{words}: {said}");
    }
}

#[test]
fn duels_end_as_soon_as_they_are_clear() {
    let desk = Desk::of("campaign");
    let duel = |words: &str| -> (Option<i32>, Value) {
        let output = desk.run(words);
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
    let said = desk.error("duel greedy local --on twin-6x6 --work 0");
    assert!(said.contains("a budget of nothing"));
    let (code, open) = duel("duel greedy local --on twin-6x6 --work 20 --most 3 --json");
    assert_eq!((code, &open["verdict"]), (Some(1), &"open".into()));
    assert!(desk.error("duel greedy magic --work 5").contains("unknown algorithm"));
}

/// A run that fails is a row, is not run again by itself, and gives way to one that succeeds.
#[test]
fn a_failed_run_is_a_row() {
    let desk = Desk::of("campaign");
    plan(&desk, "small", SMALL);
    desk.out(0, "run small.toml --quiet");
    let good = records(&desk, "small.sqlite").remove(0);
    let failed = Record {
        conclusion: Ending::Failed,
        error: Some("out of luck".to_owned()),
        score: 0,
        board: None,
        trace: Vec::new(),
        signature: String::new(),
        ..good.clone()
    };
    let path = desk.path("new.sqlite");
    let mut store = Store::open(&path).expect("a store can be made");
    store.add(std::slice::from_ref(&failed)).expect("a failed run is kept");
    drop(store);
    let failures = |code, words: &str| desk.json(code, words)["failed"].clone();
    assert_eq!(failures(1, "run small.toml --store new.sqlite"), 1);
    assert_eq!(runs(&desk, "new.sqlite"), 21);
    assert_eq!(failures(0, "run small.toml --store new.sqlite --retry"), 0);
    assert_eq!(runs(&desk, "new.sqlite"), 22, "both are kept");
    let store = Store::read(&path).expect("a store");
    let last = store.records(false).expect("runs");
    assert_eq!(last.len(), 21);
    assert!(last.iter().all(|record| record.conclusion != Ending::Failed));
}
