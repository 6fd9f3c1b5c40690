//! A hunt at a glance, for people and for programs.

use crate::archive::{Head, Index, Mark};
use crate::observe::{clock, picture_within, short, span};
use crate::output;
use crate::terminal::{Room, cut, in_locale};
use anyhow::Result;
use marquetry::edge::Puzzle;
use marquetry::search::Conclusion;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::path::Path;

/// The most scores shown, and the widest bar.
const ROWS: usize = 8;
/// The most earlier bests shown.
const BESTS: usize = 4;
const BAR: u64 = 40;

/// What is known of the session that is under way or has just ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Session {
    pub(super) threads: usize,
    pub(super) seconds: f64,
    pub(super) work: u64,
    /// Boards added.
    pub(super) added: u64,
    pub(super) phase: String,
    pub(super) gauges: Vec<(String, f64)>,
}

/// Everything there is to say.
pub(super) struct HuntOverview<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) folder: &'a Path,
    pub(super) head: &'a Head,
    pub(super) index: &'a Index,
    /// Every best, the oldest first.
    pub(super) bests: &'a [Mark],
    /// When it is looked at, in seconds since 1970.
    pub(super) now: u64,
    pub(super) session: Option<&'a Session>,
}

impl HuntOverview<'_> {
    pub(super) fn json(&self, conclusion: Option<Conclusion>) -> Value {
        let scores = self.index.scores();
        let histogram: serde_json::Map<_, _> =
            scores.iter().map(|(score, count)| (score.to_string(), json!(count))).collect();
        json!({
            "puzzle": self.puzzle.name(),
            "algorithm": self.head.algorithm,
            "parameters": self.head.parameters,
            "seed": self.head.seed,
            "session": self.head.sessions,
            "threads": self.session.map(|session| session.threads),
            "best": self.index.best().map(|best| best.score),
            "best_at": self.index.best().map(|best| best.at),
            "bests": self.bests.iter().map(|mark| {
                json!({"score": mark.score, "at": mark.at, "session": mark.session})
            }).collect::<Vec<_>>(),
            "joins": self.puzzle.joins(),
            "threshold": self.head.threshold,
            "kept": self.index.len(),
            "families": self.index.families(),
            "histogram": histogram,
            "work": self.head.work,
            "elapsed_s": self.head.seconds,
            "session_work": self.session.map(|session| session.work),
            "session_elapsed_s": self.session.map(|session| session.seconds),
            "archive": self.folder,
            "conclusion": conclusion,
        })
    }

    /// The same as lines.
    pub(super) fn lines(&self) -> Vec<String> {
        self.lines_with(ROWS)
    }

    /// The same as lines, with so many scores.
    fn lines_with(&self, rows: usize) -> Vec<String> {
        let Head { algorithm, seed, sessions, threshold, .. } = self.head;
        let mut lines = vec![format!(
            "{}  {algorithm}  seed {seed}  session {sessions}  {}",
            self.puzzle.name(),
            self.folder.display()
        )];
        lines.push(format!("best       {}", self.best()));
        lines.extend(self.history());
        lines.push(format!(
            "boards     {} from {threshold} on, {}, {} an hour",
            self.index.len(),
            plural(self.index.families(), "family", "families"),
            short(self.per_hour())
        ));
        lines.extend(self.bars(rows));
        lines.push(format!("work       {}", self.work()));
        if let Some(Session { phase, gauges, .. }) = self.session
            && !(phase.is_empty() && gauges.is_empty())
        {
            let mut line = format!("now        {phase}");
            gauges.iter().for_each(|(name, value)| _ = write!(line, "  {name} {}", short(*value)));
            lines.push(line);
        }
        lines
    }

    /// The best board as well as there is room for it below so many lines, or nothing.
    pub(super) fn picture(&self, room: Room, lines: usize) -> Vec<String> {
        let best = self.index.best();
        best.and_then(|best| picture_within(self.puzzle, &best.board, room, lines + 1))
            .unwrap_or_default()
    }

    /// Prints the best board: on a terminal as large as there is room for below the words.
    pub(super) fn print_picture(&self) -> Result<()> {
        let room = Room::of_stdout();
        let rows = if io::stdout().is_terminal() { room.rows } else { usize::MAX };
        let picture = self.picture(Room { rows, ..room }, self.lines().len() + 1);
        output::print_data(&in_locale(&picture.join("\n")))
    }

    /// The screen of a hunt: words, and below them the best board. Scores make room for it.
    pub(super) fn screen(&self, room: Room) -> (Vec<String>, Vec<String>) {
        let least = self.lines_with(0).len();
        let picture = self.picture(room, least);
        let rows = room.rows.saturating_sub(least + picture.len() + 2).min(ROWS);
        let lines = self.lines_with(rows).into_iter().take(room.rows.max(2) - 1);
        (lines.map(|line| cut(&line, room.line())).collect(), picture)
    }

    /// The bests before this one, the latest first.
    fn history(&self) -> Option<String> {
        let ago = |mark: &Mark| {
            format!("{} {} ago", mark.score, span(self.now.saturating_sub(mark.at) as f64))
        };
        let before = self.bests.iter().rev().skip(1).take(BESTS).map(ago);
        let before: Vec<String> = before.collect();
        (!before.is_empty()).then(|| format!("before     {}", before.join(", ")))
    }

    /// The same in one line.
    pub(super) fn line(&self) -> String {
        let mut line = format!(
            "{}  best {}/{}  {} boards  {}  {}  {} in all",
            humantime::format_rfc3339_seconds(std::time::SystemTime::now()),
            self.index.best_score(),
            self.puzzle.joins(),
            self.index.len(),
            plural(self.index.families(), "family", "families"),
            self.speed(),
            span(self.head.seconds),
        );
        if let Some(session) = self.session.filter(|session| !session.phase.is_empty()) {
            _ = write!(line, "  {}", session.phase);
        }
        line
    }

    fn best(&self) -> String {
        let joins = self.puzzle.joins();
        let Some(best) = self.index.best() else { return format!("none of {joins} yet") };
        let ago = self.now.saturating_sub(best.at);
        let (score, session) = (best.score, best.session);
        format!("{score} of {joins}, found {} ago in session {session}", span(ago as f64))
    }

    /// Boards an hour: in this session, or over all for an archive at rest.
    fn per_hour(&self) -> f64 {
        let (boards, seconds) = match self.session {
            Some(session) => (session.added as f64, session.seconds),
            None => (self.index.len() as f64, self.head.seconds),
        };
        if seconds > 0.0 { boards * 3600.0 / seconds } else { 0.0 }
    }

    fn speed(&self) -> String {
        let session = self.session.map(|session| (session.work, session.seconds));
        let (work, seconds) = session.unwrap_or((self.head.work, self.head.seconds));
        format!("{}/s", short(work as f64 / seconds.max(1e-9)))
    }

    fn work(&self) -> String {
        let all = format!("{} steps, {}", short(self.head.work as f64), span(self.head.seconds));
        match self.session {
            Some(Session { threads, seconds, work, .. }) => format!(
                "{} steps, {}, {} on {}; {all} over all sessions",
                short(*work as f64),
                clock(*seconds),
                self.speed(),
                plural(*threads, "thread", "threads")
            ),
            None => all,
        }
    }

    /// How many boards have which score, the best scores first.
    fn bars(&self, rows: usize) -> Vec<String> {
        let scores = self.index.scores();
        let most = scores.values().copied().max().unwrap_or(1).max(1);
        let shown = scores.iter().rev().take(rows).enumerate();
        let bar = |(i, (score, &count)): (usize, (&u32, &u64))| {
            let word = if i == 0 { "scores" } else { "" };
            let length = (count * BAR).div_ceil(most) as usize;
            format!("{word:<10} {score:>5} {} {count}", "#".repeat(length))
        };
        let mut lines: Vec<String> = shown.map(bar).collect();
        if rows > 0 && scores.len() > rows {
            let rest: u64 = scores.values().rev().skip(rows).sum();
            lines.push(format!("{:<10} lower {rest}", ""));
        }
        lines
    }
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::Archive;
    use crate::observe::screens::{SIZES, framed, seen};
    use marquetry::algorithms;
    use marquetry::edge::builtin::builtin;
    use marquetry::search::{Budget, Event, Parameters, Setup, solve};

    /// The same hunt on every terminal: the greedy boards of one seed.
    #[test]
    fn screens_of_a_hunt() {
        let puzzle = builtin("twin-16x16").unwrap().puzzle().unwrap();
        let desk = tempfile::tempdir().unwrap();
        let new = || Head { sessions: 3, ..Head::new(&puzzle, "portfolio", 123_456) };
        let (mut archive, _) = Archive::open(&desk.path().join("a"), &puzzle, 1000, new).unwrap();
        archive.keep(Some(300)).unwrap();
        let greedy = algorithms::find("local").unwrap().build(Parameters::new()).unwrap();
        let budget = Budget { work: Some(20_000), ..Budget::default() };
        solve(
            &puzzle,
            &*greedy,
            &Setup { seed: 1, budget, ..Setup::default() },
            &mut |_, event| {
                if let Event::Improved { solution, .. } = event {
                    archive.add(solution, 0).unwrap();
                }
            },
        );
        (archive.head.seconds, archive.head.work) = (400_000.0, 9_876_543_210);
        let session = Session {
            threads: 8,
            seconds: 4_321.0,
            work: 123_456_789,
            added: archive.index().len() as u64,
            phase: "beam of 65536 states".to_owned(),
            gauges: vec![("rounds".to_owned(), 17.0)],
        };
        let (folder, index) = (Path::new("hunt/twin-16x16"), archive.index());
        let best = index.best().unwrap();
        let bests: Vec<Mark> = (1..9)
            .map(|n| Mark { at: best.at - 600 * (9 - n), ..archive.bests()[0] })
            .zip(best.score - 8..)
            .map(|(mark, score)| Mark { score, ..mark })
            .collect();
        let (head, now) = (&archive.head, best.at + 754);
        let session = Some(&session);
        let overview =
            HuntOverview { puzzle: &puzzle, folder, head, index, bests: &bests, now, session };
        for room in SIZES {
            let (mut lines, picture) = overview.screen(room);
            assert!(!picture.is_empty(), "{}: the best board is there", seen(room));
            lines.extend(picture);
            insta::assert_snapshot!(format!("hunt_{}", seen(room)), framed(&lines, room, 1));
        }
    }
}
