//! One keeper and its workers: leases, signs of life, polite leaving, results that cannot be kept.

use crate::desk::{Desk, Running, wait_for};
use crate::engine::{Server, assert_same, runs_of};
use async_nats::Client;
use serde_json::Value;
use std::thread::sleep;
use std::time::Duration;

const SHORT: &str = r#"
name = "short"
title = "Short runs"
seeds = "1-20"
budget = { evaluations = 2000 }
puzzle = [{ puzzle = "twin-6x6" }, { tokens = { n = 4, remove = 4 } }]
algorithm = [
  { with = "local", puzzles = ["twin-6x6"] },
  { with = "exact", puzzles = ["tokens-4x4-4"] },
]
"#;
/// One run of three seconds by the clock: longer than the leases here.
const LONG: &str = r#"
name = "long"
title = "A run longer than a lease"
seeds = "1"
budget = { time = "3s" }
puzzle = [{ puzzle = "twin-10x10" }]
algorithm = [{ with = "local" }]
"#;

fn keep(desk: &Desk, server: &Server, words: &str) -> Running {
    desk.start(&format!("campaign run {words} --quiet --on {}", server.url()))
}

fn worker(desk: &Desk, server: &Server, words: &str) -> Running {
    desk.start(&format!("worker {} --jobs 1 --json {words}", server.url()))
}

/// Ends a worker politely; what it made.
fn leave(mut worker: Running) -> u64 {
    worker.signal("TERM");
    let output = worker.output();
    assert_eq!(output.status.code(), Some(0));
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    told["made"].as_u64().expect("a number")
}

fn finished(running: Running, code: i32) -> String {
    let output = running.output();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{said}");
    said
}

/// Talks to the server as anyone could.
fn talk<T>(server: &Server, talk: impl AsyncFnOnce(Client) -> T) -> T {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.expect("a connection");
        let said = talk(client.clone()).await;
        client.flush().await.expect("a flush");
        said
    })
}

/// What the server says to a request of its own language.
fn ask(server: &Server, subject: &str, body: &str) -> Value {
    let (subject, body) = (subject.to_owned(), body.to_owned());
    talk(server, async |client| {
        let answer = client.request(subject, body.into()).await.expect("an answer");
        serde_json::from_slice(&answer.payload).expect("JSON")
    })
}

/// How many messages a stream has.
fn messages(server: &Server, stream: &str) -> u64 {
    let info = ask(server, &format!("$JS.API.STREAM.INFO.{stream}"), "");
    info["state"]["messages"].as_u64().unwrap_or(0)
}

#[test]
fn two_stores_of_one_plan_get_each_their_own_and_nothing_stays_behind() {
    let desk = Desk::new();
    let Some(server) = Server::open(&desk) else { return };
    desk.put("short.toml", SHORT);
    desk.out(0, "campaign run short.toml --store local.sqlite --quiet");
    let keepers = ["a.sqlite", "b.sqlite"];
    let keepers = keepers.map(|store| keep(&desk, &server, &format!("short.toml --store {store}")));
    let workers = ["one", "two"].map(|name| worker(&desk, &server, &format!("--name {name}")));
    keepers.into_iter().for_each(|keeper| _ = finished(keeper, 0));
    assert_same(&desk, "short.toml", "local.sqlite", "a.sqlite");
    assert_same(&desk, "short.toml", "local.sqlite", "b.sqlite");
    let made: u64 = workers.map(leave).iter().sum();
    assert_eq!(made, 80, "each job was run once");
    assert_eq!((messages(&server, "MQ_JOBS"), messages(&server, "MQ_RUNS")), (0, 0));
    // What is there is not run again, with or without an engine.
    finished(keep(&desk, &server, "short.toml --store a.sqlite"), 0);
}

