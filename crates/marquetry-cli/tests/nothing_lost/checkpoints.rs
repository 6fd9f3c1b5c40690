//! Two counts never share a checkpoint, and what is no checkpoint is not read through.

use super::Desk;
use std::fs::File;
use std::process::Child;
use std::time::{Duration, Instant};

const LONG: &str = "count twin-8x8 --threads 1 --quiet --checkpoint c.json";

/// A count that goes on until it is killed, once its checkpoint is on disk.
fn started(desk: &Desk, words: &str) -> Child {
    let mut child = desk.command(words).spawn().expect("the program starts");
    let start = Instant::now();
    while !desk.path("c.json").exists() {
        assert!(child.try_wait().expect("it can be asked").is_none(), "the count ended");
        assert!(start.elapsed() < Duration::from_secs(60), "no checkpoint");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

fn killed(mut child: Child) {
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn two_counts_do_not_share_a_checkpoint_and_the_dead_hold_none() {
    let desk = Desk::new();
    let first = started(&desk, LONG);
    let holder = format!("another count (process {}) keeps its checkpoint", first.id());
    let resume = "count twin-8x8 --threads 1 --time 1s --quiet --resume c.json";
    for words in [LONG, resume, "count twin-6x6 --checkpoint ./c.json --quiet"] {
        let said = desk.error(words);
        assert!(said.contains(&holder), "{words}: {said}");
    }
    killed(first);
    assert!(desk.path("c.json.lock").exists(), "the dead remove nothing");
    let (out, _) = desk.run(1, resume);
    assert!(out.contains("--resume c.json"), "{out}");
    assert!(!desk.path("c.json.lock").exists(), "the living do");
    let second = started(&desk, "count twin-8x8 --threads 1 --quiet --resume c.json");
    while !desk.path("c.json.lock").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(desk.error(resume).contains("another count"));
    killed(second);
}

#[test]
fn no_more_is_read_than_a_checkpoint_can_be() {
    let desk = Desk::new();
    let huge = File::create(desk.path("huge")).expect("a file can be made");
    huge.set_len(10 << 30).expect("a file can have holes");
    let large = File::create(desk.path("large")).expect("a file can be made");
    large.set_len(200 << 20).expect("a file can have holes");
    let said = desk.error("count p1 --resume huge");
    assert!(said.contains("at most 256 MiB, found 10737418240 bytes"), "{said}");
    let said = desk.error("count p1 --resume large");
    assert!(said.contains("found something else"), "{said}");
    #[cfg(unix)]
    for words in ["count p1 --resume /dev/zero", "count p1 --resume /dev/zero --checkpoint c"] {
        let said = desk.error(words);
        assert!(said.contains("expected") && said.contains("/dev/zero"), "{said}");
    }
}
