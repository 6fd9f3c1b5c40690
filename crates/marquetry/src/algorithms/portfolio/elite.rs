//! The good boards a portfolio works on.

use crate::edge::Board;
use crate::search::{Rng, Score};

/// Tries without a better board that weigh as much as one join.
const TRIES_PER_JOIN: f32 = 6.0;

/// A board worth going on from.
#[derive(Clone, Debug)]
pub(super) struct Elite {
    pub(super) board: Board,
    pub(super) score: Score,
    /// The way its beam scanned the board, if known: its first cells are the well-laid ones.
    pub(super) way: Option<usize>,
    /// How often something was begun from it in vain.
    pub(super) tries: u32,
}

impl Elite {
    fn promise(&self) -> f32 {
        self.score as f32 - self.tries as f32 / TRIES_PER_JOIN
    }
}

/// A few of the best boards, none twice.
#[derive(Debug)]
pub(super) struct EliteBoards {
    boards: Vec<Elite>,
    most: usize,
}

impl EliteBoards {
    pub(super) fn new(most: usize) -> Self {
        Self { boards: Vec::new(), most }
    }

    /// The board with the best score.
    pub(super) fn best(&self) -> Option<&Elite> {
        self.boards.iter().max_by_key(|elite| elite.score)
    }

    /// The most promising board, which is then less so.
    pub(super) fn choose(&mut self, rng: &mut Rng) -> Option<&Elite> {
        let lots: Vec<f32> =
            self.boards.iter().map(|elite| elite.promise() + rng.unit() as f32 / 2.0).collect();
        let best = (0..lots.len()).max_by(|&a, &b| lots[a].total_cmp(&lots[b]))?;
        self.boards[best].tries += 1;
        Some(&self.boards[best])
    }

    /// Takes a board in if it is new and better than the least promising one. A board that came of
    /// another takes its place unless it is worse.
    pub(super) fn add(&mut self, elite: Elite, parent: Option<&Board>) {
        if self.boards.iter().any(|other| other.board == elite.board) {
            return;
        }
        let parent = self.boards.iter().position(|other| Some(&other.board) == parent);
        if let Some(i) = parent.filter(|&i| self.boards[i].score <= elite.score) {
            let old = &self.boards[i];
            // Sideways steps do not make a worn-out board fresh.
            let tries = if elite.score > old.score { 0 } else { old.tries };
            self.boards[i] = Elite { tries, ..elite };
            return;
        }
        self.boards.push(elite);
        if self.boards.len() > self.most {
            let promise = |i: &usize| self.boards[*i].promise();
            let worst = (0..self.boards.len()).min_by(|a, b| promise(a).total_cmp(&promise(b)));
            worst.map(|i| self.boards.swap_remove(i));
        }
    }
}
