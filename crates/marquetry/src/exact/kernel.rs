//! The depth-first search itself: one loop for all orders, sizes and puzzles.
//!
//! Three things make it fast. Every bucket of candidates carries a mask of those still free, so
//! used pieces are never looked at. Before a piece is laid, the bucket of the next cell is looked
//! up: if it is empty the piece leads nowhere and is counted without being laid. And a piece is
//! taken out of the masks only once the search goes two cells further (until then it is
//! *pending* and told apart by its look): many branches end before that.

use super::route::{CHUNK, Candidate, Filter, Key, LEVEL, Route, Switch, Word, look_of};

/// A word beyond all: no chain goes on from there.
const NO_CHAIN: u32 = u32::MAX;

/// Marks the level whose candidates complete a solution.
pub(super) const LAST: u32 = 2;
/// Marks the level below which nobody has been, where the deepest path is kept.
pub(super) const UNSEEN: u32 = 4;

/// Why the kernel returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// Everything below the floor has been visited.
    Exhausted,
    /// The nodes it was given are used up.
    Spent,
    /// The visitor did not want more.
    Refused,
}

/// What the kernel counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// Nodes.
    #[default]
    Plain,
    /// Nodes, and nodes by depth.
    Profile,
}

/// One step of the order: what the search needs at hand there, in one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Level {
    /// What is laid here. It comes first: the sources of a [`Key`] count on it.
    pub(super) laid: Candidate,
    /// Candidates not tried yet, saved while the search is deeper.
    pub(super) bucket: Word,
    pub(super) partial: u32,
    /// The key of the next step without what is laid here.
    pub(super) next: Key,
    /// Not zero where the next bucket must not be judged by its first word alone: it is a chain, or
    /// this is the [`LAST`] level or the [`UNSEEN`] one.
    pub(super) force: u32,
    /// The word in use, where buckets are chains of words.
    pub(super) word: u32,
    pub(super) parent: u16,
    /// What is laid here brings this side to the next key, shifted so.
    pub(super) side: u8,
    pub(super) shift: u8,
    pub(super) chunks: u8,
    /// Entering needs more than the bucket.
    pub(super) special: bool,
}

/// Where the search stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub(super) depth: usize,
    /// Candidates not tried yet.
    pub(super) bucket: Word,
    pub(super) partial: u32,
    /// The look laid at the step before.
    pub(super) parent: u16,
    /// Whether that look is still in the masks.
    pub(super) pending: bool,
}

/// What came of looking at a candidate.
enum Tried {
    /// It leads nowhere.
    Leaf,
    /// It completes a solution.
    Solution { candidate: Candidate },
    /// The next bucket, at this word, may have somebody.
    Deeper { candidate: usize, word: usize },
}

/// Everything the loop touches, borrowed piece by piece so that it stays in registers.
pub(super) struct Kernel<'a> {
    pub(super) plan: &'a Route,
    pub(super) candidates: &'a [Candidate],
    pub(super) entries: &'a [[Switch; CHUNK]],
    pub(super) words: &'a mut [Word],
    /// The steps, then what lies on fixed cells, then a zero.
    pub(super) levels: &'a mut [Level],
    /// Copies left of each look.
    pub(super) left: &'a mut [u16],
    pub(super) profile: &'a mut [u64],
    /// The deepest path, where it is kept.
    pub(super) deepest: Option<&'a mut Vec<Candidate>>,
    /// Bits of a colour in a key.
    pub(super) shift: u8,
    /// The depth the search does not leave upwards.
    pub(super) floor: usize,
}

