//! The threads of a run: they wait between two pieces of work, since starting them anew takes longer
//! than many a piece.

use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::vec::IntoIter;

/// Threads that work together, started when there first is something to share.
pub(super) struct Threads {
    count: usize,
    pool: OnceLock<Option<ThreadPool>>,
}

/// No threads to share work with: whoever asks does it.
pub(super) static ALONE: Threads = Threads::new(1);

impl Threads {
    /// So many threads, or as many as can be had.
    pub(super) const fn new(count: usize) -> Self {
        Self { count, pool: OnceLock::new() }
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let fewer = || std::iter::successors(Some(self.count), |count| Some(count / 2));
        let build = |count| ThreadPoolBuilder::new().num_threads(count).build().ok();
        let start = || fewer().take_while(|count| *count > 1).find_map(build);
        self.pool.get_or_init(start).as_ref()
    }

    /// Lets all threads take items until none is left or nobody should go on, and waits for the last.
    /// Each begins with a part of its own, the same for every list of so many, so that what it wrote
    /// is near when it reads it; who is done helps the others.
    pub(super) fn share<T: Send>(
        &self,
        items: impl ExactSizeIterator<Item = T>,
        going_on: impl Fn() -> bool + Sync,
        body: impl Fn(T) + Sync,
    ) {
        let Some(pool) = (items.len() > 1).then(|| self.pool()).flatten() else {
            return items.take_while(|_| going_on()).for_each(body);
        };
        let parts = pool.current_num_threads();
        let queues = split(items, parts);
        let take = |part: usize, own: bool| {
            let mut queue = queues[part].lock().unwrap_or_else(PoisonError::into_inner);
            if own { queue.next() } else { queue.next_back() }
        };
        pool.broadcast(|thread| {
            for part in (0..parts).map(|i| (thread.index() + i) % parts) {
                while going_on() {
                    // The lock is released before the item is worked on.
                    let Some(item) = take(part, part == thread.index()) else { break };
                    body(item);
                }
            }
        });
    }
}

/// Items in so many parts, as even as can be.
fn split<T>(items: impl ExactSizeIterator<Item = T>, parts: usize) -> Vec<Mutex<IntoIter<T>>> {
    let (mut left, mut items) = (items.len(), items);
    let part = |i: usize| {
        let own = left / (parts - i);
        left -= own;
        Mutex::new(items.by_ref().take(own).collect::<Vec<T>>().into_iter())
    };
    (0..parts).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn every_item_is_taken_once() {
        for (threads, count) in [(1, 5), (2, 0), (2, 1), (3, 100), (5, 4)] {
            let taken: Vec<AtomicU32> = (0..count).map(|_| AtomicU32::new(0)).collect();
            let mark = |item: &AtomicU32| _ = item.fetch_add(1, Ordering::Relaxed);
            Threads::new(threads).share(taken.iter(), || true, mark);
            assert!(taken.iter().all(|item| item.load(Ordering::Relaxed) == 1));
        }
    }

    #[test]
    fn nobody_goes_on_when_told_to_stop() {
        let taken = AtomicU32::new(0);
        let threads = Threads::new(2);
        let few = || taken.load(Ordering::Relaxed) < 10;
        threads.share(0..1000, few, |_| _ = taken.fetch_add(1, Ordering::Relaxed));
        assert!((10..12).contains(&taken.load(Ordering::Relaxed)));
    }
}
