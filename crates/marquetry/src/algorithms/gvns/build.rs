//! The greedy-randomised constructor (Coelho et al., section 1).

use super::Constructor;
use crate::edge::{Kind, Placed, Puzzle, State};
use crate::search::Rng;

/// Corners and ends, sides and bridges, the centre: kinds in the order they are laid.
const STAGES: [&[Kind]; 3] =
    [&[Kind::Corner, Kind::End, Kind::Lone], &[Kind::Border, Kind::Bridge], &[Kind::Inner]];

/// Random corners; then on every side, and after that on every inner cell, one of the placements that match most of
/// what lies around, every piece left tried with every turn the frame allows. The puzzle has no obstacle.
pub(super) fn build<'p>(puzzle: &'p Puzzle, how: Constructor, rng: &mut Rng) -> State<'p> {
    let (mut state, layout) = (State::with_clues(puzzle), puzzle.layout());
    let mut best: Vec<Placed> = Vec::new();
    for (stage, kinds) in STAGES.iter().enumerate() {
        for &kind in *kinds {
            let mut left: Vec<usize> = layout.pieces(kind).iter().map(|&p| p.into()).collect();
            left.retain(|&piece| state.home(piece).is_none());
            for cell in cells(puzzle, kind, how) {
                if state.get(cell).is_some() {
                    continue;
                }
                let mut most = 0;
                best.clear();
                for &piece in &left {
                    let turns = layout.turns(piece, cell);
                    for turn in (0..4).filter(|turn| turns >> turn & 1 == 1) {
                        let placed = Placed::new(piece, turn);
                        let fit = match how {
                            // Corners are random: all are equally good.
                            _ if stage == 0 => 0,
                            Constructor::UpperLeft => upper_left_fit(&state, cell, placed),
                            _ => state.fit(cell, placed),
                        };
                        if fit > most {
                            best.clear();
                            most = fit;
                        }
                        if fit == most {
                            best.push(placed);
                        }
                    }
                }
                if let Some(&placed) = rng.pick(&best) {
                    state.place(cell, placed);
                    left.retain(|&piece| piece != placed.piece());
                }
            }
        }
    }
    state
}

/// The cells of a kind as they are filled: row by row, since the paper does not say how; or as the authors' framework
/// does it, top and bottom from left to right first.
fn cells(puzzle: &Puzzle, kind: Kind, how: Constructor) -> Vec<usize> {
    let mut cells: Vec<usize> = puzzle.layout().cells(kind).iter().map(|&c| c.into()).collect();
    if how == Constructor::UpperLeft && kind == Kind::Border {
        cells.sort_by_key(|cell| {
            let (row, col) = (cell / puzzle.width(), cell % puzzle.width());
            let flank = row > 0 && row + 1 < puzzle.height();
            (flank, if flank { row } else { col })
        });
    }
    cells
}

/// The joins to the north and to the west that a placed piece would match.
fn upper_left_fit(state: &State<'_>, cell: usize, placed: Placed) -> u32 {
    let (shown, wanted) = (state.puzzle().sides(placed), state.wanted(cell));
    [0, 3].into_iter().filter(|&side| shown[side] == wanted[side]).count() as u32
}
