//! Crossover: children whose columns come from two parents, with as many tokens as these.

use super::super::grid::WORD;
use super::super::{Puzzle, State};
use super::Repair;
use crate::search::Rng;

/// A set of columns, one bit each.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    mask: Vec<u64>,
    count: usize,
}

impl Columns {
    pub fn none(count: usize) -> Self {
        Self { mask: vec![0; count.div_ceil(WORD)], count }
    }

    /// Becomes a run of neighbouring columns.
    fn set(&mut self, columns: std::ops::Range<usize>) {
        self.mask.fill(0);
        columns.for_each(|column| self.mask[column / WORD] |= 1 << (column % WORD));
    }

    /// The columns before a random vertical split, at least one on either side (algorithm 2).
    pub fn before_a_split(&mut self, rng: &mut Rng) {
        let last = self.count.saturating_sub(1).max(1);
        self.set(0..1 + rng.below(last));
    }

    /// The columns from one random point to another, the first and the last column outside
    /// (algorithm 3: `2 <= a < b <= n - 1`). Narrow grids have a middle of one column.
    pub fn between_two_points(&mut self, rng: &mut Rng) {
        let inner = self.count.saturating_sub(2);
        if inner < 2 {
            self.set(inner..inner + 1);
            return;
        }
        let (a, b) = (rng.below(inner), rng.below(inner - 1));
        let b = if b >= a { b + 1 } else { b };
        self.set(1 + a.min(b)..2 + a.max(b));
    }

    /// The word of the columns that are in the set, or of those that are not.
    fn word(&self, word: usize, inside: bool) -> u64 {
        let left = self.count - word * WORD;
        let all = if left >= WORD { u64::MAX } else { (1 << left) - 1 };
        all & if inside { self.mask[word] } else { !self.mask[word] }
    }
}

/// Binary modified order crossover (algorithm 2): the holes of `left` before the split, then those
/// of `right` after it in reading order while there are holes to give; what is missing goes
/// anywhere.
pub(super) fn bmoc(
    child: &mut State,
    [left, right]: [&State; 2],
    split: &Columns,
    puzzle: &Puzzle,
    rng: &mut Rng,
) {
    let gained = child.splice(right, left, &split.mask);
    if gained < 0 {
        let mut surplus = gained.unsigned_abs();
        flip_where(child, Reading::Backward, &mut surplus, |child, row, word| {
            !child.grid().row(row)[word] & split.word(word, false)
        });
    }
    flip_anywhere(child, true, gained.max(0).unsigned_abs(), puzzle, rng);
}

/// Binary partially mapped crossover (algorithm 3): the middle of one parent in the other, and
/// where a hole is missing or too many, cells outside the middle are flipped in reading order.
pub(super) fn bpmx(
    child: &mut State,
    [middle, outside]: [&State; 2],
    segment: &Columns,
    repair: Repair,
    puzzle: &Puzzle,
    rng: &mut Rng,
) {
    let gained = child.splice(outside, middle, &segment.mask);
    let (tokens, mut wrong) = (gained > 0, gained.unsigned_abs());
    if repair == Repair::Random {
        flip_anywhere(child, tokens, wrong, puzzle, rng);
        return;
    }
    // A hole too many is filled where the parent of the middle has a hole as well (line 9).
    flip_where(child, Reading::Forward, &mut wrong, |child, row, word| {
        let both = if tokens { u64::MAX } else { !middle.grid().row(row)[word] };
        cells_with(child, row, word, tokens) & both & segment.word(word, false)
    });
    for inside in [false, true] {
        flip_where(child, Reading::Forward, &mut wrong, |child, row, word| {
            cells_with(child, row, word, tokens) & segment.word(word, inside)
        });
    }
}

fn cells_with(state: &State, row: usize, word: usize, tokens: bool) -> u64 {
    let cells = state.grid().row(row)[word];
    if tokens { cells } else { !cells }
}

#[derive(Clone, Copy, PartialEq)]
enum Reading {
    Forward,
    Backward,
}

/// Flips so many of the cells named by `cells`, in reading order or from its end; what is left to
/// flip stays in `count`.
fn flip_where(
    state: &mut State,
    reading: Reading,
    count: &mut usize,
    cells: impl Fn(&State, usize, usize) -> u64,
) {
    let (rows, words) = (state.grid().rows(), state.grid().row(0).len());
    for place in 0..rows * words {
        if *count == 0 {
            return;
        }
        let place = if reading == Reading::Forward { place } else { rows * words - 1 - place };
        let (row, word) = (place / words, place % words);
        let mut found = cells(state, row, word);
        while found != 0 && *count > 0 {
            let bit = match reading {
                Reading::Forward => found.trailing_zeros(),
                Reading::Backward => found.ilog2(),
            } as usize;
            found ^= 1 << bit;
            state.flip(row, word * WORD + bit);
            *count -= 1;
        }
    }
}

