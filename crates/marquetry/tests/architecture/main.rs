//! The floor plan holds: no circles between modules, no arrow pointing up, nothing too long.
//!
//! The source is read as text: every `use` and every path through `crate`, `super`, `self` or the
//! library's name. Code that is there for tests only (`#[cfg(test)]`) may look anywhere.

mod graph;
mod source;

use graph::{Files, Tree, circle, files};
use source::Source;
use std::path::Path;

/// What each module of the library may use.
const LIBRARY: [(&str, &[&str]); 6] = [
    ("search", &[]),
    ("edge", &["search"]),
    ("exact", &["search", "edge"]),
    ("algorithms", &["search", "edge", "exact"]),
    // The methods that walk on either puzzle and the writer of formulas are used, not written twice.
    ("tokens", &["search", "algorithms::annealing", "algorithms::late", "edge::cnf"]),
    ("draw", &["search", "edge", "tokens"]),
];

/// Who may use what was typed; everything else in the command's crate knows domain values only.
const TYPED: [(&str, &[&str]); 2] = [("args", &["commands", "main"]), ("commands", &["main"])];

/// Longest file and longest function: about 400 and 60 lines, a tenth more is no fault.
const LONGEST: (usize, usize) = (440, 66);
/// Files that may be longer: the depth-first kernel, and the state with the tests of its caches.
const LONG_FILES: [&str; 2] = ["exact/kernel.rs", "edge/state.rs"];
/// Functions that may be longer: the kernel's loop, and the table of letters.
const LONG_FUNCTIONS: [(&str, &str); 2] =
    [("exact/kernel.rs", "search"), ("draw/glyph.rs", "strokes")];

fn crate_files(name: &str) -> Files {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src"))
}

/// Arrows that the library's floor plan does not have.
fn pointing_up(tree: &Tree<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for (place, own, to) in tree.leads() {
        let (Some(from), path) = (own.first(), to.join("::")) else { continue };
        let known = |name: &str| LIBRARY.iter().find(|(module, _)| *module == name);
        let (Some((_, allowed)), Some(target)) = (known(from), to.first().and_then(|to| known(to)))
        else {
            continue;
        };
        let within = |law: &&str| path == **law || path.starts_with(&format!("{law}::"));
        if target.0 != *from && !allowed.iter().any(within) {
            found.push(format!("{place}: {from} uses {path}"));
        }
    }
    found
}

/// Uses of the command line where none is allowed.
fn typed_too_low(tree: &Tree<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for (place, own, to) in tree.leads() {
        let law = TYPED.iter().find(|(module, _)| to.first() == Some(module));
        let own = own.first().copied().unwrap_or("lib");
        if law.is_some_and(|(module, by)| own != *module && !by.contains(&own)) {
            found.push(format!("{place}: {own} uses {}", to.join("::")));
        }
    }
    for (file, source) in tree.sources() {
        let own = file.split(['/', '.']).next().unwrap_or_default();
        let clap = source.tokens.iter().find(|token| token.text.starts_with("clap"));
        if let Some(token) = clap.filter(|_| !["args", "commands", "main"].contains(&own)) {
            found.push(format!("{file}:{}: {own} uses {}", token.line, token.text));
        }
    }
    found
}

/// Circles between the modules of the crate, and between those below the modules named.
fn circles<'a>(tree: &Tree<'a>, inside: &[&'a str]) -> Vec<String> {
    let levels = std::iter::once(&[][..]).chain(inside.chunks(1));
    levels.filter_map(|above| circle(&tree.arrows(above))).collect()
}

