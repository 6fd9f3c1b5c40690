//! `hint`: what fits next on a board, and why.

use super::Done;
use crate::{args, load, output};
use anyhow::{Result, bail};
use marquetry::draw::letters;
use marquetry::edge::{
    Board, Colour, Fault, Fitting, Frame, GREY, Placed, Puzzle, SIDES, Side, Verdict,
};
use serde_json::{Value, json};

/// The most placings that are named; JSON has all.
const NAMED: usize = 8;

pub(super) fn hint(args: &args::Hint) -> Result<Done> {
    if args.puzzle.puzzle == "-" && args.board.as_deref() == Some("-") {
        bail!("standard input can hold one thing, not a puzzle and a board");
    }
    let mut loaded = args.puzzle.load()?;
    let mut board = loaded.board.take();
    if let Some(spec) = &args.board {
        let (read, notes) = load::board(spec, &loaded.puzzle)?;
        board = Some(read);
        loaded.notes.extend(notes);
    }
    let puzzle = &loaded.puzzle;
    let board = board.unwrap_or_else(|| Board::empty(puzzle.width(), puzzle.height()));
    let advice = Advice::new(puzzle, &board);
    match args.json {
        true => output::print_json(&advice.json(&loaded.notes))?,
        false => {
            loaded.tell();
            output::print(&advice.words())?;
        }
    }
    Ok(Done::from(advice.wrong.is_empty() && advice.dead.is_empty()))
}

/// What can be said of a board that is being laid.
struct Advice<'a> {
    puzzle: &'a Puzzle,
    board: &'a Board,
    /// What is wrong with the pieces that lie.
    wrong: Vec<String>,
    /// Empty cells that nothing fits.
    dead: Vec<usize>,
    /// The empty cell with the fewest pieces that fit, and these.
    next: Option<(usize, Vec<Placed>)>,
}

impl<'a> Advice<'a> {
    fn new(puzzle: &'a Puzzle, board: &'a Board) -> Self {
        let fitting = Fitting::new(puzzle, board);
        let empty = (0..puzzle.size()).filter(|&cell| board.get(cell).is_none());
        let fits =
            empty.map(|cell| (cell, fitting.pieces(cell))).filter(|(_, fit)| !fit.is_empty());
        // Of cells with as few, the one that knows most of its sides is the easiest to believe.
        let known = |cell: usize| wanted(puzzle, board, cell).len();
        let next = fits.min_by_key(|(cell, fits)| (fits.len(), usize::MAX - known(*cell)));
        let wrong = wrong(puzzle, &puzzle.verdict(board));
        Self { puzzle, board, wrong, dead: fitting.dead(), next }
    }

    fn place(&self, cell: usize) -> String {
        let width = self.puzzle.width();
        format!("row {}, column {}", cell / width, cell % width)
    }

    fn words(&self) -> String {
        let mut lines: Vec<String> = self.wrong.iter().map(|w| format!("wrong      {w}")).collect();
        for &cell in self.dead.iter().take(NAMED) {
            let (place, wants) = (self.place(cell), self.wants(cell));
            lines.push(format!("dead       {place}: no piece that is left {wants}"));
        }
        if !lines.is_empty() {
            lines.push("so         lift a piece there before you go on".to_owned());
            return lines.join("\n");
        }
        let Some((cell, fits)) = &self.next else { return "every cell holds a piece".to_owned() };
        let pieces = fits.iter().map(|fit| format!("{} turn {}", fit.piece() + 1, fit.turn()));
        let mut named = pieces.take(NAMED).collect::<Vec<_>>().join(", ");
        if fits.len() > NAMED {
            named += ", ...";
        }
        format!("next       {}: piece {named}\nwhy        {}", self.place(*cell), self.why())
    }

    /// Why the next cell is the next.
    fn why(&self) -> String {
        let Some((cell, fits)) = &self.next else { return String::new() };
        let left = self.puzzle.size() - self.board.filled();
        let mut pieces: Vec<usize> = fits.iter().map(|fit| fit.piece()).collect();
        pieces.dedup();
        if self.puzzle.clues().iter().any(|clue| clue.cell == *cell) {
            return "a clue wants it there".to_owned();
        }
        let many = match pieces.len() {
            1 => "it is the only one".to_owned(),
            several => format!("they are {several}, fewer than fit elsewhere,"),
        };
        format!("{many} of {left} left that {}", self.wants(*cell))
    }

    /// What a piece must show to fit a cell, in the letters of boards.
    fn wants(&self, cell: usize) -> String {
        let side = |(side, colour): (Side, Colour)| {
            let toward = ["north", "east", "south", "west"][side as usize];
            match colour {
                GREY => format!("the rim to the {toward}"),
                colour => format!("{} to the {toward}", letters(colour)),
            }
        };
        let wanted = wanted(self.puzzle, self.board, cell);
        let sides: Vec<String> = wanted.into_iter().map(side).collect();
        match sides.as_slice() {
            [] => "fits there".to_owned(),
            [one] => format!("shows {one}"),
            [most @ .., last] => format!("shows {} and {last}", most.join(", ")),
        }
    }

    fn json(&self, notes: &[String]) -> Value {
        let width = self.puzzle.width();
        let place = |cell: usize| json!({"row": cell / width, "col": cell % width});
        let next = self.next.as_ref().filter(|_| self.wrong.is_empty() && self.dead.is_empty());
        let next = next.map(|(cell, fits)| {
            let fit = |fit: &Placed| json!({"piece": fit.piece() + 1, "turn": fit.turn()});
            let mut next = place(*cell);
            next["fits"] = fits.iter().map(fit).collect();
            next["why"] = self.why().into();
            next
        });
        json!({
            "puzzle": self.puzzle.name(), "placed": self.board.filled(),
            "left": self.puzzle.size().saturating_sub(self.board.filled()), "wrong": self.wrong,
            "dead": self.dead.iter().map(|&cell| place(cell)).collect::<Vec<_>>(),
            "next": next, "notes": notes,
        })
    }
}

/// What the judge finds wrong, that a piece is not laid yet apart.
fn wrong(puzzle: &Puzzle, verdict: &Verdict) -> Vec<String> {
    let place =
        |cell: usize| format!("row {}, column {}", cell / puzzle.width(), cell % puzzle.width());
    let laid = |fault: &&Fault| !matches!(fault, Fault::Missing { .. });
    // A clue that is not laid yet is no fault of the pieces that lie.
    let faults = verdict.faults.iter().filter(laid).filter(|f| !matches!(f, Fault::Clue { .. }));
    let breaks = verdict.breaks.iter();
    let broken = breaks.map(|&(a, b)| format!("{} and {} do not match", place(a), place(b)));
    faults.map(ToString::to_string).chain(broken).collect()
}

/// The sides that a cell knows, and what it wants there.
fn wanted(puzzle: &Puzzle, board: &Board, cell: usize) -> Vec<(Side, Colour)> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let (row, col) = (cell / width, cell % width);
    let beside = |side: Side| match side {
        Side::North => (row > 0).then(|| cell - width),
        Side::East => (col + 1 < width).then(|| cell + 1),
        Side::South => (row + 1 < height).then(|| cell + width),
        Side::West => (col > 0).then(|| cell - 1),
    };
    let want = |side: Side| match beside(side) {
        None => (puzzle.frame() == Frame::Grey).then_some(GREY),
        Some(other) => {
            let laid = board.get(other).filter(|laid| laid.piece() < puzzle.size())?;
            Some(puzzle.mate(puzzle.sides(laid)[side.opposite() as usize]))
        }
    };
    SIDES.into_iter().filter_map(|side| Some((side, want(side)?))).collect()
}
