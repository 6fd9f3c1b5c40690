//! Two counts never share a checkpoint, and what is no checkpoint is not read through.

use super::desk::{Desk, Running};
use std::fs::File;

const LONG: &str = "count twin-8x8 --threads 1 --quiet --checkpoint c.json";

/// A count that goes on until it is killed, once its checkpoint is on disk.
fn started(desk: &Desk, words: &str) -> Running {
    let mut count = desk.start(words);
    count.until("a checkpoint", || desk.path("c.json").exists());
    count
}

#[test]
fn two_counts_do_not_share_a_checkpoint_and_the_dead_hold_none() {
    let desk = Desk::new();
    let mut first = started(&desk, LONG);
    let holder = format!("another count (process {}) keeps its checkpoint", first.id());
    let resume = "count twin-8x8 --threads 1 --time 1s --quiet --resume c.json";
    for words in [LONG, resume, "count twin-6x6 --checkpoint ./c.json --quiet"] {
        let said = desk.error(words);
        assert!(said.contains(&holder), "{words}: {said}");
    }
    drop(first);
    assert!(desk.path("c.json.lock").exists(), "the dead remove nothing");
    let (out, _) = desk.both(1, resume);
    assert!(out.contains("--resume c.json"), "{out}");
    assert!(!desk.path("c.json.lock").exists(), "the living do");
    let mut second = started(&desk, "count twin-8x8 --threads 1 --quiet --resume c.json");
    second.until("a lock", || desk.path("c.json.lock").exists());
    assert!(desk.error(resume).contains("another count"));
    drop(second);
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
