//! The run as the terminal shows it: the board in place, or a line now and then.

use super::screen::{Screen, is_live, terminal_room};
use crate::output;
use marquetry::draw::{self, Detail, Ink};
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{Event, Problem, Stamp};
use std::fmt::Write as _;

/// Seconds between two pictures on a terminal.
const PICTURE_EVERY: f64 = 0.1;
/// Seconds between two lines where standard error is not a terminal.
const LINE_EVERY: f64 = 1.0;

/// Shows a run on standard error.
#[derive(Debug)]
pub struct Live<'a> {
    puzzle: &'a Puzzle,
    title: String,
    terminal: bool,
    ink: Ink,
    board: Option<Board>,
    score: u32,
    phase: String,
    gauges: Vec<(String, f64)>,
    shown_at: f64,
    screen: Screen,
    changed: bool,
}

impl<'a> Live<'a> {
    /// A view of a run of `title` on a puzzle.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, title: String) -> Self {
        let terminal = is_live();
        Self {
            puzzle,
            title,
            terminal,
            ink: Ink::detect(terminal, |name| std::env::var(name).ok()),
            board: None,
            score: 0,
            phase: String::new(),
            gauges: Vec::new(),
            shown_at: f64::NEG_INFINITY,
            screen: Screen::default(),
            changed: false,
        }
    }

    /// Notes an event.
    pub fn notice(&mut self, stamp: Stamp, event: &Event<Board>) {
        match event {
            Event::Phase { name } => name.clone_into(&mut self.phase),
            Event::Improved { score, solution } => {
                self.score = *score;
                self.board = Some(solution.clone());
                self.changed = true;
            }
            Event::Kept { .. } | Event::Present { .. } => {}
            Event::Progress { gauges, .. } => gauges.clone_into(&mut self.gauges),
            Event::Finished { .. } => return self.show(stamp),
        }
        let every = if self.terminal { PICTURE_EVERY } else { LINE_EVERY };
        if stamp.elapsed_s - self.shown_at >= every && (self.terminal || self.changed) {
            self.show(stamp);
        }
    }

    fn show(&mut self, stamp: Stamp) {
        self.shown_at = stamp.elapsed_s;
        self.changed = false;
        let line = self.line(stamp);
        if !self.terminal {
            return output::say(&line);
        }
        let (columns, rows) = terminal_room();
        let line: String = line.chars().take(columns.max(2) - 1).collect();
        self.screen.show_with(&[line], &self.fitting_board(columns, rows));
    }

    /// The most detailed picture of the board that fits the terminal, or none.
    fn fitting_board(&self, columns: usize, rows: usize) -> Vec<String> {
        let Some(board) = &self.board else { return Vec::new() };
        let fits = |lines: &Vec<String>| {
            lines.len() + 2 < rows && lines.iter().all(|line| visible_width(line) < columns)
        };
        [Detail::Full, Detail::Compact]
            .into_iter()
            .map(|detail| draw::text(self.puzzle, board, self.ink, detail))
            .map(|text| text.lines().map(str::to_owned).collect())
            .find(fits)
            .unwrap_or_default()
    }

    fn line(&self, stamp: Stamp) -> String {
        let perfect = self.puzzle.perfect();
        let speed = stamp.work as f64 / stamp.elapsed_s.max(1e-9);
        let mut line = format!(
            "{}  {}/{perfect}  {}  {} steps  {}/s",
            self.title,
            self.score,
            clock(stamp.elapsed_s),
            short(stamp.work as f64),
            short(speed)
        );
        if !self.phase.is_empty() {
            _ = write!(line, "  {}", self.phase);
        }
        for (name, value) in &self.gauges {
            _ = write!(line, "  {name} {}", short(*value));
        }
        line
    }
}

/// How many columns a line takes: escape sequences take none.
fn visible_width(line: &str) -> usize {
    let mut width = 0;
    let mut in_escape = false;
    for c in line.chars() {
        match (in_escape, c) {
            (false, '\x1b') => in_escape = true,
            (false, _) => width += 1,
            (true, 'm') => in_escape = false,
            (true, _) => {}
        }
    }
    width
}

/// A number in at most five characters: 987, 12.3k, 4.56M.
pub(crate) fn short(value: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    for (unit, name) in units {
        if value >= unit {
            let scaled = value / unit;
            let digits = if scaled < 10.0 { 2 } else { usize::from(scaled < 100.0) };
            return format!("{scaled:.digits$}{name}");
        }
    }
    format!("{value:.0}")
}

/// Seconds as people read them.
pub(crate) fn clock(seconds: f64) -> String {
    match seconds {
        s if s < 60.0 => format!("{s:.1} s"),
        s if s < 3600.0 => format!("{} m {:02} s", s as u64 / 60, s as u64 % 60),
        s => format!("{} h {:02} m", s as u64 / 3600, s as u64 / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 999.0, 1000.0, 45_678.0, 123_456.0, 9.87e6, 3e13].map(short);
        assert_eq!(shown, ["0", "999", "1.00k", "45.7k", "123k", "9.87M", "30.0T"]);
        assert_eq!([1.25, 61.0, 7260.0].map(clock), ["1.2 s", "1 m 01 s", "2 h 01 m"]);
    }

    #[test]
    fn escapes_take_no_room() {
        assert_eq!(visible_width("\x1b[38;2;1;2;3mab\x1b[0mc"), 3);
    }
}
