//! The runs of a campaign as other programs get them, with how their gauges went, and irace's part played by us.

mod desk;

use desk::{Desk, stderr};
use marquetry_cli::campaign::{Ending, Record, Store};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

const PLAN: &str = r#"
name = "files"
title = "Two puzzles, three settings, three seeds"
seeds = "1-3"
budget = { evaluations = 200 }

[[puzzle]]
puzzle = "twin-4x4"

[[puzzle]]
puzzle = "twin-6x6"

[[algorithm]]
with = "greedy"

[[algorithm]]
with = "local"
grid = { accept = ["better", "equal"] }
"#;
const RUNS: usize = 18;

/// A desk with the runs of the plan in `s.sqlite`.
fn with_runs() -> Desk {
    let desk = Desk::of("campaign");
    desk.put("plan.toml", PLAN);
    desk.out(0, "run plan.toml --store s.sqlite --quiet");
    desk
}

fn records(desk: &Desk, store: &str) -> Vec<Record> {
    Store::read(&desk.path(store)).and_then(|store| store.records(true)).expect("a store")
}

/// Rows of CSV by the names of their columns.
fn table(text: &str) -> Vec<HashMap<String, String>> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.expect("a row")).collect()
}

fn rows(path: &Path) -> Vec<Row> {
    let file = fs::File::open(path).expect("the file is there");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect()
}

/// A field of a row of Parquet as CSV has it.
fn shown(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Long(number) => number.to_string(),
        Field::ULong(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        other => panic!("an unexpected type: {other:?}"),
    }
}

#[test]
fn csv_and_parquet_hold_every_run() {
    let desk = with_runs();
    let records = records(&desk, "s.sqlite");
    let csv = desk.out(0, &["export", "s.sqlite", "--to", "csv"]);
    assert!(csv.starts_with("job,puzzle,puzzle_name,algorithm,parameters,seed,threads,"));
    let csv = table(&csv);
    assert_eq!((csv.len(), records.len()), (RUNS, RUNS));
    for (row, record) in csv.iter().zip(&records) {
        assert_eq!(row["job"], record.job);
        assert_eq!(row["score"], record.score.to_string());
        assert_eq!(row["wall_s"].parse::<f64>().expect("a number"), record.wall_s);
        assert_eq!(
            row["parameters"],
            serde_json::to_string(&record.spec.parameters).expect("JSON")
        );
        assert_eq!((&row["evaluation_limit"][..], &row["target"][..]), ("200", ""));
        assert_eq!(Some(&row["board"]), record.board.as_ref());
    }
    desk.out(0, &["export", "s.sqlite", "--to", "parquet", "--out", "runs.parquet"]);
    let parquet = rows(&desk.path("runs.parquet"));
    assert_eq!(parquet.len(), RUNS);
    for (row, csv) in parquet.iter().zip(&csv) {
        assert_eq!(row.len(), csv.len());
        for (name, field) in row.get_column_iter() {
            assert_eq!(shown(field), csv[name], "{name}");
        }
    }
}

#[test]
fn improvements_are_rows_of_their_own() {
    let desk = with_runs();
    let points: Vec<(String, u64, u32)> = records(&desk, "s.sqlite")
        .iter()
        .flat_map(|r| r.trace.iter().map(|at| (r.job.clone(), at.work, at.score)))
        .collect();
    assert!(points.len() > RUNS);
    let csv = table(&desk.out(0, &["export", "s.sqlite", "--to", "csv", "--traces"]));
    let read = |row: &HashMap<String, String>| {
        let number = |name: &str| row[name].parse().expect("a number");
        (row["job"].clone(), number("work"), number("score") as u32)
    };
    assert_eq!(csv.iter().map(read).collect::<Vec<_>>(), points);
    desk.out(0, &["export", "s.sqlite", "--to", "parquet", "--traces", "--out", "t.parquet"]);
    for (row, csv) in rows(&desk.path("t.parquet")).iter().zip(&csv) {
        assert!(row.get_column_iter().all(|(name, field)| shown(field) == csv[name]));
    }
}

