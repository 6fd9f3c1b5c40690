//! Text for a terminal: whatever a file calls its puzzle, nothing in it can steer the terminal.

use std::borrow::Cow;

/// The text without the characters that steer a terminal: controls of both sets, escape among
/// them, and those that turn the reading direction. Line ends and tabs stay.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    without(text, |c| steers(c) && !matches!(c, '\n' | '\t'))
}

/// The same for text that has to stay on one line.
#[must_use]
pub fn plain_line(text: &str) -> Cow<'_, str> {
    without(text, steers)
}

fn without(text: &str, unwanted: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&unwanted) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|c| !unwanted(*c)).collect())
}

fn steers(c: char) -> bool {
    c.is_control() || is_direction(c)
}

/// The marks, embeddings, overrides and isolates of bidirectional text.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        let hostile = "a\u{1b}]0;x\u{7}b\u{1b}[2Jc\u{9b}31md\u{7f}\r\u{202e}e\u{2066}";
        assert_eq!(plain(hostile), "a]0;xb[2Jc31mde");
        assert!(matches!(plain("Söderlind\n\t漢字 ±"), Cow::Borrowed(_)));
        assert_eq!(plain_line("two\nlines\tand more"), "twolinesand more");
    }
}
