//! Boards to begin with for searches that improve one: the user's, or grown by a narrow beam.

use super::BeamSearch;
use super::greedy::{self, Placement};
use crate::beam::Beam;
use crate::edge::{Board, Puzzle};
use crate::search::{Run, Score};
use std::num::NonZeroU32;
use std::sync::Arc;

/// So many boards, fewer if the run ends before. Each costs a step for a greedy board, so that there
/// is something to show, and then the candidates of a beam, unless its `width` is 0 or there is a
/// board to go on from. The puzzle has no obstacle.
pub(super) fn boards(
    puzzle: &Puzzle,
    width: u16,
    count: usize,
    run: &mut Run<'_, Puzzle>,
) -> Vec<Board> {
    let beams = NonZeroU32::new(width.into())
        .map(|width| BeamSearch { width, ..BeamSearch::default() })
        .filter(|_| run.start().is_none());
    let courses = beams.as_ref().map_or_else(Vec::new, |beams| beams.courses(puzzle));
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
        let course = Arc::clone(&courses[run.rng.below(courses.len())]);
        let mut beam = Beam::new(course, beams.settings(&courses), run.rng.bits());
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
