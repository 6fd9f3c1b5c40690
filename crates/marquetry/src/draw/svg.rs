//! A board as a picture.

use super::glyph;
use super::motif::{CELL, write_side};
use super::palette::{BREAK, CLUE, PAPER, SEAM, TRAY, look};
use super::scene::Scene;
use crate::edge::{Board, Colour, Puzzle, Side};
use std::fmt::Write;

/// How to draw a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Pixels from one cell to the next, 4 to 256.
    pub cell: u32,
    /// Whether to write the number of every piece on it.
    pub numbers: bool,
    /// Whether to mark the breaks.
    pub breaks: bool,
    /// Whether to mark the clues.
    pub clues: bool,
    /// Whether the pieces lie apart, as when they are poured out of the box.
    pub apart: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { cell: 60, numbers: false, breaks: true, clues: true, apart: false }
    }
}

impl Style {
    /// The same style with cells as large as fits a picture of about `side` pixels.
    #[must_use]
    pub fn fitting(self, board: &Board, side: u32) -> Self {
        let cells = board.width().max(board.height()).max(1) as u32;
        Self { cell: (side / cells.saturating_add(1)).clamp(12, 96), ..self }
    }

    /// The same style with cells so large that a small board makes a picture of about `side` pixels.
    /// Those of large boards stay as they are.
    #[must_use]
    pub fn at_least(self, board: &Board, side: u32) -> Self {
        let cells = board.width().max(board.height()).max(1) as u32;
        Self { cell: (side / cells.saturating_add(1)).clamp(self.cell, self.cell.max(256)), ..self }
    }

    /// Units from one cell to the next.
    fn pitch(self) -> usize {
        CELL + if self.apart { APART } else { 0 }
    }
}

/// Units between pieces that lie apart.
const APART: usize = 16;

/// Draws a board as a complete SVG document.
///
/// The board need not be valid or even of the right size: what can be drawn is drawn, and cells
/// with pieces the puzzle does not have stay empty.
///
/// ```
/// use marquetry::draw::{Style, svg};
/// use marquetry::edge::generate::Recipe;
///
/// let made = Recipe::eternity_like(8, 8, 1).make()?;
/// let picture = svg(&made.puzzle, &made.solution, &Style::default());
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// # Ok::<(), marquetry::edge::generate::GenerateError>(())
/// ```
#[must_use]
pub fn svg(puzzle: &Puzzle, board: &Board, style: &Style) -> String {
    let view = Scene::new(puzzle, board);
    let cell = style.cell.clamp(4, 256) as usize;
    let margin = cell.div_ceil(3);
    let pitch = style.pitch();
    let across =
        |cells: usize| (cells * pitch).saturating_sub(pitch - CELL) * cell / CELL + 2 * margin;
    let (width, height) = (across(view.width), across(view.height));
    let mut out = open(width, height, puzzle.name());
    let size = if style.numbers { BESIDE_NUMBERS } else { 1.0 };
    write_defs(&mut out, puzzle, &view, size);
    let _ = write!(
        out,
        r#"<rect width="{width}" height="{height}" rx="{}" fill="{SEAM}"/><g transform="translate({margin} {margin})scale({})">"#,
        margin / 2,
        cell as f64 / CELL as f64
    );
    write_cells(&mut out, &view, pitch);
    write_seams(&mut out, &view, pitch);
    if style.clues {
        write_clues(&mut out, puzzle, &view);
    }
    if style.breaks {
        write_breaks(&mut out, &view);
    }
    if style.numbers {
        write_numbers(&mut out, board, &view, pitch);
    }
    out + "</g></svg>\n"
}

/// The start of a document of this size in pixels.
#[must_use]
pub fn open(width: usize, height: usize, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\"><title>{}</title>",
        escape(title)
    )
}

/// Text for the inside of an element. Characters XML cannot carry are replaced.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' | '\n' => out.push(' '),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}

const COMPASS: [(char, &str); 4] = [
    ('n', "translate(30)"),
    ('e', "translate(60 30)rotate(90)"),
    ('s', "translate(30 60)rotate(180)"),
    ('w', "translate(0 30)rotate(270)"),
];