/// The second worker is there all the time and gets nothing: signs of life keep the lease.
#[test]
fn a_run_longer_than_its_lease_is_made_once() {
    let desk = Desk::new();
    let Some(server) = Server::open(&desk) else { return };
    desk.put("long.toml", LONG);
    let keeper = keep(&desk, &server, "long.toml --lease 1s");
    let workers = ["one", "two"].map(|name| worker(&desk, &server, &format!("--name {name}")));
    finished(keeper, 0);
    assert_eq!(workers.map(leave).iter().sum::<u64>(), 1);
    let runs = runs_of(&desk, "long.sqlite");
    assert!(runs.iter().any(|run| run.contains("\"machine\":\"")), "each run says its machine");
}

#[test]
fn a_worker_that_sleeps_past_its_lease_runs_twice_and_is_kept_once() {
    let desk = Desk::new();
    let Some(server) = Server::open(&desk) else { return };
    desk.put("long.toml", LONG);
    let mut sleeper = worker(&desk, &server, "--name sleeper");
    let keeper = keep(&desk, &server, "long.toml --lease 1s");
    wait_for("job", || ack_pending(&server) == 1);
    sleeper.signal("STOP");
    let other = worker(&desk, &server, "--name other");
    finished(keeper, 0);
    sleeper.signal("CONT");
    assert_eq!(leave(other), 1);
    _ = leave(sleeper);
    assert_eq!(desk.json(0, "campaign status long.toml")["done"], 1);
}

fn ack_pending(server: &Server) -> u64 {
    let subject = "$JS.API.CONSUMER.LIST.MQ_JOBS";
    let answer = talk(server, async |client| client.request(subject, "".into()).await.ok());
    let list: Value =
        answer.and_then(|answer| serde_json::from_slice(&answer.payload).ok()).unwrap_or_default();
    list["consumers"][0]["num_ack_pending"].as_u64().unwrap_or(0)
}

/// With a lease of two minutes the test would not end if the job waited for it.
#[test]
fn a_worker_that_leaves_gives_its_job_back_at_once() {
    let desk = Desk::new();
    let Some(server) = Server::open(&desk) else { return };
    desk.put("long.toml", LONG);
    let keeper = keep(&desk, &server, "long.toml");
    let first = worker(&desk, &server, "--name first");
    wait_for("job", || ack_pending(&server) == 1);
    assert_eq!(leave(first), 0);
    let second = worker(&desk, &server, "--name second");
    finished(keeper, 0);
    assert_eq!(leave(second), 1);
}

#[test]
fn a_job_that_kills_whoever_takes_it_is_a_failed_run() {
    let desk = Desk::new();
    let Some(server) = Server::open(&desk) else { return };
    desk.put("long.toml", LONG.replace("3s", "60s"));
    let keeper = keep(&desk, &server, "long.toml --lease 1s");
    for death in 1..=5 {
        let victim = worker(&desk, &server, "--name victim");
        wait_for("delivery", || deliveries(&server) == death);
        drop(victim);
    }
    let last = worker(&desk, &server, "--name last");
    finished(keeper, 1);
    assert_eq!(leave(last), 1);
    let runs = runs_of(&desk, "long.sqlite").join("\n");
    assert!(runs.contains("given up: 5 workers took it and none ended it"), "{runs}");
}

/// How often jobs were delivered.
fn deliveries(server: &Server) -> u64 {
    let subject = "$JS.API.CONSUMER.LIST.MQ_JOBS";
    let answer = talk(server, async |client| client.request(subject, "".into()).await.ok());
    let list: Value =
        answer.and_then(|answer| serde_json::from_slice(&answer.payload).ok()).unwrap_or_default();
    list["consumers"][0]["delivered"]["consumer_seq"].as_u64().unwrap_or(0)
}

