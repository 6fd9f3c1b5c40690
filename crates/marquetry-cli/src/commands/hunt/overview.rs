//! A hunt at a glance, for people and for programs.

use crate::archive::{Head, Index, now};
use crate::observe::{clock, short, span};
use marquetry::edge::Puzzle;
use marquetry::search::Conclusion;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// The most scores shown, and the widest bar.
const ROWS: usize = 8;
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
        let Head { algorithm, seed, sessions, threshold, .. } = self.head;
        let mut lines = vec![format!(
            "{}  {algorithm}  seed {seed}  session {sessions}  {}",
            self.puzzle.name(),
            self.folder.display()
        )];
        lines.push(format!("best       {}", self.best()));
        lines.push(format!(
            "boards     {} from {threshold} on, {}, {} an hour",
            self.index.len(),
            plural(self.index.families(), "family", "families"),
            short(self.per_hour())
        ));
        lines.extend(self.bars());
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
        let ago = now().saturating_sub(best.at);
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
    fn bars(&self) -> Vec<String> {
        let scores = self.index.scores();
        let most = scores.values().copied().max().unwrap_or(1).max(1);
        let shown = scores.iter().rev().take(ROWS).enumerate();
        let bar = |(i, (score, &count)): (usize, (&u32, &u64))| {
            let word = if i == 0 { "scores" } else { "" };
            let length = (count * BAR).div_ceil(most) as usize;
            format!("{word:<10} {score:>5} {} {count}", "#".repeat(length))
        };
        let mut lines: Vec<String> = shown.map(bar).collect();
        if scores.len() > ROWS {
            let rest: u64 = scores.values().rev().skip(ROWS).sum();
            lines.push(format!("{:<10} lower {rest}", ""));
        }
        lines
    }
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
