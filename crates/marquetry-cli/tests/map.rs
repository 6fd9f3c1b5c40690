//! The pages for people: every file they name is there, every folder is on the map, every link leads
//! somewhere, and prose is wrapped.

use std::fs;
use std::path::{Path, PathBuf};

/// The longest line of prose.
const LINE: usize = 120;
/// Where the paths of the pages may begin.
const PLACES: [&str; 6] = [
    "",
    "crates/marquetry",
    "crates/marquetry/src",
    "crates/marquetry-cli",
    "crates/marquetry-cli/src",
    "crates/marquetry-py",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder with this ending, by name.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    paths.sort();
    paths
}

fn pages() -> Vec<PathBuf> {
    let pages = ["", "docs", "results"].map(|folder| files(folder, "md")).concat();
    assert!(pages.len() > 20, "{pages:?}");
    pages
}

/// The lines outside code blocks, numbered from 1.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut in_code = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            lines.push((number, line));
        }
    }
    lines
}

/// A file or folder named on a page, and what it is said to hold: `path.rs` (`name`, `name`).
struct Named {
    path: String,
    holds: Vec<String>,
}

fn named(page: &str) -> Vec<Named> {
    let text = read(&root().join(page));
    let words = prose(&text).into_iter().flat_map(|(_, line)| line.split_whitespace());
    let text = words.collect::<Vec<_>>().join(" ");
    // What stands between quotes has odd numbers.
    let parts: Vec<&str> = text.split('`').collect();
    let is_path = |part: &str| {
        let ends = [".rs", ".md", ".toml", "/"].iter().any(|end| part.ends_with(end));
        ends && !part.contains(['<', ' '])
    };
    let mut all = Vec::new();
    for at in (1..parts.len()).step_by(2).filter(|&at| is_path(parts[at])) {
        let (mut holds, mut next, mut between) = (Vec::new(), at + 1, " (");
        while parts.get(next) == Some(&between) {
            holds.extend(parts.get(next + 1).map(|&name| name.to_owned()));
            (next, between) = (next + 2, ", ");
        }
        all.push(Named { path: parts[at].to_owned(), holds });
    }
    all
}

/// Whether a text defines something of that name.
fn defines(text: &str, name: &str) -> bool {
    let kinds = ["fn", "struct", "enum", "static", "const"];
    kinds.iter().any(|kind| text.contains(&format!("{kind} {name}")))
}

#[test]
fn every_file_named_is_there_and_holds_what_it_should() {
    let mut wrong = Vec::new();
    for page in ["docs/architecture.md", "CONTRIBUTING.md"] {
        let all = named(page);
        assert!(all.len() > 10, "{page} names {} files", all.len());
        for Named { path, holds } in all {
            let places = PLACES.iter().map(|place| root().join(place).join(&path));
            let found: Vec<PathBuf> = places.filter(|path| path.exists()).collect();
            if found.is_empty() {
                wrong.push(format!("{page} names {path}, which is not there"));
                continue;
            }
            let lacks = |name: &String| !found.iter().any(|path| defines(&read(path), name));
            let lacking = holds.iter().filter(|name| lacks(name));
            wrong.extend(lacking.map(|name| format!("{page} says that {path} holds {name}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The folders in a folder, those of test snapshots left out.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.filter(|path| path.is_dir() && !path.ends_with("snapshots")).collect()
}

/// Deeper ones are private to their folder.
#[test]
fn every_folder_of_the_sources_is_on_the_map() {
    let map: Vec<String> = named("docs/architecture.md").into_iter().map(|one| one.path).collect();
    for crate_folder in ["crates/marquetry", "crates/marquetry-cli"] {
        let source = root().join(crate_folder).join("src");
        let outer = folders(&source);
        let inner = outer.iter().flat_map(|folder| folders(folder)).collect();
        let all = [outer, inner].concat();
        assert!(all.len() > 10, "{all:?}");
        let short =
            |path: &PathBuf| Some(format!("{}/", path.strip_prefix(&source).ok()?.display()));
        let lacking: Vec<String> =
            all.iter().filter_map(short).filter(|folder| !map.contains(folder)).collect();
        assert!(lacking.is_empty(), "docs/architecture.md lacks {}", lacking.join(" "));
    }
}

#[test]
fn every_link_leads_somewhere() {
    for page in pages() {
        let text = read(&page);
        for (_, line) in prose(&text) {
            for rest in line.split("](").skip(1) {
                let link = rest.split([')', '#']).next().unwrap_or_default();
                let folder = page.parent().expect("a page lies in a folder");
                let there = link.contains("://") || folder.join(link).exists();
                assert!(there, "{}: {link} is not there", page.display());
            }
        }
    }
}

#[test]
fn prose_is_wrapped() {
    let too_long = |line: &str| line.chars().count() > LINE;
    for page in pages() {
        let text = read(&page);
        for (number, line) in prose(&text) {
            let is_table = line.trim_start().starts_with('|');
            assert!(is_table || !too_long(line), "{}:{number}: {line}", page.display());
        }
    }
    for plan in files("crates/marquetry-cli/plans", "toml") {
        let text = read(&plan);
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| line.starts_with('#')) {
            assert!(!too_long(line), "{}:{number}: {line}", plan.display());
        }
    }
}
