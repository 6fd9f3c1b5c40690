//! Pairs of homogeneous pieces, section 2.3.1.

use crate::edge::{Ground, Kind};
use crate::search::Rng;

/// The pairs of cells whose pieces are of the same kind.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// The cells of each kind that has a pair, and the number of pairs up to and with that kind.
    kinds: Vec<(Vec<u16>, u64)>,
}

impl Pairs {
    /// The pairs of these kinds.
    pub(super) fn new(ground: &Ground, kinds: impl IntoIterator<Item = Kind>) -> Self {
        let mut total = 0;
        let mut found = Vec::new();
        for cells in
            kinds.into_iter().map(|kind| ground.cells(kind)).filter(|cells| cells.len() > 1)
        {
            total += (cells.len() * (cells.len() - 1) / 2) as u64;
            found.push((cells.to_vec(), total));
        }
        Self { kinds: found }
    }

    /// How many there are: the paper's N_PHP.
    pub(super) fn total(&self) -> u64 {
        self.kinds.last().map_or(0, |&(_, total)| total)
    }

    /// A pair, each as likely as any other.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Rng) -> Option<(usize, usize)> {
        // Scaled 32-bit numbers: fast, and even to one part in a million.
        let scaled =
            |bits: u64, bound: usize| (((bits & 0xffff_ffff) * bound as u64) >> 32) as usize;
        let at = ((u128::from(rng.bits()) * u128::from(self.total())) >> 64) as u64;
        let (cells, _) = self.kinds.iter().find(|&&(_, total)| at < total)?;
        let bits = rng.bits();
        let (i, j) = (scaled(bits, cells.len()), scaled(bits >> 32, cells.len() - 1));
        Some((cells[i].into(), cells[j + usize::from(j >= i)].into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::Frame;
    use crate::edge::generate::Recipe;
    use std::collections::HashMap;

    #[test]
    fn every_pair_is_as_likely_as_any_other() {
        let puzzle = Recipe::random(5, 4, Frame::Grey, 3, 1).make().unwrap().puzzle;
        let pairs = Pairs::new(&Ground::new(&puzzle), Kind::ALL);
        assert_eq!(pairs.total(), 6 + 10 * 9 / 2 + 6 * 5 / 2);
        let rng = &mut Rng::new(1);
        let mut seen: HashMap<(usize, usize), u32> = HashMap::new();
        for _ in 0..66_000 {
            let (a, b) = pairs.draw(rng).unwrap();
            assert_eq!(puzzle.layout().kind(a), puzzle.layout().kind(b));
            *seen.entry((a.min(b), a.max(b))).or_default() += 1;
        }
        assert_eq!(seen.len() as u64, pairs.total());
        assert!(seen.values().all(|n| (850..1_150).contains(n)), "{seen:?}");
        assert_eq!(Pairs::new(&Ground::new(&puzzle), [Kind::End]).draw(rng), None);
    }
}
