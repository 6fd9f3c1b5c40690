//! The cells with a break, kept while a board changes.

use super::State;

/// The cells of a complete state that do not match all their neighbours. It must be told of every
/// change ([`Broken::refresh`]).
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    cells: Vec<u16>,
    /// Where a cell stands in the list, if it does.
    places: Vec<Option<u16>>,
}

impl Broken {
    /// The broken cells of a state.
    pub(crate) fn new(state: &State<'_>) -> Self {
        let size = state.puzzle().size();
        let mut broken = Self { cells: Vec::new(), places: vec![None; size] };
        (0..size).for_each(|cell| broken.look(state, cell));
        broken
    }

    /// The cells, in no order.
    pub(crate) fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// Looks again at these cells, which got other pieces or turns, and at those beside them.
    pub(crate) fn refresh(&mut self, state: &State<'_>, changed: &[usize]) {
        for &cell in changed {
            self.look(state, cell);
            for beside in state.beside(cell).into_iter().flatten() {
                self.look(state, beside);
            }
        }
    }

    fn look(&mut self, state: &State<'_>, cell: usize) {
        let around = state.beside(cell).into_iter().flatten().count() as u32;
        let breaks = state.matches(cell) < around;
        match (breaks, self.places[cell]) {
            (true, None) => {
                self.places[cell] = Some(self.cells.len() as u16);
                self.cells.push(cell as u16);
            }
            (false, Some(place)) => {
                self.places[cell] = None;
                self.cells.swap_remove(usize::from(place));
                if let Some(&moved) = self.cells.get(usize::from(place)) {
                    self.places[usize::from(moved)] = Some(place);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::generate::Recipe;
    use super::super::{Frame, Ground, Move};
    use super::*;
    use crate::search::Rng;

    #[test]
    fn a_kept_list_is_a_new_list() {
        let rng = &mut Rng::new(3);
        let puzzle = Recipe::random(5, 4, Frame::Grey, 2, 5).make().unwrap().puzzle;
        let ground = Ground::new(&puzzle);
        let mut state = State::random(&puzzle, rng);
        let mut kept = Broken::new(&state);
        for _ in 0..500 {
            let change = ground.random(&state, rng);
            change.make(&mut state);
            match change {
                Move::Swap { a, b, .. } => kept.refresh(&state, &[a, b]),
                Move::Turn { cell, .. } => kept.refresh(&state, &[cell]),
                Move::Nothing => {}
            }
            let sorted = |broken: &Broken| {
                let mut cells = broken.cells().to_vec();
                cells.sort_unstable();
                cells
            };
            assert_eq!(sorted(&kept), sorted(&Broken::new(&state)));
        }
    }
}
