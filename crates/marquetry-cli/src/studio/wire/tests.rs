//! The page's types are ours.

use super::*;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use ts_rs::{Config, TS};

/// What a page's types begin with: shapes that have no name on our side.
const BEGIN: &str = "\
// What travels between the server and the page. Made from the server's types by
// `MARQUETRY_WIRE=1 cargo test -p marquetry-cli wire`; a test says whether it is up to date.

/** Piece (numbered from 1) and clockwise quarter turns. */
export type Lain = [number, number];
/** A board: what lies on every cell, row by row from the top left. */
export type Cells = (Lain | null)[];
/** Cells with what lay there before and lies there after. */
export type Change = [number, Lain | null, Lain | null][];
/** Work, seconds and score of a new best. */
export type Point = [string, number, number];
/** How a colour is drawn: the motif's index (-1: none), ground and tint, filled or outlined. */
export type Emblem = [number, string, string, boolean];
";

fn declare<T: TS>(text: &mut String, config: &Config) {
    if let Some(docs) = T::docs() {
        text.push_str(&docs);
    }
    _ = writeln!(text, "export {}", T::decl(config));
}

fn page_types() -> String {
    let (mut text, config) = (BEGIN.to_owned(), Config::default());
    macro_rules! declare {
        ($($name:ident)*) => { $(text.push('\n'); declare::<$name>(&mut text, &config);)* };
    }
    declare!(ClueView Place PuzzleSummary PuzzleView Motif About AlgorithmInfo ReadRequest
        ReadAnswer KeepRequest Preset MakeRequest MakeAnswer UniqueRequest Uniqueness UniqueAnswer
        BoardRequest JudgeAnswer FitsRequest FitsAnswer HintAnswer PlayState Exported
        ExportRequest RunRequest RunState RunSummary Phase Live RunDetail BoardAnswer PresentView
        RunNews News WatchRequest);
    text
}

#[test]
fn the_page_knows_our_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studio/src/wire.ts");
    let made = page_types();
    if std::env::var_os("MARQUETRY_WIRE").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap();
    assert!(found == made, "studio/src/wire.ts is not made from these types: see its first lines");
}
