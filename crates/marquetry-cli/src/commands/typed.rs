//! What was typed, turned once into what it means.

use crate::args;
use crate::load::{self, ClueSource, Imposed, Loaded};
use crate::observe::ViewKind;
use crate::output::Files;
use crate::{DEFAULT_TIME, output, png};
pub(super) use crate::{cores, fresh_seed};
use anyhow::{Context, Result, bail};
use marquetry::draw::Ink;
use marquetry::search::{Budget, Parameters, Score};
use serde_json::Value;
use std::io::{self, IsTerminal};

impl From<args::ClueChoice> for Imposed {
    fn from(choice: args::ClueChoice) -> Self {
        match choice {
            args::ClueChoice::None => Self::None,
            args::ClueChoice::Start => Self::Start,
            args::ClueChoice::All => Self::All,
        }
    }
}

impl args::ClueArgs {
    pub(super) fn source(&self) -> ClueSource {
        ClueSource { imposed: self.clues.map(Imposed::from), hints: self.hints.clone() }
    }
}

impl args::PuzzleArg {
    pub(super) fn load(&self) -> Result<Loaded> {
        load::puzzle(&self.puzzle, &self.clues.source())
    }

    /// The files it is read from.
    pub(super) fn sources(&self) -> Files {
        load::sources(&self.puzzle, self.clues.hints.as_deref())
    }
}

impl From<args::ViewChoice> for ViewKind {
    fn from(choice: args::ViewChoice) -> Self {
        match choice {
            args::ViewChoice::Board => Self::Board,
            args::ViewChoice::Thesis => Self::Thesis,
        }
    }
}

impl args::Limits {
    /// As typed; without any limit a run ends after a minute.
    pub(super) fn budget(&self, target: Option<Score>) -> Budget {
        let time = self.time.or(self.work.is_none().then_some(DEFAULT_TIME));
        Budget { work: self.work, time, target }
    }

    /// As typed; without any limit a run never ends by itself.
    pub(super) fn open_budget(&self, target: Option<Score>) -> Budget {
        Budget { work: self.work, time: self.time, target }
    }
}

impl args::Effort {
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(fresh_seed)
    }

    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }
}

impl args::Settings {
    pub(super) fn parameters(&self) -> Result<Parameters> {
        parameters(self.set.iter().map(String::as_str))
    }
}

impl args::Jobs {
    /// How many runs, each on so many threads, are made at a time.
    pub(super) fn count(&self, threads: usize) -> usize {
        self.jobs.map_or_else(|| cores() / threads.max(1), usize::from).max(1)
    }
}

impl args::Pictures {
    /// Makes sure that standard output carries one thing; whether a picture is it.
    pub(super) fn on_stdout(&self, json: bool) -> Result<bool> {
        let [svg, png] = [&self.svg, &self.png].map(|path| output::is_stdout(path.as_ref()));
        output::one_stream(&[("--json", json), ("--svg -", svg), ("--png -", png)])?;
        Ok(svg || png)
    }

    /// Adds the pictures to the files of a command.
    pub(super) fn among(&self, files: Files) -> Files {
        files.writes("--svg", self.svg.as_ref()).writes("--png", self.png.as_ref())
    }

    /// Whether there is any to write.
    pub(super) fn any(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    pub(super) fn save(&self, svg: impl Fn() -> Result<String>) -> Result<()> {
        if let Some(path) = &self.svg {
            output::save(path, svg()?.as_bytes())?;
        }
        if let Some(path) = &self.png {
            output::save(path, &png::render(&svg()?)?)?;
        }
        Ok(())
    }
}

/// How colours are shown on standard output: as typed, else what the terminal can do.
pub(super) fn ink(choice: Option<args::ColourChoice>) -> Ink {
    match choice {
        Some(args::ColourChoice::Plain) => Ink::Plain,
        Some(args::ColourChoice::Ansi256) => Ink::Ansi256,
        Some(args::ColourChoice::True) => Ink::TrueColour,
        None => Ink::detect(io::stdout().is_terminal(), |name| std::env::var(name).ok()),
    }
}

/// `key=value` pairs; a value is JSON where it can be, else a plain string.
pub(super) fn parameters<'w>(words: impl IntoIterator<Item = &'w str>) -> Result<Parameters> {
    let mut given = Parameters::new();
    for setting in words {
        let (key, value) = setting
            .split_once('=')
            .with_context(|| format!("--set expects KEY=VALUE, found {setting:?}"))?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        if given.insert(key.trim().to_owned(), value).is_some() {
            bail!("--set names {key} twice");
        }
    }
    Ok(given)
}