#[test]
fn json_lines_make_an_equal_store() {
    let desk = with_runs();
    desk.out(0, &["export", "s.sqlite", "--to", "jsonl", "--puzzles", "--out", "all.jsonl"]);
    let merged = desk.json(0, "merge new.sqlite all.jsonl");
    assert_eq!((&merged["new"], &merged["unjudged"]), (&RUNS.into(), &0.into()));
    assert_eq!(records(&desk, "new.sqlite"), records(&desk, "s.sqlite"));
    let texts = |name| Store::read(&desk.path(name)).and_then(|store| store.texts());
    assert_eq!(texts("new.sqlite").expect("a store"), texts("s.sqlite").expect("a store"));

    let bare = desk.out(0, &["export", "s.sqlite", "--to", "jsonl"]);
    assert_eq!(bare.lines().count(), RUNS);
    let first: Record = serde_json::from_str(bare.lines().next().unwrap_or_default()).expect("run");
    assert_eq!(first, records(&desk, "s.sqlite")[0]);
}

#[test]
fn ioh_has_a_folder_for_each_setting_and_a_file_for_each_puzzle() {
    let desk = with_runs();
    let told = desk.json(0, "export s.sqlite --to ioh --out ioh");
    assert_eq!((&told["runs"], &told["failed_left_out"]), (&RUNS.into(), &0.into()));
    for (folder, label) in
        [("greedy", "greedy"), ("local", "local"), ("local-accept-equal", "local accept=equal")]
    {
        for (number, name, cells) in [(1, "twin-4x4", 16), (2, "twin-6x6", 36)] {
            let folder = desk.path("ioh").join(folder);
            let head = folder.join(format!("IOHprofiler_f{number}_{name}.json"));
            let head: Value =
                serde_json::from_slice(&fs::read(head).expect("a head")).expect("JSON");
            assert_eq!(head["algorithm"]["name"], label);
            assert_eq!(head["function_id"], number);
            assert_eq!(head["maximization"], true);
            let scenario = &head["scenarios"][0];
            assert_eq!(scenario["dimension"], cells);
            let data = folder.join(scenario["path"].as_str().expect("a path"));
            let data = fs::read_to_string(data).expect("data");
            let runs: Vec<&str> = data.split("evaluations raw_y\n").skip(1).collect();
            let listed = scenario["runs"].as_array().expect("runs");
            assert_eq!((runs.len(), listed.len()), (3, 3));
            for (run, listed) in runs.iter().zip(listed) {
                let points: Vec<(u64, u64)> = run
                    .lines()
                    .filter_map(|line| line.split_once(' '))
                    .map(|(work, score)| (work.parse().unwrap(), score.parse().unwrap()))
                    .collect();
                assert_eq!(points[0].0, 1);
                assert!(points.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 <= two[1].1));
                let last = *points.last().expect("a point");
                assert_eq!(
                    (listed["evals"].as_u64(), listed["best"]["y"].as_u64()),
                    (Some(last.0), Some(last.1))
                );
            }
        }
    }
    desk.put("ioh/mine", "kept");
    let error = desk.error(&["export", "s.sqlite", "--to", "ioh", "--out", "ioh"]);
    assert!(error.contains("not empty"), "{error}");
    assert_eq!(fs::read_to_string(desk.path("ioh/mine")).expect("it is there"), "kept");
}

#[test]
fn failed_runs_are_rows_but_not_curves() {
    let desk = with_runs();
    let puzzles = Store::read(&desk.path("s.sqlite")).and_then(|store| store.texts());
    let mut records = records(&desk, "s.sqlite");
    let error = Some("panicked: \"so, what\"\nreally".to_owned());
    let failed = Record { conclusion: Ending::Failed, error, board: None, ..records[4].clone() };
    records[4] = Record { trace: Vec::new(), score: 0, ..failed };
    let runs = records.iter().map(|record| serde_json::to_string(record).expect("JSON"));
    let runs: Vec<String> = runs.collect();
    let all = [puzzles.expect("puzzles"), runs.clone()].concat().join("\n");
    desk.put("all.jsonl", all);
    desk.put("bare.jsonl", runs.join("\n"));

    let csv = table(&desk.out(0, &["export", "all.jsonl", "--to", "csv"]));
    assert_eq!(csv.len(), RUNS);
    assert_eq!(Some(&csv[4]["error"]), records[4].error.as_ref());
    assert_eq!((&csv[4]["conclusion"][..], &csv[4]["board"][..]), ("failed", ""));
    let output = desk.run(&["export", "all.jsonl", "--to", "ioh", "--out", "ioh", "--json"]);
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&told["runs"], &told["failed_left_out"]), (&(RUNS - 1).into(), &1.into()));
    assert!(stderr(&output).contains("1 failed run is left out"));
    let told = desk.json(0, "export bare.jsonl --to ioh --out none");
    assert_eq!((&told["runs"], &told["unknown_left_out"]), (&0.into(), &(RUNS - 1).into()));
}

