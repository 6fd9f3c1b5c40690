//! Rust source as far as the architecture can be seen in it: words, paths, lengths.

use std::collections::BTreeSet;

/// A word, `::`, a string with its quotes, or a single mark, and the line it stands on.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    pub text: &'a str,
    pub line: usize,
}

/// The tokens of a file, without comments, characters and numbers.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut found, mut rest, mut line) = (Vec::new(), text, 1);
    while let Some(first) = rest.chars().next() {
        let length = length(rest);
        let (token, after) = rest.split_at(length);
        let kept = match first {
            '/' => length == 1,
            '\'' | '0'..='9' => false,
            _ => !first.is_whitespace(),
        };
        if kept {
            found.push(Token { text: token, line });
        }
        line += token.matches('\n').count();
        rest = after;
    }
    found
}

/// How long the first token of a text is.
fn length(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let raw = text.trim_start_matches(['b', 'c', 'r']);
    let hashes = raw.len() - raw.trim_start_matches('#').len();
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return comment(text);
    }
    if text.starts_with("::") {
        return 2;
    }
    if text[..text.len() - raw.len()].contains('r')
        && let Some(inner) = raw[hashes..].strip_prefix('"')
    {
        let close = format!("\"{}", "#".repeat(hashes));
        let end = inner.find(&close).map_or(inner.len(), |at| at + close.len());
        return text.len() - inner.len() + end;
    }
    match text.trim_start_matches(['b', 'c']).chars().next() {
        Some('"') if !text.starts_with(word) || raw.len() + 1 == text.len() => quoted(text, '"'),
        Some('\'') if text.starts_with('\'') => character(text),
        _ if text.starts_with(word) => text.find(|c| !word(c)).unwrap_or(text.len()),
        _ => first,
    }
}

/// A block comment with those inside it.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        let Some(next) = text[at..].find(['/', '*']) else { return text.len() };
        at += next;
        match text.get(at..at + 2) {
            Some("/*") => (depth, at) = (depth + 1, at + 2),
            Some("*/") => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
}

/// Up to the closing quote, beyond what is escaped.
fn quoted(text: &str, quote: char) -> usize {
    let open = text.find(quote).map_or(text.len(), |at| at + 1);
    let mut escaped = false;
    for (at, c) in text[open..].char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return open + at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A character, or the tick of a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.chars().skip(1);
    match (chars.next(), chars.next()) {
        (Some('\\'), _) | (_, Some('\'')) => quoted(text, '\''),
        _ => 1,
    }
}

/// What a file holds outside its tests.
#[derive(Clone, Debug, Default)]
pub struct Source<'a> {
    pub tokens: Vec<Token<'a>>,
    /// Modules, or files of modules, that are there for tests only.
    pub tests: BTreeSet<&'a str>,
}

impl<'a> Source<'a> {
    /// Reads a file and leaves out what `#[cfg(test)]` stands before.
    pub fn read(text: &'a str) -> Self {
        let all = tokens(text);
        let (mut source, mut at) = (Self::default(), 0);
        let start = ["#", "[", "cfg", "(", "test", ")", "]"];
        while at < all.len() {
            if all[at..].iter().map(|token| token.text).take(start.len()).eq(start) {
                let item = item(&all, at + start.len());
                let words = all[at..item].iter().map(|token| token.text);
                let named = words.clone().skip_while(|word| *word != "mod").nth(1);
                source.tests.extend(named);
                source
                    .tests
                    .extend(words.filter_map(|word| word.strip_prefix('"')?.strip_suffix('"')));
                at = item;
            } else {
                source.tokens.push(all[at]);
                at += 1;
            }
        }
        source
    }

    /// Every path that begins at a crate or a module above, groups unfolded.
    pub fn paths(&self) -> Vec<(usize, Vec<&'a str>)> {
        let mut found = Vec::new();
        let text = |at: usize| self.tokens.get(at).map_or("", |token| token.text);
        for (at, token) in self.tokens.iter().enumerate() {
            let starts = ["crate", "self", "super", "marquetry", "marquetry_cli"];
            let goes_on = at > 0 && text(at - 1) == "::";
            if starts.contains(&token.text) && text(at + 1) == "::" && !goes_on {
                let mut paths = Vec::new();
                self.unfold(at, &mut Vec::new(), &mut paths);
                found.extend(paths.into_iter().map(|path| (token.line, path)));
            }
        }
        found
    }

    /// The paths from a token on, each after those above it; returns where they end.
    fn unfold(
        &self,
        mut at: usize,
        above: &mut Vec<&'a str>,
        found: &mut Vec<Vec<&'a str>>,
    ) -> usize {
        let depth = above.len();
        let text = |at: usize| self.tokens.get(at).map_or("", |token| token.text);
        loop {
            match text(at) {
                "{" => {
                    at += 1;
                    while !matches!(text(at), "}" | "") {
                        at = self.unfold(at, above, found);
                        // What another name is given to, and the comma.
                        while !matches!(text(at), "," | "}" | "") {
                            at += 1;
                        }
                        at += usize::from(text(at) == ",");
                    }
                    above.truncate(depth);
                    return at + 1;
                }
                word => above.push(word),
            }
            at += 1;
            if text(at) != "::" || text(at + 1) == "<" {
                found.push(above.clone());
                above.truncate(depth);
                return at;
            }
            at += 1;
        }
    }

    /// The names a module hands on from the modules below it, as `pub use below::Name`.
    pub fn handed_on(&self) -> Vec<(&'a str, Vec<&'a str>)> {
        let mut found = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            if token.text == "use" {
                let mut paths = Vec::new();
                self.unfold(at + 1, &mut Vec::new(), &mut paths);
                let named = paths.into_iter().filter_map(|path| Some((*path.last()?, path)));
                found.extend(named);
            }
        }
        found
    }

    /// Functions and how many lines they take.
    pub fn functions(&self) -> Vec<(&'a str, usize)> {
        let starts = self.tokens.iter().enumerate().filter(|(_, token)| token.text == "fn");
        let function = |(at, start): (usize, &Token<'a>)| {
            let name = self.tokens.get(at + 1)?.text;
            let last = self.tokens.get(item(&self.tokens, at) - 1)?;
            Some((name, last.line - start.line + 1))
        };
        starts.filter_map(function).collect()
    }
}

/// Where the item ends that begins here: after its semicolon or its closing brace.
fn item(tokens: &[Token<'_>], start: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && token.text == "}" {
                    return at + 1;
                }
            }
            ";" if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}
