//! Links to the e2.bucas.name and eternity2.dev viewers.

use super::motifs::{self, Motifs, translated};
use super::{Content, Format, FormatError, LooseBoard, LooseCell, Reading, WriteError, brief};
use crate::edge::{Board, Colour, GREY, MAX_SIDE, Puzzle};
use std::fmt::Write as _;

/// Whether a text is one link. Cheap, and true of damaged links too.
pub(super) fn looks_like_link(text: &str) -> bool {
    let line = bare(text);
    let is_link = |l: &str| l.starts_with("http://") || l.starts_with("https://");
    !line.contains('\n')
        && !line.starts_with('{')
        && (is_link(line) || line.contains("board_edges=") || line.contains("board_pieces="))
}

/// Reads a link: any site, query or fragment, parameters in any order.
pub(super) fn read(text: &str) -> Result<Reading, FormatError> {
    let link = Link::new(bare(text));
    let mut notes = Vec::new();
    let order = link.text("motifs_order").filter(|o| !o.is_empty());
    let motifs = order.as_deref().and_then(motifs::named);
    match (&order, motifs) {
        (Some(order), Some(_)) => notes.push(format!("colours translated from {order}'s letters")),
        (Some(order), None) => notes.push(format!("unknown motifs_order {} ignored", brief(order))),
        _ => {}
    }
    let edges = link.text("board_edges").map(|t| sides(&t, motifs.as_ref())).transpose()?;
    let numbers = link.text("board_pieces").map(|t| numbers(&t)).transpose()?;
    let count = match (&edges, &numbers) {
        (Some(edges), _) => edges.len(),
        (None, Some(numbers)) => numbers.len(),
        (None, None) => {
            return Err(FormatError::whole("a link with board_edges", brief(bare(text))));
        }
    };
    if let Some(numbers) = numbers.as_ref().filter(|n| n.len() != count) {
        let expected = format!("board_pieces for {count} cells");
        return Err(FormatError::whole(expected, format!("{}", numbers.len())));
    }
    let size = link.size(count, &mut notes)?;
    let cell = |i: usize| {
        let sides = edges.as_ref().and_then(|e| e.get(i).copied().flatten());
        let piece = numbers.as_ref().and_then(|n| n.get(i).copied().flatten());
        let filled = sides.is_some() || piece.is_some();
        filled.then_some(LooseCell { placed: None, piece, sides })
    };
    let board = LooseBoard {
        name: link.text("puzzle").filter(|n| !n.is_empty()),
        size: Some(size),
        cells: (0..count).map(cell).collect(),
        clues: link.clues(count)?,
        claimed: None,
        sense: None,
        exact: false,
    };
    Ok(Reading { format: link.format(), content: Content::Board(board), notes })
}

/// A text without the blanks, quotes and brackets that surround a link in mail and code.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || "\"'`<>(),;".contains(c))
}

/// A link in its parts.
struct Link<'a> {
    address: &'a str,
    parameters: Vec<(&'a str, &'a str)>,
}

impl<'a> Link<'a> {
    fn new(link: &'a str) -> Self {
        let mut parts = link.split(['?', '#', '&']);
        let first = parts.next().unwrap_or_default();
        // A bare list of parameters is a link without its address.
        let (address, head) =
            if first.contains('=') { ("", first.split_once('=')) } else { (first, None) };
        let pair = |p: &'a str| p.strip_prefix("amp;").unwrap_or(p).split_once('=');
        Self { address, parameters: head.into_iter().chain(parts.filter_map(pair)).collect() }
    }

    fn raw(&self, key: &str) -> Option<&'a str> {
        self.parameters.iter().find(|(k, _)| *k == key).map(|(_, value)| *value)
    }

    fn text(&self, key: &str) -> Option<String> {
        self.raw(key).map(decoded)
    }

    fn format(&self) -> Format {
        let dev = self.address.contains("eternity2.dev") || self.raw("puzzle_size").is_some();
        if dev { Format::DevLink } else { Format::BucasLink }
    }

    fn length(&self, key: &str) -> Result<Option<usize>, FormatError> {
        let Some(text) = self.text(key).filter(|t| !t.is_empty()) else { return Ok(None) };
        match text.parse() {
            Ok(length) if (1..=MAX_SIDE).contains(&length) => Ok(Some(length)),
            _ => Err(FormatError::whole(format!("{key} from 1 to {MAX_SIDE}"), brief(&text))),
        }
    }

    /// Columns and rows: as the link says, else as square as its cells allow.
    fn size(&self, cells: usize, notes: &mut Vec<String>) -> Result<(usize, usize), FormatError> {
        let square = self.length("puzzle_size")?;
        let width = self.length("board_w")?.or(square);
        let height = self.length("board_h")?.or(square);
        let (width, height) = match (width, height) {
            (Some(width), Some(height)) => (width, height),
            (width, height) => {
                let length = width.or(height).unwrap_or(cells.isqrt().max(1));
                let other = (cells / length).clamp(1, MAX_SIDE);
                let size = if height.is_some() { (other, length) } else { (length, other) };
                notes.push(format!(
                    "the link does not give the board's size: {}x{} assumed",
                    size.0, size.1
                ));
                size
            }
        };
        if width * height == cells && width.max(height) <= MAX_SIDE {
            return Ok((width, height));
        }
        let expected = format!("{} cells for a {width}x{height} board", width * height);
        Err(FormatError::whole(expected, format!("{cells}")))
    }

    /// The cells of `hints=cell.turn-cell.turn`. The turns follow from the sides.
    fn clues(&self, cells: usize) -> Result<Vec<usize>, FormatError> {
        let hints = self.text("hints").unwrap_or_default();
        let mut seen = vec![false; cells];
        let mut clues = Vec::new();
        for hint in hints.split('-').filter(|h| !h.is_empty()) {
            let cell = hint.split('.').next().unwrap_or(hint).parse().unwrap_or(usize::MAX);
            let Some(seen) = seen.get_mut(cell) else {
                let expected = format!("hints with cells from 0 to {}", cells - 1);
                return Err(FormatError::whole(expected, brief(hint)));
            };
            if !std::mem::replace(seen, true) {
                clues.push(cell);
            }
        }
        Ok(clues)
    }
}