/// Malformed, contradictory and lying results are set aside with their reasons, the rest is kept.
#[test]
fn what_cannot_be_kept_is_set_aside_and_blocks_nothing() {
    let desk = Desk::new();
    let Some(server) = Server::open(&desk) else { return };
    desk.put("short.toml", SHORT.replace("1-20", "1-3"));
    desk.out(0, "campaign run short.toml --quiet");
    desk.put("short.toml", SHORT.replace("1-20", "1-4"));
    let mut keeper = keep(&desk, &server, "short.toml");
    keeper.until("jobs", || desk.path("short.sqlite.campaign").exists() && jobs(&server) == 2);
    let campaign = desk.get("short.sqlite.campaign").trim().to_owned();
    let runs: Vec<Value> = runs_of(&desk, "short.sqlite")
        .iter()
        .map(|run| serde_json::from_str(run).expect("JSON"))
        .filter(|run: &Value| run["algorithm"] == "local")
        .collect();
    let (mut contrary, mut liar) = (runs[0].clone(), runs[1].clone());
    contrary["signature"] = "0000".into();
    liar["score"] = liar["perfect"].clone();
    let post = |job: &Value, body: String| {
        let subject = format!("mq.run.{campaign}.{}", job.as_str().expect("a name"));
        let answer = ask(&server, &subject, &body);
        assert!(answer["seq"].is_u64(), "{answer}");
    };
    post(&contrary["job"], contrary.to_string());
    post(&liar["job"], liar.to_string());
    post(&runs[2]["job"], "no run at all".to_owned());
    wait_for("results", || {
        let aside = std::fs::read_to_string(desk.path("short.sqlite.aside.jsonl"));
        aside.is_ok_and(|text| text.lines().count() == 3)
    });
    let worker = worker(&desk, &server, "");
    finished(keeper, 1);
    assert_eq!(leave(worker), 2);
    let aside = desk.get("short.sqlite.aside.jsonl");
    for reason in ["ended in two ways", "the judge", "expected a run"] {
        assert!(aside.contains(reason), "{reason}: {aside}");
    }
    assert_eq!(desk.json(0, "campaign status short.toml")["done"], 8);
}

fn jobs(server: &Server) -> u64 {
    let answer = talk(server, async |client| {
        client.request("$JS.API.STREAM.INFO.MQ_JOBS", "".into()).await.ok()
    });
    let info: Value =
        answer.and_then(|answer| serde_json::from_slice(&answer.payload).ok()).unwrap_or_default();
    info["state"]["messages"].as_u64().unwrap_or(0)
}

/// A store that cannot be written acknowledges nothing: the runs wait on the engine.
#[test]
fn results_wait_for_a_keeper_whose_disk_is_full() {
    let desk = Desk::new();
    let Some(server) = Server::open(&desk) else { return };
    // So many that they do not fit, though they are kept in one go.
    desk.put("short.toml", SHORT.replace("1-20", "1-100"));
    let mut keeper = keep(&desk, &server, "short.toml");
    keeper.until("jobs", || jobs(&server) == 200);
    drop(keeper);
    let worker = worker(&desk, &server, "");
    wait_for("runs", || messages(&server, "MQ_RUNS") == 200);
    assert_eq!(leave(worker), 200);
    // A limit on the size of files is a disk that is full.
    let full = desk
        .program("bash")
        .args([
            "-c",
            &format!(
                "ulimit -f 40; trap '' XFSZ; exec {} campaign run short.toml --quiet --on {}",
                env!("CARGO_BIN_EXE_marquetry"),
                server.url()
            ),
        ])
        .output()
        .expect("a shell runs");
    assert_eq!(full.status.code(), Some(2), "{}", String::from_utf8_lossy(&full.stderr));
    assert!(messages(&server, "MQ_RUNS") > 0, "what was not kept is still there");
    // The same command, with room, drains them all; no worker is needed.
    finished(keep(&desk, &server, "short.toml"), 0);
    assert_eq!(desk.json(0, "campaign status short.toml")["done"], 200);
}

#[test]
fn an_engine_that_lost_everything_gets_the_jobs_again() {
    let desk = Desk::new();
    let Some(mut server) = Server::open(&desk) else { return };
    desk.put("short.toml", SHORT);
    let mut keeper = keep(&desk, &server, "short.toml --lease 1s");
    keeper.until("jobs", || jobs(&server) == 40);
    server.kill();
    std::fs::remove_dir_all(desk.path("streams")).expect("it can be removed");
    server.start();
    let worker = worker(&desk, &server, "");
    finished(keeper, 0);
    sleep(Duration::from_millis(10));
    assert_eq!(leave(worker), 40);
}
