//! A run on a token puzzle as the terminal shows it: one line in place.

use super::live::{clock, short};
use super::screen::show_line;
use crate::terminal::is_live;
use marquetry::search::{Event, Score, Stamp};
use marquetry::tokens::Grid;

/// Shows on standard error how far a run is, where that is a terminal.
#[derive(Debug)]
pub struct TokenLine {
    title: String,
    live: bool,
    lines: Score,
}

impl TokenLine {
    /// A view of a run on a grid with so many lines.
    #[must_use]
    pub fn new(title: String, lines: Score) -> Self {
        Self { title, live: is_live(), lines }
    }

    /// Shows how far it is.
    pub fn notice(&mut self, stamp: Stamp, event: &Event<Grid>) {
        let Event::Progress { score, gauges } = event else { return };
        if !self.live {
            return;
        }
        let odd = match *score {
            0 => String::new(),
            score => format!("  {} odd lines", self.lines - score),
        };
        let (time, work) = (clock(stamp.elapsed_s), short(stamp.work as f64));
        let gauges: String =
            gauges.iter().map(|(name, value)| format!("  {name} {}", short(*value))).collect();
        let line = format!("{}  {time}  {work} evaluations{odd}{gauges}", self.title);
        show_line(&line);
    }

    /// Makes room for other words.
    pub fn clear(&self) {
        if self.live {
            show_line("");
        }
    }
}
