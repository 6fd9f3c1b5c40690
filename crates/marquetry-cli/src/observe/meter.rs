//! A count as the terminal shows it: one line in place, or a line now and then.

use super::live::{clock, short};
use super::screen::show_line;
use crate::output;
use crate::terminal::{Room, is_live, line_of};
use marquetry::exact::Progress;

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
        let line = |columns| line_of(&parts(&self.title, progress, began), columns);
        if self.live {
            show_line(&line(Room::of_stderr().line()));
        } else if progress.elapsed_s - began.0.max(self.shown_at) >= LINE_EVERY {
            self.shown_at = progress.elapsed_s;
            output::say(&line(usize::MAX));
        }
    }

    /// Makes room for other words.
    pub fn clear(&self) {
        if self.live {
            show_line("");
        }
    }
}

/// What there is to say of a count that went on from here, with the rank of every part.
fn parts(title: &str, progress: &Progress, (since, from): (f64, u64)) -> Vec<(u8, String)> {
    let Progress { elapsed_s, nodes, looks, share, total } = *progress;
    // The speed of this session; the first sign of life has none yet.
    let (seconds, work) = match elapsed_s - since {
        seconds if seconds > 0.0 => (seconds, nodes.saturating_sub(from) as f64),
        _ => (elapsed_s, nodes as f64),
    };
    let speed = work / seconds.max(1e-9);
    let mut parts = vec![
        (2, title.to_owned()),
        (3, clock(elapsed_s)),
        (4, format!("{} nodes", short(nodes as f64))),
        (5, format!("{}/s", short(speed))),
        (0, format!("{} solutions", short(looks as f64))),
        (1, format!("{} done", percent(share))),
    ];
    if let Some(total) = total {
        let left = (total - nodes as f64) / speed.max(1e-9);
        parts.push((6, format!("of some {} nodes", short(total))));
        parts.push((1, format!("{} left", span(left))));
    }
    parts
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
    use super::super::screen::tests::{SIZES, framed, seen};
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
        let line = |progress: &Progress, began| line_of(&parts("it", progress, began), usize::MAX);
        let said = line(&progress, (2.0, 0));
        let expected = "it  12.0 s  2.00M nodes  200k/s  8 solutions  25.0% done  of some 7.00M nodes  25.0 s left";
        assert_eq!(said, expected);
        let unknown = Progress { total: None, ..progress };
        assert!(line(&unknown, (12.0, 2_000_000)).ends_with("167k/s  8 solutions  25.0% done"));
    }

    #[test]
    fn screens_of_a_count() {
        let (nodes, share) = (45_600_000_000, 0.0123);
        let elapsed_s = 432.1;
        let progress = Progress { elapsed_s, nodes, looks: 8, share, total: Some(3.7e12) };
        for room in SIZES {
            let parts = parts("twin-16x16", &progress, (0.0, 0));
            let line = line_of(&parts, room.line());
            assert!(line.contains("9 h 37 m left") && line.contains("8 solutions"), "{line}");
            let name = format!("count_{}", seen(room));
            insta::assert_snapshot!(name, framed(&[line], room, 1));
        }
    }
}
