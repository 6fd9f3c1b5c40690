//! Knowing the Eternity II set without carrying it: an invariant, and the clues found by it.

use super::refine::{Refined, chain, mix};
use crate::edge::{Clue, Colour, Frame, GREY, Piece, Placed, Puzzle};
use crate::search::Score;
use std::collections::BTreeMap;
use std::fmt;

/// A number that depends on neither colour numbers, piece numbers nor base turns. Grey stays grey,
/// and a mirrored set differs. Sets that differ otherwise share it only if colour refinement cannot
/// tell them apart, which takes a contrived set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Invariant(u128);

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The invariant of a puzzle's pieces.
#[must_use]
pub fn invariant(puzzle: &Puzzle) -> Invariant {
    invariant_of(puzzle.pieces())
}

fn invariant_of(pieces: &[Piece]) -> Invariant {
    let half = |seed: u64| {
        let refined = Refined::new(pieces, &[], seed);
        let turned = |p: &Piece| (0..4).map(|t| mix(refined.sides(p.turned(t)))).fold(0, add);
        let sum = pieces.iter().map(|p| mix(turned(p))).fold(0, add);
        u128::from(chain(sum, pieces.len() as u64))
    };
    Invariant(half(1) << 64 | half(0))
}

fn add(a: u64, b: u64) -> u64 {
    a.wrapping_add(b)
}

/// The invariant of Eternity II.
const OFFICIAL: Invariant = Invariant(0xb563_b531_24b1_3b22_b189_3ebb_1e0c_736a);

/// The most joins of 480 that a published board of Eternity II matches with its mandatory clue:
/// found by Blackwood in 2021 and by Bucas in 2024.
pub const RECORD: Score = 470;

/// The cells of the official clues and the refined hashes of the sides they show; the mandatory
/// one first.
const CLUES: [(usize, u64); 5] = [
    (135, 0xd117_9452_f5b5_97ff),
    (34, 0x696a_b724_9d32_ed3c),
    (45, 0x6fa9_c703_3222_6eec),
    (210, 0xc786_3783_9396_08ca),
    (221, 0x018e_55f3_af1c_c274),
];

/// What every official colour does, in order: on how many sides it is, on how many of them it
/// faces the rim, has itself next to it clockwise, and faces itself.
#[rustfmt::skip]
const HABITS: [[u8; 4]; 22] = [
    [24, 0, 0, 6], [24, 1, 0, 6], [24, 2, 0, 4], [24, 2, 0, 4], [24, 3, 0, 8], [48, 1, 2, 2],
    [48, 3, 3, 2], [48, 3, 3, 4], [48, 4, 2, 4], [48, 5, 5, 0], [50, 1, 5, 4], [50, 2, 1, 4],
    [50, 2, 1, 6], [50, 2, 4, 2], [50, 3, 3, 2], [50, 3, 4, 2], [50, 3, 4, 2], [50, 4, 0, 4],
    [50, 4, 1, 0], [50, 4, 1, 6], [50, 6, 3, 0], [50, 6, 5, 2],
];

/// How many colours must behave as in the official set for a set to pass as a damaged copy of it.
/// Other sets with the same colour counts agree in two.
const ALIKE: usize = 11;

/// What a piece set is to Eternity II.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// The official set, in whatever numbering.
    Official,
    /// The official set with its sides read anticlockwise.
    Mirrored,
    /// A damaged copy, with everything that can be said about the damage.
    Almost(Vec<String>),
    /// Something else.
    Other,
}

/// Compares a puzzle's pieces with the official set.
#[must_use]
pub fn recognise(puzzle: &Puzzle) -> Recognition {
    let like = puzzle.frame() == Frame::Grey && !puzzle.signed();
    let kinds = [2, 1, 0].map(|greys| {
        let count = |p: &&Piece| p.0.iter().filter(|&&c| c == GREY).count() == greys;
        puzzle.pieces().iter().filter(count).count()
    });
    if !like || (puzzle.width(), puzzle.height()) != (16, 16) || kinds != [4, 56, 196] {
        return Recognition::Other;
    }
    if invariant(puzzle) == OFFICIAL {
        return Recognition::Official;
    }
    if invariant_of(&mirrored(puzzle.pieces())) == OFFICIAL {
        return Recognition::Mirrored;
    }
    damage(puzzle.pieces()).map_or(Recognition::Other, Recognition::Almost)
}

