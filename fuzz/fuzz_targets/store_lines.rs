//! The JSON lines of a store: merged into an empty one and judged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marquetry_cli::campaign::{Record, Store, Subject};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let mut records = Vec::new();
    for line in text.lines() {
        match serde_json::from_str::<Record>(line) {
            Ok(record) => records.push(record),
            Err(_) => _ = Subject::parse(line),
        }
    }
    if !records.is_empty() {
        _ = Store::in_memory().unwrap().add(&records);
    }
});
