//! What it costs a search to be watched: the same run by `solve` and in the studio with an open stream, in turns. And
//! how soon a studio with many kept runs is there.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

const ROUNDS: usize = 3;
/// Runs that a studio finds when it starts.
const KEPT: usize = 200;

/// Runs of seconds with as many improvements as there are: a board of 64x64 has 8064 joins.
const RUNS: [(&str, &str, &str); 2] =
    [("twin-16x16", "annealing", "20000000"), ("large", "annealing", "2000000")];

fn marquetry(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
    command.args(words).current_dir(folder).env("MARQUETRY_DATA", folder.join("data"));
    command
}

/// Seconds that `solve` takes, and its signature.
fn solve(folder: &Path, (puzzle, algorithm, work): (&str, &str, &str)) -> (f64, String) {
    let words = [
        "solve",
        puzzle,
        "--with",
        algorithm,
        "--work",
        work,
        "--seed",
        "1",
        "--threads",
        "1",
        "--json",
    ];
    let output = marquetry(folder, &words).output().expect("it runs");
    let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let signature = said["signature"].as_str().unwrap_or_default().to_owned();
    (said["elapsed_s"].as_f64().unwrap_or(f64::NAN), signature)
}

struct Studio {
    child: Child,
    host: String,
    token: String,
}

impl Studio {
    fn start(folder: &Path) -> Self {
        let mut command = marquetry(folder, &["studio", "--no-open", "--json", "--port", "0"]);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("it speaks");
        let said: Value = serde_json::from_str(&line).expect("JSON");
        let address = said["address"].as_str().expect("an address");
        let (host, token) = address.split_once("/?token=").expect("a token");
        let host = host.trim_start_matches("http://").to_owned();
        let token = token.to_owned();
        Self { child, host, token }
    }

    fn send(&self, method: &str, path: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.host,
            self.token,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        stream
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        let mut text = String::new();
        self.send(method, path, body).read_to_string(&mut text).expect("it answers");
        let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Seconds that the same run takes here while a stream is read, its signature and improvements.
    fn run(&self, (puzzle, algorithm, work): (&str, &str, &str)) -> (f64, String, usize) {
        let request = serde_json::json!({
            "puzzle": puzzle, "algorithm": algorithm, "parameters": {}, "seed": "1", "work": work,
            "time_s": null, "target": null, "threads": 1, "from": null, "keep": null,
        });
        let started = self.ask("POST", "/api/runs", &request.to_string());
        let id = started["id"].as_str().expect("an id").to_owned();
        let mut stream = self.send("GET", &format!("/api/events?watch={id}"), "");
        let reader = thread::spawn(move || std::io::copy(&mut stream, &mut std::io::sink()));
        loop {
            thread::sleep(Duration::from_millis(20));
            let detail = self.ask("GET", &format!("/api/runs/{id}"), "");
            if detail["summary"]["state"] == "finished" {
                drop(reader);
                let signature = detail["signature"].as_str().unwrap_or_default().to_owned();
                let points = detail["points"].as_array().map_or(0, Vec::len);
                let seconds = detail["summary"]["elapsed_s"].as_f64().unwrap_or(f64::NAN);
                return (seconds, signature, points);
            }
        }
    }

    /// Resident memory in MB.
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kb = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        kb.unwrap_or(f64::NAN) / 1024.0
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Seconds until a studio with many runs has answered.
fn start(folder: &Path) -> f64 {
    let studio = Studio::start(folder);
    for _ in 0..KEPT {
        studio.run(("twin-6x6", "local", "1000"));
    }
    drop(studio);
    let begin = Instant::now();
    let studio = Studio::start(folder);
    let runs = studio.ask("GET", "/api/runs", "");
    assert!(runs.as_array().is_some_and(|runs| runs.len() >= KEPT));
    begin.elapsed().as_secs_f64()
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let words =
        ["generate", "64x64", "--colours", "40", "--duplicates", "--seed", "1", "--out", "l.json"];
    assert!(marquetry(folder, &words).status().is_ok_and(|status| status.success()));
    let words = ["puzzles", "add", "l.json", "--name", "large"];
    assert!(marquetry(folder, &words).status().is_ok_and(|status| status.success()));
    let studio = Studio::start(folder);
    for run in RUNS {
        let (mut typed, mut watched, mut points) = (f64::INFINITY, f64::INFINITY, 0);
        for _ in 0..ROUNDS {
            let (seconds, signature) = solve(folder, run);
            typed = typed.min(seconds);
            let (seconds, same, found) = studio.run(run);
            watched = watched.min(seconds);
            points = found;
            assert_eq!(signature, same, "{run:?}");
        }
        println!(
            "{:11} {:10} {points:5} improvements  solve {typed:.3} s  studio {watched:.3} s  {:+.2} %  {:.0} MB",
            run.0,
            run.1,
            100.0 * (watched / typed - 1.0),
            studio.memory()
        );
    }
    drop(studio);
    println!("start with {KEPT} kept runs: {:.3} s to the first answer", start(folder));
}
