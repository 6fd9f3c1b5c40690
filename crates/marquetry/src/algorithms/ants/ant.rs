//! An ant: a board being built, and how its next piece is drawn.

use crate::edge::{Kind, Placed, State};
use crate::search::Rng;

/// Weights stay where sums of them are finite and no choice is impossible.
const WEIGHTS: (f64, f64) = (1e-300, 1e300);

/// A board being built.
#[derive(Clone, Debug)]
pub(super) struct Ant<'p> {
    pub(super) state: State<'p>,
    /// The empty cells, the next one last.
    order: Vec<usize>,
    /// The pieces not laid, by kind.
    stock: [Vec<u16>; 6],
}

impl<'p> Ant<'p> {
    /// Goes on from a state; the order may name cells that are filled already.
    pub(super) fn new(state: State<'p>, mut order: Vec<usize>) -> Self {
        let stock = Kind::ALL.map(|kind| {
            let pieces = state.puzzle().layout().pieces(kind).iter().copied();
            pieces.filter(|&piece| state.home(usize::from(piece)).is_none()).collect()
        });
        order.retain(|&cell| state.get(cell).is_none());
        order.reverse();
        Self { state, order, stock }
    }

    /// The cell to be filled next.
    pub(super) fn next(&self) -> Option<usize> {
        self.order.last().copied()
    }

    /// Every way to fill the next cell: where the piece is in the stock, the placed piece, and how
    /// many joins it matches.
    fn ways(&self) -> impl Iterator<Item = (usize, Placed, u32)> {
        let layout = self.state.puzzle().layout();
        self.next().into_iter().flat_map(move |cell| {
            let stock = self.stock[layout.kind(cell) as usize].iter().enumerate();
            stock.flat_map(move |(index, &piece)| {
                let turns = layout.turns(usize::from(piece), cell);
                (0..4).filter(move |turn| turns >> turn & 1 == 1).map(move |turn| {
                    let placed = Placed::new(usize::from(piece), turn);
                    (index, placed, self.state.fit(cell, placed))
                })
            })
        })
    }

    /// The most joins a piece can match on the next cell.
    pub(super) fn best_fit(&self) -> u32 {
        self.ways().map(|(_, _, fit)| fit).max().unwrap_or(0)
    }

    /// Lists the ways to fill the next cell that have a weight, by placed piece and matched joins.
    pub(super) fn choices(
        &self,
        choices: &mut Vec<Weighed>,
        weigh: impl Fn(Placed, u32) -> Option<f64>,
    ) {
        choices.clear();
        for (index, placed, fit) in self.ways() {
            if let Some(weight) = weigh(placed, fit) {
                let weight = weight.max(WEIGHTS.0).min(WEIGHTS.1);
                choices.push(Weighed { weight, index, placed });
            }
        }
    }

    /// Fills the next cell.
    pub(super) fn lay(&mut self, choice: Weighed) {
        if let Some(cell) = self.order.pop() {
            let kind = self.state.puzzle().layout().kind(cell) as usize;
            self.stock[kind].swap_remove(choice.index);
            self.state.place(cell, choice.placed);
        }
    }
}

/// A way to lay the next piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weighed {
    weight: f64,
    /// Where the piece is in the stock.
    index: usize,
    pub(super) placed: Placed,
}

/// One of the best choices, each equally likely.
pub(super) fn best(choices: &[Weighed], rng: &mut Rng) -> Option<Weighed> {
    let most = choices.iter().map(|choice| choice.weight).fold(0.0, f64::max);
    let ties: Vec<&Weighed> = choices.iter().filter(|choice| choice.weight == most).collect();
    rng.pick(&ties).map(|&&choice| choice)
}

/// A choice by lot, as likely as its weight says.
pub(super) fn lot(choices: &[Weighed], rng: &mut Rng) -> Option<Weighed> {
    let total: f64 = choices.iter().map(|choice| choice.weight).sum();
    let mut left = rng.unit() * total;
    let drawn = choices.iter().find(|choice| {
        left -= choice.weight;
        left < 0.0
    });
    drawn.or(choices.last()).copied()
}

/// The binary digits of an exponent behind the point that count: beyond them a weight does not change
/// by a millionth.
const DIGITS: u32 = 24;

/// A power of a number that is not below zero, by products and square roots: unlike the library's
/// power, the same on every machine.
pub(super) fn power(base: f64, exponent: f64) -> f64 {
    let mut product = (0..exponent as u8).fold(1.0, |product, _| product * base);
    let (mut rest, mut root) = (exponent.fract(), base);
    for _ in 0..DIGITS {
        if rest == 0.0 {
            break;
        }
        (rest, root) = (2.0 * rest, root.sqrt());
        if rest >= 1.0 {
            (rest, product) = (rest - 1.0, product * root);
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(weights: &[f64]) -> Vec<Weighed> {
        let choice = |(index, &weight)| Weighed { weight, index, placed: Placed::new(index, 0) };
        weights.iter().enumerate().map(choice).collect()
    }

    #[test]
    fn lots_are_drawn_by_weight() {
        let (choices, rng) = (choices(&[1.0, 0.0, 3.0]), &mut Rng::new(1));
        let mut drawn = [0; 3];
        (0..4000).for_each(|_| drawn[lot(&choices, rng).unwrap().index] += 1);
        assert_eq!(drawn[1], 0);
        assert!((900..1100).contains(&drawn[0]), "{drawn:?}");
        assert_eq!(lot(&[], rng), None);
    }

    #[test]
    fn the_best_share_alike() {
        let (choices, rng) = (choices(&[2.0, 1.0, 2.0]), &mut Rng::new(1));
        let mut drawn = [0; 3];
        (0..2000).for_each(|_| drawn[best(&choices, rng).unwrap().index] += 1);
        assert_eq!(drawn[1], 0);
        assert!((900..1100).contains(&drawn[0]), "{drawn:?}");
        assert_eq!(best(&[], rng), None);
    }

    #[test]
    fn powers() {
        assert_eq!([power(3.0, 0.0), power(3.0, 1.0), power(3.0, 4.0)], [1.0, 3.0, 81.0]);
        assert_eq!([power(16.0, 0.25), power(16.0, 1.5), power(0.0, 0.5)], [2.0, 64.0, 0.0]);
        for (base, exponent) in
            [(1e-9, 0.3), (0.15, 1.7), (2.0, 29.9), (5.0, 2.999_999), (480.0, 0.1)]
        {
            let (ours, exact) = (power(base, exponent), f64::powf(base, exponent));
            assert!((ours / exact - 1.0).abs() < 2e-6, "{base} ^ {exponent}: {ours}, {exact}");
        }
    }
}
