//! `doctor`: what this program is, what it runs on, and what it would like to find there.

use super::Done;
use super::typed::cores;
use crate::campaign::{compiler, machine};
use crate::terminal::Room;
use crate::{args, output, shelf};
use anyhow::Result;
use marquetry::draw::Ink;
use serde_json::{Value, json};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// Programs that open the studio's page, as far as they have names of their own.
const BROWSERS: [&str; 7] =
    ["chromium", "chromium-browser", "google-chrome", "firefox", "xdg-open", "wslview", "open"];
/// The engine that many machines share work through.
const ENGINES: [&str; 1] = ["nats-server"];
const PYTHONS: [&str; 2] = ["python3", "python"];

/// What was looked at: its name, what was found, and what is wrong with it.
struct Finding {
    name: &'static str,
    found: String,
    wrong: Option<String>,
}

impl Finding {
    fn new(name: &'static str, found: impl Into<String>) -> Self {
        Self { name, found: found.into(), wrong: None }
    }
}

pub(super) fn doctor(args: &args::Doctor) -> Result<Done> {
    let findings = [
        Finding::new("version", format!("{}, made with {}", env!("CARGO_PKG_VERSION"), compiler())),
        Finding::new("features", features()),
        Finding::new("machine", machine()),
        Finding::new("cores", load()),
        Finding::new("terminal", terminal()),
        data(),
        Finding::new("browser", optional(&BROWSERS, "the studio prints its address instead")),
        Finding::new("engine", optional(&ENGINES, "wanted only to share work among machines")),
        Finding::new("Python", python()),
    ];
    let well = findings.iter().all(|finding| finding.wrong.is_none());
    if args.json {
        let told = |finding: &Finding| {
            let value = json!({"found": finding.found, "wrong": finding.wrong});
            (finding.name.to_lowercase(), value)
        };
        let object: serde_json::Map<String, Value> = findings.iter().map(told).collect();
        output::print_json(&object)?;
        return Ok(Done::from(well));
    }
    for Finding { name, found, wrong } in &findings {
        output::print(&format!("{name:<10} {found}"))?;
        if let Some(wrong) = wrong {
            output::print(&format!("{:<10} wrong: {wrong}", ""))?;
        }
    }
    Ok(Done::from(well))
}

/// What was built in.
fn features() -> String {
    let cluster = if cfg!(feature = "cluster") { "cluster" } else { "none: one machine only" };
    let debug = cfg!(debug_assertions).then_some("slow checks (a debug build)");
    [cluster].into_iter().chain(debug).collect::<Vec<&str>>().join(", ")
}

/// The cores, and how busy they are where the system tells.
fn load() -> String {
    let cores = cores();
    let told = fs::read_to_string("/proc/loadavg").ok();
    let busy = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    match busy {
        Some(busy) if busy > 0.5 * cores as f64 => {
            format!("{cores}, load {busy:.1}: times that are measured now say little")
        }
        Some(busy) => format!("{cores}, load {busy:.1}"),
        None => format!("{cores}"),
    }
}

fn terminal() -> String {
    let room = Room::of_stdout();
    let colours = match room.ink {
        Ink::Plain => "no colours",
        Ink::Ansi256 => "256 colours",
        Ink::TrueColour => "all colours",
    };
    let characters = if room.blocks { "all characters" } else { "plain characters" };
    match io::stdout().is_terminal() {
        true => format!("{}x{}, {colours}, {characters}", room.columns, room.rows),
        false => format!("none, {colours}, {characters}"),
    }
}

/// The folder of added puzzles, and whether it can be written.
fn data() -> Finding {
    let (found, tried) = match shelf::folder() {
        Ok(folder) => (folder.display().to_string(), try_folder(&folder)),
        Err(error) => ("none".to_owned(), Some(format!("{error:#}"))),
    };
    Finding { wrong: tried, ..Finding::new("data", found) }
}

/// What keeps a file from being written in a folder, or in the first that is there above it.
fn try_folder(folder: &Path) -> Option<String> {
    let there = folder.ancestors().find(|folder| folder.exists())?;
    if !there.is_dir() {
        return Some(format!("{} is no folder", there.display()));
    }
    output::ensure_writable(&there.join("doctor")).err().map(|error| format!("{error:#}"))
}

fn in_path(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let ends = ["", env::consts::EXE_SUFFIX];
    let file = |name: &&str| {
        let places =
            folders.iter().flat_map(|folder| ends.map(|end| folder.join(format!("{name}{end}"))));
        places.into_iter().find(|path| path.is_file())
    };
    names.iter().find_map(file)
}

fn optional(names: &[&str], without: &str) -> String {
    in_path(names).map_or_else(|| format!("none: {without}"), |path| path.display().to_string())
}

/// Python, and whether it has our package.
fn python() -> String {
    let Some(path) = in_path(&PYTHONS) else {
        return "none: wanted only for the package".to_owned();
    };
    let mut ask = Command::new(&path);
    ask.args(["-c", "import importlib.metadata as m; print(m.version('marquetry'))"]);
    let told = ask.stdin(Stdio::null()).stderr(Stdio::null()).output().ok();
    let told = told.filter(|told| told.status.success());
    let version = told.map(|told| String::from_utf8_lossy(&told.stdout).trim().to_owned());
    let package =
        version.map_or("without the package marquetry".to_owned(), |v| format!("marquetry {v}"));
    format!("{}, {package}", path.display())
}
