//! The candidates of every kind of cell by the colours it knows, in the order they are tried.

use super::route::{Route, Situation};
use crate::search::Rng;
use std::ops::Range;

/// A look in one turn: four colours, the look's number (low byte first), the turn, and how many
/// of its sides count for the quota.
pub(super) type Candidate = [u8; 8];

/// The look of a candidate.
#[inline(always)]
pub(super) fn look_of(candidate: Candidate) -> usize {
    usize::from(u16::from_le_bytes([candidate[4], candidate[5]]))
}

/// Where the lists of a kind begin. List `i` ends where list `i + 1` begins.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    /// By one colour of the key: those that fit it, whatever the other.
    pub(super) one: [Vec<u32>; 2],
    /// All of them.
    pub(super) all: Range<u32>,
    /// The sides of the key; a candidate's quota where there is none, never looked at.
    pub(super) key: [u8; 2],
}

/// The tables of all kinds.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    pub(super) tables: Vec<Lists>,
    /// By kind and both colours of the key: where those that fit both begin and end.
    pub(super) both: Vec<(u32, u32)>,
    pub(super) candidates: Vec<Candidate>,
    /// Bits of a colour in a list's number.
    pub(super) shift: u8,
}

impl Tables {
    /// Newly shuffled lists: the more quota sides the earlier, else at random. `counts` says of
    /// each colour number whether it belongs to the quota.
    pub(super) fn new(plan: &Route<'_>, counts: &[bool; 256], rng: &mut Rng) -> Self {
        let shift = plan.numbers.count.next_power_of_two().trailing_zeros() as u8;
        let mut tables =
            Self { tables: Vec::new(), both: Vec::new(), candidates: Vec::new(), shift };
        for kind in &plan.kinds {
            let mut members = members(plan, kind, counts);
            rng.shuffle(&mut members);
            members.sort_by_key(|candidate| std::cmp::Reverse(candidate[7]));
            tables.add(plan, kind, &members);
        }
        tables
    }

    fn add(&mut self, plan: &Route<'_>, kind: &Situation, members: &[Candidate]) {
        // The colour a neighbour must show, 0 where no neighbour is known.
        let facing = |candidate: &Candidate, i: usize| {
            let side = kind.key.get(i).map(|&side| candidate[usize::from(side)]);
            side.map_or(0, |colour| usize::from(plan.mate[usize::from(colour)]))
        };
        let shift = self.shift;
        let colours = 1 << shift;
        let both = |c: &Candidate| facing(c, 0) << shift | facing(c, 1);
        let fitting = self.lists(members, colours << shift, both);
        self.both.extend(fitting.windows(2).map(|ends| (ends[0], ends[1])));
        let table = Lists {
            one: [
                self.lists(members, colours, |c| facing(c, 0)),
                self.lists(members, colours, |c| facing(c, 1)),
            ],
            all: self.candidates.len() as u32..(self.candidates.len() + members.len()) as u32,
            key: [kind.key.first().copied().unwrap_or(7), kind.key.get(1).copied().unwrap_or(7)],
        };
        self.candidates.extend(members);
        self.tables.push(table);
    }

    /// Appends the members sorted by their list; where each list begins, and the end.
    fn lists(
        &mut self,
        members: &[Candidate],
        lists: usize,
        list: impl Fn(&Candidate) -> usize,
    ) -> Vec<u32> {
        let mut sorted = members.to_vec();
        sorted.sort_by_key(&list);
        let mut begins = vec![0; lists + 1];
        sorted.iter().for_each(|candidate| begins[list(candidate) + 1] += 1);
        let mut sum = self.candidates.len() as u32;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        self.candidates.extend(sorted);
        begins
    }
}

/// Everyone who may lie on cells of a kind.
fn members(plan: &Route<'_>, kind: &Situation, counts: &[bool; 256]) -> Vec<Candidate> {
    let mut members = Vec::new();
    for (number, look) in plan.looks.iter().enumerate() {
        for turn in 0..look.turns {
            let placed = plan.placed(number, 0, turn);
            if plan.puzzle.layout().allows(placed, usize::from(kind.cell)) {
                let [n, e, s, w] = plan.numbers.sides(plan.puzzle.sides(placed));
                let [low, high] = (number as u16).to_le_bytes();
                let count = [n, e, s, w].iter().filter(|&&c| counts[usize::from(c)]).count();
                members.push([n, e, s, w, low, high, turn, count as u8]);
            }
        }
    }
    members
}