impl Kernel<'_> {
    /// Goes on until `limit` nodes are reached, or a few more, or the tree is done. The visitor
    /// sees every solution and says whether to go on.
    pub(super) fn run(
        &mut self,
        mode: Mode,
        at: &mut At,
        nodes: &mut u64,
        limit: u64,
        visit: &mut dyn FnMut(&[Candidate], u64) -> bool,
    ) -> Pause {
        let simple = self.plan.stride == 0 && self.levels.iter().all(|level| !level.special);
        match (self.plan.repeats, mode) {
            (false, Mode::Plain) if simple => {
                self.search::<false, false, true>(at, nodes, limit, visit)
            }
            (false, Mode::Plain) => self.search::<false, false, false>(at, nodes, limit, visit),
            (false, Mode::Profile) => self.search::<false, true, false>(at, nodes, limit, visit),
            (true, Mode::Plain) => self.search::<true, false, false>(at, nodes, limit, visit),
            (true, Mode::Profile) => self.search::<true, true, false>(at, nodes, limit, visit),
        }
    }

    /// The loop, once for each combination of: some looks have copies; nodes are counted by depth;
    /// no level is special and no look has further entries.
    #[inline(never)]
    fn search<const REPEATS: bool, const PROFILE: bool, const SIMPLE: bool>(
        &mut self,
        place: &mut At,
        count: &mut u64,
        limit: u64,
        visit: &mut dyn FnMut(&[Candidate], u64) -> bool,
    ) -> Pause {
        // A local copy of the borrows: nobody else holds its address, so it stays in registers.
        let mut own = Kernel {
            plan: self.plan,
            candidates: self.candidates,
            entries: self.entries,
            words: &mut *self.words,
            levels: &mut *self.levels,
            left: &mut *self.left,
            profile: &mut *self.profile,
            deepest: self.deepest.as_deref_mut(),
            shift: self.shift,
            floor: self.floor,
        };
        let (mut at, mut nodes) = (*place, *count);
        let pause = 'search: loop {
            if at.pending {
                // Down: whoever goes further settles the parent in the masks.
                while !at.bucket.is_empty() {
                    match own.look::<REPEATS, PROFILE, true>(&mut at, &mut nodes) {
                        Tried::Leaf => {}
                        Tried::Solution { candidate } => {
                            if !deliver(own.levels, at.depth, candidate, nodes, visit) {
                                break 'search Pause::Refused;
                            }
                        }
                        Tried::Deeper { candidate, word } => {
                            own.settle::<REPEATS, SIMPLE>(&at);
                            own.dive::<SIMPLE>(&mut at, candidate, word);
                        }
                    }
                }
                if !SIMPLE && own.next_word(&mut at) {
                    continue;
                }
                own.rise(&mut at);
                at.pending = false;
            }
            // Up: the parent is settled.
            loop {
                while !at.bucket.is_empty() {
                    match own.look::<REPEATS, PROFILE, false>(&mut at, &mut nodes) {
                        Tried::Leaf => {}
                        Tried::Solution { candidate } => {
                            if !deliver(own.levels, at.depth, candidate, nodes, visit) {
                                break 'search Pause::Refused;
                            }
                        }
                        Tried::Deeper { candidate, word } => {
                            own.dive::<SIMPLE>(&mut at, candidate, word);
                            at.pending = true;
                            continue 'search;
                        }
                    }
                }
                if !SIMPLE && own.next_word(&mut at) {
                    continue;
                }
                if at.depth <= own.floor {
                    break 'search Pause::Exhausted;
                }
                if nodes >= limit {
                    break 'search Pause::Spent;
                }
                own.unsettle::<REPEATS, SIMPLE>(&at);
                own.rise(&mut at);
            }
        };
        (*place, *count) = (at, nodes);
        pause
    }

    /// Looks at the next candidate of the bucket.
    #[inline(always)]
    fn look<const REPEATS: bool, const PROFILE: bool, const PENDING: bool>(
        &mut self,
        at: &mut At,
        nodes: &mut u64,
    ) -> Tried {
        let index = at.bucket.pop();
        let candidate = get(self.candidates, index);
        let level = get(self.levels, at.depth);
        // The bucket may be older than the parent.
        let taken = look_of(candidate) == at.parent;
        if taken && (!REPEATS || *get(self.left, usize::from(at.parent)) <= u16::from(PENDING)) {
            return Tried::Leaf;
        }
        *nodes += 1;
        if PROFILE {
            self.profile[at.depth] += 1;
        }
        let brought = u32::from(*get(candidate, usize::from(level.side))) << level.shift;
        let word = (at.partial + brought) as usize;
        if get(self.words, word).mask() | level.force == 0 {
            return Tried::Leaf;
        }
        if level.force & (LAST | UNSEEN) != 0 {
            let force = level.force;
            if force & LAST != 0 {
                return Tried::Solution { candidate: *candidate };
            }
            if get(self.words, word).mask() | force & !UNSEEN == 0 {
                return Tried::Leaf;
            }
            let deepest = self.deepest.as_deref_mut();
            record(self.levels, deepest, at.depth, self.candidates[index]);
        }
        Tried::Deeper { candidate: index, word }
    }

    /// Lays a candidate, still pending, and enters the next level.
    #[inline(always)]
    fn dive<const SIMPLE: bool>(&mut self, at: &mut At, candidate: usize, word: usize) {
        let candidate = *get(self.candidates, candidate);
        let level = get_mut(self.levels, at.depth);
        level.laid = candidate;
        (level.bucket, level.partial, level.parent) = (at.bucket, at.partial, at.parent);
        at.parent = look_of(&candidate);
        at.depth += 1;
        at.bucket = *get(self.words, word);
        let level = get(self.levels, at.depth);
        at.partial = self.key(level.next);
        if !SIMPLE && level.special {
            let scene = Scene { plan: self.plan, words: self.words };
            at.bucket = enter_special(scene, self.levels, at.depth, word);
        }
    }

    /// Back to the level before.
    #[inline(always)]
    fn rise(&mut self, at: &mut At) {
        at.depth -= 1;
        let level = get(self.levels, at.depth);
        (at.bucket, at.partial, at.parent) = (level.bucket, level.partial, level.parent);
    }

    /// Takes the parent out of the masks.
    #[inline(always)]
    pub(super) fn settle<const REPEATS: bool, const SIMPLE: bool>(&mut self, at: &At) {
        if REPEATS {
            let left = &mut self.left[usize::from(at.parent)];
            *left -= 1;
            if *left > 0 {
                return;
            }
        }
        let chunks = if SIMPLE { 0 } else { get(self.levels, at.depth - 1).chunks };
        self.switch(at.parent, chunks);
    }

    /// Puts the parent back into the masks.
    #[inline(always)]
    pub(super) fn unsettle<const REPEATS: bool, const SIMPLE: bool>(&mut self, at: &At) {
        if REPEATS {
            let left = &mut self.left[usize::from(at.parent)];
            *left += 1;
            if *left > 1 {
                return;
            }
        }
        let chunks = if SIMPLE { 0 } else { get(self.levels, at.depth - 1).chunks };
        self.switch(at.parent, chunks);
    }

    /// Switches the entries of a look in all tables that are still to be used.
    #[inline(always)]
    fn switch(&mut self, look: u16, chunks: u8) {
        for entry in get(self.entries, usize::from(look)) {
            get_mut(self.words, entry.word as usize).switch(entry.bit);
        }
        if chunks > 0 {
            switch_more(self.words, self.plan, look, chunks);
        }
    }

    #[inline(always)]
    pub(super) fn key(&self, key: Key) -> u32 {
        let first = u32::from(laid_byte(self.levels, key.first)) << self.shift;
        key.base + first + u32::from(laid_byte(self.levels, key.second))
    }

    /// Goes on with the next word of a chained bucket, if there is one.
    #[inline(always)]
    pub(super) fn next_word(&mut self, at: &mut At) -> bool {
        if !get(self.levels, at.depth).special {
            return false;
        }
        let scene = Scene { plan: self.plan, words: self.words };
        let next = follow_chain(scene, self.levels, at.depth);
        if let Some(next) = next {
            at.bucket = next;
        }
        next.is_some()
    }
}

