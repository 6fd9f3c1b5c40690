//! The readers of token grids.
#![no_main]

use libfuzzer_sys::fuzz_target;
use marquetry::tokens::{Grid, Verdict};

fuzz_target!(|text: &str| {
    if let Ok(grid) = text.parse::<Grid>() {
        _ = Verdict::of(&grid);
    }
});
