//! The run as the terminal shows it: the board in place, or a line now and then.

use super::screen::Screen;
use crate::output;
use crate::terminal::{Room, is_live, line_of, width};
use marquetry::draw::{self, Detail};
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{Budget, Event, Problem, Stamp};

/// Seconds between two pictures on a terminal.
const PICTURE_EVERY: f64 = 0.1;
/// Seconds between two lines where standard error is not a terminal.
const LINE_EVERY: f64 = 1.0;
/// Rows below the last picture: what is said of the run in the end, and the prompt.
const BELOW: usize = 8;

/// What a run is called in a line.
#[derive(Clone, Debug)]
pub struct RunTitle {
    /// The puzzle's name.
    pub puzzle: String,
    /// The algorithm's name.
    pub algorithm: String,
    /// The seed.
    pub seed: u64,
}

/// Shows a run on standard error.
#[derive(Debug)]
pub struct Live<'a> {
    puzzle: &'a Puzzle,
    title: RunTitle,
    budget: Budget,
    terminal: bool,
    board: Option<Board>,
    score: u32,
    phase: String,
    gauges: Vec<(String, f64)>,
    shown_at: f64,
    screen: Screen,
    changed: bool,
}

impl<'a> Live<'a> {
    /// A view of a run on a puzzle that ends with this budget.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, title: RunTitle, budget: Budget) -> Self {
        Self {
            puzzle,
            title,
            budget,
            terminal: is_live(),
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
        self.note(event);
        let last = matches!(event, Event::Finished { .. });
        let every = if self.terminal { PICTURE_EVERY } else { LINE_EVERY };
        let due = stamp.elapsed_s - self.shown_at >= every && (self.terminal || self.changed);
        if last || due {
            self.shown_at = stamp.elapsed_s;
            self.changed = false;
            self.show(stamp, last);
        }
    }

    fn note(&mut self, event: &Event<Board>) {
        match event {
            Event::Phase { name } => name.clone_into(&mut self.phase),
            Event::Improved { score, solution } => {
                self.score = *score;
                self.board = Some(solution.clone());
                self.changed = true;
            }
            Event::Progress { gauges, .. } => gauges.clone_into(&mut self.gauges),
            Event::Kept { .. } | Event::Present { .. } | Event::Finished { .. } => {}
        }
    }

    fn show(&mut self, stamp: Stamp, last: bool) {
        if !self.terminal {
            return output::say(&self.line(stamp, usize::MAX));
        }
        let room = Room::of_stderr();
        let picture = self.picture(room);
        // In the end the summary says all that the line says.
        let line = (!last || picture.is_empty()).then(|| self.line(stamp, room.line()));
        self.screen.show_with(line.as_slice(), &picture);
    }

    /// The board as well as the terminal allows, or nothing. Where none leaves room for the summary, one
    /// that fits at all.
    fn picture(&self, room: Room) -> Vec<String> {
        let Some(board) = &self.board else { return Vec::new() };
        let within = |below| picture_within(self.puzzle, board, room, below);
        within(BELOW).or_else(|| within(2)).unwrap_or_default()
    }

    /// How far the run is, in so many columns.
    fn line(&self, stamp: Stamp, columns: usize) -> String {
        let RunTitle { puzzle, algorithm, seed } = &self.title;
        let (work, seconds) = (stamp.work as f64, stamp.elapsed_s);
        let speed = work / seconds.max(1e-9);
        let gauge = |(name, value): &(String, f64)| (7, format!("{name} {}", short(*value)));
        let mut parts = vec![
            (2, puzzle.clone()),
            (3, algorithm.clone()),
            (6, format!("seed {seed}")),
            (0, format!("{}/{}", self.score, self.puzzle.perfect())),
            (1, clock(seconds)),
            (1, left(self.budget, stamp).map_or_else(String::new, |left| clock(left) + " left")),
            (4, format!("{} steps", short(work))),
            (4, format!("{}/s", short(speed))),
            (5, self.phase.clone()),
        ];
        parts.extend(self.gauges.iter().map(gauge));
        line_of(&parts, columns)
    }
}