/// What the rarer parts look at. They must not see the kernel itself: see [`Kernel::search`].
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) plan: &'a Route,
    pub(super) words: &'a [Word],
}

impl Scene<'_> {
    /// The free candidates of a word that pass a filter.
    fn filtered(self, levels: &[Level], word: usize, filter: &Filter) -> Word {
        let mut passed = self.words[word];
        for &(side, source) in filter.sides() {
            let wanted = self.plan.mate[usize::from(laid_byte(levels, source))];
            passed.retain(|index| self.plan.candidates[index][usize::from(side)] == wanted);
        }
        passed
    }

    /// Whether somebody free fits a cell.
    fn possible(self, levels: &[Level], key: Key, filter: &Filter) -> bool {
        let first = u32::from(laid_byte(levels, key.first)) << self.plan.shift;
        let mut word = (key.base + first + u32::from(laid_byte(levels, key.second))) as usize;
        loop {
            if !self.words[word].is_empty() && !self.filtered(levels, word, filter).is_empty() {
                return true;
            }
            word = self.plan.chain[word] as usize;
            if word == 0 {
                return false;
            }
        }
    }
}

/// The free candidates of a special level's first word that pass its filter; none at all if a
/// watched cell has become impossible.
#[inline(never)]
pub(super) fn enter_special(
    scene: Scene<'_>,
    levels: &mut [Level],
    depth: usize,
    word: usize,
) -> Word {
    let step = &scene.plan.steps[depth];
    if step.watches.iter().any(|watch| !scene.possible(levels, watch.key, &watch.filter)) {
        levels[depth].word = NO_CHAIN;
        return Word::default();
    }
    levels[depth].word = word as u32;
    scene.filtered(levels, word, &step.filter)
}

