//! A run as JSON lines: a header that says everything needed to repeat it, then its events.

use crate::output;
use anyhow::{Context, Result, bail};
use marquetry::edge::format::native_puzzle;
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{Event, Parameters, Stamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// The name and version of the log format.
const FORMAT: &str = "marquetry-run/1";
/// The longest line a log may have: a puzzle of 64x64 with room to spare.
const MAX_LINE: u64 = 1 << 20;

/// The first line of a log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Always `marquetry-run/1`.
    pub format: String,
    /// The version that made the run.
    pub version: String,
    /// The puzzle, as in its own file.
    pub puzzle: Value,
    /// The algorithm.
    pub algorithm: String,
    /// All its parameters.
    pub parameters: Parameters,
    /// The seed.
    pub seed: u64,
    /// The score that was asked for.
    pub target: Option<u32>,
    /// The board the run went on from.
    pub start: Option<Board>,
}

impl Default for Header {
    fn default() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            puzzle: Value::Null,
            algorithm: String::new(),
            parameters: Parameters::new(),
            seed: 0,
            target: None,
            start: None,
        }
    }
}

impl Header {
    /// The header of a run on a puzzle with all parameters of its algorithm.
    ///
    /// # Errors
    /// If the puzzle cannot be written down.
    pub fn of(puzzle: &Puzzle, algorithm: &str, parameters: &Value, seed: u64) -> Result<Self> {
        Ok(Self {
            puzzle: serde_json::from_str(&native_puzzle(puzzle))?,
            algorithm: algorithm.to_owned(),
            parameters: parameters.as_object().cloned().unwrap_or_default(),
            seed,
            ..Self::default()
        })
    }
}

/// Every later line of a log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LogLine {
    /// When it happened.
    #[serde(flatten)]
    pub stamp: Stamp,
    /// What happened.
    #[serde(flatten)]
    pub event: Event<Board>,
}

/// The same, borrowed.
#[derive(Serialize)]
struct LineToWrite<'e> {
    #[serde(flatten)]
    stamp: Stamp,
    #[serde(flatten)]
    event: &'e Event<Board>,
}

/// Writes a run's events to a file as they happen, or to standard output for `-`.
pub struct Recorder {
    out: BufWriter<Box<dyn Write + Send>>,
    /// Bytes written so far.
    length: u64,
    /// The line being made.
    line: Vec<u8>,
    last_progress: f64,
    /// The last sign of life that was not written.
    passed: Option<(Stamp, Event<Board>)>,
    failure: Option<anyhow::Error>,
}

impl Recorder {
    /// Creates the file and writes the header.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn create(path: &Path, header: &Header) -> Result<Self> {
        let context = || format!("cannot write {}", path.display());
        let sink: Box<dyn Write + Send> = match output::is_stdout(Some(path)) {
            true => Box::new(io::stdout()),
            false => Box::new(File::create(path).with_context(context)?),
        };
        let out = BufWriter::new(sink);
        let (length, line) = (0, serde_json::to_vec(header).with_context(context)?);
        let mut recorder =
            Self { out, length, line, last_progress: 0.0, passed: None, failure: None };
        recorder.end_line().with_context(context)?;
        Ok(recorder)
    }

    /// Notes an event.
    pub fn notice(&mut self, stamp: Stamp, event: &Event<Board>) {
        match event {
            // A sign of life a second is enough for a log that may cover weeks.
            Event::Progress { .. } if stamp.elapsed_s - self.last_progress < 1.0 => {
                self.passed = Some((stamp, event.clone()));
                return;
            }
            Event::Progress { .. } => self.last_progress = stamp.elapsed_s,
            Event::Present { .. } => return,
            // The last counts belong to the end.
            Event::Finished { .. } => {
                if let Some((stamp, progress)) = self.passed.take() {
                    self.keep(stamp, &progress);
                }
            }
            Event::Phase { .. } | Event::Improved { .. } | Event::Kept { .. } => {}
        }
        self.keep(stamp, event);
    }

    fn keep(&mut self, stamp: Stamp, event: &Event<Board>) {
        if self.failure.is_none() {
            self.failure = self.write(stamp, event).err();
        }
    }

    fn write(&mut self, stamp: Stamp, event: &Event<Board>) -> Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, &LineToWrite { stamp, event })?;
        Ok(self.end_line()?)
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.line.push(b'\n');
        self.out.write_all(&self.line)?;
        self.length += self.line.len() as u64;
        self.out.flush()
    }

    /// Bytes written so far: where the next line begins.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// What went wrong, if anything could not be written.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        self.failure.as_ref().map(|error| format!("the log is incomplete: {error:#}"))
    }

    /// Closes the log.
    ///
    /// # Errors
    /// If anything could not be written.
    pub fn finish(self) -> Result<()> {
        self.failure.map_or(Ok(()), Err).context("the log is incomplete")
    }
}

/// Reads a log. A last line cut short, as a crash leaves it, is left out and noted.
///
/// # Errors
/// If it cannot be read or is not a log.
pub fn read_log(path: &Path) -> Result<(Header, Vec<LogLine>, Option<String>)> {
    let name = path.display();
    let source: Box<dyn Read> = match output::is_stdout(Some(path)) {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path).with_context(|| format!("cannot read {name}"))?),
    };
    let mut lines = Lines { reader: BufReader::new(source), number: 0 };
    let first = lines.next_line()?.with_context(|| format!("{name} is empty, expected a log"))?;
    let header: Header = serde_json::from_str(&first)
        .with_context(|| format!("{name}, line 1: expected the header of a log"))?;
    if header.format != FORMAT {
        bail!("{name}, line 1: expected format {FORMAT}, found {:?}", header.format);
    }
    let mut events = Vec::new();
    while let Some(text) = lines.next_line()? {
        match serde_json::from_str(&text) {
            Ok(line) => events.push(line),
            Err(_) if lines.next_line()?.is_none() => {
                let note = format!("{name}, line {}: cut short, left out", lines.number);
                return Ok((header, events, Some(note)));
            }
            Err(_) => {
                let (line, found) = (lines.number - 1, text.trim_end().chars().take(60));
                bail!("{name}, line {line}: expected an event, found {}", found.collect::<String>())
            }
        }
    }
    Ok((header, events, None))
}

struct Lines {
    reader: BufReader<Box<dyn Read>>,
    number: usize,
}

impl Lines {
    fn next_line(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        Read::take(&mut self.reader, MAX_LINE).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if bytes.len() as u64 == MAX_LINE {
            bail!("line {}: longer than any line of a log", self.number);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }
}
