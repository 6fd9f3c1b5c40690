//! Whether a puzzle has exactly one perfect board.

use super::{Counter, Event, Exact, Request};
use crate::edge::{Board, Colour, Puzzle};
use crate::search::{Clock, Conclusion};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long to look for a second perfect board.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// How many threads search. It never changes the answer.
    pub threads: usize,
    /// Wall time, if limited. To make the search of a large board ready may take longer.
    pub time: Option<Duration>,
    /// Raised by someone who wants no answer any more.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { threads: 1, time: None, stop: None }
    }
}

/// How many perfect boards a puzzle has, as far as one wants to know. Boards that differ by a turn of
/// the whole board are one, and so are boards that look the same: equal pieces may change places,
/// symmetric ones turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// Exactly one: this one.
    Unique(Board),
    /// At least two: these.
    Several(Board, Board),
    /// None: a proof.
    None,
    /// The search was ended before it was clear.
    Unknown {
        /// The only perfect board found so far.
        found: Option<Board>,
        /// Pieces laid.
        nodes: u64,
    },
}

/// Finds out whether a puzzle has exactly one perfect board. It ends with the second one.
///
/// ```
/// use marquetry::edge::generate::Recipe;
/// use marquetry::exact::{Limits, Uniqueness, uniqueness};
///
/// let made = Recipe::eternity_like(5, 5, 1).make()?;
/// let found = uniqueness(&made.puzzle, &Limits { threads: 2, ..Limits::default() });
/// let Uniqueness::Unique(board) = found else { return Err("not unique".into()) };
/// assert!(made.puzzle.verdict(&board).perfect);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn uniqueness(puzzle: &Puzzle, limits: &Limits<'_>) -> Uniqueness {
    let never = AtomicBool::new(false);
    let stop = limits.stop.unwrap_or(&never);
    let clock = Clock::start(limits.time, stop);
    let Ok(counter) = Counter::new(puzzle, &Exact::default(), None) else {
        return Uniqueness::Unknown { found: None, nodes: 0 };
    };
    let time = limits.time.map(|time| time.saturating_sub(clock.elapsed()));
    let (threads, limit, from) = (limits.threads, None, None);
    let request = Request { threads, time, limit, boards: true, stop, from };
    let mut found: Vec<Board> = Vec::new();
    let counted = counter.run_while(&request, &mut |event| {
        let Event::Board(board) = event else { return true };
        if found.first().is_none_or(|first| !same(puzzle, first, &board)) {
            found.push(board);
        }
        found.len() < 2
    });
    let (conclusion, nodes) = match counted {
        Ok(counted) => (counted.conclusion, counted.nodes),
        Err(_) => (Conclusion::Stopped, 0),
    };
    let mut found = found.into_iter();
    match (found.next(), found.next(), conclusion) {
        (Some(first), Some(second), _) => Uniqueness::Several(first, second),
        (Some(only), None, Conclusion::Exhausted) => Uniqueness::Unique(only),
        (None, _, Conclusion::Exhausted) => Uniqueness::None,
        (found, ..) => Uniqueness::Unknown { found, nodes },
    }
}

/// Whether two perfect boards look the same up to a turn of the whole board.
fn same(puzzle: &Puzzle, a: &Board, b: &Board) -> bool {
    let wanted = picture(puzzle, b);
    let turned = std::iter::successors(Some(a.clone()), |board| Some(board.turned()));
    turned.take(4).any(|board| {
        (board.width(), board.height()) == (b.width(), b.height())
            && picture(puzzle, &board) == wanted
    })
}

