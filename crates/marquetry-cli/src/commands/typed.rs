//! What was typed, turned once into what it means.

use super::outfile::BoardForm;
use crate::args;
use crate::load::{self, ClueSource, Imposed, Loaded};
use crate::observe::ViewKind;
use crate::output::Files;
use crate::{DEFAULT_TIME, output, png, terminal};
pub(super) use crate::{cores, fresh_seed};
use anyhow::{Context, Result, bail};
use marquetry::draw::Ink;
use marquetry::search::{Budget, Parameters, Score};
use serde_json::Value;
use std::io::{self, IsTerminal};
use std::path::Path;

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

#[cfg(feature = "cluster")]
impl args::OnEngine {
    /// The engine that was named, if one was.
    pub(super) fn engine(&self) -> Result<Option<crate::cluster::Engine>> {
        let engine = |on: &String| crate::cluster::Engine::new(on, self.creds.as_deref());
        self.on.as_ref().map(engine).transpose()
    }
}

impl args::Pictures {
    /// Makes sure that standard output carries one thing and that names say what to write; whether a
    /// picture goes to standard output.
    pub(super) fn on_stdout(&self, json: bool) -> Result<bool> {
        let [svg, png] = [&self.svg, &self.png].map(|path| output::is_stdout(path.as_ref()));
        output::one_stream(&[("--json", json), ("--svg -", svg), ("--png -", png)])?;
        if let Some(out) = self.out.as_deref().filter(|out| self.form_of(out).is_none()) {
            bail!("{}: expected a picture's name, which ends in .svg or .png", out.display());
        }
        Ok(svg || png)
    }

    fn form_of(&self, out: &Path) -> Option<BoardForm> {
        Some(BoardForm::of(out)).filter(|form| !matches!(form, BoardForm::Text(_)))
    }

    /// Adds the pictures to the files of a command.
    pub(super) fn among(&self, files: Files) -> Files {
        let files = files.writes("--svg", self.svg.as_ref()).writes("--png", self.png.as_ref());
        files.writes("--out", self.out.as_ref())
    }

    /// Writes them, and says so unless what is said is JSON.
    pub(super) fn save(&self, json: bool, svg: impl Fn() -> Result<String>) -> Result<()> {
        let named = self.out.as_deref().and_then(|out| Some((out, self.form_of(out)?)));
        let svgs = self.svg.as_deref().map(|path| (path, BoardForm::Svg));
        let pngs = self.png.as_deref().map(|path| (path, BoardForm::Png));
        for (path, form) in [svgs, pngs, named].into_iter().flatten() {
            match form {
                BoardForm::Png => output::save(path, &png::render(&svg()?)?)?,
                _ => output::save(path, svg()?.as_bytes())?,
            }
            if !json {
                output::wrote(path);
            }
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
        None => terminal::ink(io::stdout().is_terminal()),
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
