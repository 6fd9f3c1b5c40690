//! Who does what next: the good boards and what each means has been worth.

use super::Portfolio;
use super::elite::{Elite, EliteBoards};
use super::round::{Means, Round};
use crate::algorithms::beam::{Beam, Beams};
use crate::edge::Board;
use crate::search::{Rng, Score};

/// How much of what a means was worth is remembered from one round to the next.
const MEMORY: f32 = 0.9;

/// The least part of the work that each means gets.
const LEAST: f32 = 0.3;

/// The part of a board that is kept when a beam begins from its middle: from, and up to.
const KEPT: [f32; 2] = [0.3, 0.7];

/// What a board so many joins below the best is worth: one join less, half as much.
fn reward(below: Score) -> f32 {
    1.0 / (1_u64 << below.min(63)) as f32
}

/// What a means has been worth: rounds, their reward and their work, all fading.
#[derive(Clone, Copy, Debug)]
struct Worth {
    rounds: f32,
    reward: f32,
    work: f32,
}

impl Worth {
    fn add(&mut self, reward: f32, work: u64) {
        self.rounds = MEMORY * self.rounds + 1.0;
        self.reward = MEMORY * self.reward + reward;
        self.work = MEMORY * self.work + work as f32;
    }
}

/// Deals out rounds and learns from what they bring.
pub(super) struct Pool<'p> {
    parameters: &'p Portfolio,
    beams: Beams,
    rng: Rng,
    elites: EliteBoards,
    worths: [Worth; 2],
    best: Score,
    done: [u32; 2],
}

impl<'p> Pool<'p> {
    pub(super) fn new(parameters: &'p Portfolio, beams: Beams, rng: Rng) -> Self {
        Self {
            parameters,
            beams,
            rng,
            elites: EliteBoards::new(parameters.elites.get().into()),
            worths: [Worth { rounds: 1.0, reward: 1.0, work: 1e7 }; 2],
            best: 0,
            done: [0; 2],
        }
    }

    /// The next round.
    pub(super) fn next(&mut self) -> Round<'p> {
        let again = match self.means() {
            Means::Start => None,
            Means::Again => self.again(),
        };
        again.unwrap_or_else(|| self.start())
    }

    /// Learns from a round that is done.
    pub(super) fn settle(&mut self, round: &Round<'_>) {
        let best = round.best();
        let score = best.as_ref().map_or(0, |(score, _)| *score);
        self.best = self.best.max(score);
        self.done[round.means as usize] += 1;
        self.worths[round.means as usize].add(reward(self.best - score), round.spent);
        if let Some((score, board)) = best {
            let elite = Elite { board, score, way: Some(round.way), tries: 0 };
            self.admit(elite, round.parent.as_ref());
        }
    }

    /// Takes in a board to go on from, which may have come of another.
    pub(super) fn admit(&mut self, elite: Elite, parent: Option<&Board>) {
        self.elites.add(elite, parent);
    }

    /// The best board to go on from.
    pub(super) fn best(&self) -> Option<&Elite> {
        self.elites.best()
    }

    /// Rounds that are done, by means.
    pub(super) fn done(&self) -> [u32; 2] {
        self.done
    }

    /// Draws a means by what each has been worth per work, none below its least part.
    fn means(&mut self) -> Means {
        let values = self.worths.map(|worth| worth.reward / worth.work.max(1.0));
        let free = 1.0 - 2.0 * LEAST;
        let sum = values.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        // Parts of the work, turned into parts of the rounds by what a round of each costs.
        let [start, again] = [0, 1].map(|i| {
            let part = LEAST + free * values[i] / sum;
            part * self.worths[i].rounds / self.worths[i].work.max(1.0)
        });
        if self.rng.unit() as f32 * (start + again) < start { Means::Start } else { Means::Again }
    }

    /// The width doubles after some rounds: however long a run is, about half of its work goes into
    /// the widest beams it can afford, and no width is skipped.
    pub(super) fn width(&self) -> usize {
        let doublings = self.done.iter().sum::<u32>() / u32::from(self.parameters.rounds.get());
        self.beams.fitting(self.beams.width().saturating_mul(1 << doublings.min(30)))
    }

    /// A beam over the whole board.
    fn start(&mut self) -> Round<'p> {
        let way = self.rng.below(self.beams.ways());
        let beam = self.beams.begin(way, self.width(), self.rng.bits());
        self.round(Means::Start, way, None, beam)
    }

    /// A beam from somewhere in the middle of a good board.
    fn again(&mut self) -> Option<Round<'p>> {
        let Elite { board, way, .. } = self.elites.choose(&mut self.rng)?.clone();
        let way = way.unwrap_or_else(|| self.rng.below(self.beams.ways()));
        let [from, to] = KEPT;
        let part = from + (to - from) * self.rng.unit() as f32;
        let kept = (part * self.beams.cells(way) as f32) as usize;
        let beam = self.beams.begin(way, self.width(), self.rng.bits()).after(&board, kept);
        Some(self.round(Means::Again, way, Some(board), beam))
    }

    fn round(&mut self, means: Means, way: usize, parent: Option<Board>, beam: Beam) -> Round<'p> {
        let seed = self.rng.bits();
        Round { means, way, parent, beam, seed, spent: 0, polish: None }
    }
}
