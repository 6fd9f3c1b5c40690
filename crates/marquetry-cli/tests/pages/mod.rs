//! The commands that a page of the documents shows.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Error, Parser};
use marquetry_cli::args::Cli;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every page that shows commands.
pub fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_owned(), "results/README.md".to_owned()];
    if root().join("CONTRIBUTING.md").exists() {
        pages.push("CONTRIBUTING.md".to_owned());
    }
    let docs = fs::read_dir(root().join("docs")).expect("the folder is there");
    let names = docs.map(|file| file.expect("it can be read").file_name().into_string());
    let names = names.map(|name| name.expect("text")).filter(|name| name.ends_with(".md"));
    pages.extend(names.map(|name| format!("docs/{name}")));
    pages.sort();
    pages
}

/// What a page shows.
#[derive(Debug, Default)]
pub struct Page {
    /// Lines of `sh` blocks, in order, with the reason if they are not to be run.
    pub lines: Vec<(String, Option<String>)>,
    /// Commands within the text.
    pub mentions: Vec<String>,
    /// Commands in blocks of another kind, where nobody would try them.
    pub stray: Vec<String>,
}

impl Page {
    pub fn read(name: &str) -> Self {
        let text = fs::read_to_string(root().join(name)).expect("the page is there");
        Self::of(&text)
    }

    /// Reads a page. In a block, `# not run: why` holds for the lines after it.
    pub fn of(text: &str) -> Self {
        let mut page = Self::default();
        let mut prose = String::new();
        let (mut fence, mut why): (Option<&str>, Option<String>) = (None, None);
        for line in text.replace("\\\n", " ").lines() {
            if let Some(info) = line.strip_prefix("```") {
                fence =
                    if fence.is_none() { Some(if info == "sh" { "sh" } else { "" }) } else { None };
                why = None;
            } else if fence == Some("sh") {
                if let Some(reason) = line.strip_prefix("# not run: ") {
                    why = Some(reason.to_owned());
                } else if !line.is_empty() && !line.starts_with('#') {
                    page.lines.push((line.to_owned(), why.clone()));
                }
            } else if line.trim_start().starts_with("marquetry ")
                && (fence.is_some() || line.starts_with("    "))
            {
                page.stray.push(line.to_owned());
            } else if fence.is_none() {
                prose += line;
                prose += "\n";
            }
        }
        let spans = prose.split('`').skip(1).step_by(2).map(|span| span.replace('\n', " "));
        page.mentions = spans.filter(|span| span.starts_with("marquetry ")).collect();
        page
    }
}

/// The words of a line as a shell takes them, one list for each call of the program.
fn calls(line: &str) -> Vec<Vec<String>> {
    let (mut calls, mut words, mut word) = (Vec::new(), Vec::new(), String::new());
    let mut quote = None;
    for c in line.chars().chain([' ']) {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, ' ') if word.is_empty() => {}
            (None, ' ') => words.push(std::mem::take(&mut word)),
            _ => word.push(c),
        }
    }
    words.push("||".to_owned());
    let mut call = Vec::new();
    for word in words {
        if ["||", "&&", "|", ";"].contains(&word.as_str()) {
            calls.push(std::mem::take(&mut call));
        } else {
            call.push(word);
        }
    }
    for call in &mut calls {
        let end = call.iter().position(|word| word == ">" || word.starts_with('#'));
        call.truncate(end.unwrap_or(call.len()));
    }
    calls.retain(|call| call.first().is_some_and(|word| word == "marquetry"));
    calls
}

/// What is wrong with a line as the command line sees it.
///
/// In a pattern, words in capitals stand for the reader's own, `a|b` for either, and what is
/// needed may be left out.
pub fn fault(line: &str, pattern: bool) -> Option<Error> {
    let of = |words: Vec<String>| {
        let words = words.into_iter().filter(|word| !pattern || word != "OPTIONS");
        let first = |word: String| match word.split_once('|') {
            Some((first, _)) if pattern => first.to_owned(),
            _ => word,
        };
        let error = Cli::try_parse_from(words.map(first)).err()?;
        (!pattern || !meant(&error)).then_some(error)
    };
    calls(line).into_iter().find_map(of)
}

/// Whether an error lies only in what the reader is to put in.
fn meant(error: &Error) -> bool {
    let value = error.get(ContextKind::InvalidValue);
    match (error.kind(), value) {
        (ErrorKind::MissingRequiredArgument, _) => true,
        (ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, _) => true,
        (
            ErrorKind::ValueValidation | ErrorKind::InvalidValue,
            Some(ContextValue::String(value)),
        ) => value.contains(char::is_uppercase) && !value.contains(char::is_lowercase),
        _ => false,
    }
}
