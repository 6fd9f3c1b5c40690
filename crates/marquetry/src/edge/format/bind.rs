//! Tying a board to its puzzle: the numbers of a file mean nothing until the joins confirm them.

use super::{FormatError, LooseBoard, LooseCell, Sense, sides};
use crate::edge::{
    Board, Clue, Colour, Fault, Frame, GREY, MAX_SIDE, Piece, Placed, Puzzle, Verdict, judge,
};
use std::cmp::Reverse;

impl LooseBoard {
    /// The board as a board of `puzzle`, and what had to be assumed. A score the file claims
    /// is checked.
    ///
    /// Where the file shows sides they are believed; otherwise its piece numbers and turns are
    /// read in the way that the judge scores best. A piece that is used twice stays so.
    ///
    /// # Errors
    /// If the sizes differ, or a cell shows or names a piece the puzzle does not have.
    pub fn bind(&self, puzzle: &Puzzle) -> Result<(Board, Vec<String>), FormatError> {
        let (width, height) = (puzzle.width(), puzzle.height());
        let (found_width, found_height) = self.size.unwrap_or((width, height));
        if (found_width, found_height) != (width, height) {
            let expected = format!("a {width}x{height} board");
            return Err(FormatError::whole(expected, format!("{found_width}x{found_height}")));
        }
        if self.cells.len() != puzzle.size() {
            let expected = format!("{} cells for a {width}x{height} board", puzzle.size());
            return Err(FormatError::whole(expected, format!("{}", self.cells.len())));
        }
        let mut notes = Vec::new();
        let by_turn = |c: &LooseCell| c.sides.is_none() && c.placed.is_some();
        let board = if self.cells.iter().flatten().all(by_turn) {
            self.bind_by_turns(puzzle, &mut notes)?
        } else {
            sides::bind(&self.clockwise(), puzzle, &mut notes)?
        };
        self.tell_score(puzzle, &judge(puzzle, &board), &mut notes);
        Ok((board, notes))
    }

    /// The puzzle that a complete board carries in its sides, and the board itself.
    ///
    /// # Errors
    /// If cells are empty or their sides unknown, or the sides make no puzzle.
    pub fn to_puzzle(&self) -> Result<(Puzzle, Board, Vec<String>), FormatError> {
        let shown: Vec<[Colour; 4]> = self.cells.iter().filter_map(|c| (*c)?.sides).collect();
        if shown.len() != self.cells.len() {
            let blank = self.cells.len() - shown.len();
            let what = if blank == 1 { "cell" } else { "cells" };
            let found = format!("{blank} {what} without");
            return Err(FormatError::whole("a complete board, sides on every cell", found));
        }
        let (width, height) = self.whole_size()?;
        let mut notes = Vec::new();
        let frame = frame_of(width, height, &shown, &mut notes);
        let places = self.clockwise().places(&mut notes);
        let mut pieces = vec![Piece([GREY; 4]); shown.len()];
        let mut board = Board::empty(width, height);
        for (cell, (&place, sides)) in places.iter().zip(shown).enumerate() {
            if let Some(piece) = pieces.get_mut(place.piece()) {
                *piece = Piece(Piece(sides).turned(4 - place.turn()));
                board.set(cell, Some(place));
            }
        }
        let puzzle =
            Puzzle::new(self.name.clone().unwrap_or_default(), width, height, frame, pieces)?;
        let clue = |&cell: &usize| Some(Clue { cell, placed: board.get(cell)? });
        let puzzle = puzzle.with_clues(self.clues.iter().filter_map(clue).collect())?;
        self.tell_score(&puzzle, &judge(&puzzle, &board), &mut notes);
        Ok((puzzle, board, notes))
    }

    /// The same board with turns counted our way, where the file says how it counts them.
    fn clockwise(&self) -> Self {
        let mut board = self.clone();
        if self.sense == Some(Sense::Anticlockwise) {
            board.sense = Some(Sense::Clockwise);
            let placed = board.cells.iter_mut().flatten().filter_map(|c| c.placed.as_mut());
            placed.for_each(|(_, turn)| *turn = (4 - *turn % 4) % 4);
        }
        board
    }

