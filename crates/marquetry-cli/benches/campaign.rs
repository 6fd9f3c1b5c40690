//! Ten thousand runs: how long `campaign status`, `report` and `export` take.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

const PLAN: &str = r#"
name = "many"
title = "Ten thousand runs"
seeds = "1-1000"
budget = { evaluations = 2000 }
puzzle = [{ puzzle = "twin-6x6" }, { puzzle = "twin-8x8" }]
algorithm = [{ with = "local" }, { with = "greedy" }, { with = "annealing" }, { with = "late" }, { with = "ga" }]
"#;

fn campaign(folder: &Path, words: &str) -> Duration {
    let start = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_marquetry"))
        .arg("campaign")
        .args(words.split(' '))
        .current_dir(folder)
        .stdout(Stdio::null())
        .status();
    assert!(status.is_ok_and(|status| status.success()), "{words}");
    start.elapsed()
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("many.toml"), PLAN).expect("it can be written");
    let time = campaign(folder.path(), "run many.toml --quiet");
    println!("run of 10000 jobs        {:.3} s", time.as_secs_f64());
    for words in [
        "status many.toml",
        "report many.toml",
        "report many.toml --format html",
        "report many.toml --out pages",
        "export many.sqlite --to csv --out runs.csv",
        "export many.sqlite --to parquet --out runs.parquet",
    ] {
        let best = (0..3).map(|_| campaign(folder.path(), words)).min().unwrap_or_default();
        println!("{words:52} {:.3} s", best.as_secs_f64());
    }
}
