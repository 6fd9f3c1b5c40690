//! The run as Niang's console program showed it (thesis 2010, section 5 and appendix A): method,
//! rates and counters, the board in numbers, and in the end the board for the Eternity II Editor.

use super::screen::Screen;
use crate::output;
use crate::terminal::{Room, is_live};
use marquetry::edge::format::{Format, write_board};
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{Event, Stamp, gauge};
use serde_json::Value;

/// Seconds between two pictures on a terminal.
const PICTURE_EVERY: f64 = 0.1;
/// Seconds between two reports where standard error is not a terminal.
const REPORT_EVERY: f64 = 5.0;
/// What parts two facts on a line.
const STARS: &str = " *** ";

/// Shows a run on standard error, any algorithm's: what it does not count is left out.
#[derive(Debug)]
pub struct Thesis<'a> {
    puzzle: &'a Puzzle,
    method: Vec<String>,
    parameters: &'a Value,
    terminal: bool,
    board: Option<Board>,
    gauges: Vec<(String, f64)>,
    shown_at: f64,
    screen: Screen,
}

impl<'a> Thesis<'a> {
    /// A view of a run: the lines that name the method, and its parameters.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, method: Vec<String>, parameters: &'a Value) -> Self {
        let terminal = is_live();
        Self {
            puzzle,
            method,
            parameters,
            terminal,
            board: None,
            gauges: Vec::new(),
            shown_at: if terminal { f64::NEG_INFINITY } else { 0.0 },
            screen: Screen::default(),
        }
    }

    /// Notes an event.
    pub fn notice(&mut self, stamp: Stamp, event: &Event<Board>) {
        match event {
            Event::Improved { solution, .. } => self.board = Some(solution.clone()),
            Event::Progress { gauges, .. } => gauges.clone_into(&mut self.gauges),
            Event::Phase { .. } | Event::Kept { .. } | Event::Present { .. } => {}
            Event::Finished { .. } => return self.end(stamp),
        }
        let every = if self.terminal { PICTURE_EVERY } else { REPORT_EVERY };
        if stamp.elapsed_s - self.shown_at >= every && self.board.is_some() {
            self.show(stamp);
        }
    }

    fn show(&mut self, stamp: Stamp) {
        self.shown_at = stamp.elapsed_s;
        let lines = self.lines(stamp);
        if !self.terminal {
            return say(&lines);
        }
        let Room { columns, rows, .. } = Room::of_stderr();
        let cut = |line: &String| line.chars().take(columns.max(2) - 1).collect();
        let fits = lines.len() + 1 < rows && self.grid().iter().all(|line| line.len() < columns);
        let shown: Vec<String> = if fits {
            lines.iter().map(cut).collect()
        } else {
            self.counters(stamp).iter().map(cut).collect()
        };
        self.screen.show(&shown);
    }

    /// The last picture, whole, and what the thesis printed after it.
    fn end(&mut self, stamp: Stamp) {
        if self.terminal {
            self.screen.show(&[]);
        }
        let mut lines = self.lines(stamp);
        lines.push(format!("Time elapsed: {}", hours(stamp.elapsed_s)));
        let board = self.board.as_ref();
        let quads = board.and_then(|board| write_board(Format::Quads, self.puzzle, board).ok());
        if let Some(quads) = quads {
            lines.push(String::new());
            lines.extend(quads.lines().map(str::to_owned));
        }
        lines.push(String::new());
        let generations = self.gauge(gauge::GENERATION).map(|generation| {
            let of = self.parameters["generations"].as_u64();
            let of = of.map_or_else(String::new, |of| format!("/{of}"));
            format!("Generations: {generation:.0}{of}")
        });
        let counted = |name, title: &str| self.gauge(name).map(|n| format!("{title}: {n:.0}"));
        let facts = [
            generations,
            counted(gauge::MUTATIONS, "Mutations"),
            counted(gauge::CROSSOVERS, "Crossovers"),
            Some(format!("Evaluations: {}", stamp.work)),
        ];
        lines.push(facts.into_iter().flatten().collect::<Vec<_>>().join(", "));
        say(&lines);
    }

    fn lines(&self, stamp: Stamp) -> Vec<String> {
        let mut lines = self.counters(stamp);
        lines.push(String::new());
        lines.extend(self.grid());
        lines.push(String::new());
        for (name, title) in [("population", "Population"), ("generations", "Generations")] {
            lines.extend(self.parameters[name].as_u64().map(|n| format!("{title}: {n}")));
        }
        let (violations, areas) = self.violations();
        lines.push(format!("2x2: {areas:.0}"));
        lines.push(format!("Tiles: {:.0}", violations - areas));
        lines
    }

    fn counters(&self, stamp: Stamp) -> Vec<String> {
        let mut lines = self.method.clone();
        let facts = [
            self.gauge(gauge::GENERATION).map(|n| format!("Generation: {n:.0}")),
            self.gauge(gauge::FITNESS).map(|n| format!("Best Fitness: {n:.3}")),
            self.gauge(gauge::CROSSOVERS).map(|n| format!("XO: {n:.0}")),
            self.gauge(gauge::MUTATIONS).map(|n| format!("MUT: {n:.0}")),
            Some(format!("EVAL: {}", stamp.work)),
        ];
        lines.push(facts.into_iter().flatten().collect::<Vec<_>>().join(STARS));
        let ((violations, _), elapsed) = (self.violations(), hours(stamp.elapsed_s));
        lines.push(format!("Violations: {violations:.0}{STARS}Time elapsed: {elapsed}"));
        lines
    }

    fn gauge(&self, name: &str) -> Option<f64> {
        self.gauges.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// All violations, and those of the 2x2 areas among them: as the search counts them, or on the
    /// board shown. The rest are joins, which the thesis's screen calls tiles (its figure 23 has
    /// 38 violations of 13 areas and 25 tiles).
    fn violations(&self) -> (f64, f64) {
        self.gauge(gauge::VIOLATIONS).zip(self.gauge(gauge::AREAS)).unwrap_or_else(|| {
            let areas = self.areas();
            (f64::from(self.breaks() + areas), f64::from(areas))
        })
    }

    fn breaks(&self) -> u32 {
        let board = self.board.as_ref();
        self.puzzle.joins() - board.map_or(0, |board| self.puzzle.verdict(board).score)
    }

    /// The 2x2 areas with a break inside.
    fn areas(&self) -> u32 {
        let (width, size) = (self.puzzle.width(), self.puzzle.size());
        let matched = |a: usize, b: usize, side: usize| {
            let shown = |cell| Some(self.puzzle.sides(self.board.as_ref()?.get(cell)?)[side]);
            let facing =
                |cell| Some(self.puzzle.sides(self.board.as_ref()?.get(cell)?)[(side + 2) % 4]);
            shown(a).zip(facing(b)).is_some_and(|(a, b)| self.puzzle.mate(a) == b)
        };
        let east = |cell: usize| matched(cell, cell + 1, 1);
        let south = |cell: usize| matched(cell, cell + width, 2);
        let first = (0..size).filter(|cell| cell % width + 1 < width && cell + width < size);
        let wrong =
            |&cell: &usize| !(east(cell) && east(cell + width) && south(cell) && south(cell + 1));
        first.filter(wrong).count() as u32
    }

    /// Every piece as a box of its four colours.
    fn grid(&self) -> Vec<String> {
        let Some(board) = &self.board else { return Vec::new() };
        let width = self.puzzle.width();
        let rule = "+-----------".repeat(width) + "+";
        let mut lines = vec![rule.clone()];
        for row in board.cells().chunks(width) {
            let mut three = [String::new(), String::new(), String::new()];
            for cell in row {
                let [n, e, s, w] = cell.map_or([0; 4], |placed| self.puzzle.sides(placed));
                three[0] += &format!("|    {n:^3}    ");
                three[1] += &format!("| {w:<3}   {e:>3} ");
                three[2] += &format!("|    {s:^3}    ");
            }
            lines.extend(three.map(|line| line + "|"));
            lines.push(rule.clone());
        }
        lines
    }
}

