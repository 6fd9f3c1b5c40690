//! The multistart general variable neighbourhood search of Coelho et al. 2010: its parameters, and
//! the readings the paper leaves open. Algorithm 1 itself is in `multistart`.

mod build;
mod gains;
pub(super) mod modern;
mod moves;
mod multistart;
#[cfg(test)]
mod tests;

use crate::algorithms::shared::Accept;
use crate::edge::{Puzzle, State};
use crate::search::{Algorithm, Conclusion, Entry, Run};
use multistart::Multistart;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};

/// Steps all walkers together take before they meet again.
const SHARE: usize = 1 << 20;

/// The most memory the tables of all walkers may take, in bytes: four for every pair of cells.
const MOST_MEMORY: usize = 1 << 28;

/// Harder shakes than this take long and leave nothing of a board.
const MOST_LEVELS: u16 = 1000;

/// More tries than these would pass between two looks at the clock.
const MOST_TRIES: u32 = 1 << 20;

/// How a new start is made (section 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Constructor {
    /// Random corners, then the best sides, then the best inner pieces with their best turns; among
    /// equals chance decides. Algorithm 1, line 2. Cells are filled row by row: the paper does not
    /// say in which order.
    #[default]
    Greedy,
    /// The same, but what lies to the right and below is not looked at: so in the authors' framework, where top and
    /// bottom are laid from left to right and then both flanks downwards.
    UpperLeft,
    /// A random board that keeps the frame.
    Random,
}

/// In which order a descent explores its neighbourhoods (sections 2 and 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NeighbourhoodOrder {
    /// Corners, sides, turns, centre.
    BorderToCentre,
    /// Centre, turns, sides, corners.
    CentreToBorder,
    /// One of these two at each descent, by a coin: the paper's final tests used both, and not
    /// the same for every call.
    #[default]
    Both,
    /// The two in turn: another reading of the same.
    Alternate,
    /// Any order, drawn at each descent: what the paper compared with.
    Random,
}

/// Which candidate of a neighbourhood is taken. The paper does not say; what the readings come to is in docs/gvns.md.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pivot {
    /// The best, the first of equals: so the descent is defined in the paper's source for it,
    /// Hansen, Mladenović and Moreno Pérez 2008.
    #[default]
    Best,
    /// The first that gains.
    First,
    /// The first that gains, the search going on where it last found one.
    Onward,
    /// Random ones, taken where they do not lose, until one gains or `tries` of them did not: a
    /// random descent that walks on where it is level.
    Random,
    /// Random ones until one gains or `tries` of them did not: the random descent of the authors' own framework,
    /// OptFrame.
    RandomGain,
}

/// How two inner pieces that change places are turned (section 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Turning {
    /// As they match most together: where their cells touch, all sixteen pairs of turns are tried.
    #[default]
    Together,
    /// The first as it matches most, then the second, each keeping its turn where no other is better: so in OptFrame.
    OneByOne,
}

/// What a candidate counts as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// One evaluation.
    #[default]
    Once,
    /// Two: OptFrame makes a move, evaluates, takes it back and evaluates again.
    Twice,
}

/// Where a descent goes on after a move. The paper does not say; see [`Pivot`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Return {
    /// With the first neighbourhood of its order, as in Hansen et al. 2008 and OptFrame.
    #[default]
    First,
    /// With the same neighbourhood, and never with an earlier one.
    Same,
    /// With the same neighbourhood until nothing in it gains, and then with the first: a whole descent of OptFrame, by
    /// hill climbing or at random, stands for each neighbourhood.
    Exhausted,
}

