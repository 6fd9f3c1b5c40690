//! The pieces as the beam looks them up: by the colours wanted on one or two sides of a cell.

use super::four::Fours;
use super::suit::Suit;
use crate::edge::{GREY, Placed, Puzzle};
use crate::exact::Numbers;

/// A placed piece with what the beam needs to know of it, in eight bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) placed: Placed,
    /// Colour numbers, clockwise from north.
    pub(super) sides: [u8; 4],
    /// By pool, how many ordered pairs of the piece's own sides would match: the constant part of
    /// the change in collisions.
    pub(super) pairs: [u8; 2],
}

/// The candidates of one kind of cell, sorted for looking up by one or two sides.
#[derive(Debug)]
pub(super) struct Deck {
    /// Grouped by the first side, within that by the second.
    by_first: Group,
    /// By colour of the first side, and of the second.
    suits: [Vec<Suit>; 2],
    /// Every piece that may lie here.
    pub(super) everything: Suit,
    /// Its candidates by fours, and where lists begin: by `first * colours + second`, by first colour, and
    /// those of all.
    pub(super) fours: Fours,
    fours_of_pairs: Vec<u32>,
    fours_of_first: Vec<u32>,
    pub(super) fours_of_all: u32,
    colours: usize,
    /// Sides along the rim: they count in the second pool.
    pub(super) rim_sides: [bool; 4],
}

#[derive(Debug)]
struct Group {
    candidates: Vec<Candidate>,
    /// Where the candidates with a pair of colours begin, by `major * colours + minor`.
    starts: Vec<u32>,
}

impl Group {
    fn new(all: &[Candidate], major: usize, minor: usize, colours: usize) -> Self {
        let key =
            |c: &Candidate| usize::from(c.sides[major]) * colours + usize::from(c.sides[minor]);
        let mut candidates = all.to_vec();
        candidates.sort_by_key(|c| (key(c), c.placed));
        let mut starts = vec![0; colours * colours + 1];
        candidates.iter().for_each(|c| starts[key(c) + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        Self { candidates, starts }
    }

    fn between(&self, from: usize, to: usize) -> &[Candidate] {
        &self.candidates[self.starts[from] as usize..self.starts[to] as usize]
    }
}

impl Deck {
    /// The pieces that may lie on `cell`, sorted by the sides `first` and `second`.
    pub(super) fn new(
        puzzle: &Puzzle,
        numbers: &Numbers,
        cell: usize,
        [first, second]: [usize; 2],
    ) -> Self {
        let mates = numbers.mates(puzzle);
        let mut candidates = Vec::new();
        let mut rim_sides = [false; 4];
        for (piece, sides) in puzzle.pieces().iter().enumerate() {
            let turns = puzzle.layout().turns(piece, cell);
            for turn in (0..sides.distinct_turns()).filter(|turn| turns >> turn & 1 == 1) {
                let placed = Placed::new(piece, turn);
                let turned = puzzle.sides(placed);
                rim_sides = std::array::from_fn(|side| {
                    turned[side] != GREY && numbers.pool(turned, side) == 1
                });
                let sides = numbers.sides(turned);
                let pairs = [false, true].map(|rim| pairs(&sides, &mates, &rim_sides, rim));
                candidates.push(Candidate { placed, sides, pairs });
            }
        }
        let colours = numbers.count;
        let by_first = Group::new(&candidates, first, second, colours);
        let mut fours = Fours::new(puzzle.size());
        let of_pair = |pair| fours.add(by_first.between(pair, pair + 1), &mates);
        let fours_of_pairs = (0..colours * colours).map(of_pair).collect();
        let of_first =
            |first| fours.add(by_first.between(first * colours, (first + 1) * colours), &mates);
        let fours_of_first = (0..colours).map(of_first).collect();
        let fours_of_all = fours.add(&by_first.candidates, &mates);
        Self {
            by_first,
            fours_of_pairs,
            fours_of_first,
            fours_of_all,
            fours,
            suits: [first, second].map(|side| suits(&candidates, side, colours, puzzle.size())),
            everything: Suit::new(candidates, puzzle.size()),
            colours,
            rim_sides,
        }
    }

    /// A piece that shows these sides.
    pub(super) fn find(&self, placed: Placed, sides: [u8; 4]) -> Option<&Candidate> {
        let same = |c: &&Candidate| c.placed.piece() == placed.piece() && c.sides == sides;
        self.all().iter().find(same)
    }

    /// Every piece that may lie here.
    pub(super) fn all(&self) -> &[Candidate] {
        &self.by_first.candidates
    }

    /// Those with both colours.
    pub(super) fn both(&self, first: u8, second: u8) -> &[Candidate] {
        let at = usize::from(first) * self.colours + usize::from(second);
        self.by_first.between(at, at + 1)
    }

    /// Those with both colours: the first four.
    #[inline]
    pub(super) fn fours_of_both(&self, first: u8, second: u8) -> u32 {
        self.fours_of_pairs[usize::from(first) * self.colours + usize::from(second)]
    }

    /// Those with the first colour: the first four.
    pub(super) fn fours_of_first_colour(&self, colour: u8) -> u32 {
        self.fours_of_first[usize::from(colour)]
    }

    /// Those with the first colour.
    pub(super) fn first(&self, colour: u8) -> &[Candidate] {
        let at = usize::from(colour) * self.colours;
        self.by_first.between(at, at + self.colours)
    }

    /// Those with a colour on one of the two sides, the first (0) or the second (1).
    #[inline]
    pub(super) fn suit(&self, side: usize, colour: u8) -> &Suit {
        &self.suits[side][usize::from(colour)]
    }
}

/// Candidates by the colour of a side.
fn suits(candidates: &[Candidate], side: usize, colours: usize, pieces: usize) -> Vec<Suit> {
    let mut by_colour = vec![Vec::new(); colours];
    for candidate in candidates {
        by_colour[usize::from(candidate.sides[side])].push(*candidate);
    }
    by_colour.into_iter().map(|candidates| Suit::new(candidates, pieces)).collect()
}

/// Ordered pairs of sides of one pool that would match each other, a side with itself included.
fn pairs(sides: &[u8; 4], mates: &[u8; 256], rim_sides: &[bool; 4], rim: bool) -> u8 {
    let pool: Vec<u8> =
        (0..4).filter(|&i| sides[i] != 0 && rim_sides[i] == rim).map(|i| sides[i]).collect();
    let matching = |&a: &u8| pool.iter().filter(|&&b| mates[usize::from(a)] == b).count();
    pool.iter().map(matching).sum::<usize>() as u8
}
