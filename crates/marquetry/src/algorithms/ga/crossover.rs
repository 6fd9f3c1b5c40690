//! The crossovers (Niang, section 4.6).

use super::region::Region;
use super::terrain::Terrain;
use crate::edge::Placed;
use crate::search::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How two boards make two new ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Crossover {
    /// A region of each parent goes to the other one, as it lies (4.6.1, algorithm 7).
    #[default]
    RegionExchange,
    /// Every cell takes the piece of one parent, as a random template says (4.6.2).
    Uniform,
}

impl fmt::Display for Crossover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RegionExchange => "Region Exchange Crossover",
            Self::Uniform => "Uniform Crossover",
        })
    }
}

/// Where the two regions of an exchange lie. Algorithm 7 speaks of "a random region" and of two
/// points; the text before it, of two regions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Regions {
    /// At the same place in both parents. Parents that are alike then have the same children.
    Same,
    /// Each anywhere: a point for each parent, one length and width for both.
    #[default]
    Apart,
}

/// The two children of two parents; frame and clues stay as the terrain wants them.
pub(super) fn cross(
    crossover: Crossover,
    regions: Regions,
    terrain: &Terrain<'_>,
    parents: [&[Placed]; 2],
    rng: &mut Rng,
) -> [Vec<Placed>; 2] {
    let [a, b] = parents;
    let mut children = match crossover {
        Crossover::RegionExchange => {
            // Step 1.
            let at_a = Region::random(terrain, rng);
            let at_b = match regions {
                Regions::Same => at_a,
                Regions::Apart => at_a.extent.somewhere(Region::whole(terrain), rng),
            };
            let width = terrain.width;
            [exchange(width, (a, at_a), (b, at_b)), exchange(width, (b, at_b), (a, at_a))]
        }
        Crossover::Uniform => {
            let template: Vec<bool> = a.iter().map(|_| rng.coin()).collect();
            [uniform(&template, a, b), uniform(&template, b, a)]
        }
    };
    children.iter_mut().for_each(|child| terrain.mend(child));
    children
}

/// One child of algorithm 7: `own` (step 2) receives the region of `other`.
fn exchange(width: usize, own: (&[Placed], Region), other: (&[Placed], Region)) -> Vec<Placed> {
    let ((own, here), (other, there)) = (own, other);
    let mut coming = vec![false; own.len()];
    there.cells(width).for_each(|cell| coming[other[cell].piece()] = true);
    // Steps 3 and 5: what is left of the region once the pieces that come are removed.
    let left = here.cells(width).map(|cell| own[cell]).filter(|p| !coming[p.piece()]);
    let mut left = left.collect::<Vec<_>>().into_iter();
    // Step 6.
    let mut child = own.to_vec();
    for (to, from) in here.cells(width).zip(there.cells(width)) {
        child[to] = other[from];
    }
    // Step 8: the places the removed pieces had outside the region.
    for (cell, placed) in child.iter_mut().enumerate() {
        if coming[own[cell].piece()] && !here.contains(cell, width) {
            *placed = left.next().unwrap_or(*placed);
        }
    }
    child
}

/// One child of a template: where it says so the piece of `first`, elsewhere that of `second`. A
/// piece that lies already leaves its cell empty; those are filled with the missing ones as they
/// come in `first`.
fn uniform(template: &[bool], first: &[Placed], second: &[Placed]) -> Vec<Placed> {
    let mut laid = vec![false; first.len()];
    let mut child: Vec<Option<Placed>> = Vec::with_capacity(first.len());
    for ((&one, &a), &b) in template.iter().zip(first).zip(second) {
        let wanted = if one { a } else { b };
        let fresh = !std::mem::replace(&mut laid[wanted.piece()], true);
        child.push(fresh.then_some(wanted));
    }
    let mut missing = first.iter().filter(|placed| !laid[placed.piece()]);
    child.into_iter().filter_map(|placed| placed.or_else(|| missing.next().copied())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::ga::region::Extent;

    fn row(pieces: &[usize]) -> Vec<Placed> {
        pieces.iter().map(|&piece| Placed::new(piece, 0)).collect()
    }

    #[test]
    fn the_exchange_follows_the_steps() {
        let (a, b) = (row(&[0, 1, 2, 3, 4, 5]), row(&[5, 4, 3, 2, 1, 0]));
        let region = |left| Region { left, top: 0, extent: Extent { cols: 2, rows: 1 } };
        // 4 and 3 come to where 0 and 1 lie; these go, in order, to where 3 and 4 were.
        assert_eq!(exchange(6, (&a, region(0)), (&b, region(1))), row(&[4, 3, 2, 0, 1, 5]));
        // 1 stays in the region and only 0 has to go.
        assert_eq!(exchange(6, (&a, region(0)), (&b, region(3))), row(&[2, 1, 0, 3, 4, 5]));
    }

    #[test]
    fn a_template_leaves_no_piece_twice() {
        let (a, b) = (row(&[0, 1, 2, 3]), row(&[3, 2, 1, 0]));
        // Cells 0 and 1 from a; 1 and 0 of b lie already; 2 and 3 come as in a.
        assert_eq!(uniform(&[true, true, false, false], &a, &b), row(&[0, 1, 2, 3]));
        assert_eq!(uniform(&[true, false, true, false], &a, &b), row(&[0, 2, 1, 3]));
    }
}
