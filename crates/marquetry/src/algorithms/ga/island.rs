//! A small population that can stop and go on anywhere: starts, children, improvement, crowding.

use super::breed::Breeder;
use super::modern::GaModern;
use crate::algorithms::beam::Beams;
use crate::algorithms::shared::Growth;
use crate::edge::{Board, Puzzle};
use crate::search::{Rng, Run, Score};

/// Starts of an island after which its beams are twice as wide: where children do not find the
/// way, newcomers must know more.
const WIDENING: u64 = 4;

/// A complete board of an island.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) score: Score,
    board: Board,
}

/// Boards that breed among themselves.
#[derive(Debug)]
pub(super) struct Island<'a, 'p> {
    puzzle: &'p Puzzle,
    beams: &'a Beams,
    ga: &'a GaModern,
    rng: Rng,
    breeder: Breeder<'p>,
    members: Vec<Member>,
    /// The start or child on its way, if any.
    growth: Option<Growth<'p>>,
    /// Work done and not yet paid for.
    debt: u64,
    pub(super) starts: u64,
    pub(super) children: u64,
}

impl<'a, 'p> Island<'a, 'p> {
    /// An empty island, or one that begins with the user's board.
    pub(super) fn new(
        puzzle: &'p Puzzle,
        beams: &'a Beams,
        ga: &'a GaModern,
        from: Option<&Board>,
        mut rng: Rng,
    ) -> Self {
        let breeder = Breeder::new(puzzle, ga.nodes.into());
        let growth = from.map(|board| Growth::repair(puzzle, board, rng.bits()));
        Self {
            puzzle,
            beams,
            ga,
            rng,
            breeder,
            members: Vec::new(),
            growth,
            debt: 0,
            starts: 0,
            children: 0,
        }
    }

    /// The best board.
    pub(super) fn best(&self) -> Option<&Member> {
        self.members.iter().max_by_key(|member| member.score)
    }

    /// Works until the run is over.
    pub(super) fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        while !run.over() {
            self.debt -= run.take(self.debt);
            if self.debt > 0 {
                return;
            }
            let Self { rng, growth: Some(growth), .. } = self else {
                self.choose();
                continue;
            };
            let patience = u64::from(self.ga.patience) * self.puzzle.size() as u64;
            let grown = growth.advance(self.puzzle, run, patience, || rng.bits());
            if let Some((score, board)) = grown {
                self.growth = None;
                self.admit(Member { score, board });
            }
        }
    }

    /// A start while the island is not full, and now and then; else a child.
    fn choose(&mut self) {
        let full = self.members.len() >= self.size() && self.members.len() > 1;
        if !full || self.rng.below(self.ga.newcomers.get() as usize) == 0 {
            let width = self.width();
            self.starts += 1;
            let way = self.rng.below(self.beams.ways());
            let beam = self.beams.begin(way, width, self.rng.bits());
            self.growth = Some(Growth::beam(beam));
            return;
        }
        self.children += 1;
        let (first, second) = self.parents();
        let (first, second) = (&self.members[first].board, &self.members[second].board);
        let (board, work) = self.breeder.child(first, second, &mut self.rng);
        self.debt = work;
        self.growth = Some(Growth::repair(self.puzzle, &board, self.rng.bits()));
    }

    /// How wide the beam of the next start is.
    fn width(&self) -> usize {
        let twice = (self.starts / WIDENING).min(32);
        self.beams.fitting(self.beams.width().saturating_mul(1 << twice))
    }

    /// Boards that live at the same time.
    fn size(&self) -> usize {
        self.ga.population.get().into()
    }

    /// Two different members, each the better of two.
    fn parents(&mut self) -> (usize, usize) {
        let count = self.members.len();
        let better = |a: usize, b: usize| {
            if self.members[a].score >= self.members[b].score { a } else { b }
        };
        let first = better(self.rng.below(count), self.rng.below(count));
        let mut other = || (first + 1 + self.rng.below(count - 1)) % count;
        (first, better(other(), other()))
    }

    /// Takes a board in: instead of the one most like it if they are much alike, else instead of
    /// the worst, and only if it is no worse. None lives twice.
    pub(super) fn admit(&mut self, member: Member) {
        let cells = self.puzzle.size();
        let shared = |other: &Member| {
            let pairs = other.board.cells().iter().zip(member.board.cells());
            pairs.filter(|(a, b)| a == b).count()
        };
        let nearest = (0..self.members.len())
            .map(|i| (shared(&self.members[i]), i))
            .max()
            .filter(|&(same, _)| same as f64 > self.ga.alike * cells as f64);
        if nearest.is_some_and(|(same, _)| same == cells) {
            return;
        }
        let room = self.members.len() < self.size();
        let rival = nearest.map(|(_, i)| i).or_else(|| {
            let worst = (0..self.members.len()).min_by_key(|&i| self.members[i].score);
            worst.filter(|_| !room)
        });
        match rival {
            Some(i) if self.members[i].score <= member.score => self.members[i] = member,
            Some(_) if !room => {}
            _ => self.members.push(member),
        }
    }
}
