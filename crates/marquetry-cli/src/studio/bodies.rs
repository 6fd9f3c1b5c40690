//! The bodies of requests without a server around them: what fuzzing tries.

use super::wire::{
    BoardRequest, ExportRequest, FitsRequest, KeepRequest, MakeRequest, PlayState, ReadRequest,
    RunRequest, UniqueRequest, WatchRequest,
};
use super::{making, playing};
use crate::load;
use marquetry::edge::builtin::builtin;
use marquetry::edge::{BoardLine, Puzzle};
use serde::de::DeserializeOwned;

/// The largest puzzle that is made: large ones take long, and are made the same way.
const MOST_SIDE: usize = 8;

/// How many kinds of request bytes can be read as. What takes neither a search nor a file is answered,
/// boards as those of a small puzzle.
#[must_use]
pub fn kinds_of(body: &[u8]) -> usize {
    let Some(puzzle) = builtin("twin-4x4").and_then(|known| known.puzzle().ok()) else { return 0 };
    let mut kinds = 0;
    let mut kind = |read: bool| kinds += usize::from(read);
    kind(tried::<BoardRequest>(body, |request| judge(&puzzle, &request.cells)));
    kind(tried::<FitsRequest>(body, |request| {
        let board = request.cells.board_of(&puzzle);
        _ = board.map(|board| playing::fits(&puzzle, &board, request.cell, request.piece));
    }));
    kind(tried::<ExportRequest>(body, |request| judge(&puzzle, &request.cells)));
    kind(tried::<PlayState>(body, |state| judge(&puzzle, &state.cells)));
    kind(tried::<ReadRequest>(body, |request| _ = load::text(request.text.as_bytes(), "body")));
    kind(tried::<MakeRequest>(body, |request| {
        if request.width <= MOST_SIDE && request.height <= MOST_SIDE {
            _ = making::make(&request);
        }
    }));
    kind(tried::<KeepRequest>(body, drop));
    kind(tried::<UniqueRequest>(body, drop));
    kind(tried::<RunRequest>(body, drop));
    kind(tried::<WatchRequest>(body, drop));
    kinds
}

fn judge(puzzle: &Puzzle, cells: &BoardLine) {
    _ = cells.board_of(puzzle).map(|board| playing::judge(puzzle, &board));
}

fn tried<T: DeserializeOwned>(body: &[u8], answer: impl FnOnce(T)) -> bool {
    serde_json::from_slice(body).map(answer).is_ok()
}

#[cfg(test)]
mod tests {
    use super::kinds_of;

    #[test]
    fn bodies_are_told_by_what_they_hold() {
        assert_eq!(
            kinds_of(br#"{"puzzle": "p1", "cells": [[1,0],null]}"#),
            2,
            "to be judged, and what fits"
        );
        assert_eq!(kinds_of(b"{"), 0);
    }
}
