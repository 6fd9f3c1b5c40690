//! The levels of puzzles, by what it takes to search them to the end.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use marquetry::edge::Frame;
use marquetry::edge::generate::{Level, Recipe};
use marquetry::exact::{Exact, scan};

/// The median number of pieces laid, over ten puzzles, until every perfect board is found.
fn effort(level: Level, side: usize, frame: Frame) -> u64 {
    let nodes = |seed| {
        let puzzle = Recipe::level(level, side, side, frame, seed).make().unwrap().puzzle;
        scan(&puzzle, &Exact::default(), u64::MAX).unwrap().0
    };
    let mut all: Vec<u64> = (1..=10).map(nodes).collect();
    all.sort_unstable();
    all[5]
}

#[test]
fn each_level_is_harder_than_the_one_before() {
    for (side, frame) in [(4, Frame::Open), (5, Frame::Grey), (6, Frame::Grey)] {
        let efforts = Level::ALL.map(|level| effort(level, side, frame));
        assert!(efforts.is_sorted_by(|a, b| a < b), "{side}x{side} {frame:?}: {efforts:?}");
    }
}