/// The pieces with their sides listed the other way round.
pub(super) fn mirrored(pieces: &[Piece]) -> Vec<Piece> {
    let mirror = |&Piece([north, east, south, west]): &Piece| Piece([north, west, south, east]);
    pieces.iter().map(mirror).collect()
}

/// What sets a damaged copy apart from the official set; `None` if it is no copy at all.
fn damage(pieces: &[Piece]) -> Option<Vec<String>> {
    let habits = habits(pieces);
    let mut missing = HABITS.to_vec();
    let mut odd_ones = Vec::new();
    for (colour, habit) in &habits {
        match missing.iter().position(|h| h == habit) {
            Some(i) => _ = missing.swap_remove(i),
            None => odd_ones.push(*colour),
        }
    }
    if missing.len() > HABITS.len() - ALIKE {
        return None;
    }
    let mut found = count_damage(&habits);
    found.extend(twins(pieces));
    if found.is_empty() {
        let colours: Vec<String> = odd_ones.iter().map(ToString::to_string).collect();
        let where_to_look = match colours.is_empty() {
            true => String::new(),
            false => format!("; look at the pieces with colours {}", colours.join(", ")),
        };
        found.push(format!(
            "every colour is on the right number of sides, but some pieces differ{where_to_look}"
        ));
    }
    Some(found)
}

fn habits(pieces: &[Piece]) -> BTreeMap<Colour, [u8; 4]> {
    let mut habits: BTreeMap<Colour, [u8; 4]> = BTreeMap::new();
    for piece in pieces {
        for turn in 0..4 {
            let [own, next, opposite, _] = piece.turned(turn);
            let does = [true, opposite == GREY, next == own, opposite == own];
            let habit = habits.entry(own).or_default();
            habit.iter_mut().zip(does).for_each(|(n, d)| *n = n.saturating_add(u8::from(d)));
        }
    }
    habits.remove(&GREY);
    habits
}

/// The colours that are on the wrong number of sides. With 22 colours on 24, 48 or 50 sides each,
/// only the official numbers of each add up.
fn count_damage(habits: &BTreeMap<Colour, [u8; 4]>) -> Vec<String> {
    let mut found = Vec::new();
    if habits.len() != 22 {
        found.push(format!("{} colours, expected 22", habits.len()));
    }
    for (colour, &[sides, ..]) in habits {
        if ![24, 48, 50].contains(&sides) {
            let odd = if sides % 2 == 1 { ", and an odd number cannot pair up" } else { "" };
            let plural = if sides == 1 { "" } else { "s" };
            found.push(format!(
                "colour {colour} is on {sides} side{plural}, expected 24, 48 or 50{odd}"
            ));
        }
    }
    found
}

/// The pieces that occur more than once: no two official ones are alike.
fn twins(pieces: &[Piece]) -> Vec<String> {
    let mut seen: BTreeMap<Piece, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        if let Some(first) = seen.insert(piece.canonical(), i + 1) {
            found.push(format!("pieces {first} and {} are the same", i + 1));
        }
    }
    found
}

/// Which of the official clues to impose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clues {
    /// None of them.
    None,
    /// The mandatory piece near the centre.
    Start,
    /// That and the four that the clue puzzles gave away.
    All,
}

/// The official clues in the puzzle's own numbering; `None` if it is not the official set.
#[must_use]
pub fn official_clues(puzzle: &Puzzle, clues: Clues) -> Option<Vec<Clue>> {
    if recognise(puzzle) != Recognition::Official {
        return None;
    }
    let count = match clues {
        Clues::None => 0,
        Clues::Start => 1,
        Clues::All => CLUES.len(),
    };
    let refined = Refined::new(puzzle.pieces(), &[], 0);
    let find = |&(cell, hash): &(usize, u64)| {
        let placed = (0..4 * puzzle.size()).map(|i| Placed::new(i / 4, (i % 4) as u8));
        let mut matching = placed.filter(|&p| refined.sides(puzzle.sides(p)) == hash);
        Some(Clue { cell, placed: matching.next()? })
    };
    CLUES.iter().take(count).map(find).collect()
}
