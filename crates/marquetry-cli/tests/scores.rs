//! Scores measured, cut short, gone on with and tabled.

use serde_json::Value;
use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

fn bench(desk: &TempDir, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
    command.arg("bench").args(words).current_dir(desk);
    let output = command.output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{words:?}: {said}");
    output
}

fn json(desk: &TempDir, words: &[&str]) -> Value {
    let output = bench(desk, &[words, &["--json"]].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {said}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

const WORDS: [&str; 9] =
    ["--scores", "twin-5x5", "twin-6x6", "--with", "local", "--work", "3000", "--out", "s.jsonl"];

/// The rows without what the clock says.
fn timeless(mut measured: Value) -> Value {
    for row in measured["rows"].as_array_mut().expect("a list") {
        row["spent"]["seconds"].take();
    }
    measured
}

#[test]
fn a_measurement_goes_on_where_it_was_cut_short() {
    let desk = tempfile::tempdir().expect("a folder can be made");
    let path = desk.path().join("s.jsonl");
    let all = timeless(json(&desk, &[&WORDS[..], &["--seeds", "1-3"]].concat()));
    let whole = fs::read_to_string(&path).expect("it was written");
    let lines: Vec<&str> = whole.lines().collect();
    assert_eq!((lines.len(), &all["runs"]), (6, &6.into()));
    // Killed in the middle of the fourth line.
    let cut = lines[..3].join("\n") + "\n" + &lines[3][..40];
    fs::write(&path, &cut).expect("it can be written");
    assert_eq!(timeless(json(&desk, &[&WORDS[..], &["--seeds", "1-3"]].concat())), all);
    let again = fs::read_to_string(&path).expect("it is there");
    let known = |text: &str| -> Vec<(String, String)> {
        let read = |line: &str| serde_json::from_str::<Value>(line).expect("a run");
        text.lines()
            .map(read)
            .map(|r| (r["seed"].to_string(), r["signature"].to_string()))
            .collect()
    };
    assert_eq!(known(&again), known(&whole));
    assert!(again.starts_with(&(lines[..3].join("\n") + "\n")), "finished runs are untouched");
    for (line, size) in again.lines().zip([25, 25, 25, 36, 36, 36]) {
        let run: Value = serde_json::from_str(line).expect("a run");
        assert_eq!(run["cells"].as_array().map(Vec::len), Some(size));
        let trace = run["trace"].as_array().expect("a list");
        assert!(trace.is_sorted_by_key(|step| step[2].as_u64()));
        assert_eq!(trace.last().map(|step| &step[2]), Some(&run["score"]));
    }
}

#[test]
fn rows_sum_up_what_the_runs_say() {
    let desk = tempfile::tempdir().expect("a folder can be made");
    let rows = json(&desk, &[&WORDS[..], &["--seeds", "1-4"]].concat())["rows"].clone();
    let text = fs::read_to_string(desk.path().join("s.jsonl")).expect("it was written");
    let runs: Vec<Value> = text.lines().filter_map(|l| serde_json::from_str(l).ok()).collect();
    for row in rows.as_array().expect("a list") {
        let mine = runs.iter().filter(|run| run["puzzle"] == row["puzzle"]);
        let mut scores: Vec<u64> = mine.filter_map(|run| run["score"].as_u64()).collect();
        scores.sort_unstable();
        assert_eq!(
            (&row["n"], &row["min"], &row["max"]),
            (&4.into(), &scores[0].into(), &scores[3].into())
        );
        assert_eq!(row["median"].as_f64(), Some((scores[1] + scores[2]) as f64 / 2.0));
        assert_eq!(row["mean"].as_f64(), Some(scores.iter().sum::<u64>() as f64 / 4.0));
        assert_eq!(row["budget"], "3000 steps");
    }
    let output = bench(&desk, &["--page", "s.jsonl"]);
    let page = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(page.lines().count(), 4, "{page}");
    let command =
        "`marquetry bench --scores twin-5x5 --with local --work 3000 --threads 1 --seeds 1-4`";
    assert!(page.contains(command), "{page}");
}

#[test]
fn earlier_scores_come_from_the_same_runs() {
    let desk = tempfile::tempdir().expect("a folder can be made");
    let words = ["--scores", "twin-6x6", "--with", "local", "--seeds", "1", "--out", "s.jsonl"];
    let timed = [&words[..], &["--time", "300ms", "--at", "100ms,1ns"]].concat();
    let value = json(&desk, &timed);
    let rows = value["rows"].as_array().expect("a list").clone();
    let budgets: Vec<_> = rows.iter().map(|row| row["budget"].as_str().unwrap_or("")).collect();
    assert_eq!(budgets, ["0.000000001 s", "0.1 s", "0.3 s"]);
    let scores: Vec<_> = rows.iter().map(|row| row["max"].as_u64()).collect();
    assert!(scores.is_sorted() && scores[0] == Some(0), "{scores:?}");
    assert_eq!(json(&desk, &["--page", "s.jsonl"])["rows"], value["rows"]);
}

#[test]
fn mistakes_are_told() {
    let desk = tempfile::tempdir().expect("a folder can be made");
    fs::write(desk.path().join("bad.jsonl"), "{}\n").expect("it can be written");
    for (words, word) in [
        (&["--page", "bad.jsonl"][..], "line 1: expected a measured run"),
        (&["--page", "none.jsonl"], "cannot read none.jsonl"),
        (&["--scores", "nobody"], "no such file"),
        (&["--scores", "p1", "--with", "nobody"], "nobody"),
        (&["--scores", "p1", "--seeds", "3-1"], "expected seeds"),
        (&["--scores", "p1", "--work", "1", "--out", "bad.jsonl"], "expected a measured run"),
        (&["--scores", "p1", "--time", "1s", "--at", "2s"], "beyond"),
        (&["--seeds", "1"], "--scores"),
        (&["--clues", "none"], "--scores"),
        (&["--scores", "p1", "--signature"], "cannot be used with"),
    ] {
        let output = bench(&desk, words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains(word), "{words:?}: {said}");
    }
}
