//! A small population that can stop and go on anywhere: starts, children, improvement, crowding.

use super::breed::Breeder;
use crate::beam::{Beam, Course, Settings};
use crate::edge::{Board, Puzzle};
use crate::repair::{self, Repair};
use crate::search::{Rng, Run, Score};
use std::sync::Arc;

/// Starts of an island after which its beams are twice as wide: where children do not find the
/// way, newcomers must know more.
const WIDENING: u64 = 4;

/// How an island lives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Customs {
    /// Boards that live at the same time.
    pub(crate) size: usize,
    /// How the beams of its first starts choose.
    pub(crate) beam: Settings,
    /// The widest beam there is memory for.
    pub(crate) widest: usize,
    /// One board in so many is a start instead of a child.
    pub(crate) newcomers: usize,
    /// Pieces that may be laid to complete a child.
    pub(crate) nodes: u64,
    /// Work without a better board after which a board counts as improved.
    pub(crate) patience: u64,
    /// Boards that agree on more than this part of their cells compete with each other.
    pub(crate) alike: f64,
}

/// A complete board of an island.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) score: Score,
    board: Board,
}

/// What an island is at.
#[derive(Debug)]
enum Stage<'p> {
    Choose,
    Grow(Box<Beam>),
    Improve(Box<Repair<'p>>),
}

/// Boards that breed among themselves.
#[derive(Debug)]
pub(crate) struct Island<'a, 'p> {
    puzzle: &'p Puzzle,
    courses: &'a [Arc<Course>],
    customs: Customs,
    rng: Rng,
    breeder: Breeder<'p>,
    members: Vec<Member>,
    stage: Stage<'p>,
    /// Work done and not yet paid for.
    debt: u64,
    pub(crate) starts: u64,
    pub(crate) children: u64,
}

impl<'a, 'p> Island<'a, 'p> {
    /// An empty island, or one that begins with the user's board.
    pub(crate) fn new(
        puzzle: &'p Puzzle,
        courses: &'a [Arc<Course>],
        customs: Customs,
        from: Option<&Board>,
        mut rng: Rng,
    ) -> Self {
        let breeder = Breeder::new(puzzle, customs.nodes);
        let stage = from.map_or(Stage::Choose, |board| improvement(puzzle, board, &mut rng));
        Self {
            puzzle,
            courses,
            customs,
            rng,
            breeder,
            members: Vec::new(),
            stage,
            debt: 0,
            starts: 0,
            children: 0,
        }
    }

    /// The best board.
    pub(crate) fn best(&self) -> Option<&Member> {
        self.members.iter().max_by_key(|member| member.score)
    }

    /// Works until the run is over. One step is one candidate or piece tried.
    pub(crate) fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        while !run.over() {
            self.debt -= run.take(self.debt);
            if self.debt > 0 {
                return;
            }
            match &mut self.stage {
                Stage::Choose => self.choose(),
                Stage::Grow(beam) => {
                    beam.advance(run);
                    if beam.finished() {
                        let board = beam.board(self.puzzle);
                        self.stage = improvement(self.puzzle, &board, &mut self.rng);
                    }
                }
                Stage::Improve(repair) => {
                    repair.advance(run);
                    if repair.idle_work() >= self.customs.patience {
                        let board = repair.best_board().clone();
                        let member = Member { score: repair.best_score(), board };
                        self.stage = Stage::Choose;
                        self.admit(member);
                    }
                }
            }
        }
    }

    /// A start while the island is not full, and now and then; else a child.
    fn choose(&mut self) {
        let full = self.members.len() >= self.customs.size && self.members.len() > 1;
        if !full || self.rng.below(self.customs.newcomers) == 0 {
            let settings = Settings { width: self.width(), ..self.customs.beam };
            self.starts += 1;
            let course = Arc::clone(&self.courses[self.rng.below(self.courses.len())]);
            let beam = Beam::new(course, settings, self.rng.bits());
            self.stage = Stage::Grow(Box::new(beam));
            return;
        }
        self.children += 1;
        let (first, second) = self.parents();
        let (first, second) = (&self.members[first].board, &self.members[second].board);
        let (board, work) = self.breeder.child(first, second, &mut self.rng);
        self.debt = work;
        self.stage = improvement(self.puzzle, &board, &mut self.rng);
    }

    /// How wide the beam of the next start is.
    fn width(&self) -> usize {
        let twice = (self.starts / WIDENING).min(32);
        self.customs.beam.width.saturating_mul(1 << twice).min(self.customs.widest)
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
    pub(crate) fn admit(&mut self, member: Member) {
        let cells = self.puzzle.size();
        let shared = |other: &Member| {
            let pairs = other.board.cells().iter().zip(member.board.cells());
            pairs.filter(|(a, b)| a == b).count()
        };
        let nearest = (0..self.members.len())
            .map(|i| (shared(&self.members[i]), i))
            .max()
            .filter(|&(same, _)| same as f64 > self.customs.alike * cells as f64);
        if nearest.is_some_and(|(same, _)| same == cells) {
            return;
        }
        let room = self.members.len() < self.customs.size;
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

fn improvement<'p>(puzzle: &'p Puzzle, board: &Board, rng: &mut Rng) -> Stage<'p> {
    let settings = repair::Settings::default();
    Stage::Improve(Box::new(Repair::new(puzzle, board, settings, rng.bits())))
}
