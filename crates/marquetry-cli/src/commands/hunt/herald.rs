//! The command that hears of every new best: `--on-best`.

use crate::output;
use marquetry::edge::format::{Format, native_board, write_board};
use marquetry::edge::{Board, Puzzle};
use marquetry::search::Score;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long the end of a hunt waits for the last call.
const PATIENCE: Duration = Duration::from_secs(10);

/// Calls a command of the user's, one at a time and beside the search. Of bests that come while it is
/// busy it hears of the last.
pub(super) struct Herald {
    command: String,
    running: Option<Child>,
    waiting: Option<Command>,
    board: String,
    failed: bool,
}

impl Herald {
    pub(super) fn new(command: String) -> Self {
        Self { command, running: None, waiting: None, board: String::new(), failed: false }
    }

    /// A new best is to be told.
    pub(super) fn tell(&mut self, puzzle: &Puzzle, folder: &Path, score: Score, board: &Board) {
        let mut call = shell(&self.command);
        call.env("MARQUETRY_SCORE", score.to_string())
            .env("MARQUETRY_JOINS", puzzle.joins().to_string())
            .env("MARQUETRY_PUZZLE", puzzle.name().replace('\0', ""))
            .env("MARQUETRY_ARCHIVE", folder)
            .env(
                "MARQUETRY_LINK",
                write_board(Format::BucasLink, puzzle, board).unwrap_or_default(),
            );
        self.board = native_board(puzzle, board);
        self.waiting = Some(call);
    }

    /// Looks after the calls; whether one is under way or waits.
    pub(super) fn poll(&mut self) -> bool {
        if let Some(child) = &mut self.running {
            match child.try_wait() {
                Ok(None) => return true,
                Ok(Some(status)) if status.success() => {}
                Ok(Some(status)) => self.complain(&format!("ended with {status}")),
                Err(error) => self.complain(&error.to_string()),
            }
            self.running = None;
        }
        let Some(mut call) = self.waiting.take() else { return false };
        // Our own standard output is for data: what the command prints is news.
        call.stdin(Stdio::piped()).stdout(Stdio::from(io::stderr()));
        match call.spawn() {
            Ok(mut child) => {
                // Whoever does not read the board need not.
                _ = child.stdin.take().map(|mut input| input.write_all(self.board.as_bytes()));
                self.running = Some(child);
            }
            Err(error) => self.complain(&error.to_string()),
        }
        self.running.is_some()
    }

    /// Warns once: the hunt is worth more than its news.
    fn complain(&mut self, what: &str) {
        if !std::mem::replace(&mut self.failed, true) {
            output::say(&format!("warning: the command of --on-best {what}"));
        }
    }

    /// Waits for what is under way.
    pub(super) fn finish(&mut self) {
        let began = Instant::now();
        while self.poll() && began.elapsed() < PATIENCE {
            sleep(Duration::from_millis(10));
        }
    }
}

fn shell(command: &str) -> Command {
    let (program, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(program);
    shell.args([flag, command]);
    shell
}