#[test]
fn what_cannot_be_exported_is_refused() {
    let desk = Desk::of("campaign");
    desk.put("empty.jsonl", "");
    for (words, part) in [
        (&["--to", "parquet"][..], "--out"),
        (&["--to", "ioh", "--out", "-"], "--out"),
        (&["--to", "ioh", "--traces", "--out", "x"], "--traces is for"),
        (&["--to", "csv", "--puzzles"], "--puzzles is for"),
        (&["--to", "csv", "--out", "-", "--json"], "one thing"),
    ] {
        let error = desk.error(&[&["export", "empty.jsonl"], words].concat());
        assert!(error.contains(part), "{words:?}: {error}");
    }
    assert!(desk.error(&["export", "none.sqlite", "--to", "csv"]).contains("no such store"));
    let none = desk.out(0, &["export", "empty.jsonl", "--to", "csv"]);
    assert_eq!(none.lines().count(), 1);
    desk.out(0, &["export", "empty.jsonl", "--to", "parquet", "--out", "none.parquet"]);
    assert!(rows(&desk.path("none.parquet")).is_empty());
}

#[cfg(unix)]
#[test]
fn irace_gets_its_files_and_its_answers() {
    let desk = Desk::of("campaign");
    let words = ["tune", "scenario", "local", "--on", "twin-4x4", "twin-6x6"];
    desk.out(0, &[&words[..], &["--work", "300", "--runs", "180", "--out", "t"]].concat());
    let read = |name: &str| fs::read_to_string(desk.path("t").join(name)).expect("a file");
    let parameters = read("parameters.txt");
    let lines: Vec<Vec<&str>> = parameters
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(lines[0], ["accept", "\"--accept", "\"", "c", "(better,", "equal)"]);
    assert_eq!(lines[1], ["mutations", "\"--mutations", "\"", "c", "(coins,", "poisson)"]);
    assert_eq!(lines[2], ["patience", "\"--patience", "\"", "i,log", "(2000000,", "200000000)"]);
    assert_eq!(lines[3], ["walkers", "\"--walkers", "\"", "i", "(1,", "10)"]);
    assert_eq!(
        read("configurations.txt"),
        "accept mutations patience walkers\nbetter coins 20000000 1\n"
    );
    assert_eq!(read("instances.txt"), "twin-4x4\ntwin-6x6\n");
    assert!(read("scenario.txt").contains("maxExperiments = 180\n"));

    let call = |words: &[&str]| {
        let mut command = desk.program(desk.path("t/target-runner"));
        let output = command.args(words).env("MARQUETRY", env!("CARGO_BIN_EXE_marquetry")).output();
        let output = output.expect("the runner starts");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for configuration in [
        &["--accept", "better", "--patience", "20000000", "--walkers", "1"][..],
        &["--accept", "equal", "--patience", "2e+07", "--walkers", "3"],
        &["--accept", "NA", "--patience", "50", "--walkers", "NA"],
    ] {
        for (puzzle, perfect) in [("twin-4x4", 24), ("twin-6x6", 60)] {
            let words = [&["1", "2", "1234567", puzzle], configuration].concat();
            let (code, cost) = call(&words);
            let number: u32 = cost.trim_end().parse().expect("one number");
            assert!(code == Some(0) && number <= perfect, "{words:?}: {cost}");
            assert_eq!(call(&words), (code, cost));
        }
    }
    let bad = call(&["1", "2", "3", "twin-4x4", "--walkers", "0"]);
    assert_eq!(bad, (Some(0), "Inf\n".to_owned()));
    assert_eq!(call(&["1", "2", "3", "twin-4x4", "--magic", "0"]), (Some(2), String::new()));
    assert_eq!(call(&["1", "2", "3", "twin-4x4"]).0, Some(0));

    let again = desk.error(&[&words[..], &["--work", "300", "--out", "t"]].concat());
    assert!(again.contains("not empty"), "{again}");
    let wrong = [&words[..], &["--work", "300", "--only", "magic", "--out", "u"]].concat();
    assert!(desk.error(&wrong).contains("cannot be tuned"));
    assert!(!desk.path("u").exists());
}

const CURVES: &str = r#"
name = "curves"
title = "How the fitness goes"
seeds = "1-3"
budget = { evaluations = 3000 }
puzzle = [{ puzzle = "twin-4x4" }, { puzzle = "twin-6x6" }]
paper = [{ puzzle = "twin-4x4", algorithm = "ga", seconds = 27.0 }]
figure = [
  { title = "Up and down", of = "fitness", over = "generation", algorithms = ["ga", "wild"] },
  { title = "Longer and longer", of = "time", over = "size", algorithms = ["ga"] },
]
[[algorithm]]
with = "ga"
[[algorithm]]
with = "ga"
label = "wild"
set = { elitism = 0, repair = false, mutation_rate = 1.0, population = 20 }
[[algorithm]]
with = "local"
"#;

/// The best fitness of every generation goes from the run into the store, through lines, merge and export, into tables
/// and figures.
#[test]
fn curves_are_kept_handed_on_and_drawn() {
    let desk = Desk::of("campaign");
    desk.put("plan.toml", CURVES);
    desk.out(0, "run plan.toml --store s.sqlite --quiet");
    let runs = records(&desk, "s.sqlite");
    for run in &runs {
        assert_eq!(run.curves.len(), usize::from(run.spec.algorithm == "ga"));
        for curve in &run.curves {
            assert_eq!((&*curve.of, &*curve.over, curve.points[0].0), ("fitness", "generation", 0));
            // A generation that was not scored to its end is none, but one that was solved in is.
            let (last, solved) = (run.counts["generation"] as u64, run.solved());
            assert!(curve.end().is_some_and(|end| end == last || !solved && end + 1 == last));
            assert_eq!(
                curve.points.last().map(|point| point.1),
                run.counts.get("fitness").copied()
            );
        }
    }
    desk.out(0, "export s.sqlite --to jsonl --out runs.jsonl");
    desk.out(0, "merge m.sqlite runs.jsonl");
    assert_eq!(
        (records(&desk, "runs.jsonl"), records(&desk, "m.sqlite")),
        (runs.clone(), runs.clone())
    );
    let csv = table(&desk.out(0, "export s.sqlite --to csv"));
    for (row, run) in csv.iter().zip(&runs) {
        assert_eq!(row["curves"], serde_json::to_string(&run.curves).expect("JSON"));
    }
    let page = desk.out(0, "report plan.toml --store s.sqlite");
    let wild = page.lines().skip_while(|line| *line != "**Up and down, twin-6x6: mean fitness**");
    let wild = wild.skip(2).take(4).find(|line| line.starts_with("| wild |")).expect("a line");
    let of = |run: &&Record| run.puzzle_name == "twin-6x6" && run.spec.parameters["elitism"] == 0;
    let wilds: Vec<&Record> =
        runs.iter().filter(|run| run.spec.algorithm == "ga").filter(of).collect();
    let last = wilds.iter().map(|run| run.counts["fitness"]).sum::<f64>() / 3.0;
    let falls = wilds.iter().map(|run| run.curves[0].falls()).sum::<usize>() as f64 / 3.0;
    assert!(wild.ends_with(&format!("| {last:.3} | {falls:.1} |")) && falls > 1.0, "{wild}");
    let sizes = page.lines().find(|line| line.starts_with("| the paper | 27.0 |"));
    assert!(sizes.is_some(), "{page}");
    desk.out(0, "report plan.toml --store s.sqlite --out pages");
    let drawn = desk.get("pages/figures/curve-twin-6x6-1.svg");
    assert_eq!(drawn.matches("class=\"series\"").count(), 2);
    assert!(desk.path("pages/figures/sizes-longer-and-longer.png").exists());
    desk.put("plan.toml", CURVES.replacen("over = \"size\", ", "", 1));
    assert!(desk.error("check plan.toml").contains("needs both of and over"));
}
