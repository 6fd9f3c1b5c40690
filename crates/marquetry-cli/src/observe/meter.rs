//! A count as the terminal shows it: one line in place, or a line now and then.

use super::live::{clock, short};
use super::screen::{is_live, show_line};
use crate::output;
use marquetry::exact::Progress;
use std::fmt::Write as _;

/// Seconds between two lines where standard error is not a terminal.
const LINE_EVERY: f64 = 10.0;
const DAY: f64 = 86_400.0;
const YEAR: f64 = 365.25 * DAY;

/// Shows on standard error how far a count is.
#[derive(Debug)]
pub struct Meter {
    title: String,
    live: bool,
    /// Where the session began: seconds and nodes.
    began: Option<(f64, u64)>,
    shown_at: f64,
}

impl Meter {
    /// A view of the count of `title`.
    #[must_use]
    pub fn new(title: String) -> Self {
        Self { title, live: is_live(), began: None, shown_at: 0.0 }
    }

    /// Shows how far it is.
    pub fn notice(&mut self, progress: &Progress) {
        let began = *self.began.get_or_insert((progress.elapsed_s, progress.nodes));
        let line = format!("{}  {}", self.title, line(progress, began));
        if self.live {
            show_line(&line);
        } else if progress.elapsed_s - began.0.max(self.shown_at) >= LINE_EVERY {
            self.shown_at = progress.elapsed_s;
            output::say(&line);
        }
    }

    /// Makes room for other words.
    pub fn clear(&self) {
        if self.live {
            show_line("");
        }
    }
}

/// What there is to say of a count that went on from here.
fn line(progress: &Progress, (since, from): (f64, u64)) -> String {
    let Progress { elapsed_s, nodes, looks, share, total } = *progress;
    let mut line = format!("{}  {} nodes", clock(elapsed_s), short(nodes as f64));
    // The speed of this session; the first sign of life has none yet.
    let (seconds, work) = match elapsed_s - since {
        seconds if seconds > 0.0 => (seconds, nodes.saturating_sub(from) as f64),
        _ => (elapsed_s, nodes as f64),
    };
    let speed = work / seconds.max(1e-9);
    _ = write!(
        line,
        "  {}/s  {} solutions  {} done",
        short(speed),
        short(looks as f64),
        percent(share)
    );
    if let Some(total) = total {
        let left = (total - nodes as f64) / speed.max(1e-9);
        _ = write!(line, "  of some {} nodes  {} left", short(total), span(left));
    }
    line
}

fn percent(share: f64) -> String {
    match 100.0 * share {
        percent if percent >= 10.0 => format!("{percent:.1}%"),
        percent if percent >= 0.01 || percent <= 0.0 => format!("{percent:.2}%"),
        percent => format!("{percent:.0e}%"),
    }
}

/// A span of time that may be beyond all measure.
pub(crate) fn span(seconds: f64) -> String {
    match seconds {
        s if s < 2.0 * DAY => clock(s),
        s if s < YEAR => format!("{:.1} days", s / DAY),
        s if s < 1e4 * YEAR => format!("{:.1} years", s / YEAR),
        s => format!("10^{:.0} years", (s / YEAR).log10()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_readable() {
        let shown = [0.5, 3600.0, 3.0 * DAY, 400.0 * DAY, 1e30 * YEAR].map(span);
        assert_eq!(shown, ["0.5 s", "1 h 00 m", "3.0 days", "1.1 years", "10^30 years"]);
        assert_eq!([0.0, 1e-9, 0.0005, 0.5].map(percent), ["0.00%", "1e-7%", "0.05%", "50.0%"]);
    }

    #[test]
    fn the_time_left_follows_from_the_speed_of_this_session() {
        let progress =
            Progress { elapsed_s: 12.0, nodes: 2_000_000, looks: 8, share: 0.25, total: Some(7e6) };
        let said = line(&progress, (2.0, 0));
        let expected = "12.0 s  2.00M nodes  200k/s  8 solutions  25.0% done  of some 7.00M nodes  25.0 s left";
        assert_eq!(said, expected);
        let unknown = Progress { total: None, ..progress };
        assert!(line(&unknown, (12.0, 2_000_000)).ends_with("167k/s  8 solutions  25.0% done"));
    }
}
