//! Sampling a tree layer by layer: stochastic enumeration (Rubinstein 2013; Vaisman and Kroese 2017).
//!
//! A single random walk (Knuth 1975) multiplies the numbers of children it meets, and on trees
//! where most of the nodes hang from few branches nearly every walk misses them. Here many walks go
//! down together: all children of a layer are listed, as many as there is room for are drawn, and
//! these stand for all. It is unbiased like a walk, and a layer that fits is known exactly.

use super::route::Candidate;
use super::tree_walk::{Path, TreeWalk};
use crate::search::Rng;

/// Beyond this a sum of squares would overflow, and nobody counts so far.
const MOST: f64 = 1e150;

/// Where a sample starts: below some pieces of a part.
pub(super) struct Start<'a> {
    pub(super) part: usize,
    pub(super) prefix: &'a [Candidate],
}

/// What a sample says.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    /// Nodes at each depth below the starts.
    pub(super) depths: Vec<f64>,
    /// Nodes below each start.
    pub(super) starts: Vec<f64>,
}

impl Layers {
    pub(super) fn nodes(&self) -> f64 {
        self.depths.iter().sum()
    }
}

/// A node that is followed.
#[derive(Clone)]
struct Line {
    start: usize,
    laid: Vec<Candidate>,
}

/// Samples the trees below some starts with at most `width` nodes a layer. The walkers are those of
/// the parts.
pub(super) fn sample(
    walkers: &mut [TreeWalk<'_>],
    starts: &[Start<'_>],
    width: usize,
    rng: &mut Rng,
) -> Layers {
    let mut found = Layers { depths: Vec::new(), starts: vec![0.0; starts.len()] };
    let mut lines: Vec<Line> = (starts.iter().enumerate())
        .map(|(start, from)| Line { start, laid: from.prefix.to_vec() })
        .collect();
    // How many nodes each line stands for.
    let mut weight = draw(&mut lines, width, rng);
    while !lines.is_empty() {
        let mut children: Vec<(usize, Candidate)> = Vec::new();
        for (parent, line) in lines.iter().enumerate() {
            let walker = &mut walkers[starts[line.start].part];
            let before = children.len();
            if walker.start(&line.laid, &Path::default()) {
                children.extend(walker.candidates().into_iter().map(|one| (parent, one)));
            }
            found.starts[line.start] += weight * (children.len() - before) as f64;
        }
        found.depths.push(f64::min(weight * children.len() as f64, MOST));
        weight = f64::min(weight * draw(&mut children, width, rng), MOST);
        let lay = |(parent, one): (usize, Candidate)| {
            let Line { start, laid } = &lines[parent];
            Line { start: *start, laid: laid.iter().copied().chain([one]).collect() }
        };
        lines = children.into_iter().map(lay).collect();
    }
    found.depths.pop();
    found
}

/// Leaves at most so many, each with the same chance: how many of them each stands for.
fn draw<T>(items: &mut Vec<T>, most: usize, rng: &mut Rng) -> f64 {
    let all = items.len();
    if all <= most {
        return 1.0;
    }
    for i in 0..most {
        let other = i + rng.below(all - i);
        items.swap(i, other);
    }
    items.truncate(most);
    all as f64 / most as f64
}

#[cfg(test)]
mod tests {
    use crate::edge::generate::Recipe;
    use crate::exact::{Exact, estimate};

    #[test]
    fn samples_are_unbiased_and_know_their_error() {
        let puzzle = Recipe::eternity_like(6, 6, 1).make().unwrap().puzzle;
        let exact = estimate(&puzzle, &Exact::default(), 1, 1, u64::MAX).unwrap();
        let (nodes, _) = exact.real.unwrap();
        let (mut sum, mut near) = (0.0, 0);
        for seed in 0..20 {
            let guess = estimate(&puzzle, &Exact::default(), 6400, seed, 0).unwrap().nodes;
            sum += guess.mean;
            near += u32::from((guess.mean - nodes as f64).abs() < 2.0 * guess.error);
        }
        let off = sum / 20.0 / nodes as f64 - 1.0;
        assert!(off.abs() < 0.03, "{off}");
        assert!(near >= 16, "{near} of 20 within two errors");
    }

    #[test]
    fn a_tree_that_fits_is_known() {
        let puzzle = Recipe::eternity_like(4, 4, 1).make().unwrap().puzzle;
        let known = estimate(&puzzle, &Exact::default(), 1 << 20, 1, u64::MAX).unwrap();
        let (nodes, looks) = known.real.unwrap();
        assert_eq!((known.nodes.mean, known.nodes.error), (nodes as f64, 0.0));
        assert_eq!(known.looks.mean, looks as f64);
        for depth in &known.depths {
            assert_eq!(Some(depth.probed.mean), depth.real.map(|nodes| nodes as f64));
        }
    }
}
