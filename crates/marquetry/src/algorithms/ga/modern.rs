//! What Niang's thesis asks for as further work, with the means of today.

use super::island::Island;
use crate::algorithms::beam::BeamSearch;
use crate::algorithms::dfs::Quest;
use crate::edge::{Puzzle, greedy};
use crate::exact::{Deal, Exact};
use crate::search::{Algorithm, Conclusion, Entry, Run, gauge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};

/// Work of an island between two meetings.
const SHARE: u64 = 1 << 15;

/// More than these take too long between two looks at the clock.
const MOST_NODES: u32 = 1_000_000;
const MOST_ISLANDS: u16 = 64;

/// The most cells of a child that inherits nothing and is completed exactly all the same.
const SMALL: usize = 64;

/// The exact search's work at a time, and its hands.
const EXACT: (u64, usize) = (1 << 19, 16);

/// The entry of the catalogue.
pub(in crate::algorithms) const ENTRY: Entry<Puzzle> = Entry::new::<GaModern>(
    "ga:modern",
    "islands of boards that inherit what does not break, completed exactly, improved by repair",
    "ours, after the further work of Niang 2010",
    "one candidate or piece tried",
)
.with_children("islands")
.resuming()
.tried(1_000_000, &[
            r#"{"population": 1, "memory": 1, "islands": 2, "migration": 1, "width": 3, "nodes": 0, "patience": 0, "exact": false}"#,
            r#"{"population": 3, "islands": 3, "migration": 2, "width": 5, "newcomers": 1000, "nodes": 200, "patience": 50, "alike": 0.1}"#,
        ]);

/// Evolves boards that keep the frame on several islands: starts by narrow beams, children of
/// regions without breaks completed exactly, every board improved by repair, alike boards
/// competing with each other, the best ones migrating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GaModern {
    /// Boards that live on an island.
    pub population: NonZeroU16,
    /// Islands. Their number decides what one seed gives, whatever the number of threads.
    pub islands: NonZeroU16,
    /// Meetings of the islands between two migrations of their best boards, each to the next one.
    pub migration: NonZeroU32,
    /// States the beam of a first start keeps after each cell; every fourth start of an island
    /// doubles it, as far as the memory allows.
    pub width: NonZeroU32,
    /// One board in so many is a start instead of a child.
    pub newcomers: NonZeroU32,
    /// Pieces that may be laid to complete a child.
    pub nodes: u32,
    /// Work for each cell of the puzzle, without a better board, after which a board counts as
    /// improved.
    pub patience: u32,
    /// The memory all beams may take, in megabytes.
    pub memory: NonZeroU32,
    /// Whether half of the work on boards of at most 64 cells goes into one child that inherits
    /// nothing and is completed exactly. Where there is one perfect board, evolution alone may
    /// miss it.
    pub exact: bool,
    /// Boards that agree on more than this part of their cells compete with each other, 0 to 1.
    pub alike: f64,
}

impl Default for GaModern {
    fn default() -> Self {
        Self {
            population: const { NonZeroU16::new(8).unwrap() },
            islands: const { NonZeroU16::new(4).unwrap() },
            migration: const { NonZeroU32::new(200).unwrap() },
            width: const { NonZeroU32::new(64).unwrap() },
            newcomers: const { NonZeroU32::new(8).unwrap() },
            nodes: 5_000,
            patience: 2_000,
            memory: const { NonZeroU32::new(512).unwrap() },
            exact: true,
            alike: 0.5,
        }
    }
}

impl GaModern {
    fn beams(&self) -> BeamSearch {
        let memory = self.memory.get() / u32::from(self.islands.get());
        let memory = NonZeroU32::new(memory).unwrap_or(NonZeroU32::MIN);
        BeamSearch { width: self.width, memory, ..BeamSearch::default() }
    }
}

impl Algorithm<Puzzle> for GaModern {
    fn objection(&self, _: &Puzzle) -> Option<String> {
        if !(0.0..=1.0).contains(&self.alike) {
            return Some(format!("expected alike from 0 to 1, found {}", self.alike));
        }
        let (nodes, islands) = (self.nodes, self.islands.get());
        if nodes > MOST_NODES {
            return Some(format!("expected at most {MOST_NODES} nodes, found {nodes}"));
        }
        if islands > MOST_ISLANDS {
            return Some(format!("expected at most {MOST_ISLANDS} islands, found {islands}"));
        }
        self.beams().flaw()
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        if let Some(end) = greedy::open(puzzle, run) {
            return end;
        }
        let beams = self.beams().prepare(puzzle);
        let rngs = run.rng.split(usize::from(self.islands.get()));
        let start = run.start();
        let mut islands: Vec<Island> = (0..)
            .zip(rngs)
            .map(|(i, rng)| Island::new(puzzle, &beams, self, start.filter(|_| i == 0), rng))
            .collect();
        let wanted = self.exact && puzzle.size() <= SMALL;
        let dealt = wanted.then(|| Deal::new(puzzle, &Exact::default()).ok()).flatten();
        let mut quest = dealt.as_ref().map(|dealt| Quest::new(dealt, EXACT.1));
        let mut exact = 0;
        for meeting in 1_u64.. {
            if run.over() {
                break;
            }
            let before = run.work();
            if let Some(only) = quest.as_mut().filter(|_| 2 * exact < before) {
                if only.search(puzzle, run, EXACT.0) {
                    quest = None;
                }
                exact += run.work() - before;
            }
            run.fork(&mut islands, SHARE, Island::advance);
            if meeting % u64::from(self.migration.get()) == 0 {
                migrate(&mut islands);
            }
            show(&islands, meeting / u64::from(self.migration.get()), run);
        }
        Conclusion::Stopped
    }
}

/// The best board of every island goes to the next one.
fn migrate(islands: &mut [Island<'_, '_>]) {
    let bests: Vec<_> = islands.iter().map(|island| island.best().cloned()).collect();
    let next = (0..islands.len()).map(|i| (i + 1) % islands.len()).collect::<Vec<_>>();
    for (best, to) in bests.into_iter().zip(next) {
        if let Some(best) = best {
            islands[to].admit(best);
        }
    }
}

fn show(islands: &[Island<'_, '_>], migrations: u64, run: &mut Run<'_, Puzzle>) {
    let sum = |count: fn(&Island<'_, '_>) -> u64| islands.iter().map(count).sum::<u64>() as f64;
    run.gauge(gauge::STARTS, sum(|island| island.starts));
    run.gauge(gauge::CHILDREN, sum(|island| island.children));
    run.gauge(gauge::MIGRATIONS, migrations as f64);
}