/// Defines every side that occurs once, as `n7` for colour 7 to the north, its motif of this size.
fn write_defs(out: &mut String, puzzle: &Puzzle, view: &Scene<'_>, size: f64) {
    let mut used = [[false; 4]; 256];
    for sides in view.cells().filter_map(|(cell, ..)| view.sides(cell)) {
        sides.iter().enumerate().for_each(|(i, &c)| used[usize::from(c)][i] = true);
    }
    out.push_str("<defs>");
    for colour in 0..=Colour::MAX {
        for ((letter, place), used) in COMPASS.iter().zip(used[usize::from(colour)]) {
            if !used {
                continue;
            }
            let _ = write!(out, r#"<g id="{letter}{colour}" transform="{place}">"#);
            write_side(out, look(colour, puzzle.signed()), size);
            out.push_str("</g>");
        }
    }
    out.push_str("</defs>");
}

fn write_cells(out: &mut String, view: &Scene<'_>, pitch: usize) {
    for (cell, row, col) in view.cells() {
        let (x, y) = (col * pitch, row * pitch);
        let Some(sides) = view.sides(cell) else {
            let _ = write!(out, r#"<path d="M{} {}h54v54h-54z" fill="{TRAY}"/>"#, x + 3, y + 3);
            continue;
        };
        let _ = write!(out, r#"<g transform="translate({x} {y})">"#);
        for ((letter, _), colour) in COMPASS.iter().zip(sides) {
            let _ = write!(out, r##"<use href="#{letter}{colour}"/>"##);
        }
        out.push_str("</g>");
    }
}

/// The lines between the pieces and between their sides, which also hide the hairlines that
/// antialiasing leaves between touching triangles.
fn write_seams(out: &mut String, view: &Scene<'_>, pitch: usize) {
    let (mut outlines, mut diagonals) = (String::new(), String::new());
    for (_, row, col) in view.cells().filter(|&(cell, ..)| view.sides(cell).is_some()) {
        let (x, y) = (col * pitch, row * pitch);
        let _ = write!(outlines, "M{x} {y}h60v60h-60z");
        let _ = write!(diagonals, "M{x} {y}l60 60m0-60l-60 60");
    }
    let _ = write!(
        out,
        r#"<g fill="none" stroke="{SEAM}"><path d="{diagonals}" stroke-width="1"/><path d="{outlines}" stroke-width="1.4"/></g>"#
    );
}

fn write_clues(out: &mut String, puzzle: &Puzzle, view: &Scene<'_>) {
    if (view.width, view.height) != (puzzle.width(), puzzle.height()) {
        return;
    }
    let mut path = String::new();
    for clue in puzzle.clues() {
        let (row, col) = (clue.cell / view.width, clue.cell % view.width);
        let _ = write!(path, "M{} {}h54v54h-54z", col * CELL + 3, row * CELL + 3);
    }
    for (colour, width) in [(SEAM, 5), (CLUE, 3)] {
        let _ = write!(
            out,
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>"#
        );
    }
}

/// A red pill with a white rim along every broken join.
fn write_breaks(out: &mut String, view: &Scene<'_>) {
    let mut path = String::new();
    for (cell, row, col) in view.cells() {
        let (x, y) = (col * CELL, row * CELL);
        if view.broken(cell, Side::East) {
            let _ = write!(path, "M{} {}v28", x + 60, y + 16);
        }
        if view.broken(cell, Side::South) {
            let _ = write!(path, "M{} {}h28", x + 16, y + 60);
        }
    }
    for (colour, width) in [(SEAM, 12), (PAPER, 10), (BREAK, 6)] {
        let _ = write!(
            out,
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>"#
        );
    }
}

/// The height of a number, and the widest it may be: the motifs that stand beside it end before.
const NUMBER: f64 = 7.0;
const WIDEST: f64 = 11.0;
/// The plate of a number is so much larger, all round.
const RIM: f64 = 4.4;
/// The size of motifs that leave the middle of a piece to its number.
pub(super) const BESIDE_NUMBERS: f64 = 0.72;

fn write_numbers(out: &mut String, board: &Board, view: &Scene<'_>, pitch: usize) {
    let (mut plates, mut digits) = (String::new(), String::new());
    for (cell, row, col) in view.cells() {
        let (Some(placed), Some(_)) = (board.get(cell), view.sides(cell)) else { continue };
        let number = (placed.piece() + 1).to_string();
        let height = NUMBER * (WIDEST / glyph::width(&number, NUMBER)).min(1.0);
        let width = glyph::width(&number, height);
        let (x, y) = ((col * pitch) as f64 + 30.0, (row * pitch) as f64 + 30.0);
        let _ = write!(plates, "M{} {y}h{}", glyph::short(x - width / 2.0), glyph::short(width));
        glyph::write_text(&mut digits, &number, x - width / 2.0, y - height / 2.0, height);
    }
    let plate = 2.0 * RIM;
    let _ = write!(
        out,
        r#"<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{plates}" stroke="{SEAM}" stroke-width="{plate}"/><path d="{digits}" stroke="{PAPER}" stroke-width="1.1"/></g>"#
    );
}
