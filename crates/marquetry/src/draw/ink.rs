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
