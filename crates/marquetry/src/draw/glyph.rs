//! Letters and digits as strokes, so that a picture looks the same with any fonts or none.

use std::fmt::Write;

/// Height of a capital on the grid the strokes are drawn on.
const TALL: f64 = 6.0;
/// Space from one character to the next.
const GAP: f64 = 2.0;

/// The strokes of a character: points "xy" with x from 0 to 4 and y from 0 (top) over 6 (foot of a
/// capital) to 8 (below the line), a slash where the pen is lifted, and the letters a, b, c, ... for
/// 0.5, 1.5, 2.5, ... A character we have no strokes for is drawn as a box.
fn strokes(character: char) -> &'static str {
    match character {
        ' ' => "",
        '0' | 'O' => "10 30 41 45 36 16 05 01 10",
        '1' => "11 20 26/16 36",
        '2' => "01 10 30 41 42 06 46",
        '3' => "01 10 30 41 42 33 13/33 44 45 36 16 05",
        '4' => "36 30 04 44",
        '5' => "40 00 03 33 44 45 36 16 05",
        '6' => "41 30 10 01 05 16 36 45 44 33 03",
        '7' => "00 40 16",
        '8' => "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33",
        '9' => "05 16 36 45 41 30 10 01 02 13 43",
        'A' => "06 20 46/14 34",
        'B' => "03 33 42 41 30 00 06 36 45 44 33",
        'C' => "41 30 10 01 05 16 36 45",
        'D' => "00 06 36 45 41 30 00",
        'E' => "40 00 06 46/03 33",
        'F' => "40 00 06/03 33",
        'G' => "41 30 10 01 05 16 36 45 43 23",
        'H' => "00 06/40 46/03 43",
        'I' => "10 30/20 26/16 36",
        'J' => "40 45 36 16 05",
        'K' => "00 06/40 03 46",
        'L' => "00 06 46",
        'M' => "06 00 23 40 46",
        'N' => "06 00 46 40",
        'P' => "06 00 30 41 42 33 03",
        'Q' => "10 30 41 45 36 16 05 01 10/24 46",
        'R' => "06 00 30 41 42 33 03/23 46",
        'S' => "41 30 10 01 02 13 33 44 45 36 16 05",
        'T' => "00 40/20 26",
        'U' => "00 05 16 36 45 40",
        'V' => "00 26 40",
        'W' => "00 16 22 36 40",
        'X' => "00 46/40 06",
        'Y' => "00 23 40/23 26",
        'Z' => "00 40 06 46",
        '+' => "03 43/21 25",
        '=' => "02 42/04 44",
        '/' => "40 06",
        'a' => "33 22 12 03 05 16 26 35/32 36",
        'b' => "00 06/03 12 22 33 35 26 16 05",
        'c' => "33 22 12 03 05 16 26 35",
        'd' => "30 36/33 22 12 03 05 16 26 35",
        'e' => "04 34 33 22 12 03 05 16 26 35",
        'f' => "20 11 16/02 22",
        'g' => "33 22 12 03 05 16 26 35/32 37 28 18 07",
        'h' => "00 06/03 12 22 33 36",
        'i' => "02 06/00 00",
        'j' => "12 17 08/10 10",
        'k' => "00 06/32 04 36",
        'l' => "00 05 16",
        'm' => "02 06/03 12 23 26/23 32 43 46",
        'n' => "02 06/03 12 22 33 36",
        'o' => "12 22 33 35 26 16 05 03 12",
        'p' => "02 08/03 12 22 33 35 26 16 05",
        'q' => "32 38/33 22 12 03 05 16 26 35",
        'r' => "02 06/03 12 22",
        's' => "32 12 03 14 24 35 26 06",
        't' => "10 15 26/02 22",
        'u' => "02 05 16 26 35/32 36",
        'v' => "02 b6 32",
        'w' => "02 16 23 36 42",
        'x' => "02 36/32 06",
        'y' => "02 b6/32 a8",
        'z' => "02 32 06 36",
        'é' => "04 34 33 22 12 03 05 16 26 35/11 20",
        'è' => "04 34 33 22 12 03 05 16 26 35/10 21",
        'ê' => "04 34 33 22 12 03 05 16 26 35/a1 b0 c1",
        'ä' => "33 22 12 03 05 16 26 35/32 36/10 10/20 20",
        'ö' => "12 22 33 35 26 16 05 03 12/10 10/20 20",
        'ü' => "02 05 16 26 35/32 36/10 10/20 20",
        '-' => "03 33",
        '.' => "06 06",
        ',' => "15 07",
        ':' => "03 03/06 06",
        ';' => "13 13/15 07",
        '(' => "b0 a1 02 04 a5 b6",
        ')' => "00 11 b2 b4 15 06",
        '[' => "10 00 06 16",
        ']' => "00 10 16 06",
        '{' => "20 11 12 03 14 15 26",
        '}' => "00 11 12 23 14 15 06",
        '|' => "00 07",
        '_' => "07 37",
        '<' => "31 03 35",
        '>' => "01 33 05",
        '%' => "40 06/00 10 11 01 00/35 45 46 36 35",
        '*' => "21 25/02 44/04 42",
        '!' => "00 04/06 06",
        '?' => "01 10 20 31 32 14/16 16",
        '"' => "00 02/20 22",
        '\'' => "00 02",
        '`' => "00 11",
        '^' => "12 20 32",
        '~' => "03 12 24 33",
        '\\' => "00 46",
        '#' => "11 15/31 35/02 42/04 44",
        '$' => "41 30 10 01 02 13 33 44 45 36 16 05/20 26",
        '&' => "46 01 10 20 31 04 05 16 26 44",
        '@' => "34 23 14 25 34 45 41 30 10 01 05 16 36",
        '×' => "02 35/32 05",
        _ => "00 40 46 06 00",
    }
}

