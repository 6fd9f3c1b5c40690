//! Plain text: comments and blank lines go, the shape of what is left tells the format.

use super::{FormatError, Reading, csv, grid, hints, meta, pieces, puz, quads};

/// The size of the largest board, in cells.
pub(super) const MAX_CELLS: usize = crate::edge::MAX_SIDE * crate::edge::MAX_SIDE;

/// More lines than any format needs: a number a line, four for each cell.
const MAX_LINES: usize = 4 * MAX_CELLS;

/// A line that says something, and its number from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub number: usize,
    pub text: &'a str,
}

/// The numbers of a line.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub line: usize,
    pub values: Vec<u32>,
}

/// A text without its comments.
struct Document<'a> {
    lines: Vec<Line<'a>>,
    /// Whether it has the `c` comments or the `p tile` header of `.puz` files.
    puz: bool,
}

/// Reads any text format: all that is neither a link nor JSON.
pub(super) fn read(text: &str) -> Result<Reading, FormatError> {
    let Document { lines, puz } = strip(text);
    let Some(first) = lines.first() else {
        return Err(FormatError::whole("a puzzle, a board or clues", "an empty text"));
    };
    if let Some(line) = lines.get(MAX_LINES) {
        return Err(FormatError::at(line.number, format!("at most {MAX_LINES} lines"), "more"));
    }
    if lines.iter().any(|line| csv::has_word(line.text)) {
        return csv::read(&lines);
    }
    if grid::is_row(first.text) {
        return grid::read(&lines);
    }
    if lines.iter().any(|line| line.text.contains(['|', '[', ']', '(', ')'])) {
        return quads::read(&lines);
    }
    let rows = lines.iter().map(numbers).collect::<Result<Vec<_>, _>>()?;
    read_rows(&lines, &rows, puz)
}

fn read_rows(lines: &[Line], rows: &[Row], puz: bool) -> Result<Reading, FormatError> {
    let width = rows.first().map_or(0, |row| row.values.len());
    if width >= 8 && width.is_multiple_of(4) {
        return quads::read(lines);
    }
    if meta::fits(rows) {
        return meta::read(rows);
    }
    if hints::fits(rows) {
        return hints::read(rows);
    }
    if puz::is_solution(rows) {
        return puz::read_solution(rows);
    }
    if puz { puz::read(rows) } else { pieces::read(rows) }
}

/// Drops blank lines and comments: `#` and `//` to the end of the line, `c ` at its start.
fn strip(text: &str) -> Document<'_> {
    let mut puz = false;
    let mut lines = Vec::new();
    for (i, text) in text.lines().enumerate() {
        let mut text = text.trim();
        if let Some(rest) = text.strip_prefix("p tile") {
            (puz, text) = (true, rest.trim());
        }
        if text == "c" || text.starts_with("c ") || text.starts_with("c\t") {
            puz = true;
            continue;
        }
        // A save of the grid format may end in a link, whose `//` and `#` are no comments.
        if !text.contains("://") {
            let end = [text.find('#'), text.find("//")].into_iter().flatten().min();
            text = text[..end.unwrap_or(text.len())].trim();
        }
        if !text.is_empty() {
            lines.push(Line { number: i + 1, text });
        }
        if lines.len() > MAX_LINES {
            break;
        }
    }
    Document { lines, puz }
}

/// The numbers of a line, parted by blanks, commas or semicolons.
pub(super) fn numbers(line: &Line) -> Result<Row, FormatError> {
    let parts = line.text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    let values = parts.filter(|part| !part.is_empty()).map(|part| number(line.number, part));
    Ok(Row { line: line.number, values: values.collect::<Result<_, _>>()? })
}

/// One whole number.
pub(super) fn number(line: usize, part: &str) -> Result<u32, FormatError> {
    part.parse().map_err(|_| {
        let large = part.bytes().all(|byte| byte.is_ascii_digit());
        let expected = if large { "a smaller number" } else { "a whole number" };
        FormatError::at(line, expected, quote(part))
    })
}

/// What an error shows of the input: never more than a few characters.
pub(super) fn quote(part: &str) -> String {
    let shown: String = part.chars().take(24).collect();
    if shown.len() < part.len() { format!("{shown:?}...") } else { format!("{shown:?}") }
}

/// The side of a square board of so many cells.
pub(super) fn square_side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (cells > 0 && side * side == cells && cells <= MAX_CELLS).then_some(side)
}

/// A number with its noun: `1 piece`, `2 pieces`.
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_blanks_and_line_ends_go() {
        let document = strip("# x\r\n\r\n 1 2 // y\r\nc z\r\np tile 3 4\r\n5;6,7\t8");
        let kept: Vec<_> = document.lines.iter().map(|l| (l.number, l.text)).collect();
        assert_eq!(kept, [(3, "1 2"), (5, "3 4"), (6, "5;6,7\t8")]);
        assert!(document.puz);
        assert_eq!(numbers(&document.lines[2]).unwrap().values, [5, 6, 7, 8]);
    }

    #[test]
    fn what_is_no_number_is_named_with_its_line() {
        let error = read("2 2\n1 2 3 -4").unwrap_err();
        assert_eq!(error.to_string(), "line 2: expected a whole number, found \"-4\"");
        let error = read(&"\n1".repeat(MAX_LINES + 9)).unwrap_err();
        assert_eq!(error.to_string(), "line 16386: expected at most 16384 lines, found more");
        let error = read(" \n# nothing\n").unwrap_err();
        assert_eq!(error.to_string(), "expected a puzzle, a board or clues, found an empty text");
    }
}
