//! The greedy-randomised constructor (Coelho et al., section 1).

use crate::edge::{Kind, Placed, Puzzle, State};
use crate::search::Rng;

/// Corners and ends, sides and bridges, the centre: kinds in the order they are laid.
const STAGES: [&[Kind]; 3] =
    [&[Kind::Corner, Kind::End, Kind::Lone], &[Kind::Border, Kind::Bridge], &[Kind::Inner]];

/// Random corners; then on every side, and after that on every inner cell, row by row, one of the
/// placements that match most of what lies around, every piece left tried with every turn the
/// frame allows. The puzzle has no obstacle.
pub(super) fn build<'p>(puzzle: &'p Puzzle, rng: &mut Rng) -> State<'p> {
    let (mut state, layout) = (State::with_clues(puzzle), puzzle.layout());
    let mut best: Vec<Placed> = Vec::new();
    for (stage, kinds) in STAGES.iter().enumerate() {
        for &kind in *kinds {
            let mut left: Vec<usize> = layout.pieces(kind).iter().map(|&p| p.into()).collect();
            left.retain(|&piece| state.home(piece).is_none());
            for cell in layout.cells(kind).iter().map(|&cell| usize::from(cell)) {
                if state.get(cell).is_some() {
                    continue;
                }
                let mut most = 0;
                best.clear();
                for &piece in &left {
                    let turns = layout.turns(piece, cell);
                    for turn in (0..4).filter(|turn| turns >> turn & 1 == 1) {
                        let placed = Placed::new(piece, turn);
                        // Corners are random: all are equally good.
                        let fit = if stage == 0 { 0 } else { state.fit(cell, placed) };
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
