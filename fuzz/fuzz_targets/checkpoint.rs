//! Checkpoints of counts: read, and gone on with by a count that is stopped at once.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marquetry::edge::Puzzle;
use marquetry::edge::builtin::builtin;
use marquetry::exact::{Checkpoint, Counter, Exact, Request};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

fn known() -> &'static Puzzle {
    static KNOWN: OnceLock<Puzzle> = OnceLock::new();
    KNOWN.get_or_init(|| builtin("twin-8x8").unwrap().puzzle().unwrap())
}

thread_local! {
    static COUNTER: Counter<'static> = Counter::new(known(), &Exact::default(), None).unwrap();
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(checkpoint) = serde_json::from_slice::<Checkpoint>(bytes) else { return };
    let stop = AtomicBool::new(true);
    let request = Request {
        threads: 1,
        time: None,
        limit: None,
        boards: false,
        stop: &stop,
        from: Some(checkpoint),
    };
    COUNTER.with(|counter| _ = counter.run(&request, &mut |_| {}));
});
