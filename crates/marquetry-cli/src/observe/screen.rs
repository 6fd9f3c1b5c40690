//! A part of the terminal that is written anew in place.

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
        let size = terminal_room();
        let mut out = String::new();
        if self.lines > 0 && self.size != size {
            // Lines that were wrapped anew cannot be found again: start on a clean screen.
            out.push_str("\x1b[2J\x1b[H");
        } else if self.lines > 0 {
            _ = write!(out, "\x1b[{}A", self.lines);
        }
        self.size = size;
        for line in lines {
            _ = writeln!(out, "\r\x1b[2K{line}");
        }
        out.push_str("\x1b[0J");
        self.lines = lines.len();
        _ = io::stderr().lock().write_all(out.as_bytes());
    }
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
