//! Writes down the compiler, which every kept run tells.

use std::env;
use std::process::Command;

fn main() {
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let said = Command::new(compiler).arg("--version").output();
    let version = said.ok().and_then(|said| String::from_utf8(said.stdout).ok());
    let version = version.unwrap_or_else(|| "unknown compiler".to_owned());
    println!("cargo:rustc-env=MARQUETRY_COMPILER={}", version.trim());
    println!("cargo:rerun-if-changed=build.rs");
}
