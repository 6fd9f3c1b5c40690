//! `marquetry tokens`, as it is typed.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run_in(folder: &Path, arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_marquetry");
    let words = arguments.split_whitespace();
    Command::new(program).arg("tokens").args(words).current_dir(folder).output().unwrap()
}

fn run(arguments: &str) -> Output {
    run_in(&std::env::temp_dir(), arguments)
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

fn code(arguments: &str) -> Option<i32> {
    run(arguments).status.code()
}

/// The one line of an error.
fn complaint(arguments: &str) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments}");
    assert!(output.stdout.is_empty(), "{arguments}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn solve_prints_what_scripts_rely_on() {
    for with in ["exact", "ga", "sa", "cycles", "brute", "annealing", "late"] {
        let output = run(&format!("solve --n 4 --remove 6 --with {with} --seed 3 --json"));
        assert_eq!(output.status.code(), Some(0), "{with}");
        let found = json(&output);
        assert_eq!((&found["n"], &found["remove"]), (&4.into(), &6.into()));
        assert_eq!((&found["algorithm"], &found["seed"]), (&with.into(), &3.into()));
        assert_eq!((&found["feasible"], &found["reason"]), (&true.into(), &Value::Null));
        assert_eq!(found["conclusion"], "solved");
        assert!(found["evaluations"].as_u64().is_some_and(|n| n > 0), "{with}");
        assert!(found["elapsed_s"].as_f64().is_some());
        let rows: Vec<&str> =
            found["grid"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        assert_eq!(rows.len(), 4);
        let even = |line: String| line.len() == 4 && line.matches('1').count().is_multiple_of(2);
        for i in 0..4 {
            assert!(even(rows[i].to_owned()), "{with} {rows:?}");
            assert!(even(rows.iter().map(|row| &row[i..=i]).collect()), "{with} {rows:?}");
        }
        assert_eq!(rows.concat().matches('1').count(), 10);
    }
}

#[test]
fn the_same_seed_gives_the_same_grid() {
    let grid = |seed: u32| run(&format!("solve 30 400 --with sa --seed {seed}")).stdout;
    assert_eq!(grid(1), grid(1));
    assert_ne!(grid(1), grid(2));
}

#[test]
fn infeasible_puzzles_are_refused_with_the_reason() {
    for (puzzle, words) in [
        ("4 14", "2 tokens would be left"),
        ("4 2", "2 tokens would be removed"),
        ("4 3", "13 tokens would be left, an odd number"),
        ("5 3", "22 tokens would be left"),
        ("5x2 4", "multiple of 4"),
    ] {
        let output = run(&format!("solve {puzzle} --json"));
        assert_eq!(output.status.code(), Some(1), "{puzzle}");
        let found = json(&output);
        assert_eq!((&found["feasible"], &found["grid"]), (&false.into(), &Value::Null));
        assert_eq!(found["conclusion"], "exhausted");
        assert!(found["reason"].as_str().unwrap().contains(words), "{puzzle}: {found}");
        let output = run(&format!("feasible {puzzle} --brute"));
        assert_eq!(output.status.code(), Some(1), "{puzzle}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(words) && said.contains("brute force agrees"), "{said}");
        assert_eq!(String::from_utf8(run(&format!("count {puzzle}")).stdout).unwrap(), "0\n");
    }
    assert_eq!(code("feasible 4 6 --brute"), Some(0));
    assert_eq!(code("solve --n 4 --remove 14"), Some(1));
    let made = run("generate 4 --remove 14 --solved --json");
    assert_eq!((made.status.code(), &json(&made)["grid"]), (Some(1), &Value::Null));
    assert_eq!(code("generate 4 --remove 14"), Some(0));
}

#[test]
fn nonsense_gets_one_clear_line() {
    for (arguments, words) in [
        ("solve --n 4 --remove 17", "cannot remove 17 of 16 tokens"),
        ("solve --n 0 --remove 0", "a grid of 0x0, expected 1 to 10000"),
        ("solve --n 1000000000 --remove 5", "expected 1 to 10000 columns"),
        ("feasible 1000000000 5", "expected 1 to 10000 columns"),
        ("count 4 17", "cannot remove 17 of 16 tokens"),
        ("count 600 100", "expected at most 262144 to be counted"),
        ("solve 4 6 --with magic", "expected one of annealing, brute, cycles, exact, ga"),
        ("solve 4 6 --with sa --set cooling=1", "expected cooling above 0, at most 0.9999"),
        ("solve 4 6 --with ga --set mutation_rate=2", "expected mutation_rate from 0 to 1"),
        ("solve 4 6 --with ga --set q=2", "unknown field `q`"),
        ("solve 4 6 --with ga --set population=100000000", "MiB here, expected at most 1024"),
        ("solve 4 6 --with sa --set cold=1e-320", "expected temperatures from 1e-9"),
        ("solve 200 400 --set draw=uniform", "expects at most 128 columns and rows, found 200x200"),
        ("solve 0x5 6", "a grid of 0x5"),
        ("solve 4 6 --with sa --from /nowhere", "cannot read /nowhere"),
        ("solve 4 6 --from /nowhere", "expected one of annealing, late, sa with --from"),
        ("solve 4 6 --out x.bmp", "x.bmp: expected a name in .txt, .json, .svg or .png"),
        ("solve 600 0 --out x.PNG", "expected at most 512 columns and rows for a picture"),
        ("solve 4 6 --out /nowhere/x.txt", "cannot write /nowhere/x.txt"),
        ("feasible 9 5 --brute", "--brute expects at most 30 cells, found 81"),
        ("show /nowhere", "cannot read /nowhere"),
    ] {
        let said = complaint(arguments);
        assert!(said.contains(words) && said.lines().count() == 1, "{arguments}: {said}");
    }
    for arguments in ["solve --n 4", "solve --n x --remove 1", "solve --n 4 --remove -1", "solve"] {
        assert_eq!(code(arguments), Some(2), "{arguments}");
    }
}

#[test]
fn counts_are_exact() {
    let count = |puzzle| String::from_utf8(run(&format!("count {puzzle}")).stdout).unwrap();
    assert_eq!(count("4 6"), "96\n");
    assert_eq!(count("5x3 7 --json").matches("\"solutions\":\"").count(), 1);
    assert_eq!(count("100 9996"), "24502500\n");
}

#[test]
fn grids_are_made_judged_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| run_in(folder.path(), arguments);
    for (name, sized) in [("a.txt", "9 --remove 31"), ("b.json", "6x5 --remove 10")] {
        let made = run(&format!("generate {sized} --solved --seed 5 --out {name}"));
        assert_eq!(made.status.code(), Some(0));
        assert_eq!(run(&format!("check {name}")).status.code(), Some(0), "{name}");
        let drawn = run(&format!("show {name} --svg p.svg --png p.png"));
        assert_eq!(drawn.status.code(), Some(0));
        assert!(fs::read_to_string(folder.path().join("p.svg")).unwrap().starts_with("<svg"));
        assert!(fs::read(folder.path().join("p.png")).unwrap().starts_with(b"\x89PNG"));
    }
    assert_eq!(run("generate 10 --seed 1 --out start.txt").status.code(), Some(0));
    let judged = run("check start.txt --json");
    assert_eq!(judged.status.code(), Some(1));
    let judged = json(&judged);
    assert_eq!((&judged["valid"], &judged["solved"]), (&true.into(), &false.into()));
    let removed = judged["removed"].as_u64().unwrap();
    let solved =
        run(&format!("solve 10 {removed} --with sa --from start.txt --out end.png --seed 1"));
    assert_eq!(solved.status.code(), Some(0));
    assert!(fs::read(folder.path().join("end.png")).unwrap().starts_with(b"\x89PNG"));
    fs::write(folder.path().join("few.txt"), "11\n11\n").unwrap();
    assert_eq!(run("check few.txt").status.code(), Some(0));
    let wrong = run("check few.txt --remove 2 --json");
    assert_eq!((wrong.status.code(), &json(&wrong)["valid"]), (Some(1), &false.into()));
    fs::write(folder.path().join("bad.txt"), "11\n1x\n").unwrap();
    assert_eq!(run("check bad.txt").status.code(), Some(2));
}

/// What is printed can be read again.
#[test]
fn solve_can_be_piped_into_check() {
    let solved = run("solve 12 40 --with cycles --seed 4");
    let program = env!("CARGO_BIN_EXE_marquetry");
    let mut check = Command::new(program)
        .args(["tokens", "check", "-", "--remove", "40"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut check.stdin.take().unwrap(), &solved.stdout).unwrap();
    assert_eq!(check.wait().unwrap().code(), Some(0));
}
