//! What a terminal can show.

use super::Rgb;

/// How text may be coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// No escape codes at all.
    Plain,
    /// The 256 colours of xterm.
    Ansi256,
    /// Any colour, as 24 bits.
    TrueColour,
}

impl Ink {
    /// What the environment asks for: `NO_COLOR` wins, `FORCE_COLOR` and `CLICOLOR_FORCE` colour
    /// even a file, and otherwise only a terminal that is not dumb is coloured.
    #[must_use]
    pub fn detect(is_terminal: bool, env: impl Fn(&str) -> Option<String>) -> Self {
        let var = |name: &str| env(name).unwrap_or_default();
        let term = var("TERM");
        let force = var("FORCE_COLOR");
        let forced = |value: &str| !matches!(value, "" | "0" | "false");
        let wanted = forced(&force) || forced(&var("CLICOLOR_FORCE"));
        let able = is_terminal
            && !matches!(term.as_str(), "" | "dumb")
            && var("CLICOLOR") != "0"
            && !matches!(force.as_str(), "0" | "false");
        // Windows Terminal names itself here and leaves TERM unset.
        let windows = is_terminal && !var("WT_SESSION").is_empty();
        if !var("NO_COLOR").is_empty() || !(wanted || able || windows) {
            return Self::Plain;
        }
        let deep = matches!(var("COLORTERM").as_str(), "truecolor" | "24bit");
        if deep || windows || force == "3" || term.ends_with("-direct") {
            Self::TrueColour
        } else {
            Self::Ansi256
        }
    }
}

/// One character with its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub character: char,
    pub front: Rgb,
    pub back: Rgb,
}

/// Appends spots. Codes are written only where a colour changes, and a reset at the end.
pub(super) fn write_spots(out: &mut String, ink: Ink, spots: impl IntoIterator<Item = Spot>) {
    let code = |layer: u8, colour: Rgb| match ink {
        Ink::Plain => String::new(),
        Ink::Ansi256 => format!("\x1b[{layer};5;{}m", colour.ansi256()),
        Ink::TrueColour => format!("\x1b[{layer};2;{};{};{}m", colour.0, colour.1, colour.2),
    };
    let (mut front, mut back) = (None, None);
    for spot in spots {
        if back.replace(spot.back) != Some(spot.back) {
            out.push_str(&code(48, spot.back));
        }
        if spot.character != ' ' && front.replace(spot.front) != Some(spot.front) {
            out.push_str(&code(38, spot.front));
        }
        out.push(spot.character);
    }
    if ink != Ink::Plain && back.is_some() {
        out.push_str("\x1b[0m");
    }
}

/// Appends spots as a line of their own, without blanks at its end if it is plain.
pub(super) fn write_line(out: &mut String, ink: Ink, spots: &[Spot]) {
    let seen = spots.iter().rposition(|spot| spot.character != ' ').map_or(0, |last| last + 1);
    let shown = if ink == Ink::Plain { seen } else { spots.len() };
    write_spots(out, ink, spots.iter().take(shown).copied());
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(is_terminal: bool, vars: &[(&str, &str)]) -> Ink {
        Ink::detect(is_terminal, |name| {
            vars.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn a_terminal_is_coloured_as_deeply_as_it_says() {
        let xterm = ("TERM", "xterm-256color");
        assert_eq!(detect(true, &[xterm]), Ink::Ansi256);
        assert_eq!(detect(true, &[("TERM", "xterm")]), Ink::Ansi256);
        assert_eq!(detect(true, &[xterm, ("COLORTERM", "truecolor")]), Ink::TrueColour);
        assert_eq!(detect(true, &[xterm, ("COLORTERM", "24bit")]), Ink::TrueColour);
        assert_eq!(detect(true, &[("TERM", "xterm-direct")]), Ink::TrueColour);
        assert_eq!(detect(true, &[("WT_SESSION", "1")]), Ink::TrueColour);
    }

    #[test]
    fn files_and_dumb_terminals_stay_plain() {
        let xterm = ("TERM", "xterm-256color");
        assert_eq!(detect(false, &[xterm, ("COLORTERM", "truecolor")]), Ink::Plain);
        assert_eq!(detect(false, &[("WT_SESSION", "1")]), Ink::Plain);
        assert_eq!(detect(true, &[]), Ink::Plain);
        assert_eq!(detect(true, &[("TERM", "dumb"), ("COLORTERM", "truecolor")]), Ink::Plain);
        assert_eq!(detect(true, &[xterm, ("CLICOLOR", "0")]), Ink::Plain);
        assert_eq!(detect(true, &[xterm, ("FORCE_COLOR", "0")]), Ink::Plain);
    }

    #[test]
    fn wishes_are_obeyed() {
        assert_eq!(detect(true, &[("TERM", "xterm"), ("NO_COLOR", "1")]), Ink::Plain);
        assert_eq!(detect(true, &[("TERM", "xterm"), ("NO_COLOR", "")]), Ink::Ansi256);
        assert_eq!(detect(false, &[("NO_COLOR", "1"), ("FORCE_COLOR", "1")]), Ink::Plain);
        assert_eq!(detect(false, &[("FORCE_COLOR", "1")]), Ink::Ansi256);
        assert_eq!(detect(false, &[("FORCE_COLOR", "3")]), Ink::TrueColour);
        assert_eq!(detect(false, &[("CLICOLOR_FORCE", "1")]), Ink::Ansi256);
        assert_eq!(detect(false, &[("CLICOLOR_FORCE", "0")]), Ink::Plain);
        assert_eq!(detect(false, &[("CLICOLOR_FORCE", "1"), ("TERM", "dumb")]), Ink::Ansi256);
    }

    #[test]
    fn codes_are_written_once_and_reset() {
        let (red, blue) = (Rgb(255, 0, 0), Rgb(0, 0, 255));
        let spot = |character| Spot { character, front: red, back: blue };
        let mut out = String::new();
        write_line(&mut out, Ink::TrueColour, &[spot('a'), spot('b')]);
        write_line(&mut out, Ink::Ansi256, &[spot(' '), spot('b')]);
        write_line(&mut out, Ink::Plain, &[spot('a'), spot(' ')]);
        assert_eq!(
            out,
            "\x1b[48;2;0;0;255m\x1b[38;2;255;0;0mab\x1b[0m\n\
             \x1b[48;5;21m \x1b[38;5;196mb\x1b[0m\na\n"
        );
    }
}
