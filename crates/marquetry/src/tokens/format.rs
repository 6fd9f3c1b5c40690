//! Grids as text and JSON.

use super::Grid;
use super::puzzle::MOST_SIDE;
use serde_json::{Value, json};
use std::fmt::{self, Write};
use std::str::FromStr;
use thiserror::Error;

/// The format written, with its version.
const FORMAT: &str = "marquetry-tokens/1";

/// Why a text is no grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum FormatError {
    #[error("no rows, expected lines of 0 and 1 or a JSON object with a grid")]
    Empty,
    #[error("line {line}: expected 1 for a token or 0 for none, found {found:?}")]
    Cell { line: usize, found: char },
    #[error("line {line}: {found} cells, expected {expected} as in the first row")]
    Ragged { line: usize, found: usize, expected: usize },
    #[error("a grid of {columns}x{rows}, expected at most {MOST_SIDE} columns and rows")]
    Large { rows: usize, columns: usize },
    #[error("not JSON: {0}")]
    Json(String),
    #[error("expected a JSON object with the rows of a grid as strings under \"grid\"")]
    Shape,
    #[error("{name} is {found}, but the grid has {expected}")]
    Contradiction { name: &'static str, found: Value, expected: usize },
    #[error("a file of format {0:?}, expected {FORMAT:?}")]
    Version(String),
}

impl Grid {
    /// The rows as strings of 1 (a token) and 0.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let cell = |row, column| if self.get(row, column) { '1' } else { '0' };
        (0..self.rows())
            .map(|row| (0..self.columns()).map(|column| cell(row, column)).collect())
            .collect()
    }

    /// The grid in one line, as stores keep it: the rows, separated by blanks.
    #[must_use]
    pub fn to_line(&self) -> String {
        self.lines().join(" ")
    }

    /// The grid of such a line.
    ///
    /// # Errors
    /// If it is none.
    pub fn from_line(line: &str) -> Result<Self, FormatError> {
        from_rows(line.split_whitespace())
    }

    /// The file we write: a JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let removed = self.rows() * self.columns() - self.tokens();
        json!({
            "format": FORMAT,
            "rows": self.rows(),
            "columns": self.columns(),
            "remove": removed,
            "grid": self.lines(),
        })
    }
}

/// Text: a line a row, 1 for a token.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines().iter().enumerate().try_for_each(|(row, line)| {
            if row > 0 {
                f.write_char('\n')?;
            }
            f.write_str(line)
        })
    }
}

/// Reads text or JSON: our own files, and what `tokens solve --json` prints.
impl FromStr for Grid {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('{') {
            return from_json(text);
        }
        // Comments are for people: JSON has none.
        from_rows(
            text.lines().map(|line| if line.trim_start().starts_with('#') { "" } else { line }),
        )
    }
}

fn from_json(text: &str) -> Result<Grid, FormatError> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| FormatError::Json(error.to_string()))?;
    if let Some(format) = value.get("format").filter(|&format| format != FORMAT) {
        return Err(FormatError::Version(format.as_str().unwrap_or_default().to_owned()));
    }
    let rows = value.get("grid").and_then(Value::as_array).ok_or(FormatError::Shape)?;
    let rows: Option<Vec<&str>> = rows.iter().map(Value::as_str).collect();
    let grid = from_rows(rows.ok_or(FormatError::Shape)?.into_iter())?;
    let removed = grid.rows() * grid.columns() - grid.tokens();
    for (name, expected) in
        [("rows", grid.rows()), ("columns", grid.columns()), ("remove", removed)]
    {
        if let Some(found) = value.get(name).filter(|&found| *found != json!(expected)) {
            return Err(FormatError::Contradiction { name, found: found.clone(), expected });
        }
    }
    Ok(grid)
}

/// Blank lines and spaces between cells are ignored.
fn from_rows<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Grid, FormatError> {
    let mut rows: Vec<Vec<bool>> = Vec::new();
    for (line, text) in lines.enumerate() {
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let line = line + 1;
        let cells = text.chars().filter(|c| !matches!(c, ' ' | '\t')).map(|found| match found {
            '1' | '●' | 'o' | 'O' => Ok(true),
            '0' | '·' | '.' => Ok(false),
            _ => Err(FormatError::Cell { line, found }),
        });
        let cells: Vec<bool> = cells.collect::<Result<_, _>>()?;
        let (found, expected) = (cells.len(), rows.first().map_or(cells.len(), Vec::len));
        if found != expected {
            return Err(FormatError::Ragged { line, found, expected });
        }
        rows.push(cells);
    }
    let columns = rows.first().ok_or(FormatError::Empty)?.len();
    if rows.len().max(columns) > MOST_SIDE {
        return Err(FormatError::Large { rows: rows.len(), columns });
    }
    let mut grid = Grid::empty(rows.len(), columns);
    for (row, cells) in rows.iter().enumerate() {
        for (column, _) in cells.iter().enumerate().filter(|(_, token)| **token) {
            grid.flip(row, column);
        }
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let grid: Grid = "# a comment\n● · ●\n\n0 1 1\n".parse().unwrap();
        assert_eq!(grid.to_string(), "101\n011");
        assert_eq!(grid.to_string().parse(), Ok(grid.clone()));
        assert_eq!(grid.to_json().to_string().parse(), Ok(grid.clone()));
        assert_eq!(r#"{"n": 3, "grid": ["101", "011"]}"#.parse(), Ok(grid));
    }

    #[test]
    fn what_is_no_grid_is_refused() {
        let refused = |text: &str| text.parse::<Grid>().unwrap_err();
        assert_eq!(refused(" \n\n"), FormatError::Empty);
        assert_eq!(refused("10\n1x"), FormatError::Cell { line: 2, found: 'x' });
        assert_eq!(refused("11\r11"), FormatError::Cell { line: 1, found: '\r' });
        assert_eq!(refused("10\n\n101"), FormatError::Ragged { line: 3, found: 3, expected: 2 });
        assert_eq!(refused(r#"{"grid": [1]}"#), FormatError::Shape);
        assert_eq!(refused(r#"{"grid": []}"#), FormatError::Empty);
        assert_eq!(
            refused(r#"{"format": "marquetry-board/1"}"#),
            FormatError::Version("marquetry-board/1".into())
        );
        assert_eq!(
            refused(r#"{"rows": 7, "grid": ["11"]}"#).to_string(),
            "rows is 7, but the grid has 1"
        );
        assert_eq!(refused(r##"{"grid": ["#11"]}"##), FormatError::Cell { line: 1, found: '#' });
        assert!(matches!(refused("{"), FormatError::Json(_)));
        let long = "1".repeat(MOST_SIDE + 1);
        assert_eq!(refused(&long), FormatError::Large { rows: 1, columns: MOST_SIDE + 1 });
    }
}
