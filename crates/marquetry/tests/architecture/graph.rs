//! The modules of a crate and the arrows between them.

use super::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Where a module leads to another: the words to find it by.
pub type Arrows = BTreeMap<String, BTreeMap<String, String>>;

/// The files of a crate: their names below `src` and what is in them.
pub type Files = BTreeMap<String, String>;

/// Reads every source file below a folder.
pub fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.strip_prefix(folder).expect("it lies below").to_string_lossy();
                found.insert(name.into_owned(), fs::read_to_string(&path).expect("text"));
            }
        }
    }
    found
}

/// The module a file holds.
fn module(file: &str) -> Vec<&str> {
    let name = file.strip_suffix(".rs").unwrap_or(file);
    let mut path: Vec<&str> = name.split('/').collect();
    if path.last() == Some(&"mod") || path == ["lib"] {
        path.pop();
    }
    path
}

/// A crate as its source tells it, tests left out.
pub struct Tree<'a> {
    name: &'a str,
    sources: BTreeMap<&'a str, Source<'a>>,
    modules: BTreeSet<Vec<&'a str>>,
    handed_on: BTreeMap<Vec<&'a str>, Vec<&'a str>>,
}

impl<'a> Tree<'a> {
    pub fn new(name: &'a str, files: &'a Files) -> Self {
        let mut sources: BTreeMap<&str, Source<'_>> =
            files.iter().map(|(file, text)| (file.as_str(), Source::read(text))).collect();
        for (file, source) in sources.clone() {
            let (folder, own) =
                (file.rsplit_once('/').map_or("", |(folder, _)| folder), module(file));
            for name in &source.tests {
                let below = own.iter().chain([name]).copied().collect::<Vec<_>>().join("/");
                let named =
                    if folder.is_empty() { (*name).to_owned() } else { format!("{folder}/{name}") };
                sources.retain(|other, _| {
                    *other != named
                        && *other != format!("{below}.rs")
                        && !other.starts_with(&format!("{below}/"))
                });
            }
        }
        let modules =
            sources.keys().map(|file| module(file)).filter(|path| !path.is_empty()).collect();
        let mut tree = Self { name, sources, modules, handed_on: BTreeMap::new() };
        for (file, source) in &tree.sources {
            for (name, path) in source.handed_on() {
                let own = module(file);
                let to = tree.absolute(&own, &path).unwrap_or([&own[..], &path[..]].concat());
                let name = [&own[..], &[name]].concat();
                let from_below = tree.modules.contains(&to[..name.len().min(to.len())]);
                if from_below && !tree.modules.contains(&name) {
                    tree.handed_on.insert(name, to);
                }
            }
        }
        tree
    }

    /// The modules directly below the root.
    pub fn top(&self) -> BTreeSet<&'a str> {
        self.modules.iter().filter_map(|path| path.first().copied()).collect()
    }

    /// The files that are no tests.
    pub fn sources(&self) -> impl Iterator<Item = (&'a str, &Source<'a>)> {
        self.sources.iter().map(|(file, source)| (*file, source))
    }

    /// A path from the root of the crate, if it lies in the crate.
    fn absolute(&self, own: &[&'a str], path: &[&'a str]) -> Option<Vec<&'a str>> {
        let (mut base, mut rest) = match path {
            ["crate", rest @ ..] => (Vec::new(), rest),
            [first, rest @ ..] if *first == self.name => (Vec::new(), rest),
            ["self", rest @ ..] => (own.to_vec(), rest),
            ["super", ..] => (own.to_vec(), path),
            _ => return None,
        };
        while let ["super", after @ ..] = rest {
            base.pop();
            rest = after;
        }
        base.extend(rest);
        Some(base)
    }

    /// Follows names that modules hand on from those below them.
    fn resolved(&self, mut path: Vec<&'a str>) -> Vec<&'a str> {
        for _ in 0..8 {
            let handed = (1..=path.len()).find_map(|end| {
                let to = self.handed_on.get(&path[..end]).filter(|to| to[..] != path[..end])?;
                Some([&to[..], &path[end..]].concat())
            });
            match handed {
                Some(to) => path = to,
                None => break,
            }
        }
        path
    }

    /// Every path of every file: the file and line, the module it stands in and where it leads.
    pub fn leads(&self) -> Vec<(String, Vec<&'a str>, Vec<&'a str>)> {
        let mut found = Vec::new();
        for (file, source) in self.sources() {
            let own = module(file);
            for (line, path) in source.paths() {
                if let Some(to) = self.absolute(&own, &path) {
                    found.push((format!("{file}:{line}"), own.clone(), self.resolved(to)));
                }
            }
        }
        found
    }

    /// The arrows between the modules directly below one.
    pub fn arrows(&self, above: &[&'a str]) -> Arrows {
        let mut arrows = Arrows::new();
        let below = |path: &[&'a str]| -> Option<&'a str> {
            let name = path.strip_prefix(above)?.first()?;
            self.modules.contains(&path[..=above.len()]).then_some(*name)
        };
        for (place, own, to) in self.leads() {
            if let (Some(from), Some(to)) = (below(&own), below(&to))
                && from != to
            {
                let arrows = arrows.entry(from.to_owned()).or_default();
                arrows.entry(to.to_owned()).or_insert(place);
            }
        }
        arrows
    }
}

/// A way through the arrows that comes back to where it began, told with the places of its arrows.
pub fn circle(arrows: &Arrows) -> Option<String> {
    let mut left = arrows.clone();
    // What leads nowhere is in no circle.
    loop {
        let known: BTreeSet<String> = left.keys().cloned().collect();
        let before = left.len();
        for to in left.values_mut() {
            to.retain(|to, _| known.contains(to));
        }
        left.retain(|_, to| !to.is_empty());
        if left.len() == before {
            break;
        }
    }
    let mut way = vec![left.keys().next()?];
    loop {
        let (next, _) = left[*way.last()?].iter().next()?;
        if let Some(start) = way.iter().position(|seen| *seen == next) {
            way.push(next);
            let step =
                |two: &[&String]| format!("{} -> {} ({})", two[0], two[1], left[two[0]][two[1]]);
            return Some(way[start..].windows(2).map(step).collect::<Vec<_>>().join(", "));
        }
        way.push(next);
    }
}
