//! The algorithms there are: one line each gives a command line, a bench row, a web form and the
//! conformance suite.

use super::catalogue::Entry;
use super::{
    Annealing, AnnealingModern, Ants, AntsModern, BeamSearch, Breaks, Dfs, Enumerate, Ga, GaModern,
    Greedy, Gvns, GvnsModern, Late, Local, Portfolio, Repair, Sat, Tabu, TabuModern,
};

pub(super) static CATALOGUE: [Entry; 20] = [
    Entry::new::<Annealing>(
        "annealing",
        "swaps with best turns and turns at random, worse ones ever more rarely as it cools",
        "Kirkpatrick, Gelatt and Vecchi 1983, \"Optimization by simulated annealing\"",
        &[r#"{"hot": 2, "cold": 0.3, "work": 700, "growth": 2, "walkers": 3}"#],
        100_000,
    ),
    Entry::new::<AnnealingModern>(
        "annealing:modern",
        "annealing that looks where the breaks are, with exact repair when it is cold",
        "ours, after Kirkpatrick, Gelatt and Vecchi 1983",
        &[r#"{"work": 400, "focus": 50, "polish": 100, "elites": 2, "width": 0, "walkers": 3}"#],
        100_000,
    ),
    Entry::new::<Ants>(
        "ants",
        "ants build boards, likelier with pieces that match and that good boards had there",
        "Söderlind 2010, sections 3.2, 4.2, 5.5 and 5.6",
        &[
            r#"{"system": "as", "graph": "sides", "combine": "product", "order": "walk"}"#,
            r#"{"system": "mmas", "ants": 2, "champion": "ever", "deposit": "scaled", "order": "random"}"#,
            r#"{"graph": "sides", "champion": "ever", "order": "row"}"#,
            r#"{"system": "mmas", "graph": "sides", "evaporation": "tour", "tau_min": 0.1, "tau_max": 9}"#,
        ],
        200,
    ),
    Entry::new::<AntsModern>(
        "ants:modern",
        "ants rebuild parts of the best board from pieces that match, and repair what they build",
        "ours, after Stützle and Hoos 2000, \"MAX-MIN Ant System\"",
        &[r#"{"ants": 2, "alpha": 2, "width": 0, "patience": 300, "rounds": 2, "colonies": 3}"#],
        1_000_000,
    ),
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
        1_000_000,
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
    Entry::new::<Enumerate>(
        "enumerate",
        "try every way to fill the board to the end, and count the perfect ones",
        "Söderlind 2010, sections 5.2 and 6.2",
        &[r#"{"order": "row", "lookahead": "off", "symmetry": false}"#],
        2_000_000,
    ),
    Entry::new::<Ga>(
        "ga",
        "a genetic algorithm: boards exchange regions, change a little, and are repaired when stuck",
        "Niang 2010, sections 4 to 6",
        &[
            r#"{"frame": "free", "joins": "all", "rearrange": "random", "population": 20, "threshold": 2}"#,
            r#"{"frame": "free", "crossover": "uniform", "selection": "ranking", "elitism": 0, "generations": 5, "population": 31, "repair": false}"#,
            r#"{"selection": "roulette", "regions": "same", "area": false, "population": 10, "threshold": 1, "elitism": 3, "mutations": ["rotate", "swap", "swap-rotate"]}"#,
            r#"{"replacement": false, "edge": false, "population": 30, "threshold": 1, "lowered": 100, "mutations": ["region-inversion", "row-inversion", "column-inversion", "scramble"], "mutation_rate": 0.8}"#,
        ],
        5_000,
    ),
    Entry::new::<GaModern>(
        "ga:modern",
        "islands of boards that inherit what does not break, completed exactly, improved by repair",
        "ours, after the further work of Niang 2010",
        &[
            r#"{"population": 1, "islands": 2, "migration": 1, "width": 3, "nodes": 0, "patience": 0, "exact": false}"#,
            r#"{"population": 3, "islands": 3, "migration": 2, "width": 5, "newcomers": 1000, "nodes": 200, "patience": 50, "alike": 0.1}"#,
        ],
        1_000_000,
    ),
    Entry::new::<Greedy>(
        "greedy",
        "lay the first best piece cell by cell, from ever new shuffles",
        "Söderlind 2010, sections 4.1 and 5.3",
        &[r#"{"placement": "walk", "builders": 3}"#],
        500,
    ),
    Entry::new::<Gvns>(
        "gvns",
        "variable neighbourhood search: shake ever harder, descend through four neighbourhoods",
        "Coelho et al. 2010, \"A General Variable Neighborhood Search approach for Eternity II\"",
        &[
            r#"{"start": "random", "order": "border-to-centre", "improvement": "first", "walkers": 3}"#,
            r#"{"order": "centre-to-border", "improvement": "best", "after": "first", "iter_max": 1, "level_max": 2}"#,
            r#"{"order": "alternate", "iter_max": 3, "improvement": "first"}"#,
            r#"{"order": "random", "after": "first", "accept": "equal", "iter_max": 2}"#,
        ],
        4_000_000,
    ),
    Entry::new::<GvnsModern>(
        "gvns:modern",
        "variable neighbourhood search with exact refills, shaken near breaks, begun by a beam",
        "ours, after Coelho et al. 2010; skewed acceptance after Hansen et al. 2008",
        &[
            r#"{"width": 5, "patience": 700, "iter_max": 1, "level_max": 2, "skew": 0, "walkers": 3}"#,
            r#"{"patience": 300, "iter_max": 2, "skew": 30}"#,
        ],
        1_000_000,
    ),
    Entry::new::<Late>(
        "late",
        "swaps with best turns and turns at random, kept if not worse than a while ago",
        "Burke and Bykov 2017, \"The late acceptance hill-climbing heuristic\"",
        &[r#"{"history": 50, "patience": 4, "walkers": 3}"#],
        20_000,
    ),
    Entry::new::<Local>(
        "local",
        "greedy start, then a few random swaps and turns at a time, kept if better",
        "Söderlind 2010, sections 4.1 and 5.4",
        &[r#"{"accept": "equal", "patience": 500, "walkers": 3}"#],
        50_000,
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
    Entry::new::<Tabu>(
        "tabu",
        "first the ring, then all: the best of many swaps and turns that bring nothing back",
        "Wang and Chiang 2010, \"Solving Eternity-II puzzles with a tabu search algorithm\"",
        &[
            r#"{"outside": 2, "pairs": 20, "anneal": 3, "perturb": 8, "hot": 2, "cooling": 0.5, "length": 4}"#,
            r#"{"sample": "max", "turns": "random", "count": "turns", "neighbours": "neighbourhood", "pairs": 3, "outside": 0, "ratio": 0.01, "anneal": 2, "perturb": 5, "hot": 1, "cooling": 0.3, "walkers": 3}"#,
        ],
        2_000_000,
    ),
    Entry::new::<TabuModern>(
        "tabu:modern",
        "tabu search that looks where the breaks are, with exact repair when it is stuck",
        "ours, after Wang and Chiang 2010 and Glover 1989",
        &[r#"{"cells": 3, "tenure": 2, "spread": 3, "patience": 9, "polish": 50, "walkers": 3}"#],
        1_000_000,
    ),
];
