//! Plans, as far as they can be read without making a puzzle.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marquetry_cli::campaign::Plan;

fuzz_target!(|text: &str| {
    _ = Plan::parse(text, "fuzz");
});