    /// The board's size, guessed square if the file does not say.
    fn whole_size(&self) -> Result<(usize, usize), FormatError> {
        let square = self.cells.len().isqrt();
        let (width, height) = self.size.unwrap_or((square, square));
        let fits = width.checked_mul(height) == Some(self.cells.len());
        if fits && (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height) {
            return Ok((width, height));
        }
        let found = format!("{width}x{height} and {} cells", self.cells.len());
        Err(FormatError::whole(format!("a board up to {MAX_SIDE}x{MAX_SIDE}"), found))
    }

    /// The number and turn of the piece on every cell: the file's own where every piece has its
    /// own number, else in reading order.
    fn places(&self, notes: &mut Vec<String>) -> Vec<Placed> {
        let count = self.cells.len();
        let own = |cell: &Option<LooseCell>| {
            let cell = cell.as_ref()?;
            let (piece, turn) = cell.placed.or(cell.piece.map(|piece| (piece, 0)))?;
            // A turn whose sense is unknown says nothing about how the piece lies in its file.
            let turn = if self.sense.is_some() { turn } else { 0 };
            (piece < count).then(|| Placed::new(piece, turn))
        };
        let own: Option<Vec<Placed>> = self.cells.iter().map(own).collect();
        let all_different = |places: &Vec<Placed>| {
            let mut seen = vec![false; count];
            places.iter().all(|p| !std::mem::replace(&mut seen[p.piece()], true))
        };
        own.filter(all_different).unwrap_or_else(|| {
            notes.push("pieces are numbered row by row, as they lie on the board".into());
            (0..count).map(|cell| Placed::new(cell, 0)).collect()
        })
    }

    fn tell_score(&self, puzzle: &Puzzle, verdict: &Verdict, notes: &mut Vec<String>) {
        if let Some(claimed) = self.claimed.filter(|&c| c != verdict.score) {
            let (score, joins) = (verdict.score, puzzle.joins());
            notes.push(format!(
                "the file claims a score of {claimed}, the judge counts {score} of {joins}"
            ));
        }
    }
}

/// Grey as soon as one side is: an open puzzle has no grey sides.
fn frame_of(width: usize, height: usize, shown: &[[Colour; 4]], notes: &mut Vec<String>) -> Frame {
    let rim = |cell: usize, side: usize| match side {
        0 => cell < width,
        1 => cell % width == width - 1,
        2 => cell / width == height - 1,
        _ => cell.is_multiple_of(width),
    };
    if shown.iter().all(|sides| !sides.contains(&GREY)) {
        return Frame::Open;
    }
    let coloured = |cell: usize, sides: &[Colour; 4]| {
        sides.iter().enumerate().filter(|&(side, &c)| rim(cell, side) && c != GREY).count()
    };
    let wrong: usize = shown.iter().enumerate().map(|(cell, s)| coloured(cell, s)).sum();
    if wrong > 0 {
        notes.push(format!("{wrong} sides on the rim are not grey"));
    }
    Frame::Grey
}

/// One way to read the numbers of a file.
#[derive(Clone, Copy)]
struct Way {
    sense: Sense,
    /// What to add to a piece's number: 0 or 1 is the first piece.
    shift: isize,
    /// What to add to every turn: pieces may lie otherwise in the file the board was made for.
    base: u8,
}

/// A board as one way of reading makes it.
struct Attempt {
    way: Way,
    board: Board,
    verdict: Verdict,
}

impl Attempt {
    /// Fewest offences against the frame first, then the highest score.
    fn rank(&self) -> (usize, Reverse<u32>) {
        (self.frame_faults(), Reverse(self.verdict.score))
    }

    fn frame_faults(&self) -> usize {
        let frame = |f: &&Fault| matches!(f, Fault::Rim { .. } | Fault::GreyInside { .. });
        self.verdict.faults.iter().filter(frame).count()
    }

