//! What the terminal can do: its room, its colours, its characters.

use marquetry::draw::Ink;
use std::borrow::Cow;
use std::env;
use std::io::{self, IsTerminal};
use terminal_size::{Height, Width, terminal_size_of};
use unicode_width::UnicodeWidthChar;

/// What there is to draw on. Screens are made of it and of what they show, and of nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Columns of the terminal.
    pub columns: usize,
    /// Rows of it.
    pub rows: usize,
    /// Its colours.
    pub ink: Ink,
    /// Whether it has more than ASCII: blocks that are half of one colour and half of another.
    pub blocks: bool,
}

impl Room {
    /// Where progress is shown.
    #[must_use]
    pub fn of_stderr() -> Self {
        Self::new(terminal_size_of(io::stderr()), is_live())
    }

    /// Where data is printed.
    #[must_use]
    pub fn of_stdout() -> Self {
        Self::new(terminal_size_of(io::stdout()), io::stdout().is_terminal())
    }

    fn new(size: Option<(Width, Height)>, is_terminal: bool) -> Self {
        let (Width(columns), Height(rows)) = size.unwrap_or((Width(80), Height(24)));
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        Self { columns, rows, ink: ink(is_terminal), blocks: is_unicode() }
    }

    /// The most columns of a line: one less than there are, so that none is wrapped.
    #[must_use]
    pub fn line(&self) -> usize {
        self.columns.max(2) - 1
    }
}

/// Whether standard error is a terminal whose lines can be written anew.
#[must_use]
pub fn is_live() -> bool {
    io::stderr().is_terminal() && anstyle_query::term_supports_ansi_color()
}

/// The colours of a stream: `NO_COLOR` wins, `CLICOLOR_FORCE` and `FORCE_COLOR` colour even a file,
/// and otherwise a terminal that is not dumb is coloured.
#[must_use]
pub fn ink(is_terminal: bool) -> Ink {
    // `FORCE_COLOR`, which says how deep, is not a variable that anstyle-query knows.
    let force = env::var("FORCE_COLOR").unwrap_or_default();
    let refused = matches!(force.as_str(), "0" | "false");
    let forced = anstyle_query::clicolor_force() || !force.is_empty() && !refused;
    let able = is_terminal
        && !refused
        && anstyle_query::clicolor().unwrap_or(true)
        && anstyle_query::term_supports_color();
    let deep = force == "3" || env::var("TERM").is_ok_and(|term| term.ends_with("-direct"));
    match anstyle_query::no_color() || !(forced || able) {
        true => Ink::Plain,
        false if deep || anstyle_query::truecolor() => Ink::TrueColour,
        false => Ink::Ansi256,
    }
}

/// Whether characters beyond ASCII may be shown: unless the locale says otherwise.
#[must_use]
pub fn is_unicode() -> bool {
    let set = |name: &&str| env::var(name).is_ok_and(|value| !value.is_empty());
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(set);
    let locale = named.and_then(|name| env::var(name).ok()).unwrap_or_default().to_lowercase();
    locale.is_empty() || locale.contains("utf-8") || locale.contains("utf8")
}

/// Text in the characters of the locale: of ours, those that ASCII lacks are written with what it has.
#[must_use]
pub fn in_locale(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_unicode() { Cow::Borrowed(text) } else { Cow::Owned(ascii(text)) }
}

fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '±' => out.push_str("+-"),
            '…' => out.push_str("..."),
            '▝' | '▘' | '▗' | '▖' => out.push(' '),
            '▀' | '▄' => out.push('-'),
            '▌' | '▐' => out.push('|'),
            'ê' | 'é' | 'è' => out.push('e'),
            'ö' | 'ó' => out.push('o'),
            'ä' | 'á' => out.push('a'),
            'ü' => out.push('u'),
            c => out.push(if c.is_ascii() { c } else { '?' }),
        }
    }
    out
}

/// How many columns a text takes: escape sequences take none, wide characters two.
#[must_use]
pub fn width(text: &str) -> usize {
    let mut width = 0;
    let mut in_escape = false;
    for c in text.chars() {
        match (in_escape, c) {
            (false, '\x1b') => in_escape = true,
            (false, c) => width += c.width().unwrap_or(0),
            (true, 'm') => in_escape = false,
            (true, _) => {}
        }
    }
    width
}

/// The beginning of a text without colours that fits so many columns, with a mark if that is not all.
#[must_use]
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    // In plain characters everywhere: what is shown depends on the room alone.
    const MARK: &str = "...";
    let (mut out, mut left) = (String::new(), columns.saturating_sub(MARK.len()));
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if wide > left {
            break;
        }
        left -= wide;
        out.push(c);
    }
    out + MARK.get(..MARK.len().min(columns)).unwrap_or_default()
}

/// A line of parts, each with its rank: where there is no room for all, those of the highest rank
/// are left out, the last first.
#[must_use]
pub fn line_of(parts: &[(u8, String)], columns: usize) -> String {
    let mut kept: Vec<&(u8, String)> = parts.iter().filter(|(_, part)| !part.is_empty()).collect();
    loop {
        let words: Vec<&str> = kept.iter().map(|(_, part)| part.as_str()).collect();
        let line = words.join("  ");
        let last = kept.iter().enumerate().max_by_key(|(place, (rank, _))| (*rank, *place));
        match last.map(|(place, _)| place) {
            Some(place) if width(&line) > columns && kept.len() > 1 => _ = kept.remove(place),
            _ => return cut(&line, columns),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_take_no_room_and_wide_characters_two_columns() {
        assert_eq!(width("\x1b[38;2;1;2;3mab\x1b[0mc"), 3);
        assert_eq!(width("漢字"), 4);
        assert_eq!(cut("漢字漢字", 7), "漢字...");
        assert_eq!(cut("漢字漢字", 6), "漢...", "half a character is none");
        assert_eq!(
            (cut("abc", 3), cut("", 0), cut("abc", 0)),
            ("abc".into(), "".into(), "".into())
        );
    }

    #[test]
    fn what_matters_least_goes_first() {
        let parts = [(1, "name"), (3, "seed 1"), (2, "speed"), (3, "phase")];
        let parts = parts.map(|(rank, part)| (rank, part.to_owned()));
        assert_eq!(line_of(&parts, 80), "name  seed 1  speed  phase");
        assert_eq!(line_of(&parts, 20), "name  seed 1  speed");
        assert_eq!(line_of(&parts, 12), "name  speed");
        assert_eq!(width(&line_of(&parts, 3)), 3);
        assert_eq!(line_of(&[], 3), "");
    }

    #[test]
    fn our_own_characters_have_plain_ones() {
        assert_eq!(ascii("4 ± 2 …▝▀▌ Söderlind 漢"), "4 +- 2 ... -| Soderlind ?");
    }
}
