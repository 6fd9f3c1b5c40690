//! The board line, wherever a board is asked for, and the boards of stored runs.

mod desk;

use desk::{Desk, stderr};
use marquetry_cli::campaign::{Ending, Store};
use serde_json::Value;
use std::fs;
use std::io::Write as _;
use std::process::Stdio;

/// A desk with runs that an older program made.
fn desk() -> Desk {
    let desk = Desk::new();
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/before");
    for name in ["clued.json", "plan.toml", "store.sqlite", "runs.jsonl", "archive/boards.jsonl"] {
        let name_here = name.rsplit('/').next().expect("a name");
        fs::copy(fixtures.join(name), desk.path(name_here)).expect("it can be copied");
    }
    desk
}

/// A board line of the clued puzzle and its score.
fn line(desk: &Desk) -> (String, u64) {
    let last = desk.get("boards.jsonl").lines().last().expect("a board").to_owned();
    let kept: Value = serde_json::from_str(&last).expect("JSON");
    (kept["cells"].to_string(), kept["score"].as_u64().expect("a score"))
}

#[test]
fn every_command_that_takes_a_board_takes_its_line() {
    let desk = desk();
    let (line, score) = line(&desk);
    desk.put("line.txt", &line);
    let drawn = desk.out(0, ["show", "clued.json", &line, "--colour", "plain"].as_slice());
    assert!(drawn.contains(&format!("{score} of 31 joins match")), "{drawn}");
    assert_eq!(desk.out(0, "show clued.json line.txt --colour plain"), drawn);
    assert_eq!(desk.out(0, "show clued.json boards.jsonl:2 --colour plain"), drawn);
    let mut piped = desk.command("show clued.json - --colour plain");
    let mut piped = piped.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    piped.stdin.take().expect("a pipe").write_all(line.as_bytes()).expect("it listens");
    assert_eq!(piped.wait_with_output().expect("it ends").stdout, drawn.as_bytes());

    let judged = desk.json(0, ["check", "clued.json", &line].as_slice());
    assert_eq!((&judged["score"], &judged["valid"]), (&score.into(), &true.into()));
    desk.out(
        0,
        ["convert", &line, "--puzzle", "clued.json", "--to", "board", "--out", "b.json"].as_slice(),
    );
    assert_eq!(desk.out(0, "convert b.json --puzzle clued.json --to line").trim(), line);
    let words = [
        "solve",
        "clued.json",
        "--from",
        &line,
        "--with",
        "local",
        "--work",
        "1",
        "--out",
        "o.json",
    ];
    let solved = desk.run([&words[..], &["--seed", "1", "--json"]].concat().as_slice());
    let solved: Value = serde_json::from_slice(&solved.stdout).expect("JSON");
    assert!(solved["score"].as_u64() >= Some(score), "{solved}");
}

#[test]
fn of_many_boards_the_best_is_shown_unless_one_is_named() {
    let desk = desk();
    let shown = desk.json(0, "show clued.json boards.jsonl");
    assert_eq!(shown["score"], 22);
    assert!(shown["notes"].to_string().contains("best of 2 boards is taken, that of line 2"));
    assert_eq!(desk.json(0, "show clued.json boards.jsonl:1")["score"], 20);
    let error = desk.error("show clued.json boards.jsonl:3");
    assert!(error.contains("boards.jsonl has 2 lines, expected a line 3"), "{error}");
}

#[test]
fn lines_that_are_none_are_refused() {
    let desk = desk();
    for (line, why) in [
        ("[[1,0]]", "the board line: expected 20 cells for a 5x4 board, found 1"),
        ("[[1,0],", "the board line: line 1: expected JSON, found EOF"),
        ("[[1,9]]", "the board line: line 1: expected a turn from 0 to 3 in cell 1, found 9"),
    ] {
        let error = desk.error(["show", "clued.json", line].as_slice());
        assert!(error.contains(why), "{error}");
    }
    let (line, _) = line(&desk);
    let error = desk.error(["show", "twin-4x4", &line].as_slice());
    assert!(error.contains("expected 16 cells for a 4x4 board, found 20"), "{error}");
    let error = desk.error(["show", &line].as_slice());
    assert!(
        error.contains("a board that does not say of which puzzle: name that first"),
        "{error}"
    );
}

