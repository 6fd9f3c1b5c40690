//! How a plan is made.

use super::looks::looks;
use super::numbers::Numbers;
use super::route::{
    Assignment, CHUNK, Candidate, Filter, Key, LEVEL, Lookout, NO_SIDE, NOBODY, Route, Step,
    Switch, WORD, Word, candidate, look_of,
};
use crate::edge::{Frame, Kind, Puzzle};

/// Sides that make a good key, best first: neighbouring pairs, opposite pairs, single sides.
const KEYS: [u8; 11] =
    [0b1001, 0b0011, 0b0110, 0b1100, 0b0101, 0b1010, 0b0001, 0b0010, 0b0100, 0b1000, 0b0000];

/// Where a cell is in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellPlace {
    Outside,
    Fixed(usize),
    Step(usize),
}

/// A cell's situation in its own frame: side `i` is side `i + turn` of the board.
struct Situation {
    turn: u8,
    rim: u8,
    key: u8,
    filter: u8,
}

impl Situation {
    /// Turns the cell so that equal situations look equal: by its grey sides, then by its key.
    fn of(rim: u8, known: u8) -> Self {
        let turned = |mask: u8, turn: u8| (mask >> turn | mask << (4 - turn)) & 15;
        let least = (0..4).map(|turn| turned(rim, turn)).min().unwrap_or(rim);
        let rank = |turn: u8| {
            let known = turned(known, turn);
            KEYS.iter().position(|&key| known & key == key).unwrap_or(KEYS.len() - 1)
        };
        let turns = (0..4).filter(|&turn| turned(rim, turn) == least);
        let turn = turns.min_by_key(|&turn| rank(turn)).unwrap_or(0);
        let key = KEYS[rank(turn)];
        Self { turn, rim: least, key, filter: turned(known, turn) & !key }
    }
}

fn sides(mask: u8) -> impl Iterator<Item = u8> {
    (0..4).filter(move |side| mask >> side & 1 == 1)
}

/// The candidates of all cells with these grey sides and these sides in the key.
struct FitTable {
    rim: u8,
    key: u8,
    /// The last step that looks into it.
    last: usize,
    base: usize,
    chained: bool,
}

