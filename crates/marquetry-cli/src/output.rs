//! Reading and writing: bounded, atomic, and silent about broken pipes.

mod disk;
mod files;
mod lock;
mod plain;

pub use disk::network_file_system;
pub use files::{Files, claim, is_same, with_suffix};
pub use lock::Lock;
pub use plain::{plain, plain_line};

use crate::terminal::in_locale;
use anyhow::{Context, Result, bail};
use atomic_write_file::AtomicWriteFile;
use marquetry::edge::format::MAX_BYTES;
use marquetry::search::plain_types;
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Prints words on standard output, stripped of what could steer a terminal.
///
/// # Errors
/// If it cannot be written; see [`is_broken_pipe`].
pub fn print(text: &str) -> Result<()> {
    print_data(&in_locale(&plain(text)))
}

/// Prints data on standard output as it is: JSON, files, our own pictures in colour.
///
/// # Errors
/// If it cannot be written.
pub fn print_data(text: &str) -> Result<()> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    write_stdout(format!("{text}{end}").as_bytes())
}

fn write_stdout(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).context("cannot write standard output")
}

/// Whether a path means standard output (or, for what is read, standard input).
#[must_use]
pub fn is_stdout(path: Option<impl AsRef<Path>>) -> bool {
    path.is_some_and(|path| path.as_ref() == Path::new("-"))
}

/// Makes sure that standard output carries one thing.
///
/// # Errors
/// If several are asked for.
pub fn one_stream(wishes: &[(&str, bool)]) -> Result<()> {
    let asked: Vec<&str> =
        wishes.iter().filter(|(_, asked)| *asked).map(|(name, _)| *name).collect();
    if asked.len() > 1 {
        bail!("standard output can carry one thing, not {}", asked.join(" and "));
    }
    Ok(())
}

/// Prints one JSON object on one line.
///
/// # Errors
/// If it cannot be written.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    print_data(&serde_json::to_string(value)?)
}

/// Tells the user something on standard error. That nobody listens is no error.
pub fn say(text: &str) {
    _ = writeln!(io::stderr().lock(), "{}", in_locale(&plain(text)));
}

/// Tells the user of a file that was written, unless it is a stream.
pub fn wrote(path: &Path) {
    if !is_stdout(Some(path)) {
        say(&format!("wrote {}", path.display()));
    }
}

/// Writes a text into its file and says so, or prints it. Where JSON is printed that has the text as well,
/// nothing else is.
///
/// # Errors
/// If the file or the stream cannot be written.
pub fn deliver(text: &str, out: Option<&Path>, json: bool) -> Result<()> {
    match out {
        Some(path) => {
            save(path, text.as_bytes())?;
            if !json {
                wrote(path);
            }
        }
        None if !json => print_data(text)?,
        None => {}
    }
    Ok(())
}

/// Tells the user what went wrong, in one line.
pub fn complain(error: &anyhow::Error) {
    let words = |cause: &(dyn std::error::Error + 'static)| {
        let parser = cause.is::<serde_json::Error>() || cause.is::<toml::de::Error>();
        if parser { plain_types(&cause.to_string()) } else { cause.to_string() }
    };
    let causes: Vec<String> = error.chain().map(words).collect();
    say(&format!("error: {}", causes.join(": ")));
}

/// Whether an error means that the reader of our output has gone.
#[must_use]
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_error = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
    };
    error.chain().any(io_error)
}

/// Writes a file whole or not at all; `-` is standard output.
///
/// # Errors
/// If the file cannot be written; what was there before is then still there.
pub fn save(path: &Path, bytes: &[u8]) -> Result<()> {
    if is_stdout(Some(path)) {
        return write_stdout(bytes);
    }
    let write = || -> io::Result<()> {
        if !is_file_to_be(path) {
            return OpenOptions::new().write(true).open(path)?.write_all(bytes);
        }
        let mut file = AtomicWriteFile::open(behind_links(path))?;
        file.write_all(bytes)?;
        file.commit()
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Whether a path is or will be a plain file: pipes and devices are written to, not replaced.
#[must_use]
pub fn is_file_to_be(path: &Path) -> bool {
    !is_stdout(Some(path)) && fs::metadata(path).map_or(true, |found| found.is_file())
}

/// The file a link points to: it is replaced, not the link.
fn behind_links(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Makes sure before a long run that a file can be written after it, without touching the file.
///
/// # Errors
/// If it cannot.
pub fn ensure_writable(path: &Path) -> Result<()> {
    let attempt = if path.is_dir() {
        Err(io::Error::from(ErrorKind::IsADirectory))
    } else if is_file_to_be(path) {
        AtomicWriteFile::open(behind_links(path)).and_then(AtomicWriteFile::discard)
    } else {
        Ok(())
    };
    attempt.with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a file, or standard input for `-`, refusing what is too long to be a puzzle.
///
/// # Errors
/// If it cannot be read or is too long.
pub fn read_input(spec: &str) -> Result<Vec<u8>> {
    read_at_most(spec, MAX_BYTES)
}

/// Reads a file, or standard input for `-`, refusing what has more bytes.
///
/// # Errors
/// If it cannot be read or is too long.
pub fn read_at_most(spec: &str, most: usize) -> Result<Vec<u8>> {
    let source: Box<dyn Read> = if spec == "-" {
        Box::new(io::stdin().lock())
    } else {
        let path = Path::new(spec);
        if path.is_dir() {
            bail!("{spec} is a folder, expected a file");
        }
        Box::new(File::open(path).with_context(|| format!("cannot read {spec}"))?)
    };
    let mut bytes = Vec::new();
    let limit = most as u64 + 1;
    source.take(limit).read_to_end(&mut bytes).with_context(|| format!("cannot read {spec}"))?;
    if bytes.len() > most {
        bail!("{spec} is longer than {} MiB", most >> 20);
    }
    Ok(bytes)
}

/// A file name made from what people call something.
#[must_use]
pub fn slug(name: &str) -> String {
    let keep = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let mut slug: String = name.trim().chars().map(keep).collect();
    // File names have a limit in bytes.
    slug.truncate(slug.floor_char_boundary(80));
    let slug = slug.trim_matches(['-', '.']);
    if slug.is_empty() { "puzzle".to_owned() } else { slug.to_lowercase() }
}