fn say(lines: &[String]) {
    output::say(&(lines.join("\n") + "\n"));
}

/// Seconds as the thesis wrote them: 00:02:56.36.
fn hours(seconds: f64) -> String {
    let hundredths = (100.0 * seconds).round() as u64;
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    format!("{:02}:{:02}:{:02}.{rest:02}", whole / 3600, whole / 60 % 60, whole % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry::edge::Frame;
    use marquetry::edge::generate::Recipe;
    use serde_json::json;

    #[test]
    fn a_perfect_board_has_nothing_wrong_and_a_swap_is_seen() {
        let made = Recipe::random(3, 3, Frame::Open, 60, 1).make().unwrap();
        let parameters = json!({"population": 7});
        let mut view = Thesis::new(&made.puzzle, vec!["Method: test".into()], &parameters);
        view.board = Some(made.solution.clone());
        assert_eq!(view.violations(), (0.0, 0.0));
        let mut board = made.solution.clone();
        let (a, b) = (board.get(0), board.get(8));
        board.set(0, b);
        board.set(8, a);
        view.board = Some(board);
        assert_eq!(view.violations(), (6.0, 2.0));
        let lines = view.lines(Stamp { work: 12, elapsed_s: 3.5 });
        assert_eq!(lines[1..3], ["EVAL: 12", "Violations: 6 *** Time elapsed: 00:00:03.50"]);
        assert_eq!(lines[4], "+-----------+-----------+-----------+");
        let last = &lines[lines.len() - 3..];
        assert_eq!(last, ["Population: 7", "2x2: 2", "Tiles: 4"]);
        view.gauges = vec![("violations".into(), 38.0), ("x2".into(), 13.0)];
        assert!(view.lines(Stamp { work: 1, elapsed_s: 0.0 }).contains(&"Tiles: 25".to_owned()));
    }

    #[test]
    fn times_are_written_as_in_the_thesis() {
        let shown = [176.36, 0.0, 3661.5, 59.999].map(hours);
        assert_eq!(shown, ["00:02:56.36", "00:00:00.00", "01:01:01.50", "00:01:00.00"]);
    }
}
