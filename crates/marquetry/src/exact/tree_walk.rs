//! A search in progress that can be put anywhere in the tree, paused, and described.

use super::kernel::{At, Kernel, LAST, Level, Mode, Pause, Scene, UNSEEN, enter_special};
use super::route::{Candidate, Key, NO_SIDE, NOBODY, Route, WORD, Word, candidate, look_of};

/// A place in the tree: the candidates laid, and how many candidates of the next bucket are done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) laid: Vec<Candidate>,
    pub(super) done: u32,
}

/// A search in progress.
#[derive(Clone, Debug)]
pub(super) struct TreeWalk<'p> {
    plan: &'p Route,
    mode: Mode,
    words: Vec<Word>,
    levels: Vec<Level>,
    left: Vec<u16>,
    floor: usize,
    end: usize,
    at: At,
    nodes: u64,
    profile: Vec<u64>,
    deepest: Option<Vec<Candidate>>,
}

impl<'p> TreeWalk<'p> {
    /// A search of the whole tree.
    pub(super) fn new(plan: &'p Route, mode: Mode) -> Self {
        let count = plan.steps.len();
        let mut walker = Self {
            plan,
            mode,
            words: plan.words.clone(),
            levels: (0..count).map(|depth| level(plan, depth)).chain(resting(plan)).collect(),
            left: plan.looks.iter().map(|look| look.copies.len() as u16).collect(),
            floor: 0,
            end: count,
            at: At {
                depth: 0,
                bucket: Word::default(),
                partial: 0,
                parent: NOBODY,
                pending: false,
            },
            nodes: 0,
            profile: vec![0; count],
            deepest: None,
        };
        walker.enter(0);
        walker
    }

