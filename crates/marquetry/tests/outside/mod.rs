//! What the tests need from outside the project: published puzzles and boards that may not be given
//! away with it. A test that goes without says so; `./test` lists those at its end.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::thread;

/// Says that this test, or the part of one that is named, could not be done.
///
/// The harness knows no such thing at run time, so `./test` names a file to collect them.
pub fn skipped(what: &str, why: &str) {
    println!("skipped: {what}: {why}");
    if let Some(list) = std::env::var_os("MARQUETRY_SKIPPED") {
        let file = OpenOptions::new().create(true).append(true).open(list);
        let line = format!("{what}: {why}\n");
        file.and_then(|mut file| file.write_all(line.as_bytes())).expect("skips can be told");
    }
}

/// The folder of instances: `MARQUETRY_INSTANCES`, or `shared/instances` beside the project.
///
/// Without the folder a test is skipped. With it every file must be there, and a folder that was
/// asked for must exist.
fn instances() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("MARQUETRY_INSTANCES").map(PathBuf::from) {
        assert!(folder.is_dir(), "MARQUETRY_INSTANCES: no folder {}", folder.display());
        return Some(folder);
    }
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/instances");
    Some(PathBuf::from(beside)).filter(|folder| folder.is_dir())
}

/// A file of the folder of instances; the test is skipped where there is none.
pub fn instance(name: &str) -> Option<PathBuf> {
    let Some(folder) = instances() else {
        let test = thread::current().name().unwrap_or("main").to_owned();
        skipped(&format!("{}::{test}", env!("CARGO_CRATE_NAME")), "no folder of instances");
        return None;
    };
    let path = folder.join(name);
    assert!(path.is_file(), "no {}", path.display());
    Some(path)
}
