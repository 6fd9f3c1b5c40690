//! A board as text.

use super::ink::{Spot, write_line};
use super::palette::{BREAK, PAPER, Rgb, SEAM, TRAY, look};
use super::scene::{Join, Scene};
use super::{Emblem, Ink};
use crate::edge::{Board, Colour, Puzzle, SIDES, Side};

/// How much of a board to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// Every side of every piece: five columns and two rows a cell, or numbers and letters if
    /// plain.
    Full,
    /// Every side of every piece in four columns and one row a cell, without letters: a board that is
    /// too tall for the other way. It needs colours; where it is plain, it is [`Compact`](Self::Compact).
    Slim,
    /// Two columns and one row a cell, coloured by how many of its joins are broken.
    Compact,
}

/// Draws a board as lines of text. As [`super::svg`], it draws what can be drawn of any board.
#[must_use]
pub fn text(puzzle: &Puzzle, board: &Board, ink: Ink, detail: Detail) -> String {
    let view = Scene::new(puzzle, board);
    match (detail, ink) {
        (Detail::Compact, _) | (Detail::Slim, Ink::Plain) => compact(&view, ink),
        (Detail::Slim, _) => slim(&view, ink, puzzle.signed()),
        (Detail::Full, Ink::Plain) => joined_numbers(&view, board, puzzle.signed()),
        (Detail::Full, _) => tiles(&view, ink, puzzle.signed()),
    }
}

/// The letters for a colour: `a` for grey, `b` for 1 as in the links people share, two letters
/// from 26 on.
#[must_use]
pub fn letters(colour: Colour) -> String {
    let letter = |i: u8| char::from(b'a' + i % 26);
    if colour < 26 {
        letter(colour).to_string()
    } else {
        String::from_iter([letter(colour / 26), letter(colour)])
    }
}

/// How bad a cell is, from no broken join to four.
const HEAT: [Rgb; 5] = [
    Rgb(0x0b, 0x5c, 0x5c),
    Rgb(0xf3, 0xe3, 0x4b),
    Rgb(0xf0, 0x9a, 0x2a),
    Rgb(0xe0, 0x3a, 0x1e),
    Rgb(0xc2, 0x18, 0x8a),
];

/// No broken join, on every other cell, so that the cells can be counted.
const CALM: Rgb = Rgb(0x12, 0x76, 0x76);

fn compact(view: &Scene<'_>, ink: Ink) -> String {
    let mut out = String::new();
    for row in 0..view.height {
        let mut line = Vec::with_capacity(2 * view.width);
        for cell in row * view.width..(row + 1) * view.width {
            let broken = SIDES.into_iter().filter(|&side| view.broken(cell, side)).count();
            let (character, back) = match (view.sides(cell), broken) {
                (None, _) if ink == Ink::Plain => ('_', TRAY),
                (None, _) => ('.', TRAY),
                (Some(_), 0) if ink == Ink::Plain => ('.', HEAT[0]),
                (Some(_), 0) => {
                    (' ', if (row + cell % view.width).is_multiple_of(2) { HEAT[0] } else { CALM })
                }
                (Some(_), n) => (char::from(b'0' + n as u8), HEAT[n]),
            };
            let front = if view.sides(cell).is_some() { SEAM } else { PAPER };
            line.extend([character, ' '].map(|character| Spot { character, front, back }));
        }
        write_line(&mut out, ink, &line);
    }
    out
}

/// Numbers of pieces with the colour of every join between them: ` b ` if it matches, `bxc` if it
/// is broken.
fn joined_numbers(view: &Scene<'_>, board: &Board, signed: bool) -> String {
    let filled = || view.cells().filter_map(|(cell, ..)| view.sides(cell).map(|s| (cell, s)));
    let numbers = filled().filter_map(|(cell, _)| board.get(cell)).map(|p| p.piece() + 1);
    let wide = filled().flat_map(|(_, sides)| sides.map(|c| letters(c).len())).max().unwrap_or(1);
    let block = numbers.max().unwrap_or(0).to_string().len().max(2 * wide + 1);
    let joined = |cell: usize, side: Side| {
        let far = view.neighbour(cell, side).and_then(|n| view.side(n, side.opposite()));
        let named = |colour: Option<Colour>| colour.map(letters).unwrap_or_default();
        let (near, far) = (named(view.side(cell, side)), named(far));
        match view.join(cell, side) {
            None => String::new(),
            Some(Join::Matched) if !signed => format!("{near:^0$}", 2 * wide + 1),
            Some(Join::Matched) => format!("{near:>wide$}={far:<wide$}"),
            Some(Join::Broken) => format!("{near:>wide$}x{far:<wide$}"),
            Some(Join::Open) => format!("{near:>wide$} {far:<wide$}"),
        }
    };
    let mut out = String::new();
    for row in 0..view.height {
        let (mut pieces, mut below) = (String::new(), String::new());
        for cell in row * view.width..(row + 1) * view.width {
            let number = match (view.sides(cell), board.get(cell)) {
                (Some(_), Some(placed)) => (placed.piece() + 1).to_string(),
                (None, Some(_)) => "?".to_owned(),
                _ => ".".to_owned(),
            };
            pieces += &format!("{number:>block$} {} ", joined(cell, Side::East));
            below += &format!("{:^block$}", joined(cell, Side::South));
            below += &" ".repeat(2 * wide + 3);
        }
        for line in [pieces, below] {
            out += line.trim_end();
            out.push('\n');
        }
    }
    out.trim_end_matches('\n').to_owned() + "\n"
}

