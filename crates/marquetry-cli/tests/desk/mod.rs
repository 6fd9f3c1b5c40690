//! The desk of a test: a folder of its own, and the command run in it.

#![allow(dead_code, reason = "every test file uses a part of it")]

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The words of a call: a line to be split at its spaces, or a list.
pub trait Words {
    fn words(&self) -> Vec<&str>;
}

impl Words for str {
    fn words(&self) -> Vec<&str> {
        self.split_whitespace().collect()
    }
}

impl Words for String {
    fn words(&self) -> Vec<&str> {
        self.as_str().words()
    }
}

impl Words for [&str] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl Words for Vec<&str> {
    fn words(&self) -> Vec<&str> {
        self.clone()
    }
}

impl<const N: usize> Words for [&str; N] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

/// A folder of its own for every test.
pub struct Desk {
    folder: TempDir,
    /// What every call begins with.
    verb: Option<&'static str>,
}

impl Desk {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder can be made"), verb: None }
    }

    /// A desk where every call begins with this command.
    pub fn of(verb: &'static str) -> Self {
        Self { verb: Some(verb), ..Self::new() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn put(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("a file can be written");
    }

    pub fn get(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Every file of the folder with what it holds, to see that nothing changed.
    pub fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = fs::read_dir(&self.folder).expect("a folder can be read");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let files = paths.filter(|path| path.is_file());
        let mut files: Vec<_> =
            files.map(|path| (path.clone(), fs::read(path).expect("it can be read"))).collect();
        files.sort();
        files
    }

    /// Another program, run in this folder.
    pub fn program(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env("MARQUETRY_DATA", self.path("data"));
        command
    }

    pub fn command(&self, words: &(impl Words + ?Sized)) -> Command {
        let mut command = self.program(env!("CARGO_BIN_EXE_marquetry"));
        command.args(self.verb).args(words.words());
        command
    }

    pub fn run(&self, words: &(impl Words + ?Sized)) -> Output {
        let output = self.command(words).output().expect("the program starts");
        assert!(!stderr(&output).contains("panicked"), "{:?}: {}", words.words(), stderr(&output));
        output
    }

    /// Standard output and standard error of a call that must end with this code.
    pub fn both(&self, code: i32, words: &(impl Words + ?Sized)) -> (String, String) {
        let output = self.run(words);
        let (words, said) = (words.words(), stderr(&output));
        assert_eq!(output.status.code(), Some(code), "{words:?}: {said}");
        (String::from_utf8(output.stdout).expect("text"), said)
    }

    /// Standard output of a call that must end with this code.
    pub fn out(&self, code: i32, words: &(impl Words + ?Sized)) -> String {
        self.both(code, words).0
    }

    /// The JSON object of a call, asked for with `--json`.
    pub fn json(&self, code: i32, words: &(impl Words + ?Sized)) -> Value {
        let mut words = words.words();
        if !words.contains(&"--json") {
            words.push("--json");
        }
        let text = self.out(code, words.as_slice());
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{words:?}: {error}: {text}"))
    }

    /// The one line a mistaken call gets.
    pub fn error(&self, words: &(impl Words + ?Sized)) -> String {
        let output = self.run(words);
        let (words, said) = (words.words(), stderr(&output));
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(output.stdout.is_empty(), "{words:?}");
        assert!(said.starts_with("error: ") && said.lines().count() == 1, "{words:?}: {said}");
        said
    }

    /// Starts a call and does not wait for it.
    pub fn start(&self, words: &(impl Words + ?Sized)) -> Running {
        let mut command = self.command(words);
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(Some(command.spawn().expect("the program starts")))
    }
}

/// What a call said on standard error.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A call under way, killed when a test is done with it.
pub struct Running(Option<Child>);

impl Running {
    fn child(&mut self) -> &mut Child {
        self.0.as_mut().expect("it was not waited for")
    }

    pub fn id(&mut self) -> u32 {
        self.child().id()
    }

    pub fn ended(&mut self) -> bool {
        self.child().try_wait().expect("it can be asked").is_some()
    }

    /// Waits until something has happened while the call is still under way.
    pub fn until(&mut self, what: &str, mut happened: impl FnMut() -> bool) {
        wait_for(what, || {
            let ended = self.ended();
            happened() || {
                assert!(!ended, "it ended before {what}");
                false
            }
        });
    }

    /// The next line of its standard output.
    pub fn line(&mut self) -> String {
        let out = self.child().stdout.as_mut().expect("it is piped");
        let mut line = Vec::new();
        let mut byte = [0];
        while out.read(&mut byte).expect("it can be read") == 1 && byte[0] != b'\n' {
            line.push(byte[0]);
        }
        String::from_utf8(line).expect("text")
    }

    /// Sends a signal by its name, such as `INT`.
    pub fn signal(&mut self, name: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &id]).status();
        assert!(sent.is_ok_and(|status| status.success()), "it was gone before {name}");
    }

    pub fn output(mut self) -> Output {
        let child = self.0.take().expect("it was not waited for");
        child.wait_with_output().expect("it ends")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits for something, at most a minute.
pub fn wait_for(what: &str, mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < Duration::from_secs(60), "no {what} within a minute");
        sleep(Duration::from_millis(5));
    }
}
