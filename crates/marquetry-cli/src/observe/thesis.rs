//! The run as Niang's console program showed it (thesis 2010, section 5 and appendix A): method,
//! rates and counters, the board in numbers, and in the end the board for the Eternity II Editor.
//!
//! Fitness, violations, squares and tiles are those of the board that is shown. The best of the
//! population may be another: of boards that break the frame only what is fitted into it is told, and
//! the best by fitness need not be the best by joins. It has a line of its own where it differs.

use super::screen::Screen;
use crate::output;
use crate::terminal::{Room, is_live};
use marquetry::edge::format::{Format, write_board};
use marquetry::edge::{Board, Placed, Puzzle};
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
        say(&self.last_lines(stamp));
    }

    fn last_lines(&self, stamp: Stamp) -> Vec<String> {
        let mut lines = self.lines(stamp);
        lines.push(format!("Time elapsed: {}", hours(stamp.elapsed_s)));
        // "1 *** 0" under every solved board.
        lines.push(format!("{}{STARS}{}", thousandths(self.fitness()), self.violations()));
        lines.extend(self.listing());
        let board = self.board.as_ref();
        let quads = board.and_then(|board| write_board(Format::Quads, self.puzzle, board).ok());
        if let Some(quads) = quads {
            lines.push(String::new());
            lines.extend(quads.lines().map(str::to_owned));
        }
        lines.push(String::new());
        lines.extend(self.parameters["population"].as_u64().map(|n| format!("Mutating {n}")));
        lines.push(self.totals(stamp));
        lines
    }

    /// The last line: what was counted in all.
    fn totals(&self, stamp: Stamp) -> String {
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
            Some(format!("Evaluations: {:.0}", self.evaluations(stamp))),
        ];
        facts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn lines(&self, stamp: Stamp) -> Vec<String> {
        let mut lines = self.counters(stamp);
        lines.push(String::new());
        lines.extend(self.grid());
        lines.push(String::new());
        for (name, title) in [("population", "Population"), ("generations", "Generations")] {
            lines.extend(self.parameters[name].as_u64().map(|n| format!("{title}: {n}")));
        }
        lines.push(format!("2x2: {}", self.areas()));
        lines.push(format!("Tiles: {}", self.breaks()));
        lines
    }

    fn counters(&self, stamp: Stamp) -> Vec<String> {
        let mut lines = self.method.clone();
        let facts = [
            self.gauge(gauge::GENERATION).map(|n| format!("Generation: {n:.0}")),
            Some(format!("Best Fitness: {:.3}", self.fitness())),
            self.gauge(gauge::CROSSOVERS).map(|n| format!("XO: {n:.0}")),
            self.gauge(gauge::MUTATIONS).map(|n| format!("MUT: {n:.0}")),
            Some(format!("EVAL: {:.0}", self.evaluations(stamp))),
        ];
        lines.push(facts.into_iter().flatten().collect::<Vec<_>>().join(STARS));
        let (violations, elapsed) = (self.violations(), hours(stamp.elapsed_s));
        lines.push(format!("Violations: {violations}{STARS}Time elapsed: {elapsed}"));
        lines.extend(self.population_best());
        lines
    }

    /// The best of the population, if it is not the board that is shown.
    fn population_best(&self) -> Option<String> {
        let of = |name| self.gauge(name);
        let (violations, areas) = (of(gauge::VIOLATIONS)?, of(gauge::AREAS)?);
        let own = (f64::from(self.violations()), f64::from(self.areas()));
        let fitness = of(gauge::FITNESS)?;
        ((violations, areas) != own).then(|| {
            format!("Best of the population: {fitness:.3}{STARS}Violations: {violations:.0}{STARS}2x2: {areas:.0}")
        })
    }

    /// As the thesis counts them, where the search does: population times generations (EVAL is 209 x 200
    /// on the screen of figure 23).
    fn evaluations(&self, stamp: Stamp) -> f64 {
        self.gauge(gauge::EVALUATIONS).unwrap_or(stamp.work as f64)
    }

    /// The fitness of section 4.7 over the two constraints of every screen, of the board shown.
    fn fitness(&self) -> f64 {
        let (width, height) = (self.puzzle.width() as u32, self.puzzle.height() as u32);
        let parts =
            [(self.breaks(), self.puzzle.joins()), (self.areas(), (width - 1) * (height - 1))];
        let parts: Vec<f64> = parts
            .into_iter()
            .filter(|(_, total)| *total > 0)
            .map(|(violated, total)| f64::from(violated) / f64::from(total))
            .collect();
        1.0 - parts.iter().sum::<f64>() / parts.len().max(1) as f64
    }

    fn gauge(&self, name: &str) -> Option<f64> {
        self.gauges.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// All violations of the board shown: joins, which the thesis's screen calls tiles, and squares of
    /// 2x2 cells (its figure 23 has 38 violations, 25 tiles and 13 squares).
    fn violations(&self) -> u32 {
        self.breaks() + self.areas()
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

    /// Every piece as its four colours and its turn, row by row: the five numbers of section 4.3.
    fn listing(&self) -> Vec<String> {
        let cells = self.board.as_ref().map_or(&[][..], Board::cells);
        let five = |cell: &Option<Placed>| {
            let turn = cell.map_or(0, Placed::turn);
            let [n, e, s, w] = cell.map_or([0; 4], |placed| self.puzzle.sides(placed));
            format!("{n:>2},{e:>2},{s:>2},{w:>2},{turn:>2} |")
        };
        let rows = cells.chunks(self.puzzle.width()).enumerate();
        rows.map(|(row, cells)| {
            format!("{row:>2} | {}", cells.iter().map(five).collect::<Vec<_>>().join(" "))
        })
        .collect()
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

/// A number as short as three decimals allow.
fn thousandths(number: f64) -> f64 {
    (1000.0 * number).round() / 1000.0
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
        assert_eq!((view.violations(), view.fitness()), (0, 1.0));
        let mut board = made.solution.clone();
        let (a, b) = (board.get(0), board.get(8));
        board.set(0, b);
        board.set(8, a);
        view.board = Some(board);
        assert_eq!((view.violations(), view.areas()), (6, 2));
        let lines = view.lines(Stamp { work: 12, elapsed_s: 3.5 });
        // 1 - (4/12 + 2/4) / 2
        let counters =
            ["Best Fitness: 0.583 *** EVAL: 12", "Violations: 6 *** Time elapsed: 00:00:03.50"];
        assert_eq!(lines[1..3], counters);
        assert_eq!(lines[4], "+-----------+-----------+-----------+");
        let last = &lines[lines.len() - 3..];
        assert_eq!(last, ["Population: 7", "2x2: 2", "Tiles: 4"]);
    }

    /// Whatever the population has, the numbers are those of the board.
    #[test]
    fn the_population_s_best_has_a_line_of_its_own_if_it_is_another() {
        let made = Recipe::random(3, 3, Frame::Open, 60, 1).make().unwrap();
        let mut view = Thesis::new(&made.puzzle, Vec::new(), &Value::Null);
        view.board = Some(made.solution.clone());
        let said = [("fitness", 0.281), ("violations", 38.0), ("x2", 13.0), ("eval", 41_800.0)];
        view.gauges = said.map(|(name, value)| (name.to_owned(), value)).to_vec();
        let lines = view.counters(Stamp { work: 99_999, elapsed_s: 0.0 });
        assert_eq!(lines[0], "Best Fitness: 1.000 *** EVAL: 41800");
        assert_eq!(lines[2], "Best of the population: 0.281 *** Violations: 38 *** 2x2: 13");
        view.gauges = [("fitness", 1.0), ("violations", 0.0), ("x2", 0.0)]
            .map(|(name, value)| (name.to_owned(), value))
            .to_vec();
        assert_eq!(view.counters(Stamp::default()).len(), 2);
    }

    /// What stands below the board on the screens of figures 43 to 45.
    #[test]
    fn the_end_lists_every_piece_with_its_turn() {
        let made = Recipe::random(2, 2, Frame::Grey, 30, 1).make().unwrap();
        let parameters = json!({"population": 200, "generations": 10_000});
        let mut view = Thesis::new(&made.puzzle, Vec::new(), &parameters);
        view.board = Some(made.solution.clone());
        view.gauges = vec![("generation".into(), 1801.0)];
        let lines = view.last_lines(Stamp { work: 400, elapsed_s: 1.0 });
        let place = lines.iter().position(|line| line == "1 *** 0").expect("the verdict");
        let listing: Vec<Vec<u8>> = lines[place + 1..place + 3]
            .iter()
            .map(|line| {
                let numbers = line.split(['|', ',']).skip(1).map(str::trim);
                numbers.filter(|n| !n.is_empty()).map(|n| n.parse().unwrap()).collect()
            })
            .collect();
        for (cell, placed) in made.solution.cells().iter().enumerate() {
            let (placed, five) = (placed.unwrap(), &listing[cell / 2][5 * (cell % 2)..][..5]);
            assert_eq!(five[..4], made.puzzle.sides(placed));
            assert_eq!(five[4], placed.turn());
        }
        let last = &lines[lines.len() - 2..];
        assert_eq!(last, ["Mutating 200", "Generations: 1801/10000, Evaluations: 400"]);
    }

    #[test]
    fn times_are_written_as_in_the_thesis() {
        let shown = [176.36, 0.0, 3661.5, 59.999].map(hours);
        assert_eq!(shown, ["00:02:56.36", "00:00:00.00", "01:01:01.50", "00:01:00.00"]);
    }
}
