//! A grid of tokens, as a picture and as text.

use super::Ink;
use super::ink::{Spot, write_line};
use super::palette::{BREAK, Rgb, SEAM, TRAY};
use super::svg::open;
use crate::tokens::{Grid, Verdict};
use std::fmt::Write;

/// Tokens, as turned from light wood.
const TOKEN: Rgb = Rgb(0xe8, 0xb9, 0x6a);
/// The ring on a token.
const RING: Rgb = Rgb(0xb9, 0x80, 0x33);
/// Where a token was.
const HOLE: Rgb = Rgb(0x4a, 0x3d, 0x33);

/// Draws a grid as a complete SVG document, `cell` pixels from one token to the next (4 to 256).
/// Odd lines are marked at their ends.
#[must_use]
pub fn grid_svg(grid: &Grid, cell: u32) -> String {
    let cell = cell.clamp(4, 256) as usize;
    let (width, height) = (grid.columns() * cell + 2 * cell, grid.rows() * cell + 2 * cell);
    let removed = grid.rows() * grid.columns() - grid.tokens();
    let title = format!("{}x{} tokens, {removed} removed", grid.columns(), grid.rows());
    let mut out = open(width, height, &title);
    let _ = write!(
        out,
        r#"<defs><g id="t"><circle r=".42" fill="{TOKEN}"/><circle r=".27" fill="none" stroke="{RING}" stroke-width=".06"/></g><circle id="h" r=".14" fill="{HOLE}"/><path id="o" d="M-.2 0L.16-.26V.26Z" fill="{BREAK}"/></defs><rect width="{width}" height="{height}" rx="{}" fill="{SEAM}"/><g transform="translate({cell} {cell})scale({cell})"><rect x="-.1" y="-.1" width="{}.2" height="{}.2" rx=".3" fill="{TRAY}"/>"#,
        cell / 3,
        grid.columns(),
        grid.rows(),
    );
    for row in 0..grid.rows() {
        for column in 0..grid.columns() {
            let kind = if grid.get(row, column) { 't' } else { 'h' };
            let _ = write!(out, r##"<use href="#{kind}" x="{column}.5" y="{row}.5"/>"##);
        }
    }
    let verdict = Verdict::of(grid);
    for row in verdict.odd_rows {
        let _ = write!(out, r##"<use href="#o" x="{}.5" y="{row}.5"/>"##, grid.columns());
    }
    for column in verdict.odd_columns {
        let (x, y) = (column, grid.rows());
        let place = format!("translate({x}.5 {y}.5)rotate(90)");
        let _ = write!(out, r##"<use href="#o" transform="{place}"/>"##);
    }
    out + "</g></svg>\n"
}

/// Draws a grid as lines of text, with a mark at the end of every odd line. Without colours and
/// odd lines it can be read back.
#[must_use]
pub fn grid_text(grid: &Grid, ink: Ink) -> String {
    let verdict = Verdict::of(grid);
    let spot = |character, front| Spot { character, front, back: TRAY };
    let mark = |odd: bool, sign| spot(if odd { sign } else { ' ' }, BREAK);
    let mut out = String::new();
    for row in 0..grid.rows() {
        let cell = |column| match grid.get(row, column) {
            true => spot('●', TOKEN),
            false => spot('·', RING),
        };
        let odd = verdict.odd_rows.contains(&row);
        let cells = (0..grid.columns()).flat_map(|column| [cell(column), mark(false, ' ')]);
        let line: Vec<Spot> = cells.chain([mark(odd, '◂')]).collect();
        write_line(&mut out, ink, &line);
    }
    if !verdict.odd_columns.is_empty() {
        let odd = |column| mark(verdict.odd_columns.contains(&column), '▴');
        let under = (0..grid.columns()).flat_map(|column| [odd(column), mark(false, ' ')]);
        let line: Vec<Spot> = under.chain([mark(false, ' ')]).collect();
        write_line(&mut out, ink, &line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_lines_are_marked() {
        let solved: Grid = "1010\n0110\n1111\n0011".parse().unwrap();
        assert_eq!(grid_text(&solved, Ink::Plain), "● · ● ·\n· ● ● ·\n● ● ● ●\n· · ● ●\n");
        let odd: Grid = "10\n00".parse().unwrap();
        assert_eq!(grid_text(&odd, Ink::Plain), "● · ◂\n· ·\n▴\n");
        let marks = |grid| grid_svg(grid, 20).matches(r##"href="#o""##).count();
        assert_eq!((marks(&solved), marks(&odd)), (0, 2));
    }

    #[test]
    fn what_is_drawn_is_read() {
        let solved: Grid = "1010\n0110\n1111\n0011".parse().unwrap();
        assert_eq!(grid_text(&solved, Ink::Plain).parse(), Ok(solved.clone()));
        assert!(roxmltree::Document::parse(&grid_svg(&solved, 30)).is_ok());
    }
}