    /// Whether the board looks made rather than scrambled.
    fn plausible(&self) -> bool {
        self.frame_faults() == 0 && self.verdict.breaks.len() <= self.verdict.score as usize
    }
}

impl LooseBoard {
    /// Reads piece numbers and turns as the file means them. What the format says is doubted only
    /// if it gives nonsense while another reading gives a board that looks made.
    fn bind_by_turns(
        &self,
        puzzle: &Puzzle,
        notes: &mut Vec<String>,
    ) -> Result<Board, FormatError> {
        let mut senses = [Sense::Clockwise, Sense::Anticlockwise];
        if self.sense == Some(Sense::Anticlockwise) {
            senses.reverse();
        }
        let mut ways = Vec::new();
        for (base, shift) in (0..4).flat_map(|base| [0, 1, -1].map(|shift| (base, shift))) {
            ways.extend(senses.iter().map(|&sense| Way { sense, shift, base }));
        }
        let best = |ways: &[Way]| {
            let attempts = ways.iter().filter_map(|&way| self.attempt(puzzle, way));
            attempts.min_by_key(Attempt::rank)
        };
        // The ways begin with the two senses; a format that says its own leaves one.
        let plain = best(&ways[..if self.sense.is_some() { 1 } else { 2 }]);
        let chosen = match plain {
            Some(plain) if self.exact || plain.plausible() => plain,
            None if self.exact => return Err(self.unknown_piece(puzzle)),
            Some(plain) => best(&ways).filter(Attempt::plausible).unwrap_or(plain),
            None => best(&ways).ok_or_else(|| self.unknown_piece(puzzle))?,
        };
        self.tell_way(chosen.way, notes);
        Ok(chosen.board)
    }

    fn attempt(&self, puzzle: &Puzzle, way: Way) -> Option<Attempt> {
        let mut board = Board::empty(puzzle.width(), puzzle.height());
        for (cell, content) in self.cells.iter().enumerate() {
            let Some((piece, turn)) = content.and_then(|c| c.placed) else { continue };
            let piece = piece.checked_add_signed(way.shift).filter(|&p| p < puzzle.size())?;
            let turn = if way.sense == Sense::Clockwise { turn % 4 } else { 4 - turn % 4 };
            board.set(cell, Some(Placed::new(piece, turn + way.base)));
        }
        let verdict = judge(puzzle, &board);
        Some(Attempt { way, board, verdict })
    }

    fn tell_way(&self, way: Way, notes: &mut Vec<String>) {
        let sense = match way.sense {
            Sense::Clockwise => "clockwise",
            Sense::Anticlockwise => "anticlockwise",
        };
        match self.sense {
            None => notes.push(format!("turns are read {sense}, which scores best")),
            Some(said) if said != way.sense => {
                notes.push(format!("turns are read {sense}, against the format: it scores better"));
            }
            Some(_) => {}
        }
        if way.shift != 0 {
            notes.push(format!("piece numbers are off by one: {:+} makes them fit", way.shift));
        }
        if way.base != 0 {
            let base = way.base;
            notes.push(format!("every turn is off by the same: {base:+} clockwise makes them fit"));
        }
    }

    fn unknown_piece(&self, puzzle: &Puzzle) -> FormatError {
        let number = |cell: &Option<LooseCell>| cell.and_then(|c| c.placed).map(|(p, _)| p);
        let worst = self.cells.iter().position(|c| number(c).is_some_and(|p| p >= puzzle.size()));
        let cell = worst.unwrap_or_default();
        let piece = self.cells.get(cell).and_then(number).unwrap_or_default();
        let (row, col) = (cell / puzzle.width(), cell % puzzle.width());
        FormatError::whole(
            format!("a piece from 1 to {} at row {row}, column {col}", puzzle.size()),
            format!("{}", piece.saturating_add(1)),
        )
    }
}