#[test]
fn the_librarys_arrows_point_one_way() {
    let files = crate_files("marquetry");
    let tree = Tree::new("marquetry", &files);
    assert!(tree.leads().len() > 300, "{}", tree.leads().len());
    let mut planned = LIBRARY.map(|(module, _)| module);
    planned.sort_unstable();
    assert!(tree.top().into_iter().eq(planned), "{:?}, not {planned:?}", tree.top());
    let found = [pointing_up(&tree), circles(&tree, &["algorithms"])].concat();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn the_commands_alone_know_what_was_typed() {
    let files = crate_files("marquetry-cli");
    let tree = Tree::new("marquetry_cli", &files);
    assert!(tree.leads().len() > 200, "{}", tree.leads().len());
    let found = [typed_too_low(&tree), circles(&tree, &["campaign", "commands"])].concat();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn files_and_functions_stay_short() {
    let mut found = Vec::new();
    for name in ["marquetry", "marquetry-cli", "marquetry-py"] {
        let files = crate_files(name);
        for (file, source) in Tree::new(name, &files).sources() {
            let lines = files[file].lines().count();
            if lines > LONGEST.0 && !LONG_FILES.contains(&file) {
                found.push(format!("{name}/src/{file}: {lines} lines"));
            }
            let long = source.functions().into_iter().filter(|(_, lines)| *lines > LONGEST.1);
            let long = long.filter(|(function, _)| !LONG_FUNCTIONS.contains(&(file, function)));
            found
                .extend(long.map(|(f, lines)| format!("{name}/src/{file}: fn {f}, {lines} lines")));
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// A little crate, planted.
fn planted(files: &[(&str, &str)]) -> Files {
    files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

fn faults(planted_files: &[(&str, &str)]) -> Vec<String> {
    let files = planted(planted_files);
    let tree = Tree::new("marquetry", &files);
    [pointing_up(&tree), circles(&tree, &["algorithms"])].concat()
}

#[test]
fn a_planted_arrow_is_found() {
    let lib = ("lib.rs", "pub mod edge; pub mod search; pub mod algorithms;");
    let search = ("search/mod.rs", "pub struct Run;");
    let edge = ("edge/mod.rs", "mod state; pub use state::State; use crate::search::Run;");
    let well = ("edge/state.rs", "use crate::search::Run; pub struct State(Run);");
    assert_eq!(faults(&[lib, search, edge, well]), Vec::<String>::new());
    for (file, text) in [
        ("search/walk.rs", "use crate::edge::State;"),
        ("search/walk.rs", "\n\nuse crate::{search::Run, edge::{self, State}};"),
        ("search/walk.rs", "fn f() { let s = crate::edge::State::new(); }"),
        ("search/walk.rs", "use super::super::edge::State;"),
        ("search/walk.rs", "type S = marquetry::edge::State;"),
        ("search/deep/walk.rs", "pub(crate) use super::super::super::edge as other;"),
        ("search/walk.rs", "fn f(c: char) -> bool { c == '\"' || crate::edge::f('\\'', \"'\") }"),
        ("search/walk.rs", "const RAW: &str = r#\"\"#; use crate::edge;"),
    ] {
        let found = faults(&[lib, search, edge, well, (file, text)]);
        assert!(found.iter().any(|f| f.contains("search uses edge")), "{text}: {found:?}");
        assert!(found.iter().any(|f| f.contains("->")), "a circle too: {text}: {found:?}");
    }
    for text in [
        "// use crate::edge::State;",
        "/* /* */ use crate::edge::State; */",
        "const S: &str = \"crate::edge::State\";",
        "const S: &str = r#\"\" crate::edge::State\"#;",
        "#[cfg(test)] mod tests { use crate::edge::State; fn f() {} }",
        "#[cfg(test)] use crate::edge::State;",
        "use elsewhere::edge::State;",
    ] {
        let found = faults(&[lib, search, edge, well, ("search/walk.rs", text)]);
        assert_eq!(found, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn tests_may_look_anywhere() {
    let search = ("search/mod.rs", "#[cfg(test)] mod tests; mod walk;");
    let walk = ("search/walk.rs", "#[cfg(test)]\n#[path = \"walk_tests.rs\"]\nmod tests;");
    let edge = ("edge/mod.rs", "use crate::search::Run;");
    let up = "use crate::edge::State;";
    let files = [search, walk, edge, ("search/tests.rs", up), ("search/walk_tests.rs", up)];
    assert_eq!(faults(&files), Vec::<String>::new());
    assert_eq!(faults(&[&files[..], &[("search/other.rs", up)]].concat()).len(), 2);
}

#[test]
fn a_planted_circle_between_algorithms_is_found() {
    let names = ("algorithms/mod.rs", "mod gvns; mod local; pub use gvns::Gvns; pub use local::L;");
    let gvns = ("algorithms/gvns/mod.rs", "mod build; use crate::algorithms::local::Walk;");
    let local = ("algorithms/local.rs", "pub struct Walk; pub struct L;");
    assert_eq!(faults(&[names, gvns, local]), Vec::<String>::new());
    for text in [
        "use super::gvns::Build;",
        "use super::Gvns;",
        "use crate::algorithms::{Gvns as Other};",
        "fn f() { crate::algorithms::gvns::f() }",
    ] {
        let found = faults(&[names, gvns, ("algorithms/local.rs", text)]);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(
            found[0].contains("gvns -> local") && found[0].contains("local -> gvns"),
            "{found:?}"
        );
    }
}

#[test]
fn planted_command_lines_are_found() {
    let commands = ("commands/solve.rs", "use crate::args::Solve; use clap::Parser;");
    let main = ("main.rs", "use marquetry_cli::commands; use clap::Parser;");
    let found = |text: &str| {
        let files = planted(&[commands, main, ("args.rs", "use clap::Args;"), ("load.rs", text)]);
        typed_too_low(&Tree::new("marquetry_cli", &files))
    };
    assert_eq!(found("use crate::observe::Meter;"), Vec::<String>::new());
    for text in [
        "use crate::args::Solve;",
        "use crate::{args}; ",
        "#[derive(clap::Args)] struct S;",
        "fn f() { crate::commands::run() }",
    ] {
        assert_eq!(found(text).len(), 1, "{text}");
    }
}

#[test]
fn lengths_are_counted() {
    let text =
        "trait T { fn short(); }\nfn long(\n  a: [u8; 4],\n) -> u8 {\n  { 1 }\n}\nfn one() {}";
    let source = Source::read(text);
    assert_eq!(source.functions(), [("short", 1), ("long", 5), ("one", 1)]);
}