/// The sides behind `board_edges`: four letters a cell, `aaaa` for an empty one.
pub(super) fn sides(
    letters: &str,
    motifs: Option<&Motifs>,
) -> Result<Vec<Option<[Colour; 4]>>, FormatError> {
    if let Some(bad) = letters.chars().find(|c| !c.is_ascii_lowercase()) {
        return Err(FormatError::whole("board_edges in letters from a to z", format!("{bad:?}")));
    }
    let (cells, rest) = letters.as_bytes().as_chunks::<4>();
    if cells.is_empty() || !rest.is_empty() || cells.len() > MAX_SIDE * MAX_SIDE {
        let expected = format!("board_edges with four letters for 1 to {} cells", 64 * 64);
        return Err(FormatError::whole(expected, format!("{} letters", letters.len())));
    }
    let colour = |letter: u8| {
        let colour = letter.saturating_sub(b'a');
        motifs.map_or(colour, |m| translated(m, colour))
    };
    let cell = |cell: &[u8; 4]| (cell != b"aaaa").then(|| cell.map(colour));
    Ok(cells.iter().map(cell).collect())
}

/// The pieces behind `board_pieces`, from 0: three digits a cell, `000` for an empty one.
fn numbers(digits: &str) -> Result<Vec<Option<usize>>, FormatError> {
    if let Some(bad) = digits.chars().find(|c| !c.is_ascii_digit()) {
        return Err(FormatError::whole("board_pieces in digits", format!("{bad:?}")));
    }
    let (cells, rest) = digits.as_bytes().as_chunks::<3>();
    if cells.is_empty() || !rest.is_empty() || cells.len() > MAX_SIDE * MAX_SIDE {
        let expected = format!("board_pieces with three digits for 1 to {} cells", 64 * 64);
        return Err(FormatError::whole(expected, format!("{} digits", digits.len())));
    }
    let number = |cell: &[u8; 3]| cell.iter().fold(0, |n, d| 10 * n + usize::from(d & 15));
    Ok(cells.iter().map(|cell| number(cell).checked_sub(1)).collect())
}

/// A value without its percent signs and pluses.
fn decoded(value: &str) -> String {
    let bytes = value.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = value.get(at + 1..at + 3).filter(|h| h.bytes().all(|b| b.is_ascii_hexdigit()));
        match (byte, code.and_then(|h| u8::from_str_radix(h, 16).ok())) {
            (b'%', Some(code)) => {
                out.push(code);
                at += 2;
            }
            (b'+', _) => out.push(b' '),
            _ => out.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            _ => _ = write!(out, "%{byte:02X}"),
        }
    }
    out
}

/// The `board_edges` of a board whose pieces exist.
pub(super) fn letters(puzzle: &Puzzle, board: &Board) -> Result<String, WriteError> {
    let mut letters = String::with_capacity(4 * puzzle.size());
    for placed in board.cells() {
        let Some(placed) = placed else {
            letters.push_str("aaaa");
            continue;
        };
        let (number, sides) = (placed.piece() + 1, puzzle.sides(*placed));
        if sides == [GREY; 4] {
            let why = format!("piece {number} is grey all round, which letters show as no piece");
            return Err(WriteError(why));
        }
        for colour in sides {
            if colour >= 26 {
                let why =
                    format!("piece {number} has colour {colour}; letters end at z, colour 25");
                return Err(WriteError(why));
            }
            letters.push(char::from(b'a' + colour));
        }
    }
    Ok(letters)
}

/// A link that shows a board on e2.bucas.name.
///
/// # Errors
/// If the board is not of the puzzle's size, or a colour is beyond the letters.
pub fn bucas(puzzle: &Puzzle, board: &Board) -> Result<String, WriteError> {
    let mut link = format!(
        "https://e2.bucas.name/#puzzle={}&board_w={}&board_h={}&board_edges={}",
        encoded(puzzle.name()),
        puzzle.width(),
        puzzle.height(),
        letters(puzzle, board)?
    );
    // Three digits a piece: larger puzzles are told by their sides alone.
    if puzzle.size() < 1000 {
        link.push_str("&board_pieces=");
        for placed in board.cells() {
            _ = write!(link, "{:03}", placed.map_or(0, |p| p.piece() + 1));
        }
    }
    Ok(link)
}

/// A link that shows a board on eternity2.dev, with the puzzle's clues.
///
/// # Errors
/// If the board is not square or not of the puzzle's size, or a colour is beyond the letters.
pub fn dev(puzzle: &Puzzle, board: &Board) -> Result<String, WriteError> {
    let (width, height) = (puzzle.width(), puzzle.height());
    if width != height {
        return Err(WriteError(format!("eternity2.dev shows square boards, not {width}x{height}")));
    }
    let (name, letters) = (encoded(puzzle.name()), letters(puzzle, board)?);
    let mut link = format!(
        "https://eternity2.dev/viewer?puzzle={name}&puzzle_size={width}&board_edges={letters}"
    );
    for (i, clue) in puzzle.clues().iter().enumerate() {
        let lead = if i == 0 { "&hints=" } else { "-" };
        _ = write!(link, "{lead}{}.{}", clue.cell, clue.placed.turn());
    }
    Ok(link)
}
