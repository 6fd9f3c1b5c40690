//! A part of the terminal that is written anew in place.
//!
//! By hand, and not with a crate for progress bars: what is shown is a picture of many lines in
//! colour, laid out by pure functions of the state and the terminal's [`Room`], so that screens can be
//! kept as snapshots. What is left of the terminal is to go up some lines and to write them again.

use crate::output;
use crate::terminal::{Room, cut, in_locale};
use std::fmt::Write as _;
use std::io::{self, Write};

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
        let Room { columns, rows, .. } = Room::of_stderr();
        let size = (columns, rows);
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
            _ = writeln!(out, "\r\x1b[2K{}", in_locale(&line));
        }
        out.push_str("\x1b[0J");
        self.lines = lines.len() + picture.len();
        _ = io::stderr().lock().write_all(out.as_bytes());
    }
}

/// Writes one line in place of the last one.
pub(crate) fn show_line(line: &str) {
    let line = cut(&output::plain_line(line), Room::of_stderr().line());
    _ = write!(io::stderr().lock(), "\r\x1b[2K{}", in_locale(&line));
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::terminal::width;
    use marquetry::draw::Ink;

    /// The terminals that screens are made for: with colours and blocks, and without.
    pub(crate) const SIZES: [Room; 6] = {
        const fn room(columns: usize, rows: usize, rich: bool) -> Room {
            Room {
                columns,
                rows,
                ink: if rich { Ink::TrueColour } else { Ink::Plain },
                blocks: rich,
            }
        }
        [
            room(80, 24, true),
            room(100, 40, true),
            room(200, 60, true),
            room(80, 24, false),
            room(100, 40, false),
            room(200, 60, false),
        ]
    };

    /// The name of a terminal.
    pub(crate) fn seen(room: Room) -> String {
        let plain = if room.blocks { "" } else { "_plain" };
        format!("{}x{}{plain}", room.columns, room.rows)
    }

    /// A screen as the eye meets it, without its colours, that leaves so many rows below.
    pub(crate) fn framed(lines: &[String], room: Room, below: usize) -> String {
        assert!(lines.len() + below <= room.rows, "{} lines in {}", lines.len(), seen(room));
        let mut out = String::new();
        for line in lines {
            assert!(width(line) < room.columns, "{}: {line}", seen(room));
            let mut parts = line.split('\x1b');
            out.push('|');
            out += parts.next().unwrap_or_default();
            out.extend(parts.filter_map(|part| Some(part.split_once('m')?.1)));
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        out
    }
}