/// Flips so many random cells that hold a token, or none.
fn flip_anywhere(state: &mut State, tokens: bool, count: usize, puzzle: &Puzzle, rng: &mut Rng) {
    let mut left = count;
    while left > 0 {
        let (row, column) = (rng.below(puzzle.rows()), rng.below(puzzle.columns()));
        if state.get(row, column) == tokens {
            state.flip(row, column);
            left -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::Grid;

    /// The parents of figures 3 and 4.
    fn parents() -> [State; 2] {
        ["1100\n0011\n1010\n1111", "1100\n1001\n1101\n0111"]
            .map(|text| State::of(&text.parse::<Grid>().unwrap()))
    }

    fn columns(count: usize, set: std::ops::Range<usize>) -> Columns {
        let mut columns = Columns::none(count);
        columns.set(set);
        columns
    }

    #[test]
    fn bpmx_is_as_in_figure_4() {
        let (puzzle, [p1, p2]) = (Puzzle::new(4, 4, 6).unwrap(), parents());
        let (rng, segment) = (&mut Rng::new(1), columns(4, 1..3));
        let mut child = State::empty(4, 4);
        bpmx(&mut child, [&p1, &p2], &segment, Repair::Order, &puzzle, rng);
        assert_eq!(child.grid().to_string(), "0100\n1011\n1011\n0111");
        bpmx(&mut child, [&p2, &p1], &segment, Repair::Order, &puzzle, rng);
        assert_eq!(child.grid().to_string(), "1101\n0001\n1100\n1111");
    }

    #[test]
    fn bmoc_is_as_in_figure_3() {
        let (puzzle, [p1, p2]) = (Puzzle::new(4, 4, 6).unwrap(), parents());
        let (rng, split) = (&mut Rng::new(1), columns(4, 0..2));
        let mut child = State::empty(4, 4);
        bmoc(&mut child, [&p1, &p2], &split, &puzzle, rng);
        assert_eq!(child.grid().to_string(), "1100\n0001\n1011\n1111");
        // The other child wants a sixth hole, anywhere: the figure has it in row 4, column 3.
        bmoc(&mut child, [&p2, &p1], &split, &puzzle, rng);
        let figure: Grid = "1100\n1011\n1110\n0101".parse().unwrap();
        let unlike = |row: usize| (child.grid().row(row)[0] ^ figure.row(row)[0]).count_ones();
        assert!([0, 2].contains(&(0..4).map(unlike).sum::<u32>()), "{}", child.grid());
    }

    /// Children have the tokens of the puzzle and right parities, whatever the size.
    #[test]
    fn children_are_answers() {
        use crate::search::Problem;
        let rng = &mut Rng::new(4);
        for (rows, columns) in [(1, 1), (2, 1), (3, 2), (3, 3), (4, 4), (6, 64), (5, 65), (70, 130)]
        {
            for removed in [0, 1, rows * columns / 2, rows * columns] {
                let puzzle = Puzzle::new(rows, columns, removed).unwrap();
                let mut child = State::empty(rows, columns);
                let mut set = Columns::none(columns);
                for _ in 0..20 {
                    let parents = [0, 1].map(|_| State::random(&puzzle, rng));
                    let both = [&parents[0], &parents[1]];
                    set.before_a_split(rng);
                    bmoc(&mut child, both, &set, &puzzle, rng);
                    assert_eq!(puzzle.judge(child.grid()), Ok(child.score()));
                    set.between_two_points(rng);
                    for repair in [Repair::Order, Repair::Random] {
                        bpmx(&mut child, both, &set, repair, &puzzle, rng);
                        assert_eq!(puzzle.judge(child.grid()), Ok(child.score()));
                    }
                }
            }
        }
    }

    #[test]
    fn segments_leave_the_outer_columns_out() {
        let (rng, mut set) = (&mut Rng::new(2), Columns::none(6));
        let mut seen = [0; 6];
        for _ in 0..500 {
            set.between_two_points(rng);
            assert!(set.mask[0].count_ones() >= 2 && set.mask[0] & 0b10_0001 == 0);
            (0..6).for_each(|column| seen[column] += set.mask[0] >> column & 1);
            set.before_a_split(rng);
            assert!(set.mask[0] & 1 == 1 && set.mask[0] & 0b10_0000 == 0);
        }
        assert!(seen[1..5].iter().all(|&n| n > 100), "{seen:?}");
    }
}
