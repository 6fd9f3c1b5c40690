//! `prove`: proofs that others can check, boards where there is nothing to prove.

mod desk;
#[path = "../../marquetry/tests/outside/mod.rs"]
mod outside;

use desk::Desk;
use serde_json::Value;
use std::collections::HashSet;
use std::process::Command;

/// A puzzle whose colours balance and that has no perfect board: two sides of another are exchanged.
fn unsolvable(desk: &Desk, options: &str) {
    for seed in 1..50 {
        desk.out(0, &format!("generate {options} --seed {seed} --out made.json"));
        let mut puzzle: Value = serde_json::from_str(&desk.get("made.json")).expect("JSON");
        let pieces = puzzle["pieces"].as_array_mut().expect("pieces");
        let inner = |piece: &Value| !piece.as_array().expect("sides").contains(&0.into());
        let inner: Vec<usize> = (0..pieces.len()).filter(|&i| inner(&pieces[i])).collect();
        let (one, two) = (pieces[inner[0]][0].clone(), pieces[inner[1]][0].clone());
        (pieces[inner[0]][0], pieces[inner[1]][0]) = (two, one);
        desk.put("none.json", puzzle.to_string());
        let counted = desk.json(0, "count none.json --json");
        if counted["solutions"] == 0 && counted["reasons"] == Value::Array(Vec::new()) {
            return;
        }
    }
    panic!("no such puzzle among fifty");
}

/// Formula and proof as lists of literals.
fn clauses(text: &str) -> Vec<Vec<i32>> {
    let lines = text.lines().filter(|line| !line.starts_with(['c', 'p', 'd']));
    let literal = |word: &str| word.parse().expect("a number");
    let clause =
        |line: &str| line.split_whitespace().map(literal).filter(|&one| one != 0).collect();
    lines.map(clause).collect()
}

/// Whether a clause follows from others by unit propagation alone: the slow and obvious way.
fn follows(known: &[Vec<i32>], clause: &[i32]) -> bool {
    let mut holds: HashSet<i32> = clause.iter().map(|literal| -literal).collect();
    loop {
        let before = holds.len();
        for other in known {
            if other.iter().any(|literal| holds.contains(literal)) {
                continue;
            }
            let mut open = other.iter().filter(|&literal| !holds.contains(&-literal));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&literal), None) => _ = holds.insert(literal),
                _ => {}
            }
        }
        if holds.len() == before {
            return false;
        }
    }
}

#[test]
fn every_clause_of_a_proof_follows() {
    let desk = Desk::new();
    unsolvable(&desk, "3x3 --frame open");
    let told = desk.json(0, "prove none.json --seed 1 --out p --json");
    assert_eq!((&told["verdict"], &told["proof"]), (&"unsolvable".into(), &"p.drat".into()));
    let mut known = clauses(&desk.get("p.cnf"));
    assert_eq!(told["clauses"], known.len());
    let proof = clauses(&desk.get("p.drat"));
    assert_eq!(told["learnt"], proof.len());
    assert!(proof.len() > 1 && proof.last().is_some_and(Vec::is_empty), "{proof:?}");
    for clause in proof {
        assert!(follows(&known, &clause), "{clause:?}");
        known.push(clause);
    }
    // What does not follow is noticed.
    let any = clauses(&desk.get("p.cnf"));
    assert!(!follows(&any, &[]));
}

/// A checker that others wrote, if there is one.
fn checker() -> Option<&'static str> {
    let there = |name: &&str| Command::new(name).arg("-h").output().is_ok();
    ["drat-trim", "rate"].into_iter().find(there)
}

