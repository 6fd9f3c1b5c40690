//! A disk without room: better boards take the places of the lowest.
//!
//! Nothing can be added to the file then, nor can it be written anew. But a line may be written
//! over others that are worth less: that takes no room, and if power fails meanwhile it costs no
//! other board.

use super::{Archive, Kept, index};
use anyhow::Result;
use std::collections::HashSet;
use std::ops::Range;

/// Bytes of boards that may wait for a disk that takes none.
const MOST_WAITING: usize = 64 << 20;
/// Boards that are given places at once: each place has to be looked for.
const AT_ONCE: usize = 256;

impl Archive<'_> {
    /// How many boards gave their places to better ones, or were dropped because too many wait.
    #[must_use]
    pub fn shed(&self) -> u64 {
        self.shed
    }

    /// Where the file of boards ends.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.boards.end()
    }

    /// The boards that are not in the file yet, the best first.
    #[must_use]
    pub fn unwritten(&self) -> Vec<Kept> {
        let lines = self.waiting_entries().into_iter();
        lines.filter_map(|entry| self.boards.unwritten(&self.index.entries[entry].place)).collect()
    }

    /// The entries whose lines wait to be written, the best first and the older first among equals.
    fn waiting_entries(&self) -> Vec<usize> {
        let end = self.boards.end();
        let entries = &self.index.entries;
        let mut waiting: Vec<usize> =
            (0..entries.len()).filter(|&entry| entries[entry].place.start >= end).collect();
        waiting.sort_by_key(|&entry| std::cmp::Reverse(entries[entry].score));
        waiting
    }

    /// Finds places for the boards that wait, and forgets the lowest of them where they are too
    /// many to wait.
    ///
    /// # Errors
    /// If not even that can be written.
    pub(super) fn make_room(&mut self) -> Result<()> {
        let mut gone = HashSet::new();
        let mut settled = Ok(());
        for entry in self.waiting_entries().into_iter().take(AT_ONCE) {
            let Some((place, lower)) = self.victims(entry, &gone) else { break };
            settled = self.boards.put(&self.index.entries[entry].place, &place);
            if settled.is_err() {
                break;
            }
            self.index.entries[entry].place = place;
            gone.extend(lower);
        }
        gone.extend(self.too_many());
        self.shed += gone.len() as u64;
        let mut index = 0..;
        self.index.retain(|_| index.next().is_none_or(|entry| !gone.contains(&entry)));
        let end = self.boards.end();
        let waiting = self.index.entries.iter_mut().map(|entry| &mut entry.place);
        self.boards.keep_waiting(waiting.filter(|place| place.start >= end));
        settled
    }

    /// The lowest lines of the file that have room for a better board: one, or two that adjoin.
    fn victims(&self, entry: usize, gone: &HashSet<usize>) -> Option<(Range<u64>, Vec<usize>)> {
        let index::Indexed { score, place, .. } = &self.index.entries[entry];
        let (end, needed) = (self.boards.end(), place.end - place.start);
        let entries = &self.index.entries;
        let lower = |&i: &usize| {
            entries[i].score < *score && entries[i].place.end <= end && !gone.contains(&i)
        };
        let mut lower: Vec<usize> = (0..entries.len()).filter(lower).collect();
        lower.sort_by_key(|&i| entries[i].place.start);
        let fits = |lines: &&[usize]| {
            let adjoin = lines
                .windows(2)
                .all(|two| entries[two[0]].place.end == entries[two[1]].place.start);
            adjoin
                && lines.iter().map(|&i| entries[i].place.end - entries[i].place.start).sum::<u64>()
                    >= needed
        };
        let worth = |lines: &&[usize]| lines.iter().map(|&i| entries[i].score).max();
        let lines =
            (1..=2).find_map(|count| lower.windows(count).filter(fits).min_by_key(worth))?;
        let (first, last) = (entries.get(*lines.first()?)?, entries.get(*lines.last()?)?);
        Some((first.place.start..last.place.end, lines.to_vec()))
    }

    /// The lowest boards that wait beyond what memory is given to them.
    fn too_many(&self) -> Vec<usize> {
        if self.boards.waiting() <= MOST_WAITING {
            return Vec::new();
        }
        let mut bytes = 0;
        let mut over = |&entry: &usize| {
            let place = &self.index.entries[entry].place;
            bytes += (place.end - place.start) as usize;
            bytes > MOST_WAITING / 2
        };
        self.waiting_entries().into_iter().filter(|entry| over(entry)).collect()
    }
}