/// The most detailed picture of a board that leaves so many rows of the terminal.
pub(crate) fn picture_within(
    puzzle: &Puzzle,
    board: &Board,
    room: Room,
    below: usize,
) -> Option<Vec<String>> {
    let slim = (room.blocks).then_some(Detail::Slim);
    let details = [Some(Detail::Full), slim, Some(Detail::Compact)].into_iter().flatten();
    let fits = |lines: &Vec<String>| {
        lines.len().saturating_add(below) <= room.rows
            && lines.iter().all(|line| width(line) <= room.line())
    };
    details
        .map(|detail| draw::text(puzzle, board, room.ink, detail))
        .map(|text| text.lines().map(str::to_owned).collect())
        .find(fits)
}

/// Seconds until a run ends at the latest, at the speed it has.
fn left(budget: Budget, stamp: Stamp) -> Option<f64> {
    let by_time = budget.time.map(|time| time.as_secs_f64() - stamp.elapsed_s);
    let speed = stamp.work as f64 / stamp.elapsed_s;
    let by_work = budget.work.map(|work| work.saturating_sub(stamp.work) as f64 / speed);
    let known = [by_time, by_work].into_iter().flatten().filter(|left| left.is_finite());
    known.min_by(f64::total_cmp).map(|left| left.max(0.0))
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
    use super::super::screen::tests::{SIZES, framed, seen};
    use super::*;
    use marquetry::edge::builtin::builtin;
    use marquetry::edge::{Placed, Puzzle};
    use std::time::Duration;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 999.0, 1000.0, 45_678.0, 123_456.0, 9.87e6, 3e13].map(short);
        assert_eq!(shown, ["0", "999", "1.00k", "45.7k", "123k", "9.87M", "30.0T"]);
        assert_eq!([1.25, 61.0, 7260.0].map(clock), ["1.2 s", "1 m 01 s", "2 h 01 m"]);
    }

    /// The pieces in file order: a board with many breaks.
    pub(crate) fn box_of(puzzle: &Puzzle) -> Board {
        let mut board = Board::empty(puzzle.width(), puzzle.height());
        (0..puzzle.size()).for_each(|piece| board.set(piece, Some(Placed::new(piece, 0))));
        board
    }

    fn stamp() -> Stamp {
        Stamp { work: 1_234_567_890, elapsed_s: 12.5 }
    }

    #[test]
    fn screens_of_a_run() {
        for name in ["twin-16x16", "twin-6x6"] {
            let puzzle = builtin(name).unwrap().puzzle().unwrap();
            let title = RunTitle {
                puzzle: name.to_owned(),
                algorithm: "portfolio".to_owned(),
                seed: 123_456,
            };
            let budget = Budget { time: Some(Duration::from_secs(60)), ..Budget::default() };
            let mut live = Live::new(&puzzle, title, budget);
            live.note(&Event::Phase { name: "beam of 8192 states".to_owned() });
            let gauges = vec![("rounds".to_owned(), 17.0), ("elites".to_owned(), 4.0)];
            live.note(&Event::Progress { score: 0, gauges });
            let solution = box_of(&puzzle);
            live.note(&Event::Improved { score: puzzle.verdict(&solution).score, solution });
            for room in SIZES {
                let mut lines = vec![live.line(stamp(), room.line())];
                assert!(lines[0].contains("47.5 s left"), "{}", lines[0]);
                lines.extend(live.picture(room));
                let size = format!("solve_{name}_{}", seen(room));
                insta::assert_snapshot!(size, framed(&lines, room, BELOW - 1));
            }
        }
    }

    #[test]
    fn the_time_left_is_that_of_the_limit_that_binds_first() {
        let budget = |work, time| Budget { work, time, target: None };
        let time = Some(Duration::from_secs(20));
        assert_eq!(left(budget(None, time), stamp()), Some(7.5));
        assert_eq!(left(budget(Some(2 * 1_234_567_890), time), stamp()), Some(7.5));
        assert_eq!(left(budget(Some(2 * 1_234_567_890), None), stamp()), Some(12.5));
        assert_eq!(left(budget(Some(5), Some(Duration::ZERO)), stamp()), Some(0.0));
        assert_eq!(left(Budget::default(), stamp()), None);
        assert_eq!(left(budget(Some(5), None), Stamp { work: 0, elapsed_s: 0.0 }), None);
    }
}
