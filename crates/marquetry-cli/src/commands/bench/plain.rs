//! The plain row scan that the kernel is measured against: candidate lists by upper and left
//! colour, used flags, one loop.

use marquetry::edge::{Colour, Frame, GREY, Puzzle};

/// What a scan did.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Scanned {
    pub(super) solutions: u64,
    pub(super) placements: u64,
    /// Candidates looked at, used pieces included.
    pub(super) candidates: u64,
}

/// A piece in one turn.
#[derive(Clone, Copy)]
struct TurnedPiece {
    piece: u16,
    sides: [Colour; 4],
}

/// The candidates for every upper and left colour, apart for cells on the right and lower rim.
struct Lists {
    start: Vec<u32>,
    candidates: Vec<TurnedPiece>,
}

const COLOURS: usize = 256;

fn bucket(last_column: bool, last_row: bool, up: Colour, left: Colour) -> usize {
    let rim = usize::from(last_column) + 2 * usize::from(last_row);
    (rim * COLOURS + usize::from(up)) * COLOURS + usize::from(left)
}

impl Lists {
    fn new(puzzle: &Puzzle) -> Self {
        let mut lists = vec![Vec::new(); 4 * COLOURS * COLOURS];
        for (number, piece) in puzzle.pieces().iter().enumerate() {
            for turn in 0..4 {
                let sides = piece.turned(turn);
                let [up, right, down, left] = sides;
                let bucket = bucket(right == GREY, down == GREY, up, left);
                lists[bucket].push(TurnedPiece { piece: number as u16, sides });
            }
        }
        let mut flat = Self { start: vec![0], candidates: Vec::new() };
        for list in lists {
            flat.candidates.extend(list);
            flat.start.push(flat.candidates.len() as u32);
        }
        flat
    }

    fn range(&self, bucket: usize) -> (u32, u32) {
        (self.start[bucket], self.start[bucket + 1])
    }
}

/// Scans a framed puzzle row by row, its clues left out, up to so many placements.
pub(super) fn scan(puzzle: &Puzzle, most: u64) -> Option<Scanned> {
    if puzzle.frame() != Frame::Grey || puzzle.signed() {
        return None;
    }
    let (width, size) = (puzzle.width(), puzzle.size());
    let lists = Lists::new(puzzle);
    let mut used = vec![false; size];
    let mut board = vec![TurnedPiece { piece: 0, sides: [GREY; 4] }; size];
    let mut ranges = vec![(0, 0); size];
    let find = |board: &[TurnedPiece], cell: usize| {
        let up = if cell < width { GREY } else { board[cell - width].sides[2] };
        let left = if cell.is_multiple_of(width) { GREY } else { board[cell - 1].sides[1] };
        lists.range(bucket((cell + 1).is_multiple_of(width), cell + width >= size, up, left))
    };
    let mut scanned = Scanned { solutions: 0, placements: 0, candidates: 0 };
    let mut cell = 0;
    ranges[0] = find(&board, 0);
    loop {
        let (next, end) = &mut ranges[cell];
        if next == end {
            if cell == 0 {
                return Some(scanned);
            }
            cell -= 1;
            used[usize::from(board[cell].piece)] = false;
            continue;
        }
        let candidate = lists.candidates[*next as usize];
        *next += 1;
        scanned.candidates += 1;
        if used[usize::from(candidate.piece)] {
            continue;
        }
        scanned.placements += 1;
        if scanned.placements >= most {
            return Some(scanned);
        }
        if cell + 1 == size {
            scanned.solutions += 1;
            continue;
        }
        board[cell] = candidate;
        used[usize::from(candidate.piece)] = true;
        cell += 1;
        ranges[cell] = find(&board, cell);
    }
}
