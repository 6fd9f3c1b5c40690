//! What must never happen: a file lost, a better board gone, a terminal steered, damage unseen.

mod boards;
mod checkpoints;
mod damage;
mod disk;
mod document;
mod files;
mod limits;
mod terminal;

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder of its own for every test.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("a file can be written");
    }

    fn get(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file can be read")
    }

    /// Every file with what it holds, to see that nothing changed.
    fn all(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let files = fs::read_dir(&self.0).expect("a folder can be read");
        let paths = files.map(|file| file.expect("an entry").path());
        let files = paths.filter(|path| path.is_file());
        let read = |path: PathBuf| (fs::read(&path).expect("it can be read"), path);
        let mut all: Vec<_> = files.map(read).map(|(text, path)| (path, text)).collect();
        all.sort();
        all
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_marquetry"));
        command.args(words.split_whitespace()).current_dir(&self.0);
        command.env("MARQUETRY_DATA", self.path("data"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A call that must end with this code: standard output and standard error.
    fn run(&self, code: i32, words: &str) -> (String, String) {
        let Output { status, stdout, stderr } =
            self.command(words).output().expect("the program starts");
        let [out, said] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
        assert!(!said.contains("panicked"), "{words}: {said}");
        assert_eq!(status.code(), Some(code), "{words}: {said}");
        (out, said)
    }

    fn json(&self, code: i32, words: &str) -> Value {
        let (out, _) = self.run(code, &format!("{words} --json"));
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{words}: {error}: {out}"))
    }

    /// The one line that a refused call gets.
    fn error(&self, words: &str) -> String {
        let (out, said) = self.run(2, words);
        assert!(out.is_empty() && said.lines().count() == 1, "{words}: {out}{said}");
        said
    }
}
