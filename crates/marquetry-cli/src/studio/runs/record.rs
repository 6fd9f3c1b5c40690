//! What is known of a run: in memory what every reader asks for, in its log everything.

use super::spec::{End, Spec};
use crate::observe::LogLine;
use crate::studio::wire::{Live, Phase, Point, RunState};
use anyhow::{Context, Result, bail};
use marquetry::edge::Board;
use marquetry::search::{Event, Score, Stamp};
use serde::Deserialize;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// Scores of a sparkline.
const SPARK: usize = 40;
/// The most parts of a run that are remembered: a search may enter them for days.
const MOST_PHASES: usize = 1000;

/// A new best, and where its line stands in the log: boards are read from there, so that memory does
/// not grow with them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) stamp: Stamp,
    pub(crate) score: Score,
    pub(crate) offset: u64,
    pub(crate) length: u64,
}

/// What is known of a run.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) state: RunState,
    pub(crate) bests: Vec<Best>,
    pub(crate) phases: VecDeque<Phase>,
    pub(crate) live: Option<(Stamp, Vec<(String, f64)>)>,
    pub(crate) board: Option<Board>,
    pub(crate) present: Option<(Stamp, Board)>,
    pub(crate) conclusion: Option<String>,
    pub(crate) signature: Option<String>,
    pub(crate) trouble: Option<String>,
    /// The end as it was kept; its bests may not have been read yet.
    pub(crate) end: Option<End>,
    /// Whether the bests are all here.
    pub(crate) is_read: bool,
    /// The number of the last change of any run that touched this one.
    pub(crate) changed: u64,
}

impl Record {
    /// Nothing yet.
    pub(crate) fn new(state: RunState) -> Self {
        Self {
            state,
            bests: Vec::new(),
            phases: VecDeque::new(),
            live: None,
            board: None,
            present: None,
            conclusion: None,
            signature: None,
            trouble: None,
            end: None,
            is_read: true,
            changed: 0,
        }
    }

    /// A run of an earlier studio. Its log is read when someone asks, or now if that is the only way
    /// to know how far it came.
    pub(crate) fn of_before(spec: &Spec, log: &Path) -> Self {
        let mut record = Self::new(RunState::Interrupted);
        match &spec.end {
            Some(end) => {
                record.state = end.state;
                record.conclusion.clone_from(&end.conclusion);
                record.signature.clone_from(&end.signature);
                record.trouble.clone_from(&end.trouble);
                record.end = Some(end.clone());
                record.is_read = false;
            }
            None => {
                if let Err(error) = record.read(log) {
                    record.trouble = Some(format!("{error:#}"));
                }
                // Killed after its last word and before it was noted down.
                if record.conclusion.is_some() {
                    record.state = RunState::Finished;
                }
            }
        }
        record
    }

    /// Reads the log. A last line cut short is left out: nobody has seen it.
    pub(crate) fn read(&mut self, log: &Path) -> Result<()> {
        self.is_read = true;
        let Ok(file) = File::open(log) else { return Ok(()) };
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut line = Vec::new();
        let mut offset = reader.skip_until(b'\n')? as u64;
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)? as u64;
            let Ok(found) = serde_json::from_slice::<Line>(&line) else { return Ok(()) };
            if line.last() != Some(&b'\n') {
                return Ok(());
            }
            self.take(found, offset, length);
            offset += length;
        }
    }

    fn take(&mut self, line: Line, offset: u64, length: u64) {
        let Line { stamp, event, score, name, gauges, conclusion, signature } = line;
        match event.as_str() {
            "improved" => self.bests.push(Best { stamp, score, offset, length }),
            "phase" => self.enter(stamp, name),
            "progress" => self.live = Some((stamp, gauges)),
            "finished" => (self.conclusion, self.signature) = (conclusion, signature),
            _ => {}
        }
    }

    /// Notes that a part of the work began.
    pub(crate) fn enter(&mut self, stamp: Stamp, name: String) {
        if self.phases.len() == MOST_PHASES {
            self.phases.pop_front();
        }
        let work = stamp.work.to_string();
        self.phases.push_back(Phase { name, work, elapsed_s: stamp.elapsed_s });
    }

    pub(crate) fn score(&self) -> Score {
        let kept = self.end.as_ref().map_or(0, |end| end.score);
        self.bests.last().map_or(kept, |best| best.score)
    }

    /// How far it is.
    pub(crate) fn stamp(&self) -> Stamp {
        let kept = self.end.as_ref().map(|end| Stamp { work: end.work, elapsed_s: end.elapsed_s });
        let live = self.live.as_ref().map(|(stamp, _)| *stamp);
        let best = self.bests.last().map(|best| best.stamp);
        let known = [live, best].into_iter().flatten();
        let newest = known.max_by(|a, b| a.elapsed_s.total_cmp(&b.elapsed_s));
        kept.or(newest).unwrap_or_default()
    }

    /// Its scores, evenly spaced over its time.
    pub(crate) fn spark(&self) -> Vec<Score> {
        if let Some(end) = self.end.as_ref().filter(|_| self.bests.is_empty()) {
            return end.spark.clone();
        }
        let end = self.stamp().elapsed_s;
        let mut bests = self.bests.iter().peekable();
        let mut score = 0;
        let mut spark = Vec::with_capacity(SPARK);
        for tick in 1..=SPARK {
            let until = end * tick as f64 / SPARK as f64;
            while let Some(best) = bests.next_if(|best| best.stamp.elapsed_s <= until) {
                score = best.score;
            }
            spark.push(score);
        }
        if self.bests.is_empty() { Vec::new() } else { spark }
    }

    pub(crate) fn points(&self, from: usize) -> Vec<Point> {
        let point = |best: &Best| (best.stamp.work.to_string(), best.stamp.elapsed_s, best.score);
        self.bests.get(from..).unwrap_or_default().iter().map(point).collect()
    }

    pub(crate) fn live(&self) -> Option<Live> {
        let (stamp, gauges) = self.live.as_ref()?;
        let Stamp { work, elapsed_s } = *stamp;
        Some(Live { work: work.to_string(), elapsed_s, gauges: gauges.clone() })
    }

    /// The end to be kept.
    pub(crate) fn to_end(&self) -> End {
        let Stamp { work, elapsed_s } = self.stamp();
        End {
            state: self.state,
            score: self.score(),
            work,
            elapsed_s,
            spark: self.spark(),
            conclusion: self.conclusion.clone(),
            signature: self.signature.clone(),
            trouble: self.trouble.clone(),
        }
    }
}

/// A line of a log without its board.
#[derive(Deserialize)]
struct Line {
    #[serde(flatten)]
    stamp: Stamp,
    event: String,
    #[serde(default)]
    score: Score,
    #[serde(default)]
    name: String,
    #[serde(default)]
    gauges: Vec<(String, f64)>,
    conclusion: Option<String>,
    signature: Option<String>,
}

/// The board of a best, from its line in the log.
pub(crate) fn board(log: &Path, best: Best) -> Result<Board> {
    let cannot = || format!("cannot read {}", log.display());
    let mut file = File::open(log).with_context(cannot)?;
    file.seek(SeekFrom::Start(best.offset)).with_context(cannot)?;
    let mut line = vec![0; usize::try_from(best.length)?];
    file.read_exact(&mut line).with_context(cannot)?;
    match serde_json::from_slice::<LogLine>(&line).with_context(cannot)?.event {
        Event::Improved { solution, .. } => Ok(solution),
        _ => bail!("{}: no board where one was written", log.display()),
    }
}