/// Columns of a cell drawn as a tile.
pub(super) const COLUMNS: usize = 5;

/// Pieces as they look: west and east to the left and right, north over south between them.
fn tiles(view: &Scene<'_>, ink: Ink, signed: bool) -> String {
    let mut out = String::new();
    for row in 0..view.height {
        let mut lines = [Vec::new(), Vec::new()];
        for cell in row * view.width..(row + 1) * view.width {
            for (line, spots) in lines.iter_mut().zip(tile(view, cell, signed)) {
                line.extend(spots);
            }
        }
        lines.iter().for_each(|line| write_line(&mut out, ink, line));
    }
    out
}

/// Pieces in one row: west and east to the left and right, north over south between them.
fn slim(view: &Scene<'_>, ink: Ink, signed: bool) -> String {
    let mut out = String::new();
    for row in 0..view.height {
        let cells = row * view.width..(row + 1) * view.width;
        let line: Vec<Spot> = cells.flat_map(|cell| sliver(view, cell, signed)).collect();
        write_line(&mut out, ink, &line);
    }
    out
}

/// The row of a slim piece. A break is red: at its end of the row, or in the half it lies on.
fn sliver(view: &Scene<'_>, cell: usize, signed: bool) -> [Spot; 4] {
    let blank = Spot { character: ' ', front: PAPER, back: TRAY };
    let Some(sides) = view.sides(cell) else {
        return [blank, Spot { character: '.', ..blank }, blank, blank];
    };
    let [north, east, south, west] = sides.map(|colour| look(colour, signed).ground);
    let end = |side: Side, ground: Rgb, stripe: char| {
        let character = if view.broken(cell, side) { stripe } else { ' ' };
        Spot { character, front: BREAK, back: ground }
    };
    let half = |side: Side, ground: Rgb| if view.broken(cell, side) { BREAK } else { ground };
    let middle = Spot { character: '▀', front: north, back: south };
    let marked = Spot { front: half(Side::North, north), back: half(Side::South, south), ..middle };
    [end(Side::West, west, '▌'), middle, marked, end(Side::East, east, '▐')]
}

/// The two rows of a tile.
pub(super) fn tile(view: &Scene<'_>, cell: usize, signed: bool) -> [[Spot; COLUMNS]; 2] {
    let Some(sides) = view.sides(cell) else {
        let blank = Spot { character: ' ', front: PAPER, back: TRAY };
        let mut empty = [[blank; COLUMNS]; 2];
        empty[0][2].character = '.';
        return empty;
    };
    let [north, east, south, west] = sides.map(|colour| look(colour, signed));
    let row = |side: Side, look: Emblem, corners: [char; 2], edge: char| {
        let mut spots = [Spot { character: ' ', front: look.tint, back: look.ground }; COLUMNS];
        if look.motif.is_some() {
            let label = letters(sides[side as usize]);
            spots[2..].iter_mut().zip(label.chars()).for_each(|(spot, c)| spot.character = c);
        }
        if view.broken(cell, side) {
            for spot in &mut spots[1..4] {
                if spot.character == ' ' {
                    *spot = Spot { character: edge, front: BREAK, back: look.ground };
                }
            }
        }
        let corner = |side: Side, other: Emblem, corner: char, stripe: char| {
            let (character, front) =
                if view.broken(cell, side) { (stripe, BREAK) } else { (corner, look.ground) };
            Spot { character, front, back: other.ground }
        };
        spots[0] = corner(Side::West, west, corners[0], '▌');
        spots[COLUMNS - 1] = corner(Side::East, east, corners[1], '▐');
        spots
    };
    [row(Side::North, north, ['▝', '▘'], '▀'), row(Side::South, south, ['▗', '▖'], '▄')]
}
