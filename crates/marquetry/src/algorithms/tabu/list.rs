//! The tabu list of Wang and Chiang, section 2.3.2.

use crate::edge::{Move, Placed, State};
use std::collections::VecDeque;

/// Slots of the filter: the larger, the rarer a look at the list that finds nothing.
const SLOTS: usize = 1 << 12;

/// A cell and the colours of the piece on it as it lies: pieces of the same look are the same.
type Lies = (u16, [u8; 4]);

/// What must not come back: one cell as it lay before a turn, or two as they lay before a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Element(Lies, Option<Lies>);

impl Element {
    /// How the cells of a move lie now.
    pub(super) fn now(state: &State<'_>, change: Move) -> Option<Self> {
        match change {
            Move::Turn { cell, .. } => Some(Self(lies(state, cell, state.get(cell)?), None)),
            Move::Swap { a, b, .. } => {
                let now = |cell| Some(lies(state, cell, state.get(cell)?));
                Some(Self::pair(now(a)?, now(b)?))
            }
            Move::Nothing => None,
        }
    }

    /// How the cells of a move would lie after it.
    pub(super) fn after(state: &State<'_>, change: Move) -> Option<Self> {
        match change {
            Move::Turn { cell, turn } => {
                Some(Self(lies(state, cell, state.get(cell)?.with_turn(turn)), None))
            }
            Move::Swap { a, turn_a, b, turn_b } => {
                let to_a = lies(state, a, state.get(b)?.with_turn(turn_a));
                Some(Self::pair(to_a, lies(state, b, state.get(a)?.with_turn(turn_b))))
            }
            Move::Nothing => None,
        }
    }

    fn pair(a: Lies, b: Lies) -> Self {
        Self(a.min(b), Some(a.max(b)))
    }

    fn slot(self) -> usize {
        let word =
            |(cell, sides): Lies| u64::from(u32::from_le_bytes(sides)) << 16 | u64::from(cell);
        let mixed = word(self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.1.map_or(0, |other| word(other).wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
        (mixed >> 32) as usize % SLOTS
    }
}

fn lies(state: &State<'_>, cell: usize, placed: Placed) -> Lies {
    (cell as u16, state.puzzle().sides(placed))
}

/// The last elements, first in first out.
#[derive(Clone, Debug)]
pub(super) struct List {
    length: usize,
    queue: VecDeque<Element>,
    /// How many elements fall into each slot: most that are not listed fall where none is.
    slots: Vec<u16>,
}

impl List {
    /// An empty list of at most this length.
    pub(super) fn new(length: u16) -> Self {
        Self { length: length.into(), queue: VecDeque::new(), slots: vec![0; SLOTS] }
    }

    pub(super) fn clear(&mut self) {
        self.queue.clear();
        self.slots.fill(0);
    }

    /// Adds an element; the oldest leaves if the list is full.
    pub(super) fn push(&mut self, element: Element) {
        self.slots[element.slot()] += 1;
        self.queue.push_back(element);
        let full = self.queue.len() > self.length;
        if let Some(oldest) = full.then(|| self.queue.pop_front()).flatten() {
            self.slots[oldest.slot()] -= 1;
        }
    }

    pub(super) fn contains(&self, element: Element) -> bool {
        self.slots[element.slot()] > 0 && self.queue.contains(&element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::generate::Recipe;
    use crate::edge::{Frame, Ground};
    use crate::search::Rng;

    /// The list agrees with a plain one, and a move taken back is always in it.
    #[test]
    fn what_was_left_is_tabu_as_long_as_the_list_is() {
        let rng = &mut Rng::new(1);
        let puzzle = Recipe::random(4, 4, Frame::Open, 2, 1).make().unwrap().puzzle;
        let ground = Ground::new(&puzzle);
        let mut state = State::random(&puzzle, rng);
        let (mut list, mut plain) = (List::new(5), Vec::new());
        for _ in 0..2_000 {
            let change = ground.random(&state, rng);
            let (now, after) = (Element::now(&state, change), Element::after(&state, change));
            let recent = &plain[plain.len().saturating_sub(5)..];
            assert_eq!(list.contains(after.unwrap()), recent.contains(&after.unwrap()));
            let back = change.make(&mut state);
            assert_eq!(Element::after(&state, back), now);
            assert_eq!(Element::now(&state, back), after);
            list.push(now.unwrap());
            plain.push(now.unwrap());
            assert!(list.contains(now.unwrap()));
        }
        list.clear();
        assert!(plain.iter().all(|&element| !list.contains(element)));
    }
}