fn runs(desk: &Desk, store: &str) -> Vec<Value> {
    let text = desk.out(0, ["campaign", "runs", store, "--json"].as_slice());
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

#[test]
fn the_runs_of_a_store_are_listed() {
    let desk = desk();
    let listed = runs(&desk, "store.sqlite");
    assert_eq!(listed.len(), 8);
    assert_eq!(listed, runs(&desk, "runs.jsonl"));
    let key = |run: &Value| (run["puzzle_name"].to_string(), run["seed"].as_u64());
    assert!(listed.is_sorted_by_key(key));
    let file = desk.get("runs.jsonl");
    for (run, line) in listed.iter().zip(file.lines()) {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        let kept = line.as_object_mut().expect("an object");
        kept.remove("format");
        kept.remove("trace");
        assert_eq!(*run, line);
    }
    let table = desk.out(0, "campaign runs store.sqlite");
    assert_eq!(table.lines().count(), 9);
    for run in &listed {
        let job = run["job"].as_str().expect("a name");
        let row = table.lines().find(|row| row.trim().starts_with(&job[..12])).expect("its row");
        assert!(row.contains(&format!("{} of {}", run["score"], run["perfect"])), "{row}");
    }
}

#[test]
fn stored_boards_are_drawn() {
    let desk = desk();
    for run in runs(&desk, "store.sqlite") {
        let job = run["job"].as_str().expect("a name");
        let words =
            ["campaign", "show", "store.sqlite", &job[..10], "--svg", "b.svg", "--png", "b.png"];
        let shown = desk.json(0, words.as_slice());
        for key in ["job", "score", "board", "seed", "puzzle_name"] {
            assert_eq!(shown[key], run[key], "{key}");
        }
        assert!(desk.get("b.svg").starts_with("<svg"));
        assert!(fs::read(desk.path("b.png")).expect("a picture").starts_with(b"\x89PNG"));
        let drawn =
            desk.out(0, ["campaign", "show", "store.sqlite", job, "--colour", "plain"].as_slice());
        match run["puzzle_name"].as_str() {
            Some("clued") => {
                let board = run["board"].as_str().expect("a line");
                let words = ["show", "clued.json", board, "--colour", "plain"];
                assert_eq!(drawn, desk.out(0, words.as_slice()));
            }
            Some("tokens-3x4-4") => {
                assert!(drawn.contains("score 7 of 7"), "{drawn}");
                let words = ["campaign", "show", "store.sqlite", job, "--numbers"];
                let refused = desk.run(words.as_slice());
                assert_eq!(refused.status.code(), Some(2));
                assert!(stderr(&refused).contains("a grid of tokens"));
            }
            _ => assert!(drawn.contains("joins match"), "{drawn}"),
        }
    }
}

#[test]
fn colours_reach_the_terminal() {
    let desk = desk();
    let (line, _) = line(&desk);
    let drawn = desk.out(0, ["show", "clued.json", &line, "--colour", "true"].as_slice());
    assert!(drawn.contains("\x1b[48;2;"), "{drawn:?}");
    for run in runs(&desk, "store.sqlite") {
        let job = run["job"].as_str().expect("a name");
        let words = ["campaign", "show", "store.sqlite", job, "--colour", "true"];
        assert!(desk.out(0, words.as_slice()).contains("\x1b["), "{run}");
    }
}

#[test]
fn a_picture_takes_no_place_of_what_it_is_drawn_from() {
    let desk = desk();
    let job = runs(&desk, "runs.jsonl")[0]["job"].as_str().expect("a name").to_owned();
    let words = format!("campaign show runs.jsonl {job} --puzzle clued.json");
    for (place, what) in [("runs.jsonl", "the store"), ("clued.json", "the puzzle")] {
        let before = desk.get(place);
        let error = desk.error(&format!("{words} --svg {place}"));
        assert!(error.contains(&format!("--svg would overwrite {what}")), "{error}");
        assert_eq!(desk.get(place), before);
    }
    let error =
        desk.error(&format!("campaign show runs.jsonl {job} --plan plan.toml --png plan.toml"));
    assert!(error.contains("--png would overwrite the plan"), "{error}");
}

#[test]
fn pieces_that_a_file_lacks_are_found_or_asked_for() {
    let desk = desk();
    let run = |name: &str| {
        let all = runs(&desk, "runs.jsonl");
        all.into_iter().find(|run| run["puzzle_name"] == name).expect("a run of it")
    };
    let show = |name: &str, more: &str| {
        format!("campaign show runs.jsonl {} {more}", run(name)["job"].as_str().expect("a name"))
    };
    assert_eq!(desk.json(0, &show("twin-4x4", ""))["score"], run("twin-4x4")["score"]);
    let error = desk.error(&show("clued", ""));
    assert!(error.contains("runs.jsonl does not hold the pieces of clued"), "{error}");
    assert!(error.contains("--puzzle") && error.contains("--plan"), "{error}");
    for more in ["--puzzle clued.json", "--plan plan.toml"] {
        assert_eq!(desk.json(0, &show("clued", more))["score"], run("clued")["score"], "{more}");
    }
    let error = desk.error(&show("clued", "--puzzle clued.json --clues none"));
    assert!(error.contains("is not the puzzle of the run"), "{error}");
    let error = desk.error(&show("clued", "--plan wang-table2"));
    assert!(error.contains("has no puzzle with the fingerprint"), "{error}");
}

#[test]
fn jobs_that_cannot_be_shown_are_named() {
    let desk = desk();
    let show = |store: &str, job: &str| desk.error(["campaign", "show", store, job].as_slice());
    assert!(show("none.sqlite", "a").contains("no such store"));
    assert!(show("store.sqlite", "zz").contains("no job that begins with \"zz\""));
    let several = show("store.sqlite", "");
    assert!(
        several.contains("8 jobs begin with \"\"") && several.contains("say more"),
        "{several}"
    );

    // A run that failed, and a file whose score was changed by hand.
    let mut store = Store::open(&desk.path("store.sqlite")).expect("a store");
    let mut failed = store.records(true).expect("runs").remove(0);
    failed.spec.seed = 77;
    failed.job = failed.spec.job();
    (failed.board, failed.conclusion) = (None, Ending::Failed);
    failed.error = Some("out of wood".to_owned());
    store.add(&[failed.clone()]).expect("it is added");
    drop(store);
    let error = show("store.sqlite", &failed.job);
    assert!(error.contains("failed and has no board: out of wood"), "{error}");

    let first = desk.get("runs.jsonl").lines().next().expect("a run").to_owned();
    let changed = first.replace("\"score\":20", "\"score\":21");
    assert_ne!(first, changed);
    desk.put("changed.jsonl", &changed);
    let job = &runs(&desk, "changed.jsonl")[0]["job"];
    let words = [
        "campaign",
        "show",
        "changed.jsonl",
        job.as_str().expect("a name"),
        "--puzzle",
        "clued.json",
    ];
    let error = stderr(&desk.run(words.as_slice()));
    assert!(error.contains("is damaged: it says 21, the judge 20"), "{error}");

    let bytes = fs::read(desk.path("runs.jsonl")).expect("a file");
    fs::write(desk.path("half.sqlite"), &bytes[..3000]).expect("it can be written");
    assert!(show("half.sqlite", "a").contains("is not a store of runs"));
}
