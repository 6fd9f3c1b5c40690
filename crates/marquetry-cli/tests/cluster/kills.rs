//! Workers, server and keeper killed at random moments: the report is that of a local run.

use crate::desk::{Desk, Running};
use crate::engine::{Server, assert_same};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PLAN: &str = r#"
name = "kills"
title = "Five hundred short runs"
seeds = "1-125"
budget = { evaluations = 8_000 }
puzzle = [{ puzzle = "twin-6x6" }, { puzzle = "twin-8x8" }]
algorithm = [{ with = "local" }, { with = "annealing" }]
"#;
const WORKERS: usize = 4;
/// Kills of one round: enough to hit every part in every state, few enough that a job is not hit so
/// often that it is given up.
const KILLS: usize = 10;

/// Numbers that differ from round to round and are the same every time.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn worker(desk: &Desk, url: &str, name: usize) -> Running {
    desk.start(&format!("worker {url} --jobs 1 --quiet --name w{name}"))
}

fn keeper(desk: &Desk, url: &str, store: &str) -> Running {
    desk.start(&format!("campaign run kills.toml --store {store} --quiet --on {url} --lease 2s"))
}

fn round(desk: &Desk, server: &mut Server, number: u64) {
    let (url, store) = (server.url(), format!("round{number}.sqlite"));
    let mut dice = Dice(number);
    let mut workers: Vec<Running> = (0..WORKERS).map(|name| worker(desk, &url, name)).collect();
    let mut keeping = keeper(desk, &url, &store);
    for _ in 0..KILLS {
        let pause = Duration::from_millis(50 + dice.throw(400));
        let end = Instant::now() + pause;
        while Instant::now() < end && !keeping.ended() {
            sleep(Duration::from_millis(5));
        }
        if keeping.ended() {
            break;
        }
        match dice.throw(6) {
            0 | 1 => {
                server.kill();
                sleep(Duration::from_millis(dice.throw(200)));
                server.start();
            }
            // Dropping kills it with -9.
            2 => {
                drop(keeping);
                keeping = keeper(desk, &url, &store);
            }
            _ => {
                let which = dice.throw(WORKERS as u64) as usize;
                workers[which] = worker(desk, &url, which);
            }
        }
    }
    let output = keeping.output();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "round {number}: {said}");
    assert_same(desk, "kills.toml", "local.sqlite", &store);
    let status = desk.json(0, &format!("campaign status kills.toml --store {store}"));
    assert_eq!((status["done"].as_u64(), status["failed"].as_u64()), (Some(500), Some(0)));
    assert!(!desk.path(&format!("{store}.aside.jsonl")).exists(), "something was set aside");
}

/// As many rounds as `MARQUETRY_KILLS` says; two in the ordinary course.
#[test]
fn whatever_is_killed_the_report_is_that_of_a_local_run() {
    let desk = Desk::new();
    let Some(mut server) = Server::open(&desk) else { return };
    desk.put("kills.toml", PLAN);
    desk.out(0, "campaign run kills.toml --store local.sqlite --quiet");
    let rounds = std::env::var("MARQUETRY_KILLS").map_or(2, |text| text.parse().expect("a number"));
    for number in 1..=rounds {
        let began = Instant::now();
        round(&desk, &mut server, number);
        println!("round {number} of {rounds}: equal, {:.1} s", began.elapsed().as_secs_f64());
    }
}