/// The points of a stroke.
fn points(stroke: &str) -> impl Iterator<Item = (f64, f64)> {
    let at = |p: u8| match p {
        b'a'..=b'z' => f64::from(p - b'a') + 0.5,
        _ => f64::from(p.saturating_sub(b'0')),
    };
    stroke.split_whitespace().filter_map(move |point| match point.as_bytes() {
        &[x, y] => Some((at(x), at(y))),
        _ => None,
    })
}

/// The width of a character. Digits share one, so that numbers stand below each other.
fn breadth(character: char) -> f64 {
    match character {
        ' ' => 2.0,
        '0'..='9' => 4.0,
        _ => strokes(character).split('/').flat_map(points).map(|(x, _)| x).fold(0.0, f64::max),
    }
}

/// The width of a line of text with capitals of this height.
#[must_use]
pub fn width(text: &str, height: f64) -> f64 {
    let advance: f64 = text.chars().map(|character| breadth(character) + GAP).sum();
    (advance - GAP).max(0.0) * height / TALL
}

/// Appends a line of text to the data of a path, its top left corner at (x, y). The path wants
/// round joins and caps and a stroke of about a seventh of the height, which is that of a capital.
pub fn write_text(path: &mut String, text: &str, x: f64, y: f64, height: f64) {
    let scale = height / TALL;
    let mut left = x;
    for character in text.chars() {
        for stroke in strokes(character).split('/') {
            for (i, (px, py)) in points(stroke).enumerate() {
                let (command, x, y) =
                    (if i == 0 { 'M' } else { 'L' }, left + px * scale, y + py * scale);
                let _ = write!(path, "{command}{} {}", short(x), short(y));
            }
        }
        left += (breadth(character) + GAP) * scale;
    }
}

/// A number to a tenth, without a needless ".0".
pub(super) fn short(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_of_ascii_has_its_own_strokes() {
        let drawn: Vec<_> = (' '..='~').map(|c| (c, strokes(c))).collect();
        for (i, (character, strokes)) in drawn.iter().enumerate() {
            let twin = drawn[..i].iter().find(|(_, other)| other == strokes);
            assert!(twin.is_none_or(|twin| (twin.0, *character) == ('0', 'O')), "{character}");
            assert_ne!(*strokes, super::strokes('\u{1f600}'), "{character}");
            for (x, y) in strokes.split('/').flat_map(points) {
                assert!(x <= 4.0 && y <= 8.0, "{character} ({x}, {y})");
            }
        }
    }

    #[test]
    fn text_is_as_wide_as_it_says() {
        assert_eq!((width("", 6.0), width("1", 6.0), width("10", 6.0)), (0.0, 4.0, 10.0));
        assert_eq!(width("ab\u{1f600}", 12.0), 2.0 * (3.0 + 2.0 + 3.0 + 2.0 + 4.0));
        let mut path = String::new();
        write_text(&mut path, "lx", 10.0, 1.0, 6.0);
        assert_eq!(path, "M10 1L10 6L11 7M13 3L16 7M16 3L13 7");
    }
}
