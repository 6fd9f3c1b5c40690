//! What an engine costs: the overhead of a job, short jobs a second, the memory of queued jobs and of the
//! keeper. Every write is synced. Needs `NATS_SERVER`, or `nats-server` on the path.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

const MARQUETRY: &str = env!("CARGO_BIN_EXE_marquetry");

fn plan(folder: &Path, name: &str, seeds: usize, evaluations: usize, puzzles: &[&str]) {
    let puzzles: Vec<String> =
        puzzles.iter().map(|name| format!("{{ puzzle = \"{name}\" }}")).collect();
    let puzzles = puzzles.join(", ");
    let text = format!(
        "name = \"{name}\"\ntitle = \"Many runs\"\nseeds = \"1-{seeds}\"\n\
         budget = {{ evaluations = {evaluations} }}\npuzzle = [{puzzles}]\n\
         algorithm = [{{ with = \"local\" }}]\n"
    );
    fs::write(folder.join(format!("{name}.toml")), text).expect("it can be written");
}

fn start(folder: &Path, program: &str, words: &str) -> Child {
    let mut command = Command::new(program);
    command.args(words.split(' ')).current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
}

/// Megabytes of a process now.
fn memory(child: &Child) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or_default() / 1024.0
}

fn end(mut child: Child) {
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

/// Makes the runs of a plan with so many workers; seconds from the first job to the last run kept.
fn campaign(folder: &Path, url: &str, name: &str, workers: usize) -> f64 {
    let word = |number| format!("worker {url} --jobs 1 --quiet --name w{number}");
    let workers: Vec<Child> = (0..workers).map(|n| start(folder, MARQUETRY, &word(n))).collect();
    thread::sleep(Duration::from_millis(500));
    let began = Instant::now();
    let mut keeper =
        start(folder, MARQUETRY, &format!("campaign run {name}.toml --quiet --on {url}"));
    assert!(keeper.wait().is_ok_and(|status| status.success()), "{name}");
    let seconds = began.elapsed().as_secs_f64();
    workers.into_iter().for_each(end);
    seconds
}

/// The same without an engine.
fn alone(folder: &Path, name: &str) -> f64 {
    let began = Instant::now();
    let words = format!("campaign run {name}.toml --quiet --jobs 1 --store alone-{name}.sqlite");
    let mut run = start(folder, MARQUETRY, &words);
    assert!(run.wait().is_ok_and(|status| status.success()), "{name}");
    began.elapsed().as_secs_f64()
}

/// Jobs posted as a keeper would, without the limit of twenty thousand ahead; returns when each is
/// acknowledged.
fn queue(url: &str, jobs: usize) {
    let address = url.trim_start_matches("nats://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let mut answers = BufReader::new(stream.try_clone().expect("it can be read")).lines();
    let reader = thread::spawn(move || {
        let answer = |line: &std::io::Result<String>| {
            line.as_ref().is_ok_and(|line| line.starts_with("MSG _INBOX.queue"))
        };
        answers.by_ref().filter(answer).take(jobs).count()
    });
    let mut text = "CONNECT {\"verbose\":false}\r\nSUB _INBOX.queue 1\r\n".to_owned();
    let body = "x".repeat(320);
    for job in 0..jobs {
        let length = body.len();
        text += &format!("PUB mq.job.queue.c.{job:032x} _INBOX.queue {length}\r\n{body}\r\n");
        if text.len() > 1 << 16 {
            stream.write_all(text.as_bytes()).expect("it is taken");
            text.clear();
        }
    }
    stream.write_all(text.as_bytes()).expect("it is taken");
    assert_eq!(reader.join().expect("no panic"), jobs, "the server hung up");
}

/// A server on its own disk space, with every write synced, and where it listens.
fn serve(folder: &Path, name: &str) -> (Child, String) {
    let port =
        TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a port").port();
    let conf = format!(
        "listen: \"127.0.0.1:{port}\"\nmax_payload: 8MB\n\
         jetstream {{ store_dir: {:?}, sync_interval: always }}\n",
        folder.join(name)
    );
    fs::write(folder.join(format!("{name}.conf")), conf).expect("it can be written");
    let program = env::var("NATS_SERVER").unwrap_or_else(|_| "nats-server".to_owned());
    let server = start(folder, &program, &format!("-c {name}.conf"));
    thread::sleep(Duration::from_secs(1));
    (server, format!("nats://127.0.0.1:{port}"))
}

/// What a server that has nothing else to do needs for jobs that wait.
fn queued(folder: &Path, jobs: usize) {
    let (server, url) = serve(folder, "queue");
    let keeper = start(folder, MARQUETRY, &format!("campaign run one.toml --quiet --on {url}"));
    thread::sleep(Duration::from_secs(3));
    end(keeper);
    let (before, began) = (memory(&server), Instant::now());
    queue(&url, jobs);
    let seconds = began.elapsed().as_secs_f64();
    let now = memory(&server);
    println!(
        "{jobs} jobs queued in {seconds:.0} s: the server has {now:.0} MB, {before:.0} before"
    );
    end(server);
}

fn main() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder can be made");
    let folder = folder.path();
    plan(folder, "one", 2000, 200, &["twin-6x6"]);
    queued(folder, 200_000);
    let (server, url) = serve(folder, "streams");

    let (with, without) = (campaign(folder, &url, "one", 1), alone(folder, "one"));
    let overhead = (with - without) / 2000.0 * 1000.0;
    println!("one worker: {with:.2} s for 2000 jobs, {without:.2} s alone: {overhead:.2} ms a job");

    plan(folder, "many", 20_000, 20, &["twin-6x6"]);
    for workers in [2, 4, 8] {
        _ = fs::remove_file(folder.join("many.sqlite"));
        let seconds = campaign(folder, &url, "many", workers);
        println!("{workers} workers: {:.0} short jobs a second", 20_000.0 / seconds);
    }

    plan(folder, "wide", 100_000, 20, &["twin-6x6", "twin-8x8"]);
    let keeper = start(folder, MARQUETRY, &format!("campaign run wide.toml --quiet --on {url}"));
    thread::sleep(Duration::from_secs(20));
    let before = memory(&keeper);
    let worker = start(folder, MARQUETRY, &format!("worker {url} --jobs 2 --quiet"));
    for seconds in [10, 20, 30] {
        thread::sleep(Duration::from_secs(10));
        let now = memory(&keeper);
        println!(
            "keeper of 200000 jobs: {before:.0} MB with 20000 ahead, {now:.0} MB {seconds} s later"
        );
    }
    end(worker);
    end(keeper);
    end(server);
}