/// The sides that a board shows.
fn picture(puzzle: &Puzzle, board: &Board) -> Vec<Option<[Colour; 4]>> {
    board.cells().iter().map(|placed| placed.map(|placed| puzzle.sides(placed))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::generate::{Colours, Recipe};
    use crate::edge::{Frame, Piece};
    use std::sync::atomic::Ordering;

    /// Every board that differs by more than a turn, counted to the end.
    fn distinct(puzzle: &Puzzle) -> u64 {
        let stop = AtomicBool::new(false);
        let (threads, time, limit, boards, from) = (1, None, None, false, None);
        let request = Request { threads, time, limit, boards, stop: &stop, from };
        let counter = Counter::new(puzzle, &Exact::default(), None).unwrap();
        counter.run(&request, &mut |_| {}).unwrap().distinct
    }

    fn check(puzzle: &Puzzle) -> u64 {
        let expected = distinct(puzzle);
        let answer = uniqueness(puzzle, &Limits::default());
        assert_eq!(uniqueness(puzzle, &Limits { threads: 2, ..Limits::default() }), answer);
        match (answer, expected) {
            (Uniqueness::None, 0) => {}
            (Uniqueness::Unique(board), 1) => assert!(puzzle.verdict(&board).perfect),
            (Uniqueness::Several(one, two), 2..) => {
                assert!(puzzle.verdict(&one).perfect && puzzle.verdict(&two).perfect);
                assert!(!same(puzzle, &one, &two) && !same(puzzle, &two, &one));
            }
            (answer, _) => panic!("{}: {expected} boards, {answer:?}", puzzle.name()),
        }
        expected
    }

    #[test]
    fn it_agrees_with_the_full_count() {
        let (mut unique, mut several) = (0, 0);
        for seed in 1..=12 {
            let few = Recipe { colours: Colours::Shared(4), ..Recipe::eternity_like(4, 4, seed) };
            let copies = Recipe::random(3, 4, Frame::Grey, 2, seed);
            let open = Recipe::random(3, 3, Frame::Open, 5, seed);
            let strip = Recipe::random(6, 1, Frame::Grey, 3, seed);
            let clued = Recipe { clues: 2, ..few.clone() };
            let open_clued = Recipe { clues: 1, ..open.clone() };
            let signed = Recipe { signed: true, ..Recipe::random(4, 4, Frame::Grey, 3, seed) };
            let whole = Recipe::eternity_like(5, 5, seed);
            for recipe in [few, copies, open, strip, clued, open_clued, signed, whole] {
                match check(&recipe.make().unwrap().puzzle) {
                    1 => unique += 1,
                    _ => several += 1,
                }
            }
        }
        assert!(unique > 15 && several > 15, "{unique} unique, {several} not");
    }

    #[test]
    fn equal_and_symmetric_pieces_make_no_second_board() {
        let all_alike = Puzzle::new("", 3, 3, Frame::Open, vec![Piece([1; 4]); 9]).unwrap();
        assert_eq!(check(&all_alike), 1);
        let corners = Puzzle::new("", 2, 2, Frame::Grey, vec![Piece([0, 0, 1, 1]); 4]).unwrap();
        assert_eq!(check(&corners), 1);
        let lone = Puzzle::new("", 1, 1, Frame::Grey, vec![Piece([0; 4])]).unwrap();
        assert_eq!(check(&lone), 1);
    }

    #[test]
    fn impossible_puzzles_have_none() {
        let made = Recipe::eternity_like(4, 4, 1).make().unwrap().puzzle;
        let mut pieces = made.pieces().to_vec();
        let inner = pieces.iter().position(|piece| !piece.0.contains(&0)).unwrap();
        pieces[inner].0[0] = 99;
        let puzzle = Puzzle::new("", 4, 4, Frame::Grey, pieces).unwrap();
        assert_eq!(check(&puzzle), 0);
    }

    #[test]
    fn it_ends_when_it_must_and_as_soon_as_it_can() {
        let hard = Recipe::eternity_like(12, 12, 1).make().unwrap().puzzle;
        let time = Some(Duration::from_millis(50));
        let answer = uniqueness(&hard, &Limits { time, ..Limits::default() });
        assert!(matches!(answer, Uniqueness::Unknown { found: None, .. }), "{answer:?}");
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let limits = Limits { stop: Some(&stop), threads: 2, ..Limits::default() };
            let asked = scope.spawn(move || uniqueness(&hard, &limits));
            stop.store(true, Ordering::Relaxed);
            assert!(matches!(asked.join().unwrap(), Uniqueness::Unknown { .. }));
        });
        // To count the boards of this one would take for ever.
        let many = Recipe::random(16, 16, Frame::Open, 1, 1).make().unwrap().puzzle;
        assert!(matches!(uniqueness(&many, &Limits::default()), Uniqueness::Unique(_)));
        let loose = Recipe::random(8, 8, Frame::Grey, 2, 1).make().unwrap().puzzle;
        assert!(matches!(uniqueness(&loose, &Limits::default()), Uniqueness::Several(..)));
    }
}
