//! The algorithms there are: one line each gives a command line, a bench row, a web form and the
//! conformance suite.

use super::catalogue::Entry;
use super::{BeamSearch, Breaks, Dfs, Greedy, Local, Portfolio, Repair, Sat};

pub(super) static CATALOGUE: [Entry; 8] = [
    Entry::new::<BeamSearch>(
        "beam",
        "many boards grown side by side, those kept whose breaks are few and whose pieces left match",
        "ours, after the public Eternity II beams; the column finish after Blackwood 2020",
        &[
            r#"{"width": 50, "family": 0.1, "walkers": 3, "start": "bottom-right"}"#,
            r#"{"width": 7, "order": "spiral", "noise": 0, "memory": 1}"#,
        ],
        2_000_000,
    ),
    Entry::new::<Breaks>(
        "breaks",
        "depth first with breaks allowed ever more the deeper, and some colours used up early",
        "after Verhaard 2009, \"Details of Eternity II solver eii\", and Blackwood 2020",
        &[
            r#"{"preset": "blackwood", "start": "bottom-left", "walkers": 2}"#,
            r#"{"preset": "verhaard", "per_piece": 2, "frame": true, "finish": 0}"#,
            r#"{"order": "spiral", "schedule": [0, 9], "colours": [1], "quota": [[4, 2]], "restart": 700}"#,
        ],
        5_000_000,
    ),
    Entry::new::<Dfs>(
        "dfs",
        "try every way to fill the board: the first perfect one, or a proof that there is none",
        "Söderlind 2010, sections 4.1 and 5.2",
        &[
            r#"{"order": "row", "symmetry": false, "hands": 3}"#,
            r#"{"order": "spiral", "lookahead": "on"}"#,
        ],
        5_000_000,
    ),
    Entry::new::<Greedy>(
        "greedy",
        "lay the first best piece cell by cell, from ever new shuffles",
        "Söderlind 2010, sections 4.1 and 5.3",
        &[r#"{"placement": "walk", "builders": 3}"#],
        500,
    ),
    Entry::new::<Local>(
        "local",
        "greedy start, then a few random swaps and turns at a time, kept if better",
        "Söderlind 2010, sections 4.1 and 5.4",
        &[r#"{"accept": "equal", "patience": 500, "walkers": 3}"#],
        500_000,
    ),
    Entry::new::<Portfolio>(
        "portfolio",
        "the record solver: beams, repair and deep search by what pays; small puzzles exactly",
        "ours",
        &[r#"{"width": 40, "patience": 3000, "depth_work": 5000, "elites": 2, "walkers": 3}"#],
        4_000_000,
    ),
    Entry::new::<Repair>(
        "repair",
        "refill small regions around breaks exactly, better or at least differently",
        "after Schaus and Deville 2008, \"Hybridization of CP and VLNS for Eternity II\"",
        &[r#"{"nodes": 100, "losses": 0, "rows": true, "walkers": 3}"#],
        1_000_000,
    ),
    Entry::new::<Sat>(
        "sat",
        "the puzzle as a formula for a SAT solver: a perfect board or a proof that there is none",
        "after Heule 2008, \"Solving edge-matching problems with satisfiability solvers\"",
        &[r#"{"symmetry": false}"#],
        300,
    ),
];