#[test]
fn an_outside_checker_accepts_the_proof() {
    let Some(checker) = checker() else {
        assert!(std::env::var_os("CI").is_none(), "CI is set, and there is no checker of proofs");
        return outside::skipped(
            "prove, an outside checker",
            "neither drat-trim nor rate is there",
        );
    };
    let desk = Desk::new();
    for options in ["6x6 --clues 4", "5x5", "5x5 --frame open --colours 14"] {
        unsolvable(&desk, options);
        desk.out(0, "prove none.json --seed 1 --out p");
        let output = desk.program(checker).args(["p.cnf", "p.drat"]).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains("s VERIFIED"), "{options}: {said}");
    }
    desk.put("p.drat", "0\n");
    let output = desk.program(checker).args(["p.cnf", "p.drat"]).output().expect("it starts");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("s VERIFIED"), "it accepts anything");
}

#[test]
fn a_puzzle_that_can_be_solved_is_told_with_its_board() {
    let desk = Desk::new();
    let told = desk.json(1, "prove twin-5x5 --out p --json");
    assert_eq!((&told["verdict"], &told["proof"]), (&"solvable".into(), &Value::Null));
    desk.put("board", told["board"].as_str().expect("a board line"));
    assert_eq!(desk.json(0, "check twin-5x5 board --json")["perfect"], true);
    assert!(!desk.path("p.drat").exists(), "there is nothing to prove");
    let said = desk.out(1, "prove twin-5x5 --out p --seed 7");
    assert!(said.contains("solvable: here is a perfect board") && said.contains("seed       7"));
}

#[test]
fn colours_that_do_not_balance_are_proof_enough() {
    let desk = Desk::new();
    desk.put("odd", "2 2\n0 1 1 0\n0 1 1 0\n0 1 1 0\n0 1 2 0\n");
    let told = desk.json(0, "prove odd --out p --json");
    assert_eq!((&told["verdict"], &told["formula"]), (&"unsolvable".into(), &Value::Null));
    assert!(!told["reasons"].as_array().expect("reasons").is_empty());
    assert!(!desk.path("p.cnf").exists());
}

#[test]
fn it_gives_up_in_time_and_leaves_an_older_proof_alone() {
    let desk = Desk::new();
    desk.put("p.drat", "an older proof");
    let told = desk.json(1, "prove twin-8x8 --time 50ms --out p --json");
    assert_eq!(told["verdict"], "stopped");
    assert_eq!(desk.get("p.drat"), "an older proof");
}

#[test]
#[cfg(unix)]
fn other_solvers_are_asked() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let program = |name: &str, script: &str| {
        desk.put(name, format!("#!/bin/sh\n{script}\n"));
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(desk.path(name), mode).expect("it can be run");
    };
    program("refutes", "echo 's UNSATISFIABLE'; echo 0 > \"$2\"; exit 20");
    program("fails", "exit 3");
    program("lies", "echo 's SATISFIABLE'; echo 'v 1 2 3 0'; exit 10");
    program("sleeps", "exec sleep 60");
    let call = |name: &str| format!("prove twin-5x5 --out p --solver ./{name} --json");
    let told = desk.json(0, &call("refutes"));
    assert_eq!((&told["verdict"], &told["solver"]), (&"unsolvable".into(), &"./refutes".into()));
    assert_eq!(desk.get("p.drat"), "0\n");
    assert_eq!(desk.json(1, &format!("{} --time 100ms", call("sleeps")))["verdict"], "stopped");
    for (name, words) in [
        ("fails", "gave no answer"),
        ("lies", "not one of a board"),
        ("nobody", "cannot start ./nobody"),
    ] {
        let error = desk.error(&call(name));
        assert!(error.contains(words), "{error}");
    }
    assert_eq!(desk.get("p.drat"), "0\n", "what failed leaves it alone");
    assert!(!desk.path("p.drat.part").exists());
}

#[test]
fn mistakes_get_one_clear_line() {
    let desk = Desk::new();
    desk.out(0, "generate 4x4 --seed 1 --out p.cnf");
    for (call, words) in [
        ("prove nothing.json", "nothing.json"),
        ("prove p.cnf --out p", "would overwrite"),
        ("prove twin-4x4 --out no/such/folder", "cannot write"),
    ] {
        let error = desk.error(call);
        assert!(error.contains(words), "{call}: {error}");
    }
}
