//! Letters and digits as strokes, so that a picture looks the same with any fonts or none.

use std::fmt::Write;

/// Height of a capital on the grid the strokes are drawn on.
const TALL: f64 = 6.0;
/// Distance from one character to the next.
const ADVANCE: f64 = 6.0;

/// The strokes of a character: points "xy" with x from 0 to 4 and y from 0 (top) to 6, a slash
/// where the pen is lifted. Small letters are drawn as capitals.
fn strokes(character: char) -> &'static str {
    match character.to_ascii_uppercase() {
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
        '-' => "03 43",
        '+' => "03 43/21 25",
        '=' => "02 42/04 44",
        '/' => "40 06",
        ',' => "25 17",
        ':' => "21 22/25 26",
        '(' => "30 21 25 36",
        ')' => "10 21 25 16",
        '.' => "25 26",
        _ => "00 40 46 06 00",
    }
}

/// The width of a line of text of this height.
pub(super) fn width(text: &str, height: f64) -> f64 {
    (text.chars().count() as f64 * ADVANCE - (ADVANCE - 4.0)) * height / TALL
}

/// Appends a line of text to the data of a path, its top left corner at (x, y). The path wants
/// round joins and a stroke of about a seventh of the height.
pub(super) fn write_text(path: &mut String, text: &str, x: f64, y: f64, height: f64) {
    let scale = height / TALL;
    for (i, character) in text.chars().enumerate() {
        let left = x + i as f64 * ADVANCE * scale;
        for stroke in strokes(character).split('/') {
            for (j, point) in stroke.split_whitespace().enumerate() {
                let [px, py] = point.as_bytes() else { continue };
                let at = |p: u8| f64::from(p - b'0') * scale;
                let (command, x, y) = (if j == 0 { 'M' } else { 'L' }, left + at(*px), y + at(*py));
                let _ = write!(path, "{command}{} {}", short(x), short(y));
            }
        }
    }
}

/// A number to a tenth, without a needless ".0".
pub(super) fn short(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
