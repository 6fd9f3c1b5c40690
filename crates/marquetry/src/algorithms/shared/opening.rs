//! Boards to begin with for searches that improve one: the user's, or grown by a narrow beam.

use crate::algorithms::beam::BeamSearch;
use crate::edge::greedy::{self, Placement};
use crate::edge::{Board, Puzzle};
use crate::search::{Conclusion, Run, Score};
use std::num::NonZeroU32;

/// How searches side by side begin and meet.
pub(in crate::algorithms) struct Opening {
    /// The width of the beams their boards come from; see [`boards`].
    pub width: u16,
    /// How many there are.
    pub searches: usize,
    /// Steps all of them together take before they meet again.
    pub share: usize,
}

impl Opening {
    /// Lets every search begin with a board and a seed, and go on until the run is over.
    pub fn search<S: Send>(
        &self,
        puzzle: &Puzzle,
        run: &mut Run<'_, Puzzle>,
        begin: impl Fn(&Board, u64) -> S,
        advance: impl Fn(&mut S, &mut Run<'_, Puzzle>) + Sync,
    ) -> Conclusion {
        if puzzle.obstacle().is_some() {
            return Conclusion::Exhausted;
        }
        let starts = boards(puzzle, self.width, self.searches, run);
        let mut searches: Vec<S> =
            starts.iter().map(|board| begin(board, run.rng.bits())).collect();
        let share = (self.share / searches.len().max(1)).max(1) as u64;
        while !run.over() {
            run.fork(&mut searches, share, &advance);
        }
        Conclusion::Stopped
    }
}

/// Which of some numbers is above its limit, in words.
pub(in crate::algorithms) fn above_limit<const N: usize>(
    numbers: [(&str, u16, u16); N],
) -> Option<String> {
    let (name, found, most) = numbers.into_iter().find(|(_, found, most)| found > most)?;
    Some(format!("expected at most {most} {name}, found {found}"))
}

/// So many boards, fewer if the run ends before. Each costs a step for a greedy board, so that there
/// is something to show, and then the candidates of a beam, unless its `width` is 0 or there is a
/// board to go on from. The puzzle has no obstacle.
fn boards(puzzle: &Puzzle, width: u16, count: usize, run: &mut Run<'_, Puzzle>) -> Vec<Board> {
    let beams = NonZeroU32::new(width.into())
        .map(|width| BeamSearch { width, ..BeamSearch::default() })
        .filter(|_| run.start().is_none());
    let mut prepared = None;
    let mut boards = Vec::new();
    while boards.len() < count && run.step() {
        if let Some(board) = run.start() {
            boards.push(board.clone());
            continue;
        }
        let state = greedy::build(puzzle, Placement::Regular, &mut run.rng);
        run.offer(state.score(), || state.board());
        let Some(beams) = &beams else {
            boards.push(state.board());
            continue;
        };
        // This takes long on large boards: by now there is something to show.
        let beams = prepared.get_or_insert_with(|| beams.clone().prepare(puzzle));
        let way = run.rng.below(beams.ways());
        let mut beam = beams.begin(way, beams.width(), run.rng.bits());
        while !beam.finished() && !run.over() {
            beam.advance(run);
        }
        if beam.finished() {
            let board = beam.board(puzzle);
            run.offer(puzzle.joins() - Score::from(beam.breaks()), || board.clone());
            boards.push(board);
        }
    }
    boards
}
