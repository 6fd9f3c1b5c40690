//! What is known of the archived boards without reading them again.

use super::boards::{self, Damage, Kept};
use super::families::Families;
use super::symmetry;
use anyhow::Result;
use marquetry::edge::{Board, Puzzle};
use marquetry::search::Score;
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::ops::Range;

/// One archived board.
#[derive(Clone, Debug)]
pub(super) struct Indexed {
    pub(super) score: Score,
    pub(super) key: u64,
    /// Where its line lies in the file.
    pub(super) place: Range<u64>,
    family: usize,
}

/// The best board of an archive.
#[derive(Clone, Debug)]
pub struct Best {
    /// The board.
    pub board: Board,
    /// Its score.
    pub score: Score,
    /// When it was found, in seconds since 1970.
    pub at: u64,
    /// The session that found it.
    pub session: u64,
}

/// An index of the archived boards, in the order they were found.
#[derive(Debug, Default)]
pub struct Index {
    pub(super) entries: Vec<Indexed>,
    keys: HashSet<u64>,
    families: Families,
    scores: BTreeMap<Score, u64>,
    best: Option<Best>,
}

impl Index {
    /// Reads a file of boards; every board is judged, and one that is there twice counts once.
    pub(super) fn load(file: &File, puzzle: &Puzzle) -> Result<(Self, Damage)> {
        let mut index = Self::default();
        let damage = boards::read(file, puzzle, |place, kept, board| {
            if let Some(seat) = index.seat(puzzle, &board) {
                index.add(&seat, place, kept, &board);
            }
        })?;
        Ok((index, damage))
    }

    /// What is needed to add a board; `None` if it is there already.
    pub(super) fn seat(&self, puzzle: &Puzzle, board: &Board) -> Option<Seat> {
        let looks = symmetry::looks(puzzle, board);
        let key = symmetry::key(&looks);
        (!self.keys.contains(&key)).then_some(Seat { looks, key })
    }

    pub(super) fn add(&mut self, seat: &Seat, place: Range<u64>, kept: &Kept, board: &Board) {
        let Kept { score, at, session, .. } = *kept;
        self.keys.insert(seat.key);
        let family = self.families.add(&seat.looks);
        *self.scores.entry(score).or_default() += 1;
        self.entries.push(Indexed { score, key: seat.key, place, family });
        if self.best.as_ref().is_none_or(|best| score > best.score) {
            self.best = Some(Best { board: board.clone(), score, at, session });
        }
    }

    /// Keeps the entries that `keep` picks.
    pub(super) fn retain(&mut self, keep: impl FnMut(&Indexed) -> bool) {
        let (entries, gone) = std::mem::take(&mut self.entries).into_iter().partition(keep);
        self.entries = entries;
        for Indexed { score, key, family, .. } in gone {
            self.keys.remove(&key);
            self.families.remove(family);
            if let Some(count) = self.scores.get_mut(&score) {
                *count -= 1;
            }
        }
        self.scores.retain(|_, count| *count > 0);
    }

    /// How many boards there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many families they form.
    #[must_use]
    pub fn families(&self) -> usize {
        self.families.len()
    }

    /// How many boards have which score.
    #[must_use]
    pub fn scores(&self) -> &BTreeMap<Score, u64> {
        &self.scores
    }

    /// The best board.
    #[must_use]
    pub fn best(&self) -> Option<&Best> {
        self.best.as_ref()
    }

    /// The best score, 0 without a board.
    #[must_use]
    pub fn best_score(&self) -> Score {
        self.best.as_ref().map_or(0, |best| best.score)
    }
}

/// How a board that is to be added looks.
pub(super) struct Seat {
    looks: Vec<symmetry::Look>,
    key: u64,
}