/// The next word of a chain, as far as it passes the filter.
#[inline(never)]
fn follow_chain(scene: Scene<'_>, levels: &mut [Level], depth: usize) -> Option<Word> {
    let level = &mut levels[depth];
    let next = scene.plan.chain.get(level.word as usize).copied().filter(|&next| next != 0)?;
    level.word = next;
    Some(scene.filtered(levels, next as usize, &scene.plan.steps[depth].filter))
}

/// Switches further entries, where a look has many.
#[inline(never)]
fn switch_more(words: &mut [Word], plan: &Route, look: u16, chunks: u8) {
    let first = usize::from(look) * plan.stride;
    for entry in plan.more[first..first + usize::from(chunks)].as_flattened() {
        words[entry.word as usize].switch(entry.bit);
    }
}

/// Keeps the deepest path, which ends with a candidate at this depth.
#[cold]
#[inline(never)]
fn record(
    levels: &mut [Level],
    deepest: Option<&mut Vec<Candidate>>,
    depth: usize,
    last: Candidate,
) {
    levels[depth].force &= !UNSEEN;
    levels[depth + 1].force |= UNSEEN;
    if let Some(deepest) = deepest {
        deepest.clear();
        deepest.extend(levels[..depth].iter().map(|level| level.laid));
        deepest.push(last);
    }
}

/// Shows a solution to the visitor.
#[cold]
#[inline(never)]
fn deliver(
    levels: &[Level],
    depth: usize,
    last: Candidate,
    nodes: u64,
    visit: &mut dyn FnMut(&[Candidate], u64) -> bool,
) -> bool {
    let mut laid: Vec<Candidate> = levels[..depth].iter().map(|level| level.laid).collect();
    laid.push(last);
    visit(&laid, nodes)
}

// Reading without a check is sound here, and worth it (see `results/LEDGER.md`):
// - Levels: the depth starts below the number of steps, grows only below a level that is not the
//   last, and shrinks only above the floor.
// - Candidates: a word holds a first number and a count that the builder took from the list; its
//   bits are only ever switched by entries, which lie within the count, or cleared by filters.
// - Words: a key is the base of a table plus one or two colours of `shift` bits, and the table has a
//   word for each combination; the last level asks for the idle word at the end, with zeros.
// - Entries and copies: a look is that of a laid candidate. `NOBODY` stands only above depth 0,
//   where nothing is settled and no candidate's look equals it.
// - Sides: a level's side is 0 to 3 or `NO_SIDE`, all below the eight bytes of a candidate.
// - Laid bytes: the builder counts in levels of `LEVEL` bytes, of which the first eight are laid.
// Every read is checked in debug builds, which is how the tests run.

const _: () = assert!(size_of::<Level>() == LEVEL && std::mem::offset_of!(Level, laid) == 0);

#[inline(always)]
#[expect(unsafe_code, reason = "in range and initialised: see above")]
fn laid_byte(levels: &[Level], source: u32) -> u8 {
    debug_assert!(source as usize / LEVEL < levels.len());
    debug_assert!(source as usize % LEVEL < size_of::<Candidate>());
    unsafe { levels.as_ptr().cast::<u8>().add(source as usize).read() }
}

#[inline(always)]
#[expect(unsafe_code, reason = "in range: see above")]
fn get<T>(slice: &[T], index: usize) -> &T {
    debug_assert!(index < slice.len());
    unsafe { slice.get_unchecked(index) }
}

#[inline(always)]
#[expect(unsafe_code, reason = "in range: see above")]
fn get_mut<T>(slice: &mut [T], index: usize) -> &mut T {
    debug_assert!(index < slice.len());
    unsafe { slice.get_unchecked_mut(index) }
}
