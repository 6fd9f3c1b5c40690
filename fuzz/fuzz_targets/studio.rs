//! The bodies that the studio's page sends: read as every kind of request, and answered where that
//! takes neither a search nor a file.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    _ = marquetry_cli::studio::kinds_of(bytes);
});