/// The entry of the catalogue.
pub(super) const ENTRY: Entry<Puzzle> = Entry::new::<Gvns>(
    "gvns",
    "variable neighbourhood search: shake ever harder, descend through four neighbourhoods",
    "Coelho et al. 2010, \"A General Variable Neighborhood Multistart approach for Eternity II\"",
    "one candidate scored; a pair of inner pieces is one, whatever turns are tried for it",
)
.with_children("walkers")
.resuming()
.later(&["tries", "count", "turning"])
.tried(4_000_000, &[
            r#"{"improvement": "onward", "after": "same"}"#,
            r#"{"start": "random", "order": "border-to-centre", "improvement": "first", "after": "same", "walkers": 3}"#,
            r#"{"order": "centre-to-border", "improvement": "best", "after": "first", "iter_max": 1, "level_max": 2}"#,
            r#"{"order": "alternate", "iter_max": 3, "improvement": "first", "after": "same"}"#,
            r#"{"order": "random", "improvement": "onward", "after": "first", "accept": "equal", "iter_max": 2}"#,
            r#"{"improvement": "random", "after": "first", "tries": 50, "count": "twice"}"#,
            r#"{"start": "upper-left", "improvement": "random-gain", "after": "exhausted", "tries": 50, "turning": "one-by-one"}"#,
            r#"{"improvement": "best", "after": "exhausted", "iter_max": 5, "turning": "one-by-one"}"#,
        ]);

/// Starts greedily, descends through four neighbourhoods, then shakes and descends again: p + 2
/// random moves, p one more after `iter_max` descents without gain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Gvns {
    /// How a new start is made.
    pub start: Constructor,
    /// In which order a descent explores its neighbourhoods.
    pub order: NeighbourhoodOrder,
    /// Which candidate of a neighbourhood is taken.
    pub improvement: Pivot,
    /// Where a descent goes on after a move.
    pub after: Return,
    /// Random candidates without gain after which a random descent has done with a neighbourhood.
    pub tries: NonZeroU32,
    /// What a candidate counts as: once or twice.
    pub count: Count,
    /// How two inner pieces that change places are turned.
    pub turning: Turning,
    /// When a descended board replaces the one it was shaken from (line 14): the text says
    /// "better"; if equal ones do too, p and iter go on as if they had not.
    pub accept: Accept,
    /// Shakes without gain after which they grow stronger: the paper's IterMax.
    pub iter_max: NonZeroU16,
    /// Strengths of shaking after which the search starts anew: the paper's LevelMax. 0 for the
    /// paper's value, the larger of width and height.
    pub level_max: u16,
    /// Independent searches. It decides what one seed gives, whatever the number of threads.
    pub walkers: NonZeroU16,
}

impl Default for Gvns {
    fn default() -> Self {
        Self {
            start: Constructor::Greedy,
            order: NeighbourhoodOrder::Both,
            improvement: Pivot::Best,
            after: Return::First,
            tries: const { NonZeroU32::new(1000).unwrap() },
            count: Count::Once,
            turning: Turning::Together,
            accept: Accept::Better,
            iter_max: const { NonZeroU16::new(200).unwrap() },
            level_max: 0,
            walkers: NonZeroU16::MIN,
        }
    }
}

impl Algorithm<Puzzle> for Gvns {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        let (walkers, size) = (usize::from(self.walkers.get()), puzzle.size());
        if self.level_max > MOST_LEVELS {
            let found = self.level_max;
            return Some(format!("expected at most {MOST_LEVELS} levels, found {found}"));
        }
        if self.tries.get() > MOST_TRIES {
            let found = self.tries;
            return Some(format!("expected at most {MOST_TRIES} tries, found {found}"));
        }
        let most = (MOST_MEMORY / (4 * size * size)).min(1 << 10);
        (walkers > most)
            .then(|| format!("expected at most {most} walkers for {size} pieces, found {walkers}"))
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if puzzle.obstacle().is_some() {
            return Conclusion::Exhausted;
        }
        let mut walkers: Vec<Option<Multistart<'_>>> = vec![None; usize::from(self.walkers.get())];
        let share = (SHARE / walkers.len()).max(1) as u64;
        while !run.over() {
            run.fork(&mut walkers, share, |walker, child| {
                let start = child.start().map(|board| State::from_board(puzzle, board));
                let seed = child.rng.bits();
                walker
                    .get_or_insert_with(|| Multistart::new(puzzle, self, start, seed))
                    .advance(child);
            });
        }
        Conclusion::Stopped
    }
}