    fn kernel(&mut self) -> Kernel<'_> {
        Kernel {
            plan: self.plan,
            candidates: &self.plan.candidates,
            entries: &self.plan.entries,
            words: &mut self.words,
            levels: &mut self.levels,
            left: &mut self.left,
            profile: &mut self.profile,
            deepest: self.deepest.as_mut(),
            shift: self.plan.shift,
            floor: self.floor,
        }
    }

    /// Goes on until `limit` nodes are reached, or a few more, or the tree is done. The visitor
    /// sees every solution and says whether to go on.
    pub(super) fn run(
        &mut self,
        limit: u64,
        visit: &mut dyn FnMut(&[Candidate], u64) -> bool,
    ) -> Pause {
        if self.end == 0 {
            // Nothing to lay: what is fixed is the one solution.
            visit(&[], self.nodes);
            return Pause::Exhausted;
        }
        self.mark_unseen();
        let (mode, mut at, mut nodes) = (self.mode, self.at, self.nodes);
        let pause = self.kernel().run(mode, &mut at, &mut nodes, limit, visit);
        (self.at, self.nodes) = (at, nodes);
        pause
    }

    /// Pieces laid by [`TreeWalk::run`] so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The same by depth, if the mode asked for it.
    pub(super) fn profile(&self) -> &[u64] {
        &self.profile
    }

    /// Starts the bucket of a depth anew; everything above is settled.
    fn enter(&mut self, depth: usize) {
        let parent = depth.checked_sub(1).map_or(NOBODY, |last| look_of(&self.levels[last].laid));
        self.at = At { depth, bucket: Word::default(), partial: 0, parent, pending: false };
        let Some(step) = self.plan.steps.get(depth) else { return };
        let word = self.kernel().key(step.key) as usize;
        let mut bucket = self.words[word];
        if self.levels[depth].special {
            let scene = Scene { plan: self.plan, words: &self.words };
            bucket = enter_special(scene, &mut self.levels, depth, word);
        }
        let next = self.levels[depth].next;
        let partial = self.kernel().key(next);
        self.at = At { bucket, partial, ..self.at };
    }

    /// Lays a candidate and enters the next level, as the search would after the candidates before
    /// it. False if it is not among those left to try.
    pub(super) fn lay(&mut self, candidate: &Candidate) -> bool {
        loop {
            while !self.at.bucket.is_empty() {
                if self.plan.candidates[self.at.bucket.pop()] == *candidate {
                    // The bucket is older than the parent.
                    let look = look_of(candidate);
                    if look == self.at.parent && self.left_of(look) == 0 {
                        return false;
                    }
                    self.lay_here(candidate);
                    return true;
                }
            }
            if !self.next_word() {
                return false;
            }
        }
    }

    fn next_word(&mut self) -> bool {
        let mut at = self.at;
        let more = at.depth < self.plan.steps.len() && self.kernel().next_word(&mut at);
        self.at = at;
        more
    }

    fn lay_here(&mut self, candidate: &Candidate) {
        let at = self.at;
        let level = &mut self.levels[at.depth];
        level.laid = *candidate;
        (level.bucket, level.partial, level.parent) = (at.bucket, at.partial, at.parent);
        // As in the search, the next bucket is entered while this piece is still in the masks: a
        // watched cell must be judged in the same way.
        self.enter(at.depth + 1);
        let below = self.at;
        match self.plan.repeats {
            true => self.kernel().settle::<true, false>(&below),
            false => self.kernel().settle::<false, false>(&below),
        }
    }

    /// Takes every piece back.
    fn clear(&mut self) {
        while self.at.depth > 0 {
            let at = self.at;
            debug_assert!(!at.pending);
            match self.plan.repeats {
                true => self.kernel().unsettle::<true, false>(&at),
                false => self.kernel().unsettle::<false, false>(&at),
            }
            let parent = self.levels[at.depth - 1].parent;
            self.at = At { depth: at.depth - 1, parent, ..at };
        }
        self.enter(0);
    }

    /// The candidates left to try here.
    pub(super) fn candidates(&mut self) -> Vec<Candidate> {
        let (at, word) = (self.at, self.levels[self.at.depth].word);
        let mut found = Vec::new();
        loop {
            while !self.at.bucket.is_empty() {
                found.push(self.plan.candidates[self.at.bucket.pop()]);
            }
            if !self.next_word() {
                break;
            }
        }
        self.at = at;
        self.levels[at.depth].word = word;
        // The bucket is older than the parent.
        let gone = |look: u16| look == at.parent && self.left_of(look) == 0;
        found.retain(|candidate| !gone(look_of(candidate)));
        found
    }

    fn left_of(&self, look: u16) -> u16 {
        if self.plan.repeats { self.left[usize::from(look)] } else { 0 }
    }

    /// Starts a job: the tree below a prefix, from a place in it. False if there is no such place.
    pub(super) fn start(&mut self, prefix: &[Candidate], path: &Path) -> bool {
        self.clear();
        if !path.laid.is_empty() && !path.laid.starts_with(prefix) {
            return false;
        }
        self.floor = prefix.len();
        let ahead = path.laid.get(prefix.len()..).unwrap_or_default();
        prefix.iter().chain(ahead).all(|candidate| self.lay(candidate)) && self.skip(path.done)
    }

    /// Leaves out the first candidates of the bucket.
    fn skip(&mut self, done: u32) -> bool {
        let Some(step) = self.plan.steps.get(self.at.depth) else { return done == 0 };
        let word = self.kernel().key(step.key) as usize;
        let next = self.words[word].start().saturating_add(done);
        loop {
            let end = self.at.bucket.start().saturating_add(WORD as u32);
            self.at.bucket.skip_to(next);
            if next < end || !self.next_word() {
                return true;
            }
        }
    }

    /// Where the search stands; [`TreeWalk::start`] goes on from there.
    pub(super) fn path(&mut self) -> Path {
        let at = self.at;
        let laid = self.levels[..at.depth].iter().map(|level| level.laid).collect();
        let Some(step) = self.plan.steps.get(at.depth) else { return Path { laid, done: 0 } };
        let word = self.kernel().key(step.key) as usize;
        let mut bucket = at.bucket;
        let next = if bucket.is_empty() { bucket.start() as usize + WORD } else { bucket.pop() };
        Path { laid, done: (next as u32).saturating_sub(self.words[word].start()) }
    }

    /// The share of a job that is done at a place in it, if all branches were equal.
    pub(super) fn share(&mut self, prefix: &[Candidate], path: &Path) -> f64 {
        let (mut share, mut weight) = (0.0, 1.0);
        if !self.start(prefix, &Path::default()) {
            return 0.0;
        }
        for laid in path.laid.iter().skip(prefix.len()) {
            let candidates = self.candidates();
            let before = candidates.iter().take_while(|&candidate| candidate != laid).count();
            weight /= candidates.len().max(1) as f64;
            share += weight * before as f64;
            if !self.lay(laid) {
                break;
            }
        }
        let all = self.candidates().len().max(1) as f64;
        self.skip(path.done);
        share + weight * (1.0 - self.candidates().len() as f64 / all)
    }

    /// From now on this many pieces make a solution.
    pub(super) fn end_at(&mut self, depth: usize) {
        self.end = depth;
        if let Some(last) = depth.checked_sub(1).and_then(|last| self.levels.get_mut(last)) {
            last.force |= LAST;
        }
    }

    /// Keeps the deepest path from now on.
    pub(super) fn keep_deepest(&mut self) {
        self.deepest = Some(Vec::new());
    }

    /// Marks the first level below which nobody has been, if there is one.
    fn mark_unseen(&mut self) {
        let Some(deepest) = &self.deepest else { return };
        let unseen = deepest.len().max(self.at.depth);
        let steps = &mut self.levels[..self.plan.steps.len()];
        steps.iter_mut().for_each(|level| level.force &= !UNSEEN);
        if let Some(level) = steps.get_mut(unseen) {
            level.force |= UNSEEN;
        }
    }

    /// The deepest path so far, where it is kept.
    pub(super) fn deepest(&self) -> &[Candidate] {
        self.deepest.as_deref().unwrap_or_default()
    }
}

fn level(plan: &Route, depth: usize) -> Level {
    let step = &plan.steps[depth];
    let special = step.chained || !step.filter.sides().is_empty() || !step.watches.is_empty();
    let chunks = step.chunks;
    let Some(next) = plan.steps.get(depth + 1) else {
        // The last word is nobody's, what is laid last is zero, and nobody is asked.
        let zero = plan.zero();
        let idle = Key { base: plan.words.len() as u32 - 1, first: zero, second: zero };
        return Level {
            next: idle,
            force: LAST,
            side: NO_SIDE,
            chunks,
            special,
            ..Level::default()
        };
    };
    let (side, shift) = next.from_last;
    let force = u32::from(next.chained);
    Level { next: next.partial, force, side, shift, chunks, special, ..Level::default() }
}

/// What lies on fixed cells, and a zero.
fn resting(plan: &Route) -> impl Iterator<Item = Level> {
    let nothing = candidate([0; 4], NOBODY, 0);
    let laid = plan.resting.iter().copied().chain([nothing]);
    laid.map(|laid| Level { laid, ..Level::default() })
}
