//! The puzzle shelf: built-in puzzles, and the user's own in their data directory.

use crate::output;
use anyhow::{Context, Result, bail};
use directories::ProjectDirs;
use marquetry::edge::Puzzle;
use marquetry::edge::builtin::{self, Builtin};
use marquetry::edge::format::native_puzzle;
use std::path::PathBuf;
use std::{env, fs};

/// A puzzle on the shelf.
#[derive(Debug)]
pub enum Shelved {
    /// One of ours.
    Builtin(&'static Builtin),
    /// One the user added: its name and file.
    Added(String, PathBuf),
}

impl Shelved {
    /// The name it is called by.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Builtin(builtin) => builtin.name,
            Self::Added(name, _) => name,
        }
    }

    /// Where it comes from.
    #[must_use]
    pub fn about(&self) -> String {
        match self {
            Self::Builtin(builtin) => builtin.about.clone(),
            Self::Added(_, path) => format!("yours: {}", path.display()),
        }
    }

    /// Its file.
    ///
    /// # Errors
    /// If the user's file cannot be read.
    pub fn text(&self) -> Result<Vec<u8>> {
        match self {
            Self::Builtin(builtin) => Ok(builtin.text.as_bytes().to_vec()),
            Self::Added(_, path) => output::read_input(&path.to_string_lossy()),
        }
    }
}

/// The folder of added puzzles: `MARQUETRY_DATA` or the system's place for such data.
///
/// # Errors
/// If the system has no such place.
pub fn folder() -> Result<PathBuf> {
    let base = match env::var_os("MARQUETRY_DATA") {
        Some(folder) => PathBuf::from(folder),
        None => ProjectDirs::from("", "", "marquetry")
            .context("no home directory: set MARQUETRY_DATA to a folder for your puzzles")?
            .data_dir()
            .to_path_buf(),
    };
    Ok(base.join("puzzles"))
}

/// Everything on the shelf, ours first.
#[must_use]
pub fn all() -> Vec<Shelved> {
    let ours = builtin::builtins().iter().map(Shelved::Builtin);
    ours.chain(added()).collect()
}

fn added() -> Vec<Shelved> {
    let files = folder().ok().and_then(|folder| fs::read_dir(folder).ok());
    let mut added: Vec<Shelved> = files
        .into_iter()
        .flatten()
        .filter_map(|file| {
            let path = file.ok()?.path();
            let name = path.file_name()?.to_str()?.strip_suffix(".json")?.to_owned();
            Some(Shelved::Added(name, path))
        })
        .collect();
    added.sort_by(|a, b| a.name().cmp(b.name()));
    added
}

/// The puzzle of a name.
#[must_use]
pub fn find(name: &str) -> Option<Shelved> {
    all().into_iter().find(|shelved| shelved.name() == name)
}

/// Puts a puzzle on the shelf and tells its file.
///
/// # Errors
/// If the name is taken or the file cannot be written.
pub fn add(puzzle: &Puzzle, name: &str, replace: bool) -> Result<PathBuf> {
    if name.trim().is_empty() {
        bail!("expected a name, found nothing: choose a --name");
    }
    let name = output::slug(name);
    match find(&name) {
        Some(Shelved::Builtin(_)) => bail!("{name} is a built-in puzzle: choose another --name"),
        Some(Shelved::Added(..)) if !replace => {
            bail!("{name} is on the shelf already: choose another --name or say --replace")
        }
        _ => {}
    }
    let folder = folder()?;
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = folder.join(format!("{name}.json"));
    let puzzle = puzzle.clone().with_name(name);
    output::save(&path, native_puzzle(&puzzle).as_bytes())?;
    Ok(path)
}

/// Takes one of the user's puzzles off the shelf.
///
/// # Errors
/// If there is none of that name.
pub fn remove(name: &str) -> Result<()> {
    match find(name) {
        Some(Shelved::Added(_, path)) => {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))
        }
        Some(Shelved::Builtin(_)) => bail!("{name} is built in and stays"),
        None => bail!("no puzzle of yours is named {name}"),
    }
}
