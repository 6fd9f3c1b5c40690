//! A part of the terminal that is written anew in place.

use crate::output;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use terminal_size::{Height, Width, terminal_size_of};

/// Lines on standard error that replace each other.
#[derive(Debug, Default)]
pub struct Screen {
    lines: usize,
    size: (usize, usize),
}

impl Screen {
    /// Shows these lines in place of the last ones. None may be wider than the terminal.
    pub fn show(&mut self, lines: &[String]) {
        self.show_with(lines, &[]);
    }

    /// Shows lines of words and below them a picture of ours, which may be in colour.
    pub fn show_with(&mut self, lines: &[String], picture: &[String]) {
        let size = terminal_room();
        let mut out = String::new();
        if self.lines > 0 && self.size != size {
            // Lines that were wrapped anew cannot be found again: start on a clean screen.
            out.push_str("\x1b[2J\x1b[H");
        } else if self.lines > 0 {
            _ = write!(out, "\x1b[{}A", self.lines);
        }
        self.size = size;
        let words = lines.iter().map(|line| output::plain_line(line));
        for line in words.chain(picture.iter().map(Into::into)) {
            _ = writeln!(out, "\r\x1b[2K{line}");
        }
        out.push_str("\x1b[0J");
        self.lines = lines.len() + picture.len();
        _ = io::stderr().lock().write_all(out.as_bytes());
    }
}

/// Writes one line in place of the last one.
pub(crate) fn show_line(line: &str) {
    let line: String =
        output::plain_line(line).chars().take(terminal_room().0.max(2) - 1).collect();
    _ = write!(io::stderr().lock(), "\r\x1b[2K{line}");
}

/// Whether standard error is a terminal whose lines can be written anew.
pub(crate) fn is_live() -> bool {
    io::stderr().is_terminal() && std::env::var("TERM").is_ok_and(|term| term != "dumb")
}

/// The columns and rows of the terminal.
pub(crate) fn terminal_room() -> (usize, usize) {
    match terminal_size_of(io::stderr()) {
        Some((Width(columns), Height(rows))) => (usize::from(columns), usize::from(rows)),
        None => (80, 24),
    }
}