/// A plan in the making.
pub(super) struct Builder<'a> {
    task: &'a Assignment<'a>,
    numbers: Numbers,
    mate: [u8; 256],
    shift: u8,
    places: Vec<CellPlace>,
    turns: Vec<u8>,
    tables: Vec<FitTable>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(task: &'a Assignment<'a>) -> Self {
        let numbers = Numbers::new(task.puzzle);
        let mut places = vec![CellPlace::Outside; task.puzzle.size()];
        for (i, &cell) in task.cells.iter().enumerate() {
            places[usize::from(cell)] = CellPlace::Step(i);
        }
        for (i, clue) in task.fixed.iter().enumerate() {
            places[clue.cell] = CellPlace::Fixed(i);
        }
        Self {
            task,
            mate: numbers.mates(task.puzzle),
            shift: numbers.count.next_power_of_two().trailing_zeros() as u8,
            numbers,
            places,
            turns: Vec::new(),
            tables: Vec::new(),
        }
    }

    pub(super) fn build(mut self) -> Route {
        let puzzle = self.task.puzzle;
        let mut steps: Vec<Step> = (0..self.task.cells.len()).map(|i| self.step(i)).collect();
        let looks = looks(puzzle, &self.task.pieces);
        let mut plan = Route {
            width: puzzle.width(),
            height: puzzle.height(),
            fixed: self.task.fixed.clone(),
            resting: self.resting(),
            shift: self.shift,
            mate: self.mate,
            repeats: looks.iter().any(|look| look.copies.len() > 1),
            looks,
            steps: Vec::new(),
            candidates: Vec::new(),
            words: Vec::new(),
            chain: Vec::new(),
            entries: Vec::new(),
            more: Vec::new(),
            stride: 0,
        };
        let entries = self.fill(&mut plan);
        self.number_bases(&mut steps);
        self.lay_out(&mut plan, &mut steps, entries);
        plan.steps = steps;
        plan
    }

    /// What lies on fixed cells.
    fn resting(&self) -> Vec<Candidate> {
        let sides = |placed| self.numbers.sides(self.task.puzzle.sides(placed));
        self.task.fixed.iter().map(|clue| candidate(sides(clue.placed), NOBODY, 0)).collect()
    }

    fn zero(&self) -> u32 {
        (LEVEL * (self.task.cells.len() + self.task.fixed.len())) as u32
    }

    fn neighbour(&self, cell: usize, side: u8) -> Option<usize> {
        neighbour(self.task.puzzle, cell, side)
    }

    /// The sides of a cell that are known before step `now`.
    fn known(&self, cell: usize, now: usize) -> u8 {
        let known = |&side: &u8| {
            self.neighbour(cell, side).is_some_and(|other| match self.places[other] {
                CellPlace::Outside => false,
                CellPlace::Fixed(_) => true,
                CellPlace::Step(step) => step < now,
            })
        };
        (0..4).filter(known).fold(0, |mask, side| mask | 1 << side)
    }

    /// The place of the colour that a side of a cell's frame must fit.
    fn source(&self, cell: usize, turn: u8, side: u8) -> u32 {
        let side = (side + turn) % 4;
        let facing = (side + 2) % 4;
        let slot = match self.neighbour(cell, side).map(|other| self.places[other]) {
            Some(CellPlace::Step(step)) => (step, (facing + 4 - self.turns[step]) % 4),
            Some(CellPlace::Fixed(i)) => (self.task.cells.len() + i, facing),
            Some(CellPlace::Outside) | None => return self.zero(),
        };
        (LEVEL * slot.0) as u32 + u32::from(slot.1)
    }

    /// The key and filter of a cell in a situation; the base is the table's number for now.
    fn lookup(&mut self, cell: usize, situation: &Situation, now: usize) -> (Key, Filter) {
        let &Situation { turn, rim, key, filter } = situation;
        let known = self.tables.iter().position(|t| t.rim == rim && t.key == key);
        let table = known.unwrap_or_else(|| {
            self.tables.push(FitTable { rim, key, last: now, base: 0, chained: false });
            self.tables.len() - 1
        });
        self.tables[table].last = now;
        let mut keyed = sides(key).map(|side| self.source(cell, turn, side)).collect::<Vec<_>>();
        keyed.resize_with(2, || self.zero());
        let second_only = key.count_ones() == 1;
        let (first, second) = if second_only { (keyed[1], keyed[0]) } else { (keyed[0], keyed[1]) };
        let filter = sides(filter).map(|side| (side, self.source(cell, turn, side))).collect();
        (Key { base: table as u32, first, second }, filter)
    }

    fn step(&mut self, now: usize) -> Step {
        let cell = usize::from(self.task.cells[now]);
        let known = self.known(cell, now);
        let situation = Situation::of(rim(self.task.puzzle, cell), known);
        self.turns.push(situation.turn);
        let (key, filter) = self.lookup(cell, &situation, now);
        let watches = if self.task.lookahead { self.watches(now) } else { Vec::new() };
        let (partial, from_last) = self.without_last(key, now);
        Step {
            cell: cell as u16,
            turn: situation.turn,
            known,
            key,
            partial,
            from_last,
            filter,
            watches,
            chained: false,
            chunks: 0,
        }
    }

    /// The key without what the step before brings, and what that is: a side and a shift.
    fn without_last(&self, key: Key, now: usize) -> (Key, (u8, u8)) {
        let from_last = |byte: u32| now > 0 && byte as usize / LEVEL == now - 1;
        if from_last(key.first) {
            return (
                Key { first: self.zero(), ..key },
                ((key.first as usize % LEVEL) as u8, self.shift),
            );
        }
        if from_last(key.second) {
            return (Key { second: self.zero(), ..key }, ((key.second as usize % LEVEL) as u8, 0));
        }
        (key, (NO_SIDE, 0))
    }

    /// The cells beside the step before that are not next but know two sides or more by now.
    fn watches(&mut self, now: usize) -> Vec<Lookout> {
        let Some(last) = now.checked_sub(1) else { return Vec::new() };
        let cell = usize::from(self.task.cells[last]);
        let beside: Vec<usize> = (0..4).filter_map(|side| self.neighbour(cell, side)).collect();
        let mut watches = Vec::new();
        for other in beside {
            let later = matches!(self.places[other], CellPlace::Step(step) if step > now);
            let known = self.known(other, now);
            if later && known.count_ones() >= 2 {
                let situation = Situation::of(rim(self.task.puzzle, other), known);
                let (key, filter) = self.lookup(other, &situation, now);
                watches.push(Lookout { key, filter });
            }
        }
        watches
    }

    /// Fills the tables with candidates; the entries of each look, with the last use of each.
    fn fill(&mut self, plan: &mut Route) -> Vec<Vec<(usize, Switch)>> {
        let mut entries = vec![Vec::new(); plan.looks.len()];
        let mut overflow = Vec::new();
        for table in &mut self.tables {
            table.base = plan.words.len();
            let bits = u32::from(self.shift) * table.key.count_ones();
            let mut buckets: Vec<Vec<Candidate>> = vec![Vec::new(); 1 << bits];
            for (number, look) in plan.looks.iter().enumerate() {
                for turn in 0..look.turns {
                    if look.piece.grey_mask(turn) != table.rim {
                        continue;
                    }
                    let own = self.numbers.sides(look.piece.turned(turn));
                    let index = sides(table.key).fold(0, |index, side| {
                        index << self.shift
                            | usize::from(self.mate[usize::from(own[usize::from(side)])])
                    });
                    let look = number as u16;
                    buckets[index].push(candidate(own, look, turn));
                }
            }
            table.chained = buckets.iter().any(|bucket| bucket.len() > WORD);
            for bucket in buckets {
                let word = plan.words.len() as u32;
                plan.words.push(Word::default());
                overflow.push((word, table.last, bucket));
            }
        }
        plan.chain = vec![0; plan.words.len()];
        for (first, last, bucket) in overflow {
            let mut word = first as usize;
            for (i, part) in bucket.chunks(WORD).enumerate() {
                if i > 0 {
                    plan.chain[word] = plan.words.len() as u32;
                    word = plan.words.len();
                    plan.words.push(Word::default());
                    plan.chain.push(0);
                }
                plan.words[word] = Word::new(plan.candidates.len(), part.len());
                plan.candidates.extend_from_slice(part);
                for (bit, one) in part.iter().enumerate() {
                    let entry = Switch { word: word as u32, bit: 1 << bit };
                    entries[usize::from(look_of(one))].push((last, entry));
                }
            }
        }
        entries
    }

    /// Puts the tables' places where their numbers were.
    fn number_bases(&self, steps: &mut [Step]) {
        let base = |key: &mut Key| key.base = self.tables[key.base as usize].base as u32;
        for step in steps {
            step.chained = self.tables[step.key.base as usize].chained;
            base(&mut step.key);
            base(&mut step.partial);
            step.watches.iter_mut().for_each(|watch| base(&mut watch.key));
        }
    }

    /// Lays the entries out in chunks, those needed longest first.
    fn lay_out(
        &self,
        plan: &mut Route,
        steps: &mut [Step],
        mut entries: Vec<Vec<(usize, Switch)>>,
    ) {
        let idle = Switch { word: plan.words.len() as u32, bit: 0 };
        plan.words.push(Word::default());
        plan.chain.push(0);
        let longest = entries.iter().map(Vec::len).max().unwrap_or(0);
        plan.stride = longest.div_ceil(CHUNK).max(1) - 1;
        for of_look in &mut entries {
            of_look.sort_by_key(|&(last, _)| std::cmp::Reverse(last));
            let mut padded: Vec<Switch> = of_look.iter().map(|&(_, entry)| entry).collect();
            padded.resize((plan.stride + 1) * CHUNK, idle);
            let chunks = padded.as_chunks().0;
            plan.entries.push(chunks[0]);
            plan.more.extend_from_slice(&chunks[1..]);
        }
        let lasts = self.lasts(plan, &entries);
        for (now, step) in steps.iter_mut().enumerate() {
            let kind = self.task.puzzle.layout().kind(usize::from(step.cell)) as usize;
            let needed = lasts[kind].iter().filter(|&&last| last > now).count();
            step.chunks = needed.div_ceil(CHUNK).saturating_sub(1) as u8;
        }
    }

    /// The last uses of the entries of any look of each kind, the latest first.
    fn lasts(&self, plan: &Route, entries: &[Vec<(usize, Switch)>]) -> [Vec<usize>; 6] {
        let layout = self.task.puzzle.layout();
        let mut kinds = vec![0; self.task.puzzle.size()];
        for kind in Kind::ALL {
            let pieces = layout.pieces(kind).iter();
            pieces.for_each(|&piece| kinds[usize::from(piece)] = kind as usize);
        }
        let mut lasts: [Vec<usize>; 6] = Default::default();
        for (look, of_look) in plan.looks.iter().zip(entries) {
            let of_kind = &mut lasts[kinds[look.copies[0].piece()]];
            of_kind.resize(of_kind.len().max(of_look.len()), 0);
            of_kind.iter_mut().zip(of_look).for_each(|(most, (last, _))| *most = *last.max(most));
        }
        lasts
    }
}

/// The sides of a cell that must be grey.
pub(super) fn rim(puzzle: &Puzzle, cell: usize) -> u8 {
    if puzzle.frame() == Frame::Open {
        return 0;
    }
    let outer = |&side: &u8| neighbour(puzzle, cell, side).is_none();
    (0..4).filter(outer).fold(0, |mask, side| mask | 1 << side)
}

fn neighbour(puzzle: &Puzzle, cell: usize, side: u8) -> Option<usize> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let (row, col) = (cell / width, cell % width);
    match side {
        0 => (row > 0).then(|| cell - width),
        1 => (col + 1 < width).then(|| cell + 1),
        2 => (row + 1 < height).then(|| cell + width),
        _ => (col > 0).then(|| cell - 1),
    }
}
